"""JSON Lines in bulk: answers and generated records from flat arrays to text, without a Python object per line.

    {"id": "easy-001", "file": "a.jsonl", "line": 1, "status": "solved", "solution": [...]}
    {"w": 7, "h": 7, "islands": [...], "solution": [...], "rating": {...}, "seed": 1, "index": 0, "generator": 1}

record_line.py has the texts around the values of a record.
"""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.string cimport memset

from hashi_fast.board._boards cimport Board
from hashi_fast.board._jobs cimport BATCH_NONE, BATCH_ONE
from hashi_fast.board._topology cimport Topo, raise_failure, topology_build, topology_free
from hashi_fast.formats._jsonl_reader cimport Lines
from hashi_fast.formats._writing cimport MOST_BRIDGE_TEXT, write_bridges, write_number, write_text, write_thousandths
from hashi_fast.support._status cimport OK, Status


cdef enum:
    MOST_ISLAND_TEXT = 48        # characters of {"r": 9999, "c": 9999, "target": null} and the separator
    MOST_NAME = 24               # of the name of a level or a technique
    MOST_RUNG_TEXT = 40          # of the name of a technique, its count and the separators
    MOST_VALUES_TEXT = 256       # of all other values of a record
    MOST_ANSWER_TEXT = 96        # of an answer without its id, file and bridges
    MOST_LEVELS = 8
    MOST_RUNGS = 32


# The texts of a record; each except the last comes before a value.
cdef enum:
    BEFORE_ISLANDS = 0
    BEFORE_BRIDGES
    BEFORE_LEVEL
    BEFORE_SCORE
    BEFORE_STEPS
    BEFORE_BACKTRACKS
    BEFORE_HARDEST
    BEFORE_COUNTS
    BEFORE_BOTTLENECK
    BEFORE_INDEX
    AFTER_INDEX
    N_TEXTS


def solution_lines(
    Lines lines not None,
    Py_ssize_t first,
    Py_ssize_t last,
    const int8_t[::1] status not None,
    const int8_t[::1] bridges not None,
    const int64_t[::1] bridge_offsets not None,
):
    """The answers to puzzles first..last - 1 of `lines`; the arrays are those of a BatchResult with limit=1."""
    cdef Py_ssize_t i, e, size
    cdef Status built = OK
    cdef bint counted = True
    cdef const char *place = PyBytes_AS_STRING(lines.place)
    cdef Py_ssize_t most = MOST_ANSWER_TEXT + len(lines.place)
    cdef char *p
    cdef Board board
    cdef Topo topo
    if not (0 <= first <= last <= lines.n and status.shape[0] == lines.n == bridge_offsets.shape[0] - 1
            and 0 <= bridge_offsets[first] <= bridge_offsets[last] <= bridge_offsets[lines.n] == bridges.shape[0]):
        raise ValueError(f"answers to {status.shape[0]} puzzles do not fit puzzles {first}..{last} of {lines.n}")
    size = most * (last - first) + MOST_BRIDGE_TEXT * (bridge_offsets[last] - bridge_offsets[first])
    for i in range(first, last):
        size += lines.most_id(i)
    text = PyBytes_FromStringAndSize(NULL, size)
    p = PyBytes_AS_STRING(text)
    memset(&topo, 0, sizeof(Topo))
    with nogil:
        for i in range(first, last):
            p = lines.write_id(write_text(p, b'{"id": '), i)
            p = write_number(write_text(p, place), lines.before + lines.line[i] + 1)
            if status[i] == BATCH_ONE:
                board = lines.boards.board(i)
                built = topology_build(&topo, &board)
                if (built != OK or topo.n_edges != bridge_offsets[i + 1] - bridge_offsets[i]
                        or not bridge_offsets[first] <= bridge_offsets[i] <= bridge_offsets[last] - topo.n_edges):
                    break
                for e in range(bridge_offsets[i], bridge_offsets[i + 1]):
                    counted = counted and 0 <= bridges[e] <= board.max_bridges
                if not counted:
                    break
                p = write_text(p, b', "status": "solved", "solution": [')
                p = write_bridges(p, &topo, &bridges[bridge_offsets[i]] if topo.n_edges else NULL)
                p = write_text(p, b"]}\n")
            elif status[i] == BATCH_NONE:
                p = write_text(p, b', "status": "unsolvable", "solution": null}\n')
            else:
                p = write_text(p, b', "status": "unknown", "solution": null}\n')
        else:
            i = last
    try:
        raise_failure(built, &topo)
    finally:
        topology_free(&topo)
    if not counted:
        raise ValueError(f"the answer to puzzle {i}: expected 0 to {board.max_bridges} bridges on each edge")
    if i < last:
        raise ValueError(f"the answer to puzzle {i} does not have the same number of edges as the puzzle")
    return text[:p - PyBytes_AS_STRING(text)]


