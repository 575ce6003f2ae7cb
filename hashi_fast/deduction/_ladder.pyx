"""Working a board out rung by rung (see _ladder.pxd)."""
from libc.stdint cimport INT64_MAX, uint64_t
from libc.string cimport memset

from hashi_fast.board._topology cimport topology_free
from hashi_fast.deduction._answers cimport NO_SOLUTION, STUCK, UNIQUE
from hashi_fast.deduction._rungs_groups cimport (
    find_closed_groups,
    find_closed_pairs,
    find_forbidden_pairs,
    find_loops,
    find_only_ways_out,
    find_parities,
)
from hashi_fast.deduction._rungs_search cimport find_by_search
from hashi_fast.deduction._rungs_sums cimport (
    find_completions,
    find_full_islands,
    find_limited_directions,
    find_limited_neighbours,
    find_one_each_way,
)
from hashi_fast.deduction._rungs_trials cimport (
    find_case_splits,
    find_combinations,
    find_contradictions,
    find_starvations,
)
from hashi_fast.deduction._state cimport CAPPED, FULL, ROUND, WATCHERS, Tally, log_entry, words_for
from hashi_fast.search._domains cimport (
    Domains,
    IslandDomain,
    domains_carve,
    domains_open,
    edge_byte,
    flip,
    flips_at_least,
    flips_at_most,
    hi_of,
    is_open,
    is_settled,
    lo_of,
    slot_byte,
)
from hashi_fast.search._groups cimport groups_carve, groups_reset, groups_update
from hashi_fast.search._search cimport search_free
from hashi_fast.support._memory cimport Carver, arena_free, carve, carve_from, measuring_carver
from hashi_fast.support._status cimport CALL_AGAIN, OK, OUT_OF_MEMORY


cdef extern from "hf_fixed.h" nogil:
    uint32_t hf_isqrt(uint64_t x)


# The ladder, easiest first. Completion comes before everything else: people do it without thinking.
RUNGS[:] = [
    Rung(b"completion", False, find_completions),
    Rung(b"full island", False, find_full_islands),
    Rung(b"one each way", False, find_one_each_way),
    Rung(b"limited directions", False, find_limited_directions),
    Rung(b"limited neighbours", False, find_limited_neighbours),
    Rung(b"forbidden pair", True, find_forbidden_pairs),
    Rung(b"no way out", True, find_closed_pairs),
    Rung(b"group isolation", True, find_closed_groups),
    Rung(b"no loop", True, find_loops),
    Rung(b"only way out", True, find_only_ways_out),
    Rung(b"starvation", True, find_starvations),
    Rung(b"combinations", True, find_combinations),
    Rung(b"parity", True, find_parities),
    Rung(b"contradiction", True, find_contradictions),
    Rung(b"case split", True, find_case_splits),
    Rung(b"search", True, find_by_search),
]


cdef void carve_deduction(Deduction *t, const Topo *topo, Carver *carver) noexcept nogil:
    cdef size_t n = topo.board.n_islands, m = topo.n_edges
    cdef int k
    domains_carve(&t.domains, topo, carver)
    groups_carve(&t.groups, &t.domains, carver)
    t.cap = <int8_t *>carve(carver, m)
    t.pending = <uint8_t *>carve(carver, m)
    t.flipped = <uint8_t *>carve(carver, m)
    t.touched = <int32_t *>carve(carver, m * sizeof(int32_t))
    t.changed = <int32_t *>carve(carver, (m + 1) * sizeof(int32_t))
    t.stamp = <int32_t *>carve(carver, n * sizeof(int32_t))
    t.unsettled = <uint64_t *>carve(carver, (1 + WATCHERS) * words_for(<int32_t>n) * sizeof(uint64_t))
    if t.unsettled != NULL:
        for k in range(WATCHERS):
            t.waiting[k] = t.unsettled + (1 + k) * words_for(<int32_t>n)


cdef inline void fill_bits(uint64_t *bits, int32_t n) noexcept nogil:
    """Let a set have all numbers below n."""
    memset(bits, 0xFF, words_for(n) * sizeof(uint64_t))
    if n & 63:
        bits[words_for(n) - 1] = (<uint64_t>1 << (n & 63)) - 1


cdef Status deduce_begin(Deduction *t, const Topo *topo) noexcept nogil:
    cdef Carver carver = measuring_carver()
    carve_deduction(t, topo, &carver)
    if not carve_from(&carver, &t.memory):
        return OUT_OF_MEMORY
    carve_deduction(t, topo, &carver)
    domains_open(&t.domains)
    groups_reset(&t.groups, &t.domains)
    memset(t.pending, 0, topo.n_edges)
    memset(t.flipped, 0, topo.n_edges)
    memset(&t.tally, 0, sizeof(Tally))
    fill_bits(t.unsettled, topo.board.n_islands)
    t.undecided = topo.n_edges  # no clue is 0 where there are edges, so any edge may carry a bridge
    t.unfinished = topo.board.n_islands
    t.n_touched = 0
    t.n_steps = 0
    t.concluded = False
    t.completed = 0
    t.pass_number = 0
    t.rung = 0
    t.cursor = 0
    t.restless = False
    t.effort = topo.board.n_islands  # all that every rung is to look at
    t.node_limit = INT64_MAX
    t.proof = CALL_AGAIN
    t.proved = False
    t.known = NULL
    t.searching = False
    t.log.failed = False
    t.log.size = 0
    t.log.step = 0
    return OK


