"""Learnt clauses (see _clauses.pxd)."""
from libc.string cimport memcpy, memmove, memset

from hashi_fast.search._literals cimport CLAUSE, assign
from hashi_fast.support._memory cimport arena_free, arena_grow, carve


cdef enum:
    MOST_INT32 = 1 << 28     # so that a reference fits into a reason together with its kind


cdef void clauses_carve(Clauses *c, int32_t n_variables, Carver *carver) noexcept nogil:
    c.head = <int32_t *>carve(carver, 2 * <size_t>n_variables * sizeof(int32_t))


cdef void clauses_reset(Clauses *c, int32_t n_variables) noexcept nogil:
    c.used = 0
    c.n_learnt = 0
    memset(c.head, 0xFF, 2 * <size_t>n_variables * sizeof(int32_t))


cdef void clauses_free(Clauses *c) noexcept nogil:
    arena_free(&c.store)


cdef inline void watch(Clauses *c, int32_t clause, int which) noexcept nogil:
    """Put a clause on the list of its first (which = 0) or second literal."""
    cdef int32_t *at = clause_at(c, clause)
    cdef int32_t literal = at[HEADER + which]
    at[2 + which] = c.head[literal]
    c.head[literal] = clause


cdef int32_t clauses_add(Clauses *c, const int32_t *literals, int32_t size, int32_t quality) noexcept nogil:
    cdef int32_t clause = c.used
    cdef int32_t *at
    cdef int64_t end = <int64_t>c.used + HEADER + size
    if end > MOST_INT32 or not arena_grow(&c.store, c.used * sizeof(int32_t), end * sizeof(int32_t)):
        return -1
    at = clause_at(c, clause)
    at[0] = size
    at[1] = quality
    memcpy(at + HEADER, literals, size * sizeof(int32_t))
    c.used = <int32_t>end
    c.n_learnt += quality != PERMANENT
    watch(c, clause, 0)
    watch(c, clause, 1)
    return clause


cdef int32_t clauses_visit(Clauses *c, Literals *s, int32_t literal) noexcept nogil:
    cdef int32_t clause = c.head[literal]
    cdef int32_t *link = &c.head[literal]    # what points at `clause`
    cdef int32_t *at
    cdef int32_t other, k, size, following
    cdef int which
    while clause >= 0:
        at = clause_at(c, clause)
        which = at[HEADER] != literal
        other = at[HEADER + 1 - which]
        following = at[2 + which]
        if s.value[other] > 0:
            link = &at[2 + which]
            clause = following
            continue
        size = at[0]
        k = 2
        while k < size and s.value[at[HEADER + k]] < 0:
            k += 1
        if k < size:
            # Watch that one instead.
            at[HEADER + which] = at[HEADER + k]
            at[HEADER + k] = literal
            link[0] = following
            watch(c, clause, which)
        elif s.value[other] < 0:
            return clause
        else:
            assign(s, other, clause << 3 | CLAUSE)
            link = &at[2 + which]
        clause = following
    return -1


cdef inline bint is_reason(const Literals *s, int32_t clause, int32_t literal) noexcept nogil:
    """Whether this clause is the reason of a literal; a clause can only be the reason of a literal that watches it."""
    return s.value[literal] > 0 and s.reason[literal >> 1] == (clause << 3 | CLAUSE)


cdef int32_t quality_to_drop(const Clauses *c) noexcept nogil:
    """The quality from which on clauses are dropped: at most about half of the learnt ones."""
    cdef int32_t counts[64]
    cdef int32_t clause = 0, quality, dropped = 0
    cdef const int32_t *at
    for quality in range(64):
        counts[quality] = 0
    while clause < c.used:
        at = clause_at(c, clause)
        if at[1] != PERMANENT:
            counts[min(at[1], 63)] += 1
        clause += HEADER + at[0]
    quality = 64
    while quality > 3 and dropped + counts[quality - 1] <= c.n_learnt // 2:
        quality -= 1
        dropped += counts[quality]
    # If more than half of them share one quality, all of those have to be dropped.
    return quality if dropped else max(quality - 1, 3)


cdef void clauses_reduce(Clauses *c, Literals *s) noexcept nogil:
    cdef int32_t clause = 0, target = 0, size, literal
    cdef int32_t limit = quality_to_drop(c)
    cdef int32_t *at
    cdef int which
    for literal in range(2 * s.n_variables):
        c.head[literal] = -1
    while clause < c.used:
        at = clause_at(c, clause)
        size = HEADER + at[0]
        if at[1] >= limit and not is_reason(s, clause, at[HEADER]) and not is_reason(s, clause, at[HEADER + 1]):
            c.n_learnt -= 1
        else:
            if target != clause:
                for which in range(2):
                    literal = at[HEADER + which]
                    if is_reason(s, clause, literal):
                        s.reason[literal >> 1] = target << 3 | CLAUSE
                memmove(clause_at(c, target), at, size * sizeof(int32_t))
            watch(c, target, 0)
            watch(c, target, 1)
            target += size
        clause += size
    c.used = target
