"""Pack files: puzzles by level, as one JSON object.

    {"easy": [{"id": "easy-001", "w": 7, "h": 7, "islands": [...], "rating": {...}}, ...], "medium": [...], ...}

This is a format of files, not of puzzles: the puzzles in it are json. They are written one per line and read one at a
time, whatever the layout of the file, so memory does not grow with it. A puzzle has the level it is listed under,
whatever its own rating says, so a pack can be rearranged by hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import NamedTuple

from hashi_fast.errors import FormatError, shown
from hashi_fast.formats import json_, registry
from hashi_fast.formats.record import Record
from hashi_fast.levels import DIFFICULTIES, Difficulty

__all__ = ["PackReader", "starts", "text_of"]

_CHUNK = 1 << 16
_START = re.compile(rf'\s*+\{{\s*+"(?:{"|".join(DIFFICULTIES)})"\s*+:\s*+\[')
_SPACE = re.compile(r"[ \t\n\r]*+")
_value_at = json.JSONDecoder().raw_decode


def starts(text: str) -> bool:
    """Return whether `text` is the start of a pack.

    >>> starts('{"easy": [{"w": 3, '), starts('{"w": 3, "h": 1, "task": "2a2"}')
    (True, False)
    """
    return _START.match(text) is not None


def text_of(levels: Mapping[Difficulty, Iterable[Record]]) -> Iterator[str]:
    """Yield the text of a pack file piece by piece.

    >>> from hashi_fast.board.puzzle import Puzzle
    >>> print("".join(text_of({"easy": [Record(Puzzle(1, 1, [(0, 0, 0)]))], "hard": []})), end="")
    {"easy": [
    {"w": 1, "h": 1, "islands": [{"r": 0, "c": 0, "target": 0}]}
    ],
    "hard": []}
    """
    before = "{"
    for level, records in levels.items():
        yield f'{before}"{level}": ['
        between = "\n"
        for record in records:
            yield between + registry.dumps(record, "json")
            between = ",\n"
        yield "]" if between == "\n" else "\n]"
        before = ",\n"
    yield "}\n"


class Place(NamedTuple):
    """A puzzle in a pack that is being read: its place and its text."""

    level: Difficulty
    number: int  # in its level, from 0
    text: str


class PackReader:
    """One pass over a pack: `head` is what has been read so far, and `read(n)` returns up to n more characters."""

    def __init__(self, head: str, read: Callable[[int], str]) -> None:
        self._text = head
        self._at = 0
        self._read = read
        self._lines_before = 1  # the number of the line on which `_text` starts

    @property
    def line(self) -> int:
        """The number of the current line, counted from 1 at the start of `head`."""
        return self._lines_before + self._text.count("\n", 0, self._at)

    def places(self) -> Iterator[Place]:
        """Yield the puzzles in order, as text; a FormatError means that the rest of the pack cannot be read."""
        self._take("{", "pack")
        seen: set[str] = set()
        sign = ","
        while sign == ",":
            level = self._level()
            if level in seen:
                raise FormatError(f"pack: expected every level once, found {shown(level)} twice")
            seen.add(level)
            yield from self._places_in(level)
            sign = self._take(",}", f"pack, after {level}")
        if sign := self._sign():
            raise FormatError(f"pack: expected nothing after its end, found {shown(sign)}")

    def _level(self) -> Difficulty:
        expected = f"one of the levels {', '.join(DIFFICULTIES)}"
        name, _ = self._value("pack", expected)
        level = next((level for level in DIFFICULTIES if level == name), None)
        if level is None:
            raise FormatError(f"pack: expected {expected}, found {shown(name)}")
        self._take(":", f"pack, {level}")
        return level

    def _places_in(self, level: Difficulty) -> Iterator[Place]:
        self._take("[", f"pack, {level}")
        if self._sign() == "]":
            self._take("]", f"pack, {level}")
            return
        for number in count():
            place = f"pack, {level}[{number}]"
            _, text = self._value(place, "a puzzle")
            yield Place(level, number, text)
            if self._take(",]", f"{place}, after it") == "]":
                return

    def _sign(self) -> str:
        """Return the next character that is not white space without reading it; an empty string at the end."""
        while True:
            space = _SPACE.match(self._text, self._at)
            assert space is not None  # it matches an empty string, too
            self._at = space.end()
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._fill():
                return ""

    def _take(self, signs: str, place: str) -> str:
        """Read the next character that is not white space, which must be one of these."""
        sign = self._sign()
        if not sign or sign not in signs:
            found = shown(sign) if sign else "the end"
            raise FormatError(f"{place}: expected {' or '.join(map(repr, signs))}, found {found}")
        self._at += 1
        return sign

    def _value(self, place: str, expected: str) -> tuple[object, str]:
        """Read the next JSON value and return it with its text."""
        self._sign()
        while True:
            try:
                value, end = _value_at(self._text, self._at)
            except (ValueError, RecursionError) as error:
                # The value may continue in text that has not been read yet.
                if len(self._text) - self._at > json_.MAX_CHARACTERS or not self._fill():
                    raise FormatError(f"{place}: expected {expected}, found {_reason(error)}") from None
            else:
                text = self._text[self._at : end]
                self._at = end
                return value, text

    def _fill(self) -> bool:
        """Drop the text that is done and read more, at least as much as is left; return whether there was any."""
        self._lines_before = self.line
        self._text = self._text[self._at :]
        self._at = 0
        more = self._read(max(_CHUNK, len(self._text)))
        self._text += more
        return bool(more)


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"none: {error.msg}"
    return "brackets nested too deep to read" if isinstance(error, RecursionError) else "a number with too many digits"
