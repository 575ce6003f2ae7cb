"""Techniques about groups of joined islands (see _rungs_groups.pxd)."""
from libc.stdint cimport int32_t, uint32_t

from hashi_fast.board._boards cimport UNKNOWN
from hashi_fast.board._topology cimport DOWN, RIGHT, Topo
from hashi_fast.deduction._answers cimport NO_SOLUTION
from hashi_fast.deduction._state cimport Deduction, conclude, end_step, look_at, next_unsettled
from hashi_fast.search._domains cimport (
    IslandDomain,
    flips_at_least,
    flips_at_most,
    hi_of,
    is_open,
    lo_of,
    slot_byte,
)
from hashi_fast.search._groups cimport (
    POSSIBLE,
    SURE,
    UNDECIDED,
    Groups,
    Union,
    Visit,
    cut_flips,
    find_group,
    is_cut,
    union_start,
    unite,
    walk_board,
)
from hashi_fast.support._status cimport OK


cdef enum:
    MANY = 256           # islands on one side of a cut: more than this are not listed one by one


cdef void look_at_group(Deduction *t, int32_t i) noexcept nogil:
    """Look at all islands of the group of island i, from bridge to bridge."""
    cdef int32_t *waiting = t.groups.path
    cdef int32_t j, slot, n_waiting = 1
    if not t.log.wanted:
        return
    t.pass_number += 1
    t.stamp[i] = t.pass_number
    waiting[0] = i
    while n_waiting:
        n_waiting -= 1
        i = waiting[n_waiting]
        look_at(t, i)
        for slot in range(4):
            j = t.domains.topo.slot_island[4 * i + slot]
            if slot_byte(&t.domains.islands[i], slot) & 1 and t.stamp[j] != t.pass_number:
                t.stamp[j] = t.pass_number
                waiting[n_waiting] = j
                n_waiting += 1


cdef inline void strike_closing_count(Deduction *t, int32_t i, bint only_pairs) noexcept nogil:
    """If two islands need the same and the rest of their groups nothing, their edge cannot take all of that.

    Otherwise their groups would be closed (see strike_isolating). Island i is the first of the two. With `only_pairs`,
    only for islands without bridges.
    """
    cdef const Topo *topo = t.domains.topo
    cdef const Groups *g = &t.groups
    cdef const IslandDomain *island = &t.domains.islands[i]
    cdef int32_t j, slot, a, b, size, open_need, need = island.need
    cdef uint32_t byte
    if need == 0 or need > topo.board.max_bridges:
        return
    for slot in range(RIGHT, DOWN + 1, 2):
        byte = slot_byte(island, slot)
        if not is_open(byte):
            continue
        j = topo.slot_island[4 * i + slot]
        if t.domains.islands[j].need != need or hi_of(byte) - lo_of(byte) < need:
            continue
        a = find_group(g, i)
        b = find_group(g, j)
        size = g.group[a].size
        open_need = g.group[a].need
        if a != b:
            size += g.group[b].size
            open_need += g.group[b].need
        if open_need != 2 * need or size == topo.board.n_islands or (only_pairs and (size > 2 or a == b)):
            continue
        look_at_group(t, i)
        if a != b:
            look_at_group(t, j)
        # The sums are at their fixpoint, so hi is lo + need.
        conclude(t, topo.slot_edge[4 * i + slot], flips_at_most(byte, hi_of(byte) - 1))
        end_step(t, -1, topo.slot_edge[4 * i + slot])


cdef void strike_closing_counts(Deduction *t, bint only_pairs) noexcept nogil:
    cdef int32_t i = next_unsettled(t, 0)
    t.effort += 1 + (t.unfinished >> 1)
    while i >= 0:
        strike_closing_count(t, i, only_pairs)
        i = next_unsettled(t, i + 1)


cdef Status find_forbidden_pairs(Deduction *t) noexcept nogil:
    strike_closing_counts(t, True)
    return OK


cdef bint others_close(Deduction *t, int32_t i, int without, bint only_single) noexcept nogil:
    """Whether island i closes a group if direction `without` gets no more bridges and the others all they can take."""
    cdef const Topo *topo = t.domains.topo
    cdef const IslandDomain *island = &t.domains.islands[i]
    cdef Union u
    cdef int32_t slot, k
    cdef uint32_t byte
    union_start(&u, &t.groups, i)
    for slot in range(4):
        byte = slot_byte(island, slot)
        if byte < 0x10 or (slot == without and not byte & 1):
            continue
        unite(&u, &t.groups, topo.slot_island[4 * i + slot])
        if u.need > 2 * island.need:
            return False
    if u.need != 2 * island.need or u.size == topo.board.n_islands or (only_single and u.size > u.n_roots):
        return False
    for k in range(u.n_roots):
        look_at_group(t, u.roots[k])
    return True


cdef inline void open_closed_star(Deduction *t, int32_t i, bint only_single) noexcept nogil:
    """If all directions of island i but one would close a group, the remaining direction needs a bridge."""
    cdef const Topo *topo = t.domains.topo
    cdef const IslandDomain *island = &t.domains.islands[i]
    cdef int32_t slot
    cdef uint32_t byte
    if island.slack > topo.board.max_bridges or topo.board.target[i] == UNKNOWN:
        return
    if t.groups.group[find_group(&t.groups, i)].need > 2 * island.need:
        return  # its group is open in other places
    for slot in range(4):
        byte = slot_byte(island, slot)
        # Without this direction there is no slack left, so the others take all they can.
        if is_open(byte) and hi_of(byte) - lo_of(byte) == island.slack and others_close(t, i, slot, only_single):
            conclude(t, topo.slot_edge[4 * i + slot], flips_at_least(byte, lo_of(byte) + 1))
            end_step(t, i, topo.slot_edge[4 * i + slot])


