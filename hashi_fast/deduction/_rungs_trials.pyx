"""Techniques that try something out (see _rungs_trials.pxd)."""
from libc.stdint cimport int32_t, int64_t, uint32_t

from hashi_fast.board._boards cimport UNKNOWN
from hashi_fast.board._topology cimport Topo
from hashi_fast.deduction._rungs_search cimport prove_unique
from hashi_fast.deduction._state cimport CASES, Deduction, conclude, end_step, log_entry, look_at
from hashi_fast.search._answers cimport NODE_LIMIT
from hashi_fast.search._domains cimport (
    LO,
    Domains,
    IslandDomain,
    domains_undo,
    edge_byte,
    flip,
    flips_at_least,
    flips_at_most,
    hi_of,
    is_open,
    is_settled,
    lo_of,
    narrow_edge,
    need_flips,
    propagate,
    slot_byte,
    sum_flips,
)
from hashi_fast.search._groups cimport Union, groups_update, settle, union_start, unite, unsettle
from hashi_fast.support._status cimport CALL_AGAIN, OK


cdef extern from "hf_bits.h" nogil:
    int hf_ctz32(uint32_t x)


cdef bint change(Domains *d, int32_t e, uint32_t flips) noexcept nogil:
    """Change an edge on trial. False: an island at one of its ends then has too many bridges or cannot get enough."""
    cdef IslandDomain *a = &d.islands[d.topo.edge_a[e]]
    cdef IslandDomain *b = &d.islands[d.topo.edge_b[e]]
    if flips:
        flip(d, d.topo.edge_a[e], d.topo.edge_b[e], 2 * d.topo.edge_orient[e], e, flips)
    return a.need >= 0 and b.need >= 0 and a.slack >= 0 and b.slack >= 0


cdef bint place(Domains *d, int32_t e, int count) noexcept nogil:
    """Put at least `count` bridges on edge e and close what they cross. False: that is impossible."""
    cdef uint32_t crossed, byte = edge_byte(d.topo, d.islands, e)
    cdef int32_t k
    d.visits += 1
    if count > hi_of(byte) or not change(d, e, flips_at_least(byte, count)):
        return False
    if byte & 1 or count == 0:
        return True
    d.visits += (d.topo.cross_start[e + 1] - d.topo.cross_start[e]) >> 1
    for k in range(d.topo.cross_start[e], d.topo.cross_start[e + 1]):
        crossed = edge_byte(d.topo, d.islands, d.topo.cross_list[k])
        if crossed & 1 or not change(d, d.topo.cross_list[k], crossed):
            return False
    return True


cdef bint cap_directions(Domains *d, int32_t i) noexcept nogil:
    """Let no direction of island i take more than it needs. False: that starves a neighbour."""
    cdef uint32_t over = need_flips(&d.islands[i])
    cdef int slot
    while over:
        slot = hf_ctz32(over) >> 3
        if not change(d, d.topo.slot_edge[4 * i + slot], (over >> (8 * slot)) & 0xFF):
            return False
        over &= ~(<uint32_t>0xFF << (8 * slot))
    return True


cdef void look_at_trial(Deduction *t, int32_t mark) noexcept nogil:
    """Look at the islands that a trial has changed."""
    cdef const Topo *topo = t.domains.topo
    cdef int32_t k, e
    if t.log.wanted:
        for k in range(mark, t.domains.trail_size):
            e = t.domains.trail[k] >> 8
            look_at(t, topo.edge_a[e])
            look_at(t, topo.edge_b[e])


cdef bint use_up(Domains *d, int32_t e, int count) noexcept nogil:
    """Put at least `count` bridges on edge e, close what they cross and cap what they use up. False: impossible."""
    return place(d, e, count) and cap_directions(d, d.topo.edge_a[e]) and cap_directions(d, d.topo.edge_b[e])


