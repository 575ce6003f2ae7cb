"""The registry of formats, with `loads`, `dumps` and related functions.

A format is a module with three functions, `detect`, `loads` and `dumps`, and a row at the end of this file. A text
without a named format is offered to each `detect` in the order of the rows. Readers raise only FormatError, which
names the format, the place and what was expected. Writers raise it, too, if the format cannot express the puzzle
itself. What comes with the puzzle (its id, solution, rating) is left out by formats that have no place for it.
"""

from __future__ import annotations

import os
from _thread import allocate_lock
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from hashi_fast.board.puzzle import Puzzle, puzzle_remedy
from hashi_fast.board.solution import Solution
from hashi_fast.errors import FormatError, did_you_mean, shown
from hashi_fast.formats import conceptis, game, grid, has, janko, json_, puzzlink, pzpr, sav, task, tatham
from hashi_fast.formats.record import Item, Record, record_of

__all__ = [
    "Format",
    "detect",
    "dumps",
    "get",
    "loads",
    "loads_record",
    "names",
    "register",
]


class Format(NamedTuple):
    """One text format.

    `detect` returns whether a text looks like this format. `loads` and `dumps` are None if it is not read or not
    written. `solutions` and `ratings` say whether it has a place for these. `one_line` returns whether a text may be a
    whole puzzle on one line, so that a file can hold many; None means never. `endings` are those of file names.
    `options` are the names of further keyword arguments of `dumps`. `aside` says that a solution has a field of its own
    and is not drawn on the board, where everyone would see it.

    >>> get("json").detect("{}"), get("json").solutions, get("has").solutions
    (True, True, False)
    """

    name: str
    detect: Callable[[str], bool]
    loads: Callable[[str], Record] | None
    dumps: Callable[..., str] | None
    solutions: bool = False
    one_line: Callable[[str], bool] | None = None
    endings: tuple[str, ...] = ()
    ratings: bool = False
    options: tuple[str, ...] = ()
    aside: bool = False

    @property
    def reads(self) -> bool:
        """Whether there is a reader."""
        return self.loads is not None

    @property
    def writes(self) -> bool:
        """Whether there is a writer."""
        return self.dumps is not None


_FORMATS: dict[str, Format] = {}  # replaced, never changed: another thread may be reading it
_change = allocate_lock()
_LONGEST_NAME = 4096  # of a file
_LONGEST_SHOWN = 200  # of such names in a message


def register(format: Format) -> None:
    """Add a format, which is tried last in detection.

    >>> register(get("json"))
    Traceback (most recent call last):
        ...
    ValueError: the format 'json' already exists
    """
    global _FORMATS
    with _change:
        if format.name in _FORMATS:
            raise ValueError(f"the format {format.name!r} already exists")
        _FORMATS = {**_FORMATS, format.name: format}


def names() -> tuple[str, ...]:
    """Return the names of all formats, in the order of detection.

    >>> [name for name in names() if get(name).solutions]
    ['game', 'json', 'jsonl', 'pzpr', 'janko', 'sav', 'task', 'compact', 'grid']
    """
    return tuple(_FORMATS)


def get(name: str) -> Format:
    """Return the format of this name, or raise FormatError.

    >>> get("tatham").endings
    ('.tatham',)
    """
    found = _FORMATS.get(name) if isinstance(name, str) else None
    if found is None:
        problem = f"unknown format {shown(name)}{did_you_mean(name, _FORMATS)}"
        raise FormatError(f"{problem}; expected one of {', '.join(_FORMATS)}")
    return found


def detect(text: str) -> str | None:
    """Return the name of the first format that `text` looks like, or None.

    >>> detect("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2"), detect("hello")
    ('tatham', None)
    """
    text = _plain(text)
    if text[:1].isspace():
        text = text.lstrip()  # once, instead of in every `detect`
    for candidate in _FORMATS.values():
        if candidate.detect(text):
            return candidate.name
    return None


def loads(text: str, format: str | None = None) -> Puzzle:
    """Return the puzzle in `text`, read in the named format or in the first that looks like it.

    >>> loads("3x1:2a2")
    Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])
    """
    return loads_record(text, format).puzzle


def loads_record(text: str, format: str | None = None) -> Record:
    """Return the puzzle in `text`, as `loads` does, with everything else that the text says about it.

    >>> print(loads_record("2=2").solution)
    2=2
    """
    text = _plain(text)
    name = detect(text) if format is None else format
    if name is None:
        readable = [kind.name for kind in _FORMATS.values() if kind.reads]
        raise FormatError(
            f"character 1: expected a puzzle as {', '.join(readable)}, found {shown(text)}{_about_files(text)}"
        )
    reader = get(name).loads
    if reader is None:
        raise FormatError(f"{name} is only written, not read")
    return reader(text)


