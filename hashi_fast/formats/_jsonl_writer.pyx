"""JSON Lines in bulk: answers and generated records from flat arrays to text, without a Python object for each.

    {"id": "easy-001", "status": "solved", "solution": [...]}
    {"w": 7, "h": 7, "islands": [...], "solution": [...], "rating": {...}, "seed": 1, "index": 0, "generator": 1}

A record is what the json format writes for it, byte for byte.
"""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from hashi_fast.board._boards cimport Board
from hashi_fast.board._topology cimport OK, Failure, Topo, raise_failure, topology_build, topology_free
from hashi_fast.formats._jsonl_reader cimport Lines
from hashi_fast.formats._writing cimport MOST_BRIDGE_TEXT, write_bridges, write_number, write_text, write_thousandths


cdef enum:
    MOST_ISLAND_TEXT = 48        # characters of {"r": 9999, "c": 9999, "target": null} and what joins it to the next
    MOST_RUNG_TEXT = 40          # of the name of a technique and its count
    MOST_FRAME_TEXT = 512        # of all the rest of a record, but for the head and the tail
    MOST_ANSWER_TEXT = 64        # of an answer, around its id and its bridges
    MOST_LEVELS = 8
    MOST_RUNGS = 32


# BatchResult.status with limit=1.
cdef enum:
    UNSOLVABLE = 0
    SOLVED = 1


def solution_lines(
    Lines lines not None,
    Py_ssize_t first,
    Py_ssize_t last,
    const int8_t[::1] status,
    const int8_t[::1] bridges,
    const int64_t[::1] bridge_offsets,
):
    """The answers to puzzles first..last - 1 of `lines`; the arrays are those of a BatchResult with limit=1."""
    cdef Py_ssize_t i, size
    cdef Failure failure = OK
    cdef const char *block = PyBytes_AS_STRING(lines.block)
    cdef char *p
    cdef Board board
    cdef Topo topo
    if not (0 <= first <= last <= lines.n and status.shape[0] == lines.n == bridge_offsets.shape[0] - 1
            and bridges.shape[0] == bridge_offsets[lines.n]):
        raise ValueError(f"answers to {status.shape[0]} puzzles do not fit puzzles {first}..{last} of {lines.n}")
    size = MOST_ANSWER_TEXT * (last - first) + MOST_BRIDGE_TEXT * (bridge_offsets[last] - bridge_offsets[first])
    for i in range(first, last):
        size += lines.id_end[i] - lines.id_start[i]
    text = PyBytes_FromStringAndSize(NULL, size)
    p = PyBytes_AS_STRING(text)
    memset(&topo, 0, sizeof(Topo))
    with nogil:
        for i in range(first, last):
            p = write_text(p, b'{"id": ')
            size = lines.id_end[i] - lines.id_start[i]
            if size:
                memcpy(p, block + lines.id_start[i], size)
                p += size
            else:
                p = write_text(p, b"null")
            if status[i] == SOLVED:
                board = lines.boards.board(i)
                failure = topology_build(&topo, &board)
                if failure != OK or topo.n_edges != bridge_offsets[i + 1] - bridge_offsets[i]:
                    break
                p = write_text(p, b', "status": "solved", "solution": [')
                p = write_bridges(p, &topo, &bridges[bridge_offsets[i]] if topo.n_edges else NULL)
                p = write_text(p, b"]}\n")
            elif status[i] == UNSOLVABLE:
                p = write_text(p, b', "status": "unsolvable", "solution": null}\n')
            else:
                p = write_text(p, b', "status": "unknown", "solution": null}\n')
        else:
            i = last
    try:
        raise_failure(failure, &topo)
    finally:
        topology_free(&topo)
    if i < last:
        raise ValueError(f"the answer to puzzle {i} has another number of edges than the puzzle")
    return text[:p - PyBytes_AS_STRING(text)]


