"""The only door between Python and the search: budgets, signals, and results as bytes or in flat arrays.

Kernels work in slices. Between two slices, this module lets Python handle Ctrl-C.
"""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport INT64_MAX, int8_t, int32_t, int64_t, uint32_t
from libc.string cimport memset

from hashi_fast.board._boards cimport UNKNOWN, Board, Boards
from hashi_fast.board._jobs cimport BATCH_SEVERAL, BATCH_UNKNOWN, Job, Worker
from hashi_fast.board._topology cimport Topology, raise_failure, topology_build
from hashi_fast.search._answers cimport EXHAUSTED, NODE_LIMIT, SOLUTION, TIME_LIMIT
from hashi_fast.search._domains cimport IslandDomain, domains_open, hi_of, lo_of, slot_byte
from hashi_fast.search._learn cimport (
    Learn,
    learn_ask,
    learn_doubting,
    learn_free,
    learn_question,
    learn_run,
)
from hashi_fast.search._search cimport (
    AUTO,
    DEPTH_FIRST,
    LEARNING,
    Bound,
    Search,
    search_allow,
    search_assume,
    search_bridges,
    search_free,
    search_require,
    search_restrict,
    search_rewind,
    search_root,
    search_run,
    search_skip,
    search_start,
)
from hashi_fast.support._clock cimport hf_now
from hashi_fast.support._status cimport CALL_AGAIN, OK, Status


cdef enum:
    LOOK_EFFORT = 1 << 16   # between two checks for Ctrl-C: about a millisecond
    SLICE_EFFORT = 1 << 13  # of learning, where a unit costs more


MODES = {"auto": AUTO, "dfs": DEPTH_FIRST, "learn": LEARNING}