cdef class RecordLines:
    """Writes records of one kind: with the same board size, rules and texts. `levels` and `names` are for ratings."""
    cdef Board board             # without islands
    cdef size_t frame            # characters of all texts
    cdef list words              # owns what the pointers below point to
    cdef const char *texts[N_TEXTS]
    cdef int n_levels
    cdef int n_rungs
    cdef const char *levels[MOST_LEVELS]
    cdef const char *names[MOST_RUNGS]
    cdef Topo topo               # of the puzzle that is being written

    def __cinit__(self, width, height, max_bridges, loops, texts, levels, names):
        cdef int i
        if len(texts) != N_TEXTS or len(levels) > MOST_LEVELS or len(names) > MOST_RUNGS:
            found = f"{len(texts)} texts, {len(levels)} levels and {len(names)} techniques"
            raise ValueError(f"{found}; expected {N_TEXTS}, up to {MOST_LEVELS} and up to {MOST_RUNGS}")
        for word in (*levels, *names):
            if len(word.encode()) > MOST_NAME:
                raise ValueError(f"the name {word!r} is too long; expected up to {MOST_NAME} bytes")
        self.board.width, self.board.height = width, height
        self.board.max_bridges, self.board.loops = max_bridges, loops
        self.words = [*texts, *(word.encode() for word in (*levels, *names))]
        self.frame = sum(map(len, texts))
        self.n_levels, self.n_rungs = len(levels), len(names)
        for i in range(N_TEXTS):
            self.texts[i] = <bytes>self.words[i]
        for i in range(len(levels)):
            self.levels[i] = <bytes>self.words[N_TEXTS + i]
        for i in range(self.n_rungs):
            self.names[i] = <bytes>self.words[N_TEXTS + len(levels) + i]

    def __dealloc__(self):
        topology_free(&self.topo)

    def write(self, const uint64_t[::1] indexes, const int64_t[::1] chosen, arrays):
        """The lines of the chosen records, each with its index; `arrays` passed `check_records`."""
        cdef const int64_t[::1] island_at = arrays.island_at, edge_at = arrays.edge_at
        cdef const int32_t[::1] islands = arrays.islands, edges = arrays.edges, row = arrays.row, col = arrays.col
        cdef const int8_t[::1] target = arrays.target, bridges = arrays.bridges
        cdef const int8_t[::1] difficulty = arrays.difficulty, hardest = arrays.hardest
        cdef const int32_t[::1] score = arrays.score, steps = arrays.steps
        cdef const int64_t[::1] scarcest = arrays.scarcest, backtracks = arrays.backtracks
        cdef Py_ssize_t i
        cdef int64_t k, size = 0
        cdef Status built = OK
        cdef Board board = self.board
        cdef char *p
        cdef bint fits = True
        if indexes.shape[0] != chosen.shape[0]:
            raise ValueError(f"{indexes.shape[0]} indexes for {chosen.shape[0]} records; expected one for each")
        if steps.shape[0] != self.n_rungs * islands.shape[0]:
            raise ValueError(f"{steps.shape[0]} steps; expected {self.n_rungs}, one per technique, for each record")
        for i in range(chosen.shape[0]):
            size += MOST_ISLAND_TEXT * islands[chosen[i]] + MOST_BRIDGE_TEXT * edges[chosen[i]]
        size += <int64_t>(MOST_VALUES_TEXT + MOST_RUNG_TEXT * self.n_rungs + self.frame) * chosen.shape[0]
        text = PyBytes_FromStringAndSize(NULL, size)
        p = PyBytes_AS_STRING(text)
        with nogil:
            for i in range(chosen.shape[0]):
                k = chosen[i]
                board.n_islands = islands[k]
                board.row, board.col = &row[island_at[k]], &col[island_at[k]]
                board.target = &target[island_at[k]]
                built = topology_build(&self.topo, &board)
                fits = edges[k] == self.topo.n_edges and self.is_rated(
                    difficulty[k], hardest[k], &steps[self.n_rungs * k]
                )
                if built != OK or not fits:
                    break
                p = self.write_board(p, &bridges[edge_at[k]] if edges[k] else NULL)
                p = write_text(write_text(p, self.texts[BEFORE_LEVEL]), self.levels[difficulty[k]])
                p = write_thousandths(write_text(p, self.texts[BEFORE_SCORE]), score[k])
                p = self.write_steps(p, &steps[self.n_rungs * k], backtracks[k], hardest[k])
                p = write_thousandths(write_text(p, self.texts[BEFORE_BOTTLENECK]), scarcest[k])
                p = write_number(write_text(p, self.texts[BEFORE_INDEX]), indexes[i])
                p = write_text(p, self.texts[AFTER_INDEX])
        raise_failure(built, &self.topo)
        if not fits:
            raise ValueError(f"record {k}: expected a count for each edge of its board, and a rating")
        return text[:p - PyBytes_AS_STRING(text)]

    cdef bint is_rated(self, int difficulty, int hardest, const int32_t *steps) noexcept nogil:
        """Whether there is a level, and all techniques have names and numbers."""
        cdef int rung
        for rung in range(self.n_rungs):
            if steps[rung] < 0:
                return False
        return 0 <= difficulty < self.n_levels and hardest < self.n_rungs

    cdef char *write_board(self, char *p, const int8_t *bridges) noexcept nogil:
        """Write from the start of the line to the last bridge."""
        cdef const Board *board = &self.topo.board
        cdef int32_t i
        p = write_text(p, self.texts[BEFORE_ISLANDS])
        for i in range(board.n_islands):
            p = write_number(write_text(p, b', {"r": ' if i else b'{"r": '), board.row[i])
            p = write_number(write_text(p, b', "c": '), board.col[i])
            p = write_text(p, b', "target": ')
            p = write_number(p, board.target[i]) if board.target[i] >= 0 else write_text(p, b"null")
            p = write_text(p, b"}")
        return write_bridges(write_text(p, self.texts[BEFORE_BRIDGES]), &self.topo, bridges)

    cdef char *write_steps(self, char *p, const int32_t *steps, int64_t backtracks, int hardest) noexcept nogil:
        """Write from the number of steps to the counts by technique."""
        cdef int64_t taken = 0
        cdef int rung
        cdef bint more = False
        for rung in range(self.n_rungs):
            taken += steps[rung]
        p = write_number(write_text(p, self.texts[BEFORE_STEPS]), taken)
        p = write_number(write_text(p, self.texts[BEFORE_BACKTRACKS]), backtracks)
        p = write_text(p, self.texts[BEFORE_HARDEST])
        if hardest < 0:
            p = write_text(p, b"null")
        else:
            p = write_text(write_text(write_text(p, b'"'), self.names[hardest]), b'"')
        p = write_text(p, self.texts[BEFORE_COUNTS])
        for rung in range(self.n_rungs):
            if steps[rung]:
                p = write_text(write_text(p, b', "' if more else b'"'), self.names[rung])
                p = write_number(write_text(p, b'": '), steps[rung])
                more = True
        return p
