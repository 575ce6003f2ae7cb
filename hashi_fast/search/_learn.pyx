"""Conflict-driven clause learning (see _learn.pxd)."""
from libc.string cimport memset

from hashi_fast.search._answers cimport EXHAUSTED, SOLUTION
from hashi_fast.search._clauses cimport (
    HEADER,
    PERMANENT,
    clause_at,
    clauses_add,
    clauses_carve,
    clauses_free,
    clauses_reduce,
    clauses_reset,
    clauses_visit,
)
from hashi_fast.search._cycles cimport cycles_carve, cycles_check, cycles_reset, explain_loop
from hashi_fast.search._exits cimport (
    CONFLICT,
    QUIET,
    Check,
    exits_carve,
    exits_check,
    exits_reset,
    exits_undo,
    explain_exit,
)
from hashi_fast.search._literals cimport (
    CLAUSE,
    DECISION,
    EXIT,
    ISLAND,
    LITERAL,
    LOOP,
    apply_rules,
    assign,
    at_least,
    clue_island,
    clue_literal,
    explain_sum,
    fewer_than,
    literals_carve,
    literals_reset,
    literals_undo,
)
from hashi_fast.support._memory cimport arena_free, carve, carve_from, measuring_carver
from hashi_fast.support._status cimport CALL_AGAIN, OK, OUT_OF_MEMORY


cdef enum:
    RESTART_UNIT = 128       # conflicts, times the Luby sequence


# ---- the order of decisions

cdef inline void append(Learn *l, int32_t variable) noexcept nogil:
    """Put a variable at the end of the queue, where it is decided next."""
    l.older[variable] = l.newest
    l.newer[variable] = -1
    if l.newest >= 0:
        l.newer[l.newest] = variable
    l.newest = variable
    l.stamps += 1
    l.stamp[variable] = l.stamps


cdef inline void bump_variable(Learn *l, int32_t variable) noexcept nogil:
    cdef int32_t older = l.older[variable], newer = l.newer[variable]
    if newer < 0:
        return
    l.older[newer] = older
    if older >= 0:
        l.newer[older] = newer
    append(l, variable)


# ---- going back

cdef void retreat(Learn *l, int32_t level) noexcept nogil:
    """Undo every level above `level`; the variables remember their values."""
    cdef Literals *s = &l.literals
    cdef int32_t t, variable
    if s.n_levels <= level:
        return
    for t in range(s.start[level], s.trail_size):
        variable = s.trail[t] >> 1
        if not l.avoiding:
            l.phase[variable] = s.trail[t] & 1
        if l.stamp[variable] > l.stamp[l.cursor]:
            l.cursor = variable
    exits_undo(&l.exits, s, s.start[level])
    literals_undo(s, level)
    l.cycles.checked = min(l.cycles.checked, s.trail_size)


cdef void decide(Learn *l, int32_t literal, bint turned) noexcept nogil:
    """Open a level with a decision, even if its literal is already true."""
    cdef Literals *s = &l.literals
    s.start[s.n_levels] = s.trail_size
    s.n_levels += 1
    l.turned[s.n_levels] = turned
    if s.value[literal] == 0:
        assign(s, literal, DECISION)


# ---- learning

cdef int32_t explain(Learn *l, int32_t literal) noexcept nogil:
    """Fill `because` with the literals that imply this true one. Returns their number, 0 for a decision."""
    cdef Literals *s = &l.literals
    cdef int32_t reason = s.reason[literal >> 1]
    cdef int32_t kind = reason & 7, number = reason >> 3, k, size
    cdef const int32_t *at
    if kind == ISLAND:
        return explain_sum(s, literal, number, l.because)
    if kind == LITERAL:
        l.because[0] = number
        return 1
    if kind == EXIT:
        return explain_exit(&l.exits, s, literal, number, l.because)
    if kind == LOOP:
        return explain_loop(&l.cycles, s, literal, l.because)
    if kind == CLAUSE:
        at = clause_at(&l.clauses, number)
        size = 0
        for k in range(at[0]):
            if at[HEADER + k] != literal:
                l.because[size] = at[HEADER + k] ^ 1
                size += 1
        return size
    return 0


