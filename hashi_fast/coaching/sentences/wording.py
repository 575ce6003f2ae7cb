"""Plain English for numbers, bridges and lists of things."""
from __future__ import annotations

from collections.abc import Iterable

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ("first", "second", "third", "fourth")


def number(n: int) -> str:
    """Return a number as a word, or in digits where it is large.

    >>> number(3), number(20)
    ('three', '20')
    """
    return _NUMBERS[n] if 0 <= n < len(_NUMBERS) else str(n)


def ordinal(n: int) -> str:
    """Return which of few things one is, from 1.

    >>> ordinal(2)
    'second'
    """
    return _ORDINALS[n - 1]


def counted(n: int, noun: str = "bridge") -> str:
    """Return a number of things.

    >>> counted(1), counted(2), counted(0, "island")
    ('one bridge', 'two bridges', 'no island')
    """
    return f"{number(n)} {noun}{'' if n < 2 else 's'}"


def are(n: int) -> str:
    """Return the verb for a number of things, as in "there are two bridges"."""
    return "is" if n < 2 else "are"


def listed(things: Iterable[str], last: str = "and") -> str:
    """Return things in a list.

    >>> listed(["one", "two", "three"])
    'one, two and three'
    """
    *most, final = things
    return f"{', '.join(most)} {last} {final}" if most else final


def sentence(text: str) -> str:
    """Return the text with a capital letter and, unless it has an end, a full stop.

    >>> sentence("the end"), sentence("why?")
    ('The end.', 'Why?')
    """
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith(('.', '?')) else '.'}"
