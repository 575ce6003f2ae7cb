"""The status of each puzzle of a batch."""
from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """What `solve_batch` and `rate_batch` found out about a puzzle; their arrays hold the plain numbers.

    NONE: no solution. ONE: one solution was found, or the puzzle has exactly one and is rated. SEVERAL: two or more.
    UNKNOWN: the budget ran out.

    >>> from hashi_fast import PuzzleBatch, Status, loads, solve_batch
    >>> result = solve_batch(PuzzleBatch.from_puzzles([loads("3x1:2a2"), loads("3x1:1a2")]))
    >>> [Status(number).name for number in result.status], result.status == Status.NONE
    (['ONE', 'NONE'], array([False,  True]))
    """

    NONE = 0
    ONE = 1
    SEVERAL = 2
    UNKNOWN = 3
