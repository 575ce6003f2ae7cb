"""pzpr, the file that pzpr and similar programs save: a puzzle and its answer, if there is one.

The parts are lines, or separated by `/` on one line: `pzprv3`, `hashikake`, rows, columns. One line per row of cells
follows, with a blank after each cell: `.` empty, `-` an unknown clue, or a number. The answer has one line per row with
the number of bridges between each cell and the next, then one line per row except the last with the number between each
cell and the one below; `-1` is a mark of the player. An answer without bridges is no answer. Everything from `info:`,
`history:` or a URL on is ignored. The rules are two bridges per pair and loops allowed; the format cannot express other
rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.errors import FormatError
from hashi_fast.formats._cells import Cells, Loose, draw_clues, find_bridges, is_complete
from hashi_fast.formats._text import (
    MAX_LINES,
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

__all__ = ["detect", "dumps", "loads", "one_line"]

_NAMES = ("hashikake", "hashi", "bridges")
_TAIL = ("info:", "history:", "__HISTORY__", "http:", "https:")
_COUNTS = frozenset(("-1", "0", "1", "2"))
_START = re.compile(r"\s*+pzprv3(?:\.[0-9]{1,9})?[^\S\n\r]*+(?:/|\n|\r|$)")


def detect(text: str) -> bool:
    """Return whether `text` starts like a pzpr file."""
    return _START.match(text) is not None


def one_line(text: str) -> bool:
    """Return whether `text` may be a whole puzzle, so that other lines of the file are puzzles, too."""
    text = text.rstrip()
    return "/" in text and "\n" not in text


def loads(text: str) -> Record:
    """Return the record of a pzpr file.

    >>> record = loads("pzprv3/hashikake/1/3/2 . 2 /2 2 /")
    >>> print(record.solution)
    2=2
    """
    parts = _parts(text)
    place, part = _next(parts, "'pzprv3'")
    if not detect(part):
        raise expected_found(place, "'pzprv3'", part)
    place, part = _next(parts, "the puzzle 'hashikake'")
    if part.strip() not in _NAMES:
        raise expected_found(place, "the puzzle 'hashikake'", part)
    sides = []
    for name in ("rows", "columns"):
        place, part = _next(parts, f"the number of {name}")
        sides.append(number(part.strip()))
        if sides[-1] is None:
            raise expected_found(place, f"the number of {name}", part)
    width, height = size_of(place, sides[1], sides[0])
    islands: list[Triple] = []
    for row in range(height):
        place, part = _next(parts, f"row {row + 1} of cells")
        add_islands(islands, row, split_cells(part, width, place), ".", place, "-")
    puzzle = make_puzzle("pzpr", width, height, islands)
    return Record(puzzle, _answer(parts, puzzle))


def dumps(record: Record) -> str:
    """Return the record as a pzpr file, or raise FormatError for rules other than the usual ones.

    >>> print(dumps(Record(Puzzle(3, 1, [(0, 0, 2), (0, 2, None)]))).replace(" ", "_"))
    pzprv3
    hashikake
    1
    3
    2_._-_
    """
    puzzle = record.puzzle
    check_rules("pzpr", puzzle, unknown=True)
    lines = draw_clues(puzzle, ".", lambda target: "-" if target is None else str(target)).lines(" ")
    if record.solution is not None:
        across = Cells(puzzle.height, puzzle.width - 1, "0")
        down = Cells(puzzle.height - 1, puzzle.width, "0")
        for r1, c1, r2, c2, count in record.solution.bridges:
            if r1 == r2:
                across.row(r1)[c1:c2] = str(count).encode() * (c2 - c1)
            for row in range(r1, r2):
                down.row(row)[c1] = ord(str(count))
        lines += across.lines(" ") + down.lines(" ")
    head = ["pzprv3", "hashikake", str(puzzle.height), str(puzzle.width)]
    return "\n".join([*head, *[f"{line} " for line in lines]])


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield the place and the text of every part, up to the end of puzzle and answer."""
    for line, content in enumerate(split_lines("pzpr", text.strip()), 1):
        column = 1
        for part in content.split("/", MAX_LINES):
            if part.startswith(_TAIL):
                return
            yield f"pzpr, line {line}, column {column}", part
            column += len(part) + 1


def _next(parts: Iterator[tuple[str, str]], expected: str) -> tuple[str, str]:
    found = next(parts, None)
    if found is None:
        raise FormatError(f"pzpr, end of the text: expected {expected}, found nothing more")
    return found


def _answer(parts: Iterator[tuple[str, str]], puzzle: Puzzle) -> Solution | None:
    """Return the answer in the parts after the cells, if there is one."""
    width, height = puzzle.width, puzzle.height
    lines_across = height if width > 1 else 0  # lines without cells are blank and may be missing
    lines = lines_across + height - 1
    rows = list(islice((part for part in parts if part[1].strip()), lines + 1))
    if not rows and lines:
        return None
    if len(rows) != lines:
        found = "more" if len(rows) > lines else str(len(rows))
        raise FormatError(f"{rows[-1][0]}: expected {lines} lines of an answer, found {found}")
    counts = []
    for i, (place, part) in enumerate(rows):
        cells = split_signs(part, width - (i < lines_across), _COUNTS, place)
        counts.append("".join(cells).replace("-1", "0"))
    try:
        bridges = find_bridges(puzzle, counts[:lines_across], "012", counts[lines_across:], "012", inset=0)
    except Loose as loose:
        place = rows[loose.row if loose.across else lines_across + loose.row][0]
        message = "expected the same number of bridges all the way from island to island"
        raise FormatError(f"{place}, cell {loose.col + 1}: {message}") from None
    return make_solution("pzpr", puzzle, bridges) if is_complete(bridges, puzzle) else None
