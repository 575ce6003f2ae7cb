"""janko, the text form of puzzles on janko.at.

    begin
    puzzle hashi
    size 3
    problem
    2 - 3
    - - -
    - - 1
    solution
    - 2 -
    - - a
    - - -
    end

Lines are keywords or rows of cells. `begin` and `end` may be missing. Boards that are not square have `rows` and
`cols` instead of `size`. Unknown keywords are skipped. In the solution, `1` and `2` are one and two bridges across,
`a` and `b` one and two bridges down. The rules are two bridges per pair (`depth 2`) and loops allowed; the format
cannot express other rules, unknown clues or bridges between neighbouring cells.
"""

from __future__ import annotations

import re

from hashi_fast.board.puzzle import MAX_SIDE, Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.errors import FormatError
from hashi_fast.formats._cells import Cells, Loose, draw_bridges, draw_clues, find_bridges, is_complete
from hashi_fast.formats._text import (
    Triple,
    add_islands,
    check_rules,
    expected_found,
    make_puzzle,
    make_solution,
    number,
    size_of,
    split_cells,
    split_lines,
    split_signs,
)
from hashi_fast.formats.record import Record

__all__ = ["detect", "dumps", "loads"]

_START = re.compile(r"\s*+(?:begin|puzzle[^\S\n]++\S++)[^\S\n\r]*+(?:\n|\r|$)", re.IGNORECASE)
_PROBLEM = re.compile(r"^[^\S\n]*+problem[^\S\n]*+$", re.IGNORECASE | re.MULTILINE)
_HEAD = 100_000  # characters that are searched for this line, since most texts do not have it
_KEYWORD = re.compile(r"\s*+([A-Za-z][A-Za-z_]+)(?:\s|:|$)")
_ACROSS, _DOWN = "-12", "-ab"
_SIGNS = frozenset("-12ab")
_Rows = list[tuple[str, str]]  # the place and the text of each row


def detect(text: str) -> bool:
    """Return whether `text` starts with `begin` or `puzzle`, or has a line `problem`."""
    return _START.match(text) is not None or _PROBLEM.search(text, 0, _HEAD) is not None


def loads(text: str) -> Record:
    """Return the record of a text.

    >>> print(loads("puzzle hashi\\nproblem\\n2 - 2\\nsolution\\n- 2 -").solution)
    2=2
    """
    values, sections = _read(text)
    for name, expected in (("puzzle", "hashi"), ("depth", "2")):
        place, value = values.get(name, ("", expected))
        if value.lower() != expected:
            raise expected_found(place, f"{name} {expected}", value)
    if "problem" not in sections:
        raise FormatError("janko, end of the text: expected a line 'problem' and rows of cells, found none")
    rows = sections["problem"]
    width, height = _size(values, rows)
    islands: list[Triple] = []
    for row, (place, line) in enumerate(rows):
        add_islands(islands, row, split_cells(line, width, place), "-", place)
    puzzle = make_puzzle("janko", width, height, islands)
    return Record(puzzle, _solution(puzzle, sections.get("solution", [])))


def dumps(record: Record) -> str:
    """Return the record as text, or raise FormatError if the format cannot express it.

    >>> print(dumps(Record(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]))).splitlines()[-2])
    2 - 2
    """
    puzzle = record.puzzle
    check_rules("janko", puzzle)
    width, height = puzzle.width, puzzle.height
    size = [f"size {width}"] if width == height else [f"rows {height}", f"cols {width}"]
    lines = ["begin", "puzzle hashi", *size, "depth 2", "problem", *draw_clues(puzzle, "-", str).lines(" ")]
    if record.solution is not None:
        cells = Cells(height, width, "-")
        draw_bridges("janko", cells, "-", record.solution, _ACROSS, _DOWN)
        lines += ["solution", *cells.lines(" ")]
    return "\n".join([*lines, "end"])


def _read(text: str) -> tuple[dict[str, tuple[str, str]], dict[str, _Rows]]:
    """Return the place and value of each keyword, and the rows under `problem` and `solution`."""
    values: dict[str, tuple[str, str]] = {}
    sections: dict[str, _Rows] = {}
    rows: _Rows | None = None
    for i, line in enumerate(split_lines("janko", text), 1):
        place = f"janko, line {i}"
        if not line.strip():
            continue
        if keyword := _KEYWORD.match(line):
            name = keyword[1].lower()
            if name == "end":
                break
            rows = None
            if name in ("problem", "solution"):
                if name in sections:
                    raise FormatError(f"{place}: expected one {name}, found a second")
                rows = sections[name] = []
            else:
                values[name] = place, line[keyword.end() :].strip()
        elif rows is not None:
            rows.append((place, line))
    return values, sections


def _size(values: dict[str, tuple[str, str]], rows: _Rows) -> tuple[int, int]:
    """Return width and height, from the keywords if they are given there, else from the rows."""
    sides = {}
    for name in ("size", "rows", "cols"):
        if name in values:
            place, value = values[name]
            sides[name] = number(value)
            if sides[name] is None:
                raise expected_found(place, f"{name} and a number", value)
    place = rows[0][0] if rows else "janko, end of the text"
    height = sides.get("rows", sides.get("size", len(rows)))
    width = sides.get("cols", sides.get("size", len(rows[0][1].split(None, MAX_SIDE)) if rows else 0))
    width, height = size_of(place, width, height)
    if len(rows) != height:
        raise FormatError(f"{place}: expected {height} rows of cells under 'problem', found {len(rows)}")
    return width, height


def _solution(puzzle: Puzzle, rows: _Rows) -> Solution | None:
    if not rows:
        return None
    if len(rows) != puzzle.height:
        message = f"expected {puzzle.height} rows of cells under 'solution', found {len(rows)}"
        raise FormatError(f"{rows[0][0]}: {message}")
    lines = []
    for place, line in rows:
        lines.append("".join(split_signs(line, puzzle.width, _SIGNS, place)))
    for row, col, _ in puzzle.islands:
        if lines[row][col] != "-":
            raise expected_found(f"{rows[row][0]}, cell {col + 1}", "'-' on an island", lines[row][col])
    try:
        bridges = find_bridges(puzzle, lines, _ACROSS, lines, _DOWN)
    except Loose as loose:
        place = f"{rows[loose.row][0]}, cell {loose.col + 1}"
        raise expected_found(place, "bridges from island to island", lines[loose.row][loose.col]) from None
    return make_solution("janko", puzzle, bridges) if is_complete(bridges, puzzle) else None
