"""conceptis, the XML of Conceptis puzzles: a root with the size and one element per island.

    <Hashi_Puzzle Width="9" Height="13"><Data><Island Number="3" X="0" Y="0" />...</Data></Hashi_Puzzle>

X is the column and Y the row. Other elements and attributes are ignored. Documents with a DOCTYPE are rejected: it
could declare entities, which might grow without bound or name other files. The rules are two bridges per pair and
loops allowed; the format cannot express other rules or unknown clues.
"""

from __future__ import annotations

from typing import NoReturn

from hashi_fast.errors import FormatError, shown
from hashi_fast.formats._text import (
    MAX_ISLANDS,
    Triple,
    character_at,
    check_rules,
    expected_found,
    make_puzzle,
    number,
    size_of,
)
from hashi_fast.formats.record import Record

__all__ = ["detect", "dumps", "loads"]

_MAX_CHARACTERS = 1 << 26
_MAX_DEPTH = 100
_MAX_ELEMENTS = MAX_ISLANDS + 1000


def detect(text: str) -> bool:
    """Return whether `text` starts like XML."""
    return text.startswith("<") or text.lstrip().startswith("<")


def loads(text: str) -> Record:
    """Return the record of a document.

    >>> text = '<Hashi_Puzzle Width="2" Height="1"><Data><Island Number="1" X="1" Y="0"/></Data></Hashi_Puzzle>'
    >>> loads(text).puzzle
    Puzzle(2, 1, [(0, 1, 1)])
    """
    if len(text) > _MAX_CHARACTERS:
        message = f"expected at most {_MAX_CHARACTERS:,} characters, found {len(text):,}"
        raise FormatError(f"{character_at('conceptis', _MAX_CHARACTERS)}: {message}")
    return _Document().read(text.lstrip())


def dumps(record: Record) -> str:
    """Return the record as a document, or raise FormatError if the format cannot express it.

    >>> from hashi_fast.board.puzzle import Puzzle
    >>> print(dumps(Record(Puzzle(1, 1, [(0, 0, 0)]))).splitlines()[3])
        <Island Number="0" X="0" Y="0" />
    """
    puzzle = record.puzzle
    check_rules("conceptis", puzzle)
    islands = [f'    <Island Number="{target}" X="{col}" Y="{row}" />' for row, col, target in puzzle.islands]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<Hashi_Puzzle Width="{puzzle.width}" Height="{puzzle.height}">',
            "  <Data>",
            *islands,
            "  </Data>",
            "</Hashi_Puzzle>",
        ]
    )


class _Document:
    """Collects the puzzle element by element while the parser runs; no tree is built."""

    def __init__(self) -> None:
        from xml.parsers import expat

        self._error = expat.ExpatError
        self._parser = parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = self._doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        self._depth = 0
        self._elements = 0
        self._size: tuple[int, int] | None = None
        self._islands: list[Triple] = []

    def read(self, text: str) -> Record:
        try:
            self._parser.Parse(text, True)
        except self._error as error:
            place = f"conceptis, line {error.lineno}, column {error.offset + 1}"
            raise FormatError(f"{place}: expected XML, found: {error}") from None
        except UnicodeEncodeError as error:  # half of a surrogate pair
            place = character_at("conceptis", error.start)
            raise FormatError(f"{place}: expected text that UTF-8 can encode") from None
        if self._size is None:
            raise FormatError("conceptis, line 1, column 1: expected the element 'Hashi_Puzzle', found none")
        return Record(make_puzzle("conceptis", *self._size, self._islands))

    def _place(self) -> str:
        return f"conceptis, line {self._parser.CurrentLineNumber}, column {self._parser.CurrentColumnNumber + 1}"

    def _doctype(self, name: str, *_: object) -> NoReturn:
        raise FormatError(f"{self._place()}: expected no DOCTYPE, found DOCTYPE {shown(name)}")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._elements += 1
        if self._depth > _MAX_DEPTH:
            raise FormatError(f"{self._place()}: expected at most {_MAX_DEPTH} nested elements")
        if self._elements > _MAX_ELEMENTS:
            raise FormatError(f"{self._place()}: expected at most {_MAX_ELEMENTS:,} elements")
        if self._depth == 1:
            if name != "Hashi_Puzzle":
                raise expected_found(self._place(), "the element 'Hashi_Puzzle'", name)
            width, height = self._numbers(attributes, "Width", "Height")
            self._size = size_of(self._place(), width, height)
        elif name == "Island":
            target, col, row = self._numbers(attributes, "Number", "X", "Y")
            self._islands.append((row, col, target))

    def _end(self, name: str) -> None:
        self._depth -= 1

    def _numbers(self, attributes: dict[str, str], *names: str) -> list[int]:
        numbers = []
        for name in names:
            value = number(attributes.get(name, ""))
            if value is None:
                raise expected_found(self._place(), f"a number as {name}", attributes.get(name))
            numbers.append(value)
        return numbers
