"""Names of numbered files: {n} in a name stands for a number, {n:03} for one of at least three digits."""
from __future__ import annotations

import re

_FIELD = re.compile(r"\{n(?::0?([1-9]))?\}")


def is_numbered(name: str) -> bool:
    """Return whether a name stands for many files.

    >>> is_numbered("board_{n:03}.svg"), is_numbered("board.svg")
    (True, False)
    """
    return _FIELD.search(name) is not None


def numbered(name: str, number: int) -> str:
    """Return the name of one of these files; digits that are missing are zeros.

    >>> numbered("board_{n}.svg", 7), numbered("board_{n:03}.svg", 7)
    ('board_7.svg', 'board_007.svg')
    """
    return _FIELD.sub(lambda field: f"{number:0{field[1] or 1}}", name)
