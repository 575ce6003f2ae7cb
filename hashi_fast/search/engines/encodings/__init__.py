"""Encodings: ways to express in Booleans how many bridges an edge carries, one module each.

    order    at least one, at least two, ...: few clauses, strong propagation; the default
    pb       exactly one, exactly two, ..., any; island sums by PySAT's pseudo-Boolean encoder (notes 000 and 001)
    direct   one Boolean per bridge; island sums by all k of n (note 003)

In all of them, models and solutions correspond one to one.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence

from hashi_fast.errors import check_choice
from hashi_fast.search.engines.base import EncodingName
from hashi_fast.search.engines.encodings.base import Clause, Encoding
from hashi_fast.search.engines.encodings.direct import DirectEncoding
from hashi_fast.search.engines.encodings.order import OrderEncoding
from hashi_fast.search.engines.encodings.pseudo_boolean import PseudoBooleanEncoding

__all__ = ["Clause", "Encoding", "make_encoding"]

_MAKERS: dict[str, Callable[[int, Sequence[int]], Encoding]] = {
    "order": OrderEncoding,
    "pb": PseudoBooleanEncoding,
    "direct": DirectEncoding,
}


def make_encoding(name: EncodingName, most: int, caps: Sequence[int]) -> Encoding:
    """Return the encoding of a board with up to `most` bridges per pair; `caps` are the most that each edge can carry.

    >>> make_encoding("direct", 2, [2, 2]).sum_clauses([(3, [0, 1])])
    [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4), (-1, -2, -3, -4)]
    """
    check_choice("encoding", name, _MAKERS)
    return _MAKERS[name](most, caps)