def dumps(item: Item, format: str = "json", **options: Any) -> str:
    """Return a puzzle or a record as text in the named format, or raise FormatError if the format cannot express it.

    Results of `generate` and `produce` are written with their solution, rating and origin.

    Some formats take options: `dimacs` has `encoding` ("order", "pb" or "direct"), `connectivity` ("lazy" or "eager")
    and `without` (earlier answers).

    >>> dumps(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]), "task")
    '{"w": 3, "h": 1, "task": "2a2"}'
    """
    kind = get(format)
    if kind.dumps is None:
        raise FormatError(f"{format} is only read, not written")
    for name in options:
        if name not in kind.options:
            meant = did_you_mean(name, kind.options)
            raise FormatError(f"{format} has no option {name!r}{meant}; expected {' or '.join(kind.options) or 'none'}")
    return kind.dumps(_record(item), **options)


def _plain(text: object) -> str:
    if not isinstance(text, str):
        remedy = "; load, not loads, reads files" if isinstance(text, os.PathLike) else ""
        raise FormatError(f"expected a puzzle as text (str), not {shown(text)}{remedy}")
    return text.removeprefix("\ufeff")  # some editors put it before UTF-8


def _about_files(text: str) -> str:
    """Return a pointer to `load` if a text seems to be the name of a file."""
    name = text.strip()
    if not name or len(name) > _LONGEST_NAME or "\n" in name:
        return ""
    ending = os.path.splitext(name.removesuffix(".gz"))[1].lower()
    known = ending == ".txt" or any(ending in kind.endings for kind in _FORMATS.values())
    if not known and not os.path.isfile(name):
        return ""
    call = f"load({name!r})" if len(repr(name)) <= _LONGEST_SHOWN else "load"
    return f"; {call}, not loads, reads files"


def _record(item: object) -> Record:
    record = record_of(item)
    if record is None:
        raise FormatError(f"expected a Puzzle or a Record, not {shown(item)}{puzzle_remedy(item)}")
    if not isinstance(record.puzzle, Puzzle):
        raise FormatError(f"the puzzle of a record must be a Puzzle, not {shown(record.puzzle)}")
    if not isinstance(record.extra, dict):
        raise FormatError(f"the extra fields of a record must be a dict, not {shown(record.extra)}")
    solution = record.solution
    if solution is not None and not (isinstance(solution, Solution) and solution.puzzle == record.puzzle):
        raise FormatError(f"the solution of a record must belong to its puzzle, not {shown(solution)}")
    return record


def _never(text: str) -> bool:
    return False


def _always(text: str) -> bool:
    return True


def _program(module: str) -> Callable[..., str]:
    """Return the writer in a module that is imported on first use, because few callers need it."""

    def dumps(record: Record, **options: Any) -> str:
        text: str = import_module(module).dumps(record, **options)
        return text

    return dumps


# In the order of detection: a saved game would pass for json, a line of jsonl is detected as json, and one word of task
# as tatham.
register(Format("game", game.detect, game.loads, game.dumps, True, game.one_line, (".game",)))
register(Format("json", json_.detect, json_.loads, json_.dumps, True, json_.one_line, (".json",), True, aside=True))
register(Format("jsonl", _never, json_.loads, json_.dumps, True, _always, (".jsonl", ".ndjson"), True, aside=True))
register(Format("pzpr", pzpr.detect, pzpr.loads, pzpr.dumps, True, pzpr.one_line, (".pzpr", ".pzprv3")))
register(Format("puzzlink", puzzlink.detect, puzzlink.loads, puzzlink.dumps, False, _always, (".url",)))
register(Format("conceptis", conceptis.detect, conceptis.loads, conceptis.dumps, False, None, (".xml",)))
register(Format("janko", janko.detect, janko.loads, janko.dumps, True, None, (".janko",)))
register(Format("sav", sav.detect, sav.loads, sav.dumps, True, None, (".sav",)))
register(Format("tatham", tatham.detect, tatham.loads, tatham.dumps, False, tatham.one_line, (".tatham",)))
register(Format("task", task.detect, task.loads, task.dumps, True, task.one_line, (".task",), True, aside=True))
register(Format("compact", _never, task.loads, task.compact, True, task.one_line, (".compact",), aside=True))
register(Format("has", has.detect, has.loads, has.dumps, False, None, (".has",)))
register(Format("grid", grid.detect, grid.loads, grid.dumps, True, grid.one_line, (".grid",)))
for _name, _ending, _options in (
    ("dimacs", ".cnf", ("encoding", "connectivity", "without")),
    ("lp", ".lp", ()),
    ("smtlib", ".smt2", ()),
    ("minizinc", ".mzn", ()),
):
    _writer = _program(f"hashi_fast.search.engines.{_name}")
    register(Format(_name, _never, None, _writer, endings=(_ending,), options=_options))
