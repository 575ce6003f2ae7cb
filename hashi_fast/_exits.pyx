"""Ways out of groups (see _exits.pxd)."""
from libc.stdint cimport uint32_t

from hashi_fast._literals cimport EXIT, assign, at_least, count_of, edge_of, fewer_than, true_before
from hashi_fast._memory cimport carve


cdef void exits_carve(Exits *x, const Literals *s, Carver *carver) noexcept nogil:
    cdef size_t n = s.topo.board.n_islands
    x.stamp = <int32_t *>carve(carver, n * sizeof(int32_t))
    x.member = <int32_t *>carve(carver, n * sizeof(int32_t))


cdef void exits_reset(Exits *x, const Literals *s) noexcept nogil:
    cdef int32_t i
    for i in range(s.topo.board.n_islands):
        x.stamp[i] = 0
    x.walk = 0
    x.checked = 0


cdef int32_t walk_group(Exits *x, const Literals *s, int32_t island, int32_t before) noexcept nogil:
    """List the group of an island, as it was before that place of the trail; its size."""
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
    """Write "fewer than 1" for every edge that leaves the group just walked, but one; how many."""
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


cdef Check check_group(Exits *x, Literals *s, int32_t island, int32_t round) noexcept nogil:
    """Look for two exits of the group of an island, and stop at the second.

    Islands that an earlier walk of this round came by belong to a group with two exits. An exit may turn out to lead
    back into the group; then nothing is concluded here, and a later check, at the latest of the full assignment, is.
    """
    cdef int32_t size = 1, at = 0, i, j, slot, exit = -1, beyond = -1
    cdef uint32_t slots
    if x.stamp[island] > round:
        return QUIET
    x.walk += 1
    x.member[0] = island
    x.stamp[island] = x.walk
    while at < size:
        i = x.member[at]
        at += 1
        slots = s.cells[i].slots
        for slot in range(4):
            if slots & 0x10:
                j = s.topo.slot_island[4 * i + slot]
                if x.stamp[j] != x.walk:
                    if slots & 1:
                        if x.stamp[j] > round:
                            return QUIET
                        x.stamp[j] = x.walk
                        x.member[size] = j
                        size += 1
                    elif exit < 0 or x.stamp[beyond] == x.walk:
                        exit = s.topo.slot_edge[4 * i + slot]
                        beyond = j
                    else:
                        return QUIET
            slots >>= 8
    if size == s.topo.board.n_islands:
        return QUIET
    if exit < 0 or x.stamp[beyond] == x.walk:
        s.conflict_size = list_cut(x, s, size, -1, s.conflict)
        return CONFLICT
    assign(s, at_least(s, exit, 1), island << 3 | EXIT)
    return FORCED


cdef Check exits_check(Exits *x, Literals *s) noexcept nogil:
    cdef int32_t literal, e, round = x.walk
    cdef Check answer = QUIET
    while x.checked < s.trail_size and answer == QUIET:
        literal = s.trail[x.checked]
        if count_of(s, literal) == 1:
            e = edge_of(s, literal)
            answer = check_group(x, s, s.topo.edge_a[e], round)
            if literal & 1 and answer == QUIET:
                answer = check_group(x, s, s.topo.edge_b[e], round)
        # A forced literal may leave this one's other end unchecked, so it is looked at again.
        if answer == QUIET:
            x.checked += 1
    return answer


cdef bint exits_joined(Exits *x, Literals *s) noexcept nogil:
    cdef int32_t size = walk_group(x, s, 0, s.trail_size)
    if size == s.topo.board.n_islands:
        return True
    s.conflict_size = list_cut(x, s, size, -1, s.conflict)
    return False
