"""JSON Lines in bulk: puzzles from text into flat arrays, without a Python object per puzzle.

a. The scanner takes only one form, shown in _jsonl_reader.pxd: these keys, `max_bridges`, `loops` and any others except
   those of other layouts (`task`, `packed`, `save`, `hashi`), each at most once and in any order; whole numbers;
   strings in printable ASCII without escapes; islands in row-major order; a board that `board_fault` finds sound; a
   solution after all that it depends on, with its bridges in the order of the edges. Any other line is *left* to the
   reader of the json format. So nothing is rejected here, and a line that is taken has the same meaning as for that
   reader.
b. What is in `rating` and in keys of others is skipped here. Who wants it parses `rest`, which is short.
"""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.unicode cimport PyUnicode_DecodeASCII
from libc.string cimport memchr, memcmp, memcpy

from hashi_fast.board._boards cimport SOUND, UNKNOWN, Board, board_fault
from hashi_fast.board._topology cimport topology_build, topology_free
from hashi_fast.formats._json_values cimport (
    MOST_DEPTH,
    add_key,
    read_number,
    skip_char,
    skip_space,
    skip_string,
    skip_value,
    skip_word,
)
from hashi_fast.formats._origin_id cimport MOST_SUM_TEXT, write_sum
from hashi_fast.formats._writing cimport write_text
from hashi_fast.support._status cimport OK


cdef enum:
    LEAST_ISLAND = 24        # characters of {"r":0,"c":0,"target":1}
    # Longer lines, and lines with more islands or more brackets, are for the json format to judge.
    MOST_ISLANDS = 1000000
    MOST_BRACKETS = 2000000  # outside the islands
    MOST_CHARACTERS = 1 << 26


# The keys of a puzzle and of an island, as bits of a set.
cdef enum:
    KEY_ID = 1
    KEY_WIDTH = 2
    KEY_HEIGHT = 4
    KEY_ISLANDS = 8
    KEY_MAX_BRIDGES = 16
    KEY_LOOPS = 32
    KEY_SOLUTION = 64
    KEY_RATING = 128
    KEY_SEED = 256
    KEY_INDEX = 512
    KEY_OTHER = 1024
    PUZZLE_KEYS = KEY_WIDTH | KEY_HEIGHT | KEY_ISLANDS   # the required ones
    BOARD_KEYS = PUZZLE_KEYS | KEY_MAX_BRIDGES           # what a solution depends on
    KEY_ROW = 1
    KEY_COL = 2
    KEY_TARGET = 4
    ISLAND_KEYS = KEY_ROW | KEY_COL | KEY_TARGET


cdef Place read_id(Place p) noexcept nogil:
    """A string in printable ASCII without escapes, a whole number of up to 18 digits, or null."""
    cdef Place start
    if p[0] == c'"':
        return skip_string(p)
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


cdef int32_t key_of(Place start, Py_ssize_t size) noexcept nogil:
    """The key with this name; 0: lines with this key are left."""
    if size == 1:
        return KEY_WIDTH if start[0] == c"w" else KEY_HEIGHT if start[0] == c"h" else KEY_OTHER
    if size == 2 and memcmp(start, b"id", 2) == 0:
        return KEY_ID
    if size == 4 and memcmp(start, b"seed", 4) == 0:
        return KEY_SEED
    if size == 4 and (memcmp(start, b"task", 4) == 0 or memcmp(start, b"save", 4) == 0):
        return 0
    if size == 5 and memcmp(start, b"index", 5) == 0:
        return KEY_INDEX
    if size == 5 and memcmp(start, b"hashi", 5) == 0:
        return 0
    if size == 5 and memcmp(start, b"loops", 5) == 0:
        return KEY_LOOPS
    if size == 6 and memcmp(start, b"rating", 6) == 0:
        return KEY_RATING
    if size == 6 and memcmp(start, b"packed", 6) == 0:
        return 0
    if size == 7 and memcmp(start, b"islands", 7) == 0:
        return KEY_ISLANDS
    if size == 8 and memcmp(start, b"solution", 8) == 0:
        return KEY_SOLUTION
    if size == 11 and memcmp(start, b"max_bridges", 11) == 0:
        return KEY_MAX_BRIDGES
    return KEY_OTHER


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


cdef inline bint is_whole(Place start, Place end) noexcept nogil:
    """Whether a sound value is a number without a fraction."""
    return (start[0] == c"-" or c"0" <= start[0] <= c"9") and memchr(start, c".", end - start) == NULL


cdef inline char *copy(char *p, const char *text, int64_t start, int64_t end) noexcept nogil:
    memcpy(p, text + start, end - start)
    return p + (end - start)


