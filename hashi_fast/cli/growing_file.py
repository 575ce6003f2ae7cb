"""A file of JSON Lines that `hashi-fast generate` writes as it goes, and can go on with after it was stopped.

Records are written many at a time and the file ends in a whole one whenever the command ends by itself; after a kill
its last line may be cut short, and is cut off. Going on needs what the file itself shows: which candidate comes next,
and the forms of all puzzles so far. That each record is one of the same run is checked by what it says and, of the
first and the last, by making them once more.
"""
from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import IO, NoReturn

import numpy

from hashi_fast._lines import Lines
from hashi_fast._seen import SeenForms, forms_of
from hashi_fast.batch import PuzzleBatch
from hashi_fast.candidates import Block, line_head
from hashi_fast.cli import Failure
from hashi_fast.cli.summary import Summary
from hashi_fast.errors import shown
from hashi_fast.levels import DIFFICULTIES
from hashi_fast.production import MOST_IN_VAIN, Portion
from hashi_fast.recipes import GENERATOR_VERSION
from hashi_fast.spec import Spec

_CHUNK = 1 << 20
# A line as `Block.lines` writes it.
_RECORD = re.compile(
    rb'(\{[^\[]*"islands": \[[^\]]*\]), "solution": \[.*\], "rating": \{"status": "rated", "difficulty": "(\w+)", '
    rb'"score": (\d+\.\d+), [^}]*\}[^}]*\}, "seed": (\d+), "index": (\d+), "generator": (\d+)\}\n'
)
_LEVELS = {level.encode(): i for i, level in enumerate(DIFFICULTIES)}


class GrowingFile:
    """The file and, where it was there before, what it holds; used in a `with`, at whose end it is on the disk.

    `seen` has the forms of its puzzles and `next_index` is the first candidate that is still to be tried.
    """

    def __init__(self, path: str, spec: Spec, seed: int, start: int, summary: Summary, *, resume: bool) -> None:
        self.path = path
        self.spec = spec
        self.seed = seed
        self.start = start
        self.summary = summary
        self.seen = SeenForms()
        self.next_index = start
        self._whole = 0  # bytes up to the end of the last whole record
        try:
            if not resume and os.path.exists(path) and os.path.getsize(path):
                raise Failure(f"{path} is there already; --resume goes on with it, and nothing is overwritten")
            self._file: IO[bytes] = open(path, "r+b" if os.path.exists(path) else "x+b")  # noqa: SIM115  # __exit__
        except OSError as error:
            raise Failure(f"{path}: {error.strerror}") from None
        try:
            self._read_back()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> GrowingFile:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._file.flush()
        finally:
            # Of what could not be written whole, a part may be there.
            os.truncate(self._file.fileno(), self._whole)
            os.fsync(self._file.fileno())
            self._file.close()

    def write(self, portion: Portion) -> None:
        """Put the records of a portion behind the others."""
        text = portion.block.lines(portion.chosen)
        self._file.write(text)
        self._file.flush()
        self._whole += len(text)

    # Going on

    def _read_back(self) -> None:
        first = last = b""
        number = 0
        for lines in self._chunks():
            self._take(lines, number)
            number += len(lines)
            first, last = first or lines[0], lines[-1]
        if number:
            self._check_first(first)
            self._check_made(last, number)
        self._file.seek(self._whole)
        self._file.truncate()

    def _chunks(self) -> Iterator[list[bytes]]:
        """Yield whole lines, many at a time."""
        rest = b""
        while chunk := self._file.read(_CHUNK):
            whole, newline, rest = (rest + chunk).rpartition(b"\n")
            if newline:
                self._whole += len(whole) + 1
                yield (whole + newline).splitlines(keepends=True)

    def _take(self, lines: list[bytes], before: int) -> None:
        """Check records and take them into account; so many lines came before them."""
        head = line_head(self.spec)
        tail = (b"%d" % self.seed, b"%d" % GENERATOR_VERSION)
        boards: list[bytes] = []
        levels: list[int] = []
        scores: list[int] = []
        for number, line in enumerate(lines, before + 1):
            match = _RECORD.fullmatch(line)
            if match is None or not match[1].startswith(head) or (match[4], match[6]) != tail:
                self._refuse(line, number)
            index = int(match[5])
            if index < self.next_index:
                self._fail(number, f"index {index}; expected {self.next_index} or more, in ascending order")
            self.next_index = index + 1
            boards.append(match[1] + b"}\n")
            levels.append(_LEVELS.get(match[2], -1))
            scores.append(round(1000 * float(match[3])))
        read = Lines(b"".join(boards))
        for at, _, _ in read.left():
            self._fail(before + at + 1, "expected the islands of a puzzle")
        new = self.seen.add_many(forms_of(PuzzleBatch.from_arrays(*read.arrays())._boards))
        if not new.all():
            self._fail(before + int(numpy.argmin(new)) + 1, "the puzzle is an earlier one, turned or mirrored")
        self.summary.add(numpy.array(levels), numpy.array(scores))

    def _refuse(self, line: bytes, number: int) -> NoReturn:
        """Say what is wrong with a line that is no record of this run."""
        spec = self.spec
        expected = {
            "w": spec.width,
            "h": spec.height,
            "max_bridges": spec.max_bridges,
            "loops": spec.loops,
            "seed": self.seed,
            "generator": GENERATOR_VERSION,
        }
        try:
            fields = {"max_bridges": 2, "loops": True, **json.loads(line)}
        except (ValueError, TypeError):
            fields = {}
        for key, value in expected.items():
            if key in fields and fields[key] != value:
                self._fail(number, f"{key} is {shown(fields[key])}; expected {value}, as the command says")
        self._fail(number, f"expected a record as this command writes it, found {shown(line.decode(errors='replace'))}")

    def _check_first(self, line: bytes) -> None:
        """Check that the first record is the first that there is from `start` on."""
        index = self._check_made(line, 1)
        between = index - self.start
        if between and (between > MOST_IN_VAIN or len(Block(self.spec, self.seed, self.start, between).all_made())):
            self._fail(1, f"index {index} is not the first puzzle from {self.start} on; expected the same --start")

    def _check_made(self, line: bytes, number: int) -> int:
        """Check a record by making it again, and return its index."""
        index = int(line.rpartition(b'"index": ')[2].partition(b",")[0])
        block = Block(self.spec, self.seed, index, 1)
        if block.lines(block.all_made()) != line:
            self._fail(number, f"index {index} is another puzzle by this command; expected the same options as before")
        return index

    def _fail(self, number: int, problem: str) -> NoReturn:
        raise Failure(f"{self.path}, line {number}: {problem}; a file is resumed by the command that began it")
