"""Many puzzles from flat arrays, and workers that share them out without touching Python.

A `Job` is one call over a batch: the arrays, and a counter from which workers take puzzles one at a time. Each thread
has a `Worker` with memory of its own, which grows to the largest puzzle it meets. Nothing else is shared, and each
puzzle is worked on from scratch, so the answers do not depend on how many workers there are.

What is done with a puzzle is up to subclasses of the two (`_batch`, `_rating`).
"""
from libc.stdint cimport int8_t, int32_t, int64_t

from hashi_fast._board cimport Board
from hashi_fast._topology cimport Failure, Topo


cdef class Boards:
    cdef readonly int64_t n
    cdef const int32_t[::1] width
    cdef const int32_t[::1] height
    cdef const int64_t[::1] offsets
    cdef const int32_t[::1] row
    cdef const int32_t[::1] col
    cdef const int8_t[::1] target
    cdef const int8_t[::1] max_bridges
    cdef const int8_t[::1] loops

    # Puzzle i as the kernels want it.
    cdef Board board(self, int64_t i) noexcept nogil


cdef class Job:
    cdef Boards boards
    cdef int64_t next            # the first puzzle that nobody has taken
    cdef int64_t stopped         # whether workers are to stop


cdef class Worker:
    cdef Job shared
    cdef Topo topo               # of the puzzle at hand
    cdef int64_t current         # its number, -1 = none
    cdef bint done               # whether nothing is left to do

    cdef Failure turn(self) noexcept nogil

    # For subclasses: get ready for the puzzle at hand, whose topology has been built.
    cdef Failure open(self) noexcept nogil

    # For subclasses: work on it for a slice, add what was done to `effort`, and set `current` to -1 when it is done.
    cdef Failure advance(self, int64_t *effort) noexcept nogil
