"""Beginning a draft, and ending with one: what happens before a draft is changed, and when nothing comes of it.

Of several drafts the one is taken whose layout promises most (`_promise`), or the draft is grown around a knot
(`_knot`). A knot is planted a few times before another one is raised. After half of the work, drafts are grown without
one: what is asked for may be such that knots do not lead to it.
"""
from libc.stdint cimport int64_t

from hashi_fast.generation._draft cimport Draft
from hashi_fast.generation._making cimport Maker
from hashi_fast.support._status cimport Status


# Grow a new draft and begin to make it into a puzzle. CALL_AGAIN: go on with the stage of the maker.
cdef Status begin_draft(Maker *m) noexcept nogil

# What was asked for cannot be made. Where there is nothing else to show, go on with the last draft, all clues told.
cdef Status fail(Maker *m, Status failure) noexcept nogil

# Keep the draft, as it was worked out, if none before it was as near to the order.
cdef Status keep_closest(Maker *m, int64_t distance) noexcept nogil

# Copy a draft to where another may have been before.
cdef Status copy_draft(Draft *to, const Draft *draft) noexcept nogil


cdef inline bint may_plant(const Maker *m) noexcept nogil:
    """Whether the next draft is to have a knot."""
    if m.order.knot == NULL:
        return False
    if m.order.course.knot_last:
        return m.work >= m.work_limit - (m.work_limit >> 2)
    return m.work < m.work_limit >> 1
