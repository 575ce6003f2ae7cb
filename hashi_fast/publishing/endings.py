"""Which names are those of pictures: .svg, .png and .pdf. Apart from `pictures`, since asking must cost nothing."""

from __future__ import annotations

import os
from typing import Literal, get_args

Ending = Literal["svg", "png", "pdf"]
ENDINGS: tuple[Ending, ...] = get_args(Ending)
IN_WORDS = ".svg, .png or .pdf"
_OTHERS = frozenset(("bmp", "eps", "gif", "jpeg", "jpg", "ps", "tif", "tiff", "webp"))


def ending_of(path: str | os.PathLike[str]) -> Ending | None:
    """Return the kind of picture that a file name asks for, or None.

    >>> ending_of("board.PNG"), ending_of("board.txt")
    ('png', None)
    """
    found = _ending(path)
    return next((ending for ending in ENDINGS if ending == found), None)


def is_other_picture(path: str | os.PathLike[str]) -> bool:
    """Return whether a file name asks for a kind of picture that we do not draw.

    >>> is_other_picture("board.JPG"), is_other_picture("board.png"), is_other_picture("board.txt")
    (True, False, False)
    """
    return _ending(path) in _OTHERS


def _ending(path: str | os.PathLike[str]) -> str:
    return os.path.splitext(os.fspath(path))[1][1:].lower()
