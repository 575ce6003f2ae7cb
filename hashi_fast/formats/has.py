"""has, the format of the instances of Coelho, Laporte, Lindbeck and Vidal: rows, columns, islands, then the cells.

    2 3 2
    1 0 1
    0 0 0

Numbers are separated by any white space, and 0 is an empty cell. The rules are two bridges per pair and loops
allowed; the format cannot express other rules or unknown clues.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hashi_fast.errors import FormatError
from hashi_fast.formats import grid
from hashi_fast.formats._cells import draw_clues
from hashi_fast.formats._text import (
    Triple,
    add_islands,
    check_rules,
    expected_found,
    make_puzzle,
    number,
    size_of,
    split_cells,
    split_lines,
)
from hashi_fast.formats.record import Record

__all__ = ["detect", "dumps", "loads"]

_FIRST_LINE = re.compile(r"\s*+[0-9]{1,9}[^\S\n]++[0-9]{1,9}[^\S\n]++[0-9]{1,9}[^\S\n]*+\n")


def detect(text: str) -> bool:
    """Return whether `text` starts with three numbers on a line and the rest fits them.

    A text that does not fit, but cannot be read as a grid either, is taken for an instance with a mistake.
    """
    if _FIRST_LINE.match(text) is None:
        return False
    return _reads(loads, text) or not _reads(grid.loads, text)


def loads(text: str) -> Record:
    """Return the record of an instance.

    >>> loads("1 3 2\\n2 0 2\\n").puzzle
    Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])
    """
    lines = ((f"has, line {i}", line) for i, line in enumerate(split_lines("has", text), 1) if line.strip())
    place, first = next(lines, ("has, line 1", ""))
    head = [number(token) for token in first.split(None, 3)]
    if len(head) != 3 or None in head:
        raise expected_found(place, "three numbers: rows, columns and islands", first)
    rows, columns, count = head
    width, height = size_of(place, columns, rows)
    islands: list[Triple] = []
    for row in range(height):
        place, line = next(lines, (f"has, end of the text, row {row + 1}", ""))
        add_islands(islands, row, split_cells(line, width, place), "0", place)
    for place, line in lines:
        raise expected_found(place, f"the end after {height} rows", line)
    if len(islands) != count:
        raise FormatError(f"has, line 1: expected {len(islands)}, the number of islands in the rows, found {count}")
    return Record(make_puzzle("has", width, height, islands))


def dumps(record: Record) -> str:
    """Return the record as an instance, or raise FormatError if the format cannot express it.

    >>> from hashi_fast.board.puzzle import Puzzle
    >>> dumps(Record(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])))
    '1 3 2\\n2 0 2'
    """
    puzzle = record.puzzle
    check_rules("has", puzzle, targets=range(1, 9))
    first = f"{puzzle.height} {puzzle.width} {len(puzzle.islands)}"
    return "\n".join([first, *draw_clues(puzzle, "0", str).lines(" ")])


def _reads(reader: Callable[[str], Record], text: str) -> bool:
    try:
        reader(text)
    except FormatError:
        return False
    return True
