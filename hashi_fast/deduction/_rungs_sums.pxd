"""Techniques about one island and what its directions can take: numbers 1 to 4."""
from hashi_fast.deduction._state cimport Deduction
from hashi_fast.support._status cimport Status


cdef Status find_completions(Deduction *t) noexcept nogil        # 4
cdef Status find_full_islands(Deduction *t) noexcept nogil       # 1
cdef Status find_one_each_way(Deduction *t) noexcept nogil       # 2
cdef Status find_limited_directions(Deduction *t) noexcept nogil  # 3
cdef Status find_limited_neighbours(Deduction *t) noexcept nogil  # 3b
