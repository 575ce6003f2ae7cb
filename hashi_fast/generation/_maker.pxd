"""Making a puzzle of the kind that is asked for: grow a draft, then change it where it is not as it should be.

The rating is the guide. A draft is worked out with the techniques of the wanted level and those below, at a glance
(`_glance`) as long as that says enough:

    worked out, and it took what was wanted   done: that is a proof that it is unique, and it is rated
    worked out, but not as wanted             STIR: change something at random, and keep it if that leads nearer
    stuck                                     EASE: where edges are undecided is where it is too hard or ambiguous, so
                                              change one thing in every cluster of them (`_repair` knows what and how)

Clues that are to be hidden are hidden before that (`_hiding`), so that the rating steers around them. If some have to
wait until all else is as wanted, they are hidden one by one then, as long as it stays so. Otherwise the look may be
polished, as long as it stays what was wanted.

On small boards hardly anything is hard by chance. There the bridges of a draft are mixed in many boards at once, and
those of this FLOCK (`_flock`) that may be hard enough are looked at one by one.

At the levels that are made by MENDING, techniques take long to see that a board is ambiguous. There the search makes
the draft unique first; where that would take long, it is EASED until little is undecided. What is unique but too easy
goes for a WALK: small changes that keep it unique, and leave no fewer edges open to those who only count around
islands. At the hardest level, SHAVING then tells whether the draft is hard enough long before it could have been rated,
and a walk may begin at that board of a flock which took shaving longest. Where drafts are not mended, the rating is the
proof on a walk.

One extreme part makes a board extreme. So a large one may have a knot (`_knot`): a maker of its own, the nursery, makes
a small puzzle (RAISING), the draft grows around it, and all that is undecided elsewhere is EASED. The rating has the
last word on these drafts, too. Where a knot would show, it is the last resort.

Where there is a style (`_look`), it has a say in all changes.

A draft that does not come right is given up for a new one. When the work is used up, or nothing grows, and there is
nothing to show for it, the last draft is made unique by search and rated, whatever it is, to be the closest there is.
All that decides counts work, so the same order, seed and index always give the same puzzle.
"""
from libc.stdint cimport uint64_t

from hashi_fast.generation._making cimport Maker, Order
from hashi_fast.support._status cimport Status


cdef void make_start(Maker *m, const Order *order, uint64_t seed, uint64_t index) noexcept nogil

# Go on for a slice. OK: made. When it is over, `closest` and `tally` are the puzzle, or as near to it as could be (if
# any was found: `has_closest`).
cdef Status make_run(Maker *m) noexcept nogil

cdef void make_free(Maker *m) noexcept nogil
