"""Groups, isolation and cuts (see _groups.pxd)."""
from libc.stdint cimport uint32_t, uint64_t

from hashi_fast.board._topology cimport DOWN, RIGHT, Topo
from hashi_fast.search._domains cimport (
    LO,
    ONE,
    UNKNOWN_NEED,
    IslandDomain,
    flips_at_least,
    flips_at_most,
    hf_popcount4,
    hi_of,
    is_open,
    lo_of,
    narrow_edge,
    propagate,
    slot_byte,
)
from hashi_fast.support._memory cimport carve


cdef extern from "hf_bits.h" nogil:
    int hf_ctz32(uint32_t x)


cdef enum:
    TOWARDS_LATER = 1 << 8 * RIGHT | 1 << 8 * DOWN    # the slots that lead to islands later in the order


cdef void groups_carve(Groups *g, Domains *d, Carver *carver) noexcept nogil:
    cdef size_t n = d.topo.board.n_islands
    cdef size_t m = d.topo.n_edges
    g.group = <Group *>carve(carver, n * sizeof(Group))
    g.joined = <int32_t *>carve(carver, m * sizeof(int32_t))
    g.visit = <Visit *>carve(carver, n * sizeof(Visit))
    g.path = <int32_t *>carve(carver, n * sizeof(int32_t))


cdef void groups_reset(Groups *g, Domains *d) noexcept nogil:
    cdef int32_t i
    for i in range(d.topo.board.n_islands):
        g.group[i].parent = i
        g.group[i].size = 1
        g.group[i].need = d.islands[i].need
    g.n_groups = d.topo.board.n_islands
    g.seen = 0
    g.joined_size = 0


cdef inline int32_t join(Groups *g, int32_t a, int32_t b) noexcept nogil:
    """Join the groups of two different roots. Returns the root of the larger one, which stays root."""
    if g.group[a].size < g.group[b].size:
        a, b = b, a
    g.group[b].parent = a
    g.group[a].size += g.group[b].size
    g.group[a].need += g.group[b].need
    g.n_groups -= 1
    g.joined[g.joined_size] = b
    g.joined_size += 1
    return a


cdef bint groups_update(Groups *g, Domains *d) noexcept nogil:
    cdef const Topo *topo = d.topo
    cdef int32_t a, b, t, start = g.seen
    cdef bint closed = False
    cdef uint32_t entry
    for t in range(start, d.trail_size):
        entry = d.trail[t]
        if not entry & 15:
            continue
        a = find_group(g, topo.edge_a[entry >> 8])
        if entry & 1:
            b = find_group(g, topo.edge_b[entry >> 8])
            if a != b:
                a = join(g, a, b)
            else:
                g.joined[g.joined_size] = -1
                g.joined_size += 1
                if not topo.board.loops:
                    g.group[a].need -= 2 * hf_popcount4(entry & 15)
                    g.seen = t + 1
                    d.culprit = topo.edge_a[entry >> 8]
                    return False
        g.group[a].need -= 2 * hf_popcount4(entry & 15)
        # No later entry can join anything to such a group.
        closed |= g.group[a].need == 0
    g.seen = d.trail_size
    if g.n_groups == 1 or not closed:
        return True
    for t in range(start, d.trail_size):
        entry = d.trail[t]
        if entry & 15:
            a = find_group(g, topo.edge_a[entry >> 8])
            if g.group[a].need == 0:
                d.culprit = topo.edge_a[entry >> 8]
                return False
    return True


cdef void groups_undo(Groups *g, Domains *d, int32_t mark) noexcept nogil:
    cdef int32_t a, b
    cdef uint32_t entry
    while g.seen > mark:
        g.seen -= 1
        entry = d.trail[g.seen]
        if not entry & 15:
            continue
        g.group[find_group(g, d.topo.edge_a[entry >> 8])].need += 2 * hf_popcount4(entry & 15)
        if entry & 1:
            g.joined_size -= 1
            b = g.joined[g.joined_size]
            if b >= 0:
                a = g.group[b].parent
                g.group[b].parent = b
                g.group[a].size -= g.group[b].size
                g.group[a].need -= g.group[b].need
                g.n_groups += 1


