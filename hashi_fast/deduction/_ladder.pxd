"""Working a board out rung by rung, from the easiest technique to the hardest (see _state.pxd for the terms)."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t

from hashi_fast.deduction._state cimport Deduction, Find
from hashi_fast.support._status cimport Status
from hashi_fast.board._topology cimport Topo


cdef struct Rung:
    const char *name
    bint groups          # whether it needs to know which islands are joined
    Find find


cdef enum:
    N_RUNGS = 16

cdef Rung[N_RUNGS] RUNGS

# Zero the deduction before its first start. Each start reuses the memory of the one before. `topo` must stay alive.
cdef Status deduce_start(Deduction *t, const Topo *topo) noexcept nogil

# The part of a start that a glance needs as well (see _glance.pxd).
cdef Status deduce_begin(Deduction *t, const Topo *topo) noexcept nogil

# After the start: begin with at least `count` bridges on edge e. False: that is impossible.
cdef bint deduce_place(Deduction *t, int32_t e, int count) noexcept nogil

# Go on with the first `n_rungs` rungs until there is an answer (see _answers.pxd), or for a slice of this effort. After
# UNIQUE the domains hold the solution.
cdef Status deduce_run(Deduction *t, int n_rungs, int64_t effort) noexcept nogil

cdef void deduce_free(Deduction *t) noexcept nogil
