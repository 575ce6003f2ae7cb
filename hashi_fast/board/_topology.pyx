"""Builds the topology of a board in O(islands + edges + crossings) (see _topology.pxd).

a. One sweep in row-major order links each island to the last one seen in its
   row and column. The scratch array by column is cleared by visiting the same
   columns again, so the empty part of a board costs nothing.
b. Crossings come from a second sweep that keeps one bit per column: set while a
   vertical edge runs through the current row. The bits strictly between the
   ends of a horizontal edge are its crossings. They are counted before they
   are stored, so the table is allocated once, in the exact size.
"""
cimport cython
from cpython.buffer cimport PyBuffer_FillInfo
from libc.stdint cimport INT32_MAX
from libc.string cimport memset

from hashi_fast.board._boards cimport MAX_ISLANDS, UNKNOWN, Fault, board_fault, raise_fault
from hashi_fast.support._memory cimport Carver, arena_free, arena_reserve, carve, carve_from, measuring_carver
from hashi_fast.support._status cimport OK, OUT_OF_MEMORY

from hashi_fast.board.puzzle import check_puzzle
from hashi_fast.errors import InvalidPuzzle, shown


cdef extern from "hf_bits.h" nogil:
    int hf_ctz64(uint64_t x)
    int hf_popcount64(uint64_t x)


cdef int64_t MAX_CROSS = INT32_MAX  # entries of a table that an int32 can index


# Scratch by column; both arrays are all zero between builds.
cdef struct Columns:
    int32_t *last       # [width] the last island seen in this column (plus one while linking: 0 = none)
    uint64_t *running   # [width / 64 + 1] one bit per column: a vertical edge runs through the current row


cdef void carve_arrays(Topo *topo, Carver *carver) noexcept nogil:
    cdef size_t n = topo.board.n_islands
    cdef size_t m = 2 * n
    topo.slot_island = <int32_t *>carve(carver, 4 * n * sizeof(int32_t))
    topo.slot_edge = <int32_t *>carve(carver, 4 * n * sizeof(int32_t))
    topo.edge_a = <int32_t *>carve(carver, m * sizeof(int32_t))
    topo.edge_b = <int32_t *>carve(carver, m * sizeof(int32_t))
    topo.cross_start = <int32_t *>carve(carver, (m + 1) * sizeof(int32_t))
    topo.cursor = <int32_t *>carve(carver, m * sizeof(int32_t))
    topo.edge_orient = <uint8_t *>carve(carver, m)


cdef bint reserve_columns(Topo *topo, Columns *columns) noexcept nogil:
    """Point `columns` at scratch for this width. New memory is zeroed; old memory is already zero."""
    cdef size_t width = topo.board.width
    cdef size_t words = width // 64 + 1
    cdef size_t bytes = words * sizeof(uint64_t) + width * sizeof(int32_t)
    cdef bint fresh = topo.columns.capacity < bytes
    if not arena_reserve(&topo.columns, bytes):
        return False
    if fresh:
        memset(topo.columns.base, 0, topo.columns.capacity)
    columns.running = <uint64_t *>topo.columns.base
    columns.last = <int32_t *>(topo.columns.base + words * sizeof(uint64_t))
    return True


cdef void link_islands(Topo *topo, Columns *columns) noexcept nogil:
    """Fill slot_island: the nearest island in each of the four directions."""
    cdef int32_t i, up, n = topo.board.n_islands
    cdef const int32_t *row = topo.board.row
    cdef const int32_t *col = topo.board.col
    cdef int32_t *slots = topo.slot_island
    cdef int32_t previous_row = -1
    for i in range(n):
        slots[RIGHT] = -1
        slots[DOWN] = -1
        if row[i] == previous_row:
            slots[LEFT] = i - 1
            slots[RIGHT - 4] = i
        else:
            slots[LEFT] = -1
            previous_row = row[i]
        up = columns.last[col[i]] - 1
        slots[UP] = up
        if up >= 0:
            topo.slot_island[4 * up + DOWN] = i
        columns.last[col[i]] = i + 1
        slots += 4
    for i in range(n):
        columns.last[col[i]] = 0


