"""Checks boards that come as flat arrays (see _board.pxd)."""


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
