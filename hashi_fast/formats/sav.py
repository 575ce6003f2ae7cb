"""sav, the save file of Bridges in Simon Tatham's puzzle collection, with the solution if the player asked for it.

Lines are `KEY:LENGTH:DATA`, with the key padded to eight characters and the length in bytes. `GAME` must be Bridges.
`CPARAMS` (or else `PARAMS`) and `DESC` are the two halves of a game ID (see tatham.py). A move that starts with `S` is
a solution: `S;L0,0,2,0,1` has one bridge between column 0, row 0 and column 2, row 0. Other moves belong to a game in
progress and are ignored.
"""

from __future__ import annotations

import re

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.errors import FormatError
from hashi_fast.formats import tatham
from hashi_fast.formats._text import MAX_LINES, expected_found, make_solution
from hashi_fast.formats.record import Record

__all__ = ["detect", "dumps", "loads"]

_TITLE = "Simon Tatham's Portable Puzzle Collection"
_HEAD = re.compile(rb"([A-Z0-9]{1,8} {0,7}):([0-9]{1,9}):")
_BRIDGE = re.compile("L([0-9]{1,9}),([0-9]{1,9}),([0-9]{1,9}),([0-9]{1,9}),([0-9]{1,9})")


def detect(text: str) -> bool:
    """Return whether `text` starts like a save file."""
    return text[:200].lstrip().startswith("SAVEFILE:")


def loads(text: str) -> Record:
    """Return the record of a save file.

    >>> text = dumps(Record(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])))
    >>> loads(text).puzzle
    Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])
    """
    fields = _fields(text)
    game, line = fields.get("GAME", ("", 1))
    if game != "Bridges":
        raise expected_found(f"sav, line {line}", "the game 'Bridges'", game)
    parameters, line = _required(fields, "CPARAMS" if "CPARAMS" in fields else "PARAMS")
    cells, cells_line = _required(fields, "DESC")
    puzzle = tatham.decode(parameters, f"sav, line {line}", cells, f"sav, line {cells_line}")
    moves, line = fields.get("SOLVE", ("", 0))
    return Record(puzzle, _solution(puzzle, moves, f"sav, line {line}") if line else None)


def dumps(record: Record) -> str:
    """Return the record as a save file, or raise FormatError if the format cannot express it.

    >>> print(dumps(Record(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]))).splitlines()[-3])
    DESC    :3:2a2
    """
    parameters, cells = tatham.encode(record.puzzle, "sav")
    states = 1 if record.solution is None else 2
    fields = [
        ("SAVEFILE", _TITLE),
        ("VERSION", "1"),
        ("GAME", "Bridges"),
        ("PARAMS", parameters),
        ("CPARAMS", parameters),
        ("DESC", cells),
        ("NSTATES", str(states)),
        ("STATEPOS", str(states)),
    ]
    if record.solution is not None:
        moves = [f"L{c1},{r1},{c2},{r2},{count}" for r1, c1, r2, c2, count in record.solution.bridges]
        fields.append(("SOLVE", ";".join(["S", *moves])))
    return "\n".join(f"{key:8}:{len(data)}:{data}" for key, data in fields)


def _fields(text: str) -> dict[str, tuple[str, int]]:
    """Return the data and line of the keys that matter; SOLVE is the last move that is a solution."""
    data = text.encode("utf-8", "replace").replace(b"\r\n", b"\n")
    at = len(data) - len(data.lstrip())
    line = 1 + data.count(b"\n", 0, at)
    fields: dict[str, tuple[str, int]] = {}
    while at < len(data):
        place = f"sav, line {line}"
        head = _HEAD.match(data, at)
        if line > MAX_LINES:
            raise FormatError(f"{place}: expected at most {MAX_LINES:,} lines")
        if head is None:
            raise expected_found(place, "a line KEY:LENGTH:DATA", _decoded(data[at : at + 80]))
        start = head.end()
        end = start + int(head[2])
        if end > len(data) or data[end : end + 1] not in (b"\n", b""):
            expected = f"{int(head[2])} bytes of data and the end of the line"
            raise expected_found(place, expected, _decoded(data[start : start + 80].partition(b"\n")[0]))
        key = head[1].decode().rstrip()
        if key in ("MOVE", "SOLVE"):
            if data.startswith(b"S", start):
                fields["SOLVE"] = _decoded(data[start:end]), line
        elif key in ("GAME", "PARAMS", "CPARAMS", "DESC"):
            fields[key] = _decoded(data[start:end]), line
        line += 1 + data.count(b"\n", start, end)
        at = end + 1
        while data.startswith(b"\n", at):
            at, line = at + 1, line + 1
    return fields


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _required(fields: dict[str, tuple[str, int]], key: str) -> tuple[str, int]:
    if key not in fields:
        raise FormatError(f"sav, line 1: expected a line {key}, found none in the whole file")
    return fields[key]


def _solution(puzzle: Puzzle, moves: str, place: str) -> Solution:
    """Return the solution of a move like `S;L0,0,2,0,1;M0,0`, of which only the L parts matter."""
    if moves.count(";") > 8 * len(puzzle.islands):
        raise FormatError(f"{place}: found more bridges than {len(puzzle.islands)} islands can have")
    counts: dict[tuple[int, int, int, int], int] = {}
    for part in moves.split(";")[1:]:
        bridge = _BRIDGE.fullmatch(part)
        if bridge is not None:
            c1, r1, c2, r2, count = map(int, bridge.groups())
            counts[min((r1, c1, r2, c2), (r2, c2, r1, c1))] = count
        elif part[:1] not in ("M", "N"):
            raise expected_found(place, "a bridge L{x1},{y1},{x2},{y2},{n}", part)
    return make_solution(place, puzzle, [(*ends, count) for ends, count in counts.items()])
