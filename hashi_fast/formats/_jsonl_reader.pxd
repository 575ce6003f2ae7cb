"""JSON Lines in bulk: puzzles from text into flat arrays, without a Python object per puzzle.

    {"id": "easy-001", "w": 7, "h": 7, "islands": [{"r": 0, "c": 2, "target": 3}, ...]}
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t

from hashi_fast.board._boards cimport Boards


ctypedef const uint8_t *Place    # a position in a block


cdef class Lines:
    cdef bytes block
    cdef bytes place                 # what stands between the id of an answer and the number of its line
    cdef int64_t before              # lines of the file before the block
    cdef Py_ssize_t n                # puzzles
    cdef Py_ssize_t n_left
    # As in a PuzzleBatch, with room to spare: one entry per newline, and one per island that could fit into the block.
    cdef int32_t[::1] width, height, row, col
    cdef int64_t[::1] offsets
    cdef int8_t[::1] target, max_bridges, loops
    cdef int64_t[::1] line           # of each puzzle, in the block, from 0
    cdef int64_t[::1] id_start, id_end   # where the id of each puzzle is in the block; both 0 if it has none
    cdef int64_t[::1] left_line, left_before, left_start   # see left()
    cdef Boards boards               # the same arrays for the kernels

    cdef void scan(self, Place start, Place end) noexcept nogil
    cdef Place read_puzzle(self, Place base, Place p) noexcept nogil
    cdef Place read_islands(self, Place p) noexcept nogil
