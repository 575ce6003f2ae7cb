"""Checks that the records of a file are those that the same `hashi-fast generate` command would have written.

a. Every line must have the form that this command writes and be what the command asks for: level, techniques, islands,
   cycles, doubles, hidden clues. No puzzle may appear twice, and indices ascend without long gaps.
b. Some records, including the first and the last, are made again and must come out the same. Some candidates that were
   left out are made again, too: none of them may be a puzzle that the file lacks. A small file is checked completely, a
   large one at sample points within a time limit, since a candidate that cannot be made may take seconds.
"""
from __future__ import annotations

import json
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

import numpy
from numpy.typing import NDArray

from hashi_fast.board.batch import PuzzleBatch
from hashi_fast.board.rating import level_in
from hashi_fast.errors import shown
from hashi_fast.formats._jsonl_reader import Lines
from hashi_fast.generation._form_set import SeenForms, forms_of
from hashi_fast.generation.block import BlockMaker, line_of
from hashi_fast.generation.generator import MOST_INDEX
from hashi_fast.generation.recipes import ranges_of
from hashi_fast.generation.spec import Spec
from hashi_fast.generation.stopping import MOST_WASTED
from hashi_fast.generation.summary import Summary
from hashi_fast.levels import DIFFICULTIES

PATIENCE = 1.0  # seconds for making records again, and as many for candidates left out
MOST_RECORDS = 1 << 10  # that are made again
MOST_GAPS = 1 << 16  # that are checked

_LEVELS = {level.encode(): i for i, level in enumerate(DIFFICULTIES)}

_Item = TypeVar("_Item")


class FileRefused(Exception):
    """A file cannot be written or resumed, for this reason; it was not changed."""


class _Record(NamedTuple):
    """A record of the file: its line number, its candidate and its text."""

    number: int
    candidate: int
    line: bytes


class _Gap(NamedTuple):
    """Candidates that the file leaves out, and the line number of the record after them."""

    number: int
    candidates: range


class OwnRecords:
    """The records of a file: pass all its lines to `take`, from the first to the last, and then call `prove`.

    Both raise FileRefused, with the line, for records that this command would not write. `line` is the layout of its
    lines, `seen` holds the forms of the puzzles, and `next_index` is the first candidate that is still to be tried.
    """

    def __init__(self, path: str, spec: Spec, seed: int, start: int, summary: Summary) -> None:
        self.path = path
        self.spec = spec
        self.seed = seed
        self.start = start
        self.summary = summary
        self.seen = SeenForms()
        self.next_index = start
        self.line = line_of(spec, seed)
        self._pattern = self.line.pattern(spec.difficulty)
        self._records = _Spread[_Record](MOST_RECORDS)
        self._gaps = _Spread[_Gap](MOST_GAPS)
        self._n_gaps = 0
        self._last: _Record | None = None
        self.lines = 0  # taken so far

    def take(self, text: bytes) -> None:
        """Check whole lines and add them to what is known."""
        before = self.lines
        found = self._pattern.findall(text)
        lines = text[:-1].split(b"\n")
        if len(found) != len(lines):
            self._refuse_first(lines)
        boards, solutions, levels, scores, counts, texts = zip(*found, strict=True)
        indexes = list(map(int, texts))
        self._take_indexes(indexes)
        read = Lines(b"]}\n".join((*boards, b"")))  # boards end with their last island
        for at, _, _ in read.left():
            self.fail(before + at + 1, "expected the islands of a puzzle")
        arrays = read.arrays()
        self._check_targets(before, arrays, solutions, counts, indexes)
        new = self.seen.add_many(forms_of(PuzzleBatch.from_arrays(*arrays).boards))
        if not new.all():
            self.fail(before + int(numpy.argmin(new)) + 1, "the puzzle equals an earlier one, turned or mirrored")
        score = numpy.array(scores).astype(numpy.float64)
        difficulty = numpy.array([_LEVELS[level] for level in levels])
        self.summary.add(difficulty, numpy.rint(1000 * score).astype(numpy.int64))
        for place in self._records.places(before, before + len(lines)):
            self._records.offer(place, _Record(place + 1, indexes[place - before], lines[place - before]))
        self.lines += len(lines)
        self._last = _Record(self.lines, indexes[-1], lines[-1])

    def prove(self) -> None:
        """Make some records again, and some candidates that were left out."""
        if self._last is not None:
            self._check_made(self._last)
        for record in _patiently(_shuffled(self._records.items)):
            self._check_made(record)
        gaps = _shuffled(self._gaps.items)
        for number, index in _patiently((gap.number, index) for gap in gaps for index in gap.candidates):
            self._check_left_out(number, index)

    def fail(self, number: int, problem: str) -> NoReturn:
        """Refuse the file for what is wrong with a line."""
        raise FileRefused(f"{self.path}, line {number}: {problem}; only the command that began a file can resume it")

    # Lines

    def _take_indexes(self, indexes: list[int]) -> None:
        next_index = self.next_index
        for number, index in enumerate(indexes, self.lines + 1):
            if index != next_index:
                self._take_gap(number, next_index, index)
            next_index = index + 1
        self.next_index = next_index

    def _take_gap(self, number: int, first: int, index: int) -> None:
        if index < first:
            self.fail(number, f"index {index}; expected {first} or more, in ascending order")
        most = min(first + MOST_WASTED - 1, MOST_INDEX)
        if index > most:
            self.fail(number, f"index {index}; expected at most {most}, since a run gives up before a longer gap")
        self._gaps.offer(self._n_gaps, _Gap(number, range(first, index)))
        self._n_gaps += 1

    def _check_targets(
        self,
        before: int,
        arrays: tuple[NDArray[Any], ...],
        solutions: tuple[bytes, ...],
        counts: tuple[bytes, ...],
        indexes: list[int],
    ) -> None:
        """Check that the puzzles are what the spec asks for, as far as their records show it."""
        spec = self.spec
        at, target = arrays[2], arrays[5]
        islands = numpy.diff(at)

        def check(good: NDArray[numpy.bool_], problem: str) -> None:
            if not good.all():
                k = int(numpy.argmin(good))
                self.fail(before + k + 1, f"index {indexes[k]} is another puzzle with this command: {problem}")

        for name in spec.require:
            check(_has(counts, name), f"it does not need {name!r}, which is required")
        for name in spec.exclude:
            check(~_has(counts, name), f"it needs {name!r}, which is excluded")
        ranges = ranges_of(spec)
        check(_within(islands, ranges.islands), f"expected {_words(ranges.islands)} islands")
        hidden = numpy.diff(numpy.cumsum(numpy.append(0, target < 0))[at])
        share = spec.unknown_clues
        check(abs(hidden - share * islands) <= (1 if share else 0), f"expected {share:g} of the clues to be hidden")
        pairs = numpy.array([solution.count(b"[") for solution in solutions])
        check(_within(pairs - islands + 1, ranges.cycles), f"expected {_words(ranges.cycles)} cycles")
        single = numpy.array([solution.count(b", 1]") for solution in solutions])
        low, high = (share * pairs for share in ranges.doubles)
        doubles = 65536 * (pairs - single)
        words = _words(tuple(round(share / 65536, 4) for share in ranges.doubles))
        good = (doubles + ranges.nearly >= low) & (doubles - ranges.nearly <= high)
        check(good, f"expected two bridges or more on {words} of the pairs")

    def _refuse_first(self, lines: list[bytes]) -> NoReturn:
        """Say what is wrong with the first of these lines that this command would not write."""
        for number, line in enumerate(lines, self.lines + 1):
            if self._pattern.fullmatch(line + b"\n") is None:
                self._refuse(line, number)
        raise AssertionError("one of the lines must not match")

    def _refuse(self, line: bytes, number: int) -> NoReturn:
        spec = self.spec
        try:
            fields = {"max_bridges": 2, "loops": True, **json.loads(line)}
        except (ValueError, TypeError, RecursionError):
            fields = {}
        for key, value in self.line.shared.items():
            if key in fields and fields[key] != value:
                self.fail(number, f"{key} is {shown(fields[key])}; expected {value}, as the options say")
        level = level_in(fields.get("rating"))
        if level is not None and spec.difficulty not in (None, level):
            index = shown(fields.get("index"))
            what = f"difficulty is {level!r}; expected {spec.difficulty!r}"
            self.fail(number, f"index {index} is another puzzle with this command: {what}")
        self.fail(number, f"expected a record as this command writes it, found {shown(line.decode(errors='replace'))}")

    # Making again

    def _check_made(self, record: _Record) -> None:
        index = record.candidate
        block = BlockMaker(self.spec, self.seed, index, 1).make()
        if block.lines(block.all_made()) != record.line + b"\n":
            problem = f"index {index} is another puzzle with this command; expected the same options as before"
            self.fail(record.number, problem)

    def _check_left_out(self, number: int, index: int) -> None:
        """Check that a candidate cannot be made, or equals a puzzle of the file."""
        block = BlockMaker(self.spec, self.seed, index, 1).make()
        # If it is new the file is refused, so it does no harm that it is in the set from now on.
        if not self.seen.add_many(block.arrays.form[block.all_made()]).any():
            return
        if number == 1:
            problem = f"this is not the first puzzle from {self.start} on, which has index {index}"
            self.fail(1, f"{problem}; expected the same --start")
        self.fail(number, f"the puzzle of index {index} is missing before this line")