cdef inline int32_t take_up(Learn *l, const int32_t *literals, int32_t size, int32_t level) noexcept nogil:
    """Note the literals that a conflict depends on. Returns how many of them are new and of this level."""
    cdef Literals *s = &l.literals
    cdef int32_t k, variable, open_here = 0
    for k in range(size):
        variable = literals[k] >> 1
        if l.seen[variable] or s.level[variable] == 0:
            continue
        l.seen[variable] = 1
        bump_variable(l, variable)
        if s.level[variable] == level:
            open_here += 1
        else:
            l.learnt[l.learnt_size] = literals[k] ^ 1
            l.learnt_size += 1
    return open_here


cdef bint is_implied(Learn *l, int32_t literal) noexcept nogil:
    """Whether a true literal follows from others that the conflict depends on anyway."""
    cdef Literals *s = &l.literals
    cdef int32_t k, size
    if s.reason[literal >> 1] & 7 == DECISION:
        return False
    size = explain(l, literal)
    for k in range(size):
        if not l.seen[l.because[k] >> 1] and s.level[l.because[k] >> 1] > 0:
            return False
    return True


cdef int32_t analyse(Learn *l) noexcept nogil:
    """Turn the conflict into a clause in `learnt`, with the literal to assert in front.

    Returns the level where the clause says something new, or -1 if the conflict depends on no decision, so that no
    solution is left.
    """
    cdef Literals *s = &l.literals
    cdef int32_t k, kept, literal, level = 0, at, open_here, second, all_seen
    for k in range(s.conflict_size):
        level = max(level, s.level[s.conflict[k] >> 1])
    if level == 0:
        return -1
    retreat(l, level)
    l.learnt_size = 1
    open_here = take_up(l, s.conflict, s.conflict_size, level)
    at = s.trail_size
    while True:
        at -= 1
        while not l.seen[s.trail[at] >> 1]:
            at -= 1
        literal = s.trail[at]
        open_here -= 1
        if open_here == 0:
            break
        l.seen[literal >> 1] = 0
        open_here += take_up(l, l.because, explain(l, literal), level)
        l.effort += 1
    l.learnt[0] = literal ^ 1
    # Leave out literals that the rest implies. They stay in the buffer, after the others, to be unmarked below.
    all_seen = l.learnt_size
    kept = 1
    for k in range(1, all_seen):
        literal = l.learnt[k]
        if not is_implied(l, literal ^ 1):
            l.learnt[k] = l.learnt[kept]
            l.learnt[kept] = literal
            kept += 1
    for k in range(all_seen):
        l.seen[l.learnt[k] >> 1] = 0
    l.learnt_size = kept
    # The second watch must be the last literal to become open again.
    level = 0
    second = 1
    for k in range(1, kept):
        if s.level[l.learnt[k] >> 1] > level:
            level = s.level[l.learnt[k] >> 1]
            second = k
    if kept > 1:
        l.learnt[1], l.learnt[second] = l.learnt[second], l.learnt[1]
    return level


cdef int32_t quality_of(Learn *l) noexcept nogil:
    """The number of levels in the learnt clause."""
    cdef int32_t k, level, found = 0
    l.marks += 1
    for k in range(l.learnt_size):
        level = l.literals.level[l.learnt[k] >> 1]
        if l.level_mark[level] != l.marks:
            l.level_mark[level] = l.marks
            found += 1
    return max(found, 2)


cdef bint keep_learnt(Learn *l, int32_t level, int32_t quality) noexcept nogil:
    """Go back to a level, keep the learnt clause, and assert its first literal there. False: out of memory."""
    cdef int32_t clause
    retreat(l, level)
    if l.learnt_size == 1:
        assign(&l.literals, l.learnt[0], DECISION)
        # It depends on no decision, even if reversed decisions keep the search above level 0.
        l.literals.level[l.learnt[0] >> 1] = 0
        return True
    clause = clauses_add(&l.clauses, l.learnt, l.learnt_size, quality)
    if clause < 0:
        return False
    assign(&l.literals, l.learnt[0], clause << 3 | CLAUSE)
    return True


