"""The eight ways to turn and mirror a board, and the least of them.

Transform k is that of `Puzzle.transformed(k)`. All comparison of turned boards happens here: of puzzles in Python
(`canonical_form`) and of generated boards (`form_of`).
"""
from libc.stdint cimport int32_t, uint64_t

from hashi_fast.board._boards cimport Board
from hashi_fast.support._memory cimport Arena
from hashi_fast.support._status cimport Status


# The least form of a board by (width, height, islands in row-major order), the same as `Puzzle.canonical`. The arrays
# of `least` live in `memory`; so does `origin`: the island of `board` that each island of `least` stems from.
cdef Status least_form(const Board *board, Arena *memory, Board *least, int32_t **origin) noexcept nogil


# A 64-bit number that is the same for all eight forms of a board and almost certainly differs between boards.
cdef Status form_of(const Board *board, Arena *memory, uint64_t *form) noexcept nogil
