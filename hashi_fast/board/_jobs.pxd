"""Jobs, and workers that take pieces of a job without touching Python.

A `Job` is one call about many puzzles, with a counter from which workers take them one at a time. Each thread has a
`Worker` with its own memory, which grows to the largest puzzle it meets. Nothing else is shared, and work on each
puzzle starts from scratch, so the answers do not depend on the number of workers.

Subclasses, in the `_boundary` of each native room, do the work on a puzzle.
"""
from libc.stdint cimport int64_t

from hashi_fast.board._topology cimport Topo
from hashi_fast.support._status cimport Status


# The status of a puzzle in the arrays of a batch, as in status.py; up to SEVERAL it is the number of solutions.
cdef enum:
    BATCH_NONE = 0
    BATCH_ONE = 1
    BATCH_SEVERAL = 2
    BATCH_UNKNOWN = 3            # a limit ran out


cdef class Job:
    cdef int64_t n               # pieces of work, usually puzzles
    cdef int64_t next            # the first piece that no worker has taken
    cdef int64_t stopped         # whether workers should stop


cdef class Worker:
    cdef Job shared
    cdef int64_t current         # the number of the current piece, -1 = none
    cdef Topo topo               # for subclasses; error messages are about its board

    # Work for a while. OK: nothing is left to do.
    cdef Status turn(self) noexcept nogil

    # For subclasses: prepare the current piece.
    cdef Status open(self) noexcept nogil

    # For subclasses: work on the current piece for one slice and add the work to `effort`. OK: the piece is done.
    cdef Status advance(self, int64_t *effort) noexcept nogil
