"""Ratings as plain values, so that records can hold one: how hard a puzzle is, and the steps that show it."""
from __future__ import annotations

from typing import Any, Literal, NamedTuple

from hashi_fast.levels import Difficulty

RatingStatus = Literal["rated", "multiple", "none", "unknown"]


class Conclusion(NamedTuple):
    """What a step says of an edge: it carries `least` to `most` bridges.

    >>> from hashi_fast import loads, rate
    >>> rate(loads("3x1:2a2"), path=True).path[0].conclusions
    (Conclusion(edge=0, least=2, most=2),)
    """

    edge: int
    least: int
    most: int


class Step(NamedTuple):
    """One use of a technique.

    `island` or `edge` is what it is about (None where it is not about one); `islands` and `edges` are those it looked
    at; `available` says how many steps were open at that moment, which is the size of its `round`. A step that tells
    two cases apart, fewer than so many bridges on its edge or at least as many, has that number as `split`.

    >>> from hashi_fast import loads, rate
    >>> step = rate(loads("3x1:2a2"), path=True).path[0]
    >>> step.technique, step.island, step.islands
    ('full island', 0, (0, 1))
    """

    technique: str
    round: int
    available: int
    island: int | None
    edge: int | None
    islands: tuple[int, ...]
    edges: tuple[int, ...]
    conclusions: tuple[Conclusion, ...]
    split: int | None = None


class Rating(NamedTuple):
    """How hard a puzzle is.

    status: "rated", or why it is not: "multiple" or "none" (number of solutions), "unknown" (the budget ran out).
    difficulty: "easy", "medium", "hard", "expert" or "extreme": the level of the hardest technique that it takes.
    score: orders puzzles by the work they take people; a logarithm, one more is twice the work. Thousandths.
    steps: how many steps were taken; counts: how many by technique.
    backtracks: how often the search had to go back, where nothing else helped.
    hardest: the technique with the greatest weight.
    bottleneck: how many unfinished islands there were for each open step, at the moment when steps were scarcest.
    path: the steps, if they were asked for.

    Unless the status is "rated", difficulty, score and hardest are None, and the rest tells how far it went.
    """

    status: RatingStatus
    difficulty: Difficulty | None
    score: float | None
    steps: int
    backtracks: int
    hardest: str | None
    counts: dict[str, int]
    bottleneck: float
    path: tuple[Step, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the rating as the json format has it, without the path.

        >>> from hashi_fast import loads, rate
        >>> rate(loads("3x1:2a2")).to_dict()["difficulty"]
        'easy'
        """
        fields = self._asdict()
        del fields["path"]
        return fields
