"""JSON Lines in bulk: puzzles from text into flat arrays, without a Python object per puzzle.

    {"id": "easy-001", "w": 7, "h": 7, "islands": [{"r": 0, "c": 2, "target": 3}, ...],
     "solution": [[0, 2, 0, 5, 1], ...], "rating": {...}, "seed": 1, "index": 0, "generator": 5}
"""
from libc.stdint cimport int8_t, int32_t, int64_t

from hashi_fast.board._boards cimport Boards
from hashi_fast.board._topology cimport Topo
from hashi_fast.formats._json_values cimport Keys, Place


cdef class Lines:
    cdef bytes block
    cdef const char *text            # that of the block
    cdef bytes place                 # what stands between the id of an answer and the number of its line
    cdef int64_t before              # lines of the file before the block
    cdef Py_ssize_t n                # puzzles
    cdef Py_ssize_t n_left
    # As in a PuzzleBatch, with room to spare: one entry per newline, and one per island that could fit into the block.
    cdef int32_t[::1] width, height, row, col
    cdef int64_t[::1] offsets
    cdef int8_t[::1] target, max_bridges, loops
    cdef int64_t[::1] line               # the line of each puzzle, from 0, and where in the block it starts
    cdef int64_t[::1] line_start
    # Where in the block a value of each puzzle is; both 0 if there is none.
    cdef int64_t[::1] id_start, id_end, islands_start, islands_end, solution_start, solution_end
    cdef int64_t[::1] seed_start, seed_end, index_start, index_end   # only of whole numbers
    cdef int64_t[::1] bridge_offsets     # of puzzle i in bridges: one entry per edge, none if it has no solution
    cdef int8_t[::1] bridges
    cdef int64_t[::1] left_line, left_before, left_start   # see left()
    cdef Boards boards               # the same arrays for the kernels
    cdef Topo topo                   # of the last puzzle with a solution
    cdef Keys keys                   # of the line that is being read
    cdef int64_t brackets            # in that line, outside the islands

    # The id of the record of puzzle i as JSON, and the most characters that it may take.
    cdef char *write_id(self, char *p, Py_ssize_t i) noexcept nogil
    cdef Py_ssize_t most_id(self, Py_ssize_t i) noexcept nogil
    cdef int check(self, Py_ssize_t i) except -1
    cdef void scan(self, Place start, Place end) noexcept nogil
    cdef Place read_puzzle(self, Place base, Place p) noexcept nogil
    cdef Place read_field(self, Place base, Place p, int32_t key, int32_t seen) noexcept nogil
    cdef Place read_islands(self, Place p) noexcept nogil
    cdef Place read_solution(self, Place p) noexcept nogil
