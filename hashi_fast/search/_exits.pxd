"""Connectivity in the learning gear: every group needs a way out until it contains all islands.

A *group* is a set of islands joined by sure bridges. An *exit* of a group is an edge out of
it that can still carry a bridge. A group without exits is a conflict; an only exit must be
used. The reason for both is the cut: in every solution, at least one of the edges that
leave the group carries a bridge.

The exits of every group are counted. The counts follow the trail with a delay, entry by
entry, and are undone with it. They include the first `counted` entries.
"""
from libc.stdint cimport int32_t

from hashi_fast.search._literals cimport Literals
from hashi_fast.support._memory cimport Carver


cdef struct Party:           # of an island; at a root, size and exits are those of the whole group
    int32_t parent           # towards the root, which is its own parent; union by size, no path compression
    int32_t size
    int32_t exits
    int32_t next             # the next island of the group, in a ring


cdef struct Exits:
    Party *party             # [n_islands]
    int32_t counted          # entries of the trail that are in the counts
    int32_t verified         # literals on the trail whose groups have been checked
    int32_t *joined          # [2 * n_edges] per counted first bridge: the number of edges that became inner ones, then
    int32_t n_joined         # the root that got a parent; or only -1 if the bridge joined nothing
    int32_t *stamp           # [n_islands] the last walk that visited the island
    int32_t *member          # [n_islands] the islands of the current walk
    int32_t walk             # number of the current walk


cdef enum Check:
    QUIET = 0            # nothing to conclude
    FORCED = 1           # a literal was assigned
    CONFLICT = 2         # see Literals.conflict


cdef void exits_carve(Exits *x, const Literals *s, Carver *carver) noexcept nogil
cdef void exits_reset(Exits *x, const Literals *s) noexcept nogil

# Check the groups at edges that got or can no longer get their first bridge since the last call.
cdef Check exits_check(Exits *x, Literals *s) noexcept nogil

# Undo the counts for trail entries from `mark` on; call it before the trail itself is undone.
cdef void exits_undo(Exits *x, const Literals *s, int32_t mark) noexcept nogil

# Write the literals that imply `literal`, the only exit of the group of `island`. Returns their number.
cdef int32_t explain_exit(Exits *x, const Literals *s, int32_t literal, int32_t island, int32_t *out) noexcept nogil