cdef void number_edges(Topo *topo) noexcept nogil:
    """Number the edges in the order of (a, b): for each island first the edge to the right, then the one down."""
    cdef int32_t i, b, slot, e = 0
    cdef int32_t *neighbour = topo.slot_island
    cdef int32_t *edge = topo.slot_edge
    for i in range(topo.board.n_islands):
        for slot in range(0, 4, 2):
            b = neighbour[4 * i + slot]
            if b < 0:
                edge[4 * i + slot] = -1
            else:
                topo.edge_a[e] = i
                topo.edge_b[e] = b
                topo.edge_orient[e] = slot >> 1
                edge[4 * i + slot] = e
                edge[4 * b + slot + 1] = e
                e += 1
            if neighbour[4 * i + slot + 1] < 0:
                edge[4 * i + slot + 1] = -1
    topo.n_edges = e


cdef enum Sweep:
    TOTAL      # only add up topo.crossings
    DEGREES    # and count the crossings of each edge e into cross_start[e]
    ENTRIES    # and write those of each vertical edge into cross_list, from cursor[e] on


cdef void sweep_crossings(Topo *topo, Columns *columns, Sweep what) noexcept nogil:
    """Visit every crossing, row by row, with one bit per column for the vertical edges that run through."""
    cdef int32_t i, right, e, f, c, first, last, w
    cdef int64_t total = 0
    cdef uint64_t bits
    cdef const int32_t *col = topo.board.col
    for i in range(topo.board.n_islands):
        c = col[i]
        right = topo.slot_island[4 * i + RIGHT]
        if right >= 0 and col[right] > c + 1:
            e = topo.slot_edge[4 * i + RIGHT]
            first = c + 1
            last = col[right] - 1
            for w in range(first >> 6, (last >> 6) + 1):
                bits = columns.running[w]
                if w == first >> 6:
                    bits &= ~(<uint64_t>0) << (first & 63)
                if w == last >> 6:
                    bits &= ~(<uint64_t>0) >> (63 - (last & 63))
                if what == TOTAL:
                    total += hf_popcount64(bits)
                    continue
                while bits:
                    f = topo.slot_edge[4 * columns.last[64 * w + hf_ctz64(bits)] + DOWN]
                    bits &= bits - 1
                    total += 1
                    if what == DEGREES:
                        topo.cross_start[e] += 1
                        topo.cross_start[f] += 1
                    else:
                        topo.cross_list[topo.cursor[f]] = e
                        topo.cursor[f] += 1
        if topo.slot_island[4 * i + DOWN] >= 0:
            columns.running[c >> 6] |= <uint64_t>1 << (c & 63)
            columns.last[c] = i
        else:
            columns.running[c >> 6] &= ~(<uint64_t>1 << (c & 63))
    for i in range(topo.board.n_islands):
        columns.last[col[i]] = 0
    topo.crossings = total


