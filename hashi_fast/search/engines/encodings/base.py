"""What an encoding provides: variables for every edge, and the clauses of edges and island sums.

Variables are numbered from 1. Each edge has a run of `stride` variables, edge after edge; auxiliary variables follow
the last run. A clause is a sequence of literals: a variable, or its negative for "not". In every encoding, variable k
of a run, for k up to max_bridges, is true if the edge carries exactly k bridges and false if it carries fewer.

Building clauses takes most of the time of a search. Islands of one *kind*, with the same target and the same caps of
their edges, have the same clauses up to the numbers of their variables. So the clauses of a kind are worked out once,
as places in a list of literals, and are then picked from the list of each island.
"""
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import NamedTuple

Clause = Sequence[int]
"""Literals of which at least one holds: the number of a variable, or its negative."""
Picker = Callable[[list[int]], Clause]
Runs = list[tuple[int, ...]]

_FEW = 1000  # edges: runs are the same on all boards, so this many are made once and kept


class Kind(NamedTuple):
    """The clauses of an island's sum, with those of one literal kept apart, and the number of auxiliary variables.

    The literals are picked from a list: the runs of the edges from place 1 on, then the auxiliary variables; place -i
    holds the negative of place i.
    """

    units: list[Picker]
    others: list[Picker]
    auxiliary: int


class Encoding(ABC):
    """The variables and clauses of a board with up to `most` bridges per pair; `caps` are the most each edge can carry.

    `active` is the variable of a run (the first is 1) that says whether the edge carries any bridge. `top` is the last
    variable so far. `plus` has the variables of each run, `minus` their negatives in reverse order; both may have more
    runs than there are edges. `portion` is the number of islands whose sums should be requested in one call.
    """

    portion = 500

    def __init__(self, most: int, caps: Sequence[int], stride: int, active: int) -> None:
        self.most = most
        self.caps = caps
        self.stride = stride
        self.active = active
        self.top = stride * len(caps)
        self.plus, self.minus = _few_runs(stride) if len(caps) <= _FEW else _runs(stride, len(caps))

    @abstractmethod
    def meanings(self) -> list[str]:
        """Return the meaning of each variable of a run, in words."""

    @abstractmethod
    def values(self, count: int) -> list[bool]:
        """Return the values of a run if the edge carries `count` bridges."""

    @abstractmethod
    def counts(self, model: Sequence[int]) -> bytes:
        """Return the number of bridges on each edge in a model, which has one literal per variable, in order."""

    @abstractmethod
    def edge_clauses(self, edges: range) -> list[Clause]:
        """Return the clauses that tie the variables of each edge together."""

    @staticmethod
    @abstractmethod
    def sum_places(most: int, caps: tuple[int, ...], target: int) -> tuple[list[list[int]], int]:
        """Return the clauses that make bridges on edges with these caps add up to the target, which is possible.

        The literals of the clauses are places as in `Kind`. The second value is the number of auxiliary variables.
        """

    @abstractmethod
    def more(self, edge: int, count: int) -> list[int]:
        """Return the literals that a clause for "not `count` bridges" needs besides "not variable `count`"."""

    def sum_clauses(self, islands: Iterable[tuple[int | None, list[int]]]) -> list[Clause]:
        """Return the clauses that make the bridges of each island add up, given as its target and its edges.

        If they cannot, that is an empty clause. An unknown target has no clauses.
        """
        units: list[Clause] = []
        others: list[Clause] = []
        kind_of = _kinds(type(self), self.most)
        cap_of, plus, minus = self.caps.__getitem__, self.plus, self.minus
        for target, edges in islands:
            if target is None:
                continue
            kind_units, kind_others, auxiliary = kind_of(tuple(map(cap_of, edges)), target)
            literals = [0]
            for edge in edges:
                literals += plus[edge]
            if auxiliary:
                first, self.top = self.top + 1, self.top + auxiliary
                literals += range(first, self.top + 1)
                literals += range(-self.top, 1 - first)
            for edge in edges[::-1]:
                literals += minus[edge]
            for pick in kind_units:
                units.append(pick(literals))
            for pick in kind_others:
                others.append(pick(literals))
        return units + others  # solvers drop from later clauses what is already known


@cache
def _few_runs(stride: int) -> tuple[Runs, Runs]:
    return _runs(stride, _FEW)


def _runs(stride: int, edges: int) -> tuple[Runs, Runs]:
    top = stride * edges
    plus = zip(*[range(k, top + 1, stride) for k in range(1, stride + 1)], strict=True)
    minus = zip(*[range(-k, -top - 1, -stride) for k in range(stride, 0, -1)], strict=True)
    return list(plus), list(minus)


@cache
def _kinds(encoding: type[Encoding], most: int) -> Callable[[tuple[int, ...], int], Kind]:
    @lru_cache(maxsize=1024)  # all kinds for two bridges per pair, and the recent ones for more
    def kind_of(caps: tuple[int, ...], target: int) -> Kind:
        if target > sum(caps):
            return Kind([], [picker(())], 0)
        clauses, auxiliary = encoding.sum_places(most, caps, target)
        units = [picker(clause) for clause in clauses if len(clause) == 1]
        return Kind(units, [picker(clause) for clause in clauses if len(clause) > 1], auxiliary)

    return kind_of


def picker(places: Clause) -> Picker:
    """Return a function that picks the literals at these places.

    >>> literals = [0, 5, 6, -6, -5]
    >>> picker([1, -2])(literals), picker([-1])(literals), picker([])(literals)
    ((5, -6), [-5], [])
    """
    if len(places) > 1:
        return itemgetter(*places)
    # With one place, itemgetter does not return a sequence, and it does not accept none. A slice solves both.
    return itemgetter(slice(places[0], places[0] + 1 or None) if places else slice(0))
