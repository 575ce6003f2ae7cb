"""Argument checks: whole numbers, True or False, and the limits that every search takes.

A wrong argument raises an error that names the argument, what was expected and what was found.
"""
from __future__ import annotations

import math
import operator
from typing import SupportsFloat

from hashi_fast.errors import shown

MOST_INT64 = 2**63 - 1
MOST_UINT64 = 2**64 - 1


def whole_number(value: object) -> int:
    """Return a whole number of any type as a plain int; raise TypeError for bools, floats, strings and the like.

    >>> whole_number(True)
    Traceback (most recent call last):
        ...
    TypeError: expected a whole number, not True
    """
    if type(value) is int:
        return value
    if not _is_bool(value):
        try:
            return operator.index(value)  # type: ignore[arg-type]  # raises TypeError if there is no __index__
        except TypeError:
            pass
    raise TypeError(f"expected a whole number, not {shown(value)}")


def whole_argument(
    name: str,
    value: object,
    least: int | None = None,
    most: int | None = None,
    *,
    error: type[Exception] | None = None,
) -> int:
    """Return an argument as a plain int.

    Raise TypeError if it is not a whole number and ValueError if it is outside `least` to `most`. If `error` is given,
    raise that in both cases.

    >>> whole_argument("size", 11, 1, 10)
    Traceback (most recent call last):
        ...
    ValueError: size must be a whole number from 1 to 10, not 11
    """
    # The usual case, kept fast: a small puzzle is solved in the time of a few calls.
    if type(value) is int and (least is None or least <= value) and (most is None or value <= most):
        return value
    return _whole(name, value, least, most, "", error)


def optional_whole(
    name: str,
    value: object,
    least: int | None = None,
    most: int | None = None,
    *,
    error: type[Exception] | None = None,
) -> int | None:
    """Return the same as `whole_argument`, but also accept None.

    >>> optional_whole("limit", None, 0), optional_whole("limit", 7, 0)
    (None, 7)
    """
    return None if value is None else _whole(name, value, least, most, " or None", error)


def _whole(
    name: str, value: object, least: int | None, most: int | None, otherwise: str, error: type[Exception] | None
) -> int:
    kind: type[Exception] = ValueError
    try:
        number = whole_number(value)
    except TypeError:
        kind = TypeError
    else:
        if (least is None or least <= number) and (most is None or number <= most):
            return number
    expected = f"{whole_numbers_in_words(least, most)}{otherwise}"
    raise (error or kind)(f"{name} must be {expected}, not {shown(value)}") from None


def whole_numbers_in_words(least: int | None, most: int | None) -> str:
    """Return the words that messages use for the whole numbers from `least` to `most`.

    >>> whole_numbers_in_words(1, 10_000), whole_numbers_in_words(0, 2**63 - 1)
    ('a whole number from 1 to 10,000', 'a whole number from 0 to 2**63 - 1')
    """
    if least is None:
        return "a whole number"
    if most is None:
        return f"a whole number from {least:,} up"
    end = f"{most:,}" if most < 2**31 or most & most + 1 else f"2**{most.bit_length()} - 1"
    return f"a whole number from {least:,} to {end}"


def bool_argument(name: str, value: object, *, error: type[Exception] = ValueError) -> bool:
    """Return True or False, including numpy's, as a plain bool; raise `error` for anything else.

    >>> bool_argument("loops", 1)
    Traceback (most recent call last):
        ...
    ValueError: loops must be True or False, not 1
    """
    if type(value) is bool:
        return value
    if not _is_bool(value):
        raise error(f"{name} must be True or False, not {shown(value)}")
    return bool(value)


def _is_bool(value: object) -> bool:
    if isinstance(value, bool):
        return True
    # A bool of numpy, recognised without importing numpy.
    return getattr(getattr(value, "dtype", None), "kind", None) == "b" and getattr(value, "ndim", None) == 0


def check_budget(time_limit: float | None, node_limit: int | None) -> None:
    """Raise TypeError or ValueError for an invalid limit in seconds or nodes."""
    if time_limit is not None:
        if isinstance(time_limit, str) or _is_bool(time_limit) or not hasattr(time_limit, "__float__"):
            raise TypeError(f"time_limit must be a number of seconds or None, not {shown(time_limit)}")
        if not as_float(time_limit) >= 0:  # true for NaN, too
            raise ValueError(f"time_limit must be a number of seconds from 0 up or None, not {shown(time_limit)}")
    optional_whole("node_limit", node_limit, 0, MOST_INT64)


def check_limit(limit: int | None, least: int = 0) -> int | None:
    """Return a limit on the number of solutions as a plain int that fits an int64, or raise TypeError or ValueError."""
    if type(limit) is int and least <= limit <= MOST_INT64:
        return limit
    number = optional_whole("limit", limit, least)
    return None if number is None else min(number, MOST_INT64)


def as_float(value: SupportsFloat) -> float:
    """Return a number as a float, or NaN if it is too large for one, or none after all, as an array of numbers."""
    try:
        return float(value)
    except (OverflowError, TypeError):
        return math.nan
