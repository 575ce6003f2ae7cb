"""The id of a generated puzzle, seed-index-sum, as `origin_id` in record.py gives it, without Python objects."""
from hashi_fast.board._boards cimport Board


cdef enum:
    MOST_SUM_TEXT = 8    # characters of -35098b, with room to spare


# Write the check sum of a board, with a dash before it, and return the place after it.
cdef char *write_sum(char *p, const Board *board) noexcept nogil
