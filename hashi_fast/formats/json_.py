"""json, the canonical format, and jsonl, its bulk form: one object per line.

    {"id": "easy-001", "w": 10, "h": 10, "islands": [{"r": 0, "c": 2, "target": 3}, ...]}

`target` is null for an unknown clue. `id`, `max_bridges` and `loops` are left out if they have their default values.
`solution` is a list of [r1, c1, r2, c2, count] and `rating` is an object. All other keys are kept as they are. An
object with `task` instead of `islands` can also be read (see task.py), and so can `packed` instead of `solution` (see
packed_solution.py).

Files may have a million lines, so reading a valid text costs little more than `json.loads`. If the quick way fails,
the text is read again slowly to find out what is wrong with it.
"""

from __future__ import annotations

import json
import re
from math import isfinite
from operator import itemgetter
from typing import Any

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.errors import FormatError, InvalidPuzzle, shown
from hashi_fast.formats import packed_solution
from hashi_fast.formats._text import MAX_ISLANDS, Triple, character_at, expected_found, make_solution, where
from hashi_fast.formats.record import Record

__all__ = ["detect", "dumps", "loads", "one_line"]

# Python's objects take several times the memory of the text, empty brackets most of all.
MAX_CHARACTERS = 1 << 26
_MAX_BRACKETS = 4 * MAX_ISLANDS
_SPACE = " \t\n\r"
_WITH_MEANING = frozenset(("id", "w", "h", "islands", "task", "max_bridges", "loops", "solution", "packed", "rating"))
# Finds numbers that the parser rejects without saying where they are: skips strings and stops at such a number.
_ODD = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|(NaN|-?Infinity|-?[0-9]{309,}|-?[0-9.]++[eE][+]?[0-9]{3,})')
_Path = tuple["_Path", str | int] | None  # the path to the parent of a value, and the last key or index
_island = itemgetter("r", "c", "target")


def detect(text: str) -> bool:
    """Return whether `text` starts like a JSON object."""
    return text.startswith("{") or text.lstrip(_SPACE).startswith("{")


def one_line(text: str) -> bool:
    """Return whether `text` may be a whole puzzle, so that other lines of the file are puzzles, too.

    The `w` tells a puzzle from an island on its own line, in a file that spreads one puzzle over many lines.
    """
    text = text.strip(_SPACE)
    return text.startswith("{") and text.endswith("}") and '"w"' in text and "\n" not in text


def loads(text: str) -> Record:
    """Return the record of a JSON object.

    >>> loads('{"w": 1, "h": 1, "islands": [{"r": 0, "c": 0, "target": null}], "loops": false}').puzzle
    Puzzle(1, 1, [(0, 0, None)], loops=False)
    """
    fields = _parse_quickly(text)
    if "task" not in fields:
        return record_from(fields, puzzle_from(fields), "json")
    if "islands" in fields:
        raise FormatError("json: expected either the key 'islands' or the key 'task', found both")
    from hashi_fast.formats import task  # here, since it imports this module

    return task.record_from(fields)


def dumps(record: Record) -> str:
    """Return the record as a JSON object on one line.

    >>> dumps(Record(Puzzle(1, 1, [(0, 0, None)], id="lone"), extra={"seed": 7}))
    '{"id": "lone", "w": 1, "h": 1, "islands": [{"r": 0, "c": 0, "target": null}], "seed": 7}'
    """
    return text_of("json", fields_of(record.puzzle), record)


