"""Record: a puzzle together with whatever else a file says about it."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, runtime_checkable

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.rating import level_in, score_in
from hashi_fast.board.solution import Solution

__all__ = ["Item", "Record", "Recorded", "record_of"]


class _Fields(NamedTuple):
    puzzle: Puzzle
    solution: Solution | None
    rating: dict[str, Any] | None
    extra: dict[str, Any]


class Record(_Fields):
    """A puzzle with its solution and rating, if there are any, and with all other fields of its file.

    `rating` is the object of the json format. `extra` holds every other key of that format (`seed`, `index`,
    `generator` and unknown ones); they are written again unchanged. A solution that was read fits the edges of the
    puzzle but need not obey the rules; use `check` to find out.

    >>> record = Record(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]), extra={"seed": 7})
    >>> record.solution is None, record.extra
    (True, {'seed': 7})
    """

    __slots__ = ()

    def __new__(
        cls,
        puzzle: Puzzle,
        solution: Solution | None = None,
        rating: dict[str, Any] | None = None,
        extra: dict[str, Any] | None = None,
    ) -> Record:
        return super().__new__(cls, puzzle, solution, rating, {} if extra is None else extra)

    def _repr_html_(self) -> str:
        """Return the board, without its solution, and what else is known, for notebooks."""
        from hashi_fast.board.html import figure

        return figure(self.puzzle.to_svg(), caption_of(self))


def caption_of(record: Record) -> str:
    """Return what stands below the picture of a record: its id, its level and its score, as far as it has them.

    >>> caption_of(Record(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)], id="a"), rating={"difficulty": "easy", "score": 1.5}))
    'a, easy, score 1.5'
    """
    level, score = level_in(record.rating), score_in(record.rating)
    name = None if record.puzzle.id is None else str(record.puzzle.id)
    return ", ".join(filter(None, (name, level, None if score is None else f"score {score:g}")))


@runtime_checkable
class Recorded(Protocol):
    """An object that can be turned into a record, such as a `RatedPuzzle`, whose module is above this one."""

    def record(self) -> Record:
        """Return everything as a record."""


Item = Puzzle | Record | Recorded


def record_of(item: object) -> Record | None:
    """Return a record, a `Recorded` or a puzzle as a record; return None for anything else.

    >>> record_of(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])).extra, record_of("3x1:2a2")
    ({}, None)
    """
    if isinstance(item, Record):
        return item
    if isinstance(item, Puzzle):
        return Record(item)
    return item.record() if isinstance(item, Recorded) else None
