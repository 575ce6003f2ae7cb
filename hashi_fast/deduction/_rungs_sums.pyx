"""Techniques about one island and what its directions can take (see _rungs_sums.pxd)."""
from libc.stdint cimport int32_t, uint32_t

from hashi_fast.board._boards cimport UNKNOWN
from hashi_fast.board._topology cimport Topo
from hashi_fast.deduction._state cimport (
    DIRECTIONS,
    EACH_WAY,
    FULL,
    NEIGHBOURS,
    Deduction,
    catch_up,
    conclude,
    end_step,
    look_at,
    take_next,
)
from hashi_fast.search._domains cimport (
    LO,
    ONE,
    Domains,
    IslandDomain,
    edge_byte,
    flips_at_least,
    is_open,
    is_settled,
    lo_of,
    slot_byte,
)
from hashi_fast.support._status cimport OK


cdef extern from "hf_bits.h" nogil:
    int hf_ctz32(uint32_t x)


cdef void conclude_slots(Deduction *t, int32_t i, uint32_t flips) noexcept nogil:
    """Conclude flips of an island's word, as a step that looks at the island and the neighbours it can still reach."""
    cdef const Topo *topo = t.domains.topo
    cdef uint32_t byte
    cdef int slot
    if t.log.wanted:
        look_at(t, i)
        for slot in range(4):
            if slot_byte(&t.domains.islands[i], slot) & 0xF0:
                look_at(t, topo.slot_island[4 * i + slot])
    while flips:
        slot = hf_ctz32(flips) >> 3
        byte = (flips >> (8 * slot)) & 0xFF
        flips &= ~(<uint32_t>0xFF << (8 * slot))
        conclude(t, topo.slot_edge[4 * i + slot], byte)
    end_step(t, i, -1)


cdef void complete_island(Deduction *t, int32_t i) noexcept nogil:
    """Close the other directions of an island that has all its bridges, once per pass."""
    cdef IslandDomain *island = &t.domains.islands[i]
    if island.need != 0 or t.stamp[i] == t.pass_number:
        return
    t.stamp[i] = t.pass_number
    if not is_settled(island):
        conclude_slots(t, i, (((island.slots >> 4) & LO) & ~island.slots) << 4)


cdef void block_crossings(Deduction *t, int32_t e) noexcept nogil:
    """Close everything that a bridge crosses."""
    cdef const Topo *topo = t.domains.topo
    cdef int32_t k, f
    cdef uint32_t byte
    if t.log.wanted:
        look_at(t, topo.edge_a[e])
        look_at(t, topo.edge_b[e])
    for k in range(topo.cross_start[e], topo.cross_start[e + 1]):
        f = topo.cross_list[k]
        byte = edge_byte(topo, t.domains.islands, f)
        # If both carry a bridge, the flip leaves lo above hi. That is noticed when it is applied.
        conclude(t, f, byte & 0xF0)
    end_step(t, -1, e)


cdef Status find_completions(Deduction *t) noexcept nogil:
    cdef const Domains *d = &t.domains
    cdef uint32_t entry
    t.pass_number += 1
    while t.completed < d.trail_size:
        entry = d.trail[t.completed]
        t.completed += 1
        if entry & 15:
            complete_island(t, d.topo.edge_a[entry >> 8])
            complete_island(t, d.topo.edge_b[entry >> 8])
        if entry & 1:
            block_crossings(t, entry >> 8)
    return OK


cdef inline int takes_by_print(const Deduction *t, int32_t i, int slot) noexcept nogil:
    """Return how many more bridges a direction takes, going by the printed numbers and the need of the island."""
    cdef const IslandDomain *island = &t.domains.islands[i]
    cdef uint32_t byte = slot_byte(island, slot)
    if not is_open(byte):
        return 0
    return min(t.cap[t.domains.topo.slot_edge[4 * i + slot]] - lo_of(byte), island.need)


cdef bint is_full(const Deduction *t, int32_t i) noexcept nogil:
    """Whether an island needs all that its directions take, going by the printed numbers."""
    cdef int slot, takes = 0
    for slot in range(4):
        takes += takes_by_print(t, i, slot)
    return takes == t.domains.islands[i].need


cdef Status find_full_islands(Deduction *t) noexcept nogil:
    """An island that needs all that its open directions can take gets it."""
    cdef const Domains *d = &t.domains
    cdef const IslandDomain *island
    cdef int32_t i = -1
    catch_up(t)
    while True:
        i = take_next(t, FULL, i + 1)
        if i < 0:
            return OK
        island = &d.islands[i]
        # Slack also reflects what the neighbours still need, so an island with slack cannot be full.
        if island.slack == 0 and not is_settled(island) and is_full(t, i):
            conclude_slots(t, i, (island.slots >> 4) & ~island.slots & LO)


cdef Status find_one_each_way(Deduction *t) noexcept nogil:
    """If a target is high enough, each direction gets a share even if all others are full. Only their number counts."""
    cdef const Domains *d = &t.domains
    cdef const IslandDomain *island
    cdef int32_t i = -1, share, most = d.topo.board.max_bridges
    cdef uint32_t ways
    while True:
        i = take_next(t, EACH_WAY, i + 1)
        if i < 0:
            return OK
        island = &d.islands[i]
        if island.slack >= most or is_settled(island):
            continue
        ways = (island.slots >> 4) & ONE
        share = d.topo.board.target[i] - most * (<int32_t>((ways * ONE) >> 24) - 1)
        if share > 0:
            # The lowest `share` bits of every slot that has a way. (With an unknown target, `share` is negative.)
            conclude_slots(t, i, ways * ((1 << share) - 1) & ~island.slots)


cdef Status find_limited_directions(Deduction *t) noexcept nogil:
    """A direction gets what the others cannot take, going by the printed numbers."""
    cdef const Domains *d = &t.domains
    cdef const IslandDomain *island
    cdef int32_t i = -1, most = d.topo.board.max_bridges
    cdef int takes[4]
    cdef int slot, spare
    cdef uint32_t byte, flips
    while True:
        i = take_next(t, DIRECTIONS, i + 1)
        if i < 0:
            return OK
        island = &d.islands[i]
        # Slack also reflects what the neighbours still need, so where it is large there is nothing to find.
        if island.slack >= most or is_settled(island) or d.topo.board.target[i] == UNKNOWN:
            continue
        spare = -island.need
        for slot in range(4):
            takes[slot] = takes_by_print(t, i, slot)
            spare += takes[slot]
        flips = 0
        for slot in range(4):
            if takes[slot] > spare:
                byte = slot_byte(island, slot)
                flips |= flips_at_least(byte, lo_of(byte) + takes[slot] - spare) << (8 * slot)
        if flips:
            conclude_slots(t, i, flips)


cdef Status find_limited_neighbours(Deduction *t) noexcept nogil:
    """The same, going by what the neighbours still need."""
    cdef const Domains *d = &t.domains
    cdef const IslandDomain *island
    cdef int32_t i = -1, most = d.topo.board.max_bridges
    cdef uint32_t flips
    while True:
        i = take_next(t, NEIGHBOURS, i + 1)
        if i < 0:
            return OK
        island = &d.islands[i]
        if island.slack < most and not is_settled(island):
            flips = ((island.slots >> 4) & LO) >> island.slack & LO & ~island.slots
            if flips:
                conclude_slots(t, i, flips)
