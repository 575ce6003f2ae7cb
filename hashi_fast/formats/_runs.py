"""Boards in one word: row-major, signs for clues and letters for runs of empty cells (task, tatham, puzzlink)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.errors import FormatError, shown
from hashi_fast.formats._text import MAX_ISLANDS, Triple, character_at, expected_found

__all__ = ["Alphabet"]

_BLOCK = 4096


class Alphabet(NamedTuple):
    """The signs of one format.

    `letters` stand for runs of 1, 2, ... empty cells. `token` has two groups: any number of letters, then the sign
    of one clue or nothing. `expected` lists the signs for messages.
    """

    letters: str
    token: re.Pattern[str]
    clue: Callable[[str], int | None]
    expected: str

    def decode(
        self, text: str, start: int, place: str, width: int, height: int, *, most: int = 8, exact: bool = True
    ) -> list[Triple]:
        """Return the islands of a board whose cells are `text` from `start` on, with clues up to `most`.

        Unless `exact`, cells missing at the end are empty. The work grows with the text, not with the area, and most
        of it is done in C, because the text may be as long as a board has cells.
        """
        area = width * height
        base = ord(self.letters[0]) - 1
        islands: list[Triple] = []
        cell = 0
        end = len(text)
        match = self.token.match
        while start < end:
            found = match(text, start)
            run, sign = found.groups()  # type: ignore[union-attr]  # always matches, even an empty string
            if run:
                cells = sum(run.encode()) - base * len(run)
                if cell + cells > area:
                    raise self._run_too_long(run, start, place, area - cell)
                cell += cells
                start += len(run)
            if sign:
                if cell == area:
                    raise _too_long(sign, 1, start, place, 0)
                if len(islands) == MAX_ISLANDS:
                    raise FormatError(f"{character_at(place, start)}: expected at most {MAX_ISLANDS:,} islands")
                target = self.clue(sign)
                if target is not None and target > most:
                    raise expected_found(character_at(place, start), f"a clue of at most {most}", sign)
                islands.append((*divmod(cell, width), target))
                cell += 1
                start += len(sign)
            elif start < end:
                raise expected_found(character_at(place, start), self.expected, text[start])
        if exact and cell < area:
            message = f"expected {area} cells, found the end after {cell}"
            raise FormatError(f"{character_at(place, end)}: {message}")
        return islands

    def _run_too_long(self, run: str, start: int, place: str, left: int) -> FormatError:
        """Return the error for the first letter of a run that does not fit into the remaining cells."""
        base = ord(self.letters[0]) - 1
        # A run may have millions of letters: skip whole blocks before looking at single letters.
        for at in range(0, len(run), _BLOCK):
            block = run[at : at + _BLOCK].encode()
            cells = sum(block) - base * len(block)
            if cells > left:
                break
            left -= cells
        while (cells := ord(run[at]) - base) <= left:
            left -= cells
            at += 1
        return _too_long(run[at], cells, start + at, place, left)

    def encode(self, puzzle: Puzzle, sign: Callable[[int | None], str]) -> str:
        """Return the cells of a puzzle; `sign` returns the text of a clue."""
        parts = []
        position = 0
        for row, col, target in puzzle.islands:
            cell = row * puzzle.width + col
            parts += [self._empty(cell - position), sign(target)]
            position = cell + 1
        parts.append(self._empty(puzzle.width * puzzle.height - position))
        return "".join(parts)

    def _empty(self, cells: int) -> str:
        longest = len(self.letters)
        runs, rest = divmod(cells, longest)
        return self.letters[-1] * runs + (self.letters[rest - 1] if rest else "")


def _too_long(sign: str, cells: int, at: int, place: str, left: int) -> FormatError:
    expected = f"at most {left} more cell{'s' if left > 1 else ''}" if left else "the end"
    found = f"{shown(sign)} ({cells} cell{'s' if cells > 1 else ''})"
    return FormatError(f"{character_at(place, at)}: expected {expected}, found {found}")
