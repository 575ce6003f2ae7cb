"""What hints and diagnoses ask the search: is there a solution within bounds, which bridges do all solutions share?

Bounds are given by edge: at least (`least`) or at most (`most`) so many bridges. An answer is certain; if the budget
runs out before there is one, BudgetExceeded is raised.

A set is *irreducible* if it fails, but would not fail without any one of its members.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import TypeVar

from hashi_fast.board._topology import Topology
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import differing_edges
from hashi_fast.coaching.budget import Budget
from hashi_fast.errors import BudgetExceeded
from hashi_fast.search._boundary import Run

_T = TypeVar("_T")

_NONE: Mapping[int, int] = {}
_TRIED_BASES = 12  # solutions for which the nearest other one is looked for


class Questions:
    """Questions about the solutions of one puzzle; each may take up to `node_limit` nodes (None: no such limit).

    A topology stands for a puzzle with fewer numbers or rules (see `Topology.relaxed`).
    """

    def __init__(self, puzzle: Puzzle | Topology, budget: Budget, node_limit: int | None = None) -> None:
        self._topology = puzzle.topology if isinstance(puzzle, Puzzle) else puzzle
        self.budget = budget
        self._node_limit = node_limit

    def solvable(self, least: Mapping[int, int] = _NONE) -> bool:
        """Return whether there is a solution within bounds."""
        return bool(self.solutions(1, least))

    def solutions(self, limit: int, least: Mapping[int, int] = _NONE, most: Mapping[int, int] = _NONE) -> list[bytes]:
        """Return up to `limit` solutions within bounds, each as one count per edge."""
        run = self._start(least, most)
        found = list(islice(iter(run.next, None), limit))
        self.budget.spend(run)
        return found

    def common(self, least: Mapping[int, int] = _NONE) -> tuple[bytes, bytes]:
        """Return the fewest and the most bridges of every edge over all solutions within bounds; there must be some."""
        run = self._start(least, _NONE)
        bounds = run.common()
        self.budget.spend(run)
        assert bounds is not None, "there are solutions"
        return bounds

    def _start(self, least: Mapping[int, int], most: Mapping[int, int]) -> Run:
        run = Run(self._topology, self.budget.time_left, self.budget.most_nodes(self._node_limit))
        for edge, count in least.items():
            run.require(edge, count)
        for edge, count in most.items():
            run.allow(edge, count)
        return run


def irreducible(units: Sequence[_T], fails: Callable[[Sequence[_T]], bool]) -> list[_T]:
    """Return an irreducible set of units that fails.

    All units together must fail, and adding units to a set that fails must leave it failing. Early units are
    preferred: the answer is what remains when units are dropped from the end, each if the rest still fails.

    >>> irreducible([5, 1, 7, 3], lambda numbers: sum(numbers) >= 8)
    [7, 5]
    """
    kept: list[_T] = []
    while not fails(kept):
        low, high = 1, len(units)  # how many of the first units are needed
        while low < high:
            middle = (low + high) // 2
            if fails([*kept, *units[:middle]]):
                high = middle
            else:
                low = middle + 1
        kept.append(units[low - 1])
        units = units[: low - 1]
    return kept


def nearest_solutions(
    questions: Questions, one: bytes, other: bytes, least: Mapping[int, int] = _NONE
) -> tuple[bytes, bytes]:
    """Return two solutions within bounds that differ on few edges, given any two.

    No solution differs from the first on only a part of these edges, unless the budget runs out: then the best pair
    found so far is returned.
    """
    best = one, other
    try:
        bases = questions.solutions(_TRIED_BASES, least)
        for base in bases:
            pair = base, _nearest(questions, base, one if base != one else other, least)
            if _distance(*pair) < _distance(*best):
                best = pair
    except BudgetExceeded:
        pass
    return best


def _nearest(questions: Questions, base: bytes, other: bytes, least: Mapping[int, int]) -> bytes:
    """Return a solution that differs from `base` only where `other` does, and on as few of those edges as possible.

    "As few as possible" means that no solution differs from `base` on only a part of them.
    """
    tried: set[int] = set()
    while left := [edge for edge in differing_edges(base, other) if edge not in tried]:
        tried.add(left[0])
        same = {edge: count for edge, count in enumerate(base) if count == other[edge] or edge == left[0]}
        for found in questions.solutions(2, {**least, **same}, same):
            if found != base:
                other = found
    return other


def _distance(one: bytes, other: bytes) -> int:
    return len(differing_edges(one, other))
