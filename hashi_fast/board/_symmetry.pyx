"""The eight ways to turn and mirror a board (see _symmetry.pxd)."""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memcpy

from hashi_fast.board._boards cimport MAX_ISLANDS, UNKNOWN
from hashi_fast.support._memory cimport Carver, arena_free, arena_reserve, carve, carve_from, measuring_carver
from hashi_fast.support._status cimport OK, OUT_OF_MEMORY

from hashi_fast.errors import InvalidPuzzle


cdef extern from "hf_random.h" nogil:
    uint64_t hf_mix64(uint64_t x)


cdef enum:
    INDEX_BITS = 24      # the lowest bits of a key: the island
    FEW = 64             # islands up to which insertion sort beats the library's sort


# A key stands for an island of a turned board. Keys sort like (row, col, target):
#
#     63     48 47     32 31    24 23          0
#     |  row  |   col   | target+1 | island    |


# The arrays of `least_form`, [n_islands] each.
cdef struct Form:
    uint64_t *keys
    uint64_t *spare
    int32_t *row
    int32_t *col
    int32_t *origin
    int8_t *target


cdef int compare(const void *a, const void *b) noexcept nogil:
    cdef uint64_t x = (<const uint64_t *>a)[0], y = (<const uint64_t *>b)[0]
    return (x > y) - (x < y)


cdef void sort_keys(uint64_t *keys, int32_t n) noexcept nogil:
    cdef int32_t i, j
    cdef uint64_t key
    if n > FEW:
        qsort(keys, n, sizeof(uint64_t), compare)
        return
    for i in range(1, n):
        key = keys[i]
        j = i
        while j > 0 and keys[j - 1] > key:
            keys[j] = keys[j - 1]
            j -= 1
        keys[j] = key


cdef void turn(const Board *board, int k, uint64_t *keys) noexcept nogil:
    """The keys of the islands after transform k, sorted."""
    cdef int32_t i, row, col, bottom = board.height - 1, right = board.width - 1
    for i in range(board.n_islands):
        row = board.row[i]
        col = board.col[i] if k < 4 else right - board.col[i]
        if k & 3 == 1:
            row, col = col, bottom - row
        elif k & 3 == 2:
            row, col = bottom - row, right - col
        elif k & 3 == 3:
            row, col = right - col, row
        keys[i] = (((<uint64_t>row << 16 | col) << 8 | (board.target[i] + 1)) << INDEX_BITS) | i
    sort_keys(keys, board.n_islands)


cdef bint less(const uint64_t *a, const uint64_t *b, int32_t n) noexcept nogil:
    cdef int32_t i
    for i in range(n):
        if a[i] >> INDEX_BITS != b[i] >> INDEX_BITS:
            return a[i] < b[i]
    return False


cdef int least_keys(const Board *board, uint64_t *keys, uint64_t *spare) noexcept nogil:
    """Fill `keys` with the least form of a board and return its transform."""
    cdef uint64_t *best = keys
    cdef uint64_t *other = spare
    cdef int k, chosen = -1
    for k in range(8):
        # The least form of a board that is not square is upright: higher than wide.
        if board.width != board.height and (k & 1) != (board.width > board.height):
            continue
        turn(board, k, other)
        if chosen < 0 or less(other, best, board.n_islands):
            chosen = k
            best, other = other, best
    if best != keys:
        memcpy(keys, best, board.n_islands * sizeof(uint64_t))
    return chosen


cdef void carve_form(Form *form, size_t n, Carver *carver) noexcept nogil:
    form.keys = <uint64_t *>carve(carver, n * sizeof(uint64_t))
    form.spare = <uint64_t *>carve(carver, n * sizeof(uint64_t))
    form.row = <int32_t *>carve(carver, n * sizeof(int32_t))
    form.col = <int32_t *>carve(carver, n * sizeof(int32_t))
    form.origin = <int32_t *>carve(carver, n * sizeof(int32_t))
    form.target = <int8_t *>carve(carver, n)


cdef Status least_form(const Board *board, Arena *memory, Board *least, int32_t **origin) noexcept nogil:
    cdef Carver carver = measuring_carver()
    cdef Form form
    cdef uint64_t key
    cdef int32_t i
    carve_form(&form, board.n_islands, &carver)
    if not carve_from(&carver, memory):
        return OUT_OF_MEMORY
    carve_form(&form, board.n_islands, &carver)
    least[0] = board[0]
    if least_keys(board, form.keys, form.spare) & 1:
        least.width = board.height
        least.height = board.width
    for i in range(board.n_islands):
        key = form.keys[i]
        form.row[i] = <int32_t>(key >> 48)
        form.col[i] = <int32_t>(key >> 32 & 0xFFFF)
        form.target[i] = <int8_t>(<int32_t>(key >> INDEX_BITS & 0xFF) - 1)
        form.origin[i] = <int32_t>(key & ((1 << INDEX_BITS) - 1))
    least.row = form.row
    least.col = form.col
    least.target = form.target
    origin[0] = form.origin
    return OK


