"""JSON Lines in bulk: a whole file as arrays for a batch, and records from blocks of lines.

Most lines are read by the native scanner (`_jsonl_reader`). What it leaves goes to the ordinary reader, line by line,
so there is one answer to every line, whoever reads it.
"""
from __future__ import annotations

import os
from functools import partial
from typing import Any

import numpy
from numpy.typing import NDArray

from hashi_fast.board.batch import PuzzleBatch
from hashi_fast.board.puzzle import Island, Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.errors import FormatError
from hashi_fast.formats import json_, registry
from hashi_fast.formats._jsonl_reader import Lines
from hashi_fast.formats.line_blocks import line_blocks
from hashi_fast.formats.line_reader import LineReader
from hashi_fast.formats.record import Record
from hashi_fast.support.packed import UNREADABLE, unpacked

_BLOCK = 1 << 21  # bytes; an eighth of it takes 6 % longer, and four times as many 8 %
_new_island = partial(tuple.__new__, Island)

Arrays = tuple[NDArray[Any], ...]
Ids = tuple[str | int | None, ...]


def arrays_of_file(path: str | os.PathLike[str]) -> tuple[Arrays, Ids | None]:
    """Return all puzzles of a file as the arrays of a batch, and their ids; a FormatError names the bad line."""
    pieces = _Pieces()
    reader = LineReader(registry.get("json"), registry.get("json"))
    line = 0
    with open(path, "rb") as raw:
        try:
            for block in line_blocks(unpacked(raw).read, lambda: _BLOCK):
                _take(Lines(block), reader, pieces, f"{os.fspath(path)}, line ", line)
                line += block.count(b"\n")
        except UNREADABLE as error:
            expected = "expected a file that can be read to its end"
            raise FormatError(f"{os.fspath(path)}, line {line + 1}: {expected}, found: {error}") from None
    return pieces.joined()


class BlockRecords:
    r"""The records of the lines in a block that the scanner takes, each made when it is asked for.

    >>> lines = Lines(b'{"id": 7, "w": 1, "h": 1, "islands": [{"r": 0, "c": 0, "target": 0}], "seed": 5}\n')
    >>> BlockRecords(lines)[0]
    Record(puzzle=Puzzle(1, 1, [(0, 0, 0)], id=7), solution=None, rating=None, extra={'seed': 5})
    """

    def __init__(self, lines: Lines) -> None:
        width, height, offsets, row, col, target, max_bridges, loops = lines.arrays()
        clues = [None if clue < 0 else clue for clue in target.tolist()]
        self._lines = lines
        self._islands = list(map(_new_island, zip(row.tolist(), col.tolist(), clues, strict=True)))
        self._offsets = offsets.tolist()
        self._rules = list(zip(width.tolist(), height.tolist(), max_bridges.tolist(), loops.tolist(), strict=True))

    def __getitem__(self, i: int) -> Record:
        fields = json_.parse_start(self._lines.rest(i).decode())
        islands = tuple(self._islands[self._offsets[i] : self._offsets[i + 1]])
        width, height, max_bridges, loops = self._rules[i]
        puzzle = Puzzle.of_checked(width, height, islands, max_bridges, loops, fields.get("id"))
        record = json_.record_from(fields, puzzle, "json")
        counts = self._lines.bridges_of(i)
        return record if counts is None else record._replace(solution=Solution.of_counts(puzzle, counts))


def _take(lines: Lines, reader: LineReader, pieces: _Pieces, place: str, before: int) -> None:
    """Add the puzzles of a block, with those of the lines that the scanner left where they belong."""
    done = 0
    for at, n, text in lines.left():
        pieces.add_lines(lines, done, n)
        done = n
        try:
            record = reader.read(text.decode("utf-8", "surrogateescape"))
        except FormatError as error:
            raise FormatError(f"{place}{before + at + 1}: {error}") from None
        if record is not None:
            pieces.add_puzzle(record.puzzle)
    pieces.add_lines(lines, done, len(lines))


class _Pieces:
    """Puzzles from several sources, in order."""

    def __init__(self) -> None:
        self._arrays: list[Arrays] = []
        self._ids: list[str | int | None] = []
        self._puzzles: list[Puzzle] = []  # the latest ones that are in no array yet

    def add_lines(self, lines: Lines, first: int, last: int) -> None:
        if first < last:
            self._settle()
            self._arrays.append(lines.arrays(first, last))
            self._ids += lines.ids(first, last)

    def add_puzzle(self, puzzle: Puzzle) -> None:
        self._puzzles.append(puzzle)
        self._ids.append(puzzle.id)

    def _settle(self) -> None:
        if self._puzzles:
            self._arrays.append(PuzzleBatch.from_puzzles(self._puzzles).arrays())
            self._puzzles = []

    def joined(self) -> tuple[Arrays, Ids | None]:
        self._settle()
        parts = self._arrays or [PuzzleBatch.from_puzzles([]).arrays()]
        width, height, offsets, row, col, target, max_bridges, loops = zip(*parts, strict=True)
        # The offsets of each part start at 0.
        sizes = numpy.concatenate([numpy.diff(each) for each in offsets])
        starts = numpy.concatenate(([0], numpy.cumsum(sizes, dtype=numpy.int64)))
        others = (numpy.concatenate(each) for each in (row, col, target, max_bridges, loops))
        arrays = numpy.concatenate(width), numpy.concatenate(height), starts, *others
        return arrays, tuple(self._ids) if any(name is not None for name in self._ids) else None
