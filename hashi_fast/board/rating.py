"""Ratings as plain values, so that records can hold one: how hard a puzzle is, and the steps behind it."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeGuard, get_args

from hashi_fast.errors import check_choice, shown
from hashi_fast.levels import DIFFICULTIES, TATHAM_TECHNIQUES, Difficulty, TathamLevel
from hashi_fast.support.arguments import as_float, whole_argument

if TYPE_CHECKING:
    from hashi_fast.board.puzzle import Puzzle

RatingStatus = Literal["rated", "multiple", "none", "unknown"]


class Conclusion(NamedTuple):
    """What a step concludes about an edge: it carries `least` to `most` bridges.

    >>> from hashi_fast import loads, rate
    >>> rate(loads("3x1:2a2"), path=True).path[0].conclusions
    (Conclusion(edge=0, least=2, most=2),)
    """

    edge: int
    least: int
    most: int


class _StepFields(NamedTuple):
    technique: str
    round: int
    available: int
    island: int | None
    edge: int | None
    islands: tuple[int, ...]
    edges: tuple[int, ...]
    conclusions: tuple[Conclusion, ...]
    split: int | None = None


class Step(_StepFields):
    """One use of a technique.

    `island` or `edge` is the one it is about, if any, else None. `islands` and `edges` are those it uses. `available`
    is the number of steps that were open at that moment, which is the size of its `round`. A step that tries two cases,
    fewer than n bridges on its edge or at least n, has n as `split`.

    >>> from hashi_fast import loads, rate
    >>> step = rate(loads("3x1:2a2"), path=True).path[0]
    >>> step.technique, step.island, step.islands
    ('full island', 0, (0, 1))
    """

    # Not a field: what the step is a step of, so that a notebook can draw it. Copies and pickles do not have it.
    _place: _Place | None = None

    def placed(self, puzzle: Puzzle, start: Sequence[int], path: Sequence[Step]) -> Step:
        """Tell the step the puzzle, the bridges on each edge before the path began, and the path; return it."""
        self._place = _Place(puzzle, start, path)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Step, tuple(self)

    def _repr_html_(self) -> str:
        from hashi_fast.board.html import block, figure, words

        head = words(f"{self.technique}, round {self.round + 1}", bold=True)
        return head if self._place is None else block(head, figure(self._picture(self._place)))

    def _picture(self, place: _Place) -> str:
        from hashi_fast.board.solution import bridges_of, edge_ends
        from hashi_fast.board.svg import Marks, draw_svg

        counts = list(place.start)
        for step in place.path:
            if step.round < self.round:
                for edge, least, _ in step.conclusions:
                    counts[edge] = max(counts[edge], least)
        ends = edge_ends(place.puzzle)
        marks = Marks(
            [place.puzzle.islands[i][:2] for i in self.islands],
            [(*ends[edge], least) for edge, least, _ in self.conclusions if least > counts[edge]],
            crossed=[ends[edge] for edge, _, most in self.conclusions if most == 0],
        )
        return draw_svg(place.puzzle, bridges_of(ends, counts), marks=marks)


class _Place(NamedTuple):
    """Where a step is: the puzzle, the bridges on each edge before the path began, and the path."""

    puzzle: Puzzle
    start: Sequence[int]
    path: Sequence[Step]


class Rating(NamedTuple):
    """How hard a puzzle is.

    status: "rated", or why there is no rating: "multiple" (several solutions), "none" (no solution) or "unknown" (the
    budget ran out).
    difficulty: "easy", "medium", "hard", "expert" or "extreme": the level of the hardest technique needed.
    score: the work for a person, as a logarithm: one more is twice the work. A multiple of 0.001.
    steps: the number of steps taken; counts: the same by technique.
    backtracks: how often search had to go back, if nothing else helped.
    hardest: the technique with the greatest weight.
    bottleneck: the number of unfinished islands per open step, at the moment when steps were scarcest.
    path: the steps, if requested.

    Unless the status is "rated", difficulty, score and hardest are None, and the rest tells how far solving went.
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

    @property
    def tatham(self) -> TathamLevel | None:
        """The level on the scale of Simon Tatham's Bridges, or None: not rated, or beyond what his generator makes.

        Boards without loops may be a level lower on his scale.

        >>> from hashi_fast import loads, rate
        >>> rate(loads("3x1:2a2")).tatham
        'easy'
        """
        return tatham_level(self.counts) if self.status == "rated" else None

    def to_dict(self) -> dict[str, Any]:
        """Return the rating as in the json format, without the path.

        >>> from hashi_fast import loads, rate
        >>> rate(loads("3x1:2a2")).to_dict()["difficulty"]
        'easy'
        """
        fields = self._asdict()
        del fields["path"]
        return fields

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Rating:
        """Return the rating that `to_dict` turned into `fields`; other keys are ignored.

        Invalid fields raise ValueError. So do incomplete ones: a file may hold only the level, for example.

        >>> from hashi_fast import Rating, loads, rate
        >>> rating = rate(loads("3x1:2a2"))
        >>> Rating.from_dict(rating.to_dict()) == rating
        True
        """
        if not isinstance(fields, Mapping):
            raise ValueError(f"expected the fields of a rating, not {shown(fields)}")
        missing = [name for name in cls._fields if name != "path" and name not in fields]
        if missing:
            raise ValueError(f"a rating must have the key {missing[0]!r}; found {shown(list(fields))}")
        status = fields["status"]
        check_choice("status of a rating", status, get_args(RatingStatus))
        if status == "rated":
            check_choice("difficulty of a rating", fields["difficulty"], DIFFICULTIES)
        for name in ("difficulty", "score", "hardest"):
            if status != "rated" and fields[name] is not None:
                found = f"{name} is {shown(fields[name])} although the status is {status!r}"
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


