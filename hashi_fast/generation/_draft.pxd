"""A draft: a board under construction together with its intended solution, in which local changes are cheap.

Cells exist here and nowhere else in the kernels. A cell is one word: the number of bridges that leave through each of
its four sides, and some flags.

    15    14      13    12      11..9   8..6   5..3   2..0
    WALL  HIDDEN  MARK  ISLAND   UP     DOWN   LEFT   RIGHT       slot s (as in _topology) is bits 3 s to 3 s + 2

Whatever leaves one cell enters the next, so side s of a cell equals side s ^ 1 of its neighbour there. On a cell
without an island RIGHT = LEFT and DOWN = UP, and at most one of the two is positive: bridges run straight and do not
cross. So an island's clue is the sum of its sides, setting a flag splits a bridge, and a ray may stop at the first word
that is not 0.

Cell (row, col) has number (row + 1) * stride + col, with stride = width + 1. All other words are walls: a row above, a
row below, and one column that serves as the right end of a row and the left end of the next.

Between any two calls below, the draft is a solved board: all islands are joined, by at most `max_bridges` per pair;
there is no loop of islands if `loops` is false; no two islands stand side by side unless `neighbours` is true; the
layout has the symmetry that was asked for. No cell is marked.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint16_t

from hashi_fast.board._boards cimport UNKNOWN, Board
from hashi_fast.support._memory cimport Arena
from hashi_fast.support._status cimport Status
from hashi_fast.board._topology cimport DOWN, LEFT, RIGHT, UP, Topo


cdef enum:
    SIDES = 0x0FFF       # bridges through all four sides
    ISLAND = 1 << 12
    MARK = 1 << 13       # scratch: a place reserved for an island while a tree grows, a cell seen on a walk
    HIDDEN = 1 << 14     # the island's clue is hidden; while a board grows around a knot: the cell is shut
    WALL = 1 << 15


# Symmetry of the layout, which is the set of cells with islands. Bridges and clues need not be symmetric.
cdef enum Symmetry:
    ASYMMETRIC = 0
    ROTATE = 1           # by half a turn
    MIRROR_H = 2         # left and right swapped
    MIRROR_V = 3         # top and bottom swapped
    DIAGONAL = 4         # rows and columns swapped; for square boards


# What the solution of a board should be like. Ranges include both ends.
cdef struct Targets:
    int32_t cycles_low       # independent cycles
    int32_t cycles_high
    int32_t doubles_low      # share of linked pairs that have two bridges or more, in 1/65536
    int32_t doubles_high
    int32_t nearly           # allowed deviation of the number of doubles, in 1/65536 of a pair


# Zero it before the first `draft_start`. Each start reuses the memory of the one before.
cdef struct Draft:
    int32_t width
    int32_t height
    int32_t max_bridges
    bint loops
    bint neighbours      # whether islands may stand side by side
    Symmetry symmetry
    int32_t room         # most islands there may be; changes that would exceed it are refused
    int32_t stride       # width + 1
    int32_t step[4]      # from a cell to the next one in each slot
    uint16_t *cell       # [(height + 2) * stride]
    # Counts that are kept up to date.
    int32_t islands
    int32_t pairs        # pairs of islands with a bridge; cycles = pairs - islands + 1
    int32_t doubles      # of these, pairs with two bridges or more
    int32_t hidden       # hidden clues
    # Where a knot is planted (see _knot.pxd); its width is 0 where there is none.
    int32_t knot_row
    int32_t knot_col
    int32_t knot_height
    int32_t knot_width
    # What `draft_board` wrote: islands in row-major order.
    int32_t *at          # [room] the cell of each
    int32_t *row         # [room]
    int32_t *col         # [room]
    int8_t *target       # [room]
    int32_t *queue       # [room] islands met on a walk, in order
    int32_t *came_from   # [room] for each of them, the place in the queue of the one before it on the walk
    Arena memory


# Start with an empty board, the only state that is not a solved board. Only the size and the rules of `board` are read.
# Preconditions: `board_fault` accepts them, the symmetry suits them, and `room` is at most the number of cells.
cdef Status draft_start(
    Draft *d, const Board *board, int32_t room, bint neighbours, Symmetry symmetry
) noexcept nogil

cdef void draft_free(Draft *d) noexcept nogil

# Copy a draft over another that was started with the same arguments. What `draft_board` wrote is not copied.
cdef void draft_copy(Draft *to, const Draft *draft) noexcept nogil

# Fill an empty draft from a board and the bridges of one of its solutions, per edge. UNKNOWN clues become hidden.
cdef void draft_adopt(Draft *d, const Topo *topo, const int8_t *bridges) noexcept nogil

# ---- reading it

# List the islands in row-major order and point `board` at the lists. They stay valid until the next call.
cdef void draft_board(Draft *d, Board *board) noexcept nogil

# The intended bridges of every edge of the topology built from that board.
cdef void draft_bridges(const Draft *d, const Topo *topo, int8_t *bridges) noexcept nogil

# ---- changing the bridges; `at` is an island

# Set the number of bridges in a slot that has some to `count`, 1..max_bridges.
cdef void draft_set_count(Draft *d, int32_t at, int slot, int count) noexcept nogil

# Lay `count` bridges to the next island in a slot. False (nothing changed): there is none, something is in the way, it
# is already linked, or the bridges would close a forbidden loop.
cdef bint draft_link(Draft *d, int32_t at, int slot, int count) noexcept nogil

# Remove the bridges of a slot. False (nothing changed): there are none, or the board would fall apart.
cdef bint draft_cut(Draft *d, int32_t at, int slot) noexcept nogil

# Hide or tell the clue.
cdef void draft_hide(Draft *d, int32_t at, bint hidden) noexcept nogil

# ---- changing the islands; in a symmetric draft the mirror images change as well, or nothing does (False)

# Put the first island on an empty draft. `count` bridges join it to its image: straight if they see each other, else
# around a corner (and the image of the corner). False: they would stand side by side.
cdef bint draft_plant(Draft *d, int32_t at, int count) noexcept nogil

# Put a new island `length` cells from `at` in a slot, with `count` bridges between them; its image gets `image_count`.
# False: something is in the way, or no island may stand there.
cdef bint draft_reach(Draft *d, int32_t at, int slot, int32_t length, int count, int image_count) noexcept nogil

# Put a new island into a bridge. False: there is no bridge at that cell, or an island stands next to it.
cdef bint draft_split(Draft *d, int32_t at) noexcept nogil

# Move the `lines` lines next to an empty border in a slot by one, onto it. Bridges across the gap that this leaves get
# longer by one. False (nothing changed): the border is not empty, or the layout has a symmetry or a knot, which would
# be lost. Precondition: some line behind those that move stays in place.
cdef bint draft_stretch(Draft *d, int slot, int32_t lines) noexcept nogil

# The image of a cell under the symmetry of the draft.
cdef int32_t image_of(const Draft *d, int32_t at) noexcept nogil


cdef inline int32_t cell_at(const Draft *d, int32_t row, int32_t col) noexcept nogil:
    return (row + 1) * d.stride + col


cdef inline int side(uint16_t word, int slot) noexcept nogil:
    """Return how many bridges leave a cell through a side."""
    return (word >> (3 * slot)) & 7


cdef inline int clue_of(uint16_t word) noexcept nogil:
    """Return the number of bridges that end on an island."""
    return side(word, 0) + side(word, 1) + side(word, 2) + side(word, 3)


cdef inline bint beside_island(const Draft *d, int32_t at) noexcept nogil:
    """Whether an island stands on one of the four neighbouring cells."""
    return (d.cell[at + 1] | d.cell[at - 1] | d.cell[at + d.stride] | d.cell[at - d.stride]) & ISLAND != 0


cdef inline bint is_free(const Draft *d, int32_t at) noexcept nogil:
    """Whether a new island may stand on an empty cell."""
    return d.cell[at] == 0 and (d.neighbours or not beside_island(d, at))


cdef inline bint can_split(const Draft *d, int32_t at) noexcept nogil:
    """Whether an island may be put into a bridge at this cell."""
    return (
        d.islands < d.room and d.cell[at] & SIDES != 0 and not d.cell[at] & ISLAND and
        (d.neighbours or not beside_island(d, at))
    )


cdef inline int slot_between(const Draft *d, int32_t at, int32_t end) noexcept nogil:
    """The slot in which another cell of the same row or column is."""
    if (end - at) % d.stride == 0:
        return DOWN if end > at else UP
    return RIGHT if end > at else LEFT


cdef inline bint in_knot(const Draft *d, int32_t at) noexcept nogil:
    """Whether a cell is in the knot, if there is one."""
    return d.knot_width != 0 and (
        0 <= at // d.stride - 1 - d.knot_row < d.knot_height and 0 <= at % d.stride - d.knot_col < d.knot_width
    )


cdef inline int32_t next_island(const Draft *d, int32_t at, int slot) noexcept nogil:
    """Return the far end of the bridge that leaves an island through a side."""
    at += d.step[slot]
    while not d.cell[at] & ISLAND:
        at += d.step[slot]
    return at


cdef inline int32_t seen_from(const Draft *d, int32_t at, int slot) noexcept nogil:
    """Return the first cell in a slot that is not empty."""
    at += d.step[slot]
    while d.cell[at] == 0:
        at += d.step[slot]
    return at


cdef inline int32_t cycles_of(const Draft *d) noexcept nogil:
    """Return the number of independent cycles of the solution."""
    return d.pairs - d.islands + 1


cdef inline bint too_few_doubles(const Draft *d, const Targets *targets, int more) noexcept nogil:
    """Whether `more` further doubles would still be fewer than asked for."""
    return ((<int64_t>d.doubles + more) << 16) + targets.nearly < <int64_t>targets.doubles_low * d.pairs


cdef inline bint too_many_doubles(const Draft *d, const Targets *targets, int more) noexcept nogil:
    """Whether `more` further doubles would be more than asked for."""
    return ((<int64_t>d.doubles + more) << 16) - targets.nearly > <int64_t>targets.doubles_high * d.pairs


cdef inline bint on_target(const Draft *d, const Targets *targets) noexcept nogil:
    """Whether cycles and doubles are within their ranges."""
    return (
        targets.cycles_low <= cycles_of(d) <= targets.cycles_high and
        not too_few_doubles(d, targets, 0) and not too_many_doubles(d, targets, 0)
    )


# ---- building blocks of the changes; these check nothing

cdef inline void add_bridges(Draft *d, int32_t at, int slot, int32_t end, int more) noexcept nogil:
    """Add bridges between two islands, or remove some if `more` is negative."""
    cdef int32_t step = d.step[slot]
    cdef int between = more * (9 << (6 * (slot >> 1)))
    d.cell[at] = <uint16_t>(d.cell[at] + more * (1 << (3 * slot)))
    at += step
    while at != end:
        d.cell[at] = <uint16_t>(d.cell[at] + between)
        at += step
    d.cell[end] = <uint16_t>(d.cell[end] + more * (1 << (3 * (slot ^ 1))))


cdef inline void lay(Draft *d, int32_t at, int slot, int32_t end, int count) noexcept nogil:
    """Lay the first bridges between two islands."""
    add_bridges(d, at, slot, end, count)
    d.pairs += 1
    d.doubles += count > 1


cdef inline void put_island(Draft *d, int32_t at) noexcept nogil:
    d.cell[at] |= ISLAND
    d.islands += 1


cdef inline void take_up(Draft *d, int32_t at, int slot, int32_t end) noexcept nogil:
    """Remove all bridges between two islands."""
    cdef int count = side(d.cell[at], slot)
    add_bridges(d, at, slot, end, -count)
    d.pairs -= 1
    d.doubles -= count > 1


cdef inline void list_clue(Draft *d, int32_t i) noexcept nogil:
    """Update the listed clue of island i from its cell."""
    cdef uint16_t word = d.cell[d.at[i]]
    d.target[i] = <int8_t>(UNKNOWN if word & HIDDEN else clue_of(word))


# Whether bridges lead from one island to another. `are_joined_nearby` gives up after some hundred islands: it is for
# callers that ask often and can live with a wrong "no".
cdef bint are_joined(Draft *d, int32_t at, int32_t goal) noexcept nogil
cdef bint are_joined_nearby(Draft *d, int32_t at, int32_t goal) noexcept nogil

# Find a shortest way along bridges, other than the one between the two if they are linked. Return the place in the
# queue of the last island before `goal`; from it `came_from` leads back to place 0, which is `at`. -1: there is none.
cdef int32_t find_way(Draft *d, int32_t at, int32_t goal) noexcept nogil
