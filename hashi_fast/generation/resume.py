"""Checks that the records of a file are those that the same `hashi-fast generate` command would have written.

a. Records come leg after leg, each with all its puzzles, so their number tells which leg a run has come to.
b. Every line must be one of its leg by itself (`own_lines`). No puzzle may appear twice, and the indices of a leg
   ascend without long gaps.
c. Some records, including the first and the last, are made again and must come out the same. Some candidates that were
   left out are made again, too: none of them may be a puzzle that the file lacks. A small file is checked completely, a
   large one at sample points within a time limit, since a candidate that cannot be made may take seconds.
"""
from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, NoReturn, TypeVar

from hashi_fast.formats.record_line import RecordLine
from hashi_fast.generation._form_set import SeenForms
from hashi_fast.generation.block import BlockMaker
from hashi_fast.generation.excluded import Excluded
from hashi_fast.generation.generator import MOST_INDEX
from hashi_fast.generation.legs import Leg
from hashi_fast.generation.own_lines import OwnLines
from hashi_fast.generation.stopping import MOST_WASTED
from hashi_fast.generation.summary import Summary

PATIENCE = 1.0  # seconds for making records again, and as many for candidates left out
MOST_RECORDS = 1 << 10  # that are made again
MOST_GAPS = 1 << 16  # that are checked

_Item = TypeVar("_Item")


class FileRefused(Exception):
    """A file cannot be written or resumed, for this reason; it was not changed."""


class _Record(NamedTuple):
    """A record of the file: its line number, its leg, its candidate and its text."""

    number: int
    leg: Leg
    candidate: int
    line: bytes


class _Gap(NamedTuple):
    """Candidates of a leg that the file leaves out, and the line number of the record after them."""

    number: int
    leg: Leg
    candidates: range


class OwnRecords:
    """The records of a file: pass all its lines to `take`, from the first to the last, and then call `prove`.

    Both raise FileRefused, with the line, for records that this command would not write. `seen` holds the forms of the
    puzzles, and `lines` is their number. All lines that are too many count as lines of the last leg.
    """

    def __init__(self, path: str, legs: Sequence[Leg], seed: int, summary: Summary, excluded: Excluded) -> None:
        self.path = path
        self.seed = seed
        self.summary = summary
        self.seen = SeenForms()
        self.lines = 0  # taken so far
        self._legs = legs
        self._excluded = excluded
        self._records = _Spread[_Record](MOST_RECORDS)
        self._gaps = _Spread[_Gap](MOST_GAPS)
        self._n_gaps = 0
        self._last: _Record | None = None
        self._begin(0)

    def _begin(self, at: int) -> None:
        """Go to a leg, or to the first one after it that has puzzles."""
        while self._legs[at].count == 0 and at < len(self._legs) - 1:
            at += 1
        self._at = at
        self._leg = self._legs[at]
        self._left = self._leg.count
        self._next_index = self._leg.start
        self._own = OwnLines(self._leg.spec, self.seed, self.fail)

    @property
    def line(self) -> RecordLine:
        """The layout of the next line."""
        return self._own.line

    @property
    def legs_left(self) -> list[Leg]:
        """What is still to be made. After the last candidate, that one is tried again: it will not be new."""
        first = self._leg._replace(count=self._left, start=min(self._next_index, MOST_INDEX))
        return [first, *self._legs[self._at + 1 :]]

    def take(self, text: bytes) -> None:
        """Check whole lines and add them to what is known."""
        lines = text[:-1].split(b"\n")
        at = 0
        while at < len(lines):
            is_last = self._at == len(self._legs) - 1
            end = len(lines) if is_last else min(at + self._left, len(lines))
            self._take(lines[at:end])
            at = end
            if self._left == 0 and not is_last:
                self._begin(self._at + 1)

    def prove(self) -> None:
        """Make some records again, and some candidates that were left out."""
        if self._last is not None:
            self._check_made(self._last)
        for record in _patiently(_shuffled(self._records.items)):
            self._check_made(record)
        gaps = _shuffled(self._gaps.items)
        for left_out in _patiently((gap, index) for gap in gaps for index in gap.candidates):
            self._check_left_out(*left_out)

    def fail(self, number: int, problem: str) -> NoReturn:
        """Refuse the file for what is wrong with a line."""
        raise FileRefused(f"{self.path}, line {number}: {problem}; only the command that began a file can resume it")

    # Lines

    def _take(self, lines: list[bytes]) -> None:
        """Take lines of one leg."""
        before, leg = self.lines, self._leg
        found = self._own.find(before + 1, lines)
        self._take_indexes(found.indexes)
        forms = self._own.forms(found)
        unwanted = self._excluded.has(forms)
        if 1 in unwanted:
            self.fail(before + unwanted.index(1) + 1, "the puzzle is one of those that are excluded")
        new = self.seen.add_many(forms)
        if not new.all():
            self.fail(before + new.tolist().index(False) + 1, "the puzzle equals an earlier one, turned or mirrored")
        self.summary.add(found.difficulty, found.score.tolist())
        for place in self._records.places(before, before + len(lines)):
            record = _Record(place + 1, leg, found.indexes[place - before], lines[place - before])
            self._records.offer(place, record)
        self.lines += len(lines)
        self._left -= len(lines)
        self._last = _Record(self.lines, leg, found.indexes[-1], lines[-1])

    def _take_indexes(self, indexes: list[int]) -> None:
        next_index = self._next_index
        for number, index in enumerate(indexes, self.lines + 1):
            if index != next_index or index == self._leg.stop:
                self._take_gap(number, next_index, index)
            next_index = index + 1
        self._next_index = next_index

    def _take_gap(self, number: int, first: int, index: int) -> None:
        if index < first:
            self.fail(number, f"index {index}; expected {first} or more, in ascending order")
        most = min(first + MOST_WASTED - 1 + len(self._excluded), MOST_INDEX)
        if self._leg.stop is not None and index >= self._leg.stop:
            self.fail(number, f"index {index}; expected one before {self._leg.stop}, where --stop ends the run")
        if index > most:
            self.fail(number, f"index {index}; expected at most {most}, since a run gives up before a longer gap")
        self._gaps.offer(self._n_gaps, _Gap(number, self._leg, range(first, index)))
        self._n_gaps += 1

    # Making again

    def _check_made(self, record: _Record) -> None:
        index = record.candidate
        block = BlockMaker(record.leg.spec, self.seed, index, 1).make()
        if block.lines(block.all_made()) != record.line + b"\n":
            problem = f"index {index} is another puzzle with this command; expected the same options as before"
            self.fail(record.number, problem)

    def _check_left_out(self, gap: _Gap, index: int) -> None:
        """Check that a candidate cannot be made, is excluded, or equals a puzzle of the file."""
        block = BlockMaker(gap.leg.spec, self.seed, index, 1).make()
        forms = block.forms_made()[1]
        # If it is new the file is refused, so it does no harm that it is in the set from now on.
        if 1 in self._excluded.has(forms) or not any(self.seen.add_each(forms)):
            return
        if gap.number == 1:
            problem = f"this is not the first puzzle from {gap.leg.start} on, which has index {index}"
            self.fail(1, f"{problem}; expected the same --start")
        self.fail(gap.number, f"the puzzle of index {index} is missing before this line")


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
    end = time.thread_time() + PATIENCE  # of our own work: a busy machine does not make us less thorough
    for item in items:
        yield item
        if time.thread_time() > end:
            return