cdef class RecordLines:
    """Writes the records of candidates of one kind: the same board size and rules, the same seed.

    `head` is what comes before the islands, `tail` what comes after the index; `levels` and `names` are for ratings.
    """
    cdef Board board             # without its islands
    cdef size_t frame            # characters of head, seed and tail
    cdef list words              # owns what the pointers below point to
    cdef const char *head
    cdef const char *seed
    cdef const char *tail
    cdef int n_rungs
    cdef const char *levels[MOST_LEVELS]
    cdef const char *names[MOST_RUNGS]
    cdef Topo topo               # of the puzzle that is being written

    def __init__(self, width, height, max_bridges, loops, bytes head, bytes seed, bytes tail, levels, names):
        self.board.width, self.board.height = width, height
        self.board.max_bridges, self.board.loops = max_bridges, loops
        self.words = [*(word.encode() for word in (*levels, *names)), head, seed, tail]
        self.head, self.seed, self.tail = head, seed, tail
        self.frame = len(head) + len(seed) + len(tail)
        if len(levels) > MOST_LEVELS or len(names) > MOST_RUNGS:
            expected = f"expected up to {MOST_LEVELS} and {MOST_RUNGS}"
            raise ValueError(f"{len(levels)} levels and {len(names)} techniques; {expected}")
        self.n_rungs = len(names)
        for i in range(len(levels)):
            self.levels[i] = <bytes>self.words[i]
        for i in range(self.n_rungs):
            self.names[i] = <bytes>self.words[len(levels) + i]

    def __dealloc__(self):
        topology_free(&self.topo)

    def write(
        self, uint64_t first, const int64_t[::1] chosen, const int64_t[::1] island_at, const int64_t[::1] edge_at,
        const int32_t[::1] islands, const int32_t[::1] edges, const int32_t[::1] row, const int32_t[::1] col,
        const int8_t[::1] target, const int8_t[::1] bridges, const int8_t[::1] difficulty, const int32_t[::1] score,
        const int8_t[::1] hardest, const int32_t[::1] steps, const int64_t[::1] scarcest,
        const int64_t[::1] backtracks,
    ):
        """The lines of the chosen candidates; the arrays are those of a Block, which it trusts."""
        cdef Py_ssize_t i
        cdef int64_t k, size = 0
        cdef Failure failure = OK
        cdef Board board = self.board
        cdef char *p
        for i in range(chosen.shape[0]):
            size += MOST_ISLAND_TEXT * islands[chosen[i]] + MOST_BRIDGE_TEXT * edges[chosen[i]]
        size += <int64_t>(MOST_FRAME_TEXT + MOST_RUNG_TEXT * self.n_rungs + self.frame) * chosen.shape[0]
        text = PyBytes_FromStringAndSize(NULL, size)
        p = PyBytes_AS_STRING(text)
        with nogil:
            for i in range(chosen.shape[0]):
                k = chosen[i]
                board.n_islands = islands[k]
                board.row, board.col = &row[island_at[k]], &col[island_at[k]]
                board.target = &target[island_at[k]]
                failure = topology_build(&self.topo, &board)
                if failure != OK:
                    break
                p = self.write_board(p, &bridges[edge_at[k]] if edges[k] else NULL)
                p = write_text(p, b'], "rating": {"status": "rated", "difficulty": "')
                p = write_text(p, self.levels[difficulty[k]])
                p = write_thousandths(write_text(p, b'", "score": '), score[k])
                p = self.write_steps(p, &steps[self.n_rungs * k], backtracks[k], hardest[k])
                p = write_thousandths(write_text(p, b', "bottleneck": '), scarcest[k])
                p = write_text(write_text(p, b'}, "seed": '), self.seed)
                p = write_number(write_text(p, b', "index": '), first + k)
                p = write_text(p, self.tail)
        raise_failure(failure, &self.topo)
        return text[:p - PyBytes_AS_STRING(text)]

    cdef char *write_board(self, char *p, const int8_t *bridges) noexcept nogil:
        """From the start of the line to the last bridge."""
        cdef const Board *board = &self.topo.board
        cdef int32_t i
        p = write_text(p, self.head)
        for i in range(board.n_islands):
            p = write_number(write_text(p, b', {"r": ' if i else b'{"r": '), board.row[i])
            p = write_number(write_text(p, b', "c": '), board.col[i])
            p = write_text(p, b', "target": ')
            p = write_number(p, board.target[i]) if board.target[i] >= 0 else write_text(p, b"null")
            p = write_text(p, b"}")
        return write_bridges(write_text(p, b'], "solution": ['), &self.topo, bridges)

    cdef char *write_steps(self, char *p, const int32_t *steps, int64_t backtracks, int hardest) noexcept nogil:
        cdef int64_t taken = 0
        cdef int rung
        cdef bint more = False
        for rung in range(self.n_rungs):
            taken += steps[rung]
        p = write_number(write_text(p, b', "steps": '), taken)
        p = write_number(write_text(p, b', "backtracks": '), backtracks)
        p = write_text(p, b', "hardest": ')
        if hardest < 0:
            p = write_text(p, b"null")
        else:
            p = write_text(write_text(write_text(p, b'"'), self.names[hardest]), b'"')
        p = write_text(p, b', "counts": {')
        for rung in range(self.n_rungs):
            if steps[rung]:
                p = write_text(write_text(p, b', "' if more else b'"'), self.names[rung])
                p = write_number(write_text(p, b'": '), steps[rung])
                more = True
        return write_text(p, b"}")
