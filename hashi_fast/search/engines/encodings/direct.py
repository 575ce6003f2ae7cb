"""The direct encoding of seed 003: one Boolean a bridge, and island sums by all k of n.

Of n Booleans at an island just k are true: each n - k + 1 of them have a true one (at least k), and each k + 1 a false
one (at most k). What is changed from the seed, and why:

a. Its two Booleans a pair name a single bridge in two ways, so that one solution has many models and counts come out
   too high. Here the second is true only where the first is, and so on up to max_bridges. With that they are the
   variables of the order encoding, and this one differs from it in the sums alone.
b. Its nine clauses of four literals for each crossing say the same as four of two: neither bridge of one with either of
   the other. By (a) the first bridges stand for all, and one clause is left.
c. Booleans of bridges that the targets at both ends leave no room for are false, and not in the sums.
"""
from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from hashi_fast.search.engines.encodings.base import Clause
from hashi_fast.search.engines.encodings.order import OrderEncoding


class DirectEncoding(OrderEncoding):
    """Variables "first bridge", "second bridge", .. for each edge."""

    portion = 10  # an island may have 20,000 clauses

    def sum_clauses(self, islands: Iterable[tuple[int | None, list[int]]]) -> list[Clause]:
        # All k of n are quicker made than picked.
        clauses: list[Clause] = []
        for target, edges in islands:
            if target is None:
                continue
            booleans = [variable for edge in edges for variable in self.plus[edge][: self.caps[edge]]]
            clauses += combinations(booleans, max(0, len(booleans) - target + 1))
            clauses += combinations([-variable for variable in booleans], target + 1)
        return clauses
