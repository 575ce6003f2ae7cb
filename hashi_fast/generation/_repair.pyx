"""Changing an intended solution until it is the only one (see _repair.pxd)."""
from libc.string cimport memcmp, memcpy

from hashi_fast.board._boards cimport Board
from hashi_fast.board._topology cimport DOWN, RIGHT, find_ring, topology_build, topology_free
from hashi_fast.deduction._answers cimport UNIQUE
from hashi_fast.generation._draft cimport (
    HIDDEN,
    ISLAND,
    add_bridges,
    are_joined,
    are_joined_nearby,
    can_split,
    cycles_of,
    draft_board,
    draft_bridges,
    draft_cut,
    draft_hide,
    draft_link,
    draft_set_count,
    draft_split,
    in_knot,
    lay,
    list_clue,
    next_island,
    seen_from,
    side,
    take_up,
    too_few_doubles,
    too_many_doubles,
)
from hashi_fast.generation._look cimport UNIT_COST, look_change, look_count, look_move, look_rise
from hashi_fast.search._answers cimport EXHAUSTED, NODE_LIMIT, SOLUTION
from hashi_fast.search._domains cimport count_open, propagate
from hashi_fast.search._search cimport (
    DEPTH_FIRST,
    LEARNING,
    search_bridges,
    search_free,
    search_run,
    search_start,
)
from hashi_fast.support._memory cimport Carver, arena_free, arena_grow, carve, carve_from, measuring_carver
from hashi_fast.support._status cimport CALL_AGAIN, OK, OUT_OF_MEMORY


cdef enum:
    SLICE_EFFORT = 1 << 16   # of one slice, unless the search of a round takes more
    LITERAL_EFFORT = 4       # to handle a literal takes longer than to look at an island,
    CHANGE_EFFORT = 4        # so does to consider the changes of an edge,
    JOINED_EFFORT = 32       # or to find out whether all stays joined without one
    WITHIN = 16              # how much more likely a change within the aims is than one that leads beyond them
    LEARN_FROM = 300         # islands from which on depth-first search does not pay, with so much that is ambiguous
    PLAIN_BELOW = 120        # islands below which it always pays
    AS_BEFORE = 8            # a change that leaves the look as it was counts 2 ** 4 times as much as the least likely,
    MOST_LIKELY = 12         # and the most likely one 2 ** 8 times
    HALVING = UNIT_COST // 4  # rise of the energy that makes a change half as likely
    MOST_WEIGHT = 1 << 29    # of all changes of a cluster


# ---- getting ready

cdef void carve_repair(Repair *r, Carver *carver) noexcept nogil:
    cdef size_t n = r.topo.board.n_islands
    cdef size_t m = r.topo.n_edges
    r.chosen = <Edit *>carve(carver, n * sizeof(Edit))
    r.chosen_edge = <int32_t *>carve(carver, n * sizeof(int32_t))
    r.parent = <int32_t *>carve(carver, n * sizeof(int32_t))
    r.sum_change = <int32_t *>carve(carver, n * sizeof(int32_t))
    r.weight = <int32_t *>carve(carver, n * sizeof(int32_t))
    r.differing = <int32_t *>carve(carver, m * sizeof(int32_t))
    r.intended = <int8_t *>carve(carver, m)
    r.other = <int8_t *>carve(carver, m)


cdef Status survey(Repair *r) noexcept nogil:
    """Build the topology of the draft."""
    cdef Board board
    cdef Carver carver = measuring_carver()
    cdef Status status
    draft_board(r.draft, &board)
    status = topology_build(&r.topo, &board)
    if status != OK:
        return status
    carve_repair(r, &carver)
    if not carve_from(&carver, &r.memory):
        return OUT_OF_MEMORY
    carve_repair(r, &carver)
    draft_bridges(r.draft, &r.topo, r.intended)
    r.surveyed = True
    r.effort += board.n_islands
    return OK


cdef Status repair_survey(Repair *r) noexcept nogil:
    return OK if r.surveyed else survey(r)


cdef void repair_draft_replaced(Repair *r) noexcept nogil:
    r.surveyed = False
    r.searching = False
    look_again(r)


cdef inline void look_again(Repair *r) noexcept nogil:
    """Count the look anew, where a change was too large to follow."""
    if r.look != NULL:
        look_count(r.look, r.draft)