cdef class Run:
    """One search over a topology, within a budget. Only one thread may use it at a time."""
    cdef Topology topology          # kept alive, because the search points into it
    cdef Search search
    cdef double began
    cdef int64_t next_look          # the effort at which to check for Ctrl-C again
    cdef readonly str exceeded      # the name of the limit that ran out, else None
    cdef readonly list witnesses    # the first two solutions, as bytes

    def __cinit__(self, Topology topology not None, time_limit=None, node_limit=None, str search="auto"):
        self.began = hf_now()
        self.topology = topology
        self.witnesses = []
        raise_failure(search_start(&self.search, &topology.topo), &topology.topo)
        if search != "auto":
            self.search.mode = MODES[search]
        if time_limit is not None:
            self.search.deadline = self.began + <double>time_limit
        if node_limit is not None:
            self.search.node_limit = node_limit

    def __dealloc__(self):
        search_free(&self.search)

    def require(self, int32_t edge, int least):
        """Before the first solution: look only for solutions with at least `least` bridges on an edge."""
        self.check_bound(edge, least)
        search_require(&self.search, edge, least)

    def allow(self, int32_t edge, int most):
        """Before the first solution: look only for solutions with at most `most` bridges on an edge."""
        self.check_bound(edge, most)
        search_allow(&self.search, edge, most)

    cdef int check_bound(self, int32_t edge, int count) except -1:
        if not 0 <= edge < self.topology.topo.n_edges:
            raise IndexError(f"edge {edge} of {self.topology.topo.n_edges}")
        if not 0 <= count <= self.topology.topo.board.max_bridges:
            raise ValueError(f"{count} bridges; expected 0..{self.topology.topo.board.max_bridges}")
        return 0

    @property
    def nodes(self):
        """Search nodes entered: the root, and each half of a decision."""
        return self.search.nodes

    @property
    def conflicts(self):
        """Nodes left because nothing more could be found in them."""
        return self.search.backtracks

    @property
    def gear(self):
        """The gear that the search is in: "dfs" or "learn"."""
        return "learn" if self.search.learning else "dfs"

    @property
    def propagations(self):
        """Islands visited."""
        return self.search.domains.visits

    @property
    def seconds(self):
        """Time since the run began."""
        return hf_now() - self.began

    cdef bint walk(self, int64_t *left) except -1:
        """Skip `left` solutions, counting `left` down. False: there are fewer, or a limit ran out."""
        cdef Status status = CALL_AGAIN
        while status == CALL_AGAIN:
            with nogil:
                status = search_skip(&self.search, left)
            # Not only after a slice: solutions may follow each other so closely that no call lasts a whole slice.
            if status == CALL_AGAIN or self.search.effort >= self.next_look:
                self.next_look = self.search.effort + LOOK_EFFORT
                PyErr_CheckSignals()
        raise_failure(status, &self.topology.topo)
        if status == NODE_LIMIT:
            self.exceeded = "node_limit"
        elif status == TIME_LIMIT:
            self.exceeded = "time_limit"
        return status == SOLUTION

    def next(self):
        """The next solution, one byte per edge; None if there is none or (see `exceeded`) a limit ran out."""
        cdef int64_t left = 1
        cdef bytes bridges
        if not self.walk(&left):
            return None
        bridges = PyBytes_FromStringAndSize(NULL, self.topology.topo.n_edges)
        search_bridges(&self.search, <int8_t *>PyBytes_AS_STRING(bridges))
        if len(self.witnesses) < 2:
            self.witnesses.append(bridges)
        return bridges

    def count(self, limit):
        """Count solutions from here on, up to `limit` (None: all); fewer if a limit ran out (see `exceeded`)."""
        cdef int64_t most = INT64_MAX if limit is None else limit
        cdef int64_t left = most
        while left > 0 and len(self.witnesses) < 2:
            if self.next() is None:
                return most - left
            left -= 1
        if left > 0:
            self.walk(&left)
        return most - left

    def common(self):
        """The fewest and the most bridges on each edge over all solutions, as bytes; None if there is no solution.

        It looks, edge by edge, for a solution beyond the bounds seen so far. If there is none, the bound holds in every
        solution, so it is kept at the root and helps with the edges that follow. If a limit runs out (see `exceeded`),
        the bounds seen so far are returned.
        """
        cdef int32_t e
        cdef bytes first = self.next()
        if first is None:
            return None
        cdef bytearray least = bytearray(first)
        cdef bytearray most = bytearray(first)
        for e in range(self.topology.topo.n_edges):
            while self.exceeded is None and self.widen(e, False, least, most):
                pass
            while self.exceeded is None and self.widen(e, True, least, most):
                pass
        return bytes(least), bytes(most)

    cdef bint widen(self, int32_t e, bint upward, bytearray least, bytearray most) except -1:
        """Look for a solution with more (`upward`) or fewer bridges on edge e than seen. False: none was found."""
        cdef uint32_t byte = search_rewind(&self.search, e)
        cdef int32_t f
        cdef unsigned char count
        cdef bytes bridges
        cdef Bound beyond
        beyond.edge = e
        beyond.at_least = upward
        beyond.k = most[e] + 1 if upward else least[e]
        if hi_of(byte) <= most[e] if upward else lo_of(byte) >= least[e]:
            return False
        with nogil:
            search_assume(&self.search, beyond)
        bridges = self.next()
        if bridges is not None:
            for f in range(self.topology.topo.n_edges):
                count = bridges[f]
                if count < least[f]:
                    least[f] = count
                elif count > most[f]:
                    most[f] = count
            return True
        if self.exceeded is None:
            beyond.at_least = not upward
            search_rewind(&self.search, e)
            with nogil:
                search_restrict(&self.search, beyond)
        return False


cdef inline void set_bit(char *bits, int32_t i) noexcept nogil:
    bits[i >> 3] |= 1 << (i & 7)


cdef inline int sum_of(const IslandDomain *island) noexcept nogil:
    """The sure bridges of an island."""
    cdef int slot, total = 0
    for slot in range(4):
        total += lo_of(slot_byte(island, slot))
    return total


