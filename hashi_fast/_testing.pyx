"""Access to native parts for the tests only: memory, integer functions, random numbers, drafts and shaving."""
from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

from hashi_fast.board._boards cimport UNKNOWN, Board
from hashi_fast.board._topology cimport Topo, Topology, raise_failure, topology_build, topology_free
from hashi_fast.deduction._answers cimport UNIQUE
from hashi_fast.deduction._glance cimport glance_run, glance_start
from hashi_fast.deduction._ladder cimport deduce_free, deduce_start
from hashi_fast.deduction._shave cimport Shave, shave_run, shave_start
from hashi_fast.deduction._state cimport Deduction
from hashi_fast.deduction._wide_glance cimport EdgeLanes, WideGlance, wide_free, wide_glance, wide_start
from hashi_fast.generation._draft cimport (
    HIDDEN,
    ISLAND,
    MARK,
    Draft,
    Symmetry,
    Targets,
    cell_at,
    draft_adopt,
    draft_board,
    draft_bridges,
    draft_copy,
    draft_cut,
    draft_free,
    draft_hide,
    draft_link,
    draft_reach,
    draft_set_count,
    draft_split,
    draft_start,
    draft_stretch,
    next_island,
    side,
)
from hashi_fast.generation._flock cimport Flock, flock_free, flock_next, flock_raise
from hashi_fast.generation._grow cimport Growth, GrowthPlan, grow, growth_free
from hashi_fast.generation._look cimport COUNTS, Look, Style, look_free, look_rise, look_settle, look_start
from hashi_fast.generation._promise cimport COUNTED, Sweep, promise_of, sweep_free
from hashi_fast.search._domains cimport edge_byte, hi_of, lo_of
from hashi_fast.support._lanes cimport LANE_WORDS, lanes, lanes_of, lanes_word
from hashi_fast.support._memory cimport HF_REDZONE, fail_reservations_after
from hashi_fast.support._random cimport (
    hf_random,
    hf_random_below,
    hf_random_chance,
    hf_random_next,
    hf_random_part,
    hf_random_start,
    hf_split_next,
)
from hashi_fast.support._status cimport CALL_AGAIN, OK, OUT_OF_MEMORY, Status


cdef extern from "hf_fixed.h" nogil:
    uint32_t hf_isqrt(uint64_t x)
    int32_t hf_log2_milli(uint64_t x)


def red_zone():
    """The number of guard bytes after each array: 0 except in AddressSanitizer builds."""
    return HF_REDZONE


def fail_after(int reservations):
    """Let this many memory reservations succeed and all later ones fail; negative switches it off."""
    fail_reservations_after(reservations)


def isqrt(uint64_t x):
    """The square root of a whole number, rounded down, as the kernels compute it."""
    return hf_isqrt(x)


def log2_milli(uint64_t x):
    """The base-2 logarithm of a whole number >= 1 in thousandths, as the kernels compute it."""
    return hf_log2_milli(x)


def split_numbers(seed, int count):
    """The first `count` numbers of SplitMix64 for a 64-bit seed."""
    cdef uint64_t state = seed
    return [hf_split_next(&state) for _ in range(count)]


def parts_of(fraction, list numbers):
    """A number below each of these, drawn from one fraction, and what is left of it."""
    cdef uint64_t rest = fraction
    drawn = [hf_random_part(&rest, n) for n in numbers]
    return drawn, rest


cdef class Stream:
    """The stream of random numbers of one (seed, index)."""
    cdef hf_random random

    def __init__(self, seed, index=0):
        hf_random_start(&self.random, seed, index)

    @staticmethod
    def of_state(s0, s1, s2, s3):
        """A stream with this state, for the published test vectors."""
        cdef Stream stream = Stream.__new__(Stream)
        stream.random.s[0], stream.random.s[1], stream.random.s[2], stream.random.s[3] = s0, s1, s2, s3
        return stream

    def next(self):
        """64 random bits as a number."""
        return hf_random_next(&self.random)

    def below(self, uint32_t n):
        """A number from 0 to n - 1."""
        if n == 0:
            raise ValueError("n must be at least 1")
        return hf_random_below(&self.random, n)

    def chance(self, uint32_t share):
        """Whether something with a chance of `share` in 65536 happens."""
        return hf_random_chance(&self.random, share) != 0