cdef inline uint32_t slots_to_follow(uint32_t slots, Which which) noexcept nogil:
    """The slots whose edges a walk follows: the lowest bit of each."""
    if which == POSSIBLE:
        return slots >> 4 & ONE
    if which == SURE:
        return slots & ONE
    slots = (slots ^ slots >> 4) & LO
    slots |= slots >> 2
    return (slots | slots >> 1) & ONE


cdef int32_t strike_isolating(Groups *g, Domains *d) noexcept nogil:
    """Strike the largest count of an edge whose ends are the only open islands of their groups and have the same need.

    That many more bridges on the edge would use up both ends and close their groups. No other count can do so: v more
    bridges close the groups only if their open needs add up to 2 v, and since each end needs at least v, the two ends
    then have all of the need.
    """
    cdef const Topo *topo = d.topo
    cdef int32_t i, j, a, b, need, struck = 0, n = topo.board.n_islands
    cdef int slot
    cdef bint loops = topo.board.loops
    cdef uint32_t byte, left
    cdef IslandDomain *island
    if g.n_groups == 1 and loops:
        return 0
    for i in range(n):
        island = &d.islands[i]
        if island.need == 0:
            continue
        # Each edge is looked at from its upper or left end.
        left = slots_to_follow(island.slots, UNDECIDED) & TOWARDS_LATER
        while left:
            slot = hf_ctz32(left) >> 3
            left &= left - 1
            need = island.need
            j = topo.slot_island[4 * i + slot]
            if d.islands[j].need != need and loops:
                continue
            byte = slot_byte(island, slot)
            if not is_open(byte):
                # An edge struck before has closed it.
                continue
            a = find_group(g, i)
            b = find_group(g, j)
            if a == b:
                if not loops and not byte & 15:
                    # A bridge would close a loop.
                    struck += 1
                    if not narrow_edge(d, topo.slot_edge[4 * i + slot], byte):
                        return -1
                    continue
                if g.group[a].need != 2 * need or g.group[a].size == n:
                    continue
            elif g.group[a].need + g.group[b].need != 2 * need or g.group[a].size + g.group[b].size == n:
                continue
            if d.islands[j].need != need or hi_of(byte) - lo_of(byte) < need:
                continue
            struck += 1
            # Sums are at their fixpoint, so hi is lo + need.
            if not narrow_edge(d, topo.slot_edge[4 * i + slot], flips_at_most(byte, hi_of(byte) - 1)):
                return -1
    return struck


cdef inline void begin_visit(
    Visit *visit, const IslandDomain *island, int32_t order, int32_t root, int side, int came, Which which
) noexcept nogil:
    """A walk reaches an island."""
    visit.order = visit.low = order
    visit.root = root
    visit.surplus = island.need
    visit.unknown = island.need >= UNKNOWN_NEED - 16
    visit.odd = 0
    visit.below = 1
    visit.side = side
    visit.came = came
    # Shifting by 32 at the root would be undefined.
    visit.left = slots_to_follow(island.slots, which) & ~<uint32_t>(<uint64_t>1 << (8 * came))


cdef inline int32_t walk_piece(Groups *g, const Domains *d, int32_t root, int32_t met, Which which) noexcept nogil:
    """Reach all islands that edges join to `root`; `met` islands were reached before. Returns how many are then."""
    cdef const Topo *topo = d.topo
    cdef int32_t i = root, j, depth = 0
    cdef Visit *at
    cdef Visit *other
    cdef int slot
    met += 1
    begin_visit(&g.visit[root], &d.islands[root], met, root, 0, 4, which)
    while True:
        at = &g.visit[i]
        if at.left:
            slot = hf_ctz32(at.left) >> 3
            at.left &= at.left - 1
            j = topo.slot_island[4 * i + slot]
            other = &g.visit[j]
            if other.order:
                at.low = min(at.low, other.order)
                at.odd += at.side == other.side
            else:
                g.path[depth] = i
                depth += 1
                met += 1
                begin_visit(other, &d.islands[j], met, root, depth & 1, slot ^ 1, which)
                i = j
            continue
        if depth == 0:
            return met
        depth -= 1
        i = g.path[depth]
        other = at
        at = &g.visit[i]
        at.low = min(at.low, other.low)
        at.surplus -= other.surplus
        at.odd += other.odd
        at.unknown += other.unknown
        at.below += other.below


