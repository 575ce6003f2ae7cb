"""Limits of time and nodes that many searches share."""
from __future__ import annotations

import time

from hashi_fast.errors import BudgetExceeded
from hashi_fast.search._boundary import Doubts, Run
from hashi_fast.support.arguments import check_budget


class Budget:
    """A time limit in seconds and a limit of search nodes, either of which may be None."""

    def __init__(self, time_limit: float | None, node_limit: int | None) -> None:
        check_budget(time_limit, node_limit)
        self._began = time.perf_counter()
        self._time_limit = time_limit
        self._nodes_left = node_limit
        self._nodes = 0

    @property
    def time_left(self) -> float | None:
        """The seconds that are left, or None if there is no limit."""
        return None if self._time_limit is None else max(0.0, self._time_limit - self._elapsed)

    @property
    def nodes_left(self) -> int | None:
        """The nodes that are left, or None if there is no limit."""
        return self._nodes_left

    def most_nodes(self, limit: int | None) -> int | None:
        """Return how many nodes a search may take that has a limit of its own."""
        limits = [each for each in (limit, self._nodes_left) if each is not None]
        return min(limits, default=None)

    @property
    def is_spent(self) -> bool:
        """Whether one of the limits has been reached."""
        return self.time_left == 0 or self.nodes_left == 0

    def spend(self, run: Run | Doubts) -> None:
        """Account for a search that has ended; raise BudgetExceeded if it was cut short."""
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
