"""Depth-first search, and the change to learning when it stalls (see _search.pxd)."""
from libc.stdint cimport INT64_MAX

from hashi_fast.search._answers cimport EXHAUSTED, NODE_LIMIT, SOLUTION, TIME_LIMIT
from hashi_fast.search._domains cimport (
    IslandDomain,
    domains_carve,
    domains_reset,
    edge_byte,
    flips_at_least,
    flips_at_most,
    hi_of,
    is_open,
    is_settled,
    lo_of,
    narrow_edge,
    slot_byte,
)
from hashi_fast.search._groups cimport groups_carve, groups_reset, settle, unsettle
from hashi_fast.search._learn cimport (
    learn_assume,
    learn_avoid,
    learn_exclude,
    learn_free,
    learn_restrict,
    learn_run,
    learn_start,
)
from hashi_fast.search._literals cimport bound_literal
from hashi_fast.support._clock cimport hf_now
from hashi_fast.support._memory cimport Carver, arena_free, carve, carve_from, measuring_carver
from hashi_fast.support._status cimport CALL_AGAIN, OK, OUT_OF_MEMORY


cdef enum:
    # Of one slice: about a millisecond. That is short enough for prompt limits and Ctrl-C even if code runs ten times
    # slower, and long enough for the time to read the clock not to matter.
    SLICE_EFFORT = 1 << 16
    # Handling a literal costs up to ten times as much as visiting an island, most of all on large boards.
    LEARNING_SLICE_EFFORT = 1 << 13

cdef double NEVER = 1e300


cdef void carve_search(Search *s, const Topo *topo, Carver *carver) noexcept nogil:
    domains_carve(&s.domains, topo, carver)
    groups_carve(&s.groups, &s.domains, carver)
    s.weight = <int32_t *>carve(carver, topo.board.n_islands * sizeof(int32_t))
    s.early = <int8_t *>carve(carver, <size_t>EARLY * topo.n_edges)
    s.choices = <Choice *>carve(carver, <size_t>topo.board.max_bridges * topo.n_edges * sizeof(Choice))


cdef Status search_start(Search *s, const Topo *topo) noexcept nogil:
    cdef Carver carver = measuring_carver()
    cdef int32_t i
    carve_search(s, topo, &carver)
    if not carve_from(&carver, &s.memory):
        return OUT_OF_MEMORY
    carve_search(s, topo, &carver)
    domains_reset(&s.domains)
    groups_reset(&s.groups, &s.domains)
    for i in range(topo.board.n_islands):
        s.weight[i] = 1
    s.depth = 0
    s.refuted = False
    s.started = False
    s.root = 0
    s.nodes = 0
    s.backtracks = 0
    s.effort = 0
    s.mode = AUTO
    s.learning = False
    s.stalled = 0
    s.found = 0
    s.assuming = False
    s.avoid = NULL
    s.node_limit = INT64_MAX
    s.deadline = NEVER
    return OK


cdef int32_t choose_edge(Search *s) noexcept nogil:
    """The edge to decide next, at the island with the least freedom for its weight; -1 if all are decided."""
    cdef Domains *d = &s.domains
    cdef const Topo *topo = d.topo
    cdef int32_t i, slot, best = -1
    cdef int64_t freedom, weight, best_freedom = 1, best_weight = 0
    cdef IslandDomain *island
    for i in range(topo.board.n_islands):
        island = &d.islands[i]
        if is_settled(island):
            continue
        freedom = island.need + island.slack
        weight = s.weight[i]
        if weight * best_freedom > best_weight * freedom:
            best_freedom = freedom
            best_weight = weight
            best = i
    if best < 0:
        return -1
    island = &d.islands[best]
    for slot in range(4):
        if is_open(slot_byte(island, slot)):
            return topo.slot_edge[4 * best + slot]
    return -1


cdef void enter(Search *s, int32_t e, uint32_t flips) noexcept nogil:
    """Enter the node that follows from the current one when edge e is narrowed by `flips`."""
    s.nodes += 1
    s.refuted = not narrow_edge(&s.domains, e, flips) or not settle(&s.groups, &s.domains, &s.effort)
    if s.refuted:
        s.weight[s.domains.culprit] += 1


