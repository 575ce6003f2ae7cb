"""Jobs, and workers that share their pieces out without touching Python.

A `Job` is one call about many puzzles, with a counter from which workers take them one at a time. Each thread has a
`Worker` with memory of its own, which grows to the largest puzzle it meets. Nothing else is shared, and each puzzle is
worked on from scratch, so the answers do not depend on how many workers there are.

What is done with a puzzle is up to subclasses, in the `_boundary` of each native room.
"""
from libc.stdint cimport int64_t

from hashi_fast.board._topology cimport Topo
from hashi_fast.support._status cimport Status


# The status of a puzzle in the arrays of a batch, as in status.py; up to SEVERAL it is how many solutions it has.
cdef enum:
    BATCH_NONE = 0
    BATCH_ONE = 1
    BATCH_SEVERAL = 2
    BATCH_UNKNOWN = 3            # a limit ran out


cdef class Job:
    cdef int64_t n               # pieces of work; puzzles, as a rule
    cdef int64_t next            # the first one that nobody has taken
    cdef int64_t stopped         # whether workers are to stop


cdef class Worker:
    cdef Job shared
    cdef int64_t current         # the number of the piece at hand, -1 = none
    cdef Topo topo               # for subclasses; also what a failure is about

    # Work for a while. OK: nothing is left to do.
    cdef Status turn(self) noexcept nogil

    # For subclasses: get ready for the piece at hand.
    cdef Status open(self) noexcept nogil

    # For subclasses: work on it for a slice, and add what was done to `effort`. OK: the piece is done.
    cdef Status advance(self, int64_t *effort) noexcept nogil
