"""Where a run stops: when it has all the puzzles that are wanted, or after too much work without a new puzzle.

Candidates are counted one after the other, whatever blocks they come in, so the end of a run depends on the candidates
alone.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy
from numpy.typing import NDArray

# How many candidates in a row may bring nothing new. One that could not be made counts as many, since all the work
# allowed for it was wasted.
MOST_WASTED = 1000
NOT_MADE = 50


class Walk(NamedTuple):
    """What a run does with a block.

    taken: which candidates it takes. wasted: how much brought nothing new since the last candidate that was taken.
    last: the candidate at which the run stops; None if it goes on to the next block.
    """

    taken: NDArray[numpy.int64]
    wasted: int
    last: int | None


def walk(
    made: NDArray[numpy.bool_],
    new: NDArray[numpy.int64],
    wanted: int,
    wasted: int,
    most: int,
    free: NDArray[numpy.int64] | None = None,
) -> Walk:
    """Go through the candidates of a block.

    made: for each candidate, whether it could be made. new: the places of the new ones, in order. wanted: how many
    puzzles are missing, at least one. wasted: that of the block before. most: how much may be wasted. free: the places
    of those that are not new and yet count as no waste.

    >>> made = numpy.array([True, False, True, True])
    >>> walk(made, numpy.array([2, 3]), wanted=1, wasted=0, most=1000)
    Walk(taken=array([2]), wasted=0, last=2)
    >>> walk(made, numpy.array([2, 3]), wanted=3, wasted=948, most=1000)
    Walk(taken=array([2, 3]), wasted=0, last=None)
    >>> walk(made, numpy.array([2, 3]), wanted=3, wasted=949, most=1000)
    Walk(taken=array([], dtype=int64), wasted=1000, last=1)
    """
    cost = numpy.where(made, 1, NOT_MADE)
    if free is not None:
        cost[free] = 0
    spent = wasted + numpy.cumsum(cost)  # including each candidate, since the last one taken before the block
    taken = new[:wanted]
    # What was spent up to the new candidate before each, and from that, what was wasted between the two.
    before = numpy.concatenate(([0], spent[taken]))
    between = spent[taken] - cost[taken] - before[:-1]
    too_late = numpy.flatnonzero(between >= most)
    if len(too_late):
        taken = taken[: too_late[0]]
    elif len(taken) == wanted:
        return Walk(taken, 0, int(taken[-1]))
    since = spent - before[len(taken)]
    given_up = numpy.flatnonzero(since >= most)
    if len(given_up):
        return Walk(taken, int(since[given_up[0]]), int(given_up[0]))
    return Walk(taken, int(since[-1]), None)
