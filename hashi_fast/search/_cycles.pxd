"""Boards without loops, in the learning gear: an edge between islands that are joined already stays empty.

The reason is the path of sure bridges between its ends, found again when it is asked for.
"""
from libc.stdint cimport int32_t

from hashi_fast.search._exits cimport Check
from hashi_fast.search._literals cimport Literals
from hashi_fast.support._memory cimport Carver


cdef struct Cycles:
    int32_t checked      # literals on the trail that have been looked at
    int32_t *stamp       # [n_islands] the walk that last came by
    int32_t *member      # [n_islands] the islands of the walk
    int32_t *via         # [n_islands] the edge by which it came, -1 = started there
    int32_t walk         # number of the current walk


cdef void cycles_carve(Cycles *c, const Literals *s, Carver *carver) noexcept nogil
cdef void cycles_reset(Cycles *c, const Literals *s) noexcept nogil

# Look at the edges that gained their first bridge since the last time.
cdef Check cycles_check(Cycles *c, Literals *s) noexcept nogil

# Write the literals that imply `literal`, a "fewer than 1": the path between its ends; how many.
cdef int32_t explain_loop(Cycles *c, const Literals *s, int32_t literal, int32_t *out) noexcept nogil
