"""Hiding clues as long as the solution stays the only one.

Clues are hidden in random order, as many as are missing at a time; then repair tells those again without which another
solution comes up. No clue is tried twice, so this ends, and most of it in a few rounds.
"""
from libc.stdint cimport int32_t, int64_t

from hashi_fast._memory cimport Block
from hashi_fast._random cimport hf_random
from hashi_fast._repair cimport Remedy, Repair, Repaired


# Zero it before the first `hide_start`; each start reuses the memory of the one before.
cdef struct Hiding:
    Repair *repair
    hf_random *random
    Remedy remedy        # to tell clues and nothing else
    int32_t wanted       # clues to hide
    int32_t *order       # [n_order] cells of the islands in the order in which they are tried
    int32_t n_order
    int32_t tried
    int64_t solves       # of all rounds
    int64_t effort
    Block memory


# Begin with a draft that `repair` has just made unique, and hide `share` of its clues, in 1/65536. The solves and nodes
# allowed are those of the repair, for each round. False: memory ran out.
cdef bint hide_start(Hiding *h, Repair *repair, int32_t share, hf_random *random) noexcept nogil

# Go on for a slice, or until it is done: UNIQUE with as many clues hidden as may be.
cdef Repaired hide_run(Hiding *h) noexcept nogil

cdef void hide_free(Hiding *h) noexcept nogil