def count_crossings(int32_t size, const int32_t[::1] row, const int32_t[::1] col, const int8_t[::1] target):
    """Build the topology of a square board of any size and return its crossings. Its islands are trusted."""
    cdef Board board
    cdef Topo topo
    board.width = board.height = size
    board.n_islands, board.max_bridges, board.loops = <int32_t>row.shape[0], 2, True
    board.row, board.col, board.target = &row[0], &col[0], &target[0]
    memset(&topo, 0, sizeof(Topo))
    try:
        raise_failure(topology_build(&topo, &board), &topo)
        return topo.crossings
    finally:
        topology_free(&topo)


cdef class Sketch:
    """A draft of a solved board. Coordinates are trusted to be inside the board."""
    cdef Draft draft

    def __cinit__(self, Topology topology not None, bytes bridges not None, int room, bint neighbours, int symmetry):
        raise_failure(
            draft_start(&self.draft, &topology.topo.board, room, neighbours, <Symmetry>symmetry), &topology.topo
        )
        draft_adopt(&self.draft, &topology.topo, <const int8_t *>PyBytes_AS_STRING(bridges))

    def __dealloc__(self):
        draft_free(&self.draft)

    def change(self, str what, int row, int col, int slot=0, int value=1, int length=0):
        """Make a change; False if it is refused.

        All changes except "split" and "stretch" are refused where there is no island.
        """
        cdef int32_t at = cell_at(&self.draft, row, col)
        if what == "split":
            return bool(draft_split(&self.draft, at))
        if what == "stretch":
            return bool(draft_stretch(&self.draft, slot, length))
        if not self.draft.cell[at] & ISLAND:
            return False
        if what == "set":
            if not side(self.draft.cell[at], slot):
                return False
            draft_set_count(&self.draft, at, slot, value)
            return True
        if what == "link":
            return bool(draft_link(&self.draft, at, slot, value))
        if what == "cut":
            return bool(draft_cut(&self.draft, at, slot))
        if what == "reach":
            return bool(draft_reach(&self.draft, at, slot, length, value, value))
        if what == "hide":
            draft_hide(&self.draft, at, value != 0)
            return True
        raise ValueError(what)

    def copied(self):
        """The state of a copy of this draft."""
        cdef Sketch other = Sketch.__new__(Sketch, *self.board())
        draft_copy(&other.draft, &self.draft)
        return other.state()

    cdef tuple board(self):
        """The arguments for another sketch of this size."""
        from hashi_fast.board.puzzle import Puzzle

        puzzle = Puzzle(
            self.draft.width, self.draft.height, [(0, 0, None)], max_bridges=self.draft.max_bridges,
            loops=bool(self.draft.loops),
        )
        return puzzle.topology, b"", self.draft.room, bool(self.draft.neighbours), int(self.draft.symmetry)

    def state(self):
        """Islands (row, col, target), bridges by edge, and (islands, pairs, doubles, hidden)."""
        cdef Board board
        cdef Topo topo
        cdef int32_t i
        cdef bytearray bridges
        for i in range((self.draft.height + 2) * self.draft.stride):
            if self.draft.cell[i] & MARK or (self.draft.cell[i] & HIDDEN and not self.draft.cell[i] & ISLAND):
                raise AssertionError(f"cell {i} is {self.draft.cell[i]:#x}")
        draft_board(&self.draft, &board)
        islands = [
            (board.row[i], board.col[i], None if board.target[i] == UNKNOWN else board.target[i])
            for i in range(board.n_islands)
        ]
        memset(&topo, 0, sizeof(Topo))
        try:
            raise_failure(topology_build(&topo, &board), &topo)
            bridges = bytearray(topo.n_edges + 1)
            draft_bridges(&self.draft, &topo, <int8_t *><char *>bridges)
            del bridges[topo.n_edges]
        finally:
            topology_free(&topo)
        counts = (self.draft.islands, self.draft.pairs, self.draft.doubles, self.draft.hidden)
        return islands, bytes(bridges), counts


