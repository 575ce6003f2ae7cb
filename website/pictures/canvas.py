"""Drawings of the documentation: boards, lines, boxes and texts, light or dark as the reader prefers.

A drawing is one SVG file that needs nothing else. Boards are those of `hashi_fast.board.svg`, with marks added to them.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from xml.sax.saxutils import escape

from hashi_fast import Puzzle
from hashi_fast.board.svg import CELL, MARGIN, RADIUS, SPREAD, draw_svg

Cell = tuple[int, int]
Bridge = tuple[int, int, int, int, int]
Ends = tuple[int, int, int, int]


class _Colours(NamedTuple):
    paper: str
    ink: str
    soft: str  # what stands back: possible edges, captions, frames
    faint: str  # fills of boxes
    new: str  # what the picture is about
    halo: str  # islands to look at
    other: str  # a second thing it is about


_LIGHT = _Colours("#ffffff", "#1a1a1a", "#6b7280", "#f1f3f5", "#c2410c", "#fcd34d", "#1d6fb8")
_DARK = _Colours("#15181d", "#f0f0ea", "#9aa3af", "#242a32", "#ff9d5c", "#7a6314", "#7ab8f5")


def _rules(colours: _Colours) -> str:
    return (
        f".paper{{fill:{colours.paper}}}"
        f"text{{fill:{colours.ink};font-family:Helvetica,Arial,sans-serif}}"
        f".mono{{font-family:ui-monospace,Menlo,Consolas,monospace}}"
        f".ink{{stroke:{colours.ink}}}.soft{{stroke:{colours.soft}}}.new{{stroke:{colours.new}}}"
        f".other{{stroke:{colours.other}}}"
        f".on-ink{{fill:{colours.ink}}}.on-faint{{fill:{colours.faint}}}.on-new{{fill:{colours.new}}}"
        f".on-halo{{fill:{colours.halo}}}.on-other{{fill:{colours.other}}}.on-paper{{fill:{colours.paper}}}"
        f"text.says-soft{{fill:{colours.soft}}}text.says-new{{fill:{colours.new}}}"
        f"text.says-other{{fill:{colours.other}}}text.says-paper{{fill:{colours.paper}}}"
    )


class Drawing:
    """A picture of some width and height, in pixels; everything added later lies on top."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self._parts: list[str] = []
        self._styles: list[str] = []

    def text(
        self, x: float, y: float, words: str, *, size: float = 13, anchor: str = "start", says: str = "",
        mono: bool = False, bold: bool = False,
    ) -> None:
        classes = " ".join(filter(None, (f"says-{says}" if says else "", "mono" if mono else "")))
        kind = f' class="{classes}"' if classes else ""
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"{kind}{weight}'
            f' xml:space="preserve">{escape(words)}</text>'
        )

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *, kind: str = "ink", width: float = 1.5, dash: str = ""
    ) -> None:
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(
            f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" class="{kind}" stroke-width="{width:g}"{dashes}/>'
        )

    def arrow(self, x1: float, y1: float, x2: float, y2: float, *, kind: str = "soft", width: float = 1.5) -> None:
        """Draw a line with a head at its end."""
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        self.line(x1, y1, x2, y2, kind=kind, width=width)
        for side in (1, -1):
            self.line(x2, y2, x2 - 7 * dx - 4 * side * dy, y2 - 7 * dy + 4 * side * dx, kind=kind, width=width)

    def box(
        self, x: float, y: float, width: float, height: float, *, fill: str = "faint", kind: str = "", round_: float = 4
    ) -> None:
        stroke = f" {kind}" if kind else ""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_:g}"'
            f' class="on-{fill}{stroke}"/>'
        )

    def circle(self, x: float, y: float, radius: float, *, fill: str = "paper", kind: str = "ink") -> None:
        self._parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" class="on-{fill} {kind}" stroke-width="1.5"/>'
        )

    def path(self, d: str, *, kind: str = "ink", width: float = 1.5, dash: str = "") -> None:
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(f'<path d="{d}" fill="none" class="{kind}" stroke-width="{width:g}"{dashes}/>')

    def shape(self, d: str, *, fill: str = "paper", kind: str = "ink") -> None:
        self._parts.append(f'<path d="{d}" class="on-{fill} {kind}" stroke-width="1.5"/>')

    def board(self, x: float, y: float, picture: str) -> None:
        """Put a picture of `board_svg` here."""
        styles = re.findall(r"<style>(.*?)</style>", picture)
        self._styles += [style for style in styles if style not in self._styles]
        plain = re.sub(r"<style>.*?</style>|<title>.*?</title>", "", picture.strip())
        self._parts.append(plain.replace("<svg ", f'<svg x="{x:g}" y="{y:g}" ', 1).replace(' role="img"', "", 1))

    def svg(self) -> str:
        dark = f"@media (prefers-color-scheme:dark){{{_rules(_DARK)}}}"
        styles = "".join((_rules(_LIGHT), dark, *self._styles))
        size = f"{self.width:g}", f"{self.height:g}"
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" width="{size[0]}"'
                f' height="{size[1]}" role="img">',
                f"<title>{escape(self.title)}</title>",
                f"<style>{styles}</style>",
                '<rect width="100%" height="100%" rx="6" class="paper"/>',
                *self._parts,
                "</svg>",
                "",
            ]
        )


