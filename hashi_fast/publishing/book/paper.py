"""Paper: its sizes, and a leaf of the book with margins, gutter and bleed.

A *leaf* is what all pages of a book have in common. Odd pages are right-hand pages: their binding is at the left. The
*box* of a page is what its margins leave free; it has the same size on all pages but moves away from the binding.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hashi_fast.errors import did_you_mean, shown

MILLIMETRE = 72 / 25.4
PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "a6": (105.0, 148.0),
    "b5": (176.0, 250.0),
    "letter": (215.9, 279.4),
    "half-letter": (139.7, 215.9),
    "legal": (215.9, 355.6),
    "trade": (152.4, 228.6),  # 6 by 9 inches, the usual size of a paperback in America
}
_UNITS = {"mm": MILLIMETRE, "cm": 10 * MILLIMETRE, "in": 72.0, '"': 72.0, "pt": 1.0}
_LEAST, _MOST = 100, 2000  # millimetres per side
_LEAST_BOX = 70  # millimetres per side that margins must leave free
_LEAST_MARGIN = 6  # millimetres; page numbers are there
_MOST_BLEED = 25  # millimetres
_NUMBER = r"([0-9]{1,4}(?:\.[0-9]{1,4})?)"
_UNIT = r"(mm|cm|in|\"|pt)?"
_SIDES = re.compile(rf"{_NUMBER}\s*{_UNIT}\s*x\s*{_NUMBER}\s*{_UNIT}")
_LENGTH = re.compile(rf"{_NUMBER}\s*{_UNIT}")

LARGE_PRINT = 1.5  # letters of 16 points instead of 11


class Paper(NamedTuple):
    """Width and height of a page in points, after trimming."""

    width: float
    height: float

    @property
    def margin(self) -> float:
        """The usual free space at each side: 15 mm on A4, less on smaller paper."""
        return min(max(0.07 * min(self), 9 * MILLIMETRE), 18 * MILLIMETRE)

    @property
    def scale(self) -> float:
        """The size of headings and texts compared with A4, at most 1."""
        return min(max(min(self) / (210 * MILLIMETRE), 0.8), 1.0)

    @property
    def turned(self) -> Paper:
        """The same paper with its sides swapped."""
        return Paper(self.height, self.width)


class Leaf(NamedTuple):
    """The paper with its margins.

    margin: the free space at each side. gutter: what is added to it at the binding. bleed: what is printed beyond the
    paper on all sides, and cut off. magnify: how much larger than usual boards and texts are.
    """

    paper: Paper
    margin: float
    gutter: float = 0.0
    bleed: float = 0.0
    magnify: float = 1.0

    @property
    def scale(self) -> float:
        """The size of headings and texts compared with the usual one on A4."""
        return self.paper.scale * self.magnify

    @property
    def is_bound(self) -> bool:
        """Whether a printer makes the book. Then all pages have one size, and a landscape board is printed turned."""
        return self.gutter > 0 or self.bleed > 0

    @property
    def landscape(self) -> Leaf:
        """The same leaf, held sideways."""
        return self._replace(paper=self.paper.turned)

    def box(self, turned: bool = False) -> tuple[float, float]:
        """Return the width and height of the box; `turned`: the leaf is held sideways, so its binding is above it."""
        width, height = self.paper.width - 2 * self.margin, self.paper.height - 2 * self.margin
        return (width, height - self.gutter) if turned else (width - self.gutter, height)

    def corner(self, page: int, turned: bool = False) -> tuple[float, float]:
        """Return the upper left corner of the box on a page, given by its number from 1."""
        # The head of a page that is held sideways is at the left of the upright page.
        shift = self.gutter if page % 2 else 0.0
        return (self.margin, self.margin + shift) if turned else (self.margin + shift, self.margin)


def paper_of(name: object) -> Paper:
    """Return the paper with this name, or with this width and height in millimetres, inches and so on.

    >>> [round(side) for side in paper_of("a4")], paper_of("210x297") == paper_of("A4"), paper_of("6x9in")
    ([595, 842], True, Paper(width=432.0, height=648.0))
    """
    text = name.strip().lower() if isinstance(name, str) else ""
    if text in PAPERS:
        text = "{}x{}mm".format(*PAPERS[text])
    found = _SIDES.fullmatch(text)
    if found:
        last = found[4] or found[2] or "mm"
        paper = Paper(float(found[1]) * _UNITS[found[2] or last], float(found[3]) * _UNITS[last])
        if all(_LEAST - 1e-6 <= side / MILLIMETRE <= _MOST + 1e-6 for side in paper):
            return paper
    expected = f"{', '.join(PAPERS)} or a width and a height of {_LEAST} to {_MOST} mm, such as '152x229' or '6x9in'"
    raise ValueError(f"paper must be one of {expected}, not {shown(name)}{did_you_mean(name, PAPERS)}")


def length_of(name: str, value: object) -> float:
    """Return a length in points: a text with a unit, or a number of millimetres.

    >>> length_of("gutter", "0.5in"), round(length_of("bleed", 3), 2), round(length_of("bleed", "3mm"), 2)
    (36.0, 8.5, 8.5)
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    found = _LENGTH.fullmatch(f"{value:.4f}" if is_number else value.strip().lower() if isinstance(value, str) else "")
    if not found:
        raise ValueError(f"{name} must be a length such as '12mm', '0.5in' or '36pt', not {shown(value)}")
    return float(found[1]) * _UNITS[found[2] or "mm"]


def leaf_of(paper: object, margin: object, gutter: object, bleed: object, large_print: bool) -> Leaf:
    """Return the leaf with these sizes, or raise ValueError for one that leaves no room; margin None is the usual."""
    size = paper_of(paper)
    leaf = Leaf(
        size,
        size.margin if margin is None else length_of("margin", margin),
        length_of("gutter", gutter),
        length_of("bleed", bleed),
        LARGE_PRINT if large_print else 1.0,
    )
    if leaf.margin < _LEAST_MARGIN * MILLIMETRE - 1e-6:
        raise ValueError(f"margin must be at least {_LEAST_MARGIN} mm, not {shown(margin)}")
    if leaf.bleed > _MOST_BLEED * MILLIMETRE:
        raise ValueError(f"bleed must be at most {_MOST_BLEED} mm, not {shown(bleed)}")
    free = min(leaf.box())
    if free < _LEAST_BOX * MILLIMETRE:
        left = f"{free / MILLIMETRE:.0f} mm"
        raise ValueError(f"margin and gutter must leave at least {_LEAST_BOX} mm of the paper, not {left}")
    return leaf
