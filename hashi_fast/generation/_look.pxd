"""The look of a draft: what its islands and bridges are like, compared with what a style asks for.

A board's look is a list of *counts*. An island has a *kind*: how many others it is linked to, and with how many of them
by two bridges or more. Kinds are counted by *zone*, since islands on the rim have fewer ways to go; links and clues are
counted over all zones as well, since they are what meets the eye. A bridge has a *span*, the number of cells to its
other end.

    kind       0      1 2      3 4 5      6 7 8 9        10 11 12 13 14
    links      0      1        2          3              4
    doubles    0      0 1      0 1 2      0 1 2 3        0  1  2  3  4

    counts     kinds on the rim | beside it | inside | links | links + doubles | spans | pairs | doubles

    energy = sum of cost * excess ** 2 over all counts; excess = how many there are less how many are wanted

How many are wanted is drawn for each draft, island by island and bridge by bridge, from the tables of the style. So
boards of a style differ from each other as much as boards do that have nothing but the style in common. Costs are
higher for what is rare, as in a chi-square test.

A change is made where the rules and the rating need it (`_repair`); the energy has a say in which of the possible
changes it is. Before that, `look_settle` makes changes for the look alone.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t

from hashi_fast.generation._draft cimport Draft, Targets
from hashi_fast.support._memory cimport Arena
from hashi_fast.support._random cimport hf_random
from hashi_fast.support._status cimport Status


cdef enum:
    ZONES = 3                # 0: on the rim, 1: on a line beside it, 2: further inside
    ISLAND_KINDS = 15
    SPAN_KINDS = 8           # the last one is for all longer ones, too
    LINK_KINDS = 5
    CLUE_KINDS = 9
    UNIT_COST = 1024         # energy of one more than wanted of something that hardly ever is there
    # Where the counts begin.
    LINKS_AT = ZONES * ISLAND_KINDS
    CLUES_AT = LINKS_AT + LINK_KINDS
    SPANS_AT = CLUES_AT + CLUE_KINDS
    PAIRS_AT = SPANS_AT + SPAN_KINDS
    DOUBLES_AT = PAIRS_AT + 1
    COUNTS = DOUBLES_AT + 1


# What boards should look like. The tables are weights; only their ratios count.
cdef struct Style:
    int32_t kinds[ZONES * ISLAND_KINDS]
    int32_t lengths[SPAN_KINDS]
    int32_t costs[6]         # of kinds by zone, links, clues and spans; of pairs and doubles too many or too few
    int32_t spread_doubles   # boards vary by more than chance: the odds of doubles by up to this much, in 1/1024, from
    int32_t spread_links     # board to board, and those of links
    int32_t sweeps           # changes tried for the look alone, per island; 0 = there is no style, anything goes


# By how much the energy rises with one more of something, and by how much more with each that follows.
cdef struct Price:
    int64_t next             # cost * (2 * excess + 1)
    int64_t step             # 2 * cost


# Zero it before the first `look_start`. Each start reuses the memory of the one before.
cdef struct Look:
    bint styled              # whether there is a style at all; without one, all changes cost nothing
    int32_t wanted[COUNTS]
    Price price[COUNTS]
    int32_t width            # of the board that the zones are for
    int32_t height
    uint8_t *zone            # [cells of the draft] times ISLAND_KINDS
    Arena memory


# Draw how many of each kind a draft should have, and count how many it has.
cdef Status look_start(Look *look, const Style *style, Draft *d, hf_random *random) noexcept nogil

# Count again what the draft has, after another was put in its place.
cdef void look_count(Look *look, const Draft *d) noexcept nogil

# By how much the energy rises if a pair of islands has `after` bridges instead of `before`.
cdef int64_t look_rise(
    const Look *look, const Draft *d, int32_t at, int slot, int32_t end, int before, int after
) noexcept nogil

# Count the pair like that. The draft must be as it was before all changes that the look has been told of since, but for
# those of other islands.
cdef void look_change(
    Look *look, const Draft *d, int32_t at, int slot, int32_t end, int before, int after
) noexcept nogil

# Change the bridges of a draft, as long as that lowers the energy and keeps it within its aims.
cdef void look_settle(Look *look, const Style *style, Draft *d, const Targets *aims, hf_random *random) noexcept nogil

# Link two islands that see each other, with `count` bridges, and cut the pair on the way between them that the look can
# do without most easily. False (nothing changed): the energy would rise by more than `most`.
cdef bint look_move(
    Look *look, Draft *d, int32_t at, int slot, int count, int64_t most, int32_t *cut_at, int *cut_slot
) noexcept nogil

cdef void look_free(Look *look) noexcept nogil
