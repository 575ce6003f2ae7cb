"""Encodings: ways to express in Booleans how many bridges an edge carries, one module each.

    order    at least one, at least two, ...: few clauses, strong propagation; the default
    pb       exactly one, exactly two, ..., any; island sums by PySAT's pseudo-Boolean encoder (notes 000 and 001)
    direct   one Boolean per bridge; island sums by all k of n (note 003)

In all of them, models and solutions correspond one to one.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence

from hashi_fast.search.engines.encodings.base import Clause, Encoding
from hashi_fast.search.engines.encodings.order import OrderEncoding
from hashi_fast.support.plugins import Plugins

__all__ = ["OWN_ENCODINGS", "Clause", "Encoding", "OrderEncoding", "encoding_names", "make_encoding",
           "register_encoding"]

_ENCODINGS = Plugins[Callable[[int, Sequence[int]], Encoding]](
    "encoding",
    "hashi_fast.encodings",
    {
        "order": f"{__name__}.order:OrderEncoding",
        "pb": f"{__name__}.pseudo_boolean:PseudoBooleanEncoding",
        "direct": f"{__name__}.direct:DirectEncoding",
    },
)
OWN_ENCODINGS = _ENCODINGS.own


def make_encoding(name: str, most: int, caps: Sequence[int]) -> Encoding:
    """Return the encoding of a board with up to `most` bridges per pair; `caps` are the most that each edge can carry.

    >>> make_encoding("direct", 2, [2, 2]).sum_clauses([(3, [0, 1])])
    [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4), (-1, -2, -3, -4)]
    """
    return _ENCODINGS.get(name)(most, caps)


def encoding_names() -> tuple[str, ...]:
    """Return the names of all encodings, also of those that other packages offer.

    >>> encoding_names()[:3]
    ('order', 'pb', 'direct')
    """
    return _ENCODINGS.names()


def register_encoding(name: str, maker: Callable[[int, Sequence[int]], Encoding]) -> None:
    """Add an encoding: a subclass of `Encoding`, or of `OrderEncoding` to change only the island sums.

    It is called with the most bridges per pair of islands and the most that each edge can carry.

    >>> register_encoding("order", OrderEncoding)
    Traceback (most recent call last):
        ...
    ValueError: the encoding 'order' already exists
    """
    _ENCODINGS.register(name, maker)