cdef class Doubts:
    """Questions whether some numbers of a puzzle leave a solution if all others are ignored.

    What is learnt from one question helps with the next. If islands need not be `connected`, they need no bridges,
    either, unless their numbers say so. Only one thread may use it at a time.
    """
    cdef Topology topology          # kept alive, because the search points into it
    cdef Topology bare              # without any number
    cdef Search root
    cdef Learn learn
    cdef bint hopeless              # no solution, even without any number
    cdef readonly str exceeded      # the name of the limit that the last question ran into, else None
    cdef readonly int64_t nodes     # entered for the last question
    cdef readonly object named      # islands, as bits: after "yes" those whose numbers are right, after "no" a core

    def __cinit__(self, Topology topology not None, bint connected=True):
        cdef int32_t i
        cdef Status status
        self.topology = topology
        self.bare = topology.relaxed(
            (), max_bridges=topology.topo.board.max_bridges, loops=topology.topo.board.loops
        )
        raise_failure(search_start(&self.root, &self.bare.topo), &topology.topo)
        if connected:
            self.hopeless = not search_root(&self.root)
        else:
            domains_open(&self.root.domains)
            if self.bare.topo.board.n_islands > 1:
                for i in range(self.bare.topo.board.n_islands):
                    self.root.domains.islands[i].slack += 1
        status = learn_doubting(
            &self.learn, &self.bare.topo, self.root.domains.islands, topology.topo.board.target, not connected
        )
        raise_failure(status, &topology.topo)

    def __dealloc__(self):
        learn_free(&self.learn)
        search_free(&self.root)

    def ask(self, islands, time_limit=None, node_limit=None):
        """Whether the numbers of these islands, all of them known, leave a solution. None if a limit ran out.

        If so, `named` are all islands whose numbers are right in a solution. If not, they are some of the islands asked
        about, whose numbers alone leave none; islands that come early are preferred.
        """
        cdef Status status = CALL_AGAIN
        cdef double deadline = hf_now() + <double>time_limit if time_limit is not None else 1e300
        cdef int64_t before = self.learn.conflicts + self.learn.decisions
        cdef int64_t most = INT64_MAX - before if node_limit is None else node_limit
        cdef int32_t i, n = self.bare.topo.board.n_islands
        self.exceeded = None
        self.nodes = 0
        self.named = 0
        if self.hopeless:
            return False
        learn_question(&self.learn)
        for i in islands:
            if not 0 <= i < n or self.topology.topo.board.target[i] == UNKNOWN:
                raise IndexError(f"island {i} of {n} has no number")
            if self.learn.n_asked == n:
                raise ValueError(f"more than {n} islands, so one of them is asked about twice")
            learn_ask(&self.learn, i)
        while status == CALL_AGAIN:
            if hf_now() >= deadline:
                self.exceeded = "time_limit"
                return None
            if self.nodes >= most:
                self.exceeded = "node_limit"
                return None
            with nogil:
                status = learn_run(&self.learn, SLICE_EFFORT, most - self.nodes)
            self.nodes = self.learn.conflicts + self.learn.decisions - before
            PyErr_CheckSignals()
        raise_failure(status, &self.topology.topo)
        bits = PyBytes_FromStringAndSize(NULL, (n + 7) >> 3)
        memset(PyBytes_AS_STRING(bits), 0, (n + 7) >> 3)
        if status == EXHAUSTED:
            for i in range(self.learn.core_size):
                set_bit(PyBytes_AS_STRING(bits), self.learn.core[i])
        else:
            for i in range(n):
                if sum_of(&self.learn.literals.islands[i]) == self.topology.topo.board.target[i]:
                    set_bit(PyBytes_AS_STRING(bits), i)
        self.named = int.from_bytes(bits, "little")
        return status == SOLUTION


