"""JSON Lines in bulk: puzzles from text into flat arrays, without a Python object per puzzle.

a. The scanner takes only one form, shown in _jsonl_reader.pxd: these keys, `max_bridges` and `loops`, each at most once
   and in any order; whole numbers; ids in printable ASCII without escapes; islands in row-major order; a board that
   `board_fault` finds sound. Any other line is *left* to the reader of the json format. So nothing is rejected here,
   and a line that is taken has the same meaning as for that reader.
b. A block ends in a newline, and no token contains one, so the scanner need not check for the end of the text.
"""
from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport uint32_t
from libc.string cimport memchr

from hashi_fast.board._boards cimport SOUND, UNKNOWN, Board, board_fault


cdef enum:
    LEAST_ISLAND = 24        # characters of {"r":0,"c":0,"target":1}
    MOST_ISLANDS = 1 << 20   # in a line that is taken: fewer than a topology can hold


# The keys of a puzzle and of an island, as bits of a set.
cdef enum:
    KEY_ID = 1
    KEY_WIDTH = 2
    KEY_HEIGHT = 4
    KEY_ISLANDS = 8
    KEY_MAX_BRIDGES = 16
    KEY_LOOPS = 32
    PUZZLE_KEYS = KEY_WIDTH | KEY_HEIGHT | KEY_ISLANDS   # the required ones
    KEY_ROW = 1
    KEY_COL = 2
    KEY_TARGET = 4
    ISLAND_KEYS = KEY_ROW | KEY_COL | KEY_TARGET


# The readers below take the place where a token starts and return the place after it, or NULL to leave the line.


cdef inline Place skip_space(Place p) noexcept nogil:
    while p[0] == c" " or p[0] == c"\t" or p[0] == c"\r":
        p += 1
    return p


cdef inline Place skip_char(Place p, char wanted) noexcept nogil:
    """One character with white space around it."""
    p = skip_space(p)
    return skip_space(p + 1) if p[0] == wanted else NULL


cdef inline Place skip_word(Place p, const char *word) noexcept nogil:
    """Exactly this word: reading stops at the first character that differs, so never goes beyond a newline."""
    while word[0]:
        if p[0] != <uint8_t>word[0]:
            return NULL
        p += 1
        word += 1
    return p


cdef inline Place read_number(Place p, int32_t *value) noexcept nogil:
    """A whole number from 0 to 999999."""
    cdef uint32_t digit = <uint32_t>p[0] - c"0"
    cdef int32_t number = digit
    if digit > 9:
        return NULL
    p += 1
    while True:
        digit = <uint32_t>p[0] - c"0"
        if digit > 9:
            value[0] = number
            return p
        if number == 0 or number > 99999:   # JSON has no leading zeros
            return NULL
        number = 10 * number + digit
        p += 1


cdef Place read_id(Place p) noexcept nogil:
    """A string in printable ASCII without escapes, a whole number of up to 18 digits, or null."""
    cdef Place start
    if p[0] == c'"':
        p += 1
        while p[0] != c'"':
            if p[0] < c" " or p[0] > c"~" or p[0] == c"\\":
                return NULL
            p += 1
        return p + 1
    if p[0] == c"n":
        return skip_word(p, "null")
    if p[0] == c"-":
        p += 1
        if p[0] == c"0":
            return NULL
    start = p
    while c"0" <= p[0] <= c"9":
        p += 1
    if p == start or p - start > 18 or (start[0] == c"0" and p - start > 1):
        return NULL
    return p


cdef Place read_puzzle_key(Place p, int32_t *key) noexcept nogil:
    cdef const char *word
    if p[0] != c'"':
        return NULL
    if p[1] == c"w":
        key[0], word = KEY_WIDTH, b'"w"'
    elif p[1] == c"h":
        key[0], word = KEY_HEIGHT, b'"h"'
    elif p[1] == c"m":
        key[0], word = KEY_MAX_BRIDGES, b'"max_bridges"'
    elif p[1] == c"l":
        key[0], word = KEY_LOOPS, b'"loops"'
    elif p[1] == c"i" and p[2] == c"d":
        key[0], word = KEY_ID, b'"id"'
    else:
        key[0], word = KEY_ISLANDS, b'"islands"'
    p = skip_word(p, word)
    return skip_char(p, c":") if p != NULL else NULL


