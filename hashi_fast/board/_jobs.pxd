"""Jobs, and workers that share their pieces out without touching Python.

A `Job` is one call about many puzzles, with a counter from which workers take them one at a time. Each thread has a
`Worker` with memory of its own, which grows to the largest puzzle it meets. Nothing else is shared, and each puzzle is
worked on from scratch, so the answers do not depend on how many workers there are.

What is done with a puzzle is up to subclasses, in the `_boundary` of each native room.
"""
from libc.stdint cimport int64_t

from hashi_fast.board._topology cimport Failure, Topo


cdef class Job:
    cdef int64_t n               # pieces of work; puzzles, as a rule
    cdef int64_t next            # the first one that nobody has taken
    cdef int64_t stopped         # whether workers are to stop


cdef class Worker:
    cdef Job shared
    cdef int64_t current         # the number of the piece at hand, -1 = none
    cdef bint done               # whether nothing is left to do
    cdef Topo topo               # for subclasses; also what a failure is about

    cdef Failure turn(self) noexcept nogil

    # For subclasses: get ready for the piece at hand.
    cdef Failure open(self) noexcept nogil

    # For subclasses: work on it for a slice, add what was done to `effort`, and set `current` to -1 when it is done.
    cdef Failure advance(self, int64_t *effort) noexcept nogil