cdef int32_t note_musts(Deduction *t, int32_t i, int32_t n_changed) noexcept nogil:
    """Note the bridges that island i must have now that other directions take less; return how many edges are noted."""
    cdef const IslandDomain *island = &t.domains.islands[i]
    cdef uint32_t must
    cdef int32_t e
    cdef int slot
    if island.slack >= t.domains.topo.board.max_bridges:
        return n_changed
    must = sum_flips(island) & LO
    while must:
        slot = hf_ctz32(must) >> 3
        e = t.domains.topo.slot_edge[4 * i + slot]
        t.changed[n_changed] = e
        n_changed += t.flipped[e] == 0
        t.flipped[e] |= (must >> (8 * slot)) & 0xFF
        must &= ~(<uint32_t>0xFF << (8 * slot))
    return n_changed


cdef bint starves(Deduction *t, int32_t e, int count) noexcept nogil:
    """Whether `count` bridges on edge e starve an island two steps away.

    They cannot starve one in a single step: an island that needs what they take would already have it. But the islands
    that they take from must turn elsewhere, all at once (so that no order matters), and may ask for more than there is.
    """
    cdef Domains *d = &t.domains
    cdef int32_t k, f, n_changed = 0, mark = d.trail_size
    cdef bint possible = use_up(d, e, count)
    if possible:
        for k in range(mark, d.trail_size):
            f = d.trail[k] >> 8
            n_changed = note_musts(t, d.topo.edge_a[f], n_changed)
            n_changed = note_musts(t, d.topo.edge_b[f], n_changed)
    for k in range(n_changed):
        f = t.changed[k]
        possible = possible and place(d, f, lo_of(edge_byte(d.topo, d.islands, f)) + lo_of(t.flipped[f]))
        t.flipped[f] = 0
    for k in range(n_changed):
        f = t.changed[k]
        possible = possible and cap_directions(d, d.topo.edge_a[f]) and cap_directions(d, d.topo.edge_b[f])
    if not possible:
        look_at_trial(t, mark)
    domains_undo(d, mark)
    return not possible


cdef inline int least_to_try(const Deduction *t, int32_t e, uint32_t byte) noexcept nogil:
    """The least number of bridges on an open edge of which a trial may show that it is too many."""
    return (lo_of(byte) if t.known == NULL else max(lo_of(byte), t.known[e])) + 1


cdef inline int most_to_try(const Deduction *t, int32_t e, uint32_t byte) noexcept nogil:
    """The greatest number of bridges on an open edge of which a trial may show that it is too few."""
    return (hi_of(byte) if t.known == NULL else min(hi_of(byte), t.known[e])) - 1


cdef Status next_starvation(Deduction *t, int32_t *edge, uint32_t *flips) noexcept nogil:
    cdef Domains *d = &t.domains
    cdef int32_t e, k
    cdef uint32_t byte
    cdef int64_t visits = d.visits
    edge[0] = -1
    while t.cursor < d.topo.n_edges and edge[0] < 0:
        if t.effort + d.visits - visits >= t.effort_limit:
            break
        e = t.cursor
        t.cursor += 1
        byte = edge_byte(d.topo, d.islands, e)
        if not is_open(byte):
            continue
        for k in range(least_to_try(t, e, byte), hi_of(byte) + 1):
            if starves(t, e, k):
                edge[0] = e
                flips[0] = flips_at_most(byte, k - 1)
                break
    t.effort += d.visits - visits
    return OK if edge[0] >= 0 or t.cursor == d.topo.n_edges else CALL_AGAIN


cdef Status find_starvations(Deduction *t) noexcept nogil:
    cdef int32_t e
    cdef uint32_t flips
    cdef Status status
    while True:
        status = next_starvation(t, &e, &flips)
        if e < 0:
            return status
        conclude(t, e, flips)
        end_step(t, -1, e)


cdef bint isolates(const Deduction *t, int32_t i, const int *counts) noexcept nogil:
    """Whether these bridges at island i close a group that is not the whole board, or a forbidden loop."""
    cdef const Topo *topo = t.domains.topo
    cdef Union u
    cdef int32_t slot
    cdef uint32_t byte
    union_start(&u, &t.groups, i)
    for slot in range(4):
        if counts[slot] == 0:
            continue
        byte = slot_byte(&t.domains.islands[i], slot)
        u.need -= 2 * (counts[slot] - lo_of(byte))
        # The first bridge to an island of the same group closes a loop.
        if not unite(&u, &t.groups, topo.slot_island[4 * i + slot]) and not topo.board.loops and not byte & 1:
            return True
    return u.need == 0 and u.size < topo.board.n_islands


