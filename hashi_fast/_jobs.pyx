"""Puzzles of a batch, and workers that share them out (see _jobs.pxd)."""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t

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
from hashi_fast._topology cimport OK, Failure, raise_failure, topology_free

from hashi_fast.errors import InvalidPuzzle


cdef extern from "hf_atomic.h" nogil:
    int64_t hf_fetch_add(int64_t *p, int64_t n)
    int64_t hf_load(int64_t *p)
    void hf_store(int64_t *p, int64_t x)


cdef enum:
    TURN_EFFORT = 1 << 19    # of one turn of a worker, some ten milliseconds: then it looks for Ctrl-C


cdef class Boards:
    """The arrays of a batch, each contiguous and owned by it; see `PuzzleBatch`, which checks their shapes."""
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
    """One call about many puzzles."""

    def stop(self):
        """Let every worker stop at its next slice."""
        hf_store(&self.stopped, 1)


cdef class Worker:
    """What one thread needs to work on a job."""

    def __cinit__(self, Job job not None):
        self.shared = job
        self.current = -1

    def __dealloc__(self):
        topology_free(&self.topo)

    def run(self):
        """Take pieces and work on them until none is left or the job is stopped."""
        cdef Failure failure
        while not self.done:
            with nogil:
                failure = self.turn()
            raise_failure(failure, &self.topo)
            PyErr_CheckSignals()

    cdef Failure turn(self) noexcept nogil:
        """Work for a while."""
        cdef int64_t effort = 0
        cdef Failure failure
        while effort < TURN_EFFORT:
            if hf_load(&self.shared.stopped):
                self.done = True
                return OK
            if self.current < 0:
                self.current = hf_fetch_add(&self.shared.next, 1)
                if self.current >= self.shared.n:
                    self.done = True
                    return OK
                failure = self.open()
                if failure != OK:
                    return failure
            failure = self.advance(&effort)
            if failure != OK:
                return failure
        return OK

    cdef Failure open(self) noexcept nogil:
        return OK

    cdef Failure advance(self, int64_t *effort) noexcept nogil:
        self.current = -1
        return OK
