"""tatham, the game ID of Bridges in Simon Tatham's puzzle collection: `7x7m2:3c3a3g4b3a4b4b2j3c3a2a1a1a2`.

The parameters come before the colon: the size (`7` is `7x7`), then, optional and in this order, `i` and `e` with a
percentage, `m` with the most bridges per pair, `L` if loops are forbidden, and `d` with a difficulty. `i`, `e` and `d`
are settings of that program's generator and are ignored here. The cells come after the colon, as in task.py, with
clues up to 9 as digits and from 10 on as `A` to `G`. The format cannot express unknown clues. That program rejects
islands on neighbouring cells, so they are read but not written. Its save files are in sav.py.
"""

from __future__ import annotations

import re
from string import ascii_lowercase

from hashi_fast.board.puzzle import Puzzle, cell_in_words, island_in_words
from hashi_fast.errors import FormatError
from hashi_fast.formats._runs import Alphabet
from hashi_fast.formats._text import character_at, check_rules, expected_found, make_puzzle, size_of
from hashi_fast.formats.record import Record

__all__ = ["detect", "dumps", "loads", "one_line"]

_START = re.compile(r"\s*+[0-9]{1,9}(?:x[0-9]{1,9})?[iemLd0-9]{0,60}[:#]")
_PARAMETERS = re.compile(
    r"\s*+(?P<w>[0-9]{1,9})(?:x(?P<h>[0-9]{1,9}))?(?:i[0-9]{1,9})?(?:e[0-9]{1,9})?"
    r"(?:m(?P<m>[0-9]{1,9}))?(?P<L>L?)(?:d[0-9]{1,9})?"
)
_CLUES = "0123456789ABCDEFG"
_SIGNS = Alphabet(
    ascii_lowercase,
    re.compile("([a-z]*)([1-9A-G]?)"),
    _CLUES.index,
    "a digit 1..9, a letter A..G or a letter a..z",
)


def detect(text: str) -> bool:
    """Return whether `text` starts like a game ID."""
    return _START.match(text) is not None


def one_line(text: str) -> bool:
    """Return whether `text` may be a whole puzzle, so that other lines of the file are puzzles, too."""
    return not text.startswith("SAVEFILE")


def loads(text: str) -> Record:
    """Return the record of a game ID (or of a save file, which is detected as sav).

    >>> loads("3x1m3L:3a3").puzzle
    Puzzle(3, 1, [(0, 0, 3), (0, 2, 3)], max_bridges=3, loops=False)
    """
    from hashi_fast.formats import sav  # here, since it imports this module

    if sav.detect(text):
        return sav.loads(text)
    return Record(decode(text.rstrip(), "tatham"))


def dumps(record: Record) -> str:
    """Return the record as a game ID, or raise FormatError if the format cannot express it.

    >>> dumps(Record(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])))
    '3x1m2:2a2'
    """
    parameters, cells = encode(record.puzzle, "tatham")
    return f"{parameters}:{cells}"


def decode(text: str, place: str, cells: str | None = None, cells_place: str = "") -> Puzzle:
    """Return the puzzle of a game ID, given as one text or as its two halves."""
    head = _PARAMETERS.match(text)
    if head is None:
        raise expected_found(f"{place}, character 1", "a size and cells like '3x1m2:2a2'", text)
    end = head.end()
    if cells is None:
        if text.startswith("#", end):
            message = "expected ':' and the cells, found '#' and a seed, which only Tatham's own generator understands"
            raise FormatError(f"{character_at(place, end)}: {message}")
        if not text.startswith(":", end):
            raise expected_found(character_at(place, end), "parameters like 'm2' or ':'", text[end : end + 1])
        cells, cells_place, end = text, place, end + 1
    elif end < len(text):
        raise expected_found(character_at(place, end), "parameters like 'm2' or the end", text[end])
    else:
        end = 0
    width, height = size_of(character_at(place, head.start("w")), int(head["w"]), int(head["h"] or head["w"]))
    most = int(head["m"] or 2)
    if not 1 <= most <= 4:
        raise expected_found(character_at(place, head.start("m")), "1..4 bridges per pair", most)
    islands = _SIGNS.decode(cells, end, cells_place, width, height, most=4 * most)
    return make_puzzle(place, width, height, islands, max_bridges=most, loops=not head["L"])


def encode(puzzle: Puzzle, name: str) -> tuple[str, str]:
    """Return the parameters and the cells of the game ID."""
    check_rules(name, puzzle, max_bridges=(1, 2, 3, 4), no_loops=True, targets=range(1, 17))
    _check_neighbours(puzzle, name)
    loops = "" if puzzle.loops else "L"
    cells = _SIGNS.encode(puzzle, lambda target: _CLUES[target or 0])
    return f"{puzzle.width}x{puzzle.height}m{puzzle.max_bridges}{loops}", cells


def _check_neighbours(puzzle: Puzzle, name: str) -> None:
    cells = {(row, col) for row, col, _ in puzzle.islands}
    for row, col, _ in puzzle.islands:
        for other in ((row, col + 1), (row + 1, col)):
            if other in cells:
                pair = f"the {island_in_words(row, col)} and its neighbour at {cell_in_words(*other)}"
                raise FormatError(f"{name} cannot write {pair}: Tatham's program rejects islands side by side")
