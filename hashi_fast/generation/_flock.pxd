"""A flock: many boards with the islands of one draft, each with other bridges, looked at all at once.

On small boards hardly any draft is hard, and to change one until it is takes hundreds of looks. So the bridges of a
draft are mixed in many boards at once, and a wide glance (see _wide_glance.pxd) passes over all that are too easy. What
it leaves is hard, harder or ambiguous, and is looked at one by one.

Mixing makes two kinds of change, both of which keep all islands joined, and the numbers of pairs, doubles and cycles:

    turn    the end of a chain, an island with one link, is linked to another island that it sees
    swap    of two pairs one has a double; the other one gets it

Which islands or pairs is drawn once for all boards; which boards, for each by a bit of its own. The more changes, the
less the boards have to do with each other, and with the look of the draft.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from hashi_fast.board._topology cimport Topo
from hashi_fast.deduction._wide_glance cimport WideGlance
from hashi_fast.support._lanes cimport LANE_WORDS, lanes
from hashi_fast.support._memory cimport Arena
from hashi_fast.support._random cimport hf_random
from hashi_fast.support._status cimport Status


cdef enum:
    FLOCK_WORDS = 2                          # of 64 boards each
    FLOCK_PARTS = FLOCK_WORDS // LANE_WORDS  # wide glances that all boards take


# A way to turn the end of a chain.
cdef struct Turn:
    int32_t after        # an edge of the island that comes to link it,
    int32_t before[3]    # instead of one of the others; the edge behind the last one: none


# A change of some of the boards.
cdef struct Change:
    int32_t turn         # on the boards whose bits are set
    int32_t one          # on the others, these two edges swap their doubles
    int32_t two
    uint64_t boards[FLOCK_WORDS]


# Zero it before the first `flock_raise`; each reuses the memory of the one before.
cdef struct Flock:
    WideGlance glance[FLOCK_PARTS]
    Turn *turns          # [n_turns]
    int32_t n_turns
    Change *changes      # [n_changes]
    int32_t n_changes
    int8_t *lo           # [n_edges] what the wide glance knows about the board that was taken last
    int8_t *hi
    uint64_t left[FLOCK_WORDS]  # the boards that are still to be looked at
    int64_t effort       # work done, about one unit for each island of a single board looked at
    Arena memory


# Mix the bridges of a draft with these islands, by `mixing` changes for each island, and keep the boards that may be
# hard: those on which group isolation leaves `least_open` edges undecided, or more. Preconditions: there are at most
# MOST_WIDE_BRIDGES bridges per pair, all clues are known, and the topology remains as it is.
cdef Status flock_raise(
    Flock *f, const Topo *topo, const int8_t *intended, int32_t mixing, int32_t least_open, hf_random *random
) noexcept nogil

# Take the next board and write down its bridges, per edge; `lo` and `hi` are its, too. False: none is left.
cdef bint flock_next(Flock *f, int8_t *bridges) noexcept nogil

cdef void flock_free(Flock *f) noexcept nogil
