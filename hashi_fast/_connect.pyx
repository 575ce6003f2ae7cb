"""Groups, isolation and cuts (see _connect.pxd)."""
from libc.stdint cimport uint32_t

from hashi_fast._domains cimport (
    UNKNOWN_NEED,
    Cell,
    edge_byte,
    flips_at_least,
    flips_at_most,
    hf_popcount4,
    hi_of,
    lo_of,
    narrow_edge,
)
from hashi_fast._memory cimport carve
from hashi_fast._topology cimport DOWN, RIGHT, Topo


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
        g.group[i].need = d.cells[i].need
    g.n_groups = d.topo.board.n_islands
    g.seen = 0
    g.joined_size = 0


cdef inline int32_t join(Groups *g, int32_t a, int32_t b) noexcept nogil:
    """Join two different roots; the larger stays root and is returned."""
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
    g.seen = d.trail_size
    if g.n_groups == 1:
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


cdef int32_t strike_isolating(Groups *g, Domains *d) noexcept nogil:
    """For an edge between islands that are the only open ones of their groups and need the same number.

    That number on the edge would use both up and close their groups: in general a count v closes the groups when their
    open needs add up to 2 v, and since each end needs at least v, all of the need is at the two ends.
    """
    cdef const Topo *topo = d.topo
    cdef int32_t i, j, slot, a, b, need, struck = 0, n = topo.board.n_islands
    cdef bint loops = topo.board.loops
    cdef uint32_t byte
    cdef Cell *cell
    if g.n_groups == 1 and loops:
        return 0
    for i in range(n):
        cell = &d.cells[i]
        if cell.need == 0:
            continue
        a = -1
        for slot in range(RIGHT, DOWN + 1, 2):
            byte = (cell.slots >> (8 * slot)) & 0xFF
            if byte >> 4 == byte & 15:
                continue
            if a < 0:
                a = find_group(g, i)
            need = cell.need
            j = topo.slot_island[4 * i + slot]
            if loops and d.cells[j].need != need:
                continue
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
            if d.cells[j].need != need or hi_of(byte) - lo_of(byte) < need:
                continue
            struck += 1
            # Sums are at their fixpoint, so hi is lo + need and its uppermost bit falls.
            if not narrow_edge(d, topo.slot_edge[4 * i + slot], (byte & 0xF0) ^ ((byte & 0xF0) >> 1 & 0xF0)):
                return -1
    return struck


cdef inline void begin_visit(
    Visit *visit, const Domains *d, int32_t i, int32_t order, int32_t depth, int came
) noexcept nogil:
    """The walk of force_cuts meets island i."""
    visit.order = visit.low = order
    visit.surplus = d.cells[i].need
    visit.unknown = visit.surplus >= UNKNOWN_NEED - 16
    visit.odd = False
    visit.side = depth & 1
    visit.came = came
    visit.tried = 0


cdef int32_t settle_cut(Domains *d, int32_t e, int32_t surplus, bint exact) noexcept nogil:
    """Edge e alone joins a part of the board to the rest: draw the conclusions. 1 if it was narrowed, -1 conflict.

    Every bridge inside the part serves two of its islands, so what e still gets is as odd as the part's open need;
    where the part has no odd cycle (`exact`), it is just the surplus of the islands on e's side over the others.
    """
    cdef uint32_t byte = edge_byte(d.topo, d.cells, e), flips
    cdef int lo = lo_of(byte), hi = hi_of(byte)
    cdef int least = max(lo, 1), most = hi
    if exact:
        least = max(least, lo + surplus)
        most = min(most, lo + surplus)
    else:
        least += (least - lo + surplus) & 1
        most -= (most - lo + surplus) & 1
    if least > most:
        d.culprit = d.topo.edge_a[e]
        return -1
    flips = flips_at_least(byte, least) | flips_at_most(byte, most)
    if not flips:
        return 0
    return 1 if narrow_edge(d, e, flips) else -1


cdef int32_t force_cuts(Groups *g, Domains *d) noexcept nogil:
    """Depth-first search with Tarjan's low points over all edges that can still carry a bridge."""
    cdef const Topo *topo = d.topo
    cdef int32_t i, j, depth, met, changed, forced = 0, n = topo.board.n_islands
    cdef Visit *at
    cdef Visit *other
    cdef int slot
    for i in range(n):
        g.visit[i].order = 0
    i = 0
    depth = 0
    met = 1
    begin_visit(&g.visit[0], d, 0, met, depth, 4)
    while True:
        at = &g.visit[i]
        slot = at.tried
        if slot < 4:
            at.tried += 1
            if (d.cells[i].slots >> (8 * slot)) & 0xF0 and slot != at.came:
                j = topo.slot_island[4 * i + slot]
                other = &g.visit[j]
                if other.order:
                    at.low = min(at.low, other.order)
                    at.odd |= at.side == other.side
                else:
                    g.path[depth] = i
                    depth += 1
                    met += 1
                    begin_visit(other, d, j, met, depth, slot ^ 1)
                    i = j
            continue
        if depth == 0:
            break
        depth -= 1
        j = i
        other = at
        i = g.path[depth]
        at = &g.visit[i]
        at.low = min(at.low, other.low)
        at.surplus -= other.surplus
        at.odd |= other.odd
        at.unknown |= other.unknown
        if other.low == other.order:
            # Nothing below j reaches above it but by the edge to i. Closing its crossings may cut what this walk has
            # used already; a later pass sees to that. The needs that count are those of when the walk came by.
            slot = other.came
            if other.unknown:
                changed = 0
                if not (d.cells[j].slots >> (8 * slot)) & 1:
                    changed = 1 if narrow_edge(d, topo.slot_edge[4 * j + slot], 1) else -1
            else:
                changed = settle_cut(d, topo.slot_edge[4 * j + slot], other.surplus, not other.odd)
            if changed < 0:
                return -1
            forced += changed
    at = &g.visit[0]
    # Every bridge serves one island of either side, or two of some side where there is an odd cycle.
    if met < n or (not at.unknown and at.surplus & (1 if at.odd else -1)):
        d.culprit = 0
        return -1
    return forced