cdef bint works(Deduction *t, int32_t i, const int *counts) noexcept nogil:
    """Whether an island can have exactly these bridges, as far as its surroundings show."""
    cdef Domains *d = &t.domains
    cdef const Topo *topo = d.topo
    cdef int32_t slot, e, mark = d.trail_size
    cdef bint possible = True
    d.visits += 1
    if isolates(t, i, counts):
        return False
    for slot in range(4):
        e = topo.slot_edge[4 * i + slot]
        if e >= 0 and possible:
            # What was placed in another direction cannot cross this edge: they meet at the island.
            possible = place(d, e, counts[slot])
            if possible:
                possible = change(d, e, flips_at_most(edge_byte(topo, d.islands, e), counts[slot]))
    for slot in range(4):
        if possible and counts[slot]:
            possible = cap_directions(d, topo.slot_island[4 * i + slot])
    domains_undo(d, mark)
    return possible


cdef void combine(Deduction *t, int32_t i) noexcept nogil:
    """List the ways to give island i its bridges, and conclude what the ways that work have in common."""
    cdef const Topo *topo = t.domains.topo
    cdef IslandDomain island = t.domains.islands[i]
    cdef int lo[4]
    cdef int hi[4]
    cdef int counts[4]
    cdef int least[4]
    cdef int most[4]
    cdef int slot, total = 0
    cdef bint known = topo.board.target[i] != UNKNOWN
    cdef uint32_t byte
    for slot in range(4):
        byte = slot_byte(&island, slot)
        lo[slot] = lo_of(byte)
        hi[slot] = hi_of(byte)
        counts[slot] = lo[slot]
        least[slot] = hi[slot] + 1
        most[slot] = -1
        total += lo[slot]
    while True:
        if (total == topo.board.target[i] if known else total >= 1) and works(t, i, counts):
            for slot in range(4):
                least[slot] = min(least[slot], counts[slot])
                most[slot] = max(most[slot], counts[slot])
        # The next way: count up, one digit per slot.
        for slot in range(4):
            if counts[slot] < hi[slot]:
                counts[slot] += 1
                total += 1
                break
            total -= counts[slot] - lo[slot]
            counts[slot] = lo[slot]
        else:
            break
    if t.log.wanted:
        look_at(t, i)
    for slot in range(4):
        if hi[slot]:
            if t.log.wanted:
                look_at(t, topo.slot_island[4 * i + slot])
            byte = slot_byte(&island, slot)
            # If no way works, these flips leave lo above hi. That is noticed when they are applied.
            conclude(
                t, topo.slot_edge[4 * i + slot],
                flips_at_least(byte, min(least[slot], hi[slot])) | flips_at_most(byte, max(most[slot], 0)),
            )
    end_step(t, i, -1)


cdef Status find_combinations(Deduction *t) noexcept nogil:
    cdef int32_t i
    cdef int64_t visits
    while t.cursor < t.domains.topo.board.n_islands:
        i = t.cursor
        t.cursor += 1
        if is_settled(&t.domains.islands[i]):
            continue
        visits = t.domains.visits
        combine(t, i)
        t.effort += t.domains.visits - visits
        if t.effort >= t.effort_limit:
            return CALL_AGAIN
    return OK


cdef bint fails(Deduction *t, int32_t e, uint32_t flips) noexcept nogil:
    """Whether sums, crossings and closed groups alone show that a change leads to a contradiction."""
    cdef Domains *d = &t.domains
    cdef int32_t mark = d.trail_size
    cdef bint failed
    cdef int64_t visits = d.visits
    failed = not (narrow_edge(d, e, flips) and propagate(d) and groups_update(&t.groups, d))
    if failed:
        look_at_trial(t, mark)
    unsettle(&t.groups, d, mark)
    t.effort += 1 + d.visits - visits
    return failed


