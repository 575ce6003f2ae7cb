"""Ways out of groups (see _exits.pxd)."""
from hashi_fast.search._literals cimport EXIT, assign, at_least, count_of, edge_of, fewer_than, true_before
from hashi_fast.support._memory cimport carve


cdef void exits_carve(Exits *x, const Literals *s, Carver *carver) noexcept nogil:
    cdef size_t n = s.topo.board.n_islands
    x.party = <Party *>carve(carver, n * sizeof(Party))
    x.joined = <int32_t *>carve(carver, 2 * <size_t>s.topo.n_edges * sizeof(int32_t))
    x.stamp = <int32_t *>carve(carver, n * sizeof(int32_t))
    x.member = <int32_t *>carve(carver, n * sizeof(int32_t))


cdef inline int32_t root_of(const Exits *x, int32_t i) noexcept nogil:
    while x.party[i].parent != i:
        i = x.party[i].parent
    return i


cdef void exits_reset(Exits *x, const Literals *s) noexcept nogil:
    cdef int32_t i, e, n = s.topo.board.n_islands
    for i in range(n):
        x.stamp[i] = 0
        x.party[i].parent = i
        x.party[i].size = 1
        x.party[i].exits = 0
        x.party[i].next = i
    x.walk = 0
    x.counted = 0
    x.verified = 0
    x.n_joined = 0
    for e in range(s.topo.n_edges):
        if s.value[at_least(s, e, 1)] >= 0:
            x.party[s.topo.edge_a[e]].exits += 1
            x.party[s.topo.edge_b[e]].exits += 1
    for e in range(s.topo.n_edges):
        if s.value[at_least(s, e, 1)] > 0:
            join(x, s, e, 0)
    # What holds at level 0 is never undone.
    x.n_joined = 0


cdef void join(Exits *x, const Literals *s, int32_t e, int32_t before) noexcept nogil:
    """Edge e got its first bridge, at place `before` on the trail."""
    cdef int32_t a = root_of(x, s.topo.edge_a[e]), b = root_of(x, s.topo.edge_b[e])
    cdef int32_t i, j, slot, inner = 0
    if a == b:
        x.joined[x.n_joined] = -1
        x.n_joined += 1
        return
    if x.party[a].size < x.party[b].size:
        a, b = b, a
    # Edges between the two groups stop being exits. They are found from the smaller group.
    i = b
    while True:
        for slot in range(4):
            j = s.topo.slot_island[4 * i + slot]
            if j >= 0 and root_of(x, j) == a and not true_before(
                s, fewer_than(s, s.topo.slot_edge[4 * i + slot], 1), before
            ):
                inner += 1
        i = x.party[i].next
        if i == b:
            break
    x.party[b].parent = a
    x.party[a].size += x.party[b].size
    x.party[a].exits += x.party[b].exits - 2 * inner
    x.party[a].next, x.party[b].next = x.party[b].next, x.party[a].next
    x.joined[x.n_joined] = inner
    x.joined[x.n_joined + 1] = b
    x.n_joined += 2


cdef void part(Exits *x) noexcept nogil:
    """Undo the last join."""
    cdef int32_t a, b
    x.n_joined -= 1
    b = x.joined[x.n_joined]
    if b < 0:
        return
    x.n_joined -= 1
    a = x.party[b].parent
    x.party[a].next, x.party[b].next = x.party[b].next, x.party[a].next
    x.party[a].exits -= x.party[b].exits - 2 * x.joined[x.n_joined]
    x.party[a].size -= x.party[b].size
    x.party[b].parent = b


cdef inline void change_exits(Exits *x, const Literals *s, int32_t e, int32_t by) noexcept nogil:
    """An edge closes (by = -1) or opens again (by = 1), which changes both its groups, unless it is inside one."""
    cdef int32_t a = root_of(x, s.topo.edge_a[e]), b = root_of(x, s.topo.edge_b[e])
    if a != b:
        x.party[a].exits += by
        x.party[b].exits += by


