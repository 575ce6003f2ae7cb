"""Many puzzles from flat arrays: checking them, and the worker that solves them without touching Python.

A `Job` is one call of `solve_batch`: the arrays, the limits, and a counter from which workers take
puzzles one at a time. Each thread has a `Worker` with memory of its own, which grows to the largest
puzzle it meets. Nothing else is shared, and each puzzle is searched from scratch, so the answers do
not depend on how many workers there are.
"""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int32_t, int64_t
from libc.string cimport memset

from hashi_fast._board cimport (
    BAD_SIZE,
    BAD_TARGET,
    ISLAND_ORDER,
    ISLAND_OUTSIDE,
    MAX_SIDE,
    NO_ISLANDS,
    SOUND,
    Board,
    Fault,
    board_fault,
)
from hashi_fast._search cimport (
    EXHAUSTED,
    OUT_OF_STORE,
    SLICE,
    SOLUTION,
    Outcome,
    Search,
    hf_now,
    search_bridges,
    search_free,
    search_run,
    search_skip,
    search_start,
)
from hashi_fast._topology cimport OK, OUT_OF_MEMORY, Failure, Topo, raise_failure, topology_build, topology_free

from hashi_fast.errors import InvalidPuzzle


cdef extern from "hf_atomic.h" nogil:
    int64_t hf_fetch_add(int64_t *p, int64_t n)
    int64_t hf_load(int64_t *p)
    void hf_store(int64_t *p, int64_t x)


cdef enum:
    TURN_EFFORT = 1 << 19    # of one turn of a worker, some ten milliseconds: then it looks for Ctrl-C


# BatchResult.status; below SEVERAL it is the number of solutions.
cdef enum:
    SEVERAL = 2
    BUDGET = 3


cdef class Boards:
    """The arrays of a batch, each contiguous and owned by it; see `PuzzleBatch`, which checks their shapes."""
    cdef readonly int64_t n
    cdef const int32_t[::1] width
    cdef const int32_t[::1] height
    cdef const int64_t[::1] offsets
    cdef const int32_t[::1] row
    cdef const int32_t[::1] col
    cdef const int8_t[::1] target
    cdef const int8_t[::1] max_bridges
    cdef const int8_t[::1] loops

    def __init__(self, width, height, offsets, row, col, target, max_bridges, loops):
        self.width, self.height, self.offsets = width, height, offsets
        self.row, self.col, self.target = row, col, target
        self.max_bridges, self.loops = max_bridges, loops
        self.n = self.width.shape[0]

    cdef Board board(self, int64_t i) noexcept nogil:
        """Puzzle i as the kernels want it."""
        cdef Board board
        cdef int64_t start = self.offsets[i]
        board.width = self.width[i]
        board.height = self.height[i]
        board.n_islands = <int32_t>(self.offsets[i + 1] - start)
        board.max_bridges = self.max_bridges[i]
        board.loops = self.loops[i] != 0
        board.row = &self.row[start]
        board.col = &self.col[start]
        board.target = &self.target[start]
        return board

    def check(self):
        """Raise InvalidPuzzle for the first puzzle that is none."""
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
        place = f"puzzle {i}, island {island} at row {board.row[island]}, column {board.col[island]}"
        if fault == ISLAND_OUTSIDE:
            raise InvalidPuzzle(
                f"{place}: outside the board; expected rows 0..{board.height - 1}, columns 0..{board.width - 1}"
            )
        if fault == ISLAND_ORDER:
            raise InvalidPuzzle(f"{place}: not after the island before it; expected row-major order, one a cell")
        if fault == BAD_TARGET:
            raise InvalidPuzzle(
                f"{place}: target {board.target[island]}; expected 1..{4 * board.max_bridges}, or -1 for unknown"
            )
        raise InvalidPuzzle(f"puzzle {i}: max_bridges {board.max_bridges}; expected 1 to 4")


