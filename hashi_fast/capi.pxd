"""hashi_fast at C level: solve and count on flat arrays, without Python objects and without the GIL.

    from hashi_fast.capi cimport HASHI_FOUND, hashi_board, hashi_budget, hashi_count

Islands are given in row-major order (by row, then column), with one entry each in `row`, `col` and `target`. Target -1
is an unknown clue. Bridges are returned in edge order: for each island first the edge to the nearest island on the
right, then the edge to the nearest one below, if any. That is at most two edges per island; `hashi_edges` lists them.
The functions keep no state and may be called from any number of threads at the same time.
"""
from libc.stdint cimport int8_t, int32_t, int64_t


cdef enum hashi_status:
    HASHI_FOUND = 0          # hashi_solve: a solution; hashi_count: the count is complete, or reached its limit
    HASHI_NONE = 1           # hashi_solve: there is no solution
    HASHI_NODE_LIMIT = 2     # the budget ran out first: no answer
    HASHI_TIME_LIMIT = 3
    HASHI_BAD_BOARD = 4      # no valid board (sizes, cells, order, targets), or `found` or `n_edges` is NULL
    HASHI_NO_MEMORY = 5
    HASHI_TOO_LARGE = 6      # more islands or crossings than the tables can hold


ctypedef struct hashi_board:
    int32_t width            # 1..10000
    int32_t height           # 1..10000
    int32_t n_islands        # at least 1
    int32_t max_bridges      # 1..4 bridges per pair of islands; 2 is the usual game
    int32_t loops            # 0 forbids cycles of islands; 1 is the usual game
    const int32_t *row       # [n_islands]
    const int32_t *col       # [n_islands]
    const int8_t *target     # [n_islands]


ctypedef struct hashi_budget:
    int64_t node_limit       # search nodes, negative = no limit
    double time_limit        # seconds, negative = no limit


# Find a solution; `bridges` gets one count per edge ([2 * n_islands] is always enough).
cdef hashi_status hashi_solve(const hashi_board *board, hashi_budget budget, int8_t *bridges) noexcept nogil

# Count solutions up to `limit` (negative: all of them) into `found`, which is also set when the budget runs out.
cdef hashi_status hashi_count(
    const hashi_board *board, int64_t limit, hashi_budget budget, int64_t *found
) noexcept nogil

# List the edges: `n_edges`, and for each the islands it joins, a < b ([2 * n_islands] each is always enough; NULL: not
# wanted).
cdef hashi_status hashi_edges(
    const hashi_board *board, int32_t *edge_a, int32_t *edge_b, int32_t *n_edges
) noexcept nogil