cdef void count_exits(Exits *x, const Literals *s) noexcept nogil:
    """Bring the counts up to date with the trail."""
    cdef int32_t literal
    while x.counted < s.trail_size:
        literal = s.trail[x.counted]
        if count_of(s, literal) == 1:
            if literal & 1:
                change_exits(x, s, edge_of(s, literal), -1)
            else:
                join(x, s, edge_of(s, literal), x.counted)
        x.counted += 1


cdef void exits_undo(Exits *x, const Literals *s, int32_t mark) noexcept nogil:
    cdef int32_t literal
    while x.counted > mark:
        x.counted -= 1
        literal = s.trail[x.counted]
        if count_of(s, literal) == 1:
            if literal & 1:
                change_exits(x, s, edge_of(s, literal), 1)
            else:
                part(x)
    x.verified = min(x.verified, mark)


cdef int32_t walk_group(Exits *x, const Literals *s, int32_t island, int32_t before) noexcept nogil:
    """List the group of an island, as of place `before` on the trail. Returns its size."""
    cdef int32_t size = 1, at = 0, i, j, slot
    x.walk += 1
    x.member[0] = island
    x.stamp[island] = x.walk
    while at < size:
        i = x.member[at]
        at += 1
        for slot in range(4):
            j = s.topo.slot_island[4 * i + slot]
            if j >= 0 and x.stamp[j] != x.walk and true_before(
                s, at_least(s, s.topo.slot_edge[4 * i + slot], 1), before
            ):
                x.stamp[j] = x.walk
                x.member[size] = j
                size += 1
    return size


cdef int32_t list_cut(const Exits *x, const Literals *s, int32_t size, int32_t but, int32_t *out) noexcept nogil:
    """Write "fewer than 1" for every edge except `but` that leaves the group of the last walk. Returns their number."""
    cdef int32_t at, i, j, e, slot, found = 0
    for at in range(size):
        i = x.member[at]
        for slot in range(4):
            j = s.topo.slot_island[4 * i + slot]
            if j < 0 or x.stamp[j] == x.walk:
                continue
            e = s.topo.slot_edge[4 * i + slot]
            if e != but and s.level[e << s.shift] > 0:
                out[found] = fewer_than(s, e, 1)
                found += 1
    return found


cdef int32_t explain_exit(Exits *x, const Literals *s, int32_t literal, int32_t island, int32_t *out) noexcept nogil:
    cdef int32_t size = walk_group(x, s, island, s.place[literal >> 1])
    return list_cut(x, s, size, edge_of(s, literal), out)


cdef Check check_group(Exits *x, Literals *s, int32_t island) noexcept nogil:
    """Draw the conclusions from the exits of an island's group."""
    cdef int32_t root = root_of(x, island), i, j, e, slot
    if x.party[root].exits > 1 or x.party[root].size == s.topo.board.n_islands:
        return QUIET
    if x.party[root].exits == 0:
        s.conflict_size = list_cut(x, s, walk_group(x, s, island, s.trail_size), -1, s.conflict)
        return CONFLICT
    i = root
    while True:
        for slot in range(4):
            j = s.topo.slot_island[4 * i + slot]
            e = s.topo.slot_edge[4 * i + slot]
            if j >= 0 and s.value[at_least(s, e, 1)] == 0 and root_of(x, j) != root:
                assign(s, at_least(s, e, 1), island << 3 | EXIT)
                return FORCED
        i = x.party[i].next


cdef Check exits_check(Exits *x, Literals *s) noexcept nogil:
    cdef int32_t literal, e
    cdef Check answer = QUIET
    count_exits(x, s)
    while x.verified < s.trail_size:
        literal = s.trail[x.verified]
        if count_of(s, literal) == 1:
            e = edge_of(s, literal)
            answer = check_group(x, s, s.topo.edge_a[e])
            if literal & 1 and answer == QUIET:
                answer = check_group(x, s, s.topo.edge_b[e])
            if answer != QUIET:
                return answer
        x.verified += 1
    return QUIET