cdef int32_t walk_board(Groups *g, const Domains *d, Which which) noexcept nogil:
    cdef int32_t i, met = 0, pieces = 0
    for i in range(d.topo.board.n_islands):
        g.visit[i].order = 0
    for i in range(d.topo.board.n_islands):
        if g.visit[i].order == 0:
            pieces += 1
            # Two calls, so that the compiler makes a special loop for the case that search needs.
            met = walk_piece(g, d, i, met, POSSIBLE) if which == POSSIBLE else walk_piece(g, d, i, met, which)
    return pieces


cdef inline void narrow_cut(int32_t surplus, bint exact, int lo, int *least, int *most) noexcept nogil:
    """What one side of a cut says about its edge: it gets `surplus` more bridges, or (not exact) that many modulo 2."""
    if exact:
        least[0] = max(least[0], lo + surplus)
        most[0] = min(most[0], lo + surplus)
    else:
        least[0] += (least[0] - lo + surplus) & 1
        most[0] -= (most[0] - lo + surplus) & 1


cdef bint cut_flips(const Groups *g, const Domains *d, int32_t below, int least, uint32_t *flips) noexcept nogil:
    """Narrow the edge by the needs on both sides of the cut.

    Every bridge inside one side serves two islands there, so the number of bridges that the edge still gets has the
    same parity as the need of that side. If the side has no odd cycle, the number is known exactly. It is the surplus:
    the need at even distance from the edge's island there less the need at odd distance.
    """
    cdef const Visit *visit = &g.visit[below]
    cdef const Visit *root = &g.visit[visit.root]
    cdef uint32_t byte = slot_byte(&d.islands[below], visit.came)
    cdef int lo = lo_of(byte), most = hi_of(byte)
    cdef int32_t beyond
    least = max(least, lo)
    if visit.unknown == 0:
        narrow_cut(visit.surplus, visit.odd == 0, lo, &least, &most)
    if root.unknown == visit.unknown:
        # The island above is at even distance from the root if and only if the one below is not.
        beyond = visit.surplus + (root.surplus if visit.side else -root.surplus)
        narrow_cut(beyond, root.odd == visit.odd, lo, &least, &most)
    if least > most:
        return False
    flips[0] = flips_at_least(byte, least) | flips_at_most(byte, most)
    return True


cdef int32_t force_cuts(Groups *g, Domains *d) noexcept nogil:
    cdef const Topo *topo = d.topo
    cdef int32_t i, forced = 0, n = topo.board.n_islands
    cdef uint32_t flips
    cdef Visit *root = &g.visit[0]
    # Without odd cycles, every bridge serves one island at even and one at odd distance, so their needs must be equal.
    # With odd cycles, the sum of all needs must still be even.
    if walk_board(g, d, POSSIBLE) > 1 or (not root.unknown and root.surplus & (1 if root.odd else -1)):
        d.culprit = 0
        return -1
    for i in range(1, n):
        if not is_cut(&g.visit[i]):
            continue
        # Narrowing one cut may close another by crossing it, which is then a contradiction. The needs are those at the
        # time of the walk.
        if not cut_flips(g, d, i, 1, &flips):
            d.culprit = i
            return -1
        if flips:
            forced += 1
            if not narrow_edge(d, topo.slot_edge[4 * i + g.visit[i].came], flips):
                return -1
    return forced


cdef bint settle(Groups *g, Domains *d, int64_t *effort) noexcept nogil:
    cdef int32_t narrowed
    cdef int64_t visits = d.visits
    cdef int64_t sweep = (d.topo.board.n_islands >> 2) + 1
    while True:
        if not propagate(d) or not groups_update(g, d):
            narrowed = -1
            break
        effort[0] += sweep
        narrowed = strike_isolating(g, d)
        if narrowed == 0 and g.n_groups > 1:
            effort[0] += 4 * sweep
            narrowed = force_cuts(g, d)
        if narrowed <= 0:
            break
    effort[0] += d.visits - visits
    return narrowed == 0