cdef inline bint joins(const Topo *topo, int32_t e, const int32_t *ends) noexcept nogil:
    """Whether edge e goes from row ends[0], column ends[1] to row ends[2], column ends[3]."""
    cdef int32_t a = topo.edge_a[e], b = topo.edge_b[e]
    cdef const Board *board = &topo.board
    return (
        board.row[a] == ends[0] and board.col[a] == ends[1] and board.row[b] == ends[2] and board.col[b] == ends[3]
    )


cdef class Lines:
    r"""The lines of a block of bytes that ends in a newline: puzzles in flat arrays; all other lines are `left`.

    `file` is the name of the file as JSON, and `before` the number of its lines before the block.

    >>> block = b'{"id": 7, "w": 1, "h": 1, "islands": [{"r": 0, "c": 0, "target": 0}]}\n\n3x1:2a2\n'
    >>> lines = Lines(block, b'"a.jsonl"', 40)
    >>> len(lines), lines.start(0), lines.left()
    (1, b'{"id": 7, "file": "a.jsonl", "line": 41', [(2, 1, b'3x1:2a2\n')])
    """

    def __cinit__(self, bytes block not None, bytes file=b"null", int64_t before=0):
        import numpy

        if not block.endswith(b"\n"):
            raise ValueError("expected a block of lines that ends in a newline")
        lines = block.count(b"\n")
        islands = len(block) // LEAST_ISLAND + 1
        self.block = block
        self.text = PyBytes_AS_STRING(block)
        self.place = b', "file": ' + file + b', "line": '
        self.before = before
        self.width, self.height = numpy.empty((2, lines), dtype=numpy.int32)
        self.max_bridges, self.loops = numpy.empty((2, lines), dtype=numpy.int8)
        self.offsets, self.bridge_offsets = numpy.zeros((2, lines + 1), dtype=numpy.int64)
        self.row, self.col = numpy.empty((2, islands), dtype=numpy.int32)
        self.target = numpy.empty(islands, dtype=numpy.int8)
        self.bridges = numpy.empty(2 * islands, dtype=numpy.int8)   # an island has two edges to the right or down
        self.boards = Boards(
            self.width, self.height, self.offsets, self.row, self.col, self.target, self.max_bridges, self.loops
        )
        self.line, self.line_start, self.id_start, self.id_end = numpy.empty((4, lines), dtype=numpy.int64)
        self.islands_start, self.islands_end = numpy.empty((2, lines), dtype=numpy.int64)
        self.solution_start, self.solution_end = numpy.empty((2, lines), dtype=numpy.int64)
        self.seed_start, self.seed_end, self.index_start, self.index_end = numpy.empty((4, lines), dtype=numpy.int64)
        self.left_line, self.left_before, self.left_start = numpy.empty((3, lines), dtype=numpy.int64)
        cdef Place start = <Place>PyBytes_AS_STRING(block)
        cdef Py_ssize_t size = len(block)
        with nogil:
            self.scan(start, start + size)

    def __dealloc__(self):
        topology_free(&self.topo)

    def __len__(self):
        return self.n

    def arrays(self, Py_ssize_t first=0, Py_ssize_t last=-1):
        """Puzzles first..last - 1, by default all, as arguments for `PuzzleBatch.from_arrays`."""
        import numpy

        if last < 0:
            last = self.n
        if not 0 <= first <= last <= self.n:
            raise IndexError(f"puzzles {first} to {last} of {self.n}")
        cdef Py_ssize_t low = self.offsets[first], high = self.offsets[last]
        return (
            numpy.asarray(self.width)[first:last],
            numpy.asarray(self.height)[first:last],
            numpy.asarray(self.offsets)[first:last + 1] - low,
            numpy.asarray(self.row)[low:high],
            numpy.asarray(self.col)[low:high],
            numpy.asarray(self.target)[low:high],
            numpy.asarray(self.max_bridges)[first:last],
            numpy.asarray(self.loops)[first:last].view(numpy.bool_),
        )

    def id(self, Py_ssize_t i):
        """The id of the record of puzzle i as JSON: that in the text, that of its origin, or `null`."""
        self.check(i)
        text = PyBytes_FromStringAndSize(NULL, self.most_id(i))
        cdef char *start = PyBytes_AS_STRING(text)
        return text[:self.write_id(start, i) - start]

    def ids(self, Py_ssize_t first, Py_ssize_t last):
        """The ids of puzzles first..last - 1 as in the text."""
        cdef Py_ssize_t i, size
        cdef const char *text = self.text
        if not 0 <= first <= last <= self.n:
            raise IndexError(f"puzzles {first} to {last} of {self.n}")
        found = [None] * (last - first)
        for i in range(first, last):
            size = self.id_end[i] - self.id_start[i]
            if size and text[self.id_start[i]] == c'"':
                found[i - first] = PyUnicode_DecodeASCII(text + self.id_start[i] + 1, size - 2, NULL)
            elif size:
                found[i - first] = int(text[self.id_start[i]:self.id_end[i]])
        return found

    def record_ids(self, Py_ssize_t first, Py_ssize_t last):
        """The ids of the records of puzzles first..last - 1: those of `ids`, or else those of their origins."""
        cdef Py_ssize_t i
        found = self.ids(first, last)
        for i in range(first, last):
            if found[i - first] is None and self.seed_end[i] and self.index_end[i]:
                found[i - first] = self.id(i)[1:-1].decode()
        return found

    def line_of(self, Py_ssize_t i):
        """The number of the line of puzzle i in the file, from 1."""
        self.check(i)
        return self.before + self.line[i] + 1

    def bridges_of(self, Py_ssize_t i):
        """The solution of puzzle i, one byte per edge, or None."""
        self.check(i)
        if self.solution_end[i] == 0:
            return None
        return bytes(memoryview(self.bridges)[self.bridge_offsets[i]:self.bridge_offsets[i + 1]])

    def rest(self, Py_ssize_t i):
        """The line of puzzle i, with `null` in place of its islands and its solution."""
        self.check(i)
        end = self.block.index(b"\n", self.islands_end[i])
        head = self.block[self.line_start[i]:self.islands_start[i]]
        if self.solution_end[i] == 0:
            return b"%bnull%b" % (head, self.block[self.islands_end[i]:end])
        middle = self.block[self.islands_end[i]:self.solution_start[i]]
        return b"%bnull%bnull%b" % (head, middle, self.block[self.solution_end[i]:end])

    def start(self, Py_ssize_t i):
        """The beginning of the answer to puzzle i: its id, its file and its line."""
        return b'{"id": %b%b%d' % (self.id(i), self.place, self.line_of(i))

    def left(self):
        """The lines left to the json reader, as (line number in the block, number of puzzles before it, text)."""
        cdef Py_ssize_t k
        found = []
        for k in range(self.n_left):
            end = self.block.index(b"\n", self.left_start[k]) + 1
            found.append((self.left_line[k], self.left_before[k], self.block[self.left_start[k]:end]))
        return found

    cdef Py_ssize_t most_id(self, Py_ssize_t i) noexcept nogil:
        return (
            MOST_SUM_TEXT + 4 + self.id_end[i] - self.id_start[i]
            + self.seed_end[i] - self.seed_start[i] + self.index_end[i] - self.index_start[i]
        )

    cdef char *write_id(self, char *p, Py_ssize_t i) noexcept nogil:
        cdef Board board
        if self.id_end[i]:
            return copy(p, self.text, self.id_start[i], self.id_end[i])
        if not (self.seed_end[i] and self.index_end[i]):
            return write_text(p, b"null")
        board = self.boards.board(i)
        p = copy(write_text(p, b'"'), self.text, self.seed_start[i], self.seed_end[i])
        p = copy(write_text(p, b"-"), self.text, self.index_start[i], self.index_end[i])
        return write_text(write_sum(p, &board), b'"')

    cdef int check(self, Py_ssize_t i) except -1:
        if not 0 <= i < self.n:
            raise IndexError(f"puzzle {i} of {self.n}")
        return 0

    cdef void scan(self, Place start, Place end) noexcept nogil:
        """Scan all lines."""
        cdef Place p = start
        cdef Place stop
        cdef int64_t line = 0
        while p < end:
            stop = skip_space(p)
            if stop[0] != c"\n":
                stop = self.read_puzzle(start, stop)
                if stop != NULL and stop - p <= MOST_CHARACTERS:
                    self.line[self.n] = line
                    self.line_start[self.n] = p - start
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
        cdef int32_t key, seen = 0, island
        cdef Place start
        cdef Board board
        self.max_bridges[i] = 2
        self.loops[i] = True
        self.id_start[i] = self.id_end[i] = 0
        self.solution_start[i] = self.solution_end[i] = 0
        self.seed_start[i] = self.seed_end[i] = self.index_start[i] = self.index_end[i] = 0
        self.bridge_offsets[i + 1] = self.bridge_offsets[i]
        self.keys.n = 0
        self.brackets = 0
        p = skip_char(p, c"{")
        while p != NULL:
            start = p
            p = skip_string(p)
            if p == NULL:
                return NULL
            key = key_of(start + 1, p - start - 2)
            if key == 0 or seen & key & ~KEY_OTHER:
                return NULL
            if key == KEY_OTHER and not add_key(&self.keys, 0, start + 1, p - start - 2):
                return NULL
            p = skip_char(p, c":")
            if p == NULL:
                return NULL
            p = self.read_field(base, p, key, seen)
            if p == NULL:
                return NULL
            seen |= key
            p = skip_space(p)
            if p[0] == c"}":
                p = skip_space(p + 1)
                if p[0] != c"\n" or seen & PUZZLE_KEYS != PUZZLE_KEYS or self.brackets > MOST_BRACKETS:
                    return NULL
                board = self.boards.board(i)
                return p if board_fault(&board, &island) == SOUND else NULL
            p = skip_char(p, c",")
        return NULL

    cdef Place read_field(self, Place base, Place p, int32_t key, int32_t seen) noexcept nogil:
        """Read the value of a key; `seen` are the keys before it."""
        cdef Py_ssize_t i = self.n
        cdef int32_t number = 0
        cdef Place start = p
        if key & BOARD_KEYS and seen & KEY_SOLUTION:
            return NULL
        if key == KEY_ISLANDS:
            p = self.read_islands(p)
            if p != NULL:
                self.islands_start[i] = start - base
                self.islands_end[i] = p - base
            return p
        if key == KEY_SOLUTION:
            if p[0] == c"n":
                return skip_word(p, "null")
            p = self.read_solution(p) if seen & PUZZLE_KEYS == PUZZLE_KEYS else NULL
            if p != NULL:
                self.solution_start[i] = start - base
                self.solution_end[i] = p - base
            return p
        if key == KEY_ID:
            p = read_id(p)
            if p != NULL and start[0] != c"n":
                self.id_start[i] = start - base
                self.id_end[i] = p - base
            return p
        if key == KEY_LOOPS:
            self.loops[i] = p[0] == c"t"
            return skip_word(p, "true") if p[0] == c"t" else skip_word(p, "false")
        if key == KEY_RATING and p[0] != c"{" and p[0] != c"n":
            return NULL
        if key == KEY_RATING or key == KEY_OTHER:
            return skip_value(p, &self.keys, &self.brackets, MOST_DEPTH)
        if key == KEY_SEED or key == KEY_INDEX:
            p = skip_value(p, &self.keys, &self.brackets, MOST_DEPTH)
            if p == NULL or not is_whole(start, p):
                return p
            if start[0] == c"-" and start[1] == c"0":   # Python writes it as 0
                return NULL
            if key == KEY_SEED:
                self.seed_start[i] = start - base
                self.seed_end[i] = p - base
            else:
                self.index_start[i] = start - base
                self.index_end[i] = p - base
            return p
        p = read_number(p, &number)
        if key == KEY_WIDTH:
            self.width[i] = number
        elif key == KEY_HEIGHT:
            self.height[i] = number
        else:
            self.max_bridges[i] = <int8_t>min(number, 127)
        return p

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

    cdef Place read_solution(self, Place p) noexcept nogil:
        """Append the bridges of a list to those of the earlier puzzles, if its board is sound and they are in order."""
        cdef Board board = self.boards.board(self.n)
        cdef Topo *topo = &self.topo
        cdef int8_t *counts = &self.bridges[self.bridge_offsets[self.n]]
        cdef int32_t part[5]     # r1, c1, r2, c2, count
        cdef int32_t e = 0, k, island
        if board_fault(&board, &island) != SOUND or topology_build(topo, &board) != OK:
            return NULL
        p = skip_char(p, c"[")
        while p != NULL and p[0] == c"[":
            self.brackets += 1
            for k in range(5):
                p = read_number(skip_space(p + 1), &part[k])
                if p == NULL:
                    return NULL
                p = skip_space(p)
                if p[0] != (c"," if k < 4 else c"]"):
                    return NULL
            if not 1 <= part[4] <= board.max_bridges:
                return NULL
            while e < topo.n_edges and not joins(topo, e, part):
                counts[e] = 0
                e += 1
            if e == topo.n_edges:
                return NULL
            counts[e] = <int8_t>part[4]
            e += 1
            p = skip_space(p + 1)
            if p[0] != c",":
                break
            p = skip_space(p + 1)
            if p[0] != c"[":     # a comma after the last bridge
                return NULL
        if p == NULL or p[0] != c"]":
            return NULL
        while e < topo.n_edges:
            counts[e] = 0
            e += 1
        self.bridge_offsets[self.n + 1] = self.bridge_offsets[self.n] + topo.n_edges
        return p + 1
