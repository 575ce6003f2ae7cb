"""Techniques that try something out: 9, 10, 12 and 13 of the ladder.

They change the domains and take everything back, so that between two trials the state is what it was. All of them count
on the rungs below having nothing more to say. They work through the board in slices (`cursor`).
"""
from libc.stdint cimport int32_t, uint32_t

from hashi_fast.deduction._state cimport Deduction
from hashi_fast.support._status cimport Status


cdef Status find_starvations(Deduction *t) noexcept nogil        # 9
cdef Status find_combinations(Deduction *t) noexcept nogil       # 10
cdef Status find_contradictions(Deduction *t) noexcept nogil     # 12
cdef Status find_case_splits(Deduction *t) noexcept nogil        # 13

# What trying one bridge more than is sure, then two and so on, says of an edge that is open, as bits that flip; and
# what trying fewer than may be says. Needs updated groups.
cdef uint32_t flips_by_more(Deduction *t, int32_t e) noexcept nogil
cdef uint32_t flips_by_fewer(Deduction *t, int32_t e) noexcept nogil
