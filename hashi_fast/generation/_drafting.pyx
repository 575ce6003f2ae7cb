"""Beginning a draft, and ending with one (see _drafting.pxd)."""
from libc.stdint cimport INT64_MAX, int32_t

from hashi_fast.board._boards cimport Board
from hashi_fast.generation._draft cimport cell_at, draft_copy, draft_hide, draft_start
from hashi_fast.generation._grow cimport ASTRAY, NO_BORDER, NO_ROOM, grow
from hashi_fast.generation._hiding cimport hide_clues
from hashi_fast.generation._knot cimport Knot
from hashi_fast.generation._look cimport look_settle, look_start
from hashi_fast.generation._making cimport EASING, FLOCKING, MENDING, NOTHING_GROWS, RAISING, RATING, Order
from hashi_fast.generation._promise cimport promise_of
from hashi_fast.generation._repair cimport repair_allow_edits, repair_start, repair_survey
from hashi_fast.generation._walking cimport walk_from
from hashi_fast.support._status cimport CALL_AGAIN, OK


cdef enum:
    MOST_BARREN = 16         # times that no draft grows before it is given up,
    BARREN_EFFORT = 1 << 19  # and the work that it takes at least
    DRAFT_EFFORT = 64        # of beginning a draft, however small


cdef Status grow_one(Maker *m, Knot *knot) noexcept nogil:
    cdef const Order *order = m.order
    cdef Status status = grow(&m.growth, &m.draft, &order.growth, &order.aims, knot, &m.random)
    m.work += DRAFT_EFFORT + m.draft.islands * m.growth.attempts
    return status


cdef Status grow_promising(Maker *m) noexcept nogil:
    """Grow several drafts, and take the one whose layout promises most."""
    cdef Status status = grow_one(m, NULL)
    cdef int64_t promise, most
    cdef int32_t _
    if m.order.course.choices <= 1 or (status != OK and status != ASTRAY):
        return status
    status = promise_of(&m.sweep, &m.draft, m.order.course.promise, &most)
    for _ in range(m.order.course.choices - 1):
        if status != OK:
            return status
        m.draft, m.rival = m.rival, m.draft
        status = grow_one(m, NULL)
        if status == OK or status == ASTRAY:
            status = promise_of(&m.sweep, &m.draft, m.order.course.promise, &promise)
            if status == OK and promise > most:
                most = promise
                continue
        elif status == NO_ROOM or status == NO_BORDER:
            status = OK
        m.draft, m.rival = m.rival, m.draft
    return status


cdef Status begin_draft(Maker *m) noexcept nogil:
    cdef const Order *order = m.order
    cdef Status status
    m.planted = may_plant(m)
    if m.planted and m.plantings == 0:
        m.stage = RAISING
        return CALL_AGAIN
    if m.planted:
        m.plantings -= 1
        status = grow_one(m, &m.knot)
        if status == NO_ROOM or status == NO_BORDER:
            return CALL_AGAIN
    else:
        status = grow_promising(m)
    if status == NO_ROOM or status == NO_BORDER:
        return note_barren(m)
    # Cycles and doubles may still come right while the draft is changed.
    if status != OK and status != ASTRAY:
        return status
    m.barren = -1
    status = look_start(&m.look, &order.style, &m.draft, &m.random)
    if status != OK:
        return status
    look_settle(&m.look, &order.style, &m.draft, &order.aims, &m.random)
    m.work += order.style.sweeps * m.draft.islands
    take_draft(m, order.course.mended)
    if order.course.mixing:
        m.stage = FLOCKING
    if order.course.eased_rungs:
        m.stage = EASING
        repair_allow_edits(&m.repair, INT64_MAX)
    if order.course.hidden:
        status = repair_survey(&m.repair)
        if status != OK:
            return status
        hide_clues(&m.repair, <int32_t>(<int64_t>order.course.hidden * order.course.hidden_first >> 16))
    return CALL_AGAIN


cdef void take_draft(Maker *m, bint mended) noexcept nogil:
    """Begin to make the draft into a puzzle."""
    repair_start(&m.repair, &m.draft, &m.order.remedy, &m.order.aims, &m.look, &m.random)
    m.stage = MENDING if mended else RATING
    m.deducing = False
    m.glancing = False
    m.looked = 0
    m.in_vain = 0
    m.stirred = 0
    m.has_base = False
    m.hiding = False
    walk_from(m, 1)
    m.flocked = False
    m.flocks = 0
    m.polishing = False


cdef Status note_barren(Maker *m) noexcept nogil:
    """No draft grew. As long as none ever has, keep the one with the most islands, and lose patience in the end."""
    cdef Status status
    if m.barren < 0:
        return CALL_AGAIN
    if m.barren == 0 or m.draft.islands > m.base.islands:
        status = copy_draft(&m.base, &m.draft)
        if status != OK:
            return status
    m.barren += 1
    return CALL_AGAIN if m.barren < MOST_BARREN or m.work < BARREN_EFFORT else fail(m, NOTHING_GROWS)


cdef Status fail(Maker *m, Status failure) noexcept nogil:
    """What was asked for cannot be made. Where there is nothing else to show, go on with the last draft as it is."""
    if m.failure != OK:
        return m.failure
    if failure == NOTHING_GROWS:
        draft_copy(&m.draft, &m.base)
    if m.has_closest or m.draft.islands == 0:
        return failure
    m.failure = failure
    m.work_limit = m.work + (m.order.course.work_limit >> 3)
    m.look.styled = False  # it need not look like anything,
    tell_clues(&m.draft)   # and with all clues told it gets unique most easily
    take_draft(m, True)
    repair_allow_edits(&m.repair, m.work_limit)
    return CALL_AGAIN


cdef void tell_clues(Draft *d) noexcept nogil:
    cdef int32_t row, at
    for row in range(d.height):
        for at in range(cell_at(d, row, 0), cell_at(d, row, d.width)):
            draft_hide(d, at, False)


cdef Status copy_draft(Draft *to, const Draft *draft) noexcept nogil:
    """Copy a draft to where another may have been before."""
    cdef Board board
    cdef Status status
    board.width = draft.width
    board.height = draft.height
    board.max_bridges = draft.max_bridges
    board.loops = draft.loops
    status = draft_start(to, &board, draft.room, draft.neighbours, draft.symmetry)
    if status == OK:
        draft_copy(to, draft)
    return status


cdef Status keep_closest(Maker *m, int64_t distance) noexcept nogil:
    cdef Status status
    if m.has_closest and distance >= m.distance:
        return OK
    status = copy_draft(&m.closest, &m.draft)
    m.has_closest = status == OK
    m.distance = distance
    m.tally = m.deduction.tally
    return status
