"""Plain English for numbers, bridges and lists."""
from __future__ import annotations

from collections.abc import Iterable

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(n: int) -> str:
    """Return a number as a word, or in digits if it is large.

    >>> number(3), number(20)
    ('three', '20')
    """
    return _NUMBERS[n] if 0 <= n < len(_NUMBERS) else str(n)


def bare_number(n: int) -> str:
    """Return a number that stands without a noun.

    >>> bare_number(0), bare_number(2)
    ('none', 'two')
    """
    return number(n) if n else "none"


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


def shared(shares: Iterable[tuple[int, str]]) -> str:
    """Return how many bridges go where; only the first is followed by the noun.

    >>> shared([(2, "to the left"), (1, "up"), (0, "down")])
    'two bridges to the left, one up and none down'
    """
    (first, where), *others = shares
    rest = (f"{bare_number(n)} {where}" for n, where in others)
    return listed([f"{counted(first)} {where}", *rest])


def sentence(text: str) -> str:
    """Return the text with a capital letter and, unless it has an end, a full stop.

    >>> sentence("the end"), sentence("why?")
    ('The end.', 'Why?')
    """
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith(('.', '?')) else '.'}"