cdef inline Place read_island_key(Place p, int32_t *key) noexcept nogil:
    if p[0] != c'"':
        return NULL
    if p[1] == c"r":
        key[0], p = KEY_ROW, skip_word(p, b'"r"')
    elif p[1] == c"c":
        key[0], p = KEY_COL, skip_word(p, b'"c"')
    else:
        key[0], p = KEY_TARGET, skip_word(p, b'"target"')
    return skip_char(p, c":") if p != NULL else NULL


cdef Place read_island(Place p, int32_t *row, int32_t *col, int8_t *target) noexcept nogil:
    cdef int32_t key = 0, seen = 0, number = 0
    p = skip_char(p, c"{")
    while p != NULL:
        p = read_island_key(p, &key)
        if p == NULL or seen & key:
            return NULL
        seen |= key
        if key == KEY_TARGET and p[0] == c"n":
            p = skip_word(p, "null")
            number = UNKNOWN
        else:
            p = read_number(p, &number)
        if p == NULL:
            return NULL
        if key == KEY_ROW:
            row[0] = number
        elif key == KEY_COL:
            col[0] = number
        else:
            target[0] = <int8_t>min(number, 127)   # 127 is too large for any puzzle
        p = skip_space(p)
        if p[0] == c"}":
            return p + 1 if seen == ISLAND_KEYS else NULL
        p = skip_char(p, c",")
    return NULL