cdef void start(Search *s) noexcept nogil:
    """Enter the root."""
    s.started = True
    s.nodes = 1
    s.refuted = s.refuted or not settle(&s.groups, &s.domains, &s.effort)
    s.root = s.domains.trail_size


cdef bint search_root(Search *s) noexcept nogil:
    start(s)
    return not s.refuted


cdef Status change_gear(Search *s) noexcept nogil:
    """Let learning take over from the root, with everything that is known there."""
    cdef Status status
    cdef int32_t k
    rewind_depth_first(s)
    status = learn_start(&s.learn, s.domains.topo, s.domains.islands)
    if status != OK:
        return status
    s.learning = True
    if s.avoid != NULL:
        learn_avoid(&s.learn, s.avoid)
    if s.assuming:
        search_assume(s, s.assumed)
        return OK
    for k in range(s.found):
        status = learn_exclude(&s.learn, s.early + k * <size_t>s.domains.topo.n_edges)
        if status != OK:
            return status
    return OK


cdef Status run_learning(Search *s) noexcept nogil:
    """Search in the second gear for one slice."""
    cdef Learn *learn = &s.learn
    cdef int64_t nodes = learn.conflicts + learn.decisions, conflicts = learn.conflicts, effort = learn.effort
    cdef Status status = learn_run(learn, LEARNING_SLICE_EFFORT, s.node_limit - s.nodes)
    s.nodes += learn.conflicts + learn.decisions - nodes
    s.backtracks += learn.conflicts - conflicts
    s.effort += learn.effort - effort
    s.domains.visits += learn.effort - effort
    return NODE_LIMIT if status == CALL_AGAIN and s.nodes >= s.node_limit else status


cdef bint is_wide(const Search *s) noexcept nogil:
    """Whether the root leaves so much open that learning is better from the start.

    A depth-first node passes over the whole board, and the number of nodes grows with what is left open.
    """
    cdef int64_t slack = 0
    cdef int32_t i
    for i in range(s.domains.topo.board.n_islands):
        slack += s.domains.islands[i].slack
    return slack * s.domains.topo.board.n_islands >= WIDE


cdef inline bint has_stalled(const Search *s) noexcept nogil:
    """Whether it is time to change gear. Not while solutions keep coming, nor if there are too many to exclude."""
    return s.stalled >= STALL and s.mode == AUTO and s.found <= EARLY


cdef Status run_depth_first(Search *s) noexcept nogil:
    """Search in the first gear for one slice, or until it is time to change gear; CALL_AGAIN in both cases."""
    cdef Domains *d = &s.domains
    cdef Choice *choice
    cdef int32_t e
    cdef uint32_t byte, flips
    cdef int64_t end = s.effort + SLICE_EFFORT
    while s.effort < end and not has_stalled(s):
        if s.refuted:
            if s.depth == 0:
                return EXHAUSTED
            if s.nodes >= s.node_limit:
                return NODE_LIMIT
            s.backtracks += 1
            s.stalled += 1
            s.depth -= 1
            choice = &s.choices[s.depth]
            unsettle(&s.groups, d, choice.mark)
            enter(s, choice.edge, choice.flips)
            continue
        e = choose_edge(s)
        if e < 0:
            # Everything is decided, so this node is done, whether it is a solution or not.
            s.refuted = True
            if s.groups.n_groups > 1:
                continue
            if s.found < EARLY and not s.assuming:
                search_bridges(s, s.early + s.found * <size_t>d.topo.n_edges)
            s.found += 1
            s.stalled = 0
            return SOLUTION
        if s.depth == 0 and s.found == 0 and s.mode == AUTO and is_wide(s):
            s.stalled = STALL
            continue
        if s.nodes >= s.node_limit:
            return NODE_LIMIT
        byte = edge_byte(d.topo, d.islands, e)
        choice = &s.choices[s.depth]
        s.depth += 1
        choice.mark = d.trail_size
        choice.edge = e
        choice.flips = flips_at_most(byte, lo_of(byte))
        flips = flips_at_least(byte, lo_of(byte) + 1)
        if s.avoid != NULL and s.avoid[e] > lo_of(byte):
            choice.flips, flips = flips, choice.flips
        enter(s, e, flips)
    return CALL_AGAIN


