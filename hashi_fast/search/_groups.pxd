"""Connectivity: groups of islands joined by sure bridges, and what follows from joining them all.

A *group* is a set of islands joined by edges that surely carry a bridge. Its *open
need* is the sum of the needs of its islands. A group with open need 0 can never grow
again, so it must contain all islands.

The groups follow the domains with a delay: `groups_update` reads the part of the
trail that is new to it, and `groups_undo` undoes the part that is about to vanish.
So no work is spent on states that sums and crossings refute by themselves.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from hashi_fast.search._domains cimport Domains, domains_undo
from hashi_fast.support._memory cimport Carver


cdef struct Group:       # valid at a root; elsewhere only `parent` is (size and need are those when it was joined)
    int32_t parent       # an island of the group nearer to the root; the root is its own parent
    int32_t size         # islands in the group
    int32_t need         # open need


# What a depth-first walk over the board knows about an island. "Below" means the island itself and all islands that
# the walk reached through it.
cdef struct Visit:
    int32_t order        # when it was reached, from 1; 0 = not yet
    int32_t low          # the least `order` that an edge from below leads to, apart from the edge the walk came by
    int32_t root         # where the walk of its piece started
    int32_t surplus      # open need below at even distance from the island, less that at odd distance
    int32_t odd          # ends below of edges that close odd cycles
    int32_t unknown      # unknown clues below
    int32_t below        # islands below
    uint32_t left        # the slots still to follow: the lowest bit of each, as in the words of the domains
    uint8_t side         # parity of its distance from the root
    uint8_t came         # the slot that leads back to where the walk came from, 4 at the root


# Which edges a walk follows.
cdef enum Which:
    POSSIBLE = 0         # edges that can carry a bridge
    UNDECIDED = 1        # edges whose number of bridges is open
    SURE = 2             # edges that surely carry a bridge


# Invariant: a union-find forest, by size and without path compression, so that joins can be undone in reverse order.
cdef struct Groups:
    Group *group         # [n_islands]
    int32_t n_groups
    int32_t seen         # entries of the trail that are accounted for
    int32_t *joined      # [n_edges] per edge that became sure, in order: the root that got a parent, or -1
    int32_t joined_size
    Visit *visit         # [n_islands] of the last walk
    int32_t *path        # [n_islands] the islands from the root of the walk to the current one


# Several groups as if they were joined: that of an island and those of some of its neighbours.
cdef struct Union:
    int32_t roots[5]
    int n_roots
    int32_t size         # islands in all of them
    int32_t need         # open need of all of them


cdef void groups_carve(Groups *g, Domains *d, Carver *carver) noexcept nogil

# Every island alone. Precondition: the trail of the domains is empty.
cdef void groups_reset(Groups *g, Domains *d) noexcept nogil

# Account for the new part of the trail. False: a group is closed but not all islands are in it, or there is a forbidden
# loop.
cdef bint groups_update(Groups *g, Domains *d) noexcept nogil

# Undo what was done for trail entries from `mark` on; call it before domains_undo.
cdef void groups_undo(Groups *g, Domains *d, int32_t mark) noexcept nogil

# Strike counts that would close a group early and, if loops are forbidden, edges inside a group.
# Returns the number of edges narrowed, or -1 for a contradiction.
# Precondition: the groups are up to date and the sums are at their fixpoint.
cdef int32_t strike_isolating(Groups *g, Domains *d) noexcept nogil

# If the graph of possible edges would fall apart without an edge, that edge gets its first bridge, and its count is
# narrowed to what the needs on either side require.
# Returns the number of edges narrowed, or -1 if the graph is already in pieces or the needs do not add up.
cdef int32_t force_cuts(Groups *g, Domains *d) noexcept nogil

# Apply sums, crossings, isolation and cuts until none of them concludes anything. False: contradiction.
# Adds the work done to `effort`, about one unit per island visited.
cdef bint settle(Groups *g, Domains *d, int64_t *effort) noexcept nogil

# Walk over all islands along some edges, with Tarjan's low points. Returns the number of pieces.
cdef int32_t walk_board(Groups *g, const Domains *d, Which which) noexcept nogil

# After a walk, for the only edge between island `below` with all below it and the rest of its piece (see is_cut): what
# the needs say about the edge, as bits that flip; it carries at least `least` bridges. False: they do not add up.
cdef bint cut_flips(const Groups *g, const Domains *d, int32_t below, int least, uint32_t *flips) noexcept nogil


cdef inline void unsettle(Groups *g, Domains *d, int32_t mark) noexcept nogil:
    """Undo all changes except the first `mark`, in the groups and in the domains."""
    groups_undo(g, d, mark)
    domains_undo(d, mark)


cdef inline bint is_cut(const Visit *visit) noexcept nogil:
    """After a walk: whether the edge by which it came is the only one between the islands below and the rest."""
    return visit.low == visit.order and visit.came < 4


cdef inline int32_t find_group(const Groups *g, int32_t i) noexcept nogil:
    """The root of island i's group."""
    while g.group[i].parent != i:
        i = g.group[i].parent
    return i


cdef inline bint unite(Union *u, const Groups *g, int32_t i) noexcept nogil:
    """Add the group of island i. False: it is already included."""
    cdef int32_t root = find_group(g, i)
    cdef int k
    for k in range(u.n_roots):
        if u.roots[k] == root:
            return False
    u.roots[u.n_roots] = root
    u.n_roots += 1
    u.size += g.group[root].size
    u.need += g.group[root].need
    return True


cdef inline void union_start(Union *u, const Groups *g, int32_t i) noexcept nogil:
    """Start with the group of island i."""
    u.n_roots = u.size = u.need = 0
    unite(u, g, i)
