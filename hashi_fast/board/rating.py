"""Ratings as plain values, so that records can hold one: how hard a puzzle is, and the steps that show it."""
from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, Literal, NamedTuple, TypeGuard, get_args

from hashi_fast.errors import check_choice, shown
from hashi_fast.levels import DIFFICULTIES, Difficulty
from hashi_fast.support.arguments import as_float, whole_argument

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

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Rating:
        """Return the rating that `to_dict` gave as `fields`; keys that it does not give are passed over.

        Fields that are no rating raise ValueError; so do those of which a file has only a part, such as the level.

        >>> from hashi_fast import Rating, loads, rate
        >>> rating = rate(loads("3x1:2a2"))
        >>> Rating.from_dict(rating.to_dict()) == rating
        True
        """
        if not isinstance(fields, Mapping):
            raise ValueError(f"expected the fields of a rating, not {shown(fields)}")
        missing = [name for name in cls._fields if name != "path" and name not in fields]
        if missing:
            raise ValueError(f"a rating has the key {missing[0]!r}; found {shown(list(fields))}")
        status = fields["status"]
        check_choice("status of a rating", status, get_args(RatingStatus))
        if status == "rated":
            check_choice("difficulty of a rating", fields["difficulty"], DIFFICULTIES)
        for name in ("difficulty", "score", "hardest"):
            if status != "rated" and fields[name] is not None:
                found = f"{name} is {shown(fields[name])} where the status is {status!r}"
                raise ValueError(f"{found}; expected None, since only puzzles with exactly one solution are rated")
        hardest = fields["hardest"]
        if hardest is not None and not isinstance(hardest, str):
            raise ValueError(f"hardest of a rating must be the name of a technique or None, not {shown(hardest)}")
        return cls(
            status,
            level_in(fields),
            None if status != "rated" else _number("score", fields["score"]),
            _count("steps", fields["steps"]),
            _count("backtracks", fields["backtracks"]),
            hardest,
            _counts(fields["counts"]),
            _number("bottleneck", fields["bottleneck"]),
        )


def level_in(rating: object) -> Difficulty | None:
    """Return the level in a rating as records have it, if there is one: a file may say nothing else, or not even that.

    >>> level_in({"difficulty": "hard"}), level_in({"difficulty": 3}), level_in(None)
    ('hard', None, None)
    """
    name = rating.get("difficulty") if isinstance(rating, Mapping) else None
    return next((level for level in DIFFICULTIES if level == name), None)


def score_in(rating: object) -> float | None:
    """Return the score in a rating as records have it, if there is one.

    >>> score_in({"score": 6.305}), score_in({"score": "high"}), score_in(None)
    (6.305, None, None)
    """
    score = rating.get("score") if isinstance(rating, Mapping) else None
    return score if _is_number(score) else None


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(as_float(value))


def _number(name: str, value: object) -> float:
    if not _is_number(value):
        raise ValueError(f"{name} of a rating must be a number, not {shown(value)}")
    return float(value)


def _count(name: str, value: object) -> int:
    return whole_argument(f"{name} of a rating", value, 0, error=ValueError)


def _counts(value: object) -> dict[str, int]:
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise ValueError(f"counts of a rating must be numbers by technique, not {shown(value)}")
    return {name: _count(f"counts[{name!r}]", count) for name, count in value.items()}
