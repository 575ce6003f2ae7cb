"""Turns a tally of rounds into a level and a score, in whole numbers only.

The weights and levels are in the table of `techniques.py`; a `Scale` brings them here.

    work  = sum over rungs of weight * (sum over rounds of the square root of unfinished islands per step)
            + weight of a step * steps + weight of search * backtracks
    score = log2(1 + work / UNIT), in thousandths
"""
from libc.stdint cimport int8_t, int32_t, int64_t

from hashi_fast.deduction._state cimport MAX_RUNGS, Tally


cdef enum:
    UNIT = 10            # work that makes a score of 1


cdef struct Scale:
    int n_rungs
    int64_t weight[MAX_RUNGS]
    int8_t level[MAX_RUNGS]
    int64_t step_weight


# The hardest rung that was used, by weight, the higher one of two that weigh the same; -1 if there was nothing to do.
cdef int hardest_rung(const Tally *tally, const Scale *scale) noexcept nogil

# The highest level of any rung that was used.
cdef int level_of(const Tally *tally, const Scale *scale) noexcept nogil

cdef int32_t score_of(const Tally *tally, const Scale *scale) noexcept nogil
