"""Helpers that readers and writers share: places in a text, lines, numbers, and errors as FormatError.

Readers must stay within bounds whatever the text. `board_size` bounds the size of a board; the rest is bounded
here. One character can become an island of about a hundred bytes, so the number of islands is limited, and so
is the number of lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hashi_fast.board.puzzle import MAX_SIDE, Puzzle, board_size, island_in_words
from hashi_fast.board.solution import Solution
from hashi_fast.errors import FormatError, InvalidPuzzle, shown

__all__ = [
    "MAX_ISLANDS",
    "MAX_LINES",
    "Triple",
    "add_islands",
    "check_rules",
    "expected_found",
    "make_puzzle",
    "make_solution",
    "number",
    "size_of",
    "split_cells",
    "split_lines",
    "split_signs",
    "summary_of",
    "where",
]

Triple = tuple[int, int, int | None]

MAX_ISLANDS = 1_000_000
MAX_LINES = 10 * MAX_SIDE  # the longest format has three per row; the rest is room for lines that are skipped


def character_at(place: str, index: int) -> str:
    """Return the name of a place in one line of text for messages, which count from 1.

    >>> character_at("tatham", 0)
    'tatham, character 1'
    """
    return f"{place}, character {index + 1}"


def where(text: str, index: int) -> str:
    """Return the name of a place in a text for messages: its line and column if there are several lines.

    >>> where("3x1:2?2", 5), where("2.2\\n?..", 4)
    ('character 6', 'line 2, column 1')
    """
    end = len(text.rstrip())
    index = min(index, end)
    start = text.rfind("\n", 0, index) + 1
    if not start and text.find("\n", index, end) < 0:
        return f"character {index + 1}"
    return f"line {text.count(chr(10), 0, index) + 1}, column {index - start + 1}"


def expected_found(place: str, expected: str, found: object) -> FormatError:
    """Return the error for a text in which something else was expected."""
    return FormatError(f"{place}: expected {expected}, found {shown(found)}")


def number(token: str, most_digits: int = 9) -> int | None:
    """Return a token as a whole number, or None; `int` would also accept signs and digits of any script.

    >>> number("12"), number("-1"), number("")
    (12, None, None)
    """
    if len(token) <= most_digits and token.isascii() and token.isdigit():
        return int(token)
    return None


def split_lines(name: str, text: str) -> list[str]:
    """Return the lines of a text, whatever their line endings."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n", MAX_LINES)
    if len(lines) > MAX_LINES:
        raise FormatError(f"{name}, line {MAX_LINES + 1}: expected at most {MAX_LINES:,} lines")
    return lines


def split_cells(line: str, cells: int, place: str) -> list[str]:
    """Return the cells of a row that are separated by white space; there must be exactly `cells`."""
    tokens = line.split(None, cells)  # never more than one extra token, however long the line
    if len(tokens) != cells:
        found = f"more, from {shown(tokens[-1])} on" if len(tokens) > cells else str(len(tokens))
        raise FormatError(f"{place}: expected {cells} cells, found {found}")
    return tokens


def add_islands(islands: list[Triple], row: int, cells: list[str], empty: str, place: str, unknown: str = "") -> None:
    """Add the islands of a row of cells; each cell is `empty`, `unknown` or a number."""
    if cells.count(empty) == len(cells):
        return
    for col, cell in enumerate(cells):
        if cell != empty:
            target = None if cell == unknown else number(cell)
            if target is None and cell != unknown:
                signs = f"a number, {empty!r} or {unknown!r}" if unknown else f"a number or {empty!r}"
                raise expected_found(f"{place}, cell {col + 1}", signs, cell)
            islands.append((row, col, target))
    if len(islands) > MAX_ISLANDS:
        raise FormatError(f"{place}: expected at most {MAX_ISLANDS:,} islands")


def split_signs(line: str, cells: int, signs: frozenset[str], place: str) -> list[str]:
    """Return the cells of a row like `split_cells`; each must be one of these signs."""
    tokens = split_cells(line, cells, place)
    if not signs.issuperset(tokens):
        col = next(col for col, token in enumerate(tokens) if token not in signs)
        raise expected_found(f"{place}, cell {col + 1}", f"one of {', '.join(sorted(signs))}", tokens[col])
    return tokens


def size_of(place: str, width: object, height: object) -> tuple[int, int]:
    """Return width and height, or raise FormatError for an impossible size."""
    try:
        return board_size(width, height)
    except InvalidPuzzle as error:
        raise FormatError(f"{place}: {error}") from None


def make_puzzle(place: str, width: object, height: object, islands: Iterable[Any], **rules: Any) -> Puzzle:
    """Return the puzzle, or raise a FormatError that starts with `place` if it is invalid."""
    try:
        return Puzzle(width, height, islands, **rules)  # type: ignore[arg-type]  # Puzzle checks them
    except InvalidPuzzle as error:
        raise FormatError(f"{place}: {error}") from None


def make_solution(place: str, puzzle: Puzzle, bridges: Iterable[Any]) -> Solution:
    """Return the solution with these bridges, or raise FormatError if they do not fit the puzzle."""
    try:
        return Solution.from_bridges(puzzle, bridges)
    except ValueError as error:
        raise FormatError(f"{place}: {error}") from None


def summary_of(puzzle: Puzzle) -> str:
    """Return the first comment in files for other solvers.

    >>> summary_of(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]))
    'A Hashi puzzle: width 3, height 1, islands 2, max_bridges 2, loops allowed.'
    """
    size = f"width {puzzle.width}, height {puzzle.height}, islands {len(puzzle.islands)}"
    loops = "allowed" if puzzle.loops else "forbidden"
    return f"A Hashi puzzle: {size}, max_bridges {puzzle.max_bridges}, loops {loops}."


def check_rules(
    name: str,
    puzzle: Puzzle,
    *,
    max_bridges: tuple[int, ...] = (2,),
    no_loops: bool = False,
    unknown: bool = False,
    targets: range = range(17),
) -> None:
    """Raise FormatError for the first feature of a puzzle that the format cannot express."""
    if puzzle.max_bridges not in max_bridges:
        raise FormatError(f"{name} cannot write max_bridges={puzzle.max_bridges}: only {max_bridges[0]}")
    if not puzzle.loops and not no_loops:
        raise FormatError(f"{name} cannot write loops=False: it has no sign for forbidden loops")
    for row, col, target in puzzle.islands:
        if target is None and not unknown:
            feature = "an unknown clue"
        elif target is not None and target not in targets:
            feature = f"the target {target}"
        else:
            continue
        allowed = f"targets {targets[0]}..{targets[-1]}"
        raise FormatError(f"{name} cannot write the {island_in_words(row, col)} with {feature}: only {allowed}")