def shave_bounds(Topology topology not None, int64_t effort=1 << 16, bytes known=None):
    """The bounds (lo, hi) of each edge after shaving in slices of this effort; `known` is a solution, per edge."""
    cdef Deduction deduction
    cdef Shave shave
    cdef const Topo *topo = &topology.topo
    memset(&deduction, 0, sizeof(Deduction))
    try:
        raise_failure(deduce_start(&deduction, topo), topo)
        if known is not None:
            deduction.known = <const int8_t *>PyBytes_AS_STRING(known)
        shave_start(&shave, &deduction)
        while shave_run(&shave, effort) == CALL_AGAIN:
            pass
        domains = [edge_byte(topo, deduction.domains.islands, e) for e in range(topo.n_edges)]
        return [(lo_of(byte), hi_of(byte)) for byte in domains]
    finally:
        deduce_free(&deduction)


def glance_at(Topology topology not None, int n_rungs, int64_t effort=1 << 16, bytes known=None):
    """Whether a glance in slices of this effort works a board out, the rungs it counted, and the bounds of edges.

    `known` is a solution, per edge.
    """
    cdef Deduction deduction
    cdef const Topo *topo = &topology.topo
    cdef Status status = CALL_AGAIN
    memset(&deduction, 0, sizeof(Deduction))
    try:
        raise_failure(glance_start(&deduction, topo), topo)
        if known is not None:
            deduction.known = <const int8_t *>PyBytes_AS_STRING(known)
        while status == CALL_AGAIN:
            status = glance_run(&deduction, n_rungs, effort)
        domains = [edge_byte(topo, deduction.domains.islands, e) for e in range(topo.n_edges)]
        used = [k for k in range(n_rungs) if deduction.tally.rounds[k]]
        return status == UNIQUE, used, [(lo_of(byte), hi_of(byte)) for byte in domains]
    finally:
        deduce_free(&deduction)


cdef int set_lanes(lanes *word, bits) except -1:
    """Set the lanes where a list is true."""
    cdef uint64_t words[2]
    cdef int k
    for k in range(LANE_WORDS):
        words[k] = sum((<object>1) << j for j, bit in enumerate(bits[64 * k:64 * k + 64]) if bit)
    word[0] = lanes_of(words)
    return 0


cdef list lanes_set(const lanes *word):
    """Whether each of the lanes is set."""
    cdef int k
    return [lanes_word(word, k) >> j & 1 for k in range(LANE_WORDS) for j in range(64)]


def wide_lanes():
    """How many boards a wide glance takes at most."""
    return 64 * LANE_WORDS


def wide_glance_at(Topology topology not None, list boards not None, int32_t least_open=1):
    """For each board, given by its bridges per edge, whether a wide glance leaves it, and the bounds of its edges."""
    cdef WideGlance glance
    cdef EdgeLanes *edge
    cdef const Topo *topo = &topology.topo
    cdef lanes left
    cdef int32_t e
    if not 0 < len(boards) <= wide_lanes():
        raise ValueError(f"{len(boards)} boards; expected 1 to {wide_lanes()}")
    memset(&glance, 0, sizeof(WideGlance))
    try:
        raise_failure(wide_start(&glance, topo), topo)
        for e in range(topo.n_edges):
            set_lanes(&glance.edge[e].one, [board[e] > 0 for board in boards])
            set_lanes(&glance.edge[e].two, [board[e] > 1 for board in boards])
        set_lanes(&left, [True] * len(boards))
        left = wide_glance(&glance, left, least_open)
        bounds = [[] for _ in boards]
        for e in range(topo.n_edges):
            edge = &glance.edge[e]
            less = zip(lanes_set(&edge.less_one), lanes_set(&edge.less_two))
            more = zip(lanes_set(&edge.more_one), lanes_set(&edge.more_two))
            for board, bound, fewer, further in zip(boards, bounds, less, more):
                bound.append((board[e] - sum(fewer), board[e] + sum(further)))
        return list(zip(map(bool, lanes_set(&left)), bounds))
    finally:
        wide_free(&glance)


