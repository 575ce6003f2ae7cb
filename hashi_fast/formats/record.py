"""Record: a puzzle together with what a file may say about it, and what can be taken for one."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, runtime_checkable

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution

__all__ = ["Item", "Record", "Recorded", "record_of"]


class _Fields(NamedTuple):
    puzzle: Puzzle
    solution: Solution | None
    rating: dict[str, Any] | None
    extra: dict[str, Any]


class Record(_Fields):
    """A puzzle with its solution and rating, where there are any, and with all else that was beside them.

    `rating` is the object as the json format has it. `extra` holds every other key of that format (`seed`,
    `index`, `generator` and those unknown), which are written again as they were read. A solution that was
    read fits the puzzle's edges but has not been judged; that is what `check` is for.

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


@runtime_checkable
class Recorded(Protocol):
    """What gives a record of itself, as a `RatedPuzzle` does; its module is above this one."""

    def record(self) -> Record:
        """Return all of it as a record."""


Item = Puzzle | Record | Recorded


def record_of(item: object) -> Record | None:
    """Return as a record what is one, has one or is a puzzle; None for all else.

    >>> record_of(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])).extra, record_of("3x1:2a2")
    ({}, None)
    """
    if isinstance(item, Record):
        return item
    if isinstance(item, Puzzle):
        return Record(item)
    return item.record() if isinstance(item, Recorded) else None
