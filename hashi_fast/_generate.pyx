"""Unique puzzles from nothing: growing, repairing and hiding clues, for many indices, without touching Python.

An `Order` is what is wanted: a recipe, a seed and a range of indices, and the arrays for the answers. Each thread has
a `Worker` with memory of its own, which takes indices one at a time. Puzzle i depends on the recipe, the seed and i
alone, since it has a stream of random numbers of its own and all limits count work: neither on the other indices of
the order nor on how many workers there are.
"""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.string cimport memcpy

from hashi_fast._draft cimport (
    ASYMMETRIC,
    DIAGONAL,
    MIRROR_H,
    MIRROR_V,
    ROTATE,
    Draft,
    draft_free,
    on_target,
)
from hashi_fast._grow cimport (
    ASTRAY,
    GROW,
    GROWN,
    NO_ROOM,
    NO_STORE,
    TREE,
    Grown,
    Growth,
    Recipe,
    grow,
    growth_free,
    trim,
)
from hashi_fast._hide cimport Hiding, hide_free, hide_run, hide_start
from hashi_fast._random cimport hf_random, hf_random_start
from hashi_fast._repair cimport (
    FAILED,
    GOING_ON,
    KINDS,
    UNIQUE,
    Remedy,
    Repair,
    Repaired,
    repair_free,
    repair_run,
    repair_start,
)


cdef extern from "hf_atomic.h" nogil:
    int64_t hf_fetch_add(int64_t *p, int64_t n)
    int64_t hf_load(int64_t *p)
    void hf_store(int64_t *p, int64_t x)


cdef enum:
    TURN_EFFORT = 1 << 17    # of one turn of a worker, some milliseconds: then it looks for Ctrl-C
    TRIMS = 4                # how often cycles and doubles are brought back within the targets after a repair
    STARTS = 4               # drafts begun for an index before it is given up
    MOST_SIDE = 1000         # growth cannot be interrupted; so much takes some 50 ms


# Goes up whenever the same order would give other puzzles.
VERSION = 1

STATUS = {"made": MADE, "off_target": OFF_TARGET, "no_room": NOWHERE, "no_border": SHUT_IN, "not_unique": AMBIGUOUS}
STRATEGIES = {"grow": GROW, "tree": TREE}
SYMMETRIES = {None: ASYMMETRIC, "rotate": ROTATE, "mirror-h": MIRROR_H, "mirror-v": MIRROR_V, "diagonal": DIAGONAL}


# Order.status.
cdef enum:
    MADE = 0                 # unique, within the targets
    OFF_TARGET = 1           # unique, but cycles or doubles are not what was asked for
    NOWHERE = 2              # no draft had room for enough islands
    SHUT_IN = 3              # no draft reached all borders
    AMBIGUOUS = 4            # no draft could be made unique within the limits


cdef enum Stage:
    GROWING
    REPAIRING
    HIDING


cdef inline int32_t whole(object value, str name, int64_t low, int64_t high) except? -1:
    if not low <= value <= high:
        raise ValueError(f"{name} is {value}; expected {low}..{high}")
    return value


