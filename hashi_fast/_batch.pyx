"""The workers of `solve_batch`: they look for solutions of puzzle after puzzle."""
from libc.stdint cimport INT64_MAX, int8_t, int32_t, int64_t
from libc.string cimport memset

from hashi_fast._board cimport Board
from hashi_fast._jobs cimport Boards, Job, Worker
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
from hashi_fast._topology cimport OK, OUT_OF_MEMORY, Failure, topology_build


# BatchResult.status; below SEVERAL it is the number of solutions.
cdef enum:
    SEVERAL = 2
    BUDGET = 3


cdef class SolveJob(Job):
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

    def __init__(self, Boards boards not None, limit, time_limit, node_limit, status, found, nodes, edges, bridges):
        self.boards, self.n = boards, boards.n
        self.limit = INT64_MAX if limit is None else limit
        self.node_limit = INT64_MAX if node_limit is None else node_limit
        self.time_limit = -1.0 if time_limit is None else time_limit
        self.status, self.found, self.nodes, self.edges, self.bridges = status, found, nodes, edges, bridges

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


cdef class SolveWorker(Worker):
    """What one thread needs to work on a job."""
    cdef SolveJob job
    cdef Search search
    cdef int64_t found           # solutions so far of the puzzle at hand

    def __cinit__(self, SolveJob job not None):
        self.job = job

    def __dealloc__(self):
        search_free(&self.search)

    cdef Failure open(self) noexcept nogil:
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

    cdef Failure advance(self, int64_t *effort) noexcept nogil:
        cdef int64_t left, before = self.search.effort
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
        effort[0] += self.search.effort - before + 1
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