cdef bint turn_round(Learn *l) noexcept nogil:
    """Try the second half of the last decision that has one. False: there is none."""
    cdef Literals *s = &l.literals
    cdef int32_t level = s.n_levels, literal
    while level > 0 and l.turned[level]:
        level -= 1
    if level == 0:
        return False
    literal = s.trail[s.start[level - 1]]
    retreat(l, level - 1)
    decide(l, literal ^ 1, True)
    l.floor = level
    return True


cdef bint learn_from_conflict(Learn *l) noexcept nogil:
    """Analyse the conflict and go back. False: no solution is left, or out of memory."""
    cdef int32_t level, quality
    l.conflicts += 1
    level = analyse(l)
    if level < 0:
        l.exhausted = True
        return False
    if l.floor and l.literals.n_levels <= l.floor:
        # All that the reversed decisions leave is refuted; the clause would only repeat that.
        l.exhausted = not turn_round(l)
        return not l.exhausted
    quality = quality_of(l)
    l.out_of_memory = not keep_learnt(l, max(level, l.floor), quality)
    return not l.out_of_memory


cdef bint exclude_solution(Learn *l) noexcept nogil:
    """Make sure that this solution is not found again. False: no solution is left, or out of memory."""
    cdef Literals *s = &l.literals
    cdef int32_t level
    if l.recalled >= RECALL:
        l.exhausted = not turn_round(l)
        return not l.exhausted
    l.recalled += 1
    # The decisions are enough: all other literals follow from them.
    l.learnt_size = s.n_levels
    if s.n_levels == 0:
        l.exhausted = True
        return False
    for level in range(s.n_levels):
        l.learnt[s.n_levels - 1 - level] = s.trail[s.start[level]] ^ 1
    l.out_of_memory = not keep_learnt(l, s.n_levels - 1, PERMANENT)
    return not l.out_of_memory


# ---- questions about numbers

cdef void find_core(Learn *l, int32_t refused) noexcept nogil:
    """List the islands whose numbers exclude the one that a false literal stands for, and its own island."""
    cdef Literals *s = &l.literals
    cdef int32_t at = s.trail_size, root = s.start[0] if s.n_levels > 0 else at, k, size, literal, variable
    l.core[0] = clue_island(s, refused)
    l.core_size = 1
    l.seen[refused >> 1] = 1
    while at > root:
        at -= 1
        literal = s.trail[at]
        if not l.seen[literal >> 1]:
            continue
        l.seen[literal >> 1] = 0
        size = explain(l, literal)
        if s.reason[literal >> 1] & 7 == DECISION:
            l.core[l.core_size] = clue_island(s, literal)
            l.core_size += 1
        for k in range(size):
            variable = l.because[k] >> 1
            l.seen[variable] |= s.level[variable] > 0
    l.seen[refused >> 1] = 0


cdef void learn_question(Learn *l) noexcept nogil:
    # A conflict at the root that was not looked at because the work ran out.
    l.exhausted = l.exhausted or (l.in_conflict and l.literals.n_levels == 0)
    learn_assume(l, -1)
    l.n_asked = 0
    l.core_size = 0


cdef void learn_ask(Learn *l, int32_t island) noexcept nogil:
    l.asked[l.n_asked] = clue_literal(&l.literals, island)
    l.n_asked += 1


# ---- the search

cdef bint propagate_all(Learn *l) noexcept nogil:
    """Draw all consequences of the assignment. False: a conflict."""
    cdef Literals *s = &l.literals
    cdef int32_t literal, clause, k
    cdef const int32_t *at
    cdef Check check
    cdef int64_t visits
    while True:
        while s.handled < s.trail_size:
            literal = s.trail[s.handled]
            s.handled += 1
            l.effort += 1
            if not apply_rules(s, literal):
                return False
            clause = clauses_visit(&l.clauses, s, literal ^ 1)
            if clause >= 0:
                at = clause_at(&l.clauses, clause)
                s.conflict_size = at[0]
                for k in range(at[0]):
                    s.conflict[k] = at[HEADER + k] ^ 1
                return False
        check = QUIET if l.disconnected else exits_check(&l.exits, s)
        if check == QUIET and not s.topo.board.loops:
            visits = l.cycles.visits
            check = cycles_check(&l.cycles, s)
            l.effort += (l.cycles.visits - visits) >> 3  # to visit an island takes less than to handle a literal
        if check == QUIET:
            return True
        if check == CONFLICT:
            return False