cdef class Job:
    """One call of `solve_batch`: what to solve, within which limits, and where the answers go."""
    cdef Boards boards
    cdef int64_t limit           # solutions to look for in each puzzle
    cdef int64_t node_limit
    cdef double time_limit       # seconds for each puzzle, negative = none
    cdef int8_t[::1] status
    cdef int64_t[::1] found
    cdef int64_t[::1] nodes
    cdef int32_t[::1] edges      # edges of each puzzle
    cdef int8_t[::1] bridges     # from 2 * offsets[i] on, until `pack_bridges`
    cdef int64_t next            # the first puzzle that nobody has taken
    cdef int64_t stopped         # whether workers are to stop

    def __init__(self, Boards boards not None, limit, time_limit, node_limit, status, found, nodes, edges, bridges):
        self.boards = boards
        self.limit = 0x7FFFFFFFFFFFFFFF if limit is None else limit
        self.node_limit = 0x7FFFFFFFFFFFFFFF if node_limit is None else node_limit
        self.time_limit = -1.0 if time_limit is None else time_limit
        self.status, self.found, self.nodes, self.edges, self.bridges = status, found, nodes, edges, bridges

    def stop(self):
        """Let every worker stop at its next slice."""
        hf_store(&self.stopped, 1)

    def pack_bridges(self, int64_t[::1] bridge_offsets):
        """Move the bridges of all puzzles together and fill in where each one's start."""
        cdef int64_t i, j, start, at = 0
        with nogil:
            for i in range(self.boards.n):
                bridge_offsets[i] = at
                start = 2 * self.boards.offsets[i]
                # Byte by byte and upwards: the new place is never behind the old one.
                for j in range(self.edges[i]):
                    self.bridges[at + j] = self.bridges[start + j]
                at += self.edges[i]
            bridge_offsets[self.boards.n] = at


cdef class Worker:
    """What one thread needs to work on a job."""
    cdef Job job
    cdef Topo topo
    cdef Search search
    cdef int64_t current         # the puzzle at hand, -1 = none
    cdef int64_t found           # its solutions so far
    cdef bint done               # whether nothing is left to do

    def __cinit__(self, Job job not None):
        self.job = job
        self.current = -1

    def __dealloc__(self):
        search_free(&self.search)
        topology_free(&self.topo)

    def run(self):
        """Take puzzles and solve them until none is left or the job is stopped."""
        cdef Failure failure
        while not self.done:
            with nogil:
                failure = self.turn()
            raise_failure(failure, &self.topo)
            PyErr_CheckSignals()

    cdef Failure turn(self) noexcept nogil:
        """Work for a while."""
        cdef int64_t before, effort = 0
        cdef Failure failure
        while effort < TURN_EFFORT:
            if hf_load(&self.job.stopped):
                self.done = True
                return OK
            if self.current < 0:
                self.current = hf_fetch_add(&self.job.next, 1)
                if self.current >= self.job.boards.n:
                    self.done = True
                    return OK
                failure = self.open()
                if failure != OK:
                    return failure
                effort += self.topo.board.n_islands
            before = self.search.effort
            failure = self.advance()
            if failure != OK:
                return failure
            effort += self.search.effort - before
        return OK

    cdef Failure open(self) noexcept nogil:
        """Get ready for the puzzle at hand."""
        cdef Board board = self.job.boards.board(self.current)
        cdef Failure failure = topology_build(&self.topo, &board)
        if failure == OK:
            failure = search_start(&self.search, &self.topo)
        if failure != OK:
            return failure
        self.search.node_limit = self.job.node_limit
        if self.job.time_limit >= 0:
            self.search.deadline = hf_now() + self.job.time_limit
        self.found = 0
        return OK

    cdef int8_t *bridges(self) noexcept nogil:
        """Where the bridges of the puzzle at hand go."""
        return &self.job.bridges[2 * self.job.boards.offsets[self.current]]

    cdef Failure advance(self) noexcept nogil:
        """Search the puzzle at hand for a slice and put it away when it is done."""
        cdef int64_t left
        cdef Outcome outcome
        if self.found == 0:
            outcome = search_run(&self.search)
            if outcome == SOLUTION:
                search_bridges(&self.search, self.bridges())
                self.found = 1
        else:
            left = self.job.limit - self.found
            outcome = search_skip(&self.search, &left)
            self.found = self.job.limit - left
        if outcome == SLICE or (outcome == SOLUTION and self.found < self.job.limit):
            return OK
        if outcome == OUT_OF_STORE:
            return OUT_OF_MEMORY
        self.put_away(outcome == SOLUTION or outcome == EXHAUSTED)
        return OK

    cdef void put_away(self, bint complete) noexcept nogil:
        """Write the answer to the puzzle at hand.

        All at once: answers of puzzles side by side share cache lines, which go from thread to thread.
        """
        cdef int64_t i = self.current
        self.job.status[i] = <int8_t>min(self.found, <int64_t>SEVERAL) if complete else <int8_t>BUDGET
        self.job.found[i] = self.found
        self.job.nodes[i] = self.search.nodes
        self.job.edges[i] = self.topo.n_edges
        if self.found == 0:
            memset(self.bridges(), 0, self.topo.n_edges)
        self.current = -1
