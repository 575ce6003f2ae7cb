"""The boundary between Python and deduction: budgets, signals, and results as plain numbers."""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport INT64_MAX, int8_t, int32_t, int64_t, uint32_t

from hashi_fast.board._boards cimport Board, Boards
from hashi_fast.board._jobs cimport BATCH_NONE, BATCH_ONE, BATCH_SEVERAL, BATCH_UNKNOWN, Job, Worker
from hashi_fast.board._topology cimport Topology, raise_failure, topology_build
from hashi_fast.deduction cimport _state as marks
from hashi_fast.deduction._answers cimport NO_SOLUTION, SEVERAL, STUCK, UNIQUE
from hashi_fast.deduction._ladder cimport N_RUNGS, RUNGS, deduce_free, deduce_place, deduce_run, deduce_start
from hashi_fast.deduction._score cimport Scale, hardest_rung, level_of, score_of
from hashi_fast.deduction._state cimport Deduction, Tally
from hashi_fast.search._answers cimport NODE_LIMIT, TIME_LIMIT
from hashi_fast.search._domains cimport edge_byte, hi_of, lo_of
from hashi_fast.support._clock cimport hf_now
from hashi_fast.support._status cimport CALL_AGAIN, OK, Status


cdef enum:
    SLICE_EFFORT = 1 << 16   # per slice: about a millisecond


LOOKED, CONCLUDED, STEP, ROUND = marks.LOOKED, marks.CONCLUDED, marks.STEP, marks.ROUND
CAPPED, CASES = marks.CAPPED, marks.CASES
LADDER = tuple(RUNGS[i].name.decode() for i in range(N_RUNGS))

_VERDICTS = {UNIQUE: "unique", NO_SOLUTION: "none", SEVERAL: "multiple", STUCK: "stuck"}


cdef class Ladder:
    """The weights and levels of the rungs, for the kernels."""

    def __cinit__(self, weights, levels, int64_t step_weight):
        cdef int k
        if not len(weights) == len(levels) == N_RUNGS:
            raise ValueError(f"{len(weights)} weights and {len(levels)} levels; expected {N_RUNGS}, one per rung")
        self.scale.n_rungs = N_RUNGS
        self.scale.step_weight = step_weight
        for k in range(N_RUNGS):
            self.scale.weight[k] = weights[k]
            self.scale.level[k] = levels[k]


cdef class RateJob(Job):
    """One call of `rate_batch`."""
    cdef Boards boards
    cdef Ladder ladder
    cdef int64_t node_limit
    cdef double time_limit       # seconds per puzzle, negative = none
    cdef int8_t[::1] status
    cdef int8_t[::1] difficulty
    cdef int32_t[::1] score
    cdef int8_t[::1] hardest
    cdef int32_t[:, ::1] counts
    cdef int64_t[::1] scarcest
    cdef int64_t[::1] backtracks

    def __cinit__(
        self, Boards boards not None, Ladder ladder not None, time_limit, node_limit,
        status, difficulty, score, hardest, counts, scarcest, backtracks,
    ):
        self.boards, self.n = boards, boards.n
        self.ladder = ladder
        self.node_limit = INT64_MAX if node_limit is None else node_limit
        self.time_limit = -1.0 if time_limit is None else time_limit
        self.status, self.difficulty, self.score = status, difficulty, score
        self.hardest, self.counts = hardest, counts
        self.scarcest, self.backtracks = scarcest, backtracks
        for each in (status, difficulty, score, hardest, counts, scarcest, backtracks):
            if len(each) != boards.n:
                raise ValueError(f"{len(each)} entries for answers; expected {boards.n}, one per puzzle")
        if self.counts.shape[1] != N_RUNGS:
            raise ValueError(f"{self.counts.shape[1]} counts per puzzle; expected {N_RUNGS}, one per rung")


