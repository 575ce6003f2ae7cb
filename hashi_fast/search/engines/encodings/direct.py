"""The direct encoding of note 003: one Boolean per bridge, and island sums by all k of n.

Exactly k of the n Booleans at an island are true: any n - k + 1 of them include a true one (at least k), and any k + 1
include a false one (at most k). What changed from the note, and why:

a. With its two Booleans per pair, a single bridge has two names, so one solution has many models and counts come out
   too high. Here the second is true only if the first is, and so on up to max_bridges. That makes them the variables
   of the order encoding; only the sums differ.
b. Its nine clauses of four literals per crossing say the same as four of two: neither bridge of one edge together with
   either bridge of the other. Because of (a), the first bridges stand for all, and one clause is enough.
c. If the targets at its ends leave no room for a bridge, its Boolean is false and left out of the sums.
"""
from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from hashi_fast.search.engines.encodings.base import Clause
from hashi_fast.search.engines.encodings.order import OrderEncoding


class DirectEncoding(OrderEncoding):
    """Variables "first bridge", "second bridge", ... for each edge."""

    portion = 10  # an island may have 20,000 clauses

    def sum_clauses(self, islands: Iterable[tuple[int | None, list[int]]]) -> list[Clause]:
        # Making all k of n takes less time than picking them.
        clauses: list[Clause] = []
        for target, edges in islands:
            if target is None:
                continue
            booleans = [variable for edge in edges for variable in self.plus[edge][: self.caps[edge]]]
            clauses += combinations(booleans, max(0, len(booleans) - target + 1))
            clauses += combinations([-variable for variable in booleans], target + 1)
        return clauses
