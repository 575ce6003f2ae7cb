"""Many searches of one puzzle on one budget: what hints and diagnoses ask the kernels.

A *bound* says that an edge has at least (`least`) or at most (`most`) so many bridges; bounds are given by edge.
Whoever asks gets an answer that is certain, or BudgetExceeded.
"""
from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeVar

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import differing_edges
from hashi_fast.deduction._boundary import LADDER, Path
from hashi_fast.errors import BudgetExceeded
from hashi_fast.search._boundary import Run
from hashi_fast.support.arguments import check_budget

_T = TypeVar("_T")

_NONE: Mapping[int, int] = {}
_TRIED_BASES = 12  # solutions from which the nearest other one is looked for


class Budget:
    """Limits that many searches share."""

    def __init__(self, time_limit: float | None, node_limit: int | None) -> None:
        check_budget(time_limit, node_limit)
        self._began = time.perf_counter()
        self._time_limit = time_limit
        self._nodes_left = node_limit
        self._nodes = 0

    @property
    def time_left(self) -> float | None:
        """Seconds that are left, None where there is no limit."""
        return None if self._time_limit is None else max(0.0, self._time_limit - self._elapsed)

    @property
    def nodes_left(self) -> int | None:
        """Nodes that are left, None where there is no limit."""
        return self._nodes_left

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self.time_left == 0 or self.nodes_left == 0

    def spend(self, run: Run) -> None:
        """Account for a search that is over; raise BudgetExceeded where it was cut short."""
        self._nodes += run.nodes
        if self._nodes_left is not None:
            self._nodes_left = max(0, self._nodes_left - run.nodes)
        if run.exceeded is not None:
            raise self.exceeded(run.exceeded)

    def exceeded(self, which: str) -> BudgetExceeded:
        """Return the exception that says which limit ran out."""
        return BudgetExceeded(f"{which} ran out after {self._nodes} nodes and {self._elapsed:.3f} s", found=0)

    @property
    def _elapsed(self) -> float:
        return time.perf_counter() - self._began


class Searches:
    """Questions about the solutions of a puzzle within bounds; each may take `node_limit` nodes (None: any number)."""

    def __init__(self, puzzle: Puzzle, budget: Budget, node_limit: int | None = None) -> None:
        self._topology = puzzle.topology
        self.budget = budget
        self._node_limit = node_limit

    def solvable(self, least: Mapping[int, int] = _NONE) -> bool:
        """Return whether there is a solution within bounds."""
        return bool(self.solutions(1, least))

    def solutions(self, limit: int, least: Mapping[int, int] = _NONE, most: Mapping[int, int] = _NONE) -> list[bytes]:
        """Return up to `limit` solutions within bounds, as one count an edge."""
        run = self._start(least, most)
        found = list(islice(iter(run.next, None), limit))
        self.budget.spend(run)
        return found

    def common(self, least: Mapping[int, int] = _NONE) -> tuple[bytes, bytes]:
        """Return the least and most bridges of every edge over all solutions within bounds, of which there are some."""
        run = self._start(least, _NONE)
        bounds = run.common()
        self.budget.spend(run)
        assert bounds is not None, "there are solutions"
        return bounds

    def _start(self, least: Mapping[int, int], most: Mapping[int, int]) -> Run:
        limits = [limit for limit in (self._node_limit, self.budget.nodes_left) if limit is not None]
        run = Run(self._topology, self.budget.time_left, min(limits, default=None))
        for edge, count in least.items():
            run.require(edge, count)
        for edge, count in most.items():
            run.allow(edge, count)
        return run


def climb(path: Path, budget: Budget, rungs: int = len(LADDER) - 1) -> Iterator[str | None]:
    """Work a board out with one rung more at a time, up to so many (all but the search); yield the verdict after each.

    So hard techniques are not tried where easy ones do. Ends with the first verdict that is not "stuck".
    """
    for count in range(1, rungs + 1):
        verdict = path.run(count, budget.time_left)
        if path.exceeded is not None:
            raise budget.exceeded(path.exceeded)
        yield verdict
        if verdict != "stuck":
            return


def irreducible(units: Sequence[_T], fails: Callable[[Sequence[_T]], bool]) -> list[_T]:
    """Return some of the units that fail together, while without any one of them they do not.

    All together fail, and what fails still does with more units. Those that come early are preferred: the answer is
    what is left when units are dropped from the last one on, wherever that leaves a failure.

    >>> irreducible([5, 1, 7, 3], lambda numbers: sum(numbers) >= 8)
    [7, 5]
    """
    kept: list[_T] = []
    while not fails(kept):
        low, high = 1, len(units)  # how many of them it takes
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
    searches: Searches, one: bytes, other: bytes, least: Mapping[int, int] = _NONE
) -> tuple[bytes, bytes]:
    """Return two solutions within bounds that differ on few edges, given any two.

    No solution differs from the first on only some of those edges, unless the budget runs out, which ends the search.
    """
    best = one, other
    try:
        bases = searches.solutions(_TRIED_BASES, least)
        for base in bases:
            pair = base, _nearest(searches, base, one if base != one else other, least)
            if _distance(*pair) < _distance(*best):
                best = pair
    except BudgetExceeded:
        pass
    return best


def _nearest(searches: Searches, base: bytes, other: bytes, least: Mapping[int, int]) -> bytes:
    """Return a solution that differs from `base` on some of the edges where `other` does, and on no fewer could it."""
    tried: set[int] = set()
    while left := [edge for edge in differing_edges(base, other) if edge not in tried]:
        tried.add(left[0])
        same = {edge: count for edge, count in enumerate(base) if count == other[edge] or edge == left[0]}
        for found in searches.solutions(2, {**least, **same}, same):
            if found != base:
                other = found
    return other


def _distance(one: bytes, other: bytes) -> int:
    return len(differing_edges(one, other))
