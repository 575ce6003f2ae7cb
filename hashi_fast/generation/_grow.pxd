"""Growing a solved board from nothing, by one of two strategies.

GROW: a random island that can still reach out lays a bridge of random length and thickness, with a new island
at its end. TREE: places for islands are chosen first; then a random island of the tree joins the next place it
sees, until it sees none. Whatever the tree has not joined is dropped, and growing fills up.

Both end alike: borders that no island stands on are reached for, islands are put into bridges where nothing can
reach out any more, and pairs that see each other are linked until there are enough cycles.
"""
from libc.stdint cimport int32_t

from hashi_fast.generation._draft cimport Draft, Symmetry, Targets
from hashi_fast.support._memory cimport Arena
from hashi_fast.support._random cimport hf_random
from hashi_fast.support._status cimport OWN, Status


cdef enum Strategy:
    GROW = 0
    TREE = 1


# What a draft should be like; chances are in 1/65536. Of a range, both ends are meant.
cdef struct GrowthPlan:
    int32_t width
    int32_t height
    int32_t max_bridges      # 1..4
    bint loops
    bint neighbours          # whether islands may stand side by side
    bint borders             # whether every border must be used, as far as the rules let it
    Symmetry symmetry
    Strategy strategy
    int32_t islands_low      # at least 1
    int32_t islands_high
    int32_t more_bridges     # chance that a pair gets a second bridge, then that it gets a third, and so on
    int32_t winding          # chance that the last island reaches out again rather than any: longer chains, fewer ends
    int32_t closeness        # chance that an island is put as near as it may stand, rather than anywhere
    int32_t longest          # most cells from an island to the next along a bridge; 0 = any


# What has become of a draft that is not what was asked for.
cdef enum:
    NO_ROOM = 4 * OWN        # fewer islands than asked for found room
    NO_BORDER                # a border could not be reached
    ASTRAY                   # all but the cycles or doubles is as asked for


# Zero it before the first time; each draft reuses the memory of the one before.
cdef struct Growth:
    int32_t *open            # [room] islands that may reach out: cell << 4 | slots in which they have not failed
    int32_t n_open
    int needed               # borders that are to be used and are not yet: bit s for the one in slot s
    int32_t *lengths         # [longer side] where an island could stand along a ray
    int32_t *places          # [cells or 2 * room, whichever is more] cells for islands, or pairs: cell << 1 | orient
    int32_t attempts         # drafts begun for the last one
    Arena memory


# Start `d` and fill it, with cycles and doubles within `aims` as far as the islands allow. When an attempt fails,
# another begins; the draft is what the last one came to.
cdef Status grow(
    Growth *g, Draft *d, const GrowthPlan *plan, const Targets *aims, hf_random *random
) noexcept nogil

cdef void growth_free(Growth *g) noexcept nogil
