"""Techniques that try something out: numbers 9, 10, 12 and 13.

They change the domains and undo everything, so the state between two trials is unchanged. All of them rely on the rungs
below having no more steps. They work through the board in slices (`cursor`).
"""
from libc.stdint cimport int32_t, uint32_t

from hashi_fast.deduction._state cimport Deduction
from hashi_fast.support._status cimport Status


cdef Status find_starvations(Deduction *t) noexcept nogil        # 9
cdef Status find_combinations(Deduction *t) noexcept nogil       # 10
cdef Status find_contradictions(Deduction *t) noexcept nogil     # 12
cdef Status find_case_splits(Deduction *t) noexcept nogil        # 13

# What trials say about an open edge, as bits that flip. `more` tries one bridge more than is sure, then two more and so
# on; `fewer` tries one bridge fewer than is possible and so on. Both need updated groups.
cdef uint32_t flips_by_more(Deduction *t, int32_t e) noexcept nogil
cdef uint32_t flips_by_fewer(Deduction *t, int32_t e) noexcept nogil

# Go on from the cursor to the next edge on which some count starves an island two steps away (rung 9), and say what
# follows, as bits that flip. OK with edge -1: there is none. Precondition: sums are at their fixpoint.
cdef Status next_starvation(Deduction *t, int32_t *edge, uint32_t *flips) noexcept nogil
