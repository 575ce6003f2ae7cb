"""A wide glance: which of many boards with the same islands take more than techniques up to group isolation.

The boards differ in their bridges and so in their clues. Each has a lane of its own (`support/_lanes.pxd`), and what is
done to a word is done to all of them, so all boards cost hardly more than one.

Since the intended bridges are known, a domain is kept as its distance from them, and no sum has to be added up:

    lo ...... intended ...... hi         need  = sum of `less` around an island
       less            more              slack = sum of `more`

    less_one: lo is at least one bridge below what is intended; less_two: two.  more_one, more_two: hi is above it.

No step may rule out what is intended, so bits only ever fall. Lanes that are not looked at are 0 throughout.

Groups are not kept either. Whether a group is open elsewhere is told from island to island, along sure bridges and away
from the edge in question:

    leads_on    besides this edge, the island at this end of it has a sure bridge to one that needs more, or leads on

Where an edge would close a ring of bridges, an island may hear of itself, and a step is missed. Otherwise the end is
that of a glance with the rungs up to group isolation (see _glance.pxd). The rule against loops is not known here.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t

from hashi_fast.board._topology cimport Topo
from hashi_fast.support._lanes cimport lanes
from hashi_fast.support._memory cimport Arena
from hashi_fast.support._status cimport Status


cdef enum:
    MOST_WIDE_BRIDGES = 2    # per pair


# What is known about an edge.
cdef struct EdgeLanes:
    lanes one            # one bridge or more is intended: this and the next are filled by the caller
    lanes two            # two are
    lanes less_one
    lanes less_two
    lanes more_one
    lanes more_two
    # As it is when a round over groups begins:
    lanes open_one       # hi is at least one more than lo,
    lanes open_two       # or two
    lanes sure           # there is a bridge
    lanes leads_on[2]    # (see above) at its upper or left end, and at the other one
    # What the round concludes:
    lanes raised         # lo goes up by one
    lanes lowered        # hi goes down by one


# What an island needs and can lose when a round over groups begins: at least one, two or three bridges.
cdef struct IslandLanes:
    lanes need[3]
    lanes slack[3]


# What an island sees in a slot.
cdef struct Spoke:
    int32_t edge         # where it sees nothing, the edge behind the last one
    int32_t island
    bint crossed


# Zero it before the first `wide_start`; each start reuses the memory of the one before.
cdef struct WideGlance:
    const Topo *topo
    EdgeLanes *edge      # [n_edges + 1] on the last one there never is a bridge
    IslandLanes *island  # [n_islands]
    Spoke *spoke         # [4 * n_islands] as slots of the topology; none is missing, which saves branches
    uint64_t *waiting    # [n_islands] bits: islands that have to be looked at again
    int64_t effort       # work done, about one unit for each island of a single board looked at
    Arena memory


# Get ready for boards with these islands and up to MOST_WIDE_BRIDGES bridges per pair.
cdef Status wide_start(WideGlance *g, const Topo *topo) noexcept nogil

# Return the boards of those given that cannot be worked out, with `least_open` undecided edges or more in the end; at
# least 1. Precondition: `one` and `two` are solutions of them.
cdef lanes wide_glance(WideGlance *g, lanes boards, int32_t least_open) noexcept nogil

cdef void wide_free(WideGlance *g) noexcept nogil