cdef Status list_crossings(Topo *topo, Columns *columns) noexcept nogil:
    """Fill cross_start and cross_list."""
    cdef int32_t e, k, count, at = 0, m = topo.n_edges
    cdef int32_t *start = topo.cross_start
    # Two bounds: every crossing has its own cell, and pairs one of h horizontal edges with one of m - h vertical ones.
    cdef int64_t most = min(<int64_t>m * m // 4, <int64_t>topo.board.width * topo.board.height)
    if 2 * most > MAX_CROSS:
        sweep_crossings(topo, columns, TOTAL)
        if 2 * topo.crossings > MAX_CROSS:
            return TOO_MANY_CROSSINGS
    memset(start, 0, (m + 1) * sizeof(int32_t))
    sweep_crossings(topo, columns, DEGREES)
    topo.n_cross = <int32_t>(2 * topo.crossings)
    if not arena_reserve(&topo.crosses, <size_t>topo.n_cross * sizeof(int32_t) + 1):
        return OUT_OF_MEMORY
    topo.cross_list = <int32_t *>topo.crosses.base
    if topo.n_cross == 0:
        return OK
    for e in range(m):
        count = start[e]
        start[e] = topo.cursor[e] = at
        at += count
    start[m] = at
    # The sweep meets horizontal edges in ascending order, so the lists of vertical edges come out sorted. Reading those
    # in ascending order then gives sorted lists for the horizontal edges.
    sweep_crossings(topo, columns, ENTRIES)
    for e in range(m):
        if topo.edge_orient[e]:
            for k in range(start[e], start[e + 1]):
                topo.cross_list[topo.cursor[topo.cross_list[k]]] = e
                topo.cursor[topo.cross_list[k]] += 1
    return OK


cdef Status topology_build(Topo *topo, const Board *board) noexcept nogil:
    cdef Carver carver = measuring_carver()
    cdef Columns columns
    if board.n_islands > MAX_ISLANDS:
        topo.board.n_islands = board.n_islands
        return TOO_MANY_ISLANDS
    topo.board = board[0]
    carve_arrays(topo, &carver)
    if not carve_from(&carver, &topo.arrays) or not reserve_columns(topo, &columns):
        return OUT_OF_MEMORY
    carve_arrays(topo, &carver)
    link_islands(topo, &columns)
    number_edges(topo)
    return list_crossings(topo, &columns)


cdef void topology_free(Topo *topo) noexcept nogil:
    arena_free(&topo.arrays)
    arena_free(&topo.crosses)
    arena_free(&topo.columns)


cdef int raise_failure(Status status, const Topo *topo) except -1:
    if status == OUT_OF_MEMORY:
        raise MemoryError(f"out of memory for a board of {topo.board.n_islands} islands")
    if status == TOO_MANY_ISLANDS:
        raise InvalidPuzzle(f"{topo.board.n_islands} islands are more than the {MAX_ISLANDS} a topology can hold")
    if status == TOO_MANY_CROSSINGS:
        raise InvalidPuzzle(
            f"the crossing table would have {2 * topo.crossings} entries ({topo.crossings} crossings), "
            f"more than the {MAX_CROSS} it can hold"
        )
    return 0


cdef int raise_board_fault(const Board *board) except -1:
    """Raise InvalidPuzzle for a board that the kernels cannot trust."""
    cdef int32_t island = 0
    cdef Fault fault = board_fault(board, &island)
    return raise_fault(fault, board, island)


cdef class View:
    """A read-only buffer over memory that `owner` keeps alive."""
    cdef object owner
    cdef const void *base
    cdef Py_ssize_t bytes

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        PyBuffer_FillInfo(buffer, self, <void *>self.base, self.bytes, 1, flags)


cdef object view_array(object owner, const void *base, Py_ssize_t count, str dtype):
    """A read-only numpy array over `count` items at `base`."""
    import numpy

    cdef View view = View.__new__(View)
    view.owner = owner
    view.base = base
    view.bytes = count * numpy.dtype(dtype).itemsize
    return numpy.frombuffer(view, dtype=dtype)


cdef object FILLED_IN_LATER = object()   # by `relaxed`; Python code cannot get hold of it


@cython.final
cdef class Topology:
    """The edges and crossings of a puzzle's islands, as read-only numpy arrays. Immutable and safe to share.

    Edges join nearest visible neighbours, each once, ordered by (a, b) with a < b, both indices into `puzzle.islands`.
    The edges that cross edge e are `cross_list[cross_start[e]:cross_start[e + 1]]`, in ascending order.

    >>> from hashi_fast import Puzzle
    >>> topology = Puzzle(3, 3, [(0, 0, 2), (0, 2, 2), (2, 0, 2), (2, 2, 2)]).topology
    >>> [(int(a), int(b)) for a, b in zip(topology.edge_a, topology.edge_b)]
    [(0, 1), (0, 2), (1, 3), (2, 3)]
    """

    def __cinit__(self, puzzle):
        cdef Board board
        cdef int32_t *row
        cdef int32_t *col
        cdef int8_t *target
        cdef Py_ssize_t i, n
        cdef Status status
        cdef tuple islands
        if puzzle is FILLED_IN_LATER:
            return
        check_puzzle(puzzle)
        islands = puzzle.islands
        n = len(islands)
        if not arena_reserve(&self.islands, n * (2 * sizeof(int32_t) + 1)):
            raise MemoryError(f"out of memory for a board of {n} islands")
        row = <int32_t *>self.islands.base
        col = row + n
        target = <int8_t *>(col + n)
        for i in range(n):
            row[i], col[i], clue = islands[i]
            target[i] = UNKNOWN if clue is None else clue
        board.width, board.height = puzzle.width, puzzle.height
        board.max_bridges, board.loops = puzzle.max_bridges, puzzle.loops
        board.n_islands = n
        board.row, board.col, board.target = row, col, target
        # A Puzzle was checked when it was made. But its fields can be changed by force, and a subclass may have others.
        raise_board_fault(&board)
        with nogil:
            status = topology_build(&self.topo, &board)
        raise_failure(status, &self.topo)
        # The scratch is worth keeping only if another board follows.
        arena_free(&self.topo.columns)

    def __dealloc__(self):
        if self.origin is None:
            topology_free(&self.topo)
        arena_free(&self.islands)

    def __repr__(self):
        return f"<Topology of {self.n_islands} islands, {self.n_edges} edges, {self.topo.crossings} crossings>"

    def __reduce__(self):
        raise TypeError("a Topology cannot be pickled; pickle its Puzzle and use the topology of that")

    @property
    def n_islands(self):
        """The number of islands."""
        return self.topo.board.n_islands

    @property
    def n_edges(self):
        """The number of edges."""
        return self.topo.n_edges

    @property
    def island_row(self):
        """int32 array: the row of each island."""
        return view_array(self, self.topo.board.row, self.topo.board.n_islands, "int32")

    @property
    def island_col(self):
        """int32 array: the column of each island."""
        return view_array(self, self.topo.board.col, self.topo.board.n_islands, "int32")

    @property
    def target(self):
        """int8 array: the target of each island, -1 if it is unknown."""
        return view_array(self, self.topo.board.target, self.topo.board.n_islands, "int8")

    @property
    def edge_a(self):
        """int32 array: the upper or left island of each edge."""
        return view_array(self, self.topo.edge_a, self.topo.n_edges, "int32")

    @property
    def edge_b(self):
        """int32 array: the lower or right island of each edge."""
        return view_array(self, self.topo.edge_b, self.topo.n_edges, "int32")

    @property
    def edge_orient(self):
        """uint8 array: 0 for a horizontal edge, 1 for a vertical one."""
        return view_array(self, self.topo.edge_orient, self.topo.n_edges, "uint8")

    @property
    def cross_start(self):
        """int32 array of n_edges + 1: where the crossings of each edge start in cross_list."""
        return view_array(self, self.topo.cross_start, self.topo.n_edges + 1, "int32")

    @property
    def cross_list(self):
        """int32 array: the edges that cross edge 0, then those that cross edge 1, and so on."""
        return view_array(self, self.topo.cross_list, self.topo.n_cross, "int32")

    def edge_list(self):
        """The edges as plain tuples (a, b, orient)."""
        cdef int32_t e
        return [
            (self.topo.edge_a[e], self.topo.edge_b[e], self.topo.edge_orient[e]) for e in range(self.topo.n_edges)
        ]

    def crossings(self, edge):
        """The edges that cross `edge`, as a list of plain integers."""
        cdef Py_ssize_t e
        cdef int32_t k
        try:
            e = edge
        except OverflowError:
            e = -1
        if not 0 <= e < self.topo.n_edges:
            raise IndexError(f"edge {shown(edge)} of {self.topo.n_edges}")
        return [self.topo.cross_list[k] for k in range(self.topo.cross_start[e], self.topo.cross_start[e + 1])]

    def relaxed(self, kept, *, int max_bridges, bint loops, bint crossings=True):
        """The same islands and edges, with only the numbers of the islands in `kept`, and with other rules.

        Without `crossings`, bridges may cross. It shares the memory of this one, so that asking what follows from a
        few numbers costs little more than the search.
        """
        cdef Topology other = Topology.__new__(Topology, FILLED_IN_LATER)
        cdef Py_ssize_t n = self.topo.board.n_islands, starts = 0 if crossings else self.topo.n_edges + 1
        cdef int8_t *target
        cdef Py_ssize_t i
        if not arena_reserve(&other.islands, starts * sizeof(int32_t) + n):
            raise MemoryError(f"out of memory for a board of {n} islands")
        other.origin = self
        other.topo = self.topo
        target = <int8_t *>other.islands.base + starts * sizeof(int32_t)
        memset(target, UNKNOWN, n)
        for island in kept:
            i = island
            if not 0 <= i < n:
                raise IndexError(f"island {i} of {n}")
            target[i] = self.topo.board.target[i]
        other.topo.board.target = target
        other.topo.board.max_bridges, other.topo.board.loops = max_bridges, loops
        raise_board_fault(&other.topo.board)
        if not crossings:
            other.topo.cross_start = <int32_t *>other.islands.base
            memset(other.topo.cross_start, 0, starts * sizeof(int32_t))
            other.topo.n_cross = 0
            other.topo.crossings = 0
        return other
