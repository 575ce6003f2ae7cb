"""Connectivity of the learning gear: every group must have a way out, until it is everything.

A *group* is what sure bridges join. An *exit* of a group is an edge out of it that can still
carry a bridge. No exit is a conflict; a single one must be used. Both are explained by the
cut: one of all edges that leave the group carries a bridge, in every solution.
"""
from libc.stdint cimport int32_t

from hashi_fast._literals cimport Literals
from hashi_fast._memory cimport Carver


cdef struct Exits:
    int32_t checked      # literals on the trail whose groups have been looked at
    int32_t *stamp       # [n_islands] the walk that last came by
    int32_t *member      # [n_islands] the islands of the group being walked
    int32_t walk         # number of the current walk


cdef enum Check:
    QUIET = 0            # nothing to say
    FORCED = 1           # a literal was assigned
    CONFLICT = 2         # see Literals.conflict


cdef void exits_carve(Exits *x, const Literals *s, Carver *carver) noexcept nogil
cdef void exits_reset(Exits *x, const Literals *s) noexcept nogil

# Look at the groups of edges that gained or lost their first bridge since the last time.
cdef Check exits_check(Exits *x, Literals *s) noexcept nogil

# With every literal assigned: whether all islands are one group; if not, the conflict is a cut.
cdef bint exits_joined(Exits *x, Literals *s) noexcept nogil

# Write the literals that imply `literal`, the only exit of the group of `island`; how many.
cdef int32_t explain_exit(Exits *x, const Literals *s, int32_t literal, int32_t island, int32_t *out) noexcept nogil