class _StatedRating(Rating):
    """A rating in the words of a file, which may say less or more than a Rating does: `to_dict` returns them."""

    def to_dict(self) -> dict[str, Any]:
        stated: dict[str, Any] | None = self.__dict__.get("stated")  # gone after `_replace`
        return super().to_dict() if stated is None else dict(stated)

    def __repr__(self) -> str:
        return super().__repr__().removeprefix("_Stated")


def stated_rating(fields: Mapping[str, Any]) -> Rating:
    """Return the rating that a file states. It may be incomplete or odd: what is not clear is None, or 0.

    >>> rating = stated_rating({"difficulty": "hard", "stars": 4})
    >>> rating.status, rating.difficulty, rating.score, rating.steps, rating.to_dict()
    ('rated', 'hard', None, 0, {'difficulty': 'hard', 'stars': 4})
    """
    try:
        rating = _StatedRating._make(Rating.from_dict(fields))
    except ValueError:
        if not isinstance(fields, Mapping):
            raise
        level = level_in(fields)
        status: Any = fields.get("status")
        if status not in get_args(RatingStatus):
            status = "unknown" if level is None else "rated"
        rating = _StatedRating(status, level, score_in(fields), 0, 0, None, {}, 0.0)
    rating.__dict__["stated"] = dict(fields)
    return rating


def tatham_level(techniques: Iterable[str]) -> TathamLevel | None:
    """Return the level on Tatham's scale of a puzzle that takes these techniques, or None if it is beyond.

    >>> tatham_level(["full island", "group isolation"]), tatham_level(["parity"])
    ('hard', None)
    """
    left = set(techniques)
    for level, known in TATHAM_TECHNIQUES.items():
        left.difference_update(known)
        if not left:
            return level
    return None


def level_in(rating: object) -> Difficulty | None:
    """Return the level in the fields of a rating, if there is one: a file may give only the level, or not even that.

    >>> level_in({"difficulty": "hard"}), level_in({"difficulty": 3}), level_in(None)
    ('hard', None, None)
    """
    name = rating.get("difficulty") if isinstance(rating, Mapping) else None
    return next((level for level in DIFFICULTIES if level == name), None)


def score_in(rating: object) -> float | None:
    """Return the score in the fields of a rating, if there is one.

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
    if type(value) is int and value >= 0:  # the usual case: files have many
        return value
    return whole_argument(f"{name} of a rating", value, 0, error=ValueError)


def _counts(value: object) -> dict[str, int]:
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise ValueError(f"counts of a rating must be numbers by technique, not {shown(value)}")
    if all(type(count) is int and count >= 0 for count in value.values()):
        return dict(value)
    return {name: _count(f"counts[{name!r}]", count) for name, count in value.items()}
