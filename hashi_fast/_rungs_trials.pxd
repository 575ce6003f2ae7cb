"""Techniques that try something out: 9, 10, 12 and 13 of the ladder.

They change the domains and take everything back, so that between two trials the state is what it was. All of them count
on the rungs below having nothing more to say. They work through the board in slices (`cursor`).
"""
from hashi_fast._deduction cimport Deduction, Finding


cdef Finding find_starvations(Deduction *t) noexcept nogil        # 9
cdef Finding find_combinations(Deduction *t) noexcept nogil       # 10
cdef Finding find_contradictions(Deduction *t) noexcept nogil     # 12
cdef Finding find_case_splits(Deduction *t) noexcept nogil        # 13
