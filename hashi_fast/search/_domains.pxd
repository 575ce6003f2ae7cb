"""Domains of the edges, packed into one word per island, with a trail that undoes every change.

The number of bridges on an edge lies in an interval lo..hi. All rules of the
game (sums, crossings, isolation, cuts) only ever move a bound: sums of intervals
are intervals, and a count that would close a group early is always the largest
one left. So no domain has holes, and a bound is stored as a thermometer: value v
is v low bits set. Bit k - 1 of lo reads "at least k bridges", bit k - 1 of hi
reads "k bridges are still possible". The same word serves 1 to 4 bridges per pair.

    slots        31      24 23      16 15       8 7        0
                 | hi  lo | hi  lo | hi  lo | hi  lo |
                 |   UP   |  DOWN  |  LEFT  | RIGHT  |     four bits each

The byte of an edge is in the words of both its islands (slot s in one is slot
s ^ 1 in the other), and both change together. A slot without an edge is 0.

    need  = target - sum of lo   how many bridges the island still has to get
    slack = sum of hi - target   how many possible bridges it can still lose

An unknown clue behaves like "at least 1": its slack is sum of hi - 1, and its need
starts at UNKNOWN_NEED, which is so high that it never limits anything.

A change is a byte of bits that flip (hi bits only fall, lo bits only rise), so
XOR applies it and undoes it, and a trail entry is edge << 8 | byte.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t

from hashi_fast.support._memory cimport Carver
from hashi_fast.board._topology cimport Topo


cdef enum:
    LO = 0x0F0F0F0F      # the lo bits of all four slots
    ONE = 0x01010101     # the lowest bit of all four slots
    UNKNOWN_NEED = 112   # above any real need (16) even after losing 16, and small enough to add up over all islands


# What the four edges of an island may carry.
cdef struct IslandDomain:
    uint32_t slots       # see above
    int8_t need
    int8_t slack
    uint8_t queued       # whether the island is in the queue


# Invariant after each successful call: the queue is empty, and every island has need >= 0, slack >= 0 and bounds that
# are consistent with its sum. After a contradiction, only `domains_undo` may be called.
cdef struct Domains:
    const Topo *topo
    IslandDomain *islands  # [n_islands]
    int32_t *queue       # [n_islands] a ring of islands to visit, first in, first out
    int32_t queue_head   # < n_islands
    int32_t queue_size   # <= n_islands, since no island is in it twice
    uint32_t *trail      # [2 * max_bridges * n_edges] all changes in order, edge << 8 | flipped bits
    int32_t trail_size
    int32_t culprit      # after a contradiction: an island involved
    int64_t visits       # islands visited, for statistics and to pace long searches


cdef extern from "hf_bits.h" nogil:
    int hf_popcount4(uint32_t x)


# Take the arrays from `carver` (without a base, it only measures). `topo` must stay alive.
cdef void domains_carve(Domains *d, const Topo *topo, Carver *carver) noexcept nogil

# Full domains, except for counts that the two targets of an edge exclude. Queues every island whose sum may conclude
# something.
cdef void domains_reset(Domains *d) noexcept nogil

# Full domains, up to the lesser target of each edge, with nothing queued.
cdef void domains_open(Domains *d) noexcept nogil

# Visit queued islands until nothing changes. False: contradiction, at d.culprit.
cdef bint propagate(Domains *d) noexcept nogil

# Return the number of edges whose number of bridges is open.
cdef int32_t count_open(const Domains *d) noexcept nogil

# Undo all changes except the first `mark`.
cdef void domains_undo(Domains *d, int32_t mark) noexcept nogil

# Raise or lower a bound of an edge and queue the islands affected. False: contradiction with a crossing.
# Precondition: `flips` is not empty and moves bounds of edge e inward, with lo staying at most hi.
cdef bint narrow_edge(Domains *d, int32_t e, uint32_t flips) noexcept nogil


cdef inline uint32_t edge_byte(const Topo *topo, const IslandDomain *islands, int32_t e) noexcept nogil:
    """The domain of edge e: hi in the upper, lo in the lower four bits."""
    return (islands[topo.edge_a[e]].slots >> (16 * topo.edge_orient[e])) & 0xFF


cdef inline uint32_t slot_byte(const IslandDomain *island, int slot) noexcept nogil:
    """The domain of the edge in a slot of an island."""
    return (island.slots >> (8 * slot)) & 0xFF


cdef inline bint is_open(uint32_t byte) noexcept nogil:
    """Whether the number of bridges on an edge with this domain is still open."""
    return byte >> 4 != byte & 15


cdef inline bint is_settled(const IslandDomain *island) noexcept nogil:
    """Whether the number of bridges is known on every edge of an island."""
    return (island.slots ^ island.slots >> 4) & LO == 0


cdef inline int lo_of(uint32_t byte) noexcept nogil:
    return hf_popcount4(byte & 15)


cdef inline int hi_of(uint32_t byte) noexcept nogil:
    return hf_popcount4(byte >> 4)


cdef inline uint32_t flips_at_least(uint32_t byte, int k) noexcept nogil:
    """The bits that flip when a domain is narrowed to k bridges or more."""
    return ((1 << k) - 1) & ~byte & 15


cdef inline uint32_t flips_at_most(uint32_t byte, int k) noexcept nogil:
    """The bits that flip when a domain is narrowed to k bridges or fewer."""
    return byte & (0xF0 << k) & 0xF0


cdef inline uint32_t need_flips(const IslandDomain *island) noexcept nogil:
    """The hi bits of an island's word that are out of reach, since no slot can get more than `need` on top of lo."""
    cdef uint32_t lo = island.slots & LO
    if island.need >= 4:
        return 0
    return (island.slots >> 4 & LO & ~(((lo + ONE) << island.need) - ONE)) << 4


