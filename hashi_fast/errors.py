"""The exceptions of the package, and helpers for their messages.

Bad input raises a ValueError that says what is wrong, where, and what was expected.
An answer that a budget cut short raises BudgetExceeded. Something that could not be
made raises TargetNotReached. This module imports nothing else from the package.
"""

from __future__ import annotations

import reprlib
from collections.abc import Collection, Iterable
from typing import Any

__all__ = ["BudgetExceeded", "FormatError", "InvalidPuzzle", "TargetNotReached", "Unsolvable"]


class InvalidPuzzle(ValueError):
    """The input is not a valid puzzle; the message names the island and the reason.

    >>> from hashi_fast.board.puzzle import Puzzle
    >>> Puzzle(3, 3, [(0, 0, 1), (0, 2, 9)])
    Traceback (most recent call last):
        ...
    hashi_fast.errors.InvalidPuzzle: island at row 1, column 3: target 9; expected 1..8 or None
    """


class FormatError(InvalidPuzzle):
    """A text cannot be read, or a format cannot write a puzzle.

    >>> from hashi_fast.formats import loads
    >>> loads("2x1:1x")
    Traceback (most recent call last):
        ...
    hashi_fast.errors.FormatError: tatham, character 6: expected at most 1 more cell, found 'x' (24 cells)
    """


class Unsolvable(ValueError):
    """The puzzle has no solution, so there is nothing to say about its solutions.

    >>> from hashi_fast import common_bridges, loads
    >>> common_bridges(loads("3x1:1a2"))
    Traceback (most recent call last):
        ...
    hashi_fast.errors.Unsolvable: the puzzle has no solution, so its solutions have no bridges in common
    """


class BrokenPlugin(ImportError):
    """An entry point of another package cannot be used; the message names it, its package and what failed."""


class BudgetExceeded(RuntimeError):
    """A budget ran out before the answer was certain.

    `found` is the number of solutions found by then. `solutions` holds those that were kept, each a `Solution`. The
    message says which budget ran out.

    >>> raise BudgetExceeded("node_limit ran out; 1 solution had been found", found=1)
    Traceback (most recent call last):
        ...
    hashi_fast.errors.BudgetExceeded: node_limit ran out; 1 solution had been found
    """

    def __init__(self, message: str, *, found: int, solutions: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.found = found
        self.solutions = solutions

    def __reduce__(self) -> tuple[object, ...]:
        # By default an exception is unpickled from its positional arguments alone.
        return _budget_exceeded, (self.args[0], self.found, self.solutions)


def _budget_exceeded(message: str, found: int, solutions: tuple[Any, ...]) -> BudgetExceeded:
    return BudgetExceeded(message, found=found, solutions=solutions)


class TargetNotReached(RuntimeError):
    """The result that was asked for could not be made within the budget of work.

    `closest` is the nearest result, or None if there is none. `wish` is what stood in the way: the name of a field of
    `Spec`, or None where no single one did. The budget counts work, never seconds, so asking again gives the same
    answer.

    >>> raise TargetNotReached("max_changes is 0, and there are several solutions", closest=None)
    Traceback (most recent call last):
        ...
    hashi_fast.errors.TargetNotReached: max_changes is 0, and there are several solutions
    """

    def __init__(self, message: str, *, closest: Any, wish: str | None = None) -> None:
        super().__init__(message)
        self.closest = closest
        self.wish = wish

    def __reduce__(self) -> tuple[object, ...]:
        return _target_not_reached, (self.args[0], self.closest, self.wish)


def _target_not_reached(message: str, closest: Any, wish: str | None) -> TargetNotReached:
    return TargetNotReached(message, closest=closest, wish=wish)


_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60
_LONGEST_MISSPELT = 40


def shown(value: object) -> str:
    """Return a short text for any value, for use in error messages.

    >>> shown("x"), shown(10**5000)
    ("'x'", 'a whole number of 16610 bits')
    """
    if isinstance(value, int):
        # Python refuses to print integers with thousands of digits, and nobody wants to read them.
        return repr(value) if value.bit_length() <= 64 else f"a whole number of {value.bit_length()} bits"
    try:
        return _SHORT.repr(value)
    except Exception:  # a failing repr must not hide the error that is being reported
        return f"a value of type {type(value).__name__}"


def check_choice(name: str, value: object, choices: Collection[object]) -> None:
    """Raise ValueError if a value is not one of these choices.

    >>> check_choice("style", "plain", ("ascii", "unicode"))
    Traceback (most recent call last):
        ...
    ValueError: style must be one of 'ascii', 'unicode', not 'plain'
    """
    if not isinstance(value, str | int | None) or value not in choices:  # anything else may not even be comparable
        found = f"{shown(value)}{did_you_mean(value, choices)}"
        raise ValueError(f"{name} must be one of {', '.join(map(repr, choices))}, not {found}")


def did_you_mean(word: object, choices: Iterable[object]) -> str:
    """Return a remark, to be put behind a word that is not one of the choices, about the one that is most like it.

    >>> did_you_mean("dificulty", ["style", "difficulty"]), did_you_mean("Easy", ["easy", None]), did_you_mean("x", [])
    (" (did you mean 'difficulty'?)", " (did you mean 'easy'?)", '')
    """
    if not isinstance(word, str):
        return ""
    from difflib import get_close_matches  # here, since few programs make mistakes

    plain = {choice.lower(): choice for choice in choices if isinstance(choice, str)}
    # Long words are not compared: that takes time, and they are none of the choices.
    close = get_close_matches(word.lower(), plain, 1) if len(word) <= _LONGEST_MISSPELT else []
    return f" (did you mean {plain[close[0]]!r}?)" if close else ""


def check_keywords(what: str, given: Iterable[str], known: Collection[str]) -> None:
    """Raise TypeError for the first keyword that is not known.

    >>> check_keywords("Spec", {"dificulty": "hard"}, ["difficulty", "style"])
    Traceback (most recent call last):
        ...
    TypeError: Spec has no keyword 'dificulty' (did you mean 'difficulty'?); expected difficulty or style
    """
    for name in given:
        if name not in known:
            *others, last = known
            expected = f"{', '.join(others)} or {last}"
            raise TypeError(f"{what} has no keyword {name!r}{did_you_mean(name, known)}; expected {expected}")
