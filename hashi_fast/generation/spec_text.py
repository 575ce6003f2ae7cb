"""The grammar of kinds: a spec and a number of puzzles in one line of text, for every command that takes several.

    kind  = size [level] [count] {name=value}         10x10 hard 60 style=rich symmetry=rotate
    kinds = kind {; kind}
    size  = columns x rows | side                     10x10, 10X8; 10 is 10x10
"""
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from decimal import Decimal
from typing import Any, NoReturn

from hashi_fast.errors import did_you_mean, shown
from hashi_fast.generation.spec import Spec
from hashi_fast.levels import DIFFICULTIES

_SIZE = re.compile("([0-9]{1,9})(?:[xX\N{MULTIPLICATION SIGN}]([0-9]{1,9}))?")
_COUNT = re.compile(r"[0-9]{1,18}")
_MOST_SHOWN = 60


Kind = tuple[Spec, int]  # and how many puzzles of it are wanted


def parse_kinds(text: str) -> list[Kind]:
    """Read several kinds, separated by semicolons.

    >>> parse_kinds("7x7 easy 40; 10x10 medium 60")
    [(Spec(7, 7, difficulty='easy'), 40), (Spec(10, 10, difficulty='medium'), 60)]
    """
    if not isinstance(text, str):
        raise TypeError(f"expected kinds of puzzles as text, not {shown(text)}")
    parts = [part for part in text.split(";") if part.strip()]
    if not parts:
        _fail(text, "expected at least one kind, as in '10x10 hard 60'")
    return [parse_kind(part) for part in parts]


def parse_kind(text: str) -> Kind:
    """Read one kind (see `Spec.parse`)."""
    if not isinstance(text, str):
        raise TypeError(f"expected a kind of puzzles as text, not {shown(text)}")
    words = text.split()
    size = parse_size(words[0]) if words else None
    if size is None:
        found = f"found {words[0]!r}" if words else "found nothing"
        _fail(text, f"expected columns x rows first, as in 10x10; {found}")
    del words[0]
    targets: dict[str, Any] = {}
    count = 1
    if words and words[0] in DIFFICULTIES:
        targets["difficulty"] = words.pop(0)
    if words and _COUNT.fullmatch(words[0]):
        count = int(words.pop(0))
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            found = f"{word!r}{did_you_mean(word, DIFFICULTIES)}"
            _fail(text, f"expected name=value after the size, a level and a count; found {found}")
        if name not in _READERS:
            known = ", ".join(_READERS)
            _fail(text, f"there is no {name!r}{did_you_mean(name, _READERS)}; expected one of {known}")
        if name in targets:
            _fail(text, f"{name} is given twice")
        try:
            targets[name] = _READERS[name](value)
        except ValueError as error:
            _fail(text, f"{name}: {error}")
    try:
        return Spec(*size, **targets), count
    except (TypeError, ValueError) as error:
        _fail(text, str(error))


def parse_size(text: str) -> tuple[int, int] | None:
    """Return columns and rows, or None if the text is not a size; a number alone is both.

    >>> parse_size("10x8"), parse_size("7X7"), parse_size("7"), parse_size("7x")
    ((10, 8), (7, 7), (7, 7), None)
    """
    found = _SIZE.fullmatch(text)
    return (int(found[1]), int(found[2] or found[1])) if found else None


def text_of_kind(spec: Spec) -> str:
    """Return the text of a kind, without a number of puzzles.

    >>> text_of_kind(Spec(10, 10, difficulty="hard", islands=(30, 34), require=("no way out",), loops=False))
    '10x10 hard islands=30-34 loops=no require=no-way-out'
    """
    words = [f"{spec.width}x{spec.height}"]
    for each in fields(Spec):
        value = getattr(spec, each.name)
        if not each.kw_only or value == each.default:
            continue
        words.append(str(value) if each.name == "difficulty" else f"{each.name}={_text_of(value)}")
    return " ".join(words)


def _text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        # Without an exponent, whose sign would look like a range.
        return f"{Decimal(repr(value)):f}".removesuffix(".0")
    if isinstance(value, tuple):
        is_range = not isinstance(value[0], str)
        return "-".join(map(_text_of, value)) if is_range else ",".join(name.replace(" ", "-") for name in value)
    return str(value)


def _fail(text: str, problem: str) -> NoReturn:
    shortened = text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "..."
    raise ValueError(f"kind {shortened.strip()!r}: {problem}") from None


def _number(text: str) -> int | float:
    try:
        return int(text) if text.isascii() and text.isdigit() else float(text)
    except ValueError:
        raise ValueError(f"expected a number or LOW-HIGH, found {text!r}") from None


def _range(text: str) -> int | float | tuple[int | float, int | float]:
    low, dash, high = text.partition("-")
    return (_number(low), _number(high)) if dash else _number(text)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.replace("-", " ") for name in text.split(",") if name)


def _bool(text: str) -> bool:
    try:
        return {"yes": True, "true": True, "no": False, "false": False}[text.lower()]
    except KeyError:
        raise ValueError(f"expected yes or no, found {text!r}") from None


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"expected a whole number, found {text!r}")
    return int(text)


_SPECIAL: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("islands", "density", "doubles", "cycles", "score"), _range),
    **dict.fromkeys(("require", "exclude"), _names),
    "loops": _bool,
    "max_bridges": _whole,
    "unknown_clues": _number,
}
# All keywords of Spec; those that are not above take a word as it is.
_READERS: dict[str, Callable[[str], Any]] = {
    each.name: _SPECIAL.get(each.name, str) for each in fields(Spec) if each.kw_only
}