cdef inline uint32_t sum_flips(const IslandDomain *island) noexcept nogil:
    """The bits of an island's word that its sum flips. Precondition: need and slack are not negative.

    No slot can get more than `need` on top of lo, or lose more than `slack` from hi. One pass is complete: sums of
    intervals are intervals, so the values that remain are exactly those that some choice for the other slots supports.
    """
    cdef uint32_t lo = island.slots & LO
    cdef uint32_t hi = (island.slots >> 4) & LO
    cdef uint32_t flips = need_flips(island)
    if island.slack < 4:
        flips |= (hi >> island.slack) & LO & ~lo
    return flips


cdef inline void flip(Domains *d, int32_t i, int32_t j, int slot, int32_t e, uint32_t flips) noexcept nogil:
    """Change edge e, in `slot` of island i and the opposite slot of island j, and record it on the trail."""
    cdef IslandDomain *here = &d.islands[i]
    cdef IslandDomain *there = &d.islands[j]
    cdef int raised = hf_popcount4(flips & 15)
    cdef int lowered = hf_popcount4(flips >> 4)
    here.slots ^= flips << (8 * slot)
    there.slots ^= flips << (8 * (slot ^ 1))
    here.need -= raised
    there.need -= raised
    here.slack -= lowered
    there.slack -= lowered
    d.trail[d.trail_size] = <uint32_t>e << 8 | flips
    d.trail_size += 1


cdef inline void enqueue(Domains *d, int32_t i) noexcept nogil:
    """Queue island i, unless it is already queued or its sum is too loose to conclude anything."""
    cdef IslandDomain *island = &d.islands[i]
    cdef int32_t at
    if island.queued or (island.need >= d.topo.board.max_bridges and island.slack >= d.topo.board.max_bridges):
        return
    island.queued = 1
    at = d.queue_head + d.queue_size
    if at >= d.topo.board.n_islands:
        at -= d.topo.board.n_islands
    d.queue[at] = i
    d.queue_size += 1
