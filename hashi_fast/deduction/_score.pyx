"""Level and score of a tally (see _score.pxd)."""
from libc.stdint cimport int32_t, uint64_t


cdef extern from "hf_fixed.h" nogil:
    int32_t hf_log2_milli(uint64_t x)


cdef int hardest_rung(const Tally *tally, const Scale *scale) noexcept nogil:
    cdef int k, hardest = -1
    for k in range(scale.n_rungs):
        if tally.rounds[k] and (hardest < 0 or scale.weight[k] >= scale.weight[hardest]):
            hardest = k
    return hardest


cdef int level_of(const Tally *tally, const Scale *scale) noexcept nogil:
    cdef int k, level = 0
    for k in range(scale.n_rungs):
        if tally.rounds[k]:
            level = max(level, <int>scale.level[k])
    return level


cdef int32_t score_of(const Tally *tally, const Scale *scale) noexcept nogil:
    cdef int64_t work = 1000 * scale.weight[scale.n_rungs - 1] * tally.backtracks
    cdef int k
    for k in range(scale.n_rungs):
        work += scale.weight[k] * tally.looking[k] + 1000 * scale.step_weight * tally.steps[k]
    return hf_log2_milli(1000 + <uint64_t>work / UNIT) - hf_log2_milli(1000)