cdef class Lines:
    r"""The lines of a block of bytes that ends in a newline: puzzles in flat arrays; all other lines are `left`.

    `file` is the name of the file as JSON, and `before` the number of its lines before the block, for `start`.

    >>> block = b'{"id": 7, "w": 1, "h": 1, "islands": [{"r": 0, "c": 0, "target": 0}]}\n\n3x1:2a2\n'
    >>> lines = Lines(block, b'"a.jsonl"', 40)
    >>> len(lines), lines.start(0), lines.left()
    (1, b'{"id": 7, "file": "a.jsonl", "line": 41', [(2, 1, b'3x1:2a2\n')])
    """

    def __init__(self, bytes block not None, bytes file=b"null", int64_t before=0):
        import numpy

        if not block.endswith(b"\n"):
            raise ValueError("expected a block of lines that ends in a newline")
        lines = block.count(b"\n")
        islands = len(block) // LEAST_ISLAND + 1
        self.block = block
        self.place = b', "file": ' + file + b', "line": '
        self.before = before
        self.line = numpy.empty(lines, dtype=numpy.int64)
        self.width, self.height = numpy.empty((2, lines), dtype=numpy.int32)
        self.max_bridges, self.loops = numpy.empty((2, lines), dtype=numpy.int8)
        self.offsets = numpy.zeros(lines + 1, dtype=numpy.int64)
        self.row, self.col = numpy.empty((2, islands), dtype=numpy.int32)
        self.target = numpy.empty(islands, dtype=numpy.int8)
        self.boards = Boards(
            self.width, self.height, self.offsets, self.row, self.col, self.target, self.max_bridges, self.loops
        )
        self.id_start, self.id_end = numpy.empty((2, lines), dtype=numpy.int64)
        self.left_line, self.left_before, self.left_start = numpy.empty((3, lines), dtype=numpy.int64)
        cdef Place start = <Place>PyBytes_AS_STRING(block)
        cdef Py_ssize_t size = len(block)
        with nogil:
            self.scan(start, start + size)

    def __len__(self):
        return self.n

    def arrays(self):
        """The puzzles as arguments for `PuzzleBatch.from_arrays`."""
        import numpy

        cdef Py_ssize_t n = self.n, m = self.offsets[self.n]
        return (
            numpy.asarray(self.width)[:n],
            numpy.asarray(self.height)[:n],
            numpy.asarray(self.offsets)[:n + 1],
            numpy.asarray(self.row)[:m],
            numpy.asarray(self.col)[:m],
            numpy.asarray(self.target)[:m],
            numpy.asarray(self.max_bridges)[:n],
            numpy.asarray(self.loops)[:n].view(numpy.bool_),
        )

    def id(self, Py_ssize_t i):
        """The id of puzzle i as written in the text, `null` if it has none."""
        if not 0 <= i < self.n:
            raise IndexError(f"puzzle {i} of {self.n}")
        return self.block[self.id_start[i]:self.id_end[i]] or b"null"

    def start(self, Py_ssize_t i):
        """The beginning of the answer to puzzle i: its id, its file and its line."""
        return b'{"id": %b%b%d' % (self.id(i), self.place, self.before + self.line[i] + 1)

    def left(self):
        """The lines left to the json reader, as (line number in the block, number of puzzles before it, text)."""
        cdef Py_ssize_t k
        found = []
        for k in range(self.n_left):
            end = self.block.index(b"\n", self.left_start[k]) + 1
            found.append((self.left_line[k], self.left_before[k], self.block[self.left_start[k]:end]))
        return found

    cdef void scan(self, Place start, Place end) noexcept nogil:
        """Scan all lines."""
        cdef Place p = start
        cdef Place stop
        cdef int64_t line = 0
        while p < end:
            stop = skip_space(p)
            if stop[0] != c"\n":
                stop = self.read_puzzle(start, stop)
                if stop != NULL:
                    self.line[self.n] = line
                    self.n += 1
                else:
                    self.left_line[self.n_left] = line
                    self.left_before[self.n_left] = self.n
                    self.left_start[self.n_left] = p - start
                    self.n_left += 1
                    stop = <Place>memchr(p, c"\n", end - p)
            p = stop + 1
            line += 1

    cdef Place read_puzzle(self, Place base, Place p) noexcept nogil:
        """Append the puzzle of a line to the arrays; return the place of the newline."""
        cdef Py_ssize_t i = self.n
        cdef int32_t key = 0, seen = 0, number = 0, island
        cdef Place start
        cdef Board board
        self.max_bridges[i] = 2
        self.loops[i] = True
        self.id_start[i] = self.id_end[i] = 0
        p = skip_char(p, c"{")
        while p != NULL:
            p = read_puzzle_key(p, &key)
            if p == NULL or seen & key:
                return NULL
            seen |= key
            start = p
            if key == KEY_ISLANDS:
                p = self.read_islands(p)
            elif key == KEY_ID:
                p = read_id(p)
            elif key == KEY_LOOPS:
                self.loops[i] = p[0] == c"t"
                p = skip_word(p, "true") if p[0] == c"t" else skip_word(p, "false")
            else:
                p = read_number(p, &number)
            if p == NULL:
                return NULL
            if key == KEY_WIDTH:
                self.width[i] = number
            elif key == KEY_HEIGHT:
                self.height[i] = number
            elif key == KEY_MAX_BRIDGES:
                self.max_bridges[i] = <int8_t>min(number, 127)
            elif key == KEY_ID and start[0] != c"n":
                self.id_start[i] = start - base
                self.id_end[i] = p - base
            p = skip_space(p)
            if p[0] == c"}":
                p = skip_space(p + 1)
                if p[0] != c"\n" or seen & PUZZLE_KEYS != PUZZLE_KEYS:
                    return NULL
                board = self.boards.board(i)
                return p if board_fault(&board, &island) == SOUND else NULL
            p = skip_char(p, c",")
        return NULL

    cdef Place read_islands(self, Place p) noexcept nogil:
        """Append a list of islands to those of the earlier puzzles."""
        cdef int64_t start = self.offsets[self.n], at = start
        p = skip_char(p, c"[")
        while p != NULL and at - start < MOST_ISLANDS:
            p = read_island(p, &self.row[at], &self.col[at], &self.target[at])
            if p == NULL:
                return NULL
            at += 1
            p = skip_space(p)
            if p[0] == c"]":
                self.offsets[self.n + 1] = at
                return p + 1
            p = skip_char(p, c",")
        return NULL
