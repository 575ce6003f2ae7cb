"""task, a compact string in row-major order: a digit 1..8 is an island, a letter a..z a run of 1..26 empty cells.

The string does not include the size. It is written as `{"w": 3, "h": 1, "task": "2a2"}`. The form `3x1:2a2` can also be
read; it is a tatham game ID, too, with the same meaning. Longer runs repeat `z`. The format cannot express unknown
clues and other targets.

compact is the same with the solution packed (see packed_solution.py), and without spaces, rating and extra fields.
"""

from __future__ import annotations

import json
import re
from string import ascii_lowercase
from typing import Any

from hashi_fast.errors import FormatError, shown
from hashi_fast.formats import json_, packed_solution
from hashi_fast.formats._runs import Alphabet
from hashi_fast.formats._text import check_rules, expected_found, size_of
from hashi_fast.formats.record import Record

__all__ = ["compact", "detect", "dumps", "loads", "one_line"]

# Nine digits are more than any side needs, and few enough to convert quickly.
_ONE_WORD = re.compile(r"\s*+([0-9]{1,9})x([0-9]{1,9}):")
_SIGNS = Alphabet(ascii_lowercase, re.compile("([a-z]*)([1-8]?)"), int, "a digit 1..8 or a letter a..z")


def detect(text: str) -> bool:
    """Return whether `text` starts like the one-word form; the object form is detected as json."""
    return _ONE_WORD.match(text) is not None


def one_line(text: str) -> bool:
    """Return whether `text` may be a whole puzzle, so that other lines of the file are puzzles, too."""
    return detect(text) or json_.one_line(text)


def loads(text: str) -> Record:
    """Return the record of a JSON object with a `task`, or of one word.

    >>> loads('{"w": 3, "h": 1, "task": "2a2"}') == loads("3x1:2a2")
    True
    """
    if json_.detect(text):
        return record_from(json_.parse_object(text, "task"))
    head = _ONE_WORD.match(text)
    if head is None:
        raise expected_found("task, character 1", "size and cells like '3x1:2a2'", text)
    return _decoded(text.rstrip(), head.end(), {"w": int(head[1]), "h": int(head[2])}, "task")


def dumps(record: Record) -> str:
    """Return the record as a JSON object with a `task`, or raise FormatError for a target other than 1..8.

    >>> from hashi_fast.board.puzzle import Puzzle
    >>> dumps(Record(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)], loops=False)))
    '{"w": 3, "h": 1, "loops": false, "task": "2a2"}'
    """
    puzzle = record.puzzle
    check_rules("task", puzzle, max_bridges=(1, 2, 3, 4), no_loops=True, targets=range(1, 9))
    fields = {**json_.header_of(puzzle), "task": _SIGNS.encode(puzzle, str)}
    return json_.text_of("task", fields, record)


def compact(record: Record) -> str:
    """Return the record as a JSON object with a `task` and its solution packed, as short as it gets.

    Id and rules are kept; rating and everything else are left out.

    >>> from hashi_fast.board.puzzle import Puzzle
    >>> from hashi_fast.board.solution import Solution
    >>> puzzle = Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])
    >>> compact(Record(puzzle, Solution(puzzle, [2])))
    '{"w":3,"h":1,"task":"2a2","packed":"k"}'
    """
    puzzle = record.puzzle
    check_rules("compact", puzzle, max_bridges=(1, 2, 3, 4), no_loops=True, targets=range(1, 9))
    fields = {**json_.header_of(puzzle), "task": _SIGNS.encode(puzzle, str)}
    if record.solution is not None:
        fields["packed"] = packed_solution.pack(record.solution)
    return json.dumps(fields, separators=(",", ":"))


def record_from(fields: dict[str, Any]) -> Record:
    """Return the record of a parsed JSON object with a `task`."""
    text = json_.required(fields, "task", "task")
    if not isinstance(text, str):
        raise FormatError(f"task, key 'task': expected a string, found {shown(text)}")
    return _decoded(text, 0, fields, "task, key 'task'")


def _decoded(text: str, start: int, fields: dict[str, Any], place: str) -> Record:
    sides = json_.required(fields, "w", "task"), json_.required(fields, "h", "task")
    islands = _SIGNS.decode(text, start, place, *size_of("task", *sides))
    return json_.record_from(fields, json_.build(fields, islands, "task"), "task")
