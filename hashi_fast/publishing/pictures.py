"""Pictures of single puzzles and answers, for people who lay them out in other programs.

A picture is an SVG, PNG or PDF file, in black on white, without margins that would have to be cut off. All three show a
board at the same size. PDF has its fonts embedded, and a paper that ends where the board ends.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Sequence

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Bridge
from hashi_fast.board.svg import Theme, draw_svg
from hashi_fast.errors import check_choice, shown
from hashi_fast.formats import Record
from hashi_fast.formats.record import Item
from hashi_fast.publishing.book.board import draw_board, framed
from hashi_fast.publishing.book.canvas import Canvas
from hashi_fast.publishing.book.fonts import Fonts
from hashi_fast.publishing.book.paper import Paper, length_of
from hashi_fast.publishing.endings import ENDINGS, IN_WORDS, Ending, ending_of
from hashi_fast.publishing.packs import label_of, numbered_record
from hashi_fast.search.solver import solve
from hashi_fast.support.arguments import whole_argument
from hashi_fast.support.atomic_file import WholeFile
from hashi_fast.support.numbered import is_numbered, numbered

CELL = "9.525mm"  # the natural size of an SVG: 36 pixels of 1/96 inch
DPI = 300
_LEAST_CELL, _MOST_CELL = 3.0, 720.0  # points
_MOST_PIXELS = 100_000_000
_MOST_SIDE = 14_400  # points; viewers need not support more


def picture(
    puzzle: Puzzle,
    bridges: Sequence[Bridge] = (),
    ending: Ending = "svg",
    *,
    cell: str | float = CELL,
    dpi: int = DPI,
    grid: bool = False,
    theme: Theme = "light",
) -> bytes:
    """Return a picture of a board with these bridges, as a file with this ending.

    cell: the side of a cell, as "8mm", "0.3in" or a number of millimetres. dpi: pixels per inch, for PNG.
    grid: draw lines along rows and columns, for PNG and PDF. theme: for SVG.
    PNG and PDF need `pip install "hashi-fast[book]"`.

    >>> from hashi_fast import loads
    >>> picture(loads("3x1:2a2"))[:4], picture(loads("3x1:2a2"), ending="png")[:4]
    (b'<svg', b'\\x89PNG')
    """
    check_choice("ending", ending, ENDINGS)
    size = length_of("cell", cell)
    if not _LEAST_CELL <= size <= _MOST_CELL:
        raise ValueError(f"cell must be from {_LEAST_CELL:g}pt to {_MOST_CELL:g}pt, not {shown(cell)}")
    if ending == "svg":
        if grid:
            raise ValueError("grid needs a PNG or PDF picture")
        return draw_svg(puzzle, bridges, theme=theme, cell=None if cell == CELL else size).encode()
    if theme != "light":
        raise ValueError(f"theme {theme!r} needs an SVG picture")
    fonts = Fonts()
    columns, rows = framed(puzzle)
    if ending == "png":
        return _png(puzzle, bridges, fonts, size, whole_argument("dpi", dpi, 30, 2400), grid)
    paper = Paper(columns * size, rows * size)
    if max(paper) > _MOST_SIDE:
        cells = f"{puzzle.width} by {puzzle.height} cells"
        raise ValueError(f"a board of {cells} of {shown(cell)} is too large for a PDF; expected smaller cells")
    file = io.BytesIO()
    canvas = Canvas(file, fonts)
    canvas.begin_page(paper)
    draw_board(canvas, puzzle, 0, 0, size, bridges, frame=False, grid=grid)
    canvas.save()
    return file.getvalue()


def _png(puzzle: Puzzle, bridges: Sequence[Bridge], fonts: Fonts, cell: float, dpi: int, grid: bool) -> bytes:
    from hashi_fast.publishing.raster import Raster

    # A whole number of pixels, so that all rows and columns look the same.
    scale = dpi / 72
    pixels = max(round(scale * cell), 1)
    width, height = (round(pixels * side) for side in framed(puzzle))
    if width * height > _MOST_PIXELS:
        most = f"{_MOST_PIXELS // 1_000_000} million"
        raise ValueError(f"{width:,} by {height:,} pixels; expected at most {most}, so smaller cells or fewer dpi")
    raster = Raster(width, height, scale, fonts)
    draw_board(raster, puzzle, 0, 0, pixels / scale, bridges, frame=False, grid=grid)
    return raster.png(dpi)


def make_pictures(
    items: Iterable[Item],
    path: str | os.PathLike[str],
    answers: str | os.PathLike[str] | None = None,
    *,
    cell: str | float = CELL,
    dpi: int = DPI,
    grid: bool = False,
) -> int:
    """Write a picture of each puzzle, and of each answer if `answers` names files for them; return how many puzzles.

    The names end in .svg, .png or .pdf. With several puzzles they contain {n}, the number of the puzzle from 1, or
    {n:03}, the same with three digits. Answers are those of the records, or else found by solving; a puzzle without a
    solution raises ValueError. Each file is complete or absent.

    cell: the side of a cell, as "8mm" or a number of millimetres. dpi: pixels per inch, for PNG.
    grid: draw lines along rows and columns, for PNG and PDF.
    PNG and PDF need `pip install "hashi-fast[book]"`.

    >>> import os, tempfile
    >>> from hashi_fast import loads, make_pictures
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     puzzles = [loads("3x1:2a2"), loads("4x1:1b1")]
    ...     make_pictures(puzzles, folder + "/p{n:02}.png", folder + "/a{n}.svg"), sorted(os.listdir(folder))
    (2, ['a1.svg', 'a2.svg', 'p01.png', 'p02.png'])
    """
    names = [(os.fspath(path), False), *([] if answers is None else [(os.fspath(answers), True)])]
    files: list[tuple[str, bool, Ending]] = []
    for name, solved in names:
        ending = ending_of(name)
        if ending is None:
            raise ValueError(f"expected a name that ends in {IN_WORDS}, found {shown(name)}")
        files.append((name, solved, ending))
    count = 0
    for position, item in enumerate(items):
        record = numbered_record(position, item)
        for name, solved, ending in files:
            if position and not is_numbered(name):
                raise ValueError(f"several puzzles, but a file holds one; expected {{n}} in the name {shown(name)}")
            bridges = answer_of(record, label_of(position, record)) if solved else ()
            data = picture(record.puzzle, bridges, ending, cell=cell, dpi=dpi, grid=grid)
            with WholeFile(numbered(name, position + 1)) as file:
                file.write(data)
        count += 1
    return count


def answer_of(record: Record, label: str) -> tuple[Bridge, ...]:
    """Return the bridges of a record's solution, or of one that is found; raise ValueError if there is none."""
    solution = record.solution or solve(record.puzzle).solution
    if solution is None:
        raise ValueError(f"{label}: no solution, so no picture of an answer")
    return solution.bridges
