"""The order encoding: variable k of an edge says that it carries at least k bridges. It is the fast default.

A sum is expressed by its prime clauses. At most t: for any levels of the edges that add up to t + 1, some edge stays
below its level. At least t: for any levels that add up to t - 1, some edge goes above its level. Unit propagation over
them narrows the bounds of the edges as far as the sum alone allows, without auxiliary variables.
"""
from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from hashi_fast.search.engines.encodings.base import Clause, Encoding


class OrderEncoding(Encoding):
    """Variables "at least 1", "at least 2", ... for each edge."""

    def __init__(self, most: int, caps: Sequence[int]) -> None:
        super().__init__(most, caps, stride=most, active=1)

    def meanings(self) -> list[str]:
        return [f"at least {k}" for k in range(1, self.most + 1)]

    def values(self, count: int) -> list[bool]:
        return [k <= count for k in range(1, self.most + 1)]

    def counts(self, model: Sequence[int]) -> bytes:
        counts, most = bytearray(len(self.caps)), self.most
        for literal in model:
            if literal > 0:
                counts[(literal - 1) // most] += 1
        return bytes(counts)

    def edge_clauses(self, edges: range) -> list[Clause]:
        most, caps = self.most, self.caps[edges.start : edges.stop]
        clauses: list[Clause] = []
        for k in range(1, most):
            # Nothing above the cap; below it, "at least k + 1" implies "at least k".
            variables = range(most * edges.start + k, most * edges.stop + k, most)
            clauses += [(v, -v - 1) if cap > k else (-v - 1,) for v, cap in zip(variables, caps, strict=True)]
        return clauses

    @staticmethod
    def sum_places(most: int, caps: tuple[int, ...], target: int) -> tuple[list[list[int]], int]:
        clauses = []
        for levels in product(*(range(cap + 1) for cap in caps)):
            total = sum(levels)
            if total == target + 1:
                clauses.append([-most * i - level for i, level in enumerate(levels) if level])
            elif total == target - 1:
                clauses.append([most * i + level + 1 for i, level in enumerate(levels) if level < caps[i]])
        return clauses, 0

    def more(self, edge: int, count: int) -> list[int]:
        return [self.most * edge + count + 1] if count < self.caps[edge] else []
