"""The boundary of the generator: many indices of a plan, made into flat arrays without touching Python.

Puzzle k of a job has index first + k. It depends on the plan, the seed and its index alone, since it has a stream of
random numbers of its own and all limits count work: neither on the other indices nor on how many workers there are.
"""
from cpython.bytearray cimport PyByteArray_AS_STRING
from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from hashi_fast._board cimport Board
from hashi_fast._deduce cimport N_RUNGS
from hashi_fast._draft cimport ASYMMETRIC, DIAGONAL, MIRROR_H, MIRROR_V, ROTATE, draft_board, draft_bridges
from hashi_fast._grow cimport GROW, TREE
from hashi_fast._jobs cimport Job, Worker
from hashi_fast._make cimport (
    MADE,
    NO_MEMORY,
    NOT_REACHED,
    NOTHING_GROWS,
    WORKING,
    Made,
    Maker,
    Order,
    make_free,
    make_run,
    make_start,
)
from hashi_fast._memory cimport Block, block_free
from hashi_fast._rating cimport Ladder
from hashi_fast._repair cimport KINDS
from hashi_fast._score cimport hardest_rung, level_of, score_of
from hashi_fast._symmetry cimport form_of
from hashi_fast._topology cimport OK, OUT_OF_MEMORY, Failure, topology_build


STATUS = {"made": MADE, "not reached": NOT_REACHED, "nothing grows": NOTHING_GROWS}
STRATEGIES = {"grow": GROW, "tree": TREE}
# What is known about each candidate.
ARRAYS = (
    ("scarcest", "int64"), ("backtracks", "int64"), ("form", "uint64"), ("islands", "int32"), ("edges", "int32"),
    ("score", "int32"), ("steps", "int32"), ("row", "int32"), ("col", "int32"), ("status", "int8"),
    ("difficulty", "int8"), ("hardest", "int8"), ("target", "int8"), ("bridges", "int8"),
)
SYMMETRIES = {None: ASYMMETRIC, "rotate": ROTATE, "mirror-h": MIRROR_H, "mirror-v": MIRROR_V, "diagonal": DIAGONAL}


cdef class Plan:
    """An `Order` as the kernels want it (see _make.pxd, _grow.pxd and _repair.pxd for what the numbers mean)."""
    cdef Order order
    cdef readonly int32_t room       # most islands a puzzle may have

    def __init__(
        self, Ladder ladder not None, *, width, height, max_bridges, loops, neighbours, borders, symmetry, strategy,
        islands, cycles, usual_cycles, doubles, nearly, levels, required, excluded, hidden, more_bridges, winding, near,
        longest, weights, mended, shaved, looks, patience, stirs, thin, work_limit, node_limit,
    ):
        cdef Order *o = &self.order
        if not 1 <= islands[0] <= islands[1]:
            raise ValueError(f"islands is {islands}; expected a range from 1 on")
        o.recipe.width, o.recipe.height = width, height
        o.recipe.max_bridges, o.recipe.loops = max_bridges, loops
        o.recipe.neighbours, o.recipe.borders = neighbours, borders
        o.recipe.symmetry, o.recipe.strategy = SYMMETRIES[symmetry], STRATEGIES[strategy]
        o.recipe.islands_low, o.recipe.islands_high = islands
        o.targets.cycles_low, o.targets.cycles_high = cycles
        o.targets.doubles_low, o.targets.doubles_high = doubles
        o.targets.nearly = nearly
        o.recipe.targets = o.targets
        o.recipe.targets.cycles_low, o.recipe.targets.cycles_high = usual_cycles
        o.recipe.more_bridges, o.recipe.winding = more_bridges, winding
        o.recipe.near, o.recipe.longest = near, longest
        o.remedy.targets = o.recipe.targets
        for kind in range(KINDS):
            o.remedy.weight[kind] = weights[kind]
        # A draft that takes more changes than usual may take any number of them.
        o.remedy.change_limit = 40 + o.recipe.islands_high // 8
        o.remedy.solve_limit = work_limit
        o.remedy.node_limit = o.node_limit = node_limit
        o.scale = ladder.scale
        o.level_low, o.level_high = levels
        for rung in required:
            o.required |= <uint32_t>1 << <int>rung
        for rung in excluded:
            o.excluded |= <uint32_t>1 << <int>rung
        o.hidden = hidden
        o.mended, o.shaved = mended, shaved
        o.looks, o.patience, o.stirs, o.thin = looks, patience, stirs, thin
        o.work_limit = work_limit
        self.room = o.recipe.islands_high