cdef class Order:
    """What to make and where to put it: see `Recipe` and `Remedy` in the sources for what the numbers mean.

    Puzzle number k of the order (index first + k) gets `room` entries of row, col and target and 2 * room of bridges,
    of which `islands[k]` and `edges[k]` are used; `pack` moves them together.
    """
    cdef Recipe recipe
    cdef Remedy remedy
    cdef int32_t hidden          # share of the clues to hide, in 1/65536
    cdef uint64_t seed
    cdef uint64_t first
    cdef readonly int64_t n
    cdef readonly int32_t room
    cdef int8_t[::1] status
    cdef int32_t[::1] islands
    cdef int32_t[::1] edges
    cdef int32_t[::1] solves
    cdef int32_t[::1] changes
    cdef int32_t[::1] row
    cdef int32_t[::1] col
    cdef int8_t[::1] target
    cdef int8_t[::1] bridges
    cdef int64_t next            # the first puzzle that nobody has taken
    cdef int64_t stopped         # whether workers are to stop

    def __init__(
        self, width, height, islands, *, seed, first=0, max_bridges=2, loops=True, neighbours=False, borders=True,
        symmetry=None, strategy="grow", cycles=(0, 0), doubles=(0, 65536), more_bridges=24576, near=0, longest=0,
        hidden=0, weights=(8, 8, 4, 4, 1, 0), change_limit=1 << 40, solve_limit=200, node_limit=None,
    ):
        cdef Recipe *r = &self.recipe
        cdef int64_t cells
        r.width, r.height = whole(width, "width", 1, MOST_SIDE), whole(height, "height", 1, MOST_SIDE)
        r.max_bridges = whole(max_bridges, "max_bridges", 1, 4)
        r.loops, r.neighbours, r.borders = loops, neighbours, borders
        r.symmetry, r.strategy = SYMMETRIES[symmetry], STRATEGIES[strategy]
        if r.symmetry == DIAGONAL and r.width != r.height:
            raise ValueError(f"a diagonal symmetry needs a square board, not {width}x{height}")
        cells = <int64_t>r.width * r.height
        r.islands_high = whole(islands[1], "the most islands", 1, cells)
        r.islands_low = whole(islands[0], "the fewest islands", 1, r.islands_high)
        r.targets.cycles_high = whole(cycles[1], "the most cycles", 0, 1 << 30)
        r.targets.cycles_low = whole(cycles[0], "the fewest cycles", 0, r.targets.cycles_high)
        r.targets.doubles_high = whole(doubles[1], "the most doubles", 0, 65536)
        r.targets.doubles_low = whole(doubles[0], "the fewest doubles", 0, r.targets.doubles_high)
        r.more_bridges = whole(more_bridges, "more_bridges", 0, 65536)
        r.near = whole(near, "near", 0, 65536)
        r.longest = whole(longest, "longest", 0, MOST_SIDE)
        if len(weights) != KINDS:
            raise ValueError(f"{len(weights)} weights; expected {KINDS}, one a kind of change")
        for kind in range(KINDS):
            self.remedy.weight[kind] = whole(weights[kind], "a weight", 0, 100)
        self.remedy.targets = r.targets
        self.remedy.change_limit, self.remedy.solve_limit = change_limit, solve_limit
        # The largest boards take some two nodes an island for a proof; what takes many more is better grown anew.
        self.remedy.node_limit = 10_000 + 50 * r.islands_high if node_limit is None else node_limit
        self.hidden = whole(hidden, "hidden", 0, 65536)
        self.seed, self.first = seed, first
        self.room = r.islands_high

    def give(self, status, islands, edges, solves, changes, row, col, target, bridges):
        """Take the arrays for the answers: n entries each, n * room of row, col and target, twice that of bridges."""
        n = len(status)
        if not (
            len(islands) == len(edges) == len(solves) == len(changes) == n and
            len(row) == len(col) == len(target) == n * self.room and len(bridges) == 2 * n * self.room
        ):
            raise ValueError(f"the arrays do not have {n} and {n} * {self.room} entries")
        self.status, self.islands, self.edges, self.solves, self.changes = status, islands, edges, solves, changes
        self.row, self.col, self.target, self.bridges = row, col, target, bridges
        self.n = n

    def stop(self):
        """Let every worker stop at its next slice."""
        hf_store(&self.stopped, 1)

    def pack(self, int64_t[::1] offsets, int64_t[::1] bridge_offsets):
        """Move islands and bridges of all puzzles together and fill in where each one's start."""
        cdef int64_t k, j, start, at = 0, bridge_at = 0
        if offsets.shape[0] != self.n + 1 or bridge_offsets.shape[0] != self.n + 1:
            raise ValueError(f"offsets have {self.n + 1} entries")
        with nogil:
            for k in range(self.n):
                offsets[k] = at
                bridge_offsets[k] = bridge_at
                start = k * self.room
                # One by one and upwards: the new place is never behind the old one.
                for j in range(self.islands[k]):
                    self.row[at + j] = self.row[start + j]
                    self.col[at + j] = self.col[start + j]
                    self.target[at + j] = self.target[start + j]
                for j in range(self.edges[k]):
                    self.bridges[bridge_at + j] = self.bridges[2 * start + j]
                at += self.islands[k]
                bridge_at += self.edges[k]
            offsets[self.n] = at
            bridge_offsets[self.n] = bridge_at


