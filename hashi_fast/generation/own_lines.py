"""Checks that the lines of a file are those that a run writes for one spec, as far as each line shows it by itself.

Every line must have the form that the run writes and be what the spec asks for: level, score, techniques, islands,
cycles, doubles, hidden clues. `resume` checks what the lines have to do with each other, and makes some of them again.
"""
from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from hashi_fast.board.rating import level_in, tatham_level
from hashi_fast.errors import shown
from hashi_fast.formats._jsonl_reader import Lines
from hashi_fast.generation._form_set import forms_of
from hashi_fast.generation.block import line_of
from hashi_fast.generation.recipes import ranges_of
from hashi_fast.generation.spec import Spec
from hashi_fast.levels import DIFFICULTIES

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_LEVELS = {level.encode(): i for i, level in enumerate(DIFFICULTIES)}
_NAME = re.compile(rb'"([^"]*)"')

Fail = Callable[[int, str], NoReturn]  # refuses the file for what is wrong with a line


class Found(NamedTuple):
    """The parts of several lines, in order. The first of them has the number `first`."""

    first: int
    boards: Sequence[bytes]
    solutions: Sequence[bytes]
    difficulty: list[int]  # positions in DIFFICULTIES
    score: NDArray[numpy.int64]  # thousandths
    counts: Sequence[bytes]
    indexes: list[int]


class OwnLines:
    """The lines of a spec and a seed. `line` is their layout; `fail` is called with the first line that is wrong."""

    def __init__(self, spec: Spec, seed: int, fail: Fail) -> None:
        self.spec = spec
        self.line = line_of(spec, seed)
        self._pattern = self.line.pattern(spec.difficulty)
        self._fail = fail

    def find(self, first: int, lines: Sequence[bytes]) -> Found:
        """Return the parts of lines, which must have the form of ours and our level. The first has number `first`."""
        found = self._pattern.findall(b"\n".join((*lines, b"")))
        if len(found) != len(lines):
            self._refuse_first(first, lines)
        boards, solutions, levels, scores, counts, indexes = zip(*found, strict=True)
        import numpy  # not at the top: a new file does without

        difficulty = [_LEVELS[level] for level in levels]
        score = numpy.rint(1000 * numpy.array(scores).astype(numpy.float64)).astype(numpy.int64)
        return Found(first, boards, solutions, difficulty, score, counts, list(map(int, indexes)))

    def forms(self, found: Found) -> NDArray[numpy.uint64]:
        """Return the forms of the puzzles, which must be what the spec asks for."""
        from hashi_fast.board.batch import PuzzleBatch  # loads numpy

        read = Lines(b"]}\n".join((*found.boards, b"")))  # boards end with their last island
        for at, _, _ in read.left():
            self._fail(found.first + at, "expected the islands of a puzzle")
        arrays = read.arrays()
        self._check_targets(found, arrays[2], arrays[5])
        forms: NDArray[numpy.uint64] = forms_of(PuzzleBatch.from_arrays(*arrays).boards)
        return forms

    def _check_targets(self, found: Found, at: NDArray[Any], target: NDArray[Any]) -> None:
        import numpy

        spec, counts = self.spec, found.counts
        islands = numpy.diff(at)

        def check(good: NDArray[numpy.bool_], problem: str) -> None:
            if not good.all():
                k = int(numpy.argmin(good))
                what = f"index {found.indexes[k]} is another puzzle with this command"
                self._fail(found.first + k, f"{what}: {problem}")

        if isinstance(spec.score, tuple):
            least, most = (1000 * end for end in spec.score)
            # 1000 * 2.01 is a little less than 2,010.
            good = (found.score >= least - 1e-6) & (found.score <= most + 1e-6)
            check(good, f"expected a score of {_words(spec.score)}")
        if spec.tatham is not None:
            good = numpy.array([tatham_level(_names(count)) == spec.tatham for count in counts])
            check(good, f"expected {spec.tatham!r} on Tatham's scale")
        for name in spec.require:
            check(_has(counts, name), f"it does not need {name!r}, which is required")
        for name in spec.exclude:
            check(~_has(counts, name), f"it needs {name!r}, which is excluded")
        ranges = ranges_of(spec)
        check(_within(islands, ranges.islands), f"expected {_words(ranges.islands)} islands")
        hidden = numpy.diff(numpy.cumsum(numpy.append(0, target < 0))[at])
        share = spec.unknown_clues
        check(abs(hidden - share * islands) <= (1 if share else 0), f"expected {share:g} of the clues to be hidden")
        pairs = numpy.array([solution.count(b"[") for solution in found.solutions])
        check(_within(pairs - islands + 1, ranges.cycles), f"expected {_words(ranges.cycles)} cycles")
        single = numpy.array([solution.count(b", 1]") for solution in found.solutions])
        low, high = (share * pairs for share in ranges.doubles)
        doubles = 65536 * (pairs - single)
        words = _words(tuple(round(share / 65536, 4) for share in ranges.doubles))
        good = (doubles + ranges.nearly >= low) & (doubles - ranges.nearly <= high)
        check(good, f"expected two bridges or more on {words} of the pairs")

    def _refuse_first(self, first: int, lines: Sequence[bytes]) -> NoReturn:
        """Say what is wrong with the first of these lines that is not ours."""
        for number, line in enumerate(lines, first):
            if self._pattern.fullmatch(line + b"\n") is None:
                self._refuse(number, line)
        raise AssertionError("one of the lines must not match")

    def _refuse(self, number: int, line: bytes) -> NoReturn:
        spec = self.spec
        try:
            fields = {"max_bridges": 2, "loops": True, **json.loads(line)}
        except (ValueError, TypeError, RecursionError):
            fields = {}
        for key, value in self.line.shared.items():
            if key in fields and fields[key] != value:
                self._fail(number, f"{key} is {shown(fields[key])}; expected {value}, as the options say")
        level = level_in(fields.get("rating"))
        if level is not None and spec.difficulty not in (None, level):
            index = shown(fields.get("index"))
            what = f"difficulty is {level!r}; expected {spec.difficulty!r}"
            self._fail(number, f"index {index} is another puzzle with this command: {what}")
        self._fail(number, f"expected a record as this command writes it, found {shown(line.decode(errors='replace'))}")


def _names(count: bytes) -> list[str]:
    return [name.decode(errors="replace") for name in _NAME.findall(count)]


def _has(counts: Sequence[bytes], technique: str) -> NDArray[numpy.bool_]:
    import numpy

    quoted = f'"{technique}"'.encode()
    return numpy.array([quoted in count for count in counts])


def _within(numbers: NDArray[Any], bounds: tuple[int, int]) -> NDArray[numpy.bool_]:
    found: NDArray[numpy.bool_] = (numbers >= bounds[0]) & (numbers <= bounds[1])
    return found


def _words(bounds: Sequence[float]) -> str:
    return f"{bounds[0]:g} to {bounds[1]:g}"
