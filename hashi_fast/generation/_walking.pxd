"""Walking: small changes of a draft that is unique but too easy, uphill as far as they go.

Heights tell how far a walk has come. They are edges that counting around islands leaves undecided, or, once a draft
is so hard that shaving tells more (see _shave.pxd), the effort of shaving on top of SHAVED. The higher a walk is, the
more likely its next step leads to what is wanted. A step that leads down a little is taken, too: it may lead around a
hollow.

A step must keep the draft unique, which search proves, or the rating where drafts are not mended either.
"""
from libc.stdint cimport int32_t, int64_t

from hashi_fast.generation._making cimport Maker
from hashi_fast.support._status cimport OK, Status


cdef enum:
    SHAVED = 1 << 20         # height from which on it is the effort of shaving; above any number of edges


# Whether drafts that are too easy go for a walk.
cdef inline bint is_walking(const Maker *m) noexcept nogil:
    return m.order.course.walks and m.failure == OK and not m.planted and not m.flocked

# Whether steps are proved by the rating, not by search.
cdef inline bint is_proved_by_rating(const Maker *m) noexcept nogil:
    return not m.order.course.mended

# The next step is the first one, at this height.
cdef inline void walk_from(Maker *m, int64_t height) noexcept nogil:
    m.walked = 0
    m.idle = 0
    m.height = height

# Take a step: change something that hardly changes the look. The stage that follows tells what came of it. Or give the
# draft up, if the walk leads nowhere.
cdef Status walk(Maker *m) noexcept nogil

# Take the last step back, since the draft is no longer unique, or lower than before.
cdef Status step_back(Maker *m) noexcept nogil

# Whether the last step has led up, or hardly down; if so, the walk goes on from there.
cdef bint has_climbed(Maker *m, int64_t height) noexcept nogil