cdef Status deduce_start(Deduction *t, const Topo *topo) noexcept nogil:
    cdef int32_t i, e, n = topo.board.n_islands
    cdef Status status = deduce_begin(t, topo)
    if status != OK:
        return status
    memset(t.stamp, 0, n * sizeof(int32_t))
    for e in range(topo.n_edges):
        t.cap[e] = hi_of(edge_byte(topo, t.domains.islands, e))
    t.hopeless = False
    for i in range(n):
        t.hopeless |= t.domains.islands[i].slack < 0
    # Every rung looks at every island.
    memset(t.waiting[FULL], 0, WATCHERS * words_for(n) * sizeof(uint64_t))
    fill_bits(t.waiting[FULL], n)
    t.watched = 0
    return OK


cdef void set_edge(Deduction *t, int32_t e, uint32_t flips) noexcept nogil:
    """Change an edge for good, and count what is left to decide."""
    cdef Domains *d = &t.domains
    cdef int32_t a = d.topo.edge_a[e], b = d.topo.edge_b[e]
    flip(d, a, b, 2 * d.topo.edge_orient[e], e, flips)
    if not is_open(edge_byte(d.topo, d.islands, e)):
        t.undecided -= 1
        t.unfinished -= is_settled(&d.islands[a])
        t.unfinished -= is_settled(&d.islands[b])


cdef bint tidy_island(Deduction *t, int32_t i) noexcept nogil:
    """Let no direction take more than the island still needs. False: it has too many bridges or cannot get enough.

    A finished island is left alone: closing its directions is a step.
    """
    cdef Domains *d = &t.domains
    cdef IslandDomain *island = &d.islands[i]
    cdef uint32_t byte, flips
    cdef int32_t e
    cdef int slot
    if island.need < 0 or island.slack < 0:
        return False
    if island.need == 0 or island.need >= d.topo.board.max_bridges:
        return True
    for slot in range(4):
        byte = slot_byte(island, slot)
        if hi_of(byte) - lo_of(byte) > island.need:
            e = d.topo.slot_edge[4 * i + slot]
            flips = flips_at_most(byte, lo_of(byte) + island.need)
            set_edge(t, e, flips)
            log_entry(&t.log, CAPPED, e, <int32_t>flips)
            if d.islands[d.topo.slot_island[4 * i + slot]].slack < 0:
                return False
    return True


cdef bint apply_round(Deduction *t) noexcept nogil:
    """Make all pending changes. False: they contradict each other or the clues."""
    cdef Domains *d = &t.domains
    cdef int32_t k, e
    cdef uint32_t byte
    for k in range(t.n_touched):
        e = t.touched[k]
        byte = edge_byte(d.topo, d.islands, e) ^ t.pending[e]
        if byte & 15 & ~(byte >> 4):
            return False
        if t.pending[e] >> 4:
            t.cap[e] = hi_of(byte)
        set_edge(t, e, t.pending[e])
        t.pending[e] = 0
    for k in range(t.n_touched):
        e = t.touched[k]
        if not tidy_island(t, d.topo.edge_a[e]) or not tidy_island(t, d.topo.edge_b[e]):
            return False
    t.effort += t.n_touched
    t.n_touched = 0
    t.log.step = t.log.size
    return True


cdef bint deduce_place(Deduction *t, int32_t e, int count) noexcept nogil:
    cdef uint32_t byte = edge_byte(t.domains.topo, t.domains.islands, e)
    if count > hi_of(byte):
        return False
    t.pending[e] = flips_at_least(byte, count)
    if t.pending[e]:
        t.touched[0] = e
        t.n_touched = 1
    return apply_round(t)


cdef void note_round(Deduction *t) noexcept nogil:
    """Add the round to tally and log. To be called before the round is applied."""
    cdef int64_t islands = <int64_t>1000 * t.unfinished / t.n_steps
    t.tally.steps[t.rung] += t.n_steps
    t.tally.rounds[t.rung] += 1
    t.tally.looking[t.rung] += hf_isqrt(1000 * islands)
    t.tally.scarcest = max(t.tally.scarcest, islands)
    log_entry(&t.log, ROUND, t.rung, t.n_steps)


cdef Status deduce_run(Deduction *t, int n_rungs, int64_t effort) noexcept nogil:
    cdef Status status
    t.effort_limit = t.effort + effort
    t.may_search = n_rungs == N_RUNGS
    if t.hopeless:
        return NO_SOLUTION
    while t.effort < t.effort_limit:
        if t.log.failed:
            return OUT_OF_MEMORY
        # Two bridges of one round may cross. Only the first rung notices, so it has to run once more.
        if t.undecided == 0 and t.rung > 0:
            return UNIQUE if groups_update(&t.groups, &t.domains) and is_solution(t) else NO_SOLUTION
        if t.rung >= n_rungs:
            return STUCK
        if RUNGS[t.rung].groups and not groups_update(&t.groups, &t.domains):
            return NO_SOLUTION
        status = RUNGS[t.rung].find(t)
        if status == CALL_AGAIN:
            continue
        if status != OK:
            return status
        t.cursor = 0
        if t.n_steps == 0:
            t.rung += 1
            continue
        note_round(t)
        t.n_steps = 0
        t.rung = 0
        if not apply_round(t):
            return NO_SOLUTION
    return CALL_AGAIN


cdef bint is_solution(const Deduction *t) noexcept nogil:
    """With every edge decided: whether all islands have their bridges and are connected."""
    cdef const Domains *d = &t.domains
    cdef int32_t i
    cdef const IslandDomain *island
    if t.groups.n_groups > 1:
        return False
    for i in range(d.topo.board.n_islands):
        island = &d.islands[i]
        if island.slack != 0 and d.topo.board.target[i] >= 0:
            return False
    return True


cdef void deduce_free(Deduction *t) noexcept nogil:
    search_free(&t.search)
    topology_free(&t.oriented)
    arena_free(&t.log.memory)
    arena_free(&t.found_memory)
    arena_free(&t.oriented_memory)
    arena_free(&t.memory)