cdef uint32_t flips_by_more(Deduction *t, int32_t e) noexcept nogil:
    cdef uint32_t byte = edge_byte(t.domains.topo, t.domains.islands, e)
    cdef int k
    for k in range(least_to_try(t, e, byte), hi_of(byte) + 1):
        if fails(t, e, flips_at_least(byte, k)):
            return flips_at_most(byte, k - 1)
    return 0


cdef uint32_t flips_by_fewer(Deduction *t, int32_t e) noexcept nogil:
    cdef uint32_t byte = edge_byte(t.domains.topo, t.domains.islands, e)
    cdef int k
    for k in range(most_to_try(t, e, byte), lo_of(byte) - 1, -1):
        if fails(t, e, flips_at_most(byte, k)):
            return flips_at_least(byte, k + 1)
    return 0


cdef Status find_contradictions(Deduction *t) noexcept nogil:
    """Assume more bridges than are sure, or fewer than are possible, and rule out what fails."""
    cdef const Topo *topo = t.domains.topo
    cdef int32_t e
    while t.cursor < topo.n_edges:
        e = t.cursor
        t.cursor += 1
        if not is_open(edge_byte(topo, t.domains.islands, e)):
            continue
        conclude(t, e, flips_by_more(t, e))
        end_step(t, -1, e)
        conclude(t, e, flips_by_fewer(t, e))
        end_step(t, -1, e)
        if t.effort >= t.effort_limit:
            return CALL_AGAIN
    return OK


cdef bint try_case(Deduction *t, int32_t e, uint32_t flips) noexcept nogil:
    """Follow a case with all rules. False: it fails. The state stays changed."""
    return narrow_edge(&t.domains, e, flips) and settle(&t.groups, &t.domains, &t.effort)


cdef void split(Deduction *t, int32_t e, int k) noexcept nogil:
    """Split into fewer than k bridges and at least k, and conclude what follows either way."""
    cdef Domains *d = &t.domains
    cdef int32_t i, f, n_changed = 0, mark = d.trail_size
    cdef uint32_t byte = edge_byte(d.topo, d.islands, e)
    cdef bint fewer, more
    log_entry(&t.log, CASES, e, k)
    fewer = try_case(t, e, flips_at_most(byte, k - 1))
    look_at_trial(t, mark)
    if fewer:
        for i in range(mark, d.trail_size):
            f = d.trail[i] >> 8
            t.changed[n_changed] = f
            n_changed += t.flipped[f] == 0
            t.flipped[f] |= d.trail[i] & 0xFF
    unsettle(&t.groups, d, mark)
    more = try_case(t, e, flips_at_least(byte, k))
    look_at_trial(t, mark)
    if fewer and more:
        for i in range(mark, d.trail_size):
            f = d.trail[i] >> 8
            conclude(t, f, t.flipped[f] & d.trail[i] & 0xFF)
    unsettle(&t.groups, d, mark)
    if not fewer:
        conclude(t, e, flips_at_least(byte, k))
    if not more:
        conclude(t, e, flips_at_most(byte, k - 1))
    end_step(t, -1, e)
    for i in range(n_changed):
        t.flipped[t.changed[i]] = 0


cdef Status find_case_splits(Deduction *t) noexcept nogil:
    cdef const Topo *topo = t.domains.topo
    cdef int32_t e, k
    cdef uint32_t byte
    cdef Status proof
    if t.may_search and not t.proved:
        # If there are several solutions, case splits cannot finish the board, and the search finds that out sooner.
        proof = prove_unique(t)
        if proof != OK and proof != NODE_LIMIT:
            return proof
    while t.cursor < topo.n_edges:
        e = t.cursor
        t.cursor += 1
        byte = edge_byte(topo, t.domains.islands, e)
        for k in range(lo_of(byte) + 1, hi_of(byte) + 1):
            split(t, e, k)
        if t.effort >= t.effort_limit:
            return CALL_AGAIN
    return OK
