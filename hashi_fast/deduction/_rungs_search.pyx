"""The last resort: search (see _rungs_search.pxd)."""
from libc.stdint cimport int8_t, int32_t, uint32_t

from hashi_fast.board._boards cimport Board
from hashi_fast.board._symmetry cimport least_form
from hashi_fast.board._topology cimport Topo, topology_build
from hashi_fast.deduction._answers cimport NO_SOLUTION, SEVERAL
from hashi_fast.deduction._state cimport Deduction, conclude, end_step
from hashi_fast.search._answers cimport EXHAUSTED, SOLUTION
from hashi_fast.search._domains cimport edge_byte, flips_at_least, flips_at_most
from hashi_fast.search._search cimport search_bridges, search_run, search_start
from hashi_fast.support._memory cimport arena_reserve
from hashi_fast.support._status cimport CALL_AGAIN, OK, OUT_OF_MEMORY


cdef Status begin(Deduction *t) noexcept nogil:
    cdef Board least
    cdef Status status = least_form(&t.domains.topo.board, &t.oriented_memory, &least, &t.origin)
    if status == OK:
        status = topology_build(&t.oriented, &least)
    if status == OK:
        status = search_start(&t.search, &t.oriented)
    if status != OK:
        return status
    if not arena_reserve(&t.found_memory, t.oriented.n_edges):
        return OUT_OF_MEMORY
    t.found = <int8_t *>t.found_memory.base
    t.search.node_limit = t.node_limit
    t.searching = True
    t.has_found = False
    return OK


cdef int32_t our_edge(const Deduction *t, int32_t e) noexcept nogil:
    """Return the edge of our board that corresponds to edge e of the turned board."""
    cdef const Topo *topo = t.domains.topo
    cdef int32_t a = t.origin[t.oriented.edge_a[e]], b = t.origin[t.oriented.edge_b[e]], slot
    for slot in range(4):
        if topo.slot_island[4 * a + slot] == b:
            return topo.slot_edge[4 * a + slot]
    return -1


cdef Status go_on(Deduction *t) noexcept nogil:
    cdef Status status
    if not t.searching:
        status = begin(t)
        if status != OK:
            return status
    t.effort -= t.search.effort
    status = search_run(&t.search)
    t.effort += t.search.effort
    if status == SOLUTION:
        if t.has_found:
            return SEVERAL
        t.has_found = True
        search_bridges(&t.search, t.found)
        return CALL_AGAIN
    if status == EXHAUSTED:
        return OK if t.has_found else NO_SOLUTION
    return status


cdef Status prove_unique(Deduction *t) noexcept nogil:
    if t.proof == CALL_AGAIN:
        t.proof = go_on(t)
    return t.proof


cdef Status find_by_search(Deduction *t) noexcept nogil:
    cdef int32_t e, ours
    cdef uint32_t byte
    cdef Status proof = prove_unique(t)
    if proof != OK:
        return proof
    t.tally.backtracks = t.search.backtracks
    for e in range(t.oriented.n_edges):
        ours = our_edge(t, e)
        byte = edge_byte(t.domains.topo, t.domains.islands, ours)
        conclude(t, ours, flips_at_least(byte, t.found[e]) | flips_at_most(byte, t.found[e]))
    end_step(t, -1, -1)
    return OK