def flock_of(Topology topology not None, intended, seed, int32_t mixing=8, int32_t least_open=9):
    """The boards that are left of a flock, as the bridges of their edges."""
    cdef Flock flock
    cdef hf_random random
    cdef const Topo *topo = &topology.topo
    cdef bytes given = bytes(intended)
    cdef bytes found = bytes(topo.n_edges)
    boards = []
    memset(&flock, 0, sizeof(Flock))
    hf_random_start(&random, seed, 0)
    try:
        raise_failure(
            flock_raise(&flock, topo, <const int8_t *>PyBytes_AS_STRING(given), mixing, least_open, &random), topo
        )
        while flock_next(&flock, <int8_t *>PyBytes_AS_STRING(found)):
            boards.append(list(found))
        return boards
    finally:
        flock_free(&flock)


def promise_by(dict order, seed, index, weights):
    """What the layout that grows from an order promises by these weights, and its islands."""
    cdef GrowthPlan plan = order
    cdef Targets aims = order
    cdef Growth growth
    cdef Draft draft
    cdef Sweep sweep
    cdef hf_random random
    cdef int32_t by[COUNTED]
    cdef int64_t promise = 0
    cdef int32_t k
    memset(&growth, 0, sizeof(Growth))
    memset(&draft, 0, sizeof(Draft))
    memset(&sweep, 0, sizeof(Sweep))
    for k in range(COUNTED):
        by[k] = weights[k]
    try:
        hf_random_start(&random, seed, index)
        grow(&growth, &draft, &plan, &aims, NULL, &random)
        if promise_of(&sweep, &draft, by, &promise) == OUT_OF_MEMORY:
            raise MemoryError
        cells = [(row, col) for row in range(draft.height) for col in range(draft.width)]
        return promise, [(row, col) for row, col in cells if draft.cell[cell_at(&draft, row, col)] & ISLAND]
    finally:
        growth_free(&growth)
        draft_free(&draft)
        sweep_free(&sweep)


cdef class StyledDraft:
    """A draft as it grows from an order, and its look."""
    cdef Draft draft
    cdef Growth growth
    cdef Look look
    cdef Style style
    cdef Targets aims
    cdef hf_random random

    def __cinit__(self, dict order, seed, index):
        cdef GrowthPlan plan = order
        self.style = order
        self.aims = order
        hf_random_start(&self.random, seed, index)
        self.status = grow(&self.growth, &self.draft, &plan, &self.aims, NULL, &self.random)
        if self.status == OUT_OF_MEMORY or look_start(&self.look, &self.style, &self.draft, &self.random) != OK:
            raise MemoryError("out of memory for a draft")

    cdef readonly int status

    def __dealloc__(self):
        growth_free(&self.growth)
        draft_free(&self.draft)
        look_free(&self.look)

    def settle(self):
        """Change the bridges for the look."""
        look_settle(&self.look, &self.style, &self.draft, &self.aims, &self.random)

    def islands(self):
        """Islands as (row, col)."""
        cdef Board board
        cdef int32_t i
        draft_board(&self.draft, &board)
        return [(board.row[i], board.col[i]) for i in range(board.n_islands)]

    def bridges(self):
        """Bridges as (r1, c1, r2, c2, count)."""
        cdef int32_t at, end, stride = self.draft.stride
        cdef int slot
        laid = []
        for row, col in self.islands():
            at = cell_at(&self.draft, row, col)
            for slot in (0, 2):
                if side(self.draft.cell[at], slot):
                    end = next_island(&self.draft, at, slot)
                    laid.append((row, col, end // stride - 1, end % stride, side(self.draft.cell[at], slot)))
        return laid

    def counts(self):
        """What the look has counted, what it wants, and what deviations cost."""
        cdef int k
        wanted = [self.look.wanted[k] for k in range(COUNTS)]
        costs = [self.look.price[k].step // 2 for k in range(COUNTS)]
        # The next one costs cost * (2 * excess + 1).
        counts = [(self.look.price[k].next // costs[k] - 1) // 2 + wanted[k] for k in range(COUNTS)]
        return counts, wanted, costs

    def try_change(self, int row, int col, int slot, int after):
        """By how much the energy would rise if the pair in a slot, which has bridges, had so many."""
        cdef int32_t at = cell_at(&self.draft, row, col)
        cdef int before = side(self.draft.cell[at], slot)
        cdef int32_t end = next_island(&self.draft, at, slot)
        return look_rise(&self.look, &self.draft, at, slot, end, before, after)
