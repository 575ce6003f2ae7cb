"""puzzlink, the URL of a puzzle on puzz.link and similar sites: `https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3`.

The name of the puzzle is followed by columns, rows and the cells in row-major order. A clue is a hexadecimal digit, or
`-` and two of them; `.` is an unknown clue; `g` to `z` are runs of 1 to 20 empty cells. Cells missing at the end are
empty. The rules are two bridges per pair and loops allowed; the format cannot express other rules.
"""

from __future__ import annotations

import re
from string import ascii_lowercase

from hashi_fast.formats._runs import Alphabet
from hashi_fast.formats._text import character_at, check_rules, expected_found, make_puzzle, size_of
from hashi_fast.formats.record import Record

__all__ = ["detect", "dumps", "loads"]

_START = re.compile(
    r"\s*+(?:https?://|[A-Za-z0-9.-]{1,80}/p(?:\.html)?\?|(?:hashi|hashikake|bridges)(?:_edit|_play)?/)"
)
_HOST = re.compile(r"\s*+(?:(?:https?://)?[A-Za-z0-9.:/_-]{1,200}\?)?")
_HEAD = re.compile(r"(?:hashi|hashikake|bridges)(?:_edit|_play)?/(?:v:[^/\s]{0,80}/)?")
_SIZE = re.compile(r"([0-9]{1,9})/([0-9]{1,9})(?:/|$)")
_SIGNS = Alphabet(
    ascii_lowercase[6:],
    re.compile("([g-z]*)([0-9a-f.]|-[0-9a-f]{2})?"),
    lambda sign: None if sign == "." else int(sign.removeprefix("-"), 16),
    "a hexadecimal digit, '.', '-' and two digits, or a letter g..z",
)


def detect(text: str) -> bool:
    """Return whether `text` starts like a URL, with or without its host."""
    return _START.match(text) is not None


def loads(text: str) -> Record:
    """Return the record of a URL.

    >>> loads("https://puzz.link/p?hashi/3/1/2g.").puzzle
    Puzzle(3, 1, [(0, 0, 2), (0, 2, None)])
    """
    text = text.rstrip()
    start = _HOST.match(text).end()  # type: ignore[union-attr]  # always matches, even an empty string
    head = _HEAD.match(text, start)
    if head is None:
        found = text[start : start + 40]
        raise expected_found(character_at("puzzlink", start), "the puzzle 'hashi' and '/'", found)
    size = _SIZE.match(text, head.end())
    if size is None:
        found = text[head.end() : head.end() + 40]
        raise expected_found(character_at("puzzlink", head.end()), "columns and rows like '5/5/'", found)
    width, height = size_of(character_at("puzzlink", size.start()), int(size[1]), int(size[2]))
    islands = _SIGNS.decode(text, size.end(), "puzzlink", width, height, exact=False)
    return Record(make_puzzle("puzzlink", width, height, islands))


def dumps(record: Record) -> str:
    """Return the record as a URL, or raise FormatError for rules other than the usual ones.

    >>> from hashi_fast.board.puzzle import Puzzle
    >>> dumps(Record(Puzzle(3, 1, [(0, 0, 2), (0, 2, None)])))
    'https://puzz.link/p?hashi/3/1/2g.'
    """
    puzzle = record.puzzle
    check_rules("puzzlink", puzzle, unknown=True)
    cells = _SIGNS.encode(puzzle, lambda target: "." if target is None else f"{target:x}")
    return f"https://puzz.link/p?hashi/{puzzle.width}/{puzzle.height}/{cells}"
