"""Shaving: whether a board falls to trials of one edge at a time, found out as quickly as may be.

The ladder works a board out as people do: the easiest step first, round by round. Whether it comes to its end without
case splits is known sooner. Rules only ever narrow domains, so that the end is the same in whatever order they are
used: here all that need no trial are used first (`settle`), then each edge is tried (rung 12), and what follows is used
at once. What shaving works out, the rungs up to 12 do as well; they know a little more (rung 10).
"""
from libc.stdint cimport int32_t, int64_t

from hashi_fast.deduction._state cimport Deduction
from hashi_fast.support._status cimport Status


cdef struct Shave:
    Deduction *deduction
    bint narrowed        # whether an edge has been narrowed in the current pass over all of them


# Begin with a deduction that has just been started; all its effort from then on is shaving.
cdef void shave_start(Shave *s, Deduction *deduction) noexcept nogil

# Go on for a slice of this effort. OK: nothing is left open. STUCK: no edge can be narrowed by trying it.
cdef Status shave_run(Shave *s, int64_t effort) noexcept nogil
