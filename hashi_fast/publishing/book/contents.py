"""What is in a book: chapters, one per level, with numbered puzzles and their answers.

Every puzzle is solved here, even if it came with a solution, so a printed answer is proved to be the only one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from hashi_fast.board.checker import check
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.deduction.rating import rate
from hashi_fast.formats import Record
from hashi_fast.formats.record import Item
from hashi_fast.levels import DIFFICULTIES, Difficulty
from hashi_fast.publishing.packs import label_of, numbered_record
from hashi_fast.search.solver import uniqueness

Sort = Literal["level", "as-is"]

_SHOWN = 5  # of the puzzles that are refused


class NotUnique(ValueError):
    """Puzzles that must not be in a book. `problem` names them, without the advice that Python callers get."""

    def __init__(self, problem: str) -> None:
        super().__init__(f"{problem}; allow_ambiguous=True takes those with several")
        self.problem = problem


class Entry(NamedTuple):
    """A puzzle of the book. Level and score are None if it has several solutions."""

    number: int  # from 1
    puzzle: Puzzle
    solution: Solution
    level: Difficulty | None
    score: float | None


class Chapter(NamedTuple):
    """Entries that belong together; `level` is None if they have different levels or none.

    heading: the name of its title among the texts of a language.
    """

    heading: str
    level: Difficulty | None
    entries: tuple[Entry, ...]


class Contents(NamedTuple):
    """The chapters, and whether any puzzle has more than one solution."""

    chapters: tuple[Chapter, ...]
    ambiguous: bool

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, in the order of their numbers."""
        return tuple(entry for chapter in self.chapters for entry in chapter.entries)


def contents_of(
    items: Iterable[Item], sort: Sort, allow_ambiguous: bool, on_solved: Callable[[], object]
) -> Contents:
    """Return the chapters of a book. Puzzles that must not be in it raise ValueError with their names.

    `on_solved` is called after each puzzle that has been solved.
    """
    entries: list[Entry] = []
    refused: list[str] = []
    ambiguous = False
    for position, item in enumerate(items):
        record = numbered_record(position, item)
        answer = uniqueness(record.puzzle)
        if answer.status == "unique" or (answer.status == "multiple" and allow_ambiguous):
            entries.append(_entry(record, answer.solutions[0]))
        else:
            why = "several solutions" if answer.status == "multiple" else "no solution"
            refused.append(f"{label_of(position, record)}: {why}")
        ambiguous |= answer.status == "multiple"
        on_solved()
    if refused:
        more = f"; and {len(refused) - _SHOWN} more" if len(refused) > _SHOWN else ""
        raise NotUnique(f"expected exactly one solution; {'; '.join(refused[:_SHOWN])}{more}")
    if not entries:
        raise ValueError("expected at least one puzzle for a book, found none")
    return Contents(_chapters(entries, sort), ambiguous)


def _entry(record: Record, found: Solution) -> Entry:
    """Return the entry, not yet numbered. Of several solutions, the record's own is the intended one."""
    own = record.solution
    solution = own if own is not None and not check(record.puzzle, own) else found
    rating = record.rating
    if rating is None or rating.difficulty is None:
        rating = rate(record.puzzle)
    named = record.puzzle if record.id == record.puzzle.id else record.puzzle.with_id(record.id)
    return Entry(0, named, solution, rating.difficulty, rating.score)


def _chapters(entries: list[Entry], sort: Sort) -> tuple[Chapter, ...]:
    if sort == "as-is":
        return (Chapter("headings.puzzles", None, _numbered(entries, 1)),)
    chapters = []
    before = 0
    for level in (*DIFFICULTIES, None):
        chosen = sorted((entry for entry in entries if entry.level == level), key=_order)
        if chosen:
            heading = "headings.unrated" if level is None else f"levels.{level}"
            chapters.append(Chapter(heading, level, _numbered(chosen, before + 1)))
            before += len(chosen)
    return tuple(chapters)


def _numbered(entries: list[Entry], first: int) -> tuple[Entry, ...]:
    return tuple(entry._replace(number=number) for number, entry in enumerate(entries, first))


def _order(entry: Entry) -> tuple[bool, float, int]:
    """Return the sort key: score, then islands. Puzzles without a score, with a level set by hand, keep their order."""
    scored = entry.score is not None
    return not scored, entry.score or 0.0, len(entry.puzzle.islands) if scored else 0