def text_of(name: str, fields: dict[str, Any], record: Record) -> str:
    """Return the fields of a puzzle as text, followed by everything else in the record."""
    if record.solution is not None:
        fields["solution"] = record.solution.bridges
    if record.rating is not None:
        fields["rating"] = record.rating.to_dict()
    for key, value in record.extra.items():
        if key in _WITH_MEANING or not isinstance(key, str):
            raise FormatError(f"{name} cannot write the extra key {shown(key)}: it is reserved or not a string")
        fields[key] = value
    try:
        return json.dumps(fields, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise FormatError(f"{name} cannot write the values in 'rating' or 'extra': {error}") from None


def fields_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return the fields of the puzzle as a dict."""
    islands = [{"r": row, "c": col, "target": target} for row, col, target in puzzle.islands]
    return {**header_of(puzzle), "islands": islands}


def header_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return all fields except the islands; default values are left out."""
    name: dict[str, Any] = {} if puzzle.id is None else {"id": puzzle.id}
    return name | header(puzzle.width, puzzle.height, puzzle.max_bridges, puzzle.loops)


def header(width: int, height: int, max_bridges: int, loops: bool) -> dict[str, Any]:
    """Return the size and the rules of a board as fields of the JSON object."""
    fields: dict[str, Any] = {"w": width, "h": height}
    if max_bridges != 2:
        fields["max_bridges"] = max_bridges
    if not loops:
        fields["loops"] = False
    return fields


def record_from(fields: dict[str, Any], puzzle: Puzzle, place: str) -> Record:
    """Return the record of a parsed JSON object whose puzzle has been made."""
    if fields.keys() <= _WITH_MEANING:
        extra = {}
    else:
        extra = {key: value for key, value in fields.items() if key not in _WITH_MEANING}
    bridges = fields.get("solution")
    solution = None
    if "packed" in fields:
        if bridges is not None:
            raise FormatError(f"{place}: expected either the key 'solution' or the key 'packed', found both")
        solution = packed_solution.unpack(fields["packed"], puzzle, f"{place}, packed")
    if bridges is not None:
        if not isinstance(bridges, list):
            raise FormatError(f"{place}, solution: expected a list of [r1, c1, r2, c2, count], found {shown(bridges)}")
        solution = make_solution(f"{place}, solution", puzzle, bridges)
    rating = fields.get("rating")
    if rating is not None and not isinstance(rating, dict):
        raise FormatError(f"{place}, rating: expected an object, found {shown(rating)}")
    return Record(puzzle, solution, rating, extra)


def puzzle_from(fields: object, place: str = "json") -> Puzzle:
    """Return the puzzle of a parsed JSON object; error messages start with `place`."""
    if not isinstance(fields, dict):
        raise FormatError(f"{place}: expected an object with 'w', 'h' and 'islands', found {shown(fields)}")
    entries = required(fields, "islands", place)
    if not isinstance(entries, list):
        raise FormatError(f"{place}, islands: expected a list of objects, found {shown(entries)}")
    if len(entries) > MAX_ISLANDS:
        raise FormatError(f"{place}, islands: expected at most {MAX_ISLANDS:,}, found {len(entries):,}")
    try:
        islands = list(map(_island, entries))
    except (KeyError, TypeError):
        wrong = next(i for i, entry in enumerate(entries) if not _is_island(entry))
        found = shown(entries[wrong])
        message = f"{place}, islands[{wrong}]: expected an object with 'r', 'c' and 'target', found {found}"
        raise FormatError(message) from None
    return build(fields, islands, place)


def build(fields: dict[str, Any], islands: list[Triple], place: str) -> Puzzle:
    """Return the puzzle with these islands and the size and rules in `fields`."""
    width, height = required(fields, "w", place), required(fields, "h", place)
    most, loops, name = fields.get("max_bridges", 2), fields.get("loops", True), fields.get("id")
    try:
        return Puzzle(width, height, islands, max_bridges=most, loops=loops, id=name)
    except InvalidPuzzle as error:
        raise FormatError(f"{place}: {error}") from None


def required(fields: dict[str, Any], key: str, place: str) -> Any:
    """Return the value of a key, or raise FormatError if it is missing."""
    try:
        return fields[key]
    except KeyError:
        raise FormatError(f"{place}: expected the key {key!r}, found {shown(list(fields))}") from None


def parse_object(text: str, place: str = "json") -> dict[str, Any]:
    """Return the only JSON object in `text`; no object in it may have a key twice."""
    if _is_large(text):
        limits = f"{MAX_CHARACTERS:,} characters and {_MAX_BRACKETS:,} brackets"
        raise FormatError(f"{character_at(place, len(text))}: expected at most {limits}, found more")
    repeated: dict[int, str] = {}  # by id of a dict: the key that it had twice

    def checked_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            keys = [key for key, _ in pairs]
            repeated[id(fields)] = next(key for key in keys if keys.count(key) > 1)
        return fields

    try:
        value = json.loads(text, object_pairs_hook=checked_object, **_NUMBERS)
    except json.JSONDecodeError as error:
        raise _syntax_error(place, text, error) from None
    except RecursionError:
        raise FormatError(f"{place}, character 1: expected a puzzle, found brackets nested too deep to read") from None
    except ValueError:  # a number rejected below, or one with more digits than Python converts
        found = next((odd for odd in _ODD.finditer(text) if odd[1]), None)
        at, what = (found.start(), found[0]) if found else (0, text)
        raise expected_found(f"{place}, {where(text, at)}", "a finite number of reasonable size", what) from None
    if repeated:
        path, key = _find_repeated(value, repeated)
        raise FormatError(f"{place}{path}: expected every key once, found {shown(key)} twice")
    if not isinstance(value, dict):
        raise FormatError(f"{place}, {where(text, 0)}: expected an object, found {shown(value)}")
    return value


def _finite(text: str) -> float:
    """Return a number as a float; raise ValueError if JSON cannot write it, as NaN or one that is too large."""
    value = float(text)
    if not isfinite(value):
        raise ValueError(text)
    return value


_NUMBERS: Any = {"parse_float": _finite, "parse_constant": _finite}
_parse_start = json.JSONDecoder(**_NUMBERS).raw_decode


def parse_start(text: str) -> dict[str, Any]:
    """Return the object at the start of a text that the native scanner has found sound.

    >>> parse_start('{"w": 3, "islands": null}')
    {'w': 3, 'islands': None}
    """
    fields: dict[str, Any] = _parse_start(text.lstrip(" \t\r"))[0]
    return fields


def _parse_quickly(text: str) -> dict[str, Any]:
    """Do the same as `parse_object` without its hook, which would take longer than all the rest.

    If there are as many colons as keys, no key was repeated: every key in the text has its own colon.
    """
    if _is_large(text) or not text.startswith("{"):
        return parse_object(text)
    try:
        fields, end = _parse_start(text)
        keys = len(fields) + sum(map(len, fields["islands"]))
        for key, value in fields.items():
            if type(value) is dict or (type(value) is list and key != "islands"):
                keys += _count_keys(value)
    except json.JSONDecodeError as error:
        raise _syntax_error("json", text, error) from None
    except (KeyError, RecursionError, TypeError, ValueError):
        return parse_object(text)
    if keys != text.count(":") or text[end:].strip(_SPACE):
        return parse_object(text)
    return fields  # type: ignore[no-any-return]  # a text that starts with a brace is a dict


def _syntax_error(place: str, text: str, error: json.JSONDecodeError) -> FormatError:
    return FormatError(f"{place}, {where(text, error.pos)}: {error.msg}")


def _is_large(text: str) -> bool:
    if len(text) <= _MAX_BRACKETS:
        return False
    return len(text) > MAX_CHARACTERS or text.count("[") + text.count("{") > _MAX_BRACKETS


def _count_keys(value: object) -> int:
    keys = 0
    open_values = [value]
    while open_values:
        item = open_values.pop()
        if type(item) is dict:
            keys += len(item)
            open_values.extend(item.values())
        elif type(item) is list:
            open_values.extend(item)
    return keys


def _is_island(entry: object) -> bool:
    return isinstance(entry, dict) and all(key in entry for key in ("r", "c", "target"))


def _find_repeated(value: object, repeated: dict[int, str]) -> tuple[str, str]:
    """Return the path of an object that had a key twice, and the key.

    Such an object may itself have been dropped, as the first value of a repeated key. Then its parent is found.
    """
    open_values: list[tuple[_Path, object]] = [(None, value)]
    while True:
        path, item = open_values.pop()
        if isinstance(item, dict):
            if id(item) in repeated:
                return _shown_path(path), repeated[id(item)]
            open_values += [((path, key), inner) for key, inner in item.items() if isinstance(inner, (dict, list))]
        elif isinstance(item, list):
            open_values += [((path, i), inner) for i, inner in enumerate(item) if isinstance(inner, (dict, list))]


def _shown_path(path: _Path) -> str:
    """Return a path for a message: only its innermost steps, with long keys cut short."""
    steps: list[str] = []
    while path is not None and len(steps) < 5:
        path, step = path
        steps.append(f"[{step}]" if isinstance(step, int) else f", {step[:40]}")
    return ("" if path is None else ", ...") + "".join(reversed(steps))
