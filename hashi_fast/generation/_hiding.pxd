"""Hiding clues: which islands of a draft under repair keep theirs to themselves.

What a hidden clue would have said has to follow from its neighbours:

a. Nothing limits the bridges between two hidden clues, unless a bridge crosses them. So no two that see each other are
   hidden together.
b. Two hidden clues beside the same known one are LOOSE if a bridge can be moved from one to the other: no sum changes.
   They are not if the known island is linked to both by as many bridges as there may be, or to neither.

Clues are hidden before a draft is rated, so that the rating steers them along with the bridges.
"""
from libc.stdint cimport int32_t, int64_t

from hashi_fast.generation._draft cimport Draft
from hashi_fast.generation._repair cimport Repair


# Find a random clue that may be hidden. -1: there is hardly any.
cdef int32_t find_to_hide(Repair *r) noexcept nogil

# Hide random clues until a share of them, in 1/65536, is hidden, or hardly any other can be. Precondition: a survey.
cdef void hide_clues(Repair *r, int32_t share) noexcept nogil


cdef inline int64_t still_to_hide(const Draft *d, int32_t share) noexcept nogil:
    """Return how many clues have to be hidden before a share of them, in 1/65536, is."""
    return max(0, (<int64_t>share * d.islands >> 16) - d.hidden)
