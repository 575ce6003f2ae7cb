"""Boards without loops (see _cycles.pxd)."""
from hashi_fast.search._exits cimport CONFLICT, FORCED, QUIET
from hashi_fast.search._literals cimport LOOP, assign, at_least, edge_of, fewer_than, true_before
from hashi_fast.support._memory cimport carve


cdef void cycles_carve(Cycles *c, const Literals *s, Carver *carver) noexcept nogil:
    cdef size_t n = s.topo.board.n_islands
    c.stamp = <int32_t *>carve(carver, n * sizeof(int32_t))
    c.member = <int32_t *>carve(carver, n * sizeof(int32_t))
    c.via = <int32_t *>carve(carver, n * sizeof(int32_t))


cdef void cycles_reset(Cycles *c, const Literals *s) noexcept nogil:
    cdef int32_t i
    for i in range(s.topo.board.n_islands):
        c.stamp[i] = 0
    c.walk = 0
    c.visits = 0
    c.checked = 0


cdef int32_t walk_from(Cycles *c, const Literals *s, int32_t island, int32_t but, int32_t before) noexcept nogil:
    """List the islands that sure bridges other than `but` join to an island, as of place `before` on the trail."""
    cdef int32_t size = 1, at = 0, i, j, e, slot
    c.walk += 1
    c.member[0] = island
    c.stamp[island] = c.walk
    c.via[island] = -1
    while at < size:
        i = c.member[at]
        at += 1
        for slot in range(4):
            j = s.topo.slot_island[4 * i + slot]
            e = s.topo.slot_edge[4 * i + slot]
            if j >= 0 and e != but and c.stamp[j] != c.walk and true_before(s, at_least(s, e, 1), before):
                c.stamp[j] = c.walk
                c.via[j] = e
                c.member[size] = j
                size += 1
    c.visits += size
    return size


cdef int32_t list_path(const Cycles *c, const Literals *s, int32_t island, int32_t *out) noexcept nogil:
    """Write "at least 1" for every edge from an island back to the start of the walk. Returns their number."""
    cdef int32_t e, size = 0
    while c.via[island] >= 0:
        e = c.via[island]
        out[size] = at_least(s, e, 1)
        size += 1
        island = s.topo.edge_a[e] + s.topo.edge_b[e] - island
    return size


cdef int32_t explain_loop(Cycles *c, const Literals *s, int32_t literal, int32_t *out) noexcept nogil:
    cdef int32_t e = edge_of(s, literal)
    walk_from(c, s, s.topo.edge_a[e], e, s.place[literal >> 1])
    return list_path(c, s, s.topo.edge_b[e], out)


cdef Check check_edge(Cycles *c, Literals *s, int32_t e) noexcept nogil:
    """Edge e joins two groups: close all other edges between them."""
    cdef int32_t a = s.topo.edge_a[e], b = s.topo.edge_b[e], j, f, k, slot, size, this_side
    cdef Check answer = QUIET
    walk_from(c, s, a, e, s.trail_size)
    this_side = c.walk
    if c.stamp[b] == this_side:
        s.conflict_size = list_path(c, s, b, s.conflict)
        s.conflict[s.conflict_size] = at_least(s, e, 1)
        s.conflict_size += 1
        return CONFLICT
    size = walk_from(c, s, b, e, s.trail_size)
    for k in range(size):
        for slot in range(4):
            j = s.topo.slot_island[4 * c.member[k] + slot]
            f = s.topo.slot_edge[4 * c.member[k] + slot]
            if j >= 0 and f != e and c.stamp[j] == this_side and s.value[at_least(s, f, 1)] == 0:
                assign(s, fewer_than(s, f, 1), LOOP)
                answer = FORCED
    return answer


cdef Check cycles_check(Cycles *c, Literals *s) noexcept nogil:
    cdef int32_t literal, e
    cdef Check answer = QUIET
    while c.checked < s.trail_size and answer == QUIET:
        literal = s.trail[c.checked]
        e = edge_of(s, literal)
        if literal == at_least(s, e, 1):
            answer = check_edge(c, s, e)
        if answer != CONFLICT:
            c.checked += 1
    return answer
