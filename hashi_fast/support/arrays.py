"""Comparing tuples of arrays."""
from __future__ import annotations

from typing import Any


def same_arrays(one: tuple[Any, ...], other: object) -> bool:
    """Return whether the other is a tuple of the same type with the same arrays; NaN equals NaN.

    Tuples compare their items by `==`, which for arrays is neither true nor false.

    >>> import numpy
    >>> same_arrays((numpy.arange(3),), (numpy.arange(3),)), same_arrays((numpy.arange(3),), (numpy.arange(4),))
    (True, False)
    """
    return type(one) is type(other) and all(map(_same, one, other))


def _same(one: Any, other: Any) -> bool:
    import numpy  # not at the top: ratings of single puzzles do without

    return numpy.array_equal(one, other, equal_nan=one.dtype.kind == "f")
