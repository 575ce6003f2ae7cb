"""Connectivity of the learning gear: every group must have a way out, until it is everything.

A *group* is what sure bridges join. An *exit* of a group is an edge out of it that can still
carry a bridge. No exit is a conflict; a single one must be used. Both are explained by the
cut: one of all edges that leave the group carries a bridge, in every solution.

The exits of every group are counted. The counts follow the trail with a delay, entry by
entry, and are taken back with it: `counted` entries are in them.
"""
from libc.stdint cimport int32_t

from hashi_fast.search._literals cimport Literals
from hashi_fast.support._memory cimport Carver


cdef struct Party:           # of an island; size and exits hold for the whole group at its root
    int32_t parent           # towards the root, which is its own parent; union by size, no path compression
    int32_t size
    int32_t exits
    int32_t next             # the next island of the group, in a ring


cdef struct Exits:
    Party *party             # [n_islands]
    int32_t counted
    int32_t verified         # literals on the trail whose groups have been looked at
    int32_t *joined          # [2 * n_edges] for each counted first bridge: the root that lost to another, and the
    int32_t n_joined         # edges that became inner ones; -1 where nothing was joined
    int32_t *stamp           # [n_islands] the walk that last came by
    int32_t *member          # [n_islands] the islands of the group walked
    int32_t walk             # number of the current walk


cdef enum Check:
    QUIET = 0            # nothing to say
    FORCED = 1           # a literal was assigned
    CONFLICT = 2         # see Literals.conflict


cdef void exits_carve(Exits *x, const Literals *s, Carver *carver) noexcept nogil
cdef void exits_reset(Exits *x, const Literals *s) noexcept nogil

# Look at the groups of edges that gained or lost their first bridge since the last time.
cdef Check exits_check(Exits *x, Literals *s) noexcept nogil

# Forget what was counted for trail entries from `mark` on; call before they are taken back.
cdef void exits_undo(Exits *x, const Literals *s, int32_t mark) noexcept nogil

# Write the literals that imply `literal`, the only exit of the group of `island`; how many.
cdef int32_t explain_exit(Exits *x, const Literals *s, int32_t literal, int32_t island, int32_t *out) noexcept nogil