cdef void search_require(Search *s, int32_t e, int k) noexcept nogil:
    cdef uint32_t byte = edge_byte(s.domains.topo, s.domains.islands, e)
    cdef uint32_t flips = flips_at_least(byte, k)
    if k > hi_of(byte) or (flips and not narrow_edge(&s.domains, e, flips)):
        s.refuted = True


cdef void search_allow(Search *s, int32_t e, int k) noexcept nogil:
    cdef uint32_t byte = edge_byte(s.domains.topo, s.domains.islands, e)
    cdef uint32_t flips = flips_at_most(byte, k)
    if k < lo_of(byte) or (flips and not narrow_edge(&s.domains, e, flips)):
        s.refuted = True


cdef Status search_run(Search *s) noexcept nogil:
    cdef Status status
    if s.deadline < NEVER and hf_now() >= s.deadline:
        return TIME_LIMIT
    if not s.started:
        if s.node_limit <= 0:
            return NODE_LIMIT
        start(s)
        if s.mode == LEARNING and not s.refuted:
            status = change_gear(s)
            if status != OK:
                return status
    if not s.learning:
        status = run_depth_first(s)
        if status != CALL_AGAIN or not has_stalled(s):
            return status
        status = change_gear(s)
        if status != OK:
            return status
    return run_learning(s)


cdef Status search_skip(Search *s, int64_t *left) noexcept nogil:
    cdef Status status
    cdef int64_t end = s.effort + SLICE_EFFORT
    while left[0] > 0:
        if s.effort >= end:
            return CALL_AGAIN
        status = search_run(s)
        if status != SOLUTION:
            return status
        left[0] -= 1
    return SOLUTION


cdef const IslandDomain *current_islands(const Search *s) noexcept nogil:
    """The words of the islands in the current gear."""
    return s.learn.literals.islands if s.learning else s.domains.islands


cdef void rewind_depth_first(Search *s) noexcept nogil:
    unsettle(&s.groups, &s.domains, s.root)
    s.depth = 0


cdef uint32_t search_rewind(Search *s, int32_t e) noexcept nogil:
    s.assuming = False
    if s.learning:
        learn_assume(&s.learn, -1)
    else:
        rewind_depth_first(s)
    return edge_byte(s.domains.topo, current_islands(s), e)


cdef void narrow_root(Search *s, Bound bound) noexcept nogil:
    """Enter the node below the root where a bound holds."""
    cdef uint32_t byte = edge_byte(s.domains.topo, s.domains.islands, bound.edge)
    enter(s, bound.edge, flips_at_least(byte, bound.k) if bound.at_least else flips_at_most(byte, bound.k - 1))


cdef void search_assume(Search *s, Bound bound) noexcept nogil:
    s.assuming = True
    s.assumed = bound
    s.stalled = 0
    if s.learning:
        learn_assume(&s.learn, bound_literal(&s.learn.literals, bound.edge, bound.k, bound.at_least))
    else:
        narrow_root(s, bound)


cdef void search_restrict(Search *s, Bound bound) noexcept nogil:
    if s.learning:
        learn_restrict(&s.learn, bound_literal(&s.learn.literals, bound.edge, bound.k, bound.at_least))
    else:
        narrow_root(s, bound)
        s.root = s.domains.trail_size


cdef void search_bridges(const Search *s, int8_t *bridges) noexcept nogil:
    cdef const IslandDomain *islands = current_islands(s)
    cdef int32_t e
    for e in range(s.domains.topo.n_edges):
        bridges[e] = lo_of(edge_byte(s.domains.topo, islands, e))


cdef void search_free(Search *s) noexcept nogil:
    learn_free(&s.learn)
    arena_free(&s.memory)