cdef class SolveJob(Job):
    """One call of `solve_batch`: the puzzles, the limits, and where the answers go."""
    cdef Boards boards
    cdef int64_t limit           # solutions to look for, per puzzle
    cdef int64_t node_limit      # per puzzle
    cdef double time_limit       # seconds per puzzle, negative = none
    cdef int8_t[::1] status
    cdef int64_t[::1] found
    cdef int64_t[::1] nodes
    cdef int64_t[::1] conflicts
    cdef int8_t[::1] gear
    cdef int32_t[::1] edges      # the number of edges of each puzzle
    cdef int8_t[::1] bridges     # from 2 * offsets[i] on, until `pack_bridges`

    def __cinit__(
        self, Boards boards not None, limit, time_limit, node_limit, status, found, nodes, conflicts, gear, edges,
        bridges,
    ):
        self.boards, self.n = boards, boards.n
        self.limit = INT64_MAX if limit is None else limit
        self.node_limit = INT64_MAX if node_limit is None else node_limit
        self.time_limit = -1.0 if time_limit is None else time_limit
        self.status, self.found, self.edges, self.bridges = status, found, edges, bridges
        self.nodes, self.conflicts, self.gear = nodes, conflicts, gear
        for each in (status, found, nodes, conflicts, gear, edges):
            if len(each) != boards.n:
                raise ValueError(f"{len(each)} entries for answers; expected {boards.n}, one per puzzle")
        if len(bridges) != 2 * boards.n_islands:
            raise ValueError(f"{len(bridges)} entries for bridges; expected two per island")

    def pack_bridges(self, int64_t[::1] bridge_offsets):
        """Close the gaps between the bridges of the puzzles, and fill in where those of each puzzle start."""
        cdef int64_t i, j, start, at = 0
        if bridge_offsets.shape[0] != self.boards.n + 1:
            raise ValueError(f"{bridge_offsets.shape[0]} offsets; expected {self.boards.n + 1}")
        with nogil:
            for i in range(self.boards.n):
                bridge_offsets[i] = at
                start = 2 * self.boards.offsets[i]
                # Byte by byte in ascending order, which is safe because the new place is never after the old one.
                for j in range(self.edges[i]):
                    self.bridges[at + j] = self.bridges[start + j]
                at += self.edges[i]
            bridge_offsets[self.boards.n] = at


cdef class SolveWorker(Worker):
    """The work of one thread on a job."""
    cdef SolveJob job
    cdef Search search
    cdef int64_t found           # solutions of the current puzzle so far

    def __cinit__(self, SolveJob job not None):
        self.job = job

    def __dealloc__(self):
        search_free(&self.search)

    cdef Status open(self) noexcept nogil:
        cdef Board board = self.job.boards.board(self.current)
        cdef Status status = topology_build(&self.topo, &board)
        if status == OK:
            status = search_start(&self.search, &self.topo)
        if status != OK:
            return status
        self.search.node_limit = self.job.node_limit
        if self.job.time_limit >= 0:
            self.search.deadline = hf_now() + self.job.time_limit
        self.found = 0
        return OK

    cdef int8_t *bridges(self) noexcept nogil:
        """Where the bridges of the current puzzle go."""
        return &self.job.bridges[2 * self.job.boards.offsets[self.current]]

    cdef Status advance(self, int64_t *effort) noexcept nogil:
        cdef int64_t left, before = self.search.effort
        cdef Status status
        if self.found == 0:
            status = search_run(&self.search)
            if status == SOLUTION:
                search_bridges(&self.search, self.bridges())
                self.found = 1
        else:
            left = self.job.limit - self.found
            status = search_skip(&self.search, &left)
            self.found = self.job.limit - left
        effort[0] += self.search.effort - before + 1
        if status == SOLUTION and self.found < self.job.limit:
            return CALL_AGAIN
        if status == SOLUTION or status == EXHAUSTED:
            self.put_away(True)
        elif status == NODE_LIMIT or status == TIME_LIMIT:
            self.put_away(False)
        else:
            return status
        return OK

    cdef void put_away(self, bint complete) noexcept nogil:
        """Write the answer to the current puzzle.

        All of it is written at once: the answers of neighbouring puzzles share cache lines, which move from thread to
        thread.
        """
        cdef int64_t i = self.current
        self.job.status[i] = <int8_t>(min(self.found, <int64_t>BATCH_SEVERAL) if complete else BATCH_UNKNOWN)
        self.job.found[i] = self.found
        self.job.nodes[i] = self.search.nodes
        self.job.conflicts[i] = self.search.backtracks
        self.job.gear[i] = self.search.learning
        self.job.edges[i] = self.topo.n_edges
        if self.found == 0:
            memset(self.bridges(), 0, self.topo.n_edges)
