"""Walking uphill (see _walking.pxd)."""
from libc.stdint cimport int32_t, int64_t

from hashi_fast.generation._making cimport GROWING, MENDING, RATING, SHAVING, WALKING
from hashi_fast.generation._repair cimport Repair, repair_prove_only, repair_undo
from hashi_fast.generation._touches cimport nudge
from hashi_fast.support._status cimport CALL_AGAIN


cdef enum:
    STEP_EFFORT = 16         # of a step, beside the proof
    LONGEST = 8              # times the idle steps: a walk up and down in a small place never ends otherwise
    FALL = 2                 # edges fewer that a step may leave undecided,
    SHAVED_FALL = 3          # or, where shaving decides, 1/2**3 of its effort less
    SHAVED_OPEN_FALL = 4     # edges fewer that a step may leave undecided before it is worth shaving


cdef inline bint is_worth_it(const Maker *m) noexcept nogil:
    """Whether the walk has come so far that what is wanted may be near."""
    return m.height >= SHAVED + <int64_t>m.order.course.worth * m.draft.islands


cdef int32_t least_open(const Maker *m) noexcept nogil:
    """As many edges as the next step must leave undecided to be looked at any further."""
    if m.height < SHAVED:
        return max(1, <int32_t>m.height - FALL)
    return max(1, m.open - SHAVED_OPEN_FALL) if m.order.course.milestone else 1


cdef Status walk(Maker *m) noexcept nogil:
    cdef Repair *r = &m.repair
    m.walked += 1
    m.idle += 1
    if (
        m.idle > m.order.course.walks
        or m.walked > LONGEST * m.order.course.walks
        or (m.walked == m.order.course.milestone and not is_worth_it(m))
    ):
        m.stage = GROWING
        return CALL_AGAIN
    m.walked_from = r.n_edits
    m.work += STEP_EFFORT
    if not nudge(r):
        return step_back(m)
    if is_proved_by_rating(m):
        m.stage = RATING
        return CALL_AGAIN
    if m.order.course.shaved_first:
        m.stage = SHAVING
        return CALL_AGAIN
    repair_prove_only(r, least_open(m))
    m.stage = MENDING
    return CALL_AGAIN


cdef Status step_back(Maker *m) noexcept nogil:
    repair_undo(&m.repair, m.walked_from)
    m.stage = WALKING
    return CALL_AGAIN


cdef bint has_climbed(Maker *m, int64_t height) noexcept nogil:
    cdef int64_t fall = FALL
    if m.height >= SHAVED:
        fall = (m.height - SHAVED) >> SHAVED_FALL if m.order.course.milestone else 0
    if height < m.height - fall:
        return False
    if height > m.height:
        m.idle = 0
    m.height = height
    m.open = m.repair.open
    return True
