"""How far some rungs lead (see _glance.pxd)."""
from libc.stdint cimport int32_t, int64_t, uint32_t

from hashi_fast.deduction._answers cimport NO_SOLUTION, STUCK, UNIQUE
from hashi_fast.deduction._ladder cimport RUNGS, deduce_begin
from hashi_fast.deduction._rungs_groups cimport find_closed_groups_at
from hashi_fast.deduction._rungs_trials cimport next_starvation
from hashi_fast.deduction._state cimport next_unsettled
from hashi_fast.search._domains cimport (
    Domains,
    edge_byte,
    enqueue,
    flips_at_least,
    flips_at_most,
    is_settled,
    narrow_edge,
    propagate,
)
from hashi_fast.search._groups cimport groups_update
from hashi_fast.support._status cimport CALL_AGAIN, OK


cdef enum:
    ISOLATION = 7        # the rung of group isolation,
    STARVATION = 10      # and of starvation


cdef Status glance_start(Deduction *t, const Topo *topo) noexcept nogil:
    cdef int32_t i
    cdef Status status = deduce_begin(t, topo)
    if status != OK:
        return status
    for i in range(topo.board.n_islands):
        enqueue(&t.domains, i)
    t.may_search = False
    return OK


cdef void glance_narrow(Deduction *t, const int8_t *lo, const int8_t *hi) noexcept nogil:
    cdef Domains *d = &t.domains
    cdef int32_t e
    cdef uint32_t byte, flips
    for e in range(d.topo.n_edges):
        byte = edge_byte(d.topo, d.islands, e)
        flips = flips_at_least(byte, lo[e]) | flips_at_most(byte, hi[e])
        if flips:
            narrow_edge(d, e, flips)
    propagate(d)
    t.rung = ISOLATION + 1


cdef bint apply_at_once(Deduction *t) noexcept nogil:
    """Make all pending changes. False: they contradict each other."""
    cdef Domains *d = &t.domains
    cdef const Topo *topo = d.topo
    cdef int32_t k, e
    cdef uint32_t byte, flips
    cdef bint possible = True
    for k in range(t.n_touched):
        e = t.touched[k]
        byte = edge_byte(topo, d.islands, e)
        # What an earlier change of this round has closed by crossing it is closed.
        flips = t.pending[e]
        t.pending[e] = 0
        flips &= (~byte & 15) | (byte & 0xF0)
        if flips and possible:
            byte ^= flips
            possible = not byte & 15 & ~(byte >> 4) and narrow_edge(d, e, flips)
    t.effort += t.n_touched
    t.n_touched = 0
    return possible


cdef Status isolate_at_once(Deduction *t) noexcept nogil:
    """Rule out what closes a group, island by island, and use what follows at once. OK: nothing more follows."""
    cdef Domains *d = &t.domains
    cdef int32_t i
    cdef int64_t visits
    while t.effort < t.effort_limit:
        i = next_unsettled(t, t.cursor)
        if i < 0 and not t.restless:
            return OK
        if i < 0:
            t.cursor = 0
            t.restless = False
            continue
        t.cursor = i + 1
        t.effort += 1
        find_closed_groups_at(t, i)
        if t.n_touched:
            t.restless = True
            visits = d.visits
            if not (apply_at_once(t) and propagate(d) and groups_update(&t.groups, d)):
                return NO_SOLUTION
            t.effort += d.visits - visits
    return CALL_AGAIN


cdef Status starve_at_once(Deduction *t) noexcept nogil:
    """Rule out what starves an island, edge by edge, and use what follows at once. OK: every edge has been tried."""
    cdef Domains *d = &t.domains
    cdef int32_t e
    cdef uint32_t flips
    cdef int64_t visits
    cdef Status status
    while True:
        status = next_starvation(t, &e, &flips)
        if e < 0:
            return status
        t.n_steps += 1
        visits = d.visits
        if not narrow_edge(d, e, flips) or not propagate(d):
            return NO_SOLUTION
        t.effort += d.visits - visits


cdef bint is_finished(const Domains *d) noexcept nogil:
    cdef int32_t i
    for i in range(d.topo.board.n_islands):
        if not is_settled(&d.islands[i]):
            return False
    return True


cdef Status glance_run(Deduction *t, int n_rungs, int64_t effort) noexcept nogil:
    cdef Domains *d = &t.domains
    cdef int64_t visits
    cdef Status status
    cdef int skipped
    t.effort_limit = t.effort + effort
    while t.effort < t.effort_limit:
        if t.rung < SUM_RUNGS:
            visits = d.visits
            if not propagate(d):
                return NO_SOLUTION
            t.effort += d.visits - visits
            if is_finished(d):
                return UNIQUE if groups_update(&t.groups, d) and t.groups.n_groups == 1 else NO_SOLUTION
            # What the rungs before it find, group isolation finds as well.
            t.rung = ISOLATION if n_rungs > ISOLATION else SUM_RUNGS
        if t.rung >= n_rungs:
            return STUCK
        if not groups_update(&t.groups, d):
            return NO_SOLUTION
        if t.rung == ISOLATION:
            status = isolate_at_once(t)
        elif t.rung == STARVATION:
            status = starve_at_once(t)
        else:
            status = RUNGS[t.rung].find(t)
        if status == CALL_AGAIN:
            continue
        if status != OK:
            return status
        t.cursor = 0
        if t.n_steps == 0:
            t.rung += 1
            continue
        t.tally.rounds[t.rung] += 1
        if t.rung == ISOLATION:
            for skipped in range(SUM_RUNGS, ISOLATION):
                t.tally.rounds[skipped] += 1
        t.n_steps = 0
        t.rung = 0
        if not apply_at_once(t):
            return NO_SOLUTION
    return CALL_AGAIN
