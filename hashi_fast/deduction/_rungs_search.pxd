"""The last resort: search, number 14.

It solves the board from the start, turned into the least of its eight forms. So the number of backtracks is the same
however the board was turned.
"""
from hashi_fast.deduction._state cimport Deduction
from hashi_fast.support._status cimport Status


# Go on with the search for one slice. OK: the board has exactly one solution, which is in `found`.
cdef Status prove_unique(Deduction *t) noexcept nogil

cdef Status find_by_search(Deduction *t) noexcept nogil          # 14
