"""Which names are those of pictures: .svg, .png and .pdf. Apart from `pictures`, since asking must cost nothing."""

from __future__ import annotations

import os
from typing import Literal, get_args

Ending = Literal["svg", "png", "pdf"]
ENDINGS: tuple[Ending, ...] = get_args(Ending)
IN_WORDS = ".svg, .png or .pdf"


def ending_of(path: str | os.PathLike[str]) -> Ending | None:
    """Return the kind of picture that a file name asks for, or None.

    >>> ending_of("board.PNG"), ending_of("board.txt")
    ('png', None)
    """
    found = os.path.splitext(os.fspath(path))[1][1:].lower()
    return next((ending for ending in ENDINGS if ending == found), None)