cdef Status form_of(const Board *board, Arena *memory, uint64_t *form) noexcept nogil:
    cdef size_t n = board.n_islands
    cdef uint64_t *keys
    cdef uint64_t narrow = min(board.width, board.height), wide = max(board.width, board.height)
    cdef uint64_t hashed = hf_mix64(narrow << 32 | wide << 8 | <uint64_t>board.max_bridges << 1 | board.loops)
    cdef int32_t i
    if not arena_reserve(memory, 2 * n * sizeof(uint64_t)):
        return OUT_OF_MEMORY
    keys = <uint64_t *>memory.base
    least_keys(board, keys, keys + n)
    for i in range(board.n_islands):
        hashed = hf_mix64(hashed + (keys[i] >> INDEX_BITS))
    form[0] = hashed
    return OK


cdef void put_cells(char *p, const uint64_t *keys, int32_t n, int32_t width) noexcept nogil:
    """Write each island as four bytes, the highest first: 32 * (row * width + col) + target + 1 (unknown: -1)."""
    cdef int32_t i
    cdef uint32_t cell
    for i in range(n):
        cell = <uint32_t>(keys[i] >> 48) * width + <uint32_t>(keys[i] >> 32 & 0xFFFF)
        cell = cell << 5 | <uint32_t>(keys[i] >> INDEX_BITS & 0xFF)
        p[0], p[1] = <char>(cell >> 24), <char>(cell >> 16 & 0xFF)
        p[2], p[3] = <char>(cell >> 8 & 0xFF), <char>(cell & 0xFF)
        p += 4


def canonical_form(puzzle):
    """Bytes that stand for `puzzle.canonical()`, including its rules, and the transform that makes it.

    The bytes of two puzzles are equal if and only if one is the other turned or mirrored. They sort by size, rules and
    islands.

    >>> from hashi_fast import Puzzle
    >>> lying, standing = Puzzle(3, 1, [(0, 0, 3), (0, 2, 1)]), Puzzle(1, 3, [(0, 0, 1), (2, 0, 3)])
    >>> canonical_form(lying)[0] == canonical_form(standing)[0], canonical_form(lying)[1]
    (True, 3)
    """
    cdef Board board
    cdef Arena memory
    cdef uint64_t *keys
    cdef int32_t *row
    cdef int32_t *col
    cdef int8_t *target
    cdef Py_ssize_t i, n
    cdef int32_t narrow, wide
    cdef int chosen
    cdef char *p
    cdef tuple islands = puzzle.islands
    n = len(islands)
    if n > MAX_ISLANDS:
        raise InvalidPuzzle(f"{n} islands are more than the {MAX_ISLANDS} that can be compared")
    board.width, board.height = puzzle.width, puzzle.height
    board.max_bridges, board.loops = puzzle.max_bridges, puzzle.loops
    board.n_islands = n
    memory.base = NULL
    memory.capacity = 0
    if not arena_reserve(&memory, n * (2 * sizeof(uint64_t) + 2 * sizeof(int32_t) + 1)):
        raise MemoryError(f"out of memory for a board of {n} islands")
    try:
        keys = <uint64_t *>memory.base
        row = <int32_t *>(keys + 2 * n)
        col = row + n
        target = <int8_t *>(col + n)
        for i in range(n):
            row[i], col[i], clue = islands[i]
            target[i] = UNKNOWN if clue is None else clue
        board.row, board.col, board.target = row, col, target
        narrow, wide = min(board.width, board.height), max(board.width, board.height)
        form = PyBytes_FromStringAndSize(NULL, 6 + 4 * n)
        p = PyBytes_AS_STRING(form)
        with nogil:
            chosen = least_keys(&board, keys, keys + n)
            p[0], p[1] = <char>(narrow >> 8), <char>(narrow & 0xFF)
            p[2], p[3] = <char>(wide >> 8), <char>(wide & 0xFF)
            p[4], p[5] = <char>board.max_bridges, <char>board.loops
            put_cells(p + 6, keys, board.n_islands, narrow)
        return form, chosen
    finally:
        arena_free(&memory)
