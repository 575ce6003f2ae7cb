"""Pictures of puzzles and solutions as SVG: scalable, printable, self-contained.

The unit is a pixel at natural size; a cell is 36 by 36. All bridges are one path and all discs another; only numbers
are separate elements. So browsers and printers can handle boards with hundreds of cells per side. Colours are plain
attributes, which every renderer knows. The theme "auto" uses CSS under a class of its own, because a style element
applies to the whole page, for example a notebook.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple
from xml.sax.saxutils import escape

from hashi_fast.errors import check_choice, shown

if TYPE_CHECKING:
    from hashi_fast.board.puzzle import Puzzle

__all__ = ["Marks", "draw_svg"]

Bridge = tuple[int, int, int, int, int]
Ends = tuple[int, int, int, int]
Theme = Literal["light", "dark", "auto"]

CELL = 36
RADIUS = 13  # of an island: between neighbouring cells a gap remains that shows their bridges
MARGIN = 6  # around the cells
SPREAD = 5  # between parallel bridges: four of them are narrower than an island


class Marks(NamedTuple):
    """What a picture draws attention to.

    highlight: cells (row, col) of islands. fresh: bridges that are new, instead of those on the same edge. wrong:
    bridges that must go. crossed: edges (r1, c1, r2, c2) that get none.
    """

    highlight: Iterable[tuple[int, int]] = ()
    fresh: Iterable[Bridge] = ()
    wrong: Iterable[Bridge] = ()
    crossed: Iterable[Ends] = ()


class _Colours(NamedTuple):
    paper: str
    ink: str  # rings and numbers
    island: str
    bridge: str
    lit: str  # islands that are highlighted
    fresh: str
    wrong: str


_THEMES = {
    "light": _Colours("#ffffff", "#1a1a1a", "#ffffff", "#1a1a1a", "#ffe08a", "#1f6feb", "#d1242f"),
    "dark": _Colours("#15181d", "#f0f0ea", "#2a3038", "#8fb7e0", "#7a5c00", "#ffb454", "#ff7b72"),
}


def draw_svg(
    puzzle: Puzzle,
    bridges: Iterable[Bridge] = (),
    *,
    theme: Theme = "light",
    cell: float | None = None,
    marks: Marks | None = None,
) -> str:
    """Return an SVG picture of the board with its bridges, given as (r1, c1, r2, c2, count) in any order.

    The theme "auto" is light or dark as the viewer prefers. `cell` is the side of a cell in points, for print and for
    small pictures.

    >>> from hashi_fast.board.puzzle import Puzzle
    >>> draw_svg(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]))[:32]
    '<svg xmlns="http://www.w3.org/20'
    """
    check_choice("theme", theme, (*_THEMES, "auto"))
    width, height = (CELL * side + 2 * MARGIN for side in (puzzle.width, puzzle.height))
    fresh, wrong, crossed, lit = _marked(marks)
    plain = [bridge for bridge in bridges if bridge[:4] not in fresh and bridge[:4] not in wrong]
    strokes = "".join(_strokes(bridge) for bridge in plain)
    discs = "".join(_disc(row, col) for row, col, _ in puzzle.islands if (row, col) not in lit)
    numbers = "".join(_number(row, col, target) for row, col, target in puzzle.islands)
    paint = _css() if theme == "auto" else _attributes(_THEMES[theme])
    lines = _lines(strokes, "2", paint.bridge)
    lines += _lines("".join(_strokes(bridge) for bridge in fresh.values()), "3", paint.fresh)
    lines += _lines("".join(_strokes(bridge) for bridge in wrong.values()), '3" stroke-dasharray="6 3', paint.wrong)
    lines += _lines("".join(map(_cross, crossed)), "2.5", paint.wrong)
    bright = "".join(_disc(row, col) for row, col in sorted(lit))
    bright = f'<path stroke-width="2.5"{paint.lit} d="{bright}"/>' if bright else ""
    sides = [str(side) if cell is None else f"{cell * side / CELL:g}pt" for side in (width, height)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{sides[0]}" height="{sides[1]}"'
        f' role="img"{paint.root}>'
        f"<title>{_title(puzzle)}</title>{paint.style}"
        f'<rect width="100%" height="100%"{paint.paper}/>{lines}'
        f'<path stroke-width="2"{paint.island} d="{discs}"/>{bright}'
        f'<g font-family="Helvetica, Arial, sans-serif" font-size="16" text-anchor="middle"{paint.number}>'
        f"{numbers}</g></svg>\n"
    )


class _Paint(NamedTuple):
    """The colour attributes of each part, each with a leading space, and the style element."""

    root: str
    style: str
    paper: str
    bridge: str
    island: str
    number: str
    lit: str
    fresh: str
    wrong: str


def _attributes(colours: _Colours) -> _Paint:
    return _Paint(
        root="",
        style="",
        paper=f' fill="{colours.paper}"',
        bridge=f' stroke="{colours.bridge}"',
        island=f' fill="{colours.island}" stroke="{colours.ink}"',
        number=f' fill="{colours.ink}"',
        lit=f' fill="{colours.lit}" stroke="{colours.ink}"',
        fresh=f' stroke="{colours.fresh}"',
        wrong=f' stroke="{colours.wrong}"',
    )


def _css() -> _Paint:
    def rules(colours: _Colours) -> str:
        return (
            f".hashi-auto .paper{{fill:{colours.paper}}}.hashi-auto .bridge{{stroke:{colours.bridge}}}"
            f".hashi-auto .island{{fill:{colours.island};stroke:{colours.ink}}}"
            f".hashi-auto .number{{fill:{colours.ink}}}"
            f".hashi-auto .lit{{fill:{colours.lit};stroke:{colours.ink}}}"
            f".hashi-auto .fresh{{stroke:{colours.fresh}}}.hashi-auto .wrong{{stroke:{colours.wrong}}}"
        )

    dark = f"@media (prefers-color-scheme:dark){{{rules(_THEMES['dark'])}}}"
    return _Paint(
        root=' class="hashi-auto"',
        style=f"<style>{rules(_THEMES['light'])}{dark}</style>",
        paper=' class="paper"',
        bridge=' class="bridge"',
        island=' class="island"',
        number=' class="number"',
        lit=' class="lit"',
        fresh=' class="fresh"',
        wrong=' class="wrong"',
    )


def _marked(
    marks: Marks | None,
) -> tuple[dict[Ends, Bridge], dict[Ends, Bridge], list[Ends], set[tuple[int, int]]]:
    """Return fresh and wrong bridges by their ends, the edges that are crossed, and the cells that are lit."""
    if marks is None:
        return {}, {}, [], set()
    fresh, wrong = ({bridge[:4]: bridge for bridge in bridges} for bridges in (marks.fresh, marks.wrong))
    return fresh, wrong, list(marks.crossed), set(marks.highlight)


def _lines(strokes: str, width: str, paint: str) -> str:
    return f'<path fill="none" stroke-width="{width}"{paint} d="{strokes}"/>' if strokes else ""


def _cross(ends: Ends) -> str:
    """Return the path of a cross in the middle of an edge."""
    (x1, y1), (x2, y2) = _centre(*ends[:2]), _centre(*ends[2:])
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    return f"M{x - 5:g} {y - 5:g}l10 10M{x - 5:g} {y + 5:g}l10-10"


def _title(puzzle: Puzzle) -> str:
    name = "" if puzzle.id is None else f" {puzzle.id}"
    text = f"Hashi puzzle{name}, {puzzle.width} by {puzzle.height}"
    # XML cannot contain control characters, lone surrogates, U+FFFE and U+FFFF.
    return escape("".join(char if char.isprintable() else "\ufffd" for char in text))


def _centre(row: int, col: int) -> tuple[int, int]:
    return MARGIN + CELL * col + CELL // 2, MARGIN + CELL * row + CELL // 2


def _strokes(bridge: Bridge) -> str:
    """Return the path of parallel lines from centre to centre; the discs cover their ends."""
    r1, c1, r2, c2, count = bridge
    if r1 != r2 and c1 != c2:
        raise ValueError(f"bridge {shown(bridge)} is not a straight line on the board")
    x1, y1 = _centre(r1, c1)
    x2, y2 = _centre(r2, c2)
    offsets = [SPREAD * (2 * i - count + 1) / 2 for i in range(count)]
    if r1 == r2:
        return "".join(f"M{x1} {y1 + offset:g}H{x2}" for offset in offsets)
    return "".join(f"M{x1 + offset:g} {y1}V{y2}" for offset in offsets)


def _disc(row: int, col: int) -> str:
    x, y = _centre(row, col)
    half = f"a{RADIUS} {RADIUS} 0 1 1"
    return f"M{x - RADIUS} {y}{half} {2 * RADIUS} 0{half} {-2 * RADIUS} 0z"


def _number(row: int, col: int, target: int | None) -> str:
    x, y = _centre(row, col)
    # Lowered by half the height of a digit: renderers disagree on the attribute that would centre it.
    return f'<text x="{x}" y="{y}" dy="5.7">{"?" if target is None else target}</text>'
