"""The steps by which a puzzle is worked out, read from the log of the kernels.

A `Replay` follows the bounds of all edges through a log: to explain a step, one needs the bounds it was found with.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from hashi_fast.board._topology import Topology
from hashi_fast.board.rating import Conclusion, Step
from hashi_fast.deduction._boundary import CAPPED, CASES, CONCLUDED, LOOKED, ROUND, STEP
from hashi_fast.deduction.techniques import NAMES

_ONES = [bits.bit_count() for bits in range(16)]


def read_log(
    topology: Topology, least: Sequence[int], most: Sequence[int], log: Sequence[int]
) -> tuple[Step, ...]:
    """Return the steps of a log of the kernels (see Mark in _state.pxd) that began with these bounds."""
    return tuple(chain.from_iterable(Replay(topology, least, most).rounds(log)))


class Replay:
    """Follows the bounds of all edges from entry to entry.

    least, most: the bounds of each edge.
    caps: the most bridges of each edge, going by the printed numbers and the steps so far; `most` also takes into
    account what its islands still need (see the two kinds of caps in _state.pxd).
    """

    def __init__(self, topology: Topology, least: Sequence[int], most: Sequence[int]) -> None:
        self.least = list(least)
        self.most = list(most)
        self.caps = list(most)
        # The edges of each island, with the island at their other end.
        self._around: list[list[tuple[int, int]]] = [[] for _ in range(topology.n_islands)]
        for e, (a, b, _) in enumerate(topology.edge_list()):
            self._around[a].append((e, b))
            self._around[b].append((e, a))
        self.round = 0
        # Of the current round, so far: what comes after the first three fields of each step, known at its end.
        self._steps: list[tuple[Any, ...]] = []
        self._changes: dict[int, int] = {}  # what they conclude: by edge, the bits that flip
        self._begin_step()

    def _begin_step(self) -> None:
        self._islands: dict[int, None] = {}  # in the order in which they were looked at
        self._concluded: dict[int, int] = {}
        self._split: int | None = None

    def rounds(self, log: Sequence[int]) -> Iterator[tuple[Step, ...]]:
        """Yield the steps of each round. Meanwhile the bounds are those that the steps were found with."""
        for mark, one, two in zip(log[::3], log[1::3], log[2::3], strict=True):
            if mark == LOOKED:
                self._islands[one] = None
            elif mark == CONCLUDED:
                self._concluded[one] = self._concluded.get(one, 0) | two
            elif mark == CASES:
                self._split = two
            elif mark == STEP:
                self._end_step(one, two)
            elif mark == ROUND:
                yield tuple([Step(NAMES[one], self.round, two, *step) for step in self._steps])
                self._end_round()
            elif mark == CAPPED:
                self._apply(one, two)

    def _end_step(self, island: int, edge: int) -> None:
        least, most, islands, changes = self.least, self.most, self._islands, self._changes
        conclusions = []
        edges = {edge} if edge >= 0 else set()
        for e, flips in self._concluded.items():
            conclusions.append(Conclusion(e, least[e] + _ONES[flips & 15], most[e] - _ONES[flips >> 4]))
            edges.add(e)
            changes[e] = changes.get(e, 0) | flips  # several steps of a round may come to the same conclusion
        for i in islands:
            for e, j in self._around[i]:
                if j in islands and most[e]:
                    edges.add(e)
        self._steps.append(
            (
                island if island >= 0 else None, edge if edge >= 0 else None,
                tuple(islands), tuple(sorted(edges)), tuple(conclusions), self._split,
            )
        )
        self._begin_step()

    def _end_round(self) -> None:
        for e, flips in self._changes.items():
            self._apply(e, flips)
            if flips >> 4:
                self.caps[e] = self.most[e]
        self.round += 1
        self._steps, self._changes = [], {}

    def _apply(self, e: int, flips: int) -> None:
        self.least[e] += _ONES[flips & 15]
        self.most[e] -= _ONES[flips >> 4]