class _Spread(Generic[_Item]):
    """At most `most` out of many items, evenly spaced: every step-th item, and the step doubles when necessary.

    Items have places 0, 1, 2, ... and are offered in this order. Only those at `places` need to be offered.

    >>> spread = _Spread[str](4)
    >>> for place in range(21):
    ...     spread.offer(place, chr(97 + place))
    >>> spread.items, spread.places(21, 50)
    (['a', 'i', 'q'], range(24, 50, 8))
    """

    def __init__(self, most: int) -> None:
        self.items: list[_Item] = []
        self._most = most  # an even number
        self._step = 1

    def places(self, first: int, end: int) -> range:
        """Return the places from `first` to before `end` that would be kept, as far as known now."""
        return range(first + -first % self._step, end, self._step)

    def offer(self, place: int, item: _Item) -> None:
        if place % self._step == 0:
            if len(self.items) == self._most:
                self.items = self.items[::2]
                self._step *= 2
            self.items.append(item)


def _shuffled(items: list[_Item]) -> list[_Item]:
    """Return the first item, then the others in a random order that is always the same."""
    return items[:1] + random.Random(0).sample(items[1:], len(items[1:]))


def _patiently(items: Iterable[_Item]) -> Iterator[_Item]:
    """Yield at least one item, and more until PATIENCE is over."""
    end = time.perf_counter() + PATIENCE
    for item in items:
        yield item
        if time.perf_counter() > end:
            return


def _has(counts: tuple[bytes, ...], technique: str) -> NDArray[numpy.bool_]:
    quoted = f'"{technique}"'.encode()
    return numpy.array([quoted in count for count in counts])


def _within(numbers: NDArray[Any], bounds: tuple[int, int]) -> NDArray[numpy.bool_]:
    found: NDArray[numpy.bool_] = (numbers >= bounds[0]) & (numbers <= bounds[1])
    return found


def _words(bounds: Sequence[float]) -> str:
    return f"{bounds[0]:g} to {bounds[1]:g}"