cdef void open_closed_stars(Deduction *t, bint only_single) noexcept nogil:
    cdef int32_t i = next_unsettled(t, 0)
    t.effort += 1 + (t.unfinished >> 1)
    while i >= 0:
        open_closed_star(t, i, only_single)
        i = next_unsettled(t, i + 1)


cdef Status find_closed_pairs(Deduction *t) noexcept nogil:
    open_closed_stars(t, True)
    return OK


cdef Status find_closed_groups(Deduction *t) noexcept nogil:
    """Both of the above, for groups of more than one island."""
    strike_closing_counts(t, False)
    open_closed_stars(t, False)
    return OK


cdef void find_closed_groups_at(Deduction *t, int32_t i) noexcept nogil:
    strike_closing_count(t, i, False)
    open_closed_star(t, i, False)


cdef void look_at_chain(Deduction *t, int32_t i, int32_t j) noexcept nogil:
    """After a walk over sure bridges that close no loop: look at the islands on the way from i to j."""
    cdef const Visit *visit = t.groups.visit
    if not t.log.wanted:
        return
    while i != j:
        # The one that was met later is not on the way from the root to the other, so the chain leads back from it.
        if visit[i].order < visit[j].order:
            i, j = j, i
        look_at(t, i)
        i = t.domains.topo.slot_island[4 * i + visit[i].came]
    look_at(t, i)


cdef Status find_loops(Deduction *t) noexcept nogil:
    """Where loops are forbidden, an empty edge between islands that are already joined stays empty."""
    cdef const Topo *topo = t.domains.topo
    cdef int32_t i, j, slot
    cdef uint32_t byte
    if topo.board.loops:
        return OK
    if t.log.wanted:
        walk_board(&t.groups, &t.domains, SURE)
    for i in range(topo.board.n_islands):
        for slot in range(RIGHT, DOWN + 1, 2):
            byte = slot_byte(&t.domains.islands[i], slot)
            if not is_open(byte) or byte & 15:
                continue
            j = topo.slot_island[4 * i + slot]
            if find_group(&t.groups, i) == find_group(&t.groups, j):
                look_at_chain(t, i, j)
                conclude(t, topo.slot_edge[4 * i + slot], byte)
                end_step(t, -1, topo.slot_edge[4 * i + slot])
    t.effort += topo.board.n_islands >> 1
    return OK


cdef void look_at_smaller_side(Deduction *t, int32_t below) noexcept nogil:
    """Look at the islands on the smaller side of a cut, or only at the two ends of the cut if there are too many."""
    cdef const Topo *topo = t.domains.topo
    cdef const Visit *visit = t.groups.visit
    cdef int32_t *waiting = t.groups.path
    cdef int32_t i, j, slot, top = visit[below].root, inside = visit[below].below, n_waiting = 1
    if not t.log.wanted:
        return
    if min(inside, visit[top].below - inside) > MANY:
        look_at(t, below)
        look_at(t, topo.slot_island[4 * below + visit[below].came])
        return
    waiting[0] = below if 2 * inside <= visit[top].below else top
    while n_waiting:
        n_waiting -= 1
        i = waiting[n_waiting]
        look_at(t, i)
        for slot in range(4):
            j = topo.slot_island[4 * i + slot]
            # The islands that the walk reached from here.
            if j >= 0 and visit[j].came == slot ^ 1 and j != below:
                waiting[n_waiting] = j
                n_waiting += 1


cdef Status find_only_ways_out(Deduction *t) noexcept nogil:
    """An edge without which the board would fall apart carries a bridge."""
    cdef const Topo *topo = t.domains.topo
    cdef int32_t i
    cdef Visit *visit
    t.effort += topo.board.n_islands
    if t.groups.n_groups == 1:
        return OK
    if walk_board(&t.groups, &t.domains, POSSIBLE) > 1:
        return NO_SOLUTION
    for i in range(topo.board.n_islands):
        visit = &t.groups.visit[i]
        if is_cut(visit) and not slot_byte(&t.domains.islands[i], visit.came) & 1:
            look_at_smaller_side(t, i)
            conclude(t, topo.slot_edge[4 * i + visit.came], 1)
            end_step(t, -1, topo.slot_edge[4 * i + visit.came])
    return OK


cdef Status find_parities(Deduction *t) noexcept nogil:
    """Where one undecided edge leads out of a part of the board, the needs of that part fix its parity or its count."""
    cdef const Topo *topo = t.domains.topo
    cdef Visit *visit
    cdef int32_t i
    cdef uint32_t flips
    t.effort += topo.board.n_islands
    walk_board(&t.groups, &t.domains, UNDECIDED)
    for i in range(topo.board.n_islands):
        visit = &t.groups.visit[i]
        if visit.came == 4 and not visit.unknown and visit.surplus & (1 if visit.odd else -1):
            return NO_SOLUTION
        if is_cut(visit):
            if not cut_flips(&t.groups, &t.domains, i, 0, &flips):
                return NO_SOLUTION
            if flips:
                look_at_smaller_side(t, i)
                conclude(t, topo.slot_edge[4 * i + visit.came], flips)
                end_step(t, -1, topo.slot_edge[4 * i + visit.came])
    return OK
