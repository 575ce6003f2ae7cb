"""Propagates island sums and crossings to a fixpoint (see _domains.pxd for the layout of the words)."""
from hashi_fast.board._boards cimport UNKNOWN
from hashi_fast.support._memory cimport carve


cdef extern from "hf_bits.h" nogil:
    int hf_ctz32(uint32_t x)
    bint HF_UNLIKELY(bint x)


cdef void domains_carve(Domains *d, const Topo *topo, Carver *carver) noexcept nogil:
    cdef size_t n = topo.board.n_islands
    cdef size_t m = topo.n_edges
    d.topo = topo
    d.islands = <IslandDomain *>carve(carver, n * sizeof(IslandDomain))
    d.queue = <int32_t *>carve(carver, n * sizeof(int32_t))
    d.trail = <uint32_t *>carve(carver, 2 * topo.board.max_bridges * m * sizeof(uint32_t))


cdef inline void fill(Domains *d, bint strike_pairs) noexcept nogil:
    """Full domains; with `strike_pairs`, without counts that use up both islands of an edge."""
    cdef const Topo *topo = d.topo
    cdef int32_t i, e, a, b, hi, n = topo.board.n_islands
    cdef int32_t target_a, target_b
    cdef uint32_t byte
    cdef const int8_t *target = topo.board.target
    cdef IslandDomain *islands = d.islands
    cdef IslandDomain *island
    d.trail_size = 0
    d.queue_head = 0
    d.queue_size = 0
    d.visits = 0
    for i in range(n):
        island = &islands[i]
        island.slots = 0
        island.queued = 0
        if target[i] == UNKNOWN:
            island.need = UNKNOWN_NEED
            # A lone island needs no bridge; any other needs at least one.
            island.slack = -1 if n > 1 else 0
        else:
            island.need = target[i]
            island.slack = -target[i]
    for e in range(topo.n_edges):
        a = topo.edge_a[e]
        b = topo.edge_b[e]
        hi = topo.board.max_bridges
        target_a = islands[a].need
        target_b = islands[b].need
        if hi >= target_a:
            hi = target_a
        if hi >= target_b:
            # Using up both islands would cut them off from the others.
            hi = target_b - (strike_pairs and target_a == target_b and n > 2)
        byte = ((1 << hi) - 1) << 4
        islands[a].slots |= byte << (16 * topo.edge_orient[e])
        islands[b].slots |= byte << (16 * topo.edge_orient[e] + 8)
        islands[a].slack += hi
        islands[b].slack += hi


cdef void domains_reset(Domains *d) noexcept nogil:
    cdef int32_t i
    fill(d, True)
    for i in range(d.topo.board.n_islands):
        enqueue(d, i)


cdef void domains_open(Domains *d) noexcept nogil:
    fill(d, False)


cdef bint close_crossings(Domains *d, int32_t e) noexcept nogil:
    """Edge e has got its first bridge: nothing may cross it any more."""
    cdef const Topo *topo = d.topo
    cdef int32_t k, f, a, b
    cdef uint32_t byte
    for k in range(topo.cross_start[e], topo.cross_start[e + 1]):
        f = topo.cross_list[k]
        a = topo.edge_a[f]
        byte = edge_byte(topo, d.islands, f)
        if byte == 0:
            continue
        if HF_UNLIKELY(byte & 1):
            d.culprit = a
            return False
        b = topo.edge_b[f]
        flip(d, a, b, 2 * topo.edge_orient[f], f, byte)
        enqueue(d, a)
        enqueue(d, b)
    return True


cdef bint narrow_edge(Domains *d, int32_t e, uint32_t flips) noexcept nogil:
    cdef int32_t a = d.topo.edge_a[e]
    cdef int32_t b = d.topo.edge_b[e]
    flip(d, a, b, 2 * d.topo.edge_orient[e], e, flips)
    enqueue(d, a)
    enqueue(d, b)
    return not flips & 1 or close_crossings(d, e)


cdef bint propagate(Domains *d) noexcept nogil:
    cdef const Topo *topo = d.topo
    cdef int32_t i, j, e, n = topo.board.n_islands
    cdef uint32_t flips, byte
    cdef int slot
    cdef IslandDomain *island
    while d.queue_size:
        i = d.queue[d.queue_head]
        d.queue_head += 1
        if d.queue_head == n:
            d.queue_head = 0
        d.queue_size -= 1
        d.visits += 1
        island = &d.islands[i]
        island.queued = 0
        if HF_UNLIKELY(island.need < 0 or island.slack < 0):
            d.culprit = i
            return False
        flips = sum_flips(island)
        while flips:
            slot = hf_ctz32(flips) >> 3
            byte = (flips >> (8 * slot)) & 0xFF
            flips &= ~(<uint32_t>0xFF << (8 * slot))
            j = topo.slot_island[4 * i + slot]
            e = topo.slot_edge[4 * i + slot]
            flip(d, i, j, slot, e, byte)
            enqueue(d, j)
            if byte & 1 and not close_crossings(d, e):
                return False
    return True


cdef int32_t count_open(const Domains *d) noexcept nogil:
    cdef int32_t e, found = 0
    for e in range(d.topo.n_edges):
        found += is_open(edge_byte(d.topo, d.islands, e))
    return found


cdef void domains_undo(Domains *d, int32_t mark) noexcept nogil:
    cdef const Topo *topo = d.topo
    cdef uint32_t flips, shift
    cdef int32_t e, raised, lowered
    cdef IslandDomain *here
    cdef IslandDomain *there
    # A contradiction leaves islands in the queue.
    while d.queue_size:
        d.islands[d.queue[d.queue_head]].queued = 0
        d.queue_head += 1
        if d.queue_head == topo.board.n_islands:
            d.queue_head = 0
        d.queue_size -= 1
    while d.trail_size > mark:
        d.trail_size -= 1
        e = d.trail[d.trail_size] >> 8
        flips = d.trail[d.trail_size] & 0xFF
        raised = hf_popcount4(flips & 15)
        lowered = hf_popcount4(flips >> 4)
        shift = 16 * topo.edge_orient[e]
        here = &d.islands[topo.edge_a[e]]
        there = &d.islands[topo.edge_b[e]]
        here.slots ^= flips << shift
        there.slots ^= flips << (shift + 8)
        here.need += raised
        there.need += raised
        here.slack += lowered
        there.slack += lowered
