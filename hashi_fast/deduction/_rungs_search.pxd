"""The last resort: search, 14 of the ladder.

It solves the board from the start, turned so that it is the least of its eight forms: then the number of times it goes
back is the same however the board was turned.
"""
from hashi_fast.deduction._state cimport Deduction
from hashi_fast.support._status cimport Status


# Go on with the search for a slice. OK: the board has exactly one solution, which is in `found`.
cdef Status prove_unique(Deduction *t) noexcept nogil

cdef Status find_by_search(Deduction *t) noexcept nogil          # 14
