"""A board as flat arrays: the input of every kernel."""
from libc.stdint cimport int8_t, int32_t, int64_t


cdef enum:
    UNKNOWN = -1           # an unknown target
    MAX_SIDE = 10000       # the limit of `board_fault`; the kernels themselves have no such limit
    MAX_ISLANDS = 1 << 23  # so that an edge number fits 24 bits of a trail entry


# The arrays are borrowed from the caller. The kernels trust what `board_fault` checks: islands are in row-major order
# on distinct cells inside the board; targets are UNKNOWN or 1..4 * max_bridges (a lone island may also have 0).
cdef struct Board:
    int32_t width
    int32_t height
    int32_t n_islands
    int32_t max_bridges      # 1..4 bridges per pair of islands
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


# The first fault of a board; `island` is set to the island at fault, if it is one.
cdef Fault board_fault(const Board *board, int32_t *island) noexcept nogil

# If a fault is one, raise InvalidPuzzle for it. `name` is that of the puzzle in the message, if it has one.
cdef int raise_fault(Fault fault, const Board *board, int32_t island, str name=*) except -1


# Many boards in flat arrays: those of a `PuzzleBatch`.
cdef class Boards:
    cdef readonly int64_t n
    cdef readonly int64_t n_islands  # of all boards together
    cdef tuple owners            # the arrays behind the pointers
    cdef const int32_t *width    # [n]
    cdef const int32_t *height   # [n]
    cdef const int64_t *offsets  # [n + 1] row, col and target of board i are entries offsets[i] to offsets[i + 1] - 1
    cdef const int32_t *row
    cdef const int32_t *col
    cdef const int8_t *target
    cdef const int8_t *max_bridges  # [n]
    cdef const int8_t *loops     # [n]

    # Board i for the kernels.
    cdef Board board(self, int64_t i) noexcept nogil
