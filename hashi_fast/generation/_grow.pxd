"""Growing a solved board from nothing, by one of two strategies.

GROW: a random island that can still reach out lays bridges of random length and number to a new island. TREE: places
for islands are chosen first. Then a random island of the tree joins the next place it sees, until no island sees one.
Places that the tree has not joined are dropped, and growing does the rest.

Both end in the same way: islands reach for borders that are still unused; when no island can reach out any more, new
islands are put into bridges; and pairs that see each other are linked until there are enough cycles. Where there is a
knot, all of this happens around it (see _knot.pxd).
"""
from libc.stdint cimport int32_t, uint8_t

from hashi_fast.generation._draft cimport Draft, Symmetry, Targets
from hashi_fast.generation._knot cimport Knot
from hashi_fast.support._memory cimport Arena
from hashi_fast.support._random cimport hf_random
from hashi_fast.support._status cimport OWN, Status


cdef enum Strategy:
    GROW = 0
    TREE = 1


cdef enum:
    MOST_SPAN = 7            # longest bridge that a table of spans knows


# Where a new island would stand.
cdef enum Place:
    INSIDE = 0
    BESIDE_RIM = 1           # on a line next to the rim
    ON_RIM = 2
    IN_CORNER = 3
    PLACES = 4


# What a draft should be like. Chances are in 1/65536. Ranges include both ends.
cdef struct GrowthPlan:
    int32_t width
    int32_t height
    int32_t max_bridges      # 1..4
    bint loops
    bint neighbours          # whether islands may stand side by side
    bint borders             # whether every border must be used, as far as the rules allow
    Symmetry symmetry
    Strategy strategy
    int32_t islands_low      # at least 1
    int32_t islands_high
    int32_t more_bridges     # chance that a pair gets a second bridge, then a third, and so on
    int32_t winding          # chance that the newest island reaches out, not a random one: longer chains, fewer ends
    int32_t closeness        # chance that an island is put as near as possible, not at a random length
    int32_t longest          # most cells from an island to the next along a bridge; 0 = no limit
    # How full boards grow: the chance of an island is a product of, so that drafts come to look alike.
    bint choosy              # whether the rest counts
    int32_t spans[MOST_SPAN + 1]  # by the length of its bridge: how much more likely than another length
    int32_t places[PLACES]   # chance that it is accepted where it would stand,
    int32_t diagonals[5]     # by the number of islands diagonally beside it,
    int32_t fresh[3]         # and by how many of its row and column have no island yet
    int32_t leaning          # share of the islands that are put in pairs under half a turn, before chance decides alone
    int32_t linking          # chance that it is linked to another island that it sees, which closes a cycle


# Why a draft is not what was asked for.
cdef enum:
    NO_ROOM = 4 * OWN        # there was room for fewer islands than asked for
    NO_BORDER                # a border could not be reached
    ASTRAY                   # only cycles or doubles are not as asked for


# Zero it before the first use. Each draft reuses the memory of the one before.
cdef struct Growth:
    int32_t *open            # [room] islands that may reach out: cell << 4 | slots in which they have not failed
    int32_t n_open
    int needed               # borders that must be used and are not yet: bit s for the border in slot s
    int kept_free            # of these, borders whose next line is kept free so that they can be reached in the end
    uint8_t *used_rows       # [height] whether there is an island in a row (kept up for choosy plans only),
    uint8_t *used_cols       # [width] or in a column
    int32_t *lengths         # [longer side] where an island could stand along a ray
    int32_t *places          # [max(cells, 2 * room)] cells for islands, or pairs: cell << 1 | orient
    int32_t attempts         # drafts begun in the last call
    Arena memory


# Start `d` and fill it, with cycles and doubles within `aims` as far as the islands allow. If an attempt fails, another
# begins. The draft is the result of the last attempt. Without a knot, `knot` is NULL.
cdef Status grow(
    Growth *g, Draft *d, const GrowthPlan *plan, const Targets *aims, Knot *knot, hf_random *random
) noexcept nogil

cdef void growth_free(Growth *g) noexcept nogil
