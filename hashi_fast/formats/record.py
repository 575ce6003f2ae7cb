"""Record: a puzzle together with whatever else a file says about it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.rating import Rating, stated_rating
from hashi_fast.board.solution import Solution

__all__ = ["Item", "Record", "Recorded", "origin_id", "record_of"]


class _Fields(NamedTuple):
    puzzle: Puzzle
    solution: Solution | None
    rating: Rating | None
    extra: dict[str, Any]


class Record(_Fields):
    """A puzzle with its solution and rating, if there are any, and with all other fields of its file.

    `rating` is a Rating, or the object of the json format, which becomes one; what a file does not say about it is None
    or 0. `extra` holds every other key of that format (`seed`, `index`, `generator` and unknown ones); they are written
    again unchanged. A solution that was read fits the edges of the puzzle but need not obey the rules; use `check` to
    find out.

    >>> record = Record(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]), rating={"difficulty": "easy"}, extra={"seed": 7})
    >>> record.solution is None, record.rating.difficulty, record.extra
    (True, 'easy', {'seed': 7})
    """

    __slots__ = ()

    def __new__(
        cls,
        puzzle: Puzzle,
        solution: Solution | None = None,
        rating: Rating | Mapping[str, Any] | None = None,
        extra: dict[str, Any] | None = None,
    ) -> Record:
        if rating is not None and not isinstance(rating, Rating):
            rating = stated_rating(rating)
        return super().__new__(cls, puzzle, solution, rating, {} if extra is None else extra)

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Record:  # type: ignore[override]
        return cls(*iterable)  # so that `_replace` turns ratings into Ratings, too

    @property
    def id(self) -> str | int | None:
        """The id of the puzzle; a generated puzzle without one has that of its origin (see `RatedPuzzle.id`).

        >>> Record(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]), extra={"seed": 7, "index": 12}).id
        '7-12-9b09c7'
        """
        if self.puzzle.id is not None:
            return self.puzzle.id
        seed, index = self.extra.get("seed"), self.extra.get("index")
        return origin_id(self.puzzle, seed, index) if type(seed) is int and type(index) is int else None

    def _repr_html_(self) -> str:
        """Return the board, without its solution, and what else is known, for notebooks."""
        from hashi_fast.board.html import figure

        return figure(self.puzzle.to_svg(), caption_of(self))


def origin_id(puzzle: Puzzle, seed: int, index: int) -> str:
    """Return the id of a generated puzzle: its seed, its index, and a check sum of its board.

    The kinds of one run share the seed, and each begins with the same index, so the two alone could not tell their
    puzzles apart. And another version of the generator makes another board of them.
    """
    rules = (puzzle.width, puzzle.height, puzzle.max_bridges, puzzle.loops)
    numbers = [-1 if number is None else number for island in puzzle.islands for number in island]
    board = struct.pack(f"<{len(rules) + len(numbers)}h", *rules, *numbers)
    return f"{seed}-{index}-{zlib.crc32(board) & 0xFFFFFF:06x}"


def caption_of(record: Record) -> str:
    """Return what stands below the picture of a record: its id, its level and its score, as far as it has them.

    >>> caption_of(Record(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)], id="a"), rating={"difficulty": "easy", "score": 1.5}))
    'a, easy, score 1.5'
    """
    level, score = (None, None) if record.rating is None else (record.rating.difficulty, record.rating.score)
    name = None if record.id is None else str(record.id)
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
