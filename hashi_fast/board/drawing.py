"""Text drawings of puzzles and solutions.

"ascii" has one character per cell. `str` uses it, and the grid format reads it back:

    island   1..9, A..G for 10..16, ? for an unknown clue    nothing   .
    bridges      one   two   three   four
    horizontal    -     =      t      q     small letters: t for triple, q for quadruple
    vertical      |     "      T      Q     capital letters

It cannot show bridges between islands on neighbouring cells. "unicode" is for people: cells are two columns wide, or
three if that is not enough, so boards look square and bridges between neighbours are visible. For a bridge between
neighbours one above the other, an extra line separates their rows.

    horizontal    ─     ═      ≡      ≣
    vertical      │     ║      ║│     ║║

Bridges that cross meet in a `+` or a similar sign. Only a game in progress has such bridges.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

from hashi_fast.errors import check_choice, shown

if TYPE_CHECKING:
    from hashi_fast.board.puzzle import Puzzle

__all__ = ["draw", "draw_puzzle", "draw_solution", "side_by_side"]

Bridge = tuple[int, int, int, int, int]
Ends = tuple[int, int, int, int]
# What a piece of a drawing shows, for `paint`.
Role = Literal["empty", "island", "bridge", "mark"]
Paint = Callable[[str, Role], str]

_ISLAND = "0123456789ABCDEFG"


class _Style(NamedTuple):
    """The characters of a style; bridges by their count."""

    empty: str
    across: tuple[str, ...]
    down: tuple[str, ...]
    crossings: dict[tuple[str, str], str]  # by the signs (across, down); all other pairs use `crossing`
    crossing: str
    marked: str  # on a bridge
    missing: str  # on an edge without bridges


_STYLES = {
    "ascii": _Style(".", (".", "-", "=", "t", "q"), (".", "|", '"', "T", "Q"), {}, "+", "*", "x"),
    "unicode": _Style(
        "·",
        ("·", "─", "═", "≡", "≣"),
        ("·", "│", "║", "║│", "║║"),
        {("─", "│"): "┼", ("─", "║"): "╫", ("═", "│"): "╪", ("═", "║"): "╬"},
        "┼",
        "*",
        "\N{MULTIPLICATION SIGN}",
    ),
}


def draw_puzzle(puzzle: Puzzle) -> str:
    """Return the board in ASCII: one line per row, without a newline at the end.

    >>> from hashi_fast.board.puzzle import Puzzle
    >>> print(draw_puzzle(Puzzle(4, 2, [(0, 0, 3), (0, 3, None), (1, 0, 1)])))
    3..?
    1...
    """
    return draw(puzzle, style="ascii")


def draw_solution(puzzle: Puzzle, bridges: Iterable[Bridge]) -> str:
    """Return the board in ASCII with its bridges, given as (r1, c1, r2, c2, count) in any order.

    >>> from hashi_fast.board.puzzle import Puzzle
    >>> puzzle = Puzzle(4, 3, [(0, 0, 3), (0, 3, 2), (2, 0, 1)])
    >>> print(draw_solution(puzzle, [(0, 0, 0, 3, 2), (0, 0, 2, 0, 1)]))
    3==2
    |...
    1...
    """
    return draw(puzzle, bridges, style="ascii")


def draw(
    puzzle: Puzzle,
    bridges: Iterable[Bridge] = (),
    *,
    style: Literal["unicode", "ascii"] = "unicode",
    marks: Iterable[Ends] = (),
    highlight: Iterable[tuple[int, int]] = (),
    paint: Paint | None = None,
) -> str:
    """Return the board as text with its bridges, given as (r1, c1, r2, c2, count) in any order.

    `marks` are edges (r1, c1, r2, c2): those with bridges get a `*`, those without get a cross (`x` in ASCII) if there
    is room. `paint` is called with each piece of a line and its role, and returns the text to show instead, such as the
    piece between colour codes. Islands on the cells (row, col) of `highlight` have the role "mark", which shows only
    through `paint`.

    >>> from hashi_fast.board.puzzle import Puzzle
    >>> puzzle = Puzzle(3, 3, [(0, 0, 3), (0, 2, 2), (1, 0, None)])
    >>> print(draw(puzzle, [(0, 0, 0, 2, 2), (0, 0, 1, 0, 1)]))
    3═══2
    │
    ? · ·
    · · ·
    """
    check_choice("style", style, _STYLES)
    checked = [_checked(puzzle, bridge) for bridge in bridges]
    counts = [(ends, count) for ends, count in checked if count]
    marked = {_checked(puzzle, (*ends, 0))[0] for ends in marks}
    carrying = dict(counts)
    canvas = _Canvas(puzzle, style, dict.fromkeys(marked, 0) | carrying, paint is not None)
    for ends, count in counts:
        canvas.bridge(ends, count, "mark" if ends in marked else "bridge")
    for ends in sorted(marked):
        canvas.mark(ends, ends in carrying)
    highlighted = set(highlight)
    for row, col, target in puzzle.islands:
        canvas.island(row, col, target, "mark" if (row, col) in highlighted else "island")
    return canvas.text(paint)


def side_by_side(drawings: Iterable[str], *, width: Callable[[str], int] = len) -> str:
    """Return drawings with equally many lines side by side; `width` returns how many columns a line takes.

    >>> print(side_by_side(["2.2", "2=2"]))
        2.2    2=2
    """
    boards = [drawing.split("\n") for drawing in drawings]
    widths = [max(map(width, lines)) for lines in boards]
    rows = (
        "".join(f"    {line}{' ' * (most - width(line))}" for line, most in zip(lines, widths, strict=True)).rstrip()
        for lines in zip(*boards, strict=True)
    )
    return "\n".join(rows)


def _checked(puzzle: Puzzle, bridge: Bridge) -> tuple[Ends, int]:
    """Return the ends, the upper or left one first, and the count; raise ValueError if it cannot be drawn."""
    r1, c1, r2, c2, count = bridge
    top, bottom = sorted((r1, r2))
    left, right = sorted((c1, c2))
    if top < 0 or left < 0 or bottom >= puzzle.height or right >= puzzle.width or (r1 != r2 and c1 != c2):
        raise ValueError(f"bridge {shown(bridge)} is not a straight line on the board")
    if not 0 <= count <= 4:
        raise ValueError(f"bridge {shown(bridge)}: the count must be 0..4")
    return (top, left, bottom, right), count


class _Canvas:
    """Lines of characters. Only lines with something in them are stored: boards may be large and nearly empty."""

    def __init__(self, puzzle: Puzzle, style: str, counts: dict[Ends, int], painted: bool) -> None:
        self.style = _STYLES[style]
        self.plain = style == "ascii"
        self.height = puzzle.height
        self.pitch = 1 if self.plain else _pitch(puzzle, counts)
        # The rows that need an extra line below them, for a bridge between neighbours.
        self.stretched = [] if self.plain else sorted({r1 for r1, _, r2, _ in counts if r2 == r1 + 1})
        self.between = {self.line_of(row) + 1 for row in self.stretched}
        self.empty_row = self.style.empty.ljust(self.pitch) * puzzle.width
        self.free = {self.style.empty, " "}
        self.lines: dict[int, list[str]] = {}
        self.roles: dict[int, list[Role]] | None = {} if painted else None

    def line_of(self, row: int) -> int:
        """The line on which a row of the board is drawn."""
        return row + bisect_left(self.stretched, row) if self.stretched else row

    def line(self, y: int) -> list[str]:
        line = self.lines.get(y)
        if line is None:
            line = self.lines[y] = list(self.background(y))
            if self.roles is not None:
                self.roles[y] = ["empty"] * len(line)
        return line

    def background(self, y: int) -> str:
        return self.empty_row if y not in self.between else " " * len(self.empty_row)

    def put(self, x: int, y: int, text: str, role: Role) -> None:
        self.line(y)[x : x + len(text)] = text
        if self.roles is not None:
            self.roles[y][x : x + len(text)] = [role] * len(text)

    def gap(self, ends: Ends) -> list[tuple[int, int]]:
        """The positions (x, y) between two ends, in order."""
        r1, c1, r2, c2 = ends
        if r1 == r2:
            y = self.line_of(r1)
            return [(x, y) for x in range(self.pitch * c1 + 1, self.pitch * c2)]
        x = self.pitch * c1
        return [(x, y) for y in range(self.line_of(r1) + 1, self.line_of(r2))]

    def bridge(self, ends: Ends, count: int, role: Role) -> None:
        across = ends[0] == ends[2]
        symbol = (self.style.across if across else self.style.down)[count]
        gap = self.gap(ends)
        if across and gap and self.free.issuperset(self.line(gap[0][1])[gap[0][0] : gap[-1][0] + 1]):
            self.put(*gap[0], symbol * len(gap), role)
            return
        for x, y in gap:
            there = self.line(y)[x]
            if there in self.free:
                self.put(x, y, symbol, role)
            else:
                pair = (symbol, there) if across else (there, symbol)
                self.put(x, y, self.style.crossings.get(pair, self.style.crossing), role)

    def mark(self, ends: Ends, carries: bool) -> None:
        """Put the mark in the middle, or on an edge without bridges at the nearest free position."""
        gap = self.gap(ends)
        middle = len(gap) // 2
        for at in sorted(range(len(gap)), key=lambda at: abs(at - middle)):
            x, y = gap[at]
            if carries:
                # Beside a vertical bridge if there is a column for it, so that its count stays visible.
                beside = self.pitch - 1 if ends[0] != ends[2] else 0
                self.put(x + beside, y, self.style.marked, "mark")
                return
            if self.line(y)[x] in self.free:
                self.put(x, y, self.style.missing, "mark")
                return

    def island(self, row: int, col: int, target: int | None, role: Role) -> None:
        text = "?" if target is None else _ISLAND[target] if self.plain else str(target)
        self.put(self.pitch * col, self.line_of(row), text, role)

    def text(self, paint: Paint | None) -> str:
        lines = []
        for y in range(self.height + len(self.stretched)):
            line = self.lines.get(y)
            plain = (self.background(y) if line is None else "".join(line)).rstrip()
            if paint is not None:
                roles = None if self.roles is None else self.roles.get(y)
                plain = _painted(plain, roles or ["empty"] * len(plain), paint)
            lines.append(plain)
        return "\n".join(lines)


def _pitch(puzzle: Puzzle, counts: dict[Ends, int]) -> int:
    """Return the columns of text per cell: three if a target or vertical bridges would fill two."""
    wide = any(target is not None and target > 9 for _, _, target in puzzle.islands)
    return 3 if wide or any(count > 2 and ends[1] == ends[3] for ends, count in counts.items()) else 2


def _painted(line: str, roles: list[Role], paint: Paint) -> str:
    pieces = []
    at = 0
    for role, run in groupby(roles[: len(line)]):
        size = sum(1 for _ in run)
        pieces.append(paint(line[at : at + size], role))
        at += size
    return "".join(pieces)
