"""Connectivity in the learning gear: every group needs a way out until it contains all islands.

A *group* is a set of islands joined by sure bridges. An *exit* of a group is an edge out of
it that can still carry a bridge. A group without exits is a conflict; an only exit must be
used. The reason for both is the cut: in every solution, at least one of the edges that
leave the group carries a bridge.

The exits of every group are counted. The counts follow the trail with a delay, entry by
entry, and are undone with it. They include the first `counted` entries.

Every island knows the name of its group, and joining two groups renames the smaller one.
A forest with roots would do with less writing, but how far away a root is cannot be
predicted, and processors wait for that longer than they write.
"""
from libc.stdint cimport int32_t, uint8_t

from hashi_fast.search._literals cimport Literals
from hashi_fast.support._memory cimport Carver


cdef struct Party:           # of an island; size and exits are those of the group that is named after it
    int32_t group            # an island of the group, which is its name
    int32_t next             # the next island of the group, in a ring
    int32_t size
    int32_t exits


cdef struct Exits:
    Party *party             # [-1 .. n_islands - 1] the one at -1 stands for slots without an edge
    uint8_t *shut            # [-1 .. n_edges - 1] whether an edge is closed, as far as the counts know
    int32_t counted          # entries of the trail that are in the counts
    int32_t *joined          # [2 * n_edges] per counted first bridge: the number of edges that became inner ones, then
    int32_t n_joined         # the name that the smaller group had; or only -1 if the bridge joined nothing
    int32_t *stamp           # [n_islands] the last walk that visited the island
    int32_t *member          # [n_islands] the islands of the current walk
    int32_t walk             # number of the current walk


cdef enum Check:
    QUIET = 0            # nothing to conclude
    FORCED = 1           # a literal was assigned
    CONFLICT = 2         # see Literals.conflict


cdef void exits_carve(Exits *x, const Literals *s, Carver *carver) noexcept nogil
cdef void exits_reset(Exits *x, const Literals *s) noexcept nogil

# Bring the counts up to date with the trail, as far as nothing follows from them.
cdef Check exits_check(Exits *x, Literals *s) noexcept nogil

# Undo the counts for trail entries from `mark` on; call it before the trail itself is undone.
cdef void exits_undo(Exits *x, const Literals *s, int32_t mark) noexcept nogil

# Write the literals that imply `literal`, the only exit of the group of `island`. Returns their number.
cdef int32_t explain_exit(Exits *x, const Literals *s, int32_t literal, int32_t island, int32_t *out) noexcept nogil
