"""The last resort: search (see _rungs_search.pxd)."""
from libc.stdint cimport int8_t, int32_t, uint32_t

from hashi_fast.board._boards cimport Board
from hashi_fast.board._symmetry cimport least_form
from hashi_fast.board._topology cimport OK, Topo, topology_build
from hashi_fast.deduction._state cimport (
    COMPLETE,
    EXCEEDED,
    IMPOSSIBLE,
    NO_STORE,
    PARTIAL,
    SEVERAL,
    Deduction,
    Finding,
    conclude,
    end_step,
)
from hashi_fast.search._domains cimport edge_byte, flips_at_least, flips_at_most
from hashi_fast.search._search cimport (
    EXHAUSTED,
    NODE_LIMIT,
    SLICE,
    SOLUTION,
    Outcome,
    search_bridges,
    search_run,
    search_start,
)
from hashi_fast.support._memory cimport block_reserve


cdef bint begin(Deduction *t) noexcept nogil:
    cdef Board least
    if not least_form(&t.domains.topo.board, &t.oriented_memory, &least, &t.origin):
        return False
    if topology_build(&t.oriented, &least) != OK or search_start(&t.search, &t.oriented) != OK:
        return False
    if not block_reserve(&t.found_memory, t.oriented.n_edges):
        return False
    t.found = <int8_t *>t.found_memory.base
    t.search.node_limit = t.node_limit
    t.searching = True
    t.has_found = False
    return True


cdef int32_t our_edge(const Deduction *t, int32_t e) noexcept nogil:
    """Which edge of ours edge e of the turned board is."""
    cdef const Topo *topo = t.domains.topo
    cdef int32_t a = t.origin[t.oriented.edge_a[e]], b = t.origin[t.oriented.edge_b[e]], slot
    for slot in range(4):
        if topo.slot_island[4 * a + slot] == b:
            return topo.slot_edge[4 * a + slot]
    return -1


cdef Finding go_on(Deduction *t) noexcept nogil:
    cdef Outcome outcome
    if not t.searching and not begin(t):
        return NO_STORE
    t.effort -= t.search.effort
    outcome = search_run(&t.search)
    t.effort += t.search.effort
    if outcome == SLICE:
        return PARTIAL
    if outcome == NODE_LIMIT:
        return EXCEEDED
    if outcome == SOLUTION:
        if t.has_found:
            return SEVERAL
        t.has_found = True
        search_bridges(&t.search, t.found)
        return PARTIAL
    if outcome != EXHAUSTED:
        return NO_STORE
    return COMPLETE if t.has_found else IMPOSSIBLE


cdef Finding prove_unique(Deduction *t) noexcept nogil:
    if t.proof == PARTIAL:
        t.proof = go_on(t)
    return t.proof


cdef Finding find_by_search(Deduction *t) noexcept nogil:
    cdef int32_t e, ours
    cdef uint32_t byte
    cdef Finding finding = prove_unique(t)
    if finding != COMPLETE:
        return finding
    t.tally.backtracks = t.search.backtracks
    for e in range(t.oriented.n_edges):
        ours = our_edge(t, e)
        byte = edge_byte(t.domains.topo, t.domains.cells, ours)
        conclude(t, ours, flips_at_least(byte, t.found[e]) | flips_at_most(byte, t.found[e]))
    end_step(t, -1, -1)
    return COMPLETE