cdef int64_t luby(int64_t i) noexcept nogil:
    """1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., from i = 0."""
    cdef int64_t size = 1, power = 0
    while size < i + 1:
        power += 1
        size = 2 * size + 1
    while size - 1 != i:
        size = (size - 1) >> 1
        power -= 1
        i %= size
    return <int64_t>1 << power


cdef Status learn_run(Learn *l, int64_t effort, int64_t nodes) noexcept nogil:
    cdef Literals *s = &l.literals
    cdef int64_t end = l.effort + effort
    cdef int64_t most = l.conflicts + l.decisions + nodes
    cdef int32_t variable
    if l.solved:
        l.solved = False
        if l.assumption < 0 and s.doubted == NULL:
            exclude_solution(l)
    while not l.exhausted and not l.out_of_memory:
        if l.effort >= end:
            return CALL_AGAIN
        if l.in_conflict or not propagate_all(l):
            l.in_conflict = True
            if l.conflicts + l.decisions >= most:
                return CALL_AGAIN
            l.in_conflict = False
            learn_from_conflict(l)
            continue
        if l.conflicts >= l.restart_at:
            l.restarts += 1
            l.restart_at = l.conflicts + RESTART_UNIT * luby(l.restarts)
            retreat(l, max(l.floor, l.n_asked))
            continue
        if l.clauses.used > l.store_limit:
            clauses_reduce(&l.clauses, s)
            l.store_limit += l.store_limit >> 4
        if l.assumption >= 0 and s.n_levels == 0:
            if s.value[l.assumption] < 0:
                return EXHAUSTED
            decide(l, l.assumption, False)
            continue
        if s.n_levels < l.n_asked:
            if s.value[l.asked[s.n_levels]] < 0:
                find_core(l, l.asked[s.n_levels])
                return EXHAUSTED
            decide(l, l.asked[s.n_levels], False)
            continue
        if s.trail_size - s.n_clues < l.n_open:
            while s.value[2 * l.cursor] != 0:
                l.cursor = l.older[l.cursor]
            if l.conflicts + l.decisions >= most:
                return CALL_AGAIN
            l.decisions += s.doubted == NULL
            variable = l.cursor
            decide(l, 2 * variable + l.phase[variable], False)
        else:
            # A group without exits would be a conflict, so all islands are in one group.
            l.solved = True
            return SOLUTION
    return OUT_OF_MEMORY if l.out_of_memory else EXHAUSTED


# ---- beginning

cdef void carve_learn(Learn *l, const Topo *topo, Carver *carver) noexcept nogil:
    cdef size_t v
    literals_carve(&l.literals, topo, carver)
    v = l.literals.n_variables
    clauses_carve(&l.clauses, l.literals.n_variables, carver)
    exits_carve(&l.exits, &l.literals, carver)
    if not topo.board.loops:
        cycles_carve(&l.cycles, &l.literals, carver)
    if l.literals.doubted != NULL:
        l.asked = <int32_t *>carve(carver, topo.board.n_islands * sizeof(int32_t))
        l.core = <int32_t *>carve(carver, topo.board.n_islands * sizeof(int32_t))
    l.stamp = <int64_t *>carve(carver, v * sizeof(int64_t))
    l.older = <int32_t *>carve(carver, v * sizeof(int32_t))
    l.newer = <int32_t *>carve(carver, v * sizeof(int32_t))
    l.learnt = <int32_t *>carve(carver, 2 * v * sizeof(int32_t))
    l.because = <int32_t *>carve(carver, (2 * topo.n_edges + v + 8) * sizeof(int32_t))
    l.level_mark = <int32_t *>carve(carver, (v + 1) * sizeof(int32_t))
    l.phase = <int8_t *>carve(carver, v)
    l.seen = <uint8_t *>carve(carver, v)
    l.turned = <uint8_t *>carve(carver, v + 1)


cdef Status learn_start(Learn *l, const Topo *topo, const IslandDomain *islands) noexcept nogil:
    l.literals.doubted = NULL
    l.disconnected = False
    return begin(l, topo, islands)