cdef void repair_allow_edits(Repair *r, int64_t limit) noexcept nogil:
    r.remedy.edit_limit = limit


cdef void repair_prove_only(Repair *r, int32_t least_open) noexcept nogil:
    r.remedy.edit_limit = r.n_edits
    r.least_open = least_open
    r.searching = False


cdef void suppose_intended(Repair *r) noexcept nogil:
    memcpy(r.other, r.intended, r.topo.n_edges)


cdef void repair_start(
    Repair *r, Draft *draft, const Remedy *remedy, const Targets *aims, Look *look, hf_random *random
) noexcept nogil:
    r.draft = draft
    r.look = look if look != NULL and look.styled else NULL
    r.guessing = False
    r.random = random
    r.remedy = remedy[0]
    r.aims = aims[0]
    r.surveyed = False
    r.searching = False
    r.solves = 0
    r.least_open = 0
    r.n_edits = 0
    r.edits = <Edit *>r.log.base


# ---- rings

cdef bint turn_ring(Repair *r, const int32_t *ring, int more) noexcept nogil:
    """Move `more` bridges round a ring in `other`, if that is sure to give a solution.

    The first two edges get more bridges, the last two as many fewer, so all sums stay. The four islands stay joined
    where three of the edges have bridges, and so do all the others.
    """
    cdef int32_t k, e
    cdef int count, used = 0, used_before = 0
    for k in range(4):
        e = ring[k]
        count = r.intended[e] + (more if k < 2 else -more)
        if count < 0 or count > r.draft.max_bridges or r.other[e] != r.intended[e]:
            return False
        used += count > 0
        used_before += r.intended[e] > 0
    if used < 3 or (not r.draft.loops and used != used_before):
        return False
    for k in range(4):
        if r.intended[ring[k]] == 0 and is_crossed(r, ring[k]):
            return False
    for k in range(4):
        r.other[ring[k]] += <int8_t>(more if k < 2 else -more)
    return True


cdef bint turn_rings(Repair *r) noexcept nogil:
    cdef const Topo *topo = &r.topo
    cdef int32_t i
    cdef int32_t ring[4]
    cdef bint found = False
    suppose_intended(r)
    r.effort += topo.board.n_islands >> 2
    for i in range(topo.board.n_islands):
        if find_ring(topo, i, ring) and (turn_ring(r, ring, 1) or turn_ring(r, ring, -1)):
            found = True
    return found


# ---- clusters

cdef inline int32_t cluster_of(Repair *r, int32_t i) noexcept nogil:
    """The island that stands for the cluster of island i."""
    while r.parent[i] != i:
        r.parent[i] = r.parent[r.parent[i]]
        i = r.parent[i]
    return i


cdef void find_clusters(Repair *r) noexcept nogil:
    """List the edges on which the solutions differ, and join their islands."""
    cdef int32_t e, k, a, b
    cdef int more
    r.n_differing = 0
    for e in range(r.topo.n_edges):
        if r.intended[e] == r.other[e]:
            continue
        r.differing[r.n_differing] = e
        r.n_differing += 1
        a = r.topo.edge_a[e]
        b = r.topo.edge_b[e]
        r.parent[a] = a
        r.parent[b] = b
        r.sum_change[a] = r.sum_change[b] = 0
        r.weight[a] = r.weight[b] = 0
    for k in range(r.n_differing):
        e = r.differing[k]
        a = r.topo.edge_a[e]
        b = r.topo.edge_b[e]
        more = r.other[e] - r.intended[e]
        r.sum_change[a] += more
        r.sum_change[b] += more
        r.parent[cluster_of(r, a)] = cluster_of(r, b)


# ---- choosing a change for each

cdef int32_t weigh(const Repair *r, int kind, int before, int after) noexcept nogil:
    """How likely a change is: less so where it leads beyond the aims."""
    cdef const Draft *d = r.draft
    cdef const Targets *aims = &r.aims
    cdef int doubles = (after > 1) - (before > 1)
    cdef int32_t weight = r.remedy.weights[kind]
    if kind == SPLIT:
        doubles = after > 1
    if kind == LINKED and r.look != NULL and cycles_of(d) >= aims.cycles_high:
        return 0  # a move does as well
    if (
        (doubles > 0 and too_many_doubles(d, aims, doubles)) or
        (doubles < 0 and too_few_doubles(d, aims, doubles)) or
        (kind == LINKED and cycles_of(d) >= aims.cycles_high) or
        (kind == CUT and cycles_of(d) <= aims.cycles_low)
    ):
        return weight
    return WITHIN * weight


