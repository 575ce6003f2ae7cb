"""Checks boards given as flat arrays (see _boards.pxd)."""
from hashi_fast.errors import InvalidPuzzle


cdef Fault board_fault(const Board *board, int32_t *island) noexcept nogil:
    cdef int32_t i, target
    island[0] = 0
    if not (1 <= board.width <= MAX_SIDE and 1 <= board.height <= MAX_SIDE):
        return BAD_SIZE
    if not 1 <= board.max_bridges <= 4:
        return BAD_MAX_BRIDGES
    if board.n_islands < 1:
        return NO_ISLANDS
    for i in range(board.n_islands):
        island[0] = i
        if not (0 <= board.row[i] < board.height and 0 <= board.col[i] < board.width):
            return ISLAND_OUTSIDE
        if i and (board.row[i - 1] > board.row[i] or
                  (board.row[i - 1] == board.row[i] and board.col[i - 1] >= board.col[i])):
            return ISLAND_ORDER
        target = board.target[i]
        if target < UNKNOWN or target > 4 * board.max_bridges or (target == 0 and board.n_islands > 1):
            return BAD_TARGET
    return SOUND


cdef const int8_t *first_int8(const int8_t[::1] array) except? NULL:
    return &array[0] if array.shape[0] else NULL


cdef const int32_t *first_int32(const int32_t[::1] array) except? NULL:
    return &array[0] if array.shape[0] else NULL


cdef const int64_t *first_int64(const int64_t[::1] array) except? NULL:
    return &array[0] if array.shape[0] else NULL


cdef class Boards:
    """Boards in flat arrays, each contiguous and of the right type; `PuzzleBatch` checks their shapes."""

    def __init__(self, width, height, offsets, row, col, target, max_bridges, loops):
        self.n = len(width)
        self.owners = (width, height, offsets, row, col, target, max_bridges, loops)
        self.width, self.height = first_int32(width), first_int32(height)
        self.offsets = first_int64(offsets)
        self.row, self.col = first_int32(row), first_int32(col)
        self.target, self.max_bridges, self.loops = first_int8(target), first_int8(max_bridges), first_int8(loops)

    cdef Board board(self, int64_t i) noexcept nogil:
        cdef Board board
        cdef int64_t start = self.offsets[i]
        board.width = self.width[i]
        board.height = self.height[i]
        board.n_islands = <int32_t>(self.offsets[i + 1] - start)
        board.max_bridges = self.max_bridges[i]
        board.loops = self.loops[i] != 0
        board.row = self.row + start
        board.col = self.col + start
        board.target = self.target + start
        return board

    def check(self):
        """Raise InvalidPuzzle for the first invalid puzzle."""
        cdef int64_t i
        cdef int32_t island = 0
        cdef Board board
        cdef Fault fault = SOUND
        with nogil:
            for i in range(self.n):
                board = self.board(i)
                fault = board_fault(&board, &island)
                if fault != SOUND:
                    break
        if fault == SOUND:
            return
        if fault == BAD_SIZE:
            raise InvalidPuzzle(
                f"puzzle {i}: a board of {board.width}x{board.height}; expected sides from 1 to {MAX_SIDE}"
            )
        if fault == NO_ISLANDS:
            raise InvalidPuzzle(f"puzzle {i}: no islands; expected at least one")
        place = f"puzzle {i}, island {island} at row {board.row[island] + 1}, column {board.col[island] + 1}"
        if fault == ISLAND_OUTSIDE:
            raise InvalidPuzzle(
                f"{place} (counted from 1): outside the board; expected rows 1..{board.height}, "
                f"columns 1..{board.width}"
            )
        if fault == ISLAND_ORDER:
            raise InvalidPuzzle(f"{place}: not after the previous island; expected row-major order, one per cell")
        if fault == BAD_TARGET:
            raise InvalidPuzzle(
                f"{place}: target {board.target[island]}; expected 1..{4 * board.max_bridges}, or -1 for unknown"
            )
        raise InvalidPuzzle(f"puzzle {i}: max_bridges {board.max_bridges}; expected 1 to 4")
