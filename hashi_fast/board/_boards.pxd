"""A board as flat arrays: what every kernel starts from."""
from libc.stdint cimport int8_t, int32_t, int64_t


cdef enum:
    UNKNOWN = -1           # a target that is not given
    MAX_SIDE = 10000       # of a board that `board_fault` accepts; the kernels themselves have no such limit
    MAX_ISLANDS = 1 << 23  # an edge number fits 24 bits of a trail entry


# The arrays are borrowed from the caller. The kernels trust what `board_fault` checks: islands in row-major order on
# distinct cells inside the board, targets UNKNOWN or 1..4 * max_bridges (a lone island may also have 0).
cdef struct Board:
    int32_t width
    int32_t height
    int32_t n_islands
    int32_t max_bridges      # 1..4 bridges a pair
    bint loops               # whether cycles of islands are allowed
    const int32_t *row       # [n_islands]
    const int32_t *col       # [n_islands]
    const int8_t *target     # [n_islands]


cdef enum Fault:
    SOUND = 0
    BAD_SIZE = 1             # a side is not 1..MAX_SIDE
    BAD_MAX_BRIDGES = 2      # not 1..4
    NO_ISLANDS = 3
    ISLAND_OUTSIDE = 4
    ISLAND_ORDER = 5         # not after the one before it in row-major order, or on the same cell
    BAD_TARGET = 6


# The first thing that is wrong with a board, and (where it is an island) at which one.
cdef Fault board_fault(const Board *board, int32_t *island) noexcept nogil


# Many boards in flat arrays, as a `PuzzleBatch` has them.
cdef class Boards:
    cdef readonly int64_t n
    cdef tuple owners            # the arrays behind the pointers
    cdef const int32_t *width    # [n]
    cdef const int32_t *height   # [n]
    cdef const int64_t *offsets  # [n + 1] the islands of board i are entries offsets[i] to offsets[i + 1]
    cdef const int32_t *row
    cdef const int32_t *col
    cdef const int8_t *target
    cdef const int8_t *max_bridges  # [n]
    cdef const int8_t *loops     # [n]

    # Board i as the kernels want it.
    cdef Board board(self, int64_t i) noexcept nogil
