"""The eight ways to turn and mirror a board, and the one of them that is the least.

Transform k is the one that `Puzzle.transformed(k)` makes. Everybody who compares turned boards does it here: whether
puzzles are the same (`canonical_form`, for Python), and generated boards (`form_of`).
"""
from libc.stdint cimport int32_t, uint64_t

from hashi_fast.board._boards cimport Board
from hashi_fast.support._memory cimport Arena
from hashi_fast.support._status cimport Status


# The least form of a board by (width, height, islands in row-major order), as `Puzzle.canonical`. The arrays of
# `least` and `origin` (which island of `board` each of its islands is) live in `memory`.
cdef Status least_form(const Board *board, Arena *memory, Board *least, int32_t **origin) noexcept nogil


# A number that is the same for all eight forms of a board, and different for different boards all but surely (64 bits).
cdef Status form_of(const Board *board, Arena *memory, uint64_t *form) noexcept nogil
