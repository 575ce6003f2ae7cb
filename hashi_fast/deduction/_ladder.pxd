"""Working a board out rung by rung, from the easiest technique to the hardest (see _state.pxd for the terms)."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t

from hashi_fast.deduction._state cimport Deduction, Find
from hashi_fast.board._topology cimport Failure, Topo


cdef enum Verdict:
    UNIQUE = 0           # worked out to the end: the solution is in the domains, and it is the only one
    NONE = 1             # there is no solution
    MULTIPLE = 2         # there are several
    STUCK = 3            # no rung up to the last one that may be used has a step
    OVER_LIMIT = 4       # the budget of nodes ran out
    OUT_OF_ROOM = 5      # memory ran out
    UNFINISHED = 6       # nothing to say yet; run again to go on


cdef struct Rung:
    const char *name
    bint groups          # whether it needs to know which islands are joined
    Find find


cdef enum:
    N_RUNGS = 16

cdef Rung[N_RUNGS] RUNGS

# Zero it before the first start; each start reuses the memory of the one before. `topo` must stay alive.
cdef Failure deduce_start(Deduction *t, const Topo *topo) noexcept nogil

# After the start: the player has at least these bridges. False: that cannot be.
cdef bint deduce_place(Deduction *t, int32_t e, int count) noexcept nogil

# Work on, with the first `n_rungs` rungs, until there is something to say, or for a slice of this effort.
cdef Verdict deduce_run(Deduction *t, int n_rungs, int64_t effort) noexcept nogil

cdef void deduce_free(Deduction *t) noexcept nogil