cdef int64_t rise_of(Repair *r, int32_t e, int after) noexcept nogil:
    return look_rise(r.look, r.draft, cell_a(r, e), slot_of(r, e), cell_b(r, e), r.intended[e], after)


cdef int32_t by_look(Repair *r, int32_t e, int after) noexcept nogil:
    """How much more likely than the least likely one a change is by its look."""
    # (Division rounds towards zero, so a small rise or fall changes nothing.)
    return 1 << max(0, min(<int64_t>MOST_LIKELY, AS_BEFORE - rise_of(r, e, after) // HALVING))


cdef bint is_drawn(Repair *r, int32_t cluster, int32_t weight) noexcept nogil:
    """Whether a change with this weight is chosen over all that were considered for its cluster before."""
    return r.weight[cluster] == 0 or draw_below(r, r.weight[cluster] + weight) < weight


cdef void consider(Repair *r, int32_t cluster, int32_t e, int kind, int after, int32_t at) noexcept nogil:
    """Choose a change of edge e for its cluster, or keep the one that was chosen before, as chance has it."""
    cdef int32_t weight = weigh(r, kind, r.intended[e], after)
    if weight == 0:
        return
    if r.look != NULL:
        # (What a move does to the look is seen when it is made.)
        weight *= 1 << AS_BEFORE if kind == MOVED or kind == TOLD or kind == SPLIT else by_look(r, e, after)
    if is_drawn(r, cluster, weight):
        # To find out whether all stays joined is work, so it is asked last.
        if kind == CUT and not stays_joined(r, e):
            return
        r.chosen[cluster] = edit_of(r, e, kind, after, at)
        r.chosen_edge[cluster] = e
    r.weight[cluster] = min(r.weight[cluster] + weight, <int32_t>MOST_WEIGHT)


cdef bint stays_joined(Repair *r, int32_t e) noexcept nogil:
    """Whether the islands of an edge are joined without its bridges, by a way that is not too long."""
    cdef int slot = slot_of(r, e)
    cdef bint joined
    r.effort += JOINED_EFFORT
    take_up(r.draft, cell_a(r, e), slot, cell_b(r, e))
    joined = are_joined_nearby(r.draft, cell_a(r, e), cell_b(r, e))
    lay(r.draft, cell_a(r, e), slot, cell_b(r, e), r.intended[e])
    return joined


cdef int32_t draw_split(Repair *r, int32_t e) noexcept nogil:
    """A random cell of a bridge where an island may stand, 0 when there is none."""
    cdef const Draft *d = r.draft
    cdef int32_t at = cell_a(r, e), step = d.step[slot_of(r, e)], found = 0, chosen = 0
    at += step
    while not d.cell[at] & ISLAND:
        if can_split(d, at):
            found += 1
            if draw_below(r, found) == 0:
                chosen = at
        at += step
    return chosen


cdef void consider_edge(Repair *r, int32_t e) noexcept nogil:
    """Consider every change of an edge that rules out the other solution."""
    cdef const Draft *d = r.draft
    cdef const int32_t *weights = r.remedy.weights
    cdef int intended = r.intended[e], other = r.other[e], least
    cdef int32_t cluster = cluster_of(r, r.topo.edge_a[e]), at, k, i
    if d.knot_width and (in_knot(d, cell_a(r, e)) or in_knot(d, cell_b(r, e))):
        return
    if intended == 0:
        if seen_from(d, cell_a(r, e), slot_of(r, e)) == cell_b(r, e):
            least = d.max_bridges - (other - intended) + 1
            if weights[LINKED] and d.loops:
                consider(r, cluster, e, LINKED, least + draw_below(r, d.max_bridges - least + 1), 0)
            if weights[MOVED] and r.look != NULL:
                consider(r, cluster, e, MOVED, 1 + draw_below(r, min(d.max_bridges, 2)), 0)
    elif r.guessing:
        if intended < d.max_bridges:
            consider(r, cluster, e, RAISED, intended + 1 + draw_below(r, d.max_bridges - intended), 0)
        if intended > 1:
            consider(r, cluster, e, LOWERED, 1 + draw_below(r, intended - 1), 0)
        if d.loops:
            consider(r, cluster, e, CUT, 0, 0)
    elif other > intended:
        least = d.max_bridges - (other - intended) + 1
        consider(r, cluster, e, RAISED, least + draw_below(r, d.max_bridges - least + 1), 0)
    else:
        if intended - other > 1:
            consider(r, cluster, e, LOWERED, 1 + draw_below(r, intended - other - 1), 0)
        if d.loops:
            consider(r, cluster, e, CUT, 0, 0)
    if intended and weights[SPLIT] and d.islands < d.room:
        at = draw_split(r, e)
        if at:
            consider(r, cluster, e, SPLIT, intended, at)
    if d.hidden:
        for k in range(2):
            i = r.topo.edge_b[e] if k else r.topo.edge_a[e]
            if r.sum_change[i] and d.cell[d.at[i]] & HIDDEN:
                consider(r, cluster, e, TOLD, intended, d.at[i])


# ---- making it

cdef Status note(Repair *r, const Edit *edit) noexcept nogil:
    """Add a change to the log."""
    cdef size_t size = r.n_edits * sizeof(Edit)
    if size + sizeof(Edit) > r.log.capacity and not arena_grow(&r.log, size, size + 16 * sizeof(Edit)):
        return OUT_OF_MEMORY
    r.edits = <Edit *>r.log.base
    r.edits[r.n_edits] = edit[0]
    r.n_edits += 1
    return OK


cdef inline void note_look(Repair *r, const Edit *edit, int slot) noexcept nogil:
    """Count a change of a pair that is about to be made or has just been made."""
    if r.look != NULL:
        look_change(r.look, r.draft, edit.a, slot, edit.b, edit.before, edit.after)


cdef int32_t island_at(const Repair *r, int32_t at) noexcept nogil:
    """The island on a cell."""
    cdef int32_t low = 0, high = r.topo.board.n_islands - 1, middle
    while low < high:
        middle = (low + high) // 2
        if r.draft.at[middle] < at:
            low = middle + 1
        else:
            high = middle
    return low


cdef Status make_move(Repair *r, const Edit *edit, int32_t e, int64_t most_rise) noexcept nogil:
    cdef Draft *d = r.draft
    cdef int32_t cut_at = 0, f
    cdef int cut_slot = 0
    cdef Edit other
    cdef Status status
    if side(d.cell[edit.a], slot_of(r, e)) or seen_from(d, edit.a, slot_of(r, e)) != edit.b:
        return OK
    if not look_move(r.look, d, edit.a, slot_of(r, e), edit.after, most_rise, &cut_at, &cut_slot):
        return OK
    f = r.topo.slot_edge[4 * island_at(r, cut_at) + cut_slot]
    other = edit_of(r, f, CUT, 0, 0)
    status = note(r, &other)
    if status != OK:
        return status
    other = edit_of(r, e, LINKED, edit.after, 0)
    status = note(r, &other)
    if status != OK:
        return status
    r.intended[e] = <int8_t>edit.after
    r.intended[f] = 0
    list_clue(d, r.topo.edge_a[e])
    list_clue(d, r.topo.edge_b[e])
    list_clue(d, r.topo.edge_a[f])
    list_clue(d, r.topo.edge_b[f])
    return OK


cdef bint carry_out(Repair *r, const Edit *edit, int32_t e) noexcept nogil:
    """Make a change. False: another one of this round is in its way."""
    cdef Draft *d = r.draft
    cdef int slot = slot_of(r, e)
    if edit.kind == TOLD:
        draft_hide(d, edit.at, False)
    elif edit.kind == SPLIT:
        if not draft_split(d, edit.at):
            return False
        r.surveyed = False
        look_again(r)
    elif side(d.cell[edit.a], slot) != edit.before:
        return False
    elif edit.kind == LINKED:
        if seen_from(d, edit.a, slot) != edit.b:
            return False
        note_look(r, edit, slot)
        draft_link(d, edit.a, slot, edit.after)
    elif next_island(d, edit.a, slot) != edit.b:
        return False
    elif edit.kind == CUT:
        if not draft_cut(d, edit.a, slot):
            return False
        note_look(r, edit, slot)
    else:
        note_look(r, edit, slot)
        draft_set_count(d, edit.a, slot, edit.after)
    r.intended[e] = <int8_t>edit.after
    list_clue(d, r.topo.edge_a[e])
    list_clue(d, r.topo.edge_b[e])
    return True


cdef Status make_edit(Repair *r, const Edit *edit, int32_t e) noexcept nogil:
    return note(r, edit) if carry_out(r, edit, e) else OK


cdef Status change_clusters(Repair *r) noexcept nogil:
    """Make one change in every cluster. OK: something was changed."""
    cdef int32_t k, cluster
    cdef int64_t before = r.n_edits
    cdef Status status
    find_clusters(r)
    r.effort += CHANGE_EFFORT * r.n_differing
    for k in range(r.n_differing):
        consider_edge(r, r.differing[k])
    for k in range(r.n_differing):
        cluster = cluster_of(r, r.topo.edge_a[r.differing[k]])
        if r.weight[cluster] == 0:
            continue
        r.weight[cluster] = 0
        if r.n_edits >= r.remedy.edit_limit:
            return LIMIT
        if r.chosen[cluster].kind == MOVED:
            status = make_move(r, &r.chosen[cluster], r.chosen_edge[cluster], MOST_RISE)
            if status != OK:
                return status
        else:
            status = make_edit(r, &r.chosen[cluster], r.chosen_edge[cluster])
            if status != OK:
                return status
    return OK if r.n_edits > before else INCURABLE


cdef Status change_supposed(Repair *r) noexcept nogil:
    cdef Status status
    r.guessing = r.look != NULL
    status = change_clusters(r)
    if status == INCURABLE and not r.remedy.weights[LINKED]:
        # A new cycle is better than to begin again.
        r.remedy.weights[LINKED] = 1
        status = change_clusters(r)
        r.remedy.weights[LINKED] = 0
    r.guessing = False
    return status


cdef Status move_bridges(Repair *r) noexcept nogil:
    """Take up the bridges of one differing edge and lay them on another that joins what came apart.

    Two trees of islands always allow that, but for crossings.
    """
    cdef Draft *d = r.draft
    cdef int32_t j, k, e, f, start = draw_below(r, r.n_differing)
    cdef int count
    cdef Edit edit
    cdef Status status
    if not r.remedy.weights[CUT] or not r.remedy.weights[LINKED]:
        return INCURABLE
    if r.n_edits + 2 > r.remedy.edit_limit:
        return LIMIT
    for j in range(r.n_differing):
        e = r.differing[(j + start) % r.n_differing]
        count = r.intended[e]
        if r.other[e] >= count:
            continue
        take_up(d, cell_a(r, e), slot_of(r, e), cell_b(r, e))
        for k in range(r.n_differing):
            f = r.differing[k]
            if r.intended[f] or seen_from(d, cell_a(r, f), slot_of(r, f)) != cell_b(r, f):
                continue
            if are_joined(d, cell_a(r, f), cell_b(r, f)):
                continue
            lay(d, cell_a(r, f), slot_of(r, f), cell_b(r, f), count)
            r.surveyed = False
            look_again(r)
            edit = edit_of(r, e, CUT, 0, 0)
            status = note(r, &edit)
            if status != OK:
                return status
            edit = edit_of(r, f, LINKED, count, 0)
            return note(r, &edit)
        lay(d, cell_a(r, e), slot_of(r, e), cell_b(r, e), count)
    return INCURABLE


cdef void intend_other(Repair *r) noexcept nogil:
    """Let the two solutions change places; no clue changes."""
    cdef Draft *d = r.draft
    cdef int32_t k, e
    cdef int8_t before, after
    for k in range(r.n_differing):
        e = r.differing[k]
        before = r.intended[e]
        after = r.other[e]
        add_bridges(d, cell_a(r, e), slot_of(r, e), cell_b(r, e), after - before)
        d.pairs += (after > 0) - (before > 0)
        d.doubles += (after > 1) - (before > 1)
        r.intended[e] = after
        r.other[e] = before
    look_again(r)


cdef void repair_intend(Repair *r, const int8_t *bridges) noexcept nogil:
    cdef Draft *d = r.draft
    cdef int32_t e, i
    for e in range(r.topo.n_edges):
        if r.intended[e] and bridges[e] != r.intended[e]:
            take_up(d, cell_a(r, e), slot_of(r, e), cell_b(r, e))
    for e in range(r.topo.n_edges):
        if bridges[e] and bridges[e] != r.intended[e]:
            lay(d, cell_a(r, e), slot_of(r, e), cell_b(r, e), bridges[e])
        r.intended[e] = bridges[e]
    for i in range(d.islands):
        list_clue(d, i)
    r.searching = False


# ---- taking changes back

cdef void repair_undo(Repair *r, int64_t n_edits) noexcept nogil:
    cdef const Edit *edit
    cdef int32_t e
    cdef int slot
    while r.n_edits > n_edits:
        r.n_edits -= 1
        edit = &r.edits[r.n_edits]
        slot = RIGHT if edit.b - edit.a < r.draft.width else DOWN
        e = r.topo.slot_edge[4 * island_at(r, edit.a) + slot]
        if r.look != NULL:
            look_change(r.look, r.draft, edit.a, slot, edit.b, edit.after, edit.before)
        add_bridges(r.draft, edit.a, slot, edit.b, edit.before - edit.after)
        r.draft.pairs += (edit.before > 0) - (edit.after > 0)
        r.draft.doubles += (edit.before > 1) - (edit.after > 1)
        r.intended[e] = <int8_t>edit.before
        list_clue(r.draft, r.topo.edge_a[e])
        list_clue(r.draft, r.topo.edge_b[e])
    r.searching = False


# ---- round after round

cdef Status begin_search(Repair *r) noexcept nogil:
    """Get ready to look for another solution."""
    cdef Status status
    if r.solves >= r.remedy.solve_limit:
        return LIMIT
    status = search_start(&r.search, &r.topo)
    if status != OK:
        return status
    if r.topo.board.n_islands >= LEARN_FROM:
        r.search.mode = LEARNING
    elif r.topo.board.n_islands < PLAIN_BELOW:
        r.search.mode = DEPTH_FIRST
    r.search.avoid = r.intended
    r.search.node_limit = r.remedy.node_limit
    r.searching = True
    r.seen_intended = False
    r.solves += 1
    if r.least_open:
        # Let the search count around islands before it begins, which cannot fail: there is a solution.
        propagate(&r.search.domains)
        r.open = count_open(&r.search.domains)
        if r.open < r.least_open:
            r.searching = False
            return TOO_PLAIN
    return OK


cdef Status repair_rings(Repair *r) noexcept nogil:
    cdef Status status
    while True:
        status = repair_survey(r)
        if status != OK:
            return status
        if not turn_rings(r):
            return OK
        if r.n_edits >= r.remedy.edit_limit:
            return LIMIT
        status = change_clusters(r)
        # A ring about which nothing can be done may be dealt with as part of something larger.
        if status == INCURABLE:
            return OK
        if status != OK:
            return status


cdef Status prepare(Repair *r) noexcept nogil:
    """Repair all rings, and begin to look for another solution."""
    cdef Status status = repair_rings(r)
    return begin_search(r) if status == OK else status


cdef Status change_something(Repair *r) noexcept nogil:
    """Rule out the other solution that was found."""
    cdef Status status = change_clusters(r)
    if status == INCURABLE:
        status = move_bridges(r)
    if status == INCURABLE:
        intend_other(r)
        status = change_clusters(r)
    return status


cdef Status repair_run(Repair *r) noexcept nogil:
    cdef Status status
    cdef int64_t before, end = r.effort + SLICE_EFFORT
    while r.effort < end:
        if not r.searching:
            status = prepare(r)
            if status != OK:
                return status
        before = r.search.effort
        status = search_run(&r.search)
        r.effort += (r.search.effort - before) * (LITERAL_EFFORT if r.search.learning else 1)
        if status == EXHAUSTED:
            return UNIQUE if r.seen_intended else UNINTENDED
        if status == NODE_LIMIT:
            return LIMIT
        if status != SOLUTION:
            return status
        search_bridges(&r.search, r.other)
        if memcmp(r.intended, r.other, r.topo.n_edges) == 0:
            r.seen_intended = True
            continue
        r.searching = False
        if r.n_edits >= r.remedy.edit_limit:
            return LIMIT
        status = change_something(r)
        if status != OK:
            return status
    return CALL_AGAIN


cdef void repair_free(Repair *r) noexcept nogil:
    search_free(&r.search)
    topology_free(&r.topo)
    arena_free(&r.memory)
    arena_free(&r.log)
