"""A board on a page: islands, their numbers and, in answers, bridges. Everything scales with the size of a cell."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Bridge
from hashi_fast.publishing.book.canvas import Segment, Surface
from hashi_fast.publishing.book.fonts import HALF_DIGIT

# In cells. Islands on neighbouring cells have a gap between their rings that shows their bridges, and four parallel
# bridges are narrower than an island.
RADIUS = 0.39
SPREAD = 0.17
PADDING = 0.15  # between the cells and the frame
_RING = 0.05
_BRIDGE = 0.06
_DIGIT = 0.57  # font size of one digit; the next line is for two
_TWO_DIGITS = 0.42
_LEAST_LINE = 0.35  # points; every printer can do that

_GRID = 0.88
_FRAME = 0.72
_MARKED = 0.82


def draw_board(
    canvas: Surface,
    puzzle: Puzzle,
    x: float,
    y: float,
    cell: float,
    bridges: Iterable[Bridge] = (),
    *,
    frame: bool = True,
    grid: bool = True,
    marked: Container[tuple[int, int]] = (),
) -> None:
    """Draw a board whose upper left corner is (x, y).

    With `frame`, a line runs around it; there is room for it anyway. With `grid`, thin lines along rows and columns
    guide the eye. Islands on `marked` cells are grey.
    """
    width, height = (cell * side for side in framed(puzzle))
    if frame:
        canvas.frame(x, y, width, height, 0.5, _FRAME, 0.25 * cell)
    x0, y0 = x + cell * (PADDING + 0.5), y + cell * (PADDING + 0.5)  # the middle of the first cell
    if grid:
        across = [(x, y0 + cell * row, x + width, y0 + cell * row) for row in range(puzzle.height)]
        down = [(x0 + cell * col, y, x0 + cell * col, y + height) for col in range(puzzle.width)]
        canvas.lines(across + down, 0.3, _GRID)
    strokes = [stroke for bridge in bridges for stroke in _strokes(bridge, x0, y0, cell)]
    if strokes:
        canvas.lines(strokes, max(_BRIDGE * cell, _LEAST_LINE))
    ring = max(_RING * cell, _LEAST_LINE)
    places = {(row, col): (x0 + cell * col, y0 + cell * row) for row, col, _ in puzzle.islands}
    for fill in (1.0, _MARKED):
        chosen = [place for key, place in places.items() if (key in marked) == (fill == _MARKED)]
        if chosen:
            canvas.discs(chosen, RADIUS * cell, ring, fill)
    for row, col, target in puzzle.islands:
        text = "?" if target is None else str(target)
        size = cell * (_DIGIT if len(text) == 1 else _TWO_DIGITS)
        centre_x, centre_y = places[row, col]
        canvas.text(centre_x, centre_y + HALF_DIGIT * size, text, size, face="bold", align="centre")


def framed(puzzle: Puzzle) -> tuple[float, float]:
    """Return the width and height of the board with its frame, in cells."""
    return puzzle.width + 2 * PADDING, puzzle.height + 2 * PADDING


def _strokes(bridge: Bridge, x0: float, y0: float, cell: float) -> Iterator[Segment]:
    """Yield parallel lines from centre to centre. The discs of the islands cover their ends."""
    r1, c1, r2, c2, count = bridge
    x1, y1, x2, y2 = x0 + cell * c1, y0 + cell * r1, x0 + cell * c2, y0 + cell * r2
    for i in range(count):
        offset = SPREAD * cell * (i - (count - 1) / 2)
        yield (x1, y1 + offset, x2, y2 + offset) if r1 == r2 else (x1 + offset, y1, x2 + offset, y2)
