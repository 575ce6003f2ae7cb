"""The steps by which a puzzle is worked out, read from the log of the kernels."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hashi_fast._rating import CAPPED, CONCLUDED, LOOKED, ROUND, STEP
from hashi_fast._topology import Topology
from hashi_fast.techniques import NAMES


class Conclusion(NamedTuple):
    """What a step says of an edge: it carries `least` to `most` bridges."""

    edge: int
    least: int
    most: int


class Step(NamedTuple):
    """One use of a technique.

    `island` or `edge` is what it is about (None where it is not about one); `islands` and `edges` are those it looked
    at; `available` says how many steps were open at that moment, which is the size of its `round`.
    """

    technique: str
    round: int
    available: int
    island: int | None
    edge: int | None
    islands: tuple[int, ...]
    edges: tuple[int, ...]
    conclusions: tuple[Conclusion, ...]


def read_log(
    topology: Topology, least: Sequence[int], most: Sequence[int], log: Sequence[int]
) -> tuple[Step, ...]:
    """Return the steps of a log of the kernels (see Mark in _deduction.pxd), which began with these bounds."""
    reader = _Reader(topology, least, most)
    for at in range(0, len(log), 3):
        reader.read(*log[at : at + 3])
    return tuple(reader.steps)


class _Reader:
    """Follows the bounds of all edges from entry to entry."""

    def __init__(self, topology: Topology, least: Sequence[int], most: Sequence[int]) -> None:
        self.ends = list(zip(topology.edge_a.tolist(), topology.edge_b.tolist(), strict=True))
        self.least = list(least)
        self.most = list(most)
        self.steps: list[Step] = []
        self.pending: list[Step] = []
        self.changes: list[tuple[int, int]] = []
        self.rounds = 0
        self._begin_step()

    def _begin_step(self) -> None:
        self.islands: dict[int, None] = {}  # in the order in which they were looked at
        self.concluded: list[tuple[int, int]] = []

    def read(self, mark: int, one: int, two: int) -> None:
        if mark == LOOKED:
            self.islands[one] = None
        elif mark == CONCLUDED:
            self.concluded.append((one, two))
        elif mark == STEP:
            self._end_step(one, two)
        elif mark == ROUND:
            self._end_round(one, two)
        elif mark == CAPPED:
            self._apply(one, two)

    def _end_step(self, island: int, edge: int) -> None:
        conclusions = tuple(
            Conclusion(e, self.least[e] + (flips & 15).bit_count(), self.most[e] - (flips >> 4).bit_count())
            for e, flips in self.concluded
        )
        about = {e for e, _ in self.concluded} | ({edge} if edge >= 0 else set())
        looked = (
            e
            for e, (a, b) in enumerate(self.ends)
            if e in about or (a in self.islands and b in self.islands and self.most[e])
        )
        self.pending.append(
            Step(
                "", self.rounds, 0, island if island >= 0 else None, edge if edge >= 0 else None,
                tuple(self.islands), tuple(looked), conclusions,
            )
        )
        self.changes += self.concluded
        self._begin_step()

    def _end_round(self, rung: int, available: int) -> None:
        self.steps += (step._replace(technique=NAMES[rung], available=available) for step in self.pending)
        self.rounds += 1
        # Several steps of a round may come to the same conclusion.
        merged: dict[int, int] = {}
        for e, flips in self.changes:
            merged[e] = merged.get(e, 0) | flips
        for e, flips in merged.items():
            self._apply(e, flips)
        self.pending, self.changes = [], []

    def _apply(self, e: int, flips: int) -> None:
        self.least[e] += (flips & 15).bit_count()
        self.most[e] -= (flips >> 4).bit_count()
