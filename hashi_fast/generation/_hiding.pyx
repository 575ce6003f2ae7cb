"""Which clues are hidden (see _hiding.pxd)."""
from hashi_fast.board._topology cimport Topo
from hashi_fast.generation._draft cimport HIDDEN, draft_hide, list_clue
from hashi_fast.generation._repair cimport draw_below, is_crossed


cdef enum:
    TRIES = 4                # draws per island


cdef inline bint is_hidden(const Repair *r, int32_t i) noexcept nogil:
    return r.draft.cell[r.draft.at[i]] & HIDDEN != 0


cdef inline bint is_closed(const Repair *r, int32_t e) noexcept nogil:
    """Whether a bridge across it closes an edge."""
    return r.intended[e] == 0 and is_crossed(r, e)


cdef bint is_loose(const Repair *r, int32_t e, int32_t f) noexcept nogil:
    """Whether a bridge can be moved between two edges that meet at an island."""
    cdef int one = r.intended[e], other = r.intended[f], most = r.draft.max_bridges
    return not (one == other and (one == 0 or one == most))


cdef bint may_hide(const Repair *r, int32_t i, bint tight) noexcept nogil:
    """Whether the clue of an island may be hidden; `tight`: without being loose with another one."""
    cdef const Topo *topo = &r.topo
    cdef int32_t e, f, j
    cdef int slot, other
    if is_hidden(r, i):
        return False
    for slot in range(4):
        e = topo.slot_edge[4 * i + slot]
        if e < 0 or is_closed(r, e):
            continue
        j = topo.slot_island[4 * i + slot]
        if is_hidden(r, j):
            return False
        for other in range(4 if tight else 0):
            f = topo.slot_edge[4 * j + other]
            if f < 0 or f == e or is_closed(r, f) or not is_hidden(r, topo.slot_island[4 * j + other]):
                continue
            if is_loose(r, e, f):
                return False
    return True


cdef int32_t find_to_hide(Repair *r) noexcept nogil:
    cdef int32_t n = r.topo.board.n_islands, i, _
    cdef bint tight = draw_below(r, 2) == 0
    for _ in range(TRIES * n):
        i = draw_below(r, n)
        if may_hide(r, i, tight):
            return i
    return -1


cdef void hide_clues(Repair *r, int32_t share) noexcept nogil:
    cdef int32_t n = r.topo.board.n_islands, i, k
    r.effort += TRIES * n
    for k in range(2 * TRIES * n):
        if still_to_hide(r.draft, share) == 0:
            return
        i = draw_below(r, n)
        if may_hide(r, i, k < TRIES * n):
            draft_hide(r.draft, r.draft.at[i], True)
            list_clue(r.draft, i)