cdef class MakeJob(Job):
    """Candidates to make, and where they go: arrays in one piece of memory, since a dozen arrays take as long to make
    as a small puzzle.

    Candidate k has `room` entries of row, col and target, 2 * room of bridges and one a rung of steps, of which
    islands[k] and edges[k] are used.
    """
    cdef Plan plan
    cdef uint64_t seed
    cdef uint64_t first
    cdef bytearray memory
    # In the order of ARRAYS.
    cdef int64_t *scarcest
    cdef int64_t *backtracks
    cdef uint64_t *form
    cdef int32_t *islands
    cdef int32_t *edges
    cdef int32_t *score
    cdef int32_t *steps
    cdef int32_t *row
    cdef int32_t *col
    cdef int8_t *status
    cdef int8_t *difficulty
    cdef int8_t *hardest
    cdef int8_t *target
    cdef int8_t *bridges

    def __init__(self, Plan plan not None, seed, first, count):
        cdef int64_t n = count, room = plan.room
        cdef int64_t words = n * (3 + N_RUNGS + 2 * room)
        self.plan, self.seed, self.first, self.n = plan, seed, first, n
        self.memory = bytearray(n * (3 * sizeof(int64_t) + 3 + 3 * room) + words * sizeof(int32_t))
        # The wider ones first, so that all are aligned.
        self.scarcest = <int64_t *>PyByteArray_AS_STRING(self.memory)
        self.backtracks = self.scarcest + n
        self.form = <uint64_t *>(self.backtracks + n)
        self.islands = <int32_t *>(self.form + n)
        self.edges = self.islands + n
        self.score = self.edges + n
        self.steps = self.score + n
        self.row = self.steps + N_RUNGS * n
        self.col = self.row + room * n
        self.status = <int8_t *>(self.col + room * n)
        self.difficulty = self.status + n
        self.hardest = self.difficulty + n
        self.target = self.hardest + n
        self.bridges = self.target + room * n

    def status_of(self, int64_t k):
        """The status of candidate k, one of STATUS."""
        if not 0 <= k < self.n:
            raise IndexError(f"candidate {k} of {self.n}")
        return self.status[k]

    def arrays(self):
        """The arrays by name, as they are: not copied."""
        import numpy

        entries = {"steps": N_RUNGS, "row": self.plan.room, "col": self.plan.room, "target": self.plan.room,
                   "bridges": 2 * self.plan.room}
        found = {}
        at = 0
        for name, dtype in ARRAYS:
            found[name] = numpy.frombuffer(self.memory, dtype, self.n * entries.get(name, 1), at)
            at += found[name].nbytes
        return found


cdef class MakeWorker(Worker):
    """What one thread needs to work on a job."""
    cdef MakeJob job
    cdef Maker maker
    cdef Block form_memory

    def __cinit__(self, MakeJob job not None):
        self.job = job

    def __dealloc__(self):
        make_free(&self.maker)
        block_free(&self.form_memory)

    cdef Failure open(self) noexcept nogil:
        make_start(&self.maker, &self.job.plan.order, self.job.seed, self.job.first + self.current)
        return OK

    cdef Failure advance(self, int64_t *effort) noexcept nogil:
        cdef int64_t before = self.maker.work
        cdef Made made = make_run(&self.maker)
        effort[0] += self.maker.work - before + 1
        if made == WORKING:
            return OK
        if made == NO_MEMORY:
            return OUT_OF_MEMORY
        return self.put_away(made)

    cdef Failure put_away(self, Made made) noexcept nogil:
        """Write what was made, or the closest to it, if there is anything."""
        cdef const Order *order = &self.job.plan.order
        cdef int64_t k = self.current, at = k * self.job.plan.room
        cdef Board board
        cdef Failure failure
        cdef int32_t i
        self.current = -1
        self.job.status[k] = made
        if not self.maker.has_closest:
            self.job.islands[k] = self.job.edges[k] = 0
            return OK
        draft_board(&self.maker.closest, &board)
        failure = topology_build(&self.topo, &board)
        if failure != OK:
            return failure
        self.job.islands[k] = board.n_islands
        self.job.edges[k] = self.topo.n_edges
        memcpy(&self.job.row[at], board.row, board.n_islands * sizeof(int32_t))
        memcpy(&self.job.col[at], board.col, board.n_islands * sizeof(int32_t))
        memcpy(&self.job.target[at], board.target, board.n_islands)
        draft_bridges(&self.maker.closest, &self.topo, &self.job.bridges[2 * at])
        self.job.difficulty[k] = level_of(&self.maker.tally, &order.scale)
        self.job.score[k] = score_of(&self.maker.tally, &order.scale)
        self.job.hardest[k] = hardest_rung(&self.maker.tally, &order.scale)
        for i in range(N_RUNGS):
            self.job.steps[N_RUNGS * k + i] = self.maker.tally.steps[i]
        self.job.scarcest[k] = self.maker.tally.scarcest
        self.job.backtracks[k] = self.maker.tally.backtracks
        return OK if form_of(&board, &self.form_memory, &self.job.form[k]) else OUT_OF_MEMORY
