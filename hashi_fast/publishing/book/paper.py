"""Sizes of paper."""

from __future__ import annotations

import re
from typing import NamedTuple

from hashi_fast.errors import shown

MILLIMETRE = 72 / 25.4
PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
}
_LEAST, _MOST = 100, 2000  # millimetres per side
_OWN = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)x([0-9]{1,4}(?:\.[0-9]{1,3})?)(?:mm)?")


class Paper(NamedTuple):
    """Width and height of a page in points."""

    width: float
    height: float

    @property
    def margin(self) -> float:
        """The free space at each side: 15 mm on A4, less on smaller paper."""
        return min(max(0.07 * min(self), 9 * MILLIMETRE), 18 * MILLIMETRE)

    @property
    def scale(self) -> float:
        """The size of headings and texts compared with A4, at most 1."""
        return min(max(min(self) / (210 * MILLIMETRE), 0.8), 1.0)

    @property
    def turned(self) -> Paper:
        """The same paper with its sides swapped."""
        return Paper(self.height, self.width)


def paper_of(name: object) -> Paper:
    """Return the paper with this name, or with this width and height in millimetres.

    >>> [round(side) for side in paper_of("a4")], paper_of("210x297") == paper_of("A4")
    ([595, 842], True)
    """
    text = name.lower() if isinstance(name, str) else ""
    own = _OWN.fullmatch(text)
    sides = (float(own[1]), float(own[2])) if own else PAPERS.get(text)
    if sides is None or not all(_LEAST <= side <= _MOST for side in sides):
        known = f"{', '.join(PAPERS)} or a width and a height of {_LEAST} to {_MOST} mm, such as '152x229'"
        raise ValueError(f"paper must be one of {known}, not {shown(name)}")
    return Paper(sides[0] * MILLIMETRE, sides[1] * MILLIMETRE)
