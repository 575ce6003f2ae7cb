"""Shaving: finds out quickly whether trials of one edge at a time solve a board.

The ladder works a board out as people do it: the easiest step first, round by round. Shaving only tells whether the
ladder would finish without case splits, and is faster. Rules only narrow domains, so the end is the same whatever the
order. Here all rules that need no trial come first (`settle`). Then each edge is tried (rung 12), and what follows is
applied at once. Whatever shaving finds, the rungs up to 12 find as well; they know a little more (rung 10).
"""
from libc.stdint cimport int32_t, int64_t

from hashi_fast.deduction._state cimport Deduction
from hashi_fast.support._status cimport Status


cdef struct Shave:
    Deduction *deduction
    bint narrowed        # whether the current pass over all edges has narrowed any


# Begin with a deduction that has just been started. All effort it counts from then on is shaving.
cdef void shave_start(Shave *s, Deduction *deduction) noexcept nogil

# Go on for a slice of this effort. OK: nothing is left open. STUCK: no trial narrows an edge.
cdef Status shave_run(Shave *s, int64_t effort) noexcept nogil
