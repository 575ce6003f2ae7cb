"""Connectivity: groups of islands joined by sure bridges, and what must still happen to join them all.

A *group* is a set of islands connected by edges that surely carry a bridge. Its
*open need* is the sum of the needs of its islands; a group with open need 0 can
never grow again, so it must be everything.

The groups follow the domains with a delay: `groups_update` reads the part of the
trail it has not seen, `groups_undo` takes back the part that is about to vanish.
That way nothing is spent on states that sums and crossings refute by themselves.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from hashi_fast.search._domains cimport Domains, domains_undo
from hashi_fast.support._memory cimport Carver


cdef struct Group:       # valid at a root; at others `parent` only (size and need are as of the joining)
    int32_t parent       # another island of the group nearer to the root, itself at the root
    int32_t size         # islands in the group
    int32_t need         # open need


# What a walk over the board knows about an island and the islands met below it.
cdef struct Visit:
    int32_t order        # when it was met, from 1; 0 = not yet
    int32_t low          # the earliest island reached from below by an edge besides the one it was met by
    int32_t root         # where the walk of its piece started
    int32_t surplus      # open need below on the island's own side (even distance) less that on the other
    int32_t odd          # ends below of edges that close odd cycles
    int32_t unknown      # unknown clues below
    int32_t below        # islands below and itself
    uint8_t side         # parity of its distance from the root
    uint8_t came         # the slot that leads back where the walk came from, 4 at the root
    uint8_t tried        # the next slot to follow


# Which edges a walk follows.
cdef enum Which:
    POSSIBLE = 0         # those that can carry a bridge
    UNDECIDED = 1        # those whose number of bridges is not known
    SURE = 2             # those that have a bridge


# Invariant: forest of union by size without path compression, so that joins can be undone in reverse order.
cdef struct Groups:
    Group *group         # [n_islands]
    int32_t n_groups
    int32_t seen         # how much of the trail is accounted for
    int32_t *joined      # [n_edges] for each edge that became sure, in order: the root that got a parent, or -1
    int32_t joined_size
    Visit *visit         # [n_islands] the last walk
    int32_t *path        # [n_islands] the islands from its root to the current one


# Groups as if they were joined: that of an island, and those of some of its neighbours.
cdef struct Union:
    int32_t roots[5]
    int n_roots
    int32_t size         # islands in all of them
    int32_t need         # open need of all of them


cdef void groups_carve(Groups *g, Domains *d, Carver *carver) noexcept nogil

# Every island alone. The domains are fresh as well (nothing on the trail).
cdef void groups_reset(Groups *g, Domains *d) noexcept nogil

# Account for the new part of the trail. False: some group is closed but not everything, or a forbidden loop.
cdef bint groups_update(Groups *g, Domains *d) noexcept nogil

# Forget what was done for trail entries from `mark` on; call before domains_undo.
cdef void groups_undo(Groups *g, Domains *d, int32_t mark) noexcept nogil

# Strike counts that would close a group early and, where loops are forbidden, edges inside a group.
# How many edges were narrowed, -1 for a contradiction. Needs updated groups and a fixpoint of the sums.
cdef int32_t strike_isolating(Groups *g, Domains *d) noexcept nogil

# Edges without which the possible graph falls apart get their first bridge, and as many as the needs on one side of
# them say. How many edges were narrowed; -1 when the graph is in pieces already or its needs do not add up.
cdef int32_t force_cuts(Groups *g, Domains *d) noexcept nogil

# Apply sums, crossings, isolation and cuts until none of them concludes anything. False: contradiction.
# Adds the work done to `effort`, about one unit for each island looked at.
cdef bint settle(Groups *g, Domains *d, int64_t *effort) noexcept nogil

# Walk over all islands along some edges, with Tarjan's low points; how many pieces they form.
cdef int32_t walk_board(Groups *g, const Domains *d, Which which) noexcept nogil

# After a walk, for an edge that alone joins island `below` (see is_cut) to the rest of its piece: what its needs say of
# the edge, as bits that flip. False: they do not add up.
cdef bint cut_flips(const Groups *g, const Domains *d, int32_t below, int least, uint32_t *flips) noexcept nogil


cdef inline void unsettle(Groups *g, Domains *d, int32_t mark) noexcept nogil:
    """Take back every change after the first `mark`, in the groups and in the domains."""
    groups_undo(g, d, mark)
    domains_undo(d, mark)


cdef inline bint is_cut(const Visit *visit) noexcept nogil:
    """After a walk: whether the edge by which it came to this island is the only one to what is below."""
    return visit.low == visit.order and visit.came < 4


cdef inline int32_t find_group(const Groups *g, int32_t i) noexcept nogil:
    """The root of island i's group."""
    while g.group[i].parent != i:
        i = g.group[i].parent
    return i


cdef inline bint unite(Union *u, const Groups *g, int32_t i) noexcept nogil:
    """Take in the group of island i. False: it is in already."""
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
    """Begin with the group of island i."""
    u.n_roots = u.size = u.need = 0
    unite(u, g, i)