def centre(cell: Cell) -> tuple[int, int]:
    """Return the middle of a cell in a picture of a board."""
    row, col = cell
    return MARGIN + CELL * col + CELL // 2, MARGIN + CELL * row + CELL // 2


def board_size(puzzle: Puzzle) -> tuple[int, int]:
    return CELL * puzzle.width + 2 * MARGIN, CELL * puzzle.height + 2 * MARGIN


def board_svg(
    puzzle: Puzzle,
    bridges: Iterable[Bridge] = (),
    *,
    new: Iterable[Bridge] = (),
    looked: Iterable[Cell] = (),
    edges: Iterable[Ends] = (),
    closed: Iterable[Ends] = (),
    labels: Mapping[Ends, str] | None = None,
) -> str:
    """Return a board with its bridges and marks: new bridges, islands to look at, possible edges, closed edges, words.

    A label stands beside the middle of its edge.
    """
    below = [_halo(cell) for cell in looked]
    below += [_line(ends, 0, "soft", dash="1 5") for ends in edges]
    for *ends, count in new:
        below += [_line((*ends,), SPREAD * (2 * i - count + 1) / 2, "new", width=3) for i in range(count)]
    above = [_cross(ends) for ends in closed]
    above += [_label(ends, words, puzzle.width) for ends, words in (labels or {}).items()]
    picture = draw_svg(puzzle, bridges, theme="auto")
    # Above the paper, below everything else; and above everything.
    picture = re.sub(r"(<rect [^>]*/>)", lambda match: match[1] + "".join(below), picture, count=1)
    return picture.replace("</svg>", "".join(above) + "</svg>")


def _halo(cell: Cell) -> str:
    x, y = centre(cell)
    return f'<circle cx="{x}" cy="{y}" r="{RADIUS + 6}" class="on-halo"/>'


def _line(ends: Ends, offset: float, kind: str, *, width: float = 2, dash: str = "") -> str:
    (x1, y1), (x2, y2) = centre(ends[:2]), centre(ends[2:])
    dx, dy = (0.0, offset) if y1 == y2 else (offset, 0.0)
    dashes = f' stroke-dasharray="{dash}" stroke-linecap="round"' if dash else ""
    return (
        f'<line x1="{x1 + dx:g}" y1="{y1 + dy:g}" x2="{x2 + dx:g}" y2="{y2 + dy:g}" class="{kind}"'
        f' stroke-width="{width:g}"{dashes}/>'
    )


def _middle(ends: Ends) -> tuple[float, float]:
    (x1, y1), (x2, y2) = centre(ends[:2]), centre(ends[2:])
    return (x1 + x2) / 2, (y1 + y2) / 2


def _cross(ends: Ends) -> str:
    x, y = _middle(ends)
    return f'<path d="M{x - 5:g} {y - 5:g}l10 10m0 -10l-10 10" class="new" stroke-width="3" fill="none"/>'


def _label(ends: Ends, words: str, width: int) -> str:
    x, y = _middle(ends)
    anchor = "middle"
    if ends[0] == ends[2]:
        y -= 7
    elif ends[1] == width - 1:  # the last column has no room at its right
        x, y, anchor = x - 6, y + 4, "end"
    else:
        x, y, anchor = x + 6, y + 4, "start"
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="12" font-weight="bold" text-anchor="{anchor}" class="says-new">'
        f"{escape(words)}</text>"
    )
