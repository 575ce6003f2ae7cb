"""json, the canonical format.

    {"id": "easy-001", "w": 10, "h": 10, "islands": [{"r": 0, "c": 2, "target": 3}, ...]}

`target` is null for an unknown clue; `id`, `max_bridges` and `loops` are left out where they are as usual,
and other keys are passed over. An object with a `task` in place of `islands` is read too (see task.py).
"""

from __future__ import annotations

import json
import re
from typing import Any

from hashi_fast.errors import FormatError, InvalidPuzzle, shown
from hashi_fast.puzzle import Puzzle

__all__ = ["detect", "dumps", "loads"]


def detect(text: str) -> bool:
    """Return whether `text` starts like a JSON object."""
    return re.match(r"\s*\{", text) is not None


def loads(text: str) -> Puzzle:
    """Return the puzzle of a JSON object.

    >>> loads('{"w": 1, "h": 1, "islands": [{"r": 0, "c": 0, "target": null}], "loops": false}')
    Puzzle(1, 1, [(0, 0, None)], loops=False)
    """
    fields = parse_object(text)
    if "task" not in fields:
        return puzzle_from(fields)
    if "islands" in fields:
        raise FormatError("json: expected either the key 'islands' or the key 'task', found both")
    from hashi_fast.formats import task  # which itself builds on this module

    return task.puzzle_from(fields)


def dumps(puzzle: Puzzle) -> str:
    """Return the puzzle as a JSON object on one line.

    >>> dumps(Puzzle(1, 1, [(0, 0, None)], id="lone"))
    '{"id": "lone", "w": 1, "h": 1, "islands": [{"r": 0, "c": 0, "target": null}]}'
    """
    return json.dumps(fields_of(puzzle))


def fields_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return the puzzle as the JSON object, not yet text."""
    islands = [{"r": row, "c": col, "target": target} for row, col, target in puzzle.islands]
    return {**header_of(puzzle), "islands": islands}


def header_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return all of the JSON object but the islands; what is as usual is left out."""
    header: dict[str, Any] = {} if puzzle.id is None else {"id": puzzle.id}
    header.update(w=puzzle.width, h=puzzle.height)
    if puzzle.max_bridges != 2:
        header["max_bridges"] = puzzle.max_bridges
    if not puzzle.loops:
        header["loops"] = False
    return header


def puzzle_from(fields: object, place: str = "json") -> Puzzle:
    """Return the puzzle of a parsed JSON object; `place` starts the message of what is wrong with it."""
    if not isinstance(fields, dict):
        raise FormatError(f"{place}: expected an object with 'w', 'h' and 'islands', found {shown(fields)}")
    entries = required(fields, "islands", place)
    if not isinstance(entries, list):
        raise FormatError(f"{place}, islands: expected a list of objects, found {shown(entries)}")
    try:
        islands = [(entry["r"], entry["c"], entry["target"]) for entry in entries]
    except (KeyError, TypeError):
        wrong = next(i for i, entry in enumerate(entries) if not _is_island(entry))
        found = shown(entries[wrong])
        message = f"{place}, islands[{wrong}]: expected an object with 'r', 'c' and 'target', found {found}"
        raise FormatError(message) from None
    return build(fields, islands, place)


def build(fields: dict[str, Any], islands: list[tuple[Any, Any, Any]], place: str) -> Puzzle:
    """Return the puzzle of these islands with the size and the rules in `fields`."""
    extras = {key: fields[key] for key in ("max_bridges", "loops", "id") if key in fields}
    try:
        return Puzzle(required(fields, "w", place), required(fields, "h", place), islands, **extras)
    except FormatError:
        raise
    except InvalidPuzzle as error:
        raise FormatError(f"{place}: {error}") from None


def required(fields: dict[str, Any], key: str, place: str) -> Any:
    """Return the value of a key that has to be there."""
    try:
        return fields[key]
    except KeyError:
        raise FormatError(f"{place}: expected the key {key!r}, found {shown(list(fields))}") from None


def parse_object(text: str, place: str = "json") -> dict[str, Any]:
    """Return the one JSON object that `text` holds, with no key twice anywhere in it."""
    repeated: dict[int, str] = {}  # id of a dict -> the key that it had twice

    def checked_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            keys = [key for key, _ in pairs]
            repeated[id(fields)] = next(key for key in keys if keys.count(key) > 1)
        return fields

    try:
        value = json.loads(text, object_pairs_hook=checked_object, parse_constant=_refused_constant)
    except json.JSONDecodeError as error:
        raise FormatError(f"{place}, line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise FormatError(f"{place}: expected a puzzle, found brackets nested too deep to read") from None
    except ValueError as error:  # a constant refused below, or a number of more digits than Python converts
        raise FormatError(f"{place}: expected a number of sensible size, found: {error}") from None
    if repeated:
        where, key = _find_repeated(value, repeated)
        raise FormatError(f"{place}{where}: expected every key once, found {shown(key)} twice")
    if not isinstance(value, dict):
        raise FormatError(f"{place}, line 1, column 1: expected an object, found {shown(value)}")
    return value


def _is_island(entry: object) -> bool:
    return isinstance(entry, dict) and all(key in entry for key in ("r", "c", "target"))


def _refused_constant(name: str) -> None:
    raise ValueError(f"{name}, which is not JSON")


def _find_repeated(value: object, repeated: dict[int, str]) -> tuple[str, str]:
    """Return the place of an object that had a key twice, and the key.

    One whose own parent had it under such a key is gone, but then the parent is found.
    """
    open_values = [("", value)]
    while True:
        place, item = open_values.pop()
        if isinstance(item, dict):
            if id(item) in repeated:
                return place, repeated[id(item)]
            open_values += [(f"{place}, {key}", inner) for key, inner in item.items()]
        elif isinstance(item, list):
            open_values += [(f"{place}[{i}]", inner) for i, inner in enumerate(item)]
