"""Readers and writers of puzzle texts: `loads` and `dumps` over a registry of formats.

A format is a module with three functions, `detect`, `loads` and `dumps`, and a row at the end of this file.
Texts without a named format are offered to `detect` in the order of the rows. Readers raise FormatError and
nothing else; it names the format, the place and what was expected.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hashi_fast.errors import FormatError, shown
from hashi_fast.formats import json_, task
from hashi_fast.puzzle import Puzzle

__all__ = ["Format", "dumps", "loads", "register"]


class Format(NamedTuple):
    """One text format: its name, whether a text looks like it, its reader and its writer.

    >>> Format("json", json_.detect, json_.loads, json_.dumps).detect("{}")
    True
    """

    name: str
    detect: Callable[[str], bool]
    loads: Callable[[str], Puzzle]
    dumps: Callable[[Puzzle], str]


_FORMATS: dict[str, Format] = {}


def register(format: Format) -> None:
    """Add a format; its turn in detection comes after those already there.

    >>> register(Format("json", json_.detect, json_.loads, json_.dumps))
    Traceback (most recent call last):
        ...
    ValueError: there is a format 'json' already
    """
    if format.name in _FORMATS:
        raise ValueError(f"there is a format {format.name!r} already")
    _FORMATS[format.name] = format


def loads(text: str, format: str | None = None) -> Puzzle:
    """Return the puzzle that `text` holds, in the named format or in the first that looks like it.

    >>> loads("3x1:2a2")
    Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])
    """
    if not isinstance(text, str):
        raise FormatError(f"a puzzle is read from text (str), not from {shown(text)}")
    text = text.removeprefix("\ufeff")  # the mark that some editors put before UTF-8
    if format is not None:
        return _named(format).loads(text)
    for candidate in _FORMATS.values():
        if candidate.detect(text):
            return candidate.loads(text)
    raise FormatError(f"character 0: expected a puzzle as {', '.join(_FORMATS)}, found {shown(text)}")


def dumps(puzzle: Puzzle, format: str = "json") -> str:
    """Return the puzzle as text in the named format, or raise FormatError when that format cannot say it.

    >>> dumps(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]), "task")
    '{"w": 3, "h": 1, "task": "2a2"}'
    """
    return _named(format).dumps(puzzle)


def _named(name: str) -> Format:
    found = _FORMATS.get(name) if isinstance(name, str) else None
    if found is None:
        raise FormatError(f"unknown format {shown(name)}; expected one of {', '.join(_FORMATS)}")
    return found


register(Format("json", json_.detect, json_.loads, json_.dumps))
register(Format("task", task.detect, task.loads, task.dumps))