cdef class RateWorker(Worker):
    """One thread at work on a job."""
    cdef RateJob job
    cdef Deduction deduction
    cdef double deadline

    def __cinit__(self, RateJob job not None):
        self.job = job

    def __dealloc__(self):
        deduce_free(&self.deduction)

    cdef Status open(self) noexcept nogil:
        cdef Board board = self.job.boards.board(self.current)
        cdef Status status = topology_build(&self.topo, &board)
        if status == OK:
            status = deduce_start(&self.deduction, &self.topo)
        self.deduction.node_limit = self.job.node_limit
        if self.job.time_limit >= 0:
            self.deadline = hf_now() + self.job.time_limit
        return status

    cdef Status advance(self, int64_t *effort) noexcept nogil:
        cdef int64_t before = self.deduction.effort
        cdef Status status = deduce_run(&self.deduction, N_RUNGS, SLICE_EFFORT)
        effort[0] += self.deduction.effort - before + 1
        if status == CALL_AGAIN and self.job.time_limit >= 0 and hf_now() >= self.deadline:
            status = TIME_LIMIT
        if status == UNIQUE:
            self.put_away(BATCH_ONE)
        elif status == NO_SOLUTION:
            self.put_away(BATCH_NONE)
        elif status == SEVERAL:
            self.put_away(BATCH_SEVERAL)
        elif status == NODE_LIMIT or status == TIME_LIMIT or status == STUCK:
            self.put_away(BATCH_UNKNOWN)
        else:
            return status
        return OK

    cdef void put_away(self, int8_t answer) noexcept nogil:
        """Write the answer for the current puzzle."""
        cdef const Scale *scale = &self.job.ladder.scale
        cdef const Tally *tally = &self.deduction.tally
        cdef int64_t i = self.current
        cdef int k
        cdef bint rated = answer == BATCH_ONE
        self.job.status[i] = answer
        self.job.difficulty[i] = level_of(tally, scale) if rated else -1
        self.job.score[i] = score_of(tally, scale) if rated else -1
        self.job.hardest[i] = hardest_rung(tally, scale) if rated else -1
        for k in range(N_RUNGS):
            self.job.counts[i, k] = tally.steps[k]
        self.job.scarcest[i] = tally.scarcest
        self.job.backtracks[i] = tally.backtracks


cdef class Path:
    """One board, worked out as people do it. Not safe for use by several threads at once."""
    cdef Topology topology          # keeps alive what the deduction points into
    cdef Deduction deduction
    cdef readonly str verdict       # "unique", "none", "multiple", "stuck", or None if a limit ran out
    cdef readonly str exceeded      # the name of that limit

    def __cinit__(self, Topology topology not None, bint log=False):
        self.topology = topology
        self.deduction.log.wanted = log
        raise_failure(deduce_start(&self.deduction, &topology.topo), &topology.topo)

    def __dealloc__(self):
        deduce_free(&self.deduction)

    def place(self, int32_t edge, int count):
        """Start with at least `count` bridges on an edge; return False if that is impossible."""
        if not 0 <= edge < self.topology.topo.n_edges:
            raise IndexError(f"edge {edge} of {self.topology.topo.n_edges}")
        if not 0 <= count <= self.topology.topo.board.max_bridges:
            return False
        return deduce_place(&self.deduction, edge, count)

    def run(self, int n_rungs=N_RUNGS, time_limit=None, node_limit=None):
        """Work the board out with the first `n_rungs` rungs and return the verdict."""
        cdef double deadline = 0
        cdef Status status
        if not 0 <= n_rungs <= N_RUNGS:
            raise ValueError(f"{n_rungs} rungs; expected 0..{N_RUNGS}")
        if time_limit is not None:
            deadline = hf_now() + <double>time_limit
        if node_limit is not None:
            self.deduction.node_limit = node_limit
        while True:
            with nogil:
                status = deduce_run(&self.deduction, n_rungs, SLICE_EFFORT)
            if status != CALL_AGAIN:
                break
            PyErr_CheckSignals()
            if time_limit is not None and hf_now() >= deadline:
                self.exceeded = "time_limit"
                return None
        raise_failure(status, &self.topology.topo)
        if status == NODE_LIMIT:
            self.exceeded = "node_limit"
        self.verdict = _VERDICTS.get(status)
        return self.verdict

    @property
    def bounds(self):
        """The least and the most bridges of every edge, as far as known."""
        cdef int32_t e
        cdef list least = []
        cdef list most = []
        cdef uint32_t byte
        for e in range(self.topology.topo.n_edges):
            byte = edge_byte(&self.topology.topo, self.deduction.domains.islands, e)
            least.append(lo_of(byte))
            most.append(hi_of(byte))
        return least, most

    def summary(self, Ladder ladder not None):
        """Return the level, the score in thousandths, and the hardest rung (-1 if there was nothing to do)."""
        cdef const Tally *tally = &self.deduction.tally
        return level_of(tally, &ladder.scale), score_of(tally, &ladder.scale), hardest_rung(tally, &ladder.scale)

    @property
    def tally(self):
        """Steps per rung, the scarcest moment in thousandths, and the backtracks."""
        cdef const Tally *tally = &self.deduction.tally
        cdef int k
        return [tally.steps[k] for k in range(N_RUNGS)], tally.scarcest, tally.backtracks

    @property
    def log(self):
        """Entries of three numbers each; see Mark in _state.pxd."""
        cdef int64_t k
        return [self.deduction.log.entries[k] for k in range(self.deduction.log.size)]
