"""Columns of text in bulk: boards and solutions from flat arrays to text and back, without a Python object per puzzle.

A board is its cells in row-major order, as in the formats task and tatham:

    a..z     a run of 1 to 26 empty cells
    0..9     an island with this target
    A..G     an island with a target of 10 to 16
    ?        an island whose clue is hidden

A solution is one digit for each edge: the number of its bridges. Row i of a column of texts is what `text` holds from
offsets[i] up to but not including offsets[i + 1].
"""
from libc.stdint cimport INT32_MAX, int8_t, int32_t, int64_t, uint8_t

from hashi_fast.board._boards cimport MAX_SIDE

from hashi_fast.errors import FormatError


cdef enum:
    MOST_RUN = 26
    HIDDEN = -1


cdef inline uint8_t sign_of(int8_t target) noexcept nogil:
    if target < 0:
        return c"?"
    return c"0" + target if target < 10 else c"A" + target - 10


cdef inline int target_of(uint8_t sign) noexcept nogil:
    """The target of an island, or -2 for a sign that means none."""
    if c"0" <= sign <= c"9":
        return sign - c"0"
    if c"A" <= sign <= c"G":
        return sign - c"A" + 10
    return HIDDEN if sign == c"?" else -2


def write_tasks(const int64_t[::1] chosen, int32_t width, int32_t height, arrays):
    """Return the boards of the chosen records as a column: offsets and text. `arrays` passed `check_records`."""
    import numpy

    cdef const int64_t[::1] island_at = arrays.island_at
    cdef const int32_t[::1] islands = arrays.islands, row = arrays.row, col = arrays.col
    cdef const int8_t[::1] target = arrays.target
    cdef Py_ssize_t i, n = chosen.shape[0]
    cdef int64_t k, at, size = 0, p = 0, cells = <int64_t>width * height
    cdef int64_t cell, last
    for i in range(n):
        size += 2 * islands[chosen[i]] + 2 + cells // MOST_RUN
    check_size(size)
    offsets = numpy.empty(n + 1, dtype=numpy.int32)
    text = numpy.empty(size, dtype=numpy.uint8)
    cdef int32_t[::1] end = offsets
    cdef uint8_t[::1] signs = text
    with nogil:
        end[0] = 0
        for i in range(n):
            k = chosen[i]
            last = -1
            for at in range(island_at[k], island_at[k] + islands[k]):
                cell = <int64_t>row[at] * width + col[at]
                p = write_run(signs, p, cell - last - 1)
                signs[p] = sign_of(target[at])
                p += 1
                last = cell
            p = write_run(signs, p, cells - last - 1)
            end[i + 1] = <int32_t>p
    return offsets, text[:p]


cdef int64_t write_run(uint8_t[::1] signs, int64_t p, int64_t empty) noexcept nogil:
    while empty > 0:
        signs[p] = <uint8_t>(c"a" + min(empty, MOST_RUN) - 1)
        p += 1
        empty -= MOST_RUN
    return p


def write_bridges(const int64_t[::1] chosen, arrays):
    """Return the solutions of the chosen records as a column: offsets and text. `arrays` passed `check_records`."""
    import numpy

    cdef const int64_t[::1] edge_at = arrays.edge_at
    cdef const int32_t[::1] edges = arrays.edges
    cdef const int8_t[::1] bridges = arrays.bridges
    cdef Py_ssize_t i, n = chosen.shape[0]
    cdef int64_t k, e, size = 0, p = 0
    for i in range(n):
        size += edges[chosen[i]]
    check_size(size)
    offsets = numpy.empty(n + 1, dtype=numpy.int32)
    text = numpy.empty(size, dtype=numpy.uint8)
    cdef int32_t[::1] end = offsets
    cdef uint8_t[::1] signs = text
    with nogil:
        end[0] = 0
        for i in range(n):
            k = chosen[i]
            for e in range(edge_at[k], edge_at[k] + edges[k]):
                signs[p] = c"0" + bridges[e]
                p += 1
            end[i + 1] = <int32_t>p
    return offsets, text


def check_size(int64_t size):
    """Raise ValueError for a column with more text than its offsets can count."""
    if size > INT32_MAX:
        raise ValueError(f"{size:,} characters in one column; expected at most {INT32_MAX:,}: use smaller pieces")


