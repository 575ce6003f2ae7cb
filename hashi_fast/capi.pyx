"""Solve and count from Cython, by `cimport hashi_fast.capi`, and from C, by `#include <hashi_fast.h>`.

Both interfaces are the same. capi.pxd and hashi_fast.h, which document them, are installed beside this module.
"""
from pathlib import Path

from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memcpy, memset

from hashi_fast.board._boards cimport SOUND, Board, board_fault
from hashi_fast.board._topology cimport Topo, topology_build, topology_free
from hashi_fast.search._answers cimport EXHAUSTED, NODE_LIMIT, SOLUTION, TIME_LIMIT
from hashi_fast.search._search cimport Search, search_bridges, search_free, search_run, search_start
from hashi_fast.support._clock cimport hf_now
from hashi_fast.support._status cimport CALL_AGAIN, OK, OUT_OF_MEMORY, Status


cdef hashi_status status_of(Status status) noexcept nogil:
    """Translate a status of the kernels into one of this interface."""
    if status == OK or status == EXHAUSTED:
        return HASHI_FOUND
    if status == NODE_LIMIT:
        return HASHI_NODE_LIMIT
    if status == TIME_LIMIT:
        return HASHI_TIME_LIMIT
    return HASHI_NO_MEMORY if status == OUT_OF_MEMORY else HASHI_TOO_LARGE


cdef hashi_status build(const hashi_board *board, Topo *topo) noexcept nogil:
    """Check the board and build its topology; the caller must free it, even after a failure."""
    cdef Board native
    cdef int32_t island
    memset(topo, 0, sizeof(Topo))
    if board == NULL or board.row == NULL or board.col == NULL or board.target == NULL:
        return HASHI_BAD_BOARD
    native.width = board.width
    native.height = board.height
    native.n_islands = board.n_islands
    native.max_bridges = board.max_bridges
    native.loops = board.loops != 0
    native.row = board.row
    native.col = board.col
    native.target = board.target
    if board_fault(&native, &island) != SOUND:
        return HASHI_BAD_BOARD
    return status_of(topology_build(topo, &native))


cdef hashi_status run(
    const hashi_board *board, int64_t limit, hashi_budget budget, int64_t *found, int8_t *bridges
) noexcept nogil:
    """Find up to `limit` solutions; the first goes to `bridges` unless that is NULL."""
    cdef Topo topo
    cdef Search search
    cdef Status outcome
    cdef hashi_status status
    found[0] = 0
    memset(&search, 0, sizeof(Search))
    status = build(board, &topo)
    if status == HASHI_FOUND:
        status = status_of(search_start(&search, &topo))
    if status == HASHI_FOUND:
        if budget.node_limit >= 0:
            search.node_limit = budget.node_limit
        if budget.time_limit >= 0:
            search.deadline = hf_now() + budget.time_limit
        while limit < 0 or found[0] < limit:
            outcome = search_run(&search)
            if outcome == CALL_AGAIN:
                continue
            if outcome != SOLUTION:
                status = status_of(outcome)
                break
            if found[0] == 0 and bridges != NULL:
                search_bridges(&search, bridges)
            found[0] += 1
    search_free(&search)
    topology_free(&topo)
    return status


cdef hashi_status hashi_solve(const hashi_board *board, hashi_budget budget, int8_t *bridges) noexcept nogil:
    cdef int64_t found
    cdef hashi_status status = run(board, 1, budget, &found, bridges)
    return HASHI_NONE if status == HASHI_FOUND and found == 0 else status


cdef hashi_status hashi_count(
    const hashi_board *board, int64_t limit, hashi_budget budget, int64_t *found
) noexcept nogil:
    return HASHI_BAD_BOARD if found == NULL else run(board, limit, budget, found, NULL)


cdef hashi_status hashi_edges(
    const hashi_board *board, int32_t *edge_a, int32_t *edge_b, int32_t *n_edges
) noexcept nogil:
    cdef Topo topo
    cdef hashi_status status
    if n_edges == NULL:
        return HASHI_BAD_BOARD
    status = build(board, &topo)
    n_edges[0] = 0
    if status == HASHI_FOUND:
        n_edges[0] = topo.n_edges
        if edge_a != NULL:
            memcpy(edge_a, topo.edge_a, topo.n_edges * sizeof(int32_t))
        if edge_b != NULL:
            memcpy(edge_b, topo.edge_b, topo.n_edges * sizeof(int32_t))
    topology_free(&topo)
    return status


# Must agree with `hashi_api` in hashi_fast.h.
cdef struct Api:
    int32_t version
    hashi_status (*solve)(const hashi_board *board, hashi_budget budget, int8_t *bridges) noexcept nogil
    hashi_status (*count)(
        const hashi_board *board, int64_t limit, hashi_budget budget, int64_t *found
    ) noexcept nogil
    hashi_status (*edges)(
        const hashi_board *board, int32_t *edge_a, int32_t *edge_b, int32_t *n_edges
    ) noexcept nogil


cdef Api api
api.version = 1
api.solve = hashi_solve
api.count = hashi_count
api.edges = hashi_edges

_C_API = PyCapsule_New(&api, "hashi_fast.capi._C_API", NULL)


def get_include():
    """Return the folder of hashi_fast.h, for compilers.

    >>> import os
    >>> os.path.exists(os.path.join(get_include(), "hashi_fast.h"))
    True
    """
    return str(Path(__file__).parent)
