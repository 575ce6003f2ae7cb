"""Finds the islands named in sentences, for the tests of hints, explanations and diagnoses."""
from __future__ import annotations

import re

import hashi_fast as hf

PLACE = re.compile(r"the (\d+|\?|island) at row (\d+), column (\d+)", re.IGNORECASE)
BESIDE = re.compile(r"the (\d+|\?|island) (above|below|on the left|on the right)\b", re.IGNORECASE)
_STEPS = {"above": (-1, 0), "below": (1, 0), "on the left": (0, -1), "on the right": (0, 1)}
_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_NOUN = "( more| further| other| open| remaining)? (bridge|island|neighbour|way|direction)"
_WRONG_NUMBER = re.compile(rf"\b(no|one){_NOUN}s\b|\b({'|'.join(_WORDS[1:])}|\d+){_NOUN}\b")


def value_of(word: str) -> int:
    """Return the value of a number word."""
    return _WORDS.index(word.lower()) + 1 if word.lower() in _WORDS else int(word)


def cells_named(puzzle: hf.Puzzle, text: str) -> set[tuple[int, int]]:
    """Return all cells that a text names, after checking that each has an island with the right number.

    Neighbours ("the 4 on the right") are those of the last island that was named by its place.
    """
    numbers = {(row, col): target for row, col, target in puzzle.islands}
    found = set()
    at = None
    for match in sorted([*PLACE.finditer(text), *BESIDE.finditer(text)], key=lambda match: match.start()):
        if match.re is PLACE:
            at = cell = int(match[2]) - 1, int(match[3]) - 1
        else:
            assert at is not None, text
            down, right = _STEPS[match[2].lower()]
            cell = at[0] + down, at[1] + right
            while cell not in numbers:
                assert 0 <= cell[0] < puzzle.height, text
                assert 0 <= cell[1] < puzzle.width, text
                cell = cell[0] + down, cell[1] + right
        assert cell in numbers, text
        if match[1].lower() != "island":
            assert match[1] == ("?" if numbers[cell] is None else str(numbers[cell])), text
        found.add(cell)
    return found


def check_english(text: str) -> None:
    """Check that sentences begin and end as they should, and that nouns agree with their numbers."""
    for line in text.split("\n"):
        assert re.fullmatch(r"[A-Z].*[.?]", line), text
    assert "  " not in text, text
    assert not re.search(r"[.;,] *[.;,]|\bNone\b|\( | \)|[a-z]\. [a-z]", text), text
    assert not _WRONG_NUMBER.search(text), (_WRONG_NUMBER.search(text), text)
