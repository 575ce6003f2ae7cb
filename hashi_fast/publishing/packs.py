"""Packs: rated puzzles sorted by difficulty, each with an id, for apps and books.

A pack file is one JSON object, `{"easy": [...], "medium": [...], ...}` (formats/pack.py). All readers of puzzles accept
it. Nothing here is random. The order of the input matters only for duplicates: the first one stays.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, get_args

from hashi_fast.board._symmetry import canonical_form
from hashi_fast.board.html import SMALL, block, figure, side_by_side, words
from hashi_fast.board.puzzle import puzzle_remedy
from hashi_fast.board.rating import stated_rating
from hashi_fast.board.svg import draw_svg
from hashi_fast.deduction.rating import rate
from hashi_fast.errors import FormatError, InvalidPuzzle, check_choice, shown
from hashi_fast.formats import Record, iter_load
from hashi_fast.formats.pack import text_of
from hashi_fast.formats.record import Item, caption_of, record_of
from hashi_fast.levels import DIFFICULTIES, Difficulty
from hashi_fast.support.arguments import check_budget
from hashi_fast.support.atomic_file import WholeFile

__all__ = ["LeftOut", "Pack", "pack"]

Unrated = Literal["refuse", "drop"]
Duplicates = Literal["refuse", "drop", "keep"]

_WHY = {
    "multiple": "several solutions; expected exactly one",
    "none": "no solution; expected exactly one",
    "unknown": "the budget ran out before it was rated",
}
_SHOWN = 3  # boards of each level, in notebooks
_LEAST_DIGITS = 3  # in the numbers of ids


class LeftOut(NamedTuple):
    """A puzzle of the input that is not in the pack, and why.

    position: its place in the input, from 0. original: the place of the puzzle that it duplicates.
    reason: "duplicate", or why it has no rating: "multiple" or "none" (solutions), "unknown" (the budget ran out).
    """

    position: int
    reason: Literal["duplicate", "multiple", "none", "unknown"]
    original: int | None = None


class Pack(Mapping[Difficulty, tuple[Record, ...]]):
    """Records by level. All five levels are present, in order, and may be empty.

    `records` lists the records of all levels. `left_out` lists the puzzles that `pack` did not take. A pack may also be
    made by hand, with any choice of levels.

    >>> from hashi_fast import Pack, Record, loads
    >>> by_hand = Pack({"hard": [Record(loads("3x1:2a2"))]})
    >>> by_hand
    <Pack of 1 puzzle: 1 hard>
    >>> list(by_hand)
    ['easy', 'medium', 'hard', 'expert', 'extreme']
    """

    def __init__(self, levels: Mapping[Difficulty, Iterable[Item]], left_out: Iterable[LeftOut] = ()) -> None:
        for level in levels:
            if level not in DIFFICULTIES:
                raise ValueError(f"expected levels out of {', '.join(DIFFICULTIES)}, found {shown(level)}")
        self._levels: dict[Difficulty, tuple[Record, ...]] = {
            level: tuple(numbered_record(i, item) for i, item in enumerate(levels.get(level, ())))
            for level in DIFFICULTIES
        }
        self.left_out = tuple(left_out)

    def __getitem__(self, level: Difficulty) -> tuple[Record, ...]:
        return self._levels[level]

    def __iter__(self) -> Iterator[Difficulty]:
        return iter(self._levels)

    def __len__(self) -> int:
        return len(self._levels)

    @property
    def records(self) -> tuple[Record, ...]:
        """All records, from the easiest to the hardest."""
        return tuple(record for records in self._levels.values() for record in records)

    def __repr__(self) -> str:
        counts = [f"{len(records)} {level}" for level, records in self.items() if records]
        total = sum(map(len, self.values()))
        return f"<Pack of {total} puzzle{'' if total == 1 else 's'}{': ' if counts else ''}{', '.join(counts)}>"

    def _repr_html_(self) -> str:
        """Return the levels with their first boards, without solutions, for notebooks."""
        parts = [words(repr(self).strip("<>"), bold=True)]
        for level, records in self.items():
            if records:
                parts.append(words(f"{level}: {len(records):,}"))
                boards = (figure(draw_svg(r.puzzle, cell=SMALL), caption_of(r)) for r in records[:_SHOWN])
                more = [words(f"and {len(records) - _SHOWN:,} more")] if len(records) > _SHOWN else []
                parts.append(side_by_side([*boards, *more]))
        return block(*parts)

    def save(
        self, path: str | os.PathLike[str], *, on_progress: Callable[[int, int], object] | None = None
    ) -> None:
        """Write the pack to a JSON file, compressed if its name ends in .gz. The file is complete or absent.

        on_progress: a function that is called with the work done so far and the total work.
        """
        total = sum(map(len, self.values()))
        with WholeFile(path) as file:
            for done, piece in enumerate(text_of(self)):
                file.write(piece.encode())
                if on_progress is not None and total:
                    on_progress(min(done, total), total)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Pack:
        """Read a pack, or any file of puzzles whose ratings have a difficulty, without changing anything.

        >>> import os, tempfile
        >>> from hashi_fast import Pack, loads, pack
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "pack.json")
        ...     pack([loads("3x1:2a2")]).save(path)
        ...     Pack.load(path)
        <Pack of 1 puzzle: 1 easy>
        """
        levels: dict[Difficulty, list[Record]] = {level: [] for level in DIFFICULTIES}
        for position, record in enumerate(iter_load(path)):
            level = None if record.rating is None else record.rating.difficulty
            if level is None:
                expected = f"expected a rating with a difficulty, found {shown(record.rating)}"
                raise FormatError(f"{path}: {label_of(position, record)}: {expected}")
            levels[level].append(record)
        return cls(levels)


def pack(
    items: Iterable[Item],
    *,
    ids: str | None = None,
    rate_anew: bool = False,
    unrated: Unrated = "refuse",
    duplicates: Duplicates = "refuse",
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Pack:
    """Sort puzzles, records or what `produce` makes into a pack: by level, then by score, number of islands and form.

    A record's own rating is kept if it has a difficulty and a score, unless `rate_anew` is set. Limits apply to each
    puzzle that is rated. Puzzles that cannot be rated (they have no or several solutions, or the budget ran out) raise
    ValueError or, with unrated="drop", are left out. The same goes for puzzles that equal an earlier one, turned or
    mirrored; duplicates="drop" leaves them out, and "keep" keeps them.

    Puzzles without an id get one from their level and place, such as "easy-001". With `ids`, all puzzles get new ids
    that begin with this text, which may be empty.

    >>> from hashi_fast import loads, pack
    >>> made = pack([loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2"), loads("3x1:2a2"), loads("4x1:1b1")], ids="new-")
    >>> made
    <Pack of 3 puzzles: 2 easy, 1 medium>
    >>> [record.puzzle.id for record in made.records]
    ['new-easy-001', 'new-easy-002', 'new-medium-001']

    >>> from hashi_fast import Spec, produce
    >>> pack(produce(3, Spec(7, 7, difficulty="easy"), seed=1))
    <Pack of 3 puzzles: 3 easy>
    """
    check_choice("unrated", unrated, get_args(Unrated))
    check_choice("duplicates", duplicates, get_args(Duplicates))
    if ids is not None and not isinstance(ids, str):
        raise TypeError(f"ids must be a text that new ids begin with, or None, not {shown(ids)}")
    check_budget(time_limit, node_limit)
    left_out: list[LeftOut] = []
    levels: dict[Difficulty, list[_Entry]] = {level: [] for level in DIFFICULTIES}
    firsts: dict[bytes, int] = {}  # the position of the first puzzle of each form
    for position, item in enumerate(items):
        record = numbered_record(position, item)
        form = canonical_form(record.puzzle)[0]
        original = firsts.setdefault(form, position)
        if original != position and duplicates != "keep":
            if duplicates == "refuse":
                same = f"the same as puzzle {original + 1}, turned or mirrored"
                raise ValueError(f"{label_of(position, record)}: {same}; duplicates='drop' leaves it out")
            left_out.append(LeftOut(position, "duplicate", original))
            continue
        stated = record.rating
        if rate_anew or stated is None or stated.difficulty is None or stated.score is None:
            # A copy is rated, so that the topology built for it is freed: a large pack must not take much memory.
            rating = rate(record.puzzle.with_id(None), time_limit=time_limit, node_limit=node_limit)
            if rating.status != "rated":
                if unrated == "refuse":
                    why = _WHY[rating.status]
                    raise ValueError(f"{label_of(position, record)}: {why}; unrated='drop' leaves it out")
                left_out.append(LeftOut(position, rating.status))
                continue
            before = {} if stated is None else stated.to_dict()
            record = record._replace(rating=stated_rating({**before, **rating.to_dict()}))
            stated = rating
        assert stated.difficulty is not None, "it is rated by now"
        assert stated.score is not None, "it is rated by now"
        levels[stated.difficulty].append(_Entry(stated.score, len(record.puzzle.islands), form, position, record))
    in_order = {level: [entry.record for entry in sorted(entries)] for level, entries in levels.items()}
    return Pack(_with_ids(in_order, ids), left_out)


class _Entry(NamedTuple):
    """What a level is sorted by, and the record. Positions differ, so records are never compared."""

    score: float
    islands: int
    form: bytes
    position: int
    record: Record


def numbered_record(position: int, item: object) -> Record:
    """Return one of many items as a record, or raise InvalidPuzzle."""
    record = record_of(item)
    if record is None:
        found = f"{shown(item)}{puzzle_remedy(item)}"
        raise InvalidPuzzle(f"puzzle {position + 1}: expected a Puzzle or a Record, found {found}")
    return record


def label_of(position: int, record: Record) -> str:
    """Return the name of a puzzle in messages: its number, from 1, and its id."""
    number, name = position + 1, record.id
    return f"puzzle {number}" if name is None else f"puzzle {number} (id {shown(name)})"


def _with_ids(levels: dict[Difficulty, list[Record]], prefix: str | None) -> dict[Difficulty, list[Record]]:
    """Return the records with new ids. Without a prefix, only records that have no id get one."""
    taken: set[str] = set()
    if prefix is None:
        for record in (record for records in levels.values() for record in records):
            if (name := record.puzzle.id) is not None:
                # Compared as texts: JSON, for one, turns keys into texts.
                if str(name) in taken:
                    raise ValueError(f"two puzzles have the id {shown(name)}; expected different or new ids")
                taken.add(str(name))
    named = {}
    for level, records in levels.items():
        digits = max(_LEAST_DIGITS, len(str(len(records))))
        names = (f"{prefix or ''}{level}-{number:0{digits}}" for number in range(1, len(records) + len(taken) + 1))
        free = (name for name in names if name not in taken)
        named[level] = [
            record if prefix is None and record.puzzle.id is not None else _renamed(record, next(free))
            for record in records
        ]
    return named


def _renamed(record: Record, name: str) -> Record:
    return record._replace(puzzle=record.puzzle.with_id(name))
