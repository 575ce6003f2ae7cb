"""Records as JSON Lines in bulk: from the arrays of candidates to text, without a Python object for each.

    {"w": 7, "h": 7, "islands": [...], "solution": [...], "rating": {...}, "seed": 1, "index": 0, "generator": 1}

It is what the json format writes for the same record, byte for byte.
"""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from hashi_fast._board cimport Board
from hashi_fast._deduce cimport N_RUNGS
from hashi_fast._topology cimport OK, Failure, Topo, raise_failure, topology_build, topology_free
from hashi_fast._writing cimport MOST_BRIDGE_TEXT, write_bridges, write_number, write_text, write_thousandths


cdef enum:
    MOST_ISLAND_TEXT = 48        # characters of {"r": 9999, "c": 9999, "target": null} and what joins it to the next
    MOST_RUNG_TEXT = 40          # of the name of a technique and its count
    MOST_FRAME_TEXT = 512        # of all the rest, but for the head and the tail


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
    cdef const char *levels[8]
    cdef const char *names[N_RUNGS]
    cdef Topo topo               # of the puzzle that is being written

    def __init__(self, width, height, max_bridges, loops, bytes head, bytes seed, bytes tail, levels, names):
        self.board.width, self.board.height = width, height
        self.board.max_bridges, self.board.loops = max_bridges, loops
        self.words = [*(word.encode() for word in (*levels, *names)), head, seed, tail]
        self.head, self.seed, self.tail = head, seed, tail
        self.frame = len(head) + len(seed) + len(tail)
        if len(levels) > 8 or len(names) != N_RUNGS:
            raise ValueError(f"{len(levels)} levels and {len(names)} techniques; expected up to 8, and {N_RUNGS}")
        for i in range(len(levels)):
            self.levels[i] = <bytes>self.words[i]
        for i in range(N_RUNGS):
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
        size += <int64_t>(MOST_FRAME_TEXT + MOST_RUNG_TEXT * N_RUNGS + self.frame) * chosen.shape[0]
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
                p = self.write_steps(p, &steps[N_RUNGS * k], backtracks[k], hardest[k])
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
        for rung in range(N_RUNGS):
            taken += steps[rung]
        p = write_number(write_text(p, b', "steps": '), taken)
        p = write_number(write_text(p, b', "backtracks": '), backtracks)
        p = write_text(p, b', "hardest": ')
        if hardest < 0:
            p = write_text(p, b"null")
        else:
            p = write_text(write_text(write_text(p, b'"'), self.names[hardest]), b'"')
        p = write_text(p, b', "counts": {')
        for rung in range(N_RUNGS):
            if steps[rung]:
                p = write_text(write_text(p, b', "' if more else b'"'), self.names[rung])
                p = write_number(write_text(p, b'": '), steps[rung])
                more = True
        return write_text(p, b"}")
