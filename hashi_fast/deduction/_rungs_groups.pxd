"""Techniques about groups of joined islands: numbers 5 to 8 and 11.

All of them rely on the rungs below having no more steps, so that sums and crossings are at their fixpoint.
"""
from libc.stdint cimport int32_t

from hashi_fast.deduction._state cimport Deduction
from hashi_fast.support._status cimport Status


cdef Status find_forbidden_pairs(Deduction *t) noexcept nogil    # 5
cdef Status find_closed_pairs(Deduction *t) noexcept nogil       # 6
cdef Status find_closed_groups(Deduction *t) noexcept nogil      # 7
cdef Status find_loops(Deduction *t) noexcept nogil              # 7b
cdef Status find_only_ways_out(Deduction *t) noexcept nogil      # 8
cdef Status find_parities(Deduction *t) noexcept nogil           # 11

# The steps of group isolation that are about one island (of two islands, the first).
cdef void find_closed_groups_at(Deduction *t, int32_t i) noexcept nogil
