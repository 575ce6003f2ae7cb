"""A draft: a board under construction together with its intended solution, in which local changes are cheap.

Cells exist here and nowhere else in the kernels. A cell is one word: for each of its four sides how many
bridges leave through it, and some flags.

    15    14      13    12      11..9   8..6   5..3   2..0
    WALL  HIDDEN  MARK  ISLAND   UP     DOWN   LEFT   RIGHT       slot s (as in _topology) is bits 3 s to 3 s + 2

Whatever leaves one cell enters the next, so side s of a cell equals side s ^ 1 of its neighbour there. On a
cell without an island RIGHT = LEFT and DOWN = UP, and not both are positive: bridges run straight and do
not cross. So an island's clue is the sum of its sides, a bridge is split by setting a flag, and a ray may
stop at the first word that is not 0.

Cell (row, col) is number (row + 1) * stride + col with stride = width + 1; the rest are walls: a row above, a row
below, and one column that serves as the right end of a row and the left end of the next.

Between any two calls below the draft is a solved board: all islands joined, at most `max_bridges` a pair, no loop
of islands where `loops` is false, no two islands side by side unless `neighbours`, islands standing symmetrically
where a symmetry is asked for. No cell is marked.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint16_t

from hashi_fast.board._boards cimport UNKNOWN, Board
from hashi_fast.support._memory cimport Arena
from hashi_fast.support._status cimport Status
from hashi_fast.board._topology cimport Topo


cdef enum:
    SIDES = 0x0FFF       # bridges through all four sides
    ISLAND = 1 << 12
    MARK = 1 << 13       # scratch: a place reserved for an island while a tree grows, a cell seen on a walk
    HIDDEN = 1 << 14     # the island's clue is not told
    WALL = 1 << 15


# Of the layout, the cells with islands; bridges and clues may break it.
cdef enum Symmetry:
    ASYMMETRIC = 0
    ROTATE = 1           # by half a turn
    MIRROR_H = 2         # left and right swapped
    MIRROR_V = 3         # top and bottom swapped
    DIAGONAL = 4         # rows and columns swapped; for square boards


# What the solution of a board should be like, both ends of a range included.
cdef struct Targets:
    int32_t cycles_low       # independent cycles
    int32_t cycles_high
    int32_t doubles_low      # pairs with two bridges or more, of all pairs with any, in 1/65536
    int32_t doubles_high
    int32_t nearly           # by so much of a pair, in 1/65536, there may be fewer or more


# Zero it before the first `draft_start`; each start reuses the memory of the one before.
cdef struct Draft:
    int32_t width
    int32_t height
    int32_t max_bridges
    bint loops
    bint neighbours      # whether islands may stand side by side
    Symmetry symmetry
    int32_t room         # most islands there may be; what would bring in more is refused
    int32_t stride       # width + 1
    int32_t step[4]      # from a cell to the next one in each slot
    uint16_t *cell       # [(height + 2) * stride]
    # Counts that are kept up to date.
    int32_t islands
    int32_t pairs        # pairs of islands with a bridge; cycles = pairs - islands + 1
    int32_t doubles      # of them, pairs with two or more
    int32_t hidden       # hidden clues
    # What `draft_board` wrote: islands in row-major order.
    int32_t *at          # [room] the cell of each
    int32_t *row         # [room]
    int32_t *col         # [room]
    int8_t *target       # [room]
    int32_t *queue       # [room] scratch
    Arena memory


# An empty board: the one state that is not solved. Of `board` only the size and the rules are read, which `board_fault`
# accepts. Precondition: the symmetry suits them, and `room` is at most the number of cells.
cdef Status draft_start(
    Draft *d, const Board *board, int32_t room, bint neighbours, Symmetry symmetry
) noexcept nogil

cdef void draft_free(Draft *d) noexcept nogil

# Copy a draft over another that was started alike; what `draft_board` wrote is not copied.
cdef void draft_copy(Draft *to, const Draft *draft) noexcept nogil

# Fill an empty draft from a board and the bridges of one of its solutions, by edge. Clues that are UNKNOWN are hidden.
cdef void draft_adopt(Draft *d, const Topo *topo, const int8_t *bridges) noexcept nogil

# ---- reading it

# List the islands in row-major order and point `board` at the lists, which stay as they are until the next call.
cdef void draft_board(Draft *d, Board *board) noexcept nogil

# The intended bridges of every edge of the topology built from that board.
cdef void draft_bridges(const Draft *d, const Topo *topo, int8_t *bridges) noexcept nogil

# ---- changing the bridges; `at` is an island

# Set the bridges in a slot that has some to `count`, 1..max_bridges.
cdef void draft_set_count(Draft *d, int32_t at, int slot, int count) noexcept nogil

# Lay `count` bridges to the next island in a slot. False (nothing changed): there is none, or it is not free to be
# reached, or it is linked already; or it would close a loop where loops are forbidden.
cdef bint draft_link(Draft *d, int32_t at, int slot, int count) noexcept nogil

# Take the bridges of a slot away. False (nothing changed): there are none, or something would come apart.
cdef bint draft_cut(Draft *d, int32_t at, int slot) noexcept nogil

# Hide or tell the clue.
cdef void draft_hide(Draft *d, int32_t at, bint hidden) noexcept nogil

# ---- changing the islands; in a symmetric draft the mirror images change as well, or nothing does (False)

# The first island, on an empty draft. Its image is joined to it by `count` bridges: straight where they see each other,
# else by way of a corner (and the corner's image). False: they would stand side by side.
cdef bint draft_plant(Draft *d, int32_t at, int count) noexcept nogil

# A new island `length` cells from `at` in a slot, with `count` bridges between them; its image gets `image_count`.
# False: the way is not free or the place is none for an island.
cdef bint draft_reach(Draft *d, int32_t at, int slot, int32_t length, int count, int image_count) noexcept nogil

# A new island in the middle of a bridge. False: there is no bridge at that cell, or an island beside it.
cdef bint draft_split(Draft *d, int32_t at) noexcept nogil


# The image of a cell under the symmetry of the draft.
cdef int32_t image_of(const Draft *d, int32_t at) noexcept nogil


cdef inline int32_t cell_at(const Draft *d, int32_t row, int32_t col) noexcept nogil:
    return (row + 1) * d.stride + col


cdef inline int side(uint16_t word, int slot) noexcept nogil:
    """How many bridges leave a cell through a side."""
    return (word >> (3 * slot)) & 7


cdef inline int clue_of(uint16_t word) noexcept nogil:
    """The bridges that end on an island."""
    return side(word, 0) + side(word, 1) + side(word, 2) + side(word, 3)


cdef inline bint beside_island(const Draft *d, int32_t at) noexcept nogil:
    """Whether an island stands on one of the four neighbouring cells."""
    return (d.cell[at + 1] | d.cell[at - 1] | d.cell[at + d.stride] | d.cell[at - d.stride]) & ISLAND != 0


cdef inline bint is_free(const Draft *d, int32_t at) noexcept nogil:
    """Whether a new island may stand on an empty cell."""
    return d.cell[at] == 0 and (d.neighbours or not beside_island(d, at))


cdef inline bint can_split(const Draft *d, int32_t at) noexcept nogil:
    """Whether a bridge may get an island at this cell."""
    return (
        d.islands < d.room and d.cell[at] & SIDES != 0 and not d.cell[at] & ISLAND and
        (d.neighbours or not beside_island(d, at))
    )


cdef inline int32_t next_island(const Draft *d, int32_t at, int slot) noexcept nogil:
    """The far end of the bridge that leaves an island through a side."""
    at += d.step[slot]
    while not d.cell[at] & ISLAND:
        at += d.step[slot]
    return at


cdef inline int32_t seen_from(const Draft *d, int32_t at, int slot) noexcept nogil:
    """The first cell in a slot that is not empty."""
    at += d.step[slot]
    while d.cell[at] == 0:
        at += d.step[slot]
    return at


cdef inline int32_t cycles_of(const Draft *d) noexcept nogil:
    """Independent cycles of the solution."""
    return d.pairs - d.islands + 1


cdef inline bint too_few_doubles(const Draft *d, const Targets *targets, int more) noexcept nogil:
    """Whether there would be fewer doubles than asked for with so many more of them."""
    return ((<int64_t>d.doubles + more) << 16) + targets.nearly < <int64_t>targets.doubles_low * d.pairs


cdef inline bint too_many_doubles(const Draft *d, const Targets *targets, int more) noexcept nogil:
    """Whether there would be more doubles than asked for with so many more of them."""
    return ((<int64_t>d.doubles + more) << 16) - targets.nearly > <int64_t>targets.doubles_high * d.pairs


cdef inline bint on_target(const Draft *d, const Targets *targets) noexcept nogil:
    """Whether cycles and doubles are within their ranges."""
    return (
        targets.cycles_low <= cycles_of(d) <= targets.cycles_high and
        not too_few_doubles(d, targets, 0) and not too_many_doubles(d, targets, 0)
    )


# ---- what the changes are made of; these check nothing

cdef inline void add_bridges(Draft *d, int32_t at, int slot, int32_t end, int more) noexcept nogil:
    """Add to the bridges between two islands, a negative number to take some away."""
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
    """Take away all bridges between two islands."""
    cdef int count = side(d.cell[at], slot)
    add_bridges(d, at, slot, end, -count)
    d.pairs -= 1
    d.doubles -= count > 1


cdef inline void list_clue(Draft *d, int32_t i) noexcept nogil:
    """Bring the listed clue of island i up to date with its cell."""
    cdef uint16_t word = d.cell[d.at[i]]
    d.target[i] = <int8_t>(UNKNOWN if word & HIDDEN else clue_of(word))


# Whether bridges lead from one island to another; and whether they do without meeting a great many others, for those
# who ask often and can do without a yes.
cdef bint are_joined(Draft *d, int32_t at, int32_t goal) noexcept nogil
cdef bint are_joined_nearby(Draft *d, int32_t at, int32_t goal) noexcept nogil
