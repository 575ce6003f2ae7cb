"""The boundary of the generator: makes many candidates of a plan in flat arrays, without touching Python.

Candidate k of a job has index first + k. It depends only on the plan, the seed and its index, not on other candidates
or on the number of workers: it has its own stream of random numbers, and all limits count work.
"""
from cpython.bytearray cimport PyByteArray_AS_STRING
from cpython.bytes cimport PyBytes_AS_STRING
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport INT32_MAX, INT64_MAX, int8_t, int32_t, int64_t, uint64_t
from libc.string cimport memcpy

from hashi_fast.board._boards cimport MAX_SIDE, UNKNOWN, Board
from hashi_fast.board._jobs cimport Job, Worker
from hashi_fast.board._symmetry cimport form_of
from hashi_fast.board._topology cimport DOWN, RIGHT, Topo, Topology, raise_failure, topology_build
from hashi_fast.deduction._answers cimport UNIQUE
from hashi_fast.deduction._boundary cimport Ladder
from hashi_fast.deduction._ladder cimport N_RUNGS
from hashi_fast.deduction._wide_glance cimport MOST_WIDE_BRIDGES
from hashi_fast.deduction._score cimport hardest_rung, level_of, score_of
from hashi_fast.generation._draft cimport (
    ASYMMETRIC,
    DIAGONAL,
    MIRROR_H,
    MIRROR_V,
    ROTATE,
    Draft,
    Targets,
    cell_at,
    clue_of,
    draft_adopt,
    draft_board,
    draft_bridges,
    draft_free,
    draft_start,
    next_island,
    side,
)
from hashi_fast.generation._grow cimport GROW, TREE, GrowthPlan
from hashi_fast.generation._maker cimport make_free, make_run, make_start
from hashi_fast.generation._making cimport NOTHING_GROWS, NOT_REACHED, Maker, Order
from hashi_fast.generation._repair cimport (
    INCURABLE,
    LIMIT,
    UNINTENDED,
    Edit,
    Remedy,
    Repair,
    repair_free,
    repair_run,
    repair_start,
)
from hashi_fast.support._memory cimport Arena, arena_free
from hashi_fast.support._random cimport hf_random, hf_random_start
from hashi_fast.support._status cimport CALL_AGAIN, OK, Status


MOST_FLOCK_BRIDGES = MOST_WIDE_BRIDGES
STATUS = {"made": OK, "not reached": NOT_REACHED, "nothing grows": NOTHING_GROWS}
STRATEGIES = {"grow": GROW, "tree": TREE}
# What is known about each candidate, with its type as in `struct`.
ARRAYS = (
    ("scarcest", "q"), ("backtracks", "q"), ("form", "Q"), ("islands", "i"), ("edges", "i"), ("score", "i"),
    ("steps", "i"), ("row", "i"), ("col", "i"), ("status", "b"), ("difficulty", "b"), ("hardest", "b"),
    ("target", "b"), ("bridges", "b"),
)
SIZES = {"q": 8, "Q": 8, "i": 4, "b": 1}
SYMMETRIES = {None: ASYMMETRIC, "rotate": ROTATE, "mirror-h": MIRROR_H, "mirror-v": MIRROR_V, "diagonal": DIAGONAL}


cdef int64_t MOST_ISLANDS = 1 << 40      # of all candidates of a job: their arrays are beyond any memory, but not int64

# Fields of the structs that no recipe varies.
cdef dict FIXED = {"neighbours": False, "borders": True, "solve_limit": INT64_MAX}


cdef Order order_of(Ladder ladder, dict order):
    """Return an order in the form that the kernels need."""
    cdef Order made
    cdef dict fields = FIXED | order
    made.growth = fields
    made.remedy = fields
    made.course = fields
    made.targets = fields
    made.aims = fields | {"cycles_high": fields["usual_cycles"]}
    made.style = fields
    made.scale = ladder.scale
    made.knot = NULL
    return made


