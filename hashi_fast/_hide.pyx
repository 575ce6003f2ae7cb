"""Hiding clues as long as the solution stays the only one (see _hide.pxd)."""
from libc.stdint cimport uint32_t

from hashi_fast._draft cimport Draft, draft_hide
from hashi_fast._memory cimport block_free, block_reserve
from hashi_fast._random cimport hf_random_below
from hashi_fast._repair cimport GOING_ON, KINDS, TOLD, UNIQUE, repair_run, repair_start


cdef void hide_more(Hiding *h) noexcept nogil:
    """Hide as many clues as are missing, and begin to look whether that is too many."""
    cdef Draft *d = h.repair.draft
    while d.hidden < h.wanted and h.tried < h.n_order:
        draft_hide(d, h.order[h.tried], True)
        h.tried += 1
    repair_start(h.repair, d, &h.remedy, h.random)


cdef bint hide_start(Hiding *h, Repair *repair, int32_t share, hf_random *random) noexcept nogil:
    cdef Draft *d = repair.draft
    cdef int32_t k, other
    if not block_reserve(&h.memory, <size_t>d.islands * sizeof(int32_t)):
        return False
    h.repair = repair
    h.random = random
    h.order = <int32_t *>h.memory.base
    h.n_order = d.islands
    h.tried = 0
    h.wanted = <int32_t>((<int64_t>share * d.islands) >> 16)
    h.solves = 0
    h.effort = 0
    h.remedy = repair.remedy
    h.remedy.change_limit = 0x7FFFFFFFFFFFFFFF
    for k in range(KINDS):
        h.remedy.weight[k] = k == TOLD
    for k in range(d.islands):
        other = <int32_t>hf_random_below(random, <uint32_t>k + 1)
        h.order[k] = h.order[other]
        h.order[other] = d.at[k]
    hide_more(h)
    return True


cdef Repaired hide_run(Hiding *h) noexcept nogil:
    cdef Draft *d = h.repair.draft
    cdef int64_t before = h.repair.effort
    cdef Repaired status = repair_run(h.repair)
    h.effort += h.repair.effort - before
    if status != UNIQUE:
        return status
    h.solves += h.repair.solves
    if d.hidden >= h.wanted or h.tried == h.n_order:
        return UNIQUE
    hide_more(h)
    return GOING_ON


cdef void hide_free(Hiding *h) noexcept nogil:
    block_free(&h.memory)
