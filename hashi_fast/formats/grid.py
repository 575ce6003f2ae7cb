"""grid, a board as plain text with one line per row, and the solved drawing, which also shows bridges.

    2==3    island     1..9, ? for an unknown clue
    ...|    empty      . 0 - _ # or a blank
    1--2    bridges    - and = across, | and " down, for one and two

Cells may be separated by blanks or commas, and rows by `/` on a single line. Lines that start with `%` are comments.
A board is a solved drawing if it has any of `=`, `|` and `"`, or if all runs of `-` join two islands and all sums
fit; an island alone is solved without bridges. Boards are written without separators, as a drawing if there is a
solution. The rules are two bridges per pair and loops allowed; the format cannot express other rules or bridges
between neighbouring cells.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from hashi_fast.board.puzzle import MAX_SIDE, Puzzle
from hashi_fast.board.solution import Bridge
from hashi_fast.errors import FormatError
from hashi_fast.formats._cells import Loose, draw_bridges, draw_clues, find_bridges, is_complete
from hashi_fast.formats._text import (
    MAX_ISLANDS,
    MAX_LINES,
    Triple,
    check_rules,
    expected_found,
    make_puzzle,
    make_solution,
    split_lines,
)
from hashi_fast.formats.record import Record

__all__ = ["detect", "dumps", "loads", "one_line"]

_CELLS = re.compile(r"""[\s,]*[0-9?._#=|"-][0-9?._#=|"\s,-]*""")
_NO_CELL = re.compile("""[^0-9?._#=|" -]""")
_ISLAND = re.compile("[1-9?]")
_DRAWN = re.compile("""[=|"]""")
_NO_SEPARATOR = re.compile(r"^\s*+,|,\s*+,|,\s*+$")
_LONGEST_SEPARATED = 8 * MAX_SIDE
_ACROSS = ".-="
_DOWN = """.|\""""


class _Row(NamedTuple):
    """The cells of a row, its line, and the column of its first cell, or 0 if the cells are separated."""

    cells: str
    line: int
    column: int

    def place(self, cell: int) -> str:
        where = f"column {self.column + cell}" if self.column else f"cell {cell + 1}"
        return f"grid, line {self.line}, {where}"


def detect(text: str) -> bool:
    """Return whether the first row of `text`, after blank lines and comments, looks like cells."""
    lines = (line for line in text.split("\n", MAX_LINES) if not line.startswith("%"))
    first = next((line for line in lines if line and not line.isspace()), "")
    return _CELLS.fullmatch(first[:1000].partition("/")[0]) is not None


def one_line(text: str) -> bool:
    """Return whether `text` may be a whole puzzle, so that other lines of the file are puzzles, too."""
    text = text.strip()
    return "/" in text and "\n" not in text and not text.startswith("%")


def loads(text: str) -> Record:
    """Return the record of a board, with its solution if one is drawn.

    >>> print(loads("2--2/...|/...1").solution)
    2--2
    ...|
    ...1
    """
    rows = _rows(text)
    rows = _separated(rows) or rows
    width = len(rows[0].cells)
    if not 1 <= width <= MAX_SIDE:
        raise FormatError(f"{rows[0].place(min(width, MAX_SIDE))}: expected 1 to {MAX_SIDE:,} cells in a row")
    islands: list[Triple] = []
    for i, row in enumerate(rows):
        if found := _NO_CELL.search(row.cells):
            raise expected_found(row.place(found.start()), "a clue, a bridge or an empty cell like '.'", found[0])
        if len(row.cells) != width:
            message = f"expected {width} cells as in row 1, found {len(row.cells)}"
            raise FormatError(f"{row.place(min(width, len(row.cells)))}: row {i + 1}: {message}")
        for found in _ISLAND.finditer(row.cells):
            islands.append((i, found.start(), None if found[0] == "?" else int(found[0])))
        if len(islands) > MAX_ISLANDS:
            raise FormatError(f"{row.place(0)}: expected at most {MAX_ISLANDS:,} islands")
    puzzle = make_puzzle("grid", width, len(rows), islands)
    bridges = _bridges(puzzle, rows)
    return Record(puzzle, None if bridges is None else make_solution("grid", puzzle, bridges))


def dumps(record: Record) -> str:
    """Return the record as a board, or raise FormatError if the format cannot express it.

    >>> print(dumps(Record(Puzzle(3, 2, [(0, 0, 2), (0, 2, None)]))))
    2.?
    ...
    """
    puzzle = record.puzzle
    check_rules("grid", puzzle, unknown=True, targets=range(1, 9))
    cells = draw_clues(puzzle, ".", lambda target: "?" if target is None else str(target))
    if record.solution is not None:
        draw_bridges("grid", cells, ".", record.solution, _ACROSS, _DOWN)
    return "\n".join(cells.lines())


def _rows(text: str) -> list[_Row]:
    """Return the rows without comments and without leading and trailing empty lines."""
    lines = [(line, i) for i, line in enumerate(split_lines("grid", text), 1) if not line.startswith("%")]
    while lines and not lines[-1][0]:
        lines.pop()
    first = next((i for i, (line, _) in enumerate(lines) if line), 0)
    rows = [_Row(line, i, 1) for line, i in lines[first : first + MAX_SIDE + 1]]
    if len(rows) == 1 and "/" in rows[0].cells:
        line, column = rows[0].line, 1
        parts = rows[0].cells.rstrip().removesuffix("/").split("/", MAX_SIDE)
        rows = []
        for part in parts:
            rows.append(_Row(part, line, column))
            column += len(part) + 1
    if not rows:
        raise FormatError("grid, line 1: expected rows of cells, found none")
    if len(rows) > MAX_SIDE:
        raise FormatError(f"{rows[MAX_SIDE].place(0)}: expected at most {MAX_SIDE:,} rows")
    return rows


def _separated(rows: list[_Row]) -> list[_Row] | None:
    """Return the rows without the separators between their cells, or None if there are no separators."""
    found: list[_Row] = []
    for row in rows:
        if len(row.cells) > _LONGEST_SEPARATED or _NO_SEPARATOR.search(row.cells):
            return None
        cells = row.cells.replace(",", " ").split()
        joined = "".join(cells)
        if not cells or len(joined) != len(cells) or (found and len(joined) != len(found[0].cells)):
            return None
        found.append(_Row(joined, row.line, 0))
    return found


def _bridges(puzzle: Puzzle, rows: list[_Row]) -> list[Bridge] | None:
    """Return the bridges of a solved drawing; None for a board that is not solved."""
    lines = [row.cells for row in rows]
    drawn = any(map(_DRAWN.search, lines))
    if not drawn and is_complete([], puzzle):
        return []
    if not drawn and not any("-" in line for line in lines):
        return None
    try:
        bridges = find_bridges(puzzle, lines, _ACROSS, lines, _DOWN)
    except Loose as loose:
        if not drawn:
            return None
        place = rows[loose.row].place(loose.col)
        raise expected_found(place, "bridges from island to island", lines[loose.row][loose.col]) from None
    if drawn:
        return bridges
    sums: Counter[tuple[int, int]] = Counter()
    for r1, c1, r2, c2, count in bridges:
        sums[r1, c1] += count
        sums[r2, c2] += count
    fits = all(target in (None, sums[row, col]) for row, col, target in puzzle.islands)
    return bridges if fits else None
