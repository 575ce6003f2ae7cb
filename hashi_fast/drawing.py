"""Plain-text drawings of puzzles and solutions, one character a cell.

    island   1..9, A..G for 10..16, ? for an unknown clue    nothing   .
    bridges      one   two   three   four
    horizontal    -     =      t      q     small letters: t for triple, q for quadruple
    vertical      |     "      T      Q     capital letters

Bridges that cross, which only a game in progress can have, meet in a `+`. Between islands on neighbouring
cells there is no cell to draw a bridge in.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hashi_fast.errors import shown

if TYPE_CHECKING:
    from hashi_fast.puzzle import Puzzle

__all__ = ["draw_puzzle", "draw_solution"]

_ISLAND = "0123456789ABCDEFG"
_HORIZONTAL = ".-=tq"
_VERTICAL = '.|"TQ'


def draw_puzzle(puzzle: Puzzle) -> str:
    """Return the board as text: one line a row, without a newline at the end.

    >>> from hashi_fast.puzzle import Puzzle
    >>> print(draw_puzzle(Puzzle(4, 2, [(0, 0, 3), (0, 3, None), (1, 0, 1)])))
    3..?
    1...
    """
    return draw_solution(puzzle, ())


def draw_solution(puzzle: Puzzle, bridges: Iterable[tuple[int, int, int, int, int]]) -> str:
    """Return the board as text with its bridges, given as (r1, c1, r2, c2, count) in any order.

    >>> from hashi_fast.puzzle import Puzzle
    >>> puzzle = Puzzle(4, 3, [(0, 0, 3), (0, 3, 2), (2, 0, 1)])
    >>> print(draw_solution(puzzle, [(0, 0, 0, 3, 2), (0, 0, 2, 0, 1)]))
    3==2
    |...
    1...
    """
    # Only rows with something in them get a list of their own: boards may be large and empty.
    rows: dict[int, list[str]] = {}

    def row_of(row: int) -> list[str]:
        return rows.setdefault(row, ["."] * puzzle.width)

    for bridge in bridges:
        r1, c1, r2, c2, count = bridge
        top, bottom = sorted((r1, r2))
        left, right = sorted((c1, c2))
        if top < 0 or left < 0 or bottom >= puzzle.height or right >= puzzle.width or (r1 != r2 and c1 != c2):
            raise ValueError(f"bridge {shown(bridge)} is no straight line on the board")
        if not 0 <= count < len(_HORIZONTAL):
            raise ValueError(f"bridge {shown(bridge)}: the count must be 0..{len(_HORIZONTAL) - 1}")
        if count == 0:
            continue
        if top == bottom:
            line = row_of(top)
            for col in range(left + 1, right):
                line[col] = _HORIZONTAL[count] if line[col] == "." else "+"
        else:
            for row in range(top + 1, bottom):
                line = row_of(row)
                line[left] = _VERTICAL[count] if line[left] == "." else "+"
    for row, col, target in puzzle.islands:
        row_of(row)[col] = "?" if target is None else _ISLAND[target]
    empty = "." * puzzle.width
    return "\n".join("".join(rows[row]) if row in rows else empty for row in range(puzzle.height))