cdef class Worker:
    """What one thread needs to work on an order."""
    cdef Order order
    cdef hf_random random
    cdef Growth growth
    cdef Draft draft
    cdef Repair repair
    cdef Hiding hiding
    cdef int64_t current         # the puzzle at hand, -1 = none
    cdef Stage stage             # what is to be done about it next
    cdef int starts              # drafts begun for it
    cdef int trims               # of the draft at hand
    cdef int64_t solves
    cdef int64_t changes
    cdef bint done               # whether nothing is left to do

    def __cinit__(self, Order order not None):
        self.order = order
        self.current = -1

    def __dealloc__(self):
        hide_free(&self.hiding)
        repair_free(&self.repair)
        growth_free(&self.growth)
        draft_free(&self.draft)

    def run(self):
        """Take indices and make their puzzles until none is left or the order is stopped."""
        cdef bint in_memory
        while not self.done:
            with nogil:
                in_memory = self.turn()
            if not in_memory:
                raise MemoryError(f"out of memory for a board of {self.order.recipe.width}x{self.order.recipe.height}")
            PyErr_CheckSignals()

    cdef bint turn(self) noexcept nogil:
        """Work for a while. False: memory ran out."""
        cdef int64_t effort = 0
        while effort < TURN_EFFORT:
            if hf_load(&self.order.stopped):
                self.done = True
                return True
            if self.current < 0:
                self.current = hf_fetch_add(&self.order.next, 1)
                if self.current >= self.order.n:
                    self.done = True
                    return True
                hf_random_start(&self.random, self.order.seed, self.order.first + <uint64_t>self.current)
                self.stage = GROWING
                self.starts = 0
                self.solves = 0
                self.changes = 0
            if self.stage == GROWING:
                # An island is grown by some looks along rays.
                effort += 8 * self.order.recipe.islands_high
                if not self.begin():
                    return False
            elif self.stage == REPAIRING:
                effort -= self.repair.effort
                if not self.mend():
                    return False
                effort += self.repair.effort
            elif not self.veil(&effort):
                return False
        return True

    cdef bint begin(self) noexcept nogil:
        """Grow a draft. False: memory ran out."""
        cdef Grown grown = grow(&self.growth, &self.draft, &self.order.recipe, &self.random)
        if grown == NO_STORE:
            return False
        if grown != GROWN and grown != ASTRAY:
            self.give_up(NOWHERE if grown == NO_ROOM else SHUT_IN)
            return True
        self.starts += 1
        self.trims = 0
        repair_start(&self.repair, &self.draft, &self.order.remedy, &self.random)
        self.stage = REPAIRING
        return True

    cdef bint mend(self) noexcept nogil:
        """Repair the draft for a slice, and see what comes next when it is unique. False: memory ran out."""
        cdef Repaired status = repair_run(&self.repair)
        if status == FAILED:
            return False
        if status == GOING_ON:
            return True
        self.solves += self.repair.solves
        self.changes += self.repair.n_changes
        if status != UNIQUE:
            self.start_again()
        elif not on_target(&self.draft, &self.order.recipe.targets) and self.trims < TRIMS and trim(
            &self.growth, &self.draft, &self.order.recipe.targets, &self.random
        ):
            self.trims += 1
            repair_start(&self.repair, &self.draft, &self.order.remedy, &self.random)
        elif self.order.hidden == 0:
            self.put_away()
        else:
            self.stage = HIDING
            return hide_start(&self.hiding, &self.repair, self.order.hidden, &self.random)
        return True

    cdef bint veil(self, int64_t *effort) noexcept nogil:
        """Hide clues for a slice. False: memory ran out."""
        cdef int64_t before = self.hiding.effort
        cdef Repaired status = hide_run(&self.hiding)
        effort[0] += self.hiding.effort - before + 1
        if status == FAILED:
            return False
        if status == UNIQUE:
            self.solves += self.hiding.solves
            self.put_away()
        elif status != GOING_ON:
            self.start_again()
        return True

    cdef void start_again(self) noexcept nogil:
        """Grow another draft for the puzzle at hand, unless that was the last one."""
        if self.starts == STARTS:
            self.give_up(AMBIGUOUS)
        else:
            self.stage = GROWING

    cdef void give_up(self, int status) noexcept nogil:
        """Write that there is no puzzle."""
        cdef int64_t k = self.current
        self.order.status[k] = <int8_t>status
        self.order.islands[k] = self.order.edges[k] = 0
        self.order.solves[k] = <int32_t>self.solves
        self.order.changes[k] = <int32_t>self.changes
        self.current = -1

    cdef void put_away(self) noexcept nogil:
        """Write the puzzle at hand, all at once: entries side by side share cache lines."""
        cdef int64_t k = self.current, start = k * self.order.room
        cdef size_t n = self.draft.islands
        self.order.status[k] = <int8_t>(MADE if on_target(&self.draft, &self.order.recipe.targets) else OFF_TARGET)
        self.order.islands[k] = self.draft.islands
        self.order.edges[k] = self.repair.topo.n_edges
        self.order.solves[k] = <int32_t>self.solves
        self.order.changes[k] = <int32_t>self.changes
        memcpy(&self.order.row[start], self.draft.row, n * sizeof(int32_t))
        memcpy(&self.order.col[start], self.draft.col, n * sizeof(int32_t))
        memcpy(&self.order.target[start], self.draft.target, n)
        memcpy(&self.order.bridges[2 * start], self.repair.intended, self.repair.topo.n_edges)
        self.current = -1
