"""Where a run stops: when it has all the puzzles that are wanted, or after too much work without a new puzzle.

Candidates are counted one after the other, whatever blocks they come in, so the end of a run depends on the candidates
alone.
"""
from __future__ import annotations

from array import array
from collections.abc import Container, Sequence
from typing import NamedTuple

# How many candidates in a row may bring nothing new. One that could not be made counts as many, since all the work
# allowed for it was wasted.
MOST_WASTED = 1000
NOT_MADE = 50


class Walk(NamedTuple):
    """What a run does with a block.

    taken: which candidates it takes. wasted: how much brought nothing new since the last candidate that was taken.
    last: the candidate at which the run stops; None if it goes on to the next block.
    """

    taken: array[int]  # of type "q"
    wasted: int
    last: int | None


def walk(
    made: Sequence[bool | int],
    new: Sequence[int],
    wanted: int,
    wasted: int,
    most: int,
    free: Container[int] = (),
) -> Walk:
    """Go through the candidates of a block.

    made: for each candidate, whether it could be made. new: the places of the new ones, in order. wanted: how many
    puzzles are missing, at least one. wasted: that of the block before. most: how much may be wasted. free: the places
    of those that are not new and yet count as no waste.

    >>> made = [True, False, True, True]
    >>> walk(made, [2, 3], wanted=1, wasted=0, most=1000)
    Walk(taken=array('q', [2]), wasted=0, last=2)
    >>> walk(made, [2, 3], wanted=3, wasted=948, most=1000)
    Walk(taken=array('q', [2, 3]), wasted=0, last=None)
    >>> walk(made, [2, 3], wanted=3, wasted=949, most=1000)
    Walk(taken=array('q'), wasted=1000, last=1)
    """
    if len(new) == len(made) >= 1:  # as usual
        taken = array("q", new[:wanted])
        return Walk(taken, 0, taken[-1] if len(taken) == wanted else None)
    taken = array("q")
    begin = 0
    for end in (*new[:wanted], len(made)):
        for k in range(begin, end):
            if k in free:
                continue
            wasted += 1 if made[k] else NOT_MADE
            if wasted >= most:
                return Walk(taken, wasted, k)
        if end == len(made):
            break
        taken.append(end)
        wasted = 0
        begin = end + 1
        if len(taken) == wanted:
            return Walk(taken, 0, end)
    return Walk(taken, wasted, None)