cdef class Plan:
    """An order in the form that the kernels need.

    The fields of `Order` in recipes.py fill the structs of the kernels by name. Each struct takes the fields it has,
    and a missing one is an error. _grow.pxd, _repair.pxd, _maker.pxd, _look.pxd and _draft.pxd say what they mean.

    Plans with different salts make different puzzles from the same seed and index.
    """
    cdef Order order
    cdef Order knot                  # if it has one
    cdef uint64_t salt
    cdef readonly int32_t room       # most islands a puzzle may have

    def __cinit__(self, Ladder ladder not None, dict order not None, salt=0, dict knot=None):
        self.order = order_of(ladder, order)
        if knot is not None:
            self.knot = order_of(ladder, knot)
            self.order.knot = &self.knot
        self.salt = salt
        self.room = self.order.growth.islands_high
        if not 1 <= self.order.growth.islands_low <= self.room:
            raise ValueError(f"islands from {self.order.growth.islands_low} to {self.room}; expected a range from 1 up")
        cdef GrowthPlan *growth = &self.order.growth
        if not (1 <= growth.width <= MAX_SIDE and 1 <= growth.height <= MAX_SIDE and 1 <= growth.max_bridges <= 4):
            board = f"{growth.width}x{growth.height} with {growth.max_bridges} bridges per pair"
            raise ValueError(f"{board}; expected sides of 1 to {MAX_SIDE} and 1 to 4 bridges")


