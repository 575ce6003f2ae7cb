"""Growing a solved board from nothing, by one of two strategies.

GROW: a random island that can still reach out lays bridges of random length and number to a new island. TREE: places
for islands are chosen first. Then a random island of the tree joins the next place it sees, until no island sees one.
Places that the tree has not joined are dropped, and growing does the rest.

Both end in the same way: islands reach for borders that are still unused; when no island can reach out any more, new
islands are put into bridges; and pairs that see each other are linked until there are enough cycles.
"""
from libc.stdint cimport int32_t

from hashi_fast.generation._draft cimport Draft, Symmetry, Targets
from hashi_fast.support._memory cimport Arena
from hashi_fast.support._random cimport hf_random
from hashi_fast.support._status cimport OWN, Status


cdef enum Strategy:
    GROW = 0
    TREE = 1


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
    int32_t *lengths         # [longer side] where an island could stand along a ray
    int32_t *places          # [max(cells, 2 * room)] cells for islands, or pairs: cell << 1 | orient
    int32_t attempts         # drafts begun in the last call
    Arena memory


# Start `d` and fill it, with cycles and doubles within `aims` as far as the islands allow. If an attempt fails, another
# begins. The draft is the result of the last attempt.
cdef Status grow(
    Growth *g, Draft *d, const GrowthPlan *plan, const Targets *aims, hf_random *random
) noexcept nogil

cdef void growth_free(Growth *g) noexcept nogil
