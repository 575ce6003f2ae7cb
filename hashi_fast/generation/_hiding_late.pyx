"""Hiding clues once all else is as wanted (see _hiding_late.pxd)."""
from libc.stdint cimport int64_t

from hashi_fast.generation._draft cimport draft_hide, list_clue
from hashi_fast.generation._drafting cimport keep_closest
from hashi_fast.generation._hiding cimport find_to_hide, still_to_hide
from hashi_fast.generation._making cimport GROWING
from hashi_fast.generation._repair cimport Repair, repair_undo
from hashi_fast.generation._touches cimport nudge
from hashi_fast.support._random cimport hf_random_below
from hashi_fast.support._status cimport CALL_AGAIN, OK


cdef enum:
    HIDE_TRIES = 30          # changes, per island, to hide the clues that are not hidden yet


cdef inline int64_t hiding_distance(const Maker *m) noexcept nogil:
    """How far the share of hidden clues is from what was asked; 0: it is just that."""
    return (still_to_hide(&m.draft, m.order.course.hidden) << 16) // m.draft.islands


cdef void show_clue(Maker *m, bint hidden) noexcept nogil:
    """Hide the clue that is being tried, or tell it again."""
    draft_hide(&m.draft, m.draft.at[m.hide_at], hidden)
    list_clue(&m.draft, m.hide_at)


cdef Status hide_next(Maker *m) noexcept nogil:
    """Hide another clue, if there are too few hidden ones, or make a small change, so that others can be."""
    cdef Repair *r = &m.repair
    if still_to_hide(&m.draft, m.order.course.hidden) == 0:
        return OK
    m.hide_tried += 1
    if m.hide_tried > HIDE_TRIES * m.draft.islands:
        m.stage = GROWING
        return CALL_AGAIN
    m.walked_from = r.n_edits
    m.hide_at = -1
    if hf_random_below(&m.random, 4):
        m.hide_at = find_to_hide(r)
    if m.hide_at >= 0:
        show_clue(m, True)
    elif not nudge(r):
        repair_undo(r, m.walked_from)
    return CALL_AGAIN


cdef Status begin_hiding(Maker *m) noexcept nogil:
    cdef Status status = keep_closest(m, hiding_distance(m))
    if status != OK:
        return status
    m.hiding = True
    m.hide_tried = 0
    return hide_next(m)


cdef Status judge_hidden(Maker *m, bint as_wanted) noexcept nogil:
    """Keep the last change, or take it back, and go on."""
    cdef Status status
    if as_wanted:
        # At once, since the work may be used up at any time.
        status = keep_closest(m, hiding_distance(m))
        if status != OK:
            return status
    elif m.hide_at >= 0:
        show_clue(m, False)
    else:
        repair_undo(&m.repair, m.walked_from)
    return hide_next(m)
