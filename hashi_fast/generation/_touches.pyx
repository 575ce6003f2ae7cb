"""Small changes of a draft for their own sake (see _touches.pxd)."""
from libc.stdint cimport int32_t, int64_t

from hashi_fast.generation._draft cimport Draft, cycles_of, seen_from, too_few_doubles, too_many_doubles
from hashi_fast.generation._repair cimport (
    CUT,
    LINKED,
    LOWERED,
    MOST_RISE,
    MOVED,
    RAISED,
    Edit,
    cell_a,
    cell_b,
    draw_below,
    edit_of,
    make_edit,
    make_move,
    rise_of,
    slot_of,
)
from hashi_fast.support._status cimport OK


cdef enum:
    NUDGES = 16              # edges looked at for something to change
    POLISHES = 16            # or for something that suits the look better


cdef bint change_count(Repair *r, int32_t e, int after) noexcept nogil:
    """Give an edge another number of bridges. False: something is in the way, or memory ran out."""
    cdef Edit edit = edit_of(r, e, kind_of_change(r.intended[e], after), after, 0)
    cdef int64_t before = r.n_edits
    return make_edit(r, &edit, e) == OK and r.n_edits > before


cdef bint nudge(Repair *r) noexcept nogil:
    cdef int32_t e, first = -1, _
    cdef int64_t before = r.n_edits
    cdef Edit edit
    cdef bint moving = r.remedy.weights[MOVED] and draw_below(r, 2) == 0
    # (An island alone has no edge to change.)
    for _ in range(NUDGES if r.topo.n_edges else 0):
        e = draw_below(r, r.topo.n_edges)
        if moving:
            if r.intended[e]:
                continue
            edit = edit_of(r, e, MOVED, 1 + draw_below(r, min(r.draft.max_bridges, 2)), 0)
            if make_move(r, &edit, e, MOST_RISE) == OK and r.n_edits > before:
                return True
        elif r.intended[e] and r.draft.max_bridges > 1:
            if first < 0:
                first = e
            elif (r.intended[e] > 1) != (r.intended[first] > 1):
                return change_count(r, first, 1 if r.intended[first] > 1 else 2) and (
                    change_count(r, e, 1 if r.intended[e] > 1 else 2)
                )
    return False


cdef int kind_of_change(int before, int after) noexcept nogil:
    if before == 0:
        return LINKED
    if after == 0:
        return CUT
    return RAISED if after > before else LOWERED


cdef bint may_have(const Repair *r, int32_t e, int after) noexcept nogil:
    """Whether an edge may have another number of bridges, as far as the aims say and what is in its way."""
    cdef const Draft *d = r.draft
    cdef int before = r.intended[e], doubles = (after > 1) - (before > 1)
    if before == after:
        return False
    if before == 0 and (
        not d.loops or cycles_of(d) >= r.aims.cycles_high or seen_from(d, cell_a(r, e), slot_of(r, e)) != cell_b(r, e)
    ):
        return False
    if after == 0 and cycles_of(d) <= r.aims.cycles_low:
        return False
    return not (
        (doubles > 0 and too_many_doubles(d, &r.aims, 1)) or (doubles < 0 and too_few_doubles(d, &r.aims, -1))
    )


cdef bint polish(Repair *r) noexcept nogil:
    cdef int32_t e, best_edge = -1, _
    cdef int after, best_after = 0
    cdef int64_t rise, best = 0, before = r.n_edits
    cdef Edit edit
    for _ in range(POLISHES if r.topo.n_edges else 0):
        e = draw_below(r, r.topo.n_edges)
        if r.intended[e] == 0 and r.remedy.weights[MOVED] and draw_below(r, 4) == 0:
            edit = edit_of(r, e, MOVED, 1 + draw_below(r, min(r.draft.max_bridges, 2)), 0)
            if make_move(r, &edit, e, -1) == OK and r.n_edits > before:
                return True
            continue
        for after in range(min(r.draft.max_bridges, 2) + 1):
            if may_have(r, e, after):
                rise = rise_of(r, e, after)
                if rise < best:
                    best, best_edge, best_after = rise, e, after
    return best_edge >= 0 and change_count(r, best_edge, best_after)
