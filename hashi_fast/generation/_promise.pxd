"""How much a layout promises: whether its islands see each other in ways that make hard puzzles.

Only where islands stand counts, not their bridges, so a draft can be judged as soon as it has grown. Where islands see
several others, counting around them decides little, and where ways around are long, what is left open need not be
ambiguous. Edges that cross take each other's place, so that one of them tells about the other; but an island needs some
that nothing crosses. So what counts, each with a weight, is the number of

    islands
    edges          pairs of islands that see each other
    crossings      places where two edges cross
    dead ends      islands that see one other
    squares        four islands, each of which sees the next: a bridge can often be moved around them
    crossed        edges that are crossed
    hemmed in      islands all of whose edges are crossed
    held           islands with exactly one edge that is not crossed
"""
from libc.stdint cimport int32_t, int64_t, uint8_t

from hashi_fast.generation._draft cimport Draft
from hashi_fast.support._memory cimport Arena
from hashi_fast.support._status cimport Status


cdef enum:
    ISLANDS = 0
    EDGES = 1
    CROSSINGS = 2
    DEAD_ENDS = 3
    SQUARES = 4
    CROSSED = 5
    HEMMED_IN = 6
    HELD = 7
    COUNTED = 8


# Scratch of a sweep over a layout. Zero it before the first use.
cdef struct Sweep:
    int32_t *above           # [width] the cell of the last island met in a column, 0 = none
    int32_t *lowest          # [width] and of the last one there is
    int32_t *right_of        # [cells of the draft] the island that an island sees to its right, 0 = none
    int32_t *below           # [cells of the draft] and below it
    uint8_t *seen            # [cells of the draft] how many it sees,
    uint8_t *free            # [cells of the draft] and by how many edges that nothing crosses
    uint8_t *crossed         # [cells of the draft] whether its edge downwards is crossed
    Arena memory


# Return in `promise` the sum of what is counted by its weights.
cdef Status promise_of(Sweep *s, const Draft *d, const int32_t *weights, int64_t *promise) noexcept nogil

cdef void sweep_free(Sweep *s) noexcept nogil