cdef class MakeJob(Job):
    """Candidates to make, and the arrays they go into.

    All arrays share one piece of memory, since allocating a dozen arrays takes as long as making a small puzzle.
    Candidate k has `room` entries in row, col and target, of which islands[k] are used, 2 * room entries in bridges,
    of which edges[k] are used, and one entry per rung in steps.
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

    def __cinit__(self, Plan plan not None, seed, first, count):
        cdef int64_t n = count, room = plan.room
        cdef int64_t words = n * (3 + N_RUNGS + 2 * room)
        if not 0 <= n <= MOST_ISLANDS // room:
            raise ValueError(f"{n} candidates of up to {room} islands; expected up to {MOST_ISLANDS // room} of them")
        self.plan, self.seed, self.first, self.n = plan, seed, first, n
        self.memory = bytearray(n * (3 * sizeof(int64_t) + 3 + 3 * room) + words * sizeof(int32_t))
        # The wider types come first, so that all arrays are aligned.
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
        """Return the status of candidate k, one of STATUS."""
        if not 0 <= k < self.n:
            raise IndexError(f"candidate {k} of {self.n}")
        return self.status[k]

    def views(self):
        """Return the arrays by name as memoryviews, without copying them."""
        entries = {"steps": N_RUNGS, "row": self.plan.room, "col": self.plan.room, "target": self.plan.room,
                   "bridges": 2 * self.plan.room}
        found = {}
        memory = memoryview(self.memory)
        at = 0
        for name, kind in ARRAYS:
            end = at + SIZES[kind] * self.n * entries.get(name, 1)
            found[name] = memory[at:end].cast(kind)
            at = end
        return found


cdef class MakeWorker(Worker):
    """One thread at work on a job."""
    cdef MakeJob job
    cdef Maker maker
    cdef Maker nursery
    cdef Arena form_memory

    def __cinit__(self, MakeJob job not None):
        self.job = job
        self.maker.nursery = &self.nursery

    def __dealloc__(self):
        make_free(&self.maker)
        make_free(&self.nursery)
        arena_free(&self.form_memory)

    cdef Status open(self) noexcept nogil:
        make_start(
            &self.maker, &self.job.plan.order, self.job.seed ^ self.job.plan.salt, self.job.first + self.current
        )
        return OK

    cdef Status advance(self, int64_t *effort) noexcept nogil:
        cdef int64_t before = self.maker.work
        cdef Status status = make_run(&self.maker)
        effort[0] += self.maker.work - before + 1
        if status == OK or status == NOT_REACHED or status == NOTHING_GROWS:
            return self.put_away(status)
        return status

    cdef Status put_away(self, Status made) noexcept nogil:
        """Write what was made, or the closest puzzle that was found, if any."""
        cdef const Order *order = &self.job.plan.order
        cdef int64_t k = self.current, at = k * self.job.plan.room
        cdef Board board
        cdef Status status
        cdef int32_t i
        self.job.status[k] = <int8_t>made
        if not self.maker.has_closest:
            self.job.islands[k] = self.job.edges[k] = 0
            return OK
        draft_board(&self.maker.closest, &board)
        status = topology_build(&self.topo, &board)
        if status != OK:
            return status
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
        return form_of(&board, &self.form_memory, &self.job.form[k])


cdef dict REPAIRED = {UNIQUE: "unique", LIMIT: "limit", INCURABLE: "incurable"}
# In the order of the kinds in _repair.pxd.
cdef tuple CHANGE_KINDS = ("raised", "lowered", "linked", "cut", "split", "told")
# Telling a hidden clue is preferred to changing a clue, and a new island is the last choice.
cdef tuple WEIGHTS = (32, 32, 8, 8, 1, 64, 0)


cdef bint has_neighbours(const Topo *topo) noexcept nogil:
    """Whether any islands of a board stand side by side."""
    cdef int32_t e, a, b
    for e in range(topo.n_edges):
        a = topo.edge_a[e]
        b = topo.edge_b[e]
        if topo.board.row[b] - topo.board.row[a] + topo.board.col[b] - topo.board.col[a] == 1:
            return True
    return False


cdef bint sums_are_right(const Draft *draft, const Board *board) noexcept nogil:
    """Whether the bridges of a draft add up to the known clues."""
    cdef int32_t i
    for i in range(board.n_islands):
        if board.target[i] not in (UNKNOWN, clue_of(draft.cell[cell_at(draft, board.row[i], board.col[i])])):
            return False
    return True


cdef class Mend:
    """One repair of a puzzle with a solution that the caller has checked.

    Not safe for use by several threads at once.
    """
    cdef Draft draft
    cdef Repair repair
    cdef hf_random random
    cdef Board board

    def __cinit__(
        self, Topology topology not None, bytes bridges not None, uint64_t seed, uint64_t index,
        int64_t edit_limit, int64_t solve_limit, int64_t node_limit,
    ):
        cdef const Topo *topo = &topology.topo
        cdef int64_t cells = <int64_t>topo.board.width * topo.board.height
        cdef int64_t room = topo.board.n_islands + (topo.board.n_islands >> 1) + 16
        cdef Remedy remedy
        cdef Targets aims = {
            "cycles_low": 0, "cycles_high": INT32_MAX, "doubles_low": 0, "doubles_high": 65536, "nearly": 0,
        }
        if len(bridges) != topo.n_edges:
            raise ValueError(f"{len(bridges)} counts; expected {topo.n_edges}, one per edge")
        if len(bridges) and max(bridges) > topo.board.max_bridges:
            raise ValueError(f"{max(bridges)} bridges on an edge; expected 0..{topo.board.max_bridges}")
        raise_failure(
            draft_start(&self.draft, &topo.board, <int32_t>min(room, cells), has_neighbours(topo), ASYMMETRIC), topo
        )
        draft_adopt(&self.draft, topo, <const int8_t *>PyBytes_AS_STRING(bridges))
        if not sums_are_right(&self.draft, &topo.board):
            raise ValueError("the bridges are not a solution of the puzzle")
        remedy.weights = WEIGHTS
        remedy.edit_limit, remedy.solve_limit, remedy.node_limit = edit_limit, solve_limit, node_limit
        hf_random_start(&self.random, seed, index)
        repair_start(&self.repair, &self.draft, &remedy, &aims, NULL, &self.random)

    def __dealloc__(self):
        repair_free(&self.repair)
        draft_free(&self.draft)

    def run(self):
        """Repair the puzzle and return "unique", or "limit" or "incurable" with the changes so far in place."""
        cdef Status status = CALL_AGAIN
        while status == CALL_AGAIN:
            with nogil:
                status = repair_run(&self.repair)
            PyErr_CheckSignals()
        raise_failure(status, &self.repair.topo)
        if status == UNINTENDED:
            raise ValueError("the bridges are not a solution of the puzzle")
        draft_board(&self.draft, &self.board)
        return REPAIRED[status]

    cdef tuple place(self, int32_t at):
        """Return the row and column of a cell."""
        return at // self.draft.stride - 1, at % self.draft.stride

    def islands(self):
        """Return the islands as (row, col, target or None)."""
        cdef int32_t i
        return [
            (self.board.row[i], self.board.col[i], None if self.board.target[i] == UNKNOWN else self.board.target[i])
            for i in range(self.board.n_islands)
        ]

    def bridges(self):
        """Return the intended bridges as (r1, c1, r2, c2, count)."""
        cdef int32_t i, at, end
        cdef int slot
        found = []
        for i in range(self.board.n_islands):
            at = self.draft.at[i]
            for slot in range(RIGHT, DOWN + 1, 2):
                if side(self.draft.cell[at], slot):
                    end = next_island(&self.draft, at, slot)
                    found.append((*self.place(at), *self.place(end), side(self.draft.cell[at], slot)))
        return found

    def changes(self):
        """Return the changes in order: (kind, the two islands, the new or told one or None, bridges before, after)."""
        cdef int64_t k
        cdef const Edit *edit
        made = []
        for k in range(self.repair.n_edits):
            edit = &self.repair.edits[k]
            at = self.place(edit.at) if edit.at else None
            made.append(
                (CHANGE_KINDS[edit.kind], self.place(edit.a), self.place(edit.b), at, edit.before, edit.after)
            )
        return made
