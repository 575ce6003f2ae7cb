"""Whether trials of one edge at a time solve a board (see _shave.pxd)."""
from libc.stdint cimport uint32_t

from hashi_fast.board._topology cimport Topo
from hashi_fast.deduction._answers cimport STUCK
from hashi_fast.deduction._rungs_trials cimport flips_by_fewer, flips_by_more
from hashi_fast.search._domains cimport Domains, edge_byte, enqueue, is_open, narrow_edge, propagate
from hashi_fast.search._groups cimport groups_update, settle
from hashi_fast.support._status cimport CALL_AGAIN, OK


cdef void shave_start(Shave *s, Deduction *deduction) noexcept nogil:
    cdef int32_t i
    s.deduction = deduction
    s.narrowed = False
    for i in range(deduction.domains.topo.board.n_islands):
        enqueue(&deduction.domains, i)


cdef Status shave_run(Shave *s, int64_t effort) noexcept nogil:
    cdef Deduction *t = s.deduction
    cdef Domains *d = &t.domains
    cdef const Topo *topo = d.topo
    cdef int32_t e
    cdef uint32_t flips
    cdef bint open_edges
    cdef int64_t end = t.effort + effort
    while True:
        # A contradiction means that there is no solution. Then nothing is left open, either.
        if t.cursor == 0 and not settle(&t.groups, d, &t.effort):
            return OK
        while t.cursor < topo.n_edges:
            e = t.cursor
            t.cursor += 1
            if not is_open(edge_byte(topo, d.islands, e)):
                continue
            flips = flips_by_more(t, e) | flips_by_fewer(t, e)
            if flips:
                s.narrowed = True
                if not (narrow_edge(d, e, flips) and propagate(d) and groups_update(&t.groups, d)):
                    return OK
            if t.effort >= end:
                return CALL_AGAIN
        open_edges = False
        for e in range(topo.n_edges):
            if is_open(edge_byte(topo, d.islands, e)):
                open_edges = True
                break
        if not open_edges:
            return OK
        if not s.narrowed:
            return STUCK
        s.narrowed = False
        t.cursor = 0
