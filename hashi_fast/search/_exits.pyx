"""Ways out of groups (see _exits.pxd)."""
from libc.string cimport memset

from hashi_fast.search._literals cimport EXIT, assign, at_least, count_of, edge_of, fewer_than, true_before
from hashi_fast.support._memory cimport carve


cdef extern from "hf_bits.h" nogil:
    bint HF_UNLIKELY(bint x)


cdef void exits_carve(Exits *x, const Literals *s, Carver *carver) noexcept nogil:
    cdef size_t n = s.topo.board.n_islands
    cdef size_t m = s.topo.n_edges
    x.party = <Party *>carve(carver, (n + 1) * sizeof(Party))
    x.joined = <int32_t *>carve(carver, 2 * m * sizeof(int32_t))
    x.stamp = <int32_t *>carve(carver, n * sizeof(int32_t))
    x.member = <int32_t *>carve(carver, n * sizeof(int32_t))
    x.shut = <uint8_t *>carve(carver, m + 1)
    if carver.base != NULL:
        x.party += 1
        x.shut += 1


cdef void exits_reset(Exits *x, const Literals *s) noexcept nogil:
    cdef int32_t i, e, n = s.topo.board.n_islands
    memset(x.stamp, 0, n * sizeof(int32_t))
    for i in range(-1, n):
        x.party[i].group = i
        x.party[i].next = i
        x.party[i].size = 1
        x.party[i].exits = 0
    x.walk = 0
    x.counted = 0
    x.n_joined = 0
    (x.shut - 1)[0] = 1
    for e in range(s.topo.n_edges):
        x.shut[e] = s.value[at_least(s, e, 1)] < 0
        x.party[s.topo.edge_a[e]].exits += 1 - x.shut[e]
        x.party[s.topo.edge_b[e]].exits += 1 - x.shut[e]
    for e in range(s.topo.n_edges):
        if s.value[at_least(s, e, 1)] > 0:
            join(x, s, e)
            # What holds at level 0 is never undone.
            x.n_joined = 0


cdef int32_t join(Exits *x, const Literals *s, int32_t e) noexcept nogil:
    """Edge e got its first bridge. Returns the group that it is in now."""
    cdef int32_t a = x.party[s.topo.edge_a[e]].group, b = x.party[s.topo.edge_b[e]].group
    cdef int32_t i, slot, inner = 0
    cdef const int32_t *islands
    cdef const int32_t *edges
    if a == b:
        x.joined[x.n_joined] = -1
        x.n_joined += 1
        return a
    if x.party[a].size < x.party[b].size:
        a, b = b, a
    # Edges between the two groups stop being exits. They are found from the smaller group.
    i = b
    while True:
        islands = &s.topo.slot_island[4 * i]
        edges = &s.topo.slot_edge[4 * i]
        for slot in range(4):
            inner += (x.party[islands[slot]].group == a) & (x.shut[edges[slot]] ^ 1)
        i = x.party[i].next
        if i == b:
            break
    while True:
        x.party[i].group = a
        i = x.party[i].next
        if i == b:
            break
    x.party[a].size += x.party[b].size
    x.party[a].exits += x.party[b].exits - 2 * inner
    x.party[a].next, x.party[b].next = x.party[b].next, x.party[a].next
    x.joined[x.n_joined] = inner
    x.joined[x.n_joined + 1] = b
    x.n_joined += 2
    return a


cdef void part(Exits *x) noexcept nogil:
    """Undo the last join."""
    cdef int32_t a, b, i
    x.n_joined -= 1
    b = x.joined[x.n_joined]
    if b < 0:
        return
    x.n_joined -= 1
    a = x.party[b].group
    x.party[a].next, x.party[b].next = x.party[b].next, x.party[a].next
    x.party[a].exits -= x.party[b].exits - 2 * x.joined[x.n_joined]
    x.party[a].size -= x.party[b].size
    i = b
    while True:
        x.party[i].group = b
        i = x.party[i].next
        if i == b:
            break


cdef void exits_undo(Exits *x, const Literals *s, int32_t mark) noexcept nogil:
    cdef int32_t literal, e, a, b, differ
    while x.counted > mark:
        x.counted -= 1
        literal = s.trail[x.counted]
        if count_of(s, literal) != 1:
            continue
        e = edge_of(s, literal)
        if literal & 1:
            x.shut[e] = 0
            a = x.party[s.topo.edge_a[e]].group
            b = x.party[s.topo.edge_b[e]].group
            differ = a != b
            x.party[a].exits += differ
            x.party[b].exits += differ
        else:
            part(x)


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


cdef int32_t explain_exit(Exits *x, const Literals *s, int32_t literal, int32_t island, int32_t *out) noexcept nogil:
    cdef int32_t size = walk_group(x, s, island, s.place[literal >> 1])
    cdef int32_t at, i, j, e, slot, found = 0, but = edge_of(s, literal)
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


cdef void blame_cut(const Exits *x, Literals *s, int32_t group) noexcept nogil:
    """Record a conflict: no edge out of a group can carry a bridge."""
    cdef int32_t i = group, j, e, slot
    s.conflict_size = 0
    while True:
        for slot in range(4):
            j = s.topo.slot_island[4 * i + slot]
            e = s.topo.slot_edge[4 * i + slot]
            if j >= 0 and x.party[j].group != group and s.level[e << s.shift] > 0:
                s.conflict[s.conflict_size] = fewer_than(s, e, 1)
                s.conflict_size += 1
        i = x.party[i].next
        if i == group:
            return


cdef Check use_exit(const Exits *x, Literals *s, int32_t group) noexcept nogil:
    """Put a bridge on the only exit of a group, unless the trail has already decided that edge."""
    cdef int32_t i = group, j, e, slot
    while True:
        for slot in range(4):
            j = s.topo.slot_island[4 * i + slot]
            e = s.topo.slot_edge[4 * i + slot]
            if not x.shut[e] and x.party[j].group != group:
                if s.value[at_least(s, e, 1)] != 0:
                    return QUIET
                assign(s, at_least(s, e, 1), group << 3 | EXIT)
                return FORCED
        i = x.party[i].next


cdef Check check_group(const Exits *x, Literals *s, int32_t group) noexcept nogil:
    """Draw the conclusions for a group with one exit or none."""
    if x.party[group].size == s.topo.board.n_islands:
        return QUIET
    if x.party[group].exits == 1:
        return use_exit(x, s, group)
    blame_cut(x, s, group)
    return CONFLICT


cdef Check exits_check(Exits *x, Literals *s) noexcept nogil:
    cdef int32_t literal, e, a, b, differ
    cdef Check check = QUIET
    while x.counted < s.trail_size and check == QUIET:
        literal = s.trail[x.counted]
        x.counted += 1
        if count_of(s, literal) != 1:
            continue
        e = edge_of(s, literal)
        if literal & 1:
            x.shut[e] = 1
            a = x.party[s.topo.edge_a[e]].group
            b = x.party[s.topo.edge_b[e]].group
            # Inside a group, it was not counted as an exit.
            differ = a != b
            x.party[a].exits -= differ
            x.party[b].exits -= differ
            if HF_UNLIKELY(x.party[a].exits <= 1):
                check = check_group(x, s, a)
            if HF_UNLIKELY(x.party[b].exits <= 1) and check != CONFLICT:
                check = max(check, check_group(x, s, b))
        else:
            a = join(x, s, e)
            if HF_UNLIKELY(x.party[a].exits <= 1):
                check = check_group(x, s, a)
    return check
