"""A knot: a small board that is planted in a large one, with its solution.

One extreme part makes a board extreme, and a small board that is extreme is found sooner than a large one. So a small
one is made first. It is turned or mirrored at random and put somewhere on the large board, which grows around it:

    shut      while the rest grows, the cells of the knot are shut: no bridge may enter, no island may stand beside it
    put       then its islands and bridges are put in, and one link is laid from it to the rest

As long as that link is the only one, the knot is as hard as it was: its islands must all be joined within the knot, in
this board as in the small one. All that the rest tells about it is which bridges lead out of it, and once that is
known, the small board is left. So pairs that touch the knot are not changed (`in_knot`).
"""
from libc.stdint cimport int32_t

from hashi_fast.generation._draft cimport Draft
from hashi_fast.support._random cimport hf_random


cdef struct Knot:
    const Draft *board       # the small board
    int turn                 # how it is put: bit 0 = rows and columns swapped, 1 = then upside down, 2 = left and right


# Draw where on an empty draft the knot goes, and shut its cells there. Precondition: it is smaller than the draft,
# whichever way it is turned.
cdef void knot_shut(Knot *knot, Draft *d, hf_random *random) noexcept nogil

# Put the knot where it was shut out, and lay `count` bridges to another island, at most `longest` cells away. False:
# none is in sight.
cdef bint knot_put(const Knot *knot, Draft *d, int32_t longest, int count, hf_random *random) noexcept nogil