cdef Status learn_doubting(
    Learn *l, const Topo *topo, const IslandDomain *islands, const int8_t *doubted, bint disconnected
) noexcept nogil:
    l.literals.doubted = doubted
    l.literals.least = not disconnected and topo.board.n_islands > 1
    l.disconnected = disconnected
    return begin(l, topo, islands)


cdef Status begin(Learn *l, const Topo *topo, const IslandDomain *islands) noexcept nogil:
    cdef Carver carver = measuring_carver()
    cdef int32_t variable, e, k
    carve_learn(l, topo, &carver)
    if not carve_from(&carver, &l.memory):
        return OUT_OF_MEMORY
    carve_learn(l, topo, &carver)
    literals_reset(&l.literals, islands)
    clauses_reset(&l.clauses, l.literals.n_variables)
    exits_reset(&l.exits, &l.literals)
    if not topo.board.loops:
        cycles_reset(&l.cycles, &l.literals)
    l.marks = 0
    l.stamps = 0
    l.newest = -1
    l.n_open = 0
    memset(l.seen, 0, l.literals.n_variables)
    # The clues are not in the queue, which is the same as being its newest.
    memset(l.newer, 0xFF, l.literals.n_variables * sizeof(int32_t))
    memset(l.stamp, 0, l.literals.n_variables * sizeof(int64_t))
    memset(l.level_mark, 0, (l.literals.n_variables + 1) * sizeof(int32_t))
    # First decide whether there is any bridge, then whether there are more, until conflicts say otherwise.
    for k in range((1 << l.literals.shift) - 1, -1, -1):
        for e in range(topo.n_edges - 1, -1, -1):
            variable = e << l.literals.shift | k
            l.phase[variable] = k > 0
            if l.literals.value[2 * variable] == 0:
                append(l, variable)
                l.n_open += 1
    l.cursor = max(l.newest, 0)  # an empty queue is never read, but levels of clues are undone
    l.avoiding = False
    l.solved = False
    l.in_conflict = False
    l.exhausted = False
    l.out_of_memory = False
    l.assumption = -1
    l.n_asked = 0
    l.core_size = 0
    l.recalled = 0
    l.floor = 0
    l.conflicts = 0
    l.decisions = 0
    l.effort = 0
    l.restarts = 0
    l.restart_at = RESTART_UNIT
    l.store_limit = 100000 + 16 * topo.n_edges
    return OK


cdef void learn_avoid(Learn *l, const int8_t *bridges) noexcept nogil:
    cdef int32_t variable
    cdef int k
    l.avoiding = True
    for variable in range(l.literals.n_variables):
        k = (variable & ((1 << l.literals.shift) - 1)) + 1
        l.phase[variable] = bridges[variable >> l.literals.shift] >= k


cdef Status learn_exclude(Learn *l, const int8_t *bridges) noexcept nogil:
    cdef Literals *s = &l.literals
    cdef int32_t e
    cdef int k, most = s.topo.board.max_bridges
    learn_assume(l, -1)
    l.recalled += 1
    l.learnt_size = 0
    for e in range(s.topo.n_edges):
        k = bridges[e]
        if k > 0 and s.value[at_least(s, e, k)] == 0:
            l.learnt[l.learnt_size] = fewer_than(s, e, k)
            l.learnt_size += 1
        if k < most and s.value[at_least(s, e, k + 1)] == 0:
            l.learnt[l.learnt_size] = at_least(s, e, k + 1)
            l.learnt_size += 1
    if l.learnt_size == 0:
        l.exhausted = True
    elif l.learnt_size == 1:
        keep_learnt(l, 0, PERMANENT)
    elif clauses_add(&l.clauses, l.learnt, l.learnt_size, PERMANENT) < 0:
        return OUT_OF_MEMORY
    return OK


cdef void learn_assume(Learn *l, int32_t literal) noexcept nogil:
    retreat(l, 0)
    l.solved = False
    l.in_conflict = False
    l.assumption = literal


cdef void learn_restrict(Learn *l, int32_t literal) noexcept nogil:
    learn_assume(l, -1)
    if l.literals.value[literal] == 0:
        assign(&l.literals, literal, DECISION)
    elif l.literals.value[literal] < 0:
        l.exhausted = True


cdef void learn_free(Learn *l) noexcept nogil:
    clauses_free(&l.clauses)
    arena_free(&l.memory)
