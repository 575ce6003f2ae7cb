"""task, the compact string: row-major, a digit 1..8 is an island, a letter a..z a run of 1..26 empty cells.

It needs the size beside it: `{"w": 3, "h": 1, "task": "2a2"}`, which is how it is written, or `3x1:2a2`,
which is read as well. Longer runs repeat `z`. Unknown clues and other targets cannot be said.
"""

from __future__ import annotations

import json
import re
from typing import Any

from hashi_fast.errors import FormatError, InvalidPuzzle, shown
from hashi_fast.formats import json_
from hashi_fast.puzzle import Puzzle, board_size, place_of

__all__ = ["detect", "dumps", "loads"]

# Nine digits are more than any side has, and few enough for every conversion.
_ONE_WORD = re.compile(r"\s*([0-9]{1,9})x([0-9]{1,9}):")


def detect(text: str) -> bool:
    """Return whether `text` starts like the one-word form; the object form is detected as json."""
    return _ONE_WORD.match(text) is not None


def loads(text: str) -> Puzzle:
    """Return the puzzle of a JSON object with a `task`, or of one word.

    >>> loads('{"w": 3, "h": 1, "task": "2a2"}') == loads("3x1:2a2")
    True
    """
    if json_.detect(text):
        return puzzle_from(json_.parse_object(text, "task"))
    head = _ONE_WORD.match(text)
    if head is None:
        raise FormatError(f"task, character 0: expected size and cells like '3x1:2a2', found {shown(text)}")
    fields = {"w": int(head[1]), "h": int(head[2])}
    return _decoded(text[: len(text.rstrip())], head.end(), fields, "task")


def dumps(puzzle: Puzzle) -> str:
    """Return the puzzle as a JSON object with a `task`, or raise FormatError for a target other than 1..8.

    >>> dumps(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)], loops=False))
    '{"w": 3, "h": 1, "loops": false, "task": "2a2"}'
    """
    parts = []
    position = 0
    for row, col, target in puzzle.islands:
        if target is None or not 1 <= target <= 8:
            feature = "an unknown clue" if target is None else f"the target {target}"
            raise FormatError(f"task cannot write the {place_of(row, col)} with {feature}: only targets 1..8")
        cell = row * puzzle.width + col
        parts += [_empty(cell - position), str(target)]
        position = cell + 1
    parts.append(_empty(puzzle.width * puzzle.height - position))
    return json.dumps({**json_.header_of(puzzle), "task": "".join(parts)})


def puzzle_from(fields: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a parsed JSON object with a `task`."""
    text = json_.required(fields, "task", "task")
    if not isinstance(text, str):
        raise FormatError(f"task, key 'task': expected a text, found {shown(text)}")
    return _decoded(text, 0, fields, "task, key 'task'")


def _empty(cells: int) -> str:
    runs, rest = divmod(cells, 26)
    return "z" * runs + (chr(ord("a") + rest - 1) if rest else "")


def _decoded(text: str, start: int, fields: dict[str, Any], place: str) -> Puzzle:
    """Return the puzzle whose cells are `text` from `start` on; the work goes with the text, not the area."""
    try:
        width, height = board_size(json_.required(fields, "w", "task"), json_.required(fields, "h", "task"))
    except FormatError:
        raise
    except InvalidPuzzle as error:
        raise FormatError(f"task: {error}") from None
    area = width * height
    islands: list[tuple[Any, Any, Any]] = []
    cell = 0
    for at in range(start, len(text)):
        char = text[at]
        if "1" <= char <= "8":
            cells = 1
            islands.append((*divmod(cell, width), int(char)))
        elif "a" <= char <= "z":
            cells = ord(char) - ord("a") + 1
        else:
            message = f"{place}, character {at}: expected a digit 1..8 or a letter a..z, found {shown(char)}"
            raise FormatError(message)
        if cell + cells > area:
            left = area - cell
            expected = f"at most {left} more cell{'s' if left > 1 else ''}" if left else "the end"
            found = f"{shown(char)} ({cells} cell{'s' if cells > 1 else ''})"
            raise FormatError(f"{place}, character {at}: expected {expected}, found {found}")
        cell += cells
    if cell < area:
        message = f"expected {area} cells in all, found the end after {cell}"
        raise FormatError(f"{place}, character {len(text)}: {message}")
    return json_.build(fields, islands, "task")
