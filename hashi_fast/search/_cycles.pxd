"""Boards without loops, in the learning gear: an edge between islands that are already connected stays empty.

The reason is the path of sure bridges between its ends. It is searched for only when a conflict asks for it.
"""
from libc.stdint cimport int32_t, int64_t

from hashi_fast.search._exits cimport Check
from hashi_fast.search._literals cimport Literals
from hashi_fast.support._memory cimport Carver


cdef struct Cycles:
    int32_t checked      # literals on the trail that have been checked
    int32_t *stamp       # [n_islands] the last walk that visited the island
    int32_t *member      # [n_islands] the islands of the current walk
    int32_t *via         # [n_islands] the edge by which the walk came, -1 = it started there
    int32_t walk         # number of the current walk
    int64_t visits       # islands visited by all walks, to pace long searches


cdef void cycles_carve(Cycles *c, const Literals *s, Carver *carver) noexcept nogil
cdef void cycles_reset(Cycles *c, const Literals *s) noexcept nogil

# Check the edges that got their first bridge since the last call.
cdef Check cycles_check(Cycles *c, Literals *s) noexcept nogil

# Write the literals that imply `literal`, a "fewer than 1": the path between its ends. Returns their number.
cdef int32_t explain_loop(Cycles *c, const Literals *s, int32_t literal, int32_t *out) noexcept nogil
