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


cdef int raise_fault(Fault fault, const Board *board, int32_t island, str name="") except -1:
    if fault == SOUND:
        return 0
    start = f"{name}: " if name else ""
    if fault == BAD_SIZE:
        raise InvalidPuzzle(
            f"{start}a board of {board.width}x{board.height}; expected sides from 1 to {MAX_SIDE}"
        )
    if fault == NO_ISLANDS:
        raise InvalidPuzzle(f"{start}no islands; expected at least one")
    if fault == BAD_MAX_BRIDGES:
        raise InvalidPuzzle(f"{start}max_bridges {board.max_bridges}; expected 1 to 4")
    at = f"row {board.row[island] + 1}, column {board.col[island] + 1}"
    place = f"{name + ', ' if name else ''}island {island} at {at}"
    if fault == ISLAND_OUTSIDE:
        raise InvalidPuzzle(
            f"{place} (counted from 1): outside the board; expected rows 1..{board.height}, columns 1..{board.width}"
        )
    if fault == ISLAND_ORDER:
        raise InvalidPuzzle(f"{place}: not after the previous island; expected row-major order, one per cell")
    raise InvalidPuzzle(
        f"{place}: target {board.target[island]}; expected 1..{4 * board.max_bridges}, or -1 for unknown"
    )


cdef const int8_t *first_int8(const int8_t[::1] array) except? NULL:
    return &array[0] if array.shape[0] else NULL


cdef const int32_t *first_int32(const int32_t[::1] array) except? NULL:
    return &array[0] if array.shape[0] else NULL


cdef const int64_t *first_int64(const int64_t[::1] array) except? NULL:
    return &array[0] if array.shape[0] else NULL


cdef class Boards:
    """Boards in flat arrays, each contiguous and of the right type.

    From `check` on, nobody may change the arrays, or hold what can make them writeable again.
    """

    def __cinit__(self, width, height, offsets, row, col, target, max_bridges, loops):
        self.n, self.n_islands = len(width), len(row)
        if not (len(height) == len(max_bridges) == len(loops) == len(offsets) - 1 == self.n
                and len(col) == len(target) == self.n_islands):
            raise ValueError("the arrays of boards do not fit each other")
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
        """Raise InvalidPuzzle for the first invalid puzzle, and for offsets that do not divide the islands up."""
        cdef int64_t i = 0
        cdef int32_t island = 0
        cdef Board board
        cdef Fault fault = SOUND
        if self.offsets[0] != 0 or self.offsets[self.n] != self.n_islands:
            ends = f"starts at {self.offsets[0]} and ends at {self.offsets[self.n]}"
            raise InvalidPuzzle(f"offsets {ends}; expected 0 and {self.n_islands}, the number of islands")
        for i in range(self.n):
            if self.offsets[i + 1] < self.offsets[i]:
                found = f"offsets[{i + 1}] is {self.offsets[i + 1]}, less than offsets[{i}]"
                raise InvalidPuzzle(f"{found}; expected ascending")
        with nogil:
            for i in range(self.n):
                board = self.board(i)
                fault = board_fault(&board, &island)
                if fault != SOUND:
                    break
        raise_fault(fault, &board, island, f"puzzle {i}")