cdef bint ascend_within(const int32_t[::1] offsets, Py_ssize_t size) noexcept nogil:
    """Whether there are offsets that all point into a text of this size, none after the next one."""
    cdef Py_ssize_t i, n = offsets.shape[0]
    if n == 0 or offsets[0] < 0 or offsets[n - 1] > size:
        return False
    for i in range(1, n):
        if offsets[i - 1] > offsets[i]:
            return False
    return True


def read_tasks(
    const int32_t[::1] width, const int32_t[::1] height, const int32_t[::1] offsets, const uint8_t[::1] text
):
    """Return the islands of a column of boards: their offsets, rows, columns and targets, or raise FormatError.

    Sizes must be 1 to MAX_SIDE; targets are only checked as far as text goes.
    """
    import numpy

    cdef Py_ssize_t i, n = width.shape[0]
    cdef int64_t at, cell, cells, k = 0
    cdef int target = 0
    if height.shape[0] != n or offsets.shape[0] != n + 1 or not ascend_within(offsets, text.shape[0]):
        raise FormatError(f"expected ascending offsets of {n} texts within {text.shape[0]} characters")
    for i in range(n):
        if not (1 <= width[i] <= MAX_SIDE and 1 <= height[i] <= MAX_SIDE):
            raise FormatError(f"row {i}: a board of {width[i]}x{height[i]}; expected sides from 1 to {MAX_SIDE}")
    islands = numpy.count_nonzero(numpy.asarray(text)[offsets[0]:offsets[n]] < ord("a"))
    starts = numpy.empty(n + 1, dtype=numpy.int64)
    rows = numpy.empty(islands, dtype=numpy.int32)
    cols = numpy.empty(islands, dtype=numpy.int32)
    targets = numpy.empty(islands, dtype=numpy.int8)
    cdef int64_t[::1] start = starts
    cdef int32_t[::1] row = rows, col = cols
    cdef int8_t[::1] clue = targets
    cdef uint8_t sign = 0
    cdef bint good = True
    cdef int32_t w, r, c
    with nogil:
        for i in range(n):
            start[i] = k
            w = width[i]
            cells = <int64_t>w * height[i]
            cell = r = c = 0
            for at in range(offsets[i], offsets[i + 1]):
                sign = text[at]
                if c"a" <= sign <= c"z":
                    cell += sign - c"a" + 1
                    c += sign - c"a" + 1
                    continue
                target = target_of(sign)
                if target == -2 or cell >= cells:
                    good = False
                    break
                while c >= w:
                    c -= w
                    r += 1
                row[k], col[k], clue[k] = r, c, <int8_t>target
                k += 1
                cell += 1
                c += 1
            else:
                at = offsets[i + 1]
                good = cell == cells
            if not good:
                break
        else:
            i = n
    if not good:
        place = f"task of row {i}, character {at - offsets[i] + 1}"
        if at < offsets[i + 1] and target == -2:
            raise FormatError(f"{place}: expected a digit, a letter a..z or A..G, or '?', found {chr(sign)!r}")
        raise FormatError(f"{place}: expected {cells:,} cells, found {'more' if cell >= cells else cell}")
    start[n] = k
    return starts, rows, cols, targets


def read_bridges(const int32_t[::1] offsets, const uint8_t[::1] text):
    """Return the bridges of a column of solutions: their offsets and counts, or raise FormatError."""
    import numpy

    if not ascend_within(offsets, text.shape[0]):
        raise FormatError(f"expected ascending offsets within {text.shape[0]} characters")
    first, last = offsets[0], offsets[offsets.shape[0] - 1]
    counts = numpy.asarray(text)[first:last].astype(numpy.int8) - ord("0")
    wrong = numpy.flatnonzero((counts < 0) | (counts > 4))
    if len(wrong):
        found = chr(text[first + wrong[0]])
        row = int(numpy.searchsorted(numpy.asarray(offsets), first + wrong[0], "right")) - 1
        raise FormatError(f"solution of row {row}: expected digits 0..4, found {found!r}")
    return numpy.asarray(offsets).astype(numpy.int64) - first, counts.astype(numpy.int8)
