"""The boundary of `make_unique`: one puzzle and its solution, repaired; changes and bridges as Python tuples."""
from cpython.bytes cimport PyBytes_AS_STRING
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport INT32_MAX, int8_t, int32_t, int64_t, uint64_t

from hashi_fast._board cimport UNKNOWN, Board
from hashi_fast._draft cimport (
    ASYMMETRIC,
    Draft,
    cell_at,
    clue_of,
    draft_adopt,
    draft_board,
    draft_free,
    draft_start,
    next_island,
    side,
)
from hashi_fast._random cimport hf_random, hf_random_start
from hashi_fast._repair cimport (
    FAILED,
    GOING_ON,
    INCURABLE,
    LIMIT,
    UNIQUE,
    Change,
    Remedy,
    Repair,
    Repaired,
    repair_free,
    repair_run,
    repair_start,
)
from hashi_fast._topology cimport DOWN, OUT_OF_MEMORY, RIGHT, Topo, Topology, raise_failure


KINDS = ("raised", "lowered", "linked", "cut", "split", "told")
# A hidden clue is told rather than another one changed, and a new island comes last.
cdef tuple WEIGHTS = (32, 32, 8, 8, 1, 64)


cdef bint has_neighbours(const Topo *topo) noexcept nogil:
    """Whether islands of a board stand side by side."""
    cdef int32_t e, a, b
    for e in range(topo.n_edges):
        a = topo.edge_a[e]
        b = topo.edge_b[e]
        if topo.board.row[b] - topo.board.row[a] + topo.board.col[b] - topo.board.col[a] == 1:
            return True
    return False


cdef bint sums_are_right(const Draft *draft, const Board *board) noexcept nogil:
    """Whether the bridges of a draft add up to the clues that are told."""
    cdef int32_t i
    for i in range(board.n_islands):
        if board.target[i] not in (UNKNOWN, clue_of(draft.cell[cell_at(draft, board.row[i], board.col[i])])):
            return False
    return True


cdef class Mend:
    """One repair of a puzzle with a solution, which the caller has checked. Not for use by two threads at a time."""
    cdef Draft draft
    cdef Repair repair
    cdef hf_random random
    cdef Board board

    def __cinit__(
        self, Topology topology not None, bytes bridges not None, uint64_t seed, uint64_t index,
        int64_t change_limit, int64_t solve_limit, int64_t node_limit,
    ):
        cdef const Topo *topo = &topology.topo
        cdef int64_t cells = <int64_t>topo.board.width * topo.board.height
        cdef int64_t room = topo.board.n_islands + (topo.board.n_islands >> 1) + 16
        cdef Remedy remedy
        if len(bridges) != topo.n_edges:
            raise ValueError(f"{len(bridges)} counts; expected {topo.n_edges}, one an edge")
        raise_failure(
            draft_start(&self.draft, &topo.board, <int32_t>min(room, cells), has_neighbours(topo), ASYMMETRIC), topo
        )
        draft_adopt(&self.draft, topo, <const int8_t *>PyBytes_AS_STRING(bridges))
        if not sums_are_right(&self.draft, &topo.board):
            raise ValueError("the bridges are no solution of the puzzle")
        for kind in range(len(WEIGHTS)):
            remedy.weight[kind] = WEIGHTS[kind]
        remedy.targets.cycles_low = remedy.targets.doubles_low = remedy.targets.nearly = 0
        remedy.targets.cycles_high = INT32_MAX
        remedy.targets.doubles_high = 65536
        remedy.change_limit, remedy.solve_limit, remedy.node_limit = change_limit, solve_limit, node_limit
        hf_random_start(&self.random, seed, index)
        repair_start(&self.repair, &self.draft, &remedy, &self.random)

    def __dealloc__(self):
        repair_free(&self.repair)
        draft_free(&self.draft)

    def run(self):
        """Repair it: "unique", or "limit" or "incurable" with what came of it so far."""
        cdef Repaired status = GOING_ON
        while status == GOING_ON:
            with nogil:
                status = repair_run(&self.repair)
            PyErr_CheckSignals()
        if status == FAILED:
            raise_failure(OUT_OF_MEMORY, &self.repair.topo)
        draft_board(&self.draft, &self.board)
        if status == UNIQUE:
            return "unique"
        if status == LIMIT:
            return "limit"
        if status == INCURABLE:
            return "incurable"
        raise ValueError("the bridges are no solution of the puzzle")

    @property
    def solves(self):
        """How many times another solution was looked for."""
        return self.repair.solves

    cdef tuple place(self, int32_t at):
        """Row and column of a cell."""
        return at // self.draft.stride - 1, at % self.draft.stride

    def islands(self):
        """The islands as (row, col, target or None)."""
        cdef int32_t i
        return [
            (self.board.row[i], self.board.col[i], None if self.board.target[i] == UNKNOWN else self.board.target[i])
            for i in range(self.board.n_islands)
        ]

    def bridges(self):
        """The intended bridges as (r1, c1, r2, c2, count)."""
        cdef int32_t i, at, far
        cdef int slot
        found = []
        for i in range(self.board.n_islands):
            at = self.draft.at[i]
            for slot in range(RIGHT, DOWN + 1, 2):
                if side(self.draft.cell[at], slot):
                    far = next_island(&self.draft, at, slot)
                    found.append((*self.place(at), *self.place(far), side(self.draft.cell[at], slot)))
        return found

    def changes(self):
        """What was changed, in order: (kind, the two islands, the new or told one or None, bridges before, after)."""
        cdef int64_t k
        cdef const Change *change
        made = []
        for k in range(self.repair.n_changes):
            change = &self.repair.changes[k]
            at = self.place(change.at) if change.at else None
            made.append(
                (KINDS[change.kind], self.place(change.a), self.place(change.b), at, change.before, change.after)
            )
        return made
