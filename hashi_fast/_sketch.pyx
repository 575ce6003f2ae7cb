"""A face of drafts for the tests: every local change by row and column, and the whole state back."""
from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int8_t, int32_t
from libc.string cimport memset

from hashi_fast._board cimport UNKNOWN, Board
from hashi_fast._draft cimport (
    HIDDEN,
    ISLAND,
    MARK,
    Draft,
    Symmetry,
    cell_at,
    draft_adopt,
    draft_board,
    draft_borders,
    draft_bridges,
    draft_copy,
    draft_cut,
    draft_free,
    draft_hide,
    draft_link,
    draft_merge,
    draft_prune,
    draft_reach,
    draft_set_count,
    draft_split,
    draft_start,
    side,
)
from hashi_fast._topology cimport Topo, Topology, raise_failure, topology_build, topology_free


cdef class Sketch:
    """A draft of a solved board. Coordinates are trusted: they are to be inside the board."""
    cdef Draft draft

    def __cinit__(self, Topology topology not None, bytes bridges not None, int room, bint neighbours, int symmetry):
        raise_failure(
            draft_start(&self.draft, &topology.topo.board, room, neighbours, <Symmetry>symmetry), &topology.topo
        )
        draft_adopt(&self.draft, &topology.topo, <const int8_t *>PyBytes_AS_STRING(bridges))

    def __dealloc__(self):
        draft_free(&self.draft)

    def change(self, str what, int row, int col, int slot=0, int value=1, int length=0):
        """Make a change; False when it is refused. What needs an island is refused on any other cell."""
        cdef int32_t at = cell_at(&self.draft, row, col)
        if what == "split":
            return bool(draft_split(&self.draft, at))
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
        if what == "merge":
            return bool(draft_merge(&self.draft, at))
        if what == "prune":
            return bool(draft_prune(&self.draft, at))
        if what == "hide":
            draft_hide(&self.draft, at, value != 0)
            return True
        raise ValueError(what)

    def copied(self):
        """The state, by way of a copy."""
        cdef Sketch other = Sketch.__new__(Sketch, *self.board())
        draft_copy(&other.draft, &self.draft)
        return other.state()

    cdef tuple board(self):
        """Arguments for another sketch of this size."""
        from hashi_fast.puzzle import Puzzle

        puzzle = Puzzle(
            self.draft.width, self.draft.height, [(0, 0, None)], max_bridges=self.draft.max_bridges,
            loops=bool(self.draft.loops),
        )
        return puzzle.topology, b"", self.draft.room, bool(self.draft.neighbours), int(self.draft.symmetry)

    def state(self):
        """Islands (row, col, target), bridges by edge, and (islands, pairs, doubles, hidden, borders)."""
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
        counts = (
            self.draft.islands, self.draft.pairs, self.draft.doubles, self.draft.hidden, draft_borders(&self.draft)
        )
        return islands, bytes(bridges), counts
