"""Boards with one character per cell: drawing clues and bridges, and finding the bridges of a drawing.

Boards may have a hundred million cells, so work per cell is left to C; Python code runs per row, column and island.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from hashi_fast.board.puzzle import Puzzle, cell_in_words, island_in_words
from hashi_fast.board.solution import Bridge, Solution
from hashi_fast.errors import FormatError

__all__ = ["Cells", "Loose", "draw_bridges", "draw_clues", "find_bridges"]


class Cells:
    """A board to draw on; only rows with something in them take memory.

    >>> cells = Cells(2, 3, ".")
    >>> cells.row(1)[2] = ord("4")
    >>> cells.lines(), cells.lines(" ")
    (['...', '..4'], ['. . .', '. . 4'])
    """

    def __init__(self, height: int, width: int, empty: str) -> None:
        self.height = height
        self._blank = empty.encode() * width
        self._rows: dict[int, bytearray] = {}

    def row(self, row: int) -> bytearray:
        """Return the cells of a row, which may be changed in place."""
        cells = self._rows.get(row)
        if cells is None:
            cells = self._rows[row] = bytearray(self._blank)
        return cells

    def lines(self, separator: str = "") -> list[str]:
        """Return the rows as strings."""
        blank = separator.join(self._blank.decode())
        rows = self._rows
        return [separator.join(rows[row].decode()) if row in rows else blank for row in range(self.height)]


def draw_clues(puzzle: Puzzle, empty: str, sign: Callable[[int | None], str]) -> Cells:
    """Return the board of a puzzle; `sign` returns the character of a clue."""
    cells = Cells(puzzle.height, puzzle.width, empty)
    for row, col, target in puzzle.islands:
        cells.row(row)[col] = ord(sign(target))
    return cells


def draw_bridges(name: str, cells: Cells, empty: str, solution: Solution, across: str, down: str) -> None:
    """Draw bridges into the empty cells between islands; `across[n]` and `down[n]` are the signs of n bridges.

    Raises FormatError for bridges that cannot be shown in cells.
    """
    for r1, c1, r2, c2, count in solution.bridges:
        if r2 - r1 + c2 - c1 == 1:
            pair = f"the {island_in_words(r1, c1)} and its neighbour at {cell_in_words(r2, c2)}"
            raise FormatError(f"{name} cannot write bridges between {pair}: there is no cell to draw them in")
        ends = f"the {island_in_words(r1, c1)} and the {island_in_words(r2, c2)}"
        crossed = f"{name} cannot write the bridges between {ends}: others cross them"
        if r1 == r2:
            row, between = cells.row(r1), slice(c1 + 1, c2)
            if row[between].strip(empty.encode()):
                raise FormatError(crossed)
            row[between] = across[count].encode() * (c2 - c1 - 1)
        else:
            for r in range(r1 + 1, r2):
                row = cells.row(r)
                if row[c1] != ord(empty):
                    raise FormatError(crossed)
                row[c1] = ord(down[count])


class Loose(Exception):
    """A sign that belongs to no bridge: its row and column, and whether it is a sign for bridges across."""

    def __init__(self, row: int, col: int, across: bool) -> None:
        super().__init__(row, col, across)
        self.row, self.col, self.across = row, col, across


def find_bridges(
    puzzle: Puzzle, rows_across: Sequence[str], across: str, rows_down: Sequence[str], down: str, inset: int = 1
) -> list[Bridge]:
    """Return the bridges of a drawing, or raise Loose for a sign that is not part of one.

    All places between two islands must have the same sign. `inset` is 1 if signs stand in the cells between islands. It
    is 0 if they stand between cells: then the sign at a column stands between that column and the next, and the same
    goes for rows.
    """
    cols_of: defaultdict[int, list[int]] = defaultdict(list)
    rows_of: defaultdict[int, list[int]] = defaultdict(list)
    for row, col, _ in puzzle.islands:
        cols_of[row].append(col)
        rows_of[col].append(row)
    bridges: list[Bridge] = []
    sign = _any_of(across)
    for row, line in enumerate(rows_across):
        if sign.search(line):
            for start, end, count in _along(line, cols_of.get(row, []), sign, across, inset):
                if end < 0:
                    raise Loose(row, start, True)
                bridges.append((row, start, row, end, count))
    sign = _any_of(down)
    if any(map(sign.search, rows_down)):
        board = "".join(rows_down)
        for col in range(puzzle.width):
            for start, end, count in _along(board[col :: puzzle.width], rows_of.get(col, []), sign, down, inset):
                if end < 0:
                    raise Loose(start, col, False)
                bridges.append((start, col, end, col, count))
    return bridges


def is_complete(bridges: Sequence[Bridge], puzzle: Puzzle) -> bool:
    """Return whether a drawing may be a solution: it has bridges, or nothing needs one."""
    return bool(bridges) or (len(puzzle.islands) == 1 and not puzzle.islands[0].target)


def _any_of(signs: str) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(signs[1:])}]")


def _along(
    line: str, stops: list[int], sign: re.Pattern[str], signs: str, inset: int
) -> Iterator[tuple[int, int, int]]:
    """Yield (island, island, count) for the bridges of a line; stop with (place, -1, 0) at a loose sign."""
    bounds = [(0, stops[0]), (stops[-1], len(line))] if stops else [(0, len(line))]
    for start, end in bounds:
        if found := sign.search(line, start, end):
            yield found.start(), -1, 0
            return
    for start, end in pairwise(stops):
        first = start + inset
        if found := sign.search(line, first, end):
            if line.count(found[0], first, end) < end - first:
                yield found.start(), -1, 0
                return
            yield start, end, signs.index(found[0])
