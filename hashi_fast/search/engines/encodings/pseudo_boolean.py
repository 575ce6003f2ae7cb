"""The encoding of notes 000 and 001: variables single, double and active, and sums by a pseudo-Boolean encoder.

An edge has one variable per number of bridges, of which at most one is true, and one variable that says whether any is.
PySAT's PBEnc encodes the sum of an island, weighted with the numbers of bridges; it adds auxiliary variables. What
changed from the notes: there are up to four bridges per pair, and PBEnc is called only once per kind of island, because
a call takes longer than a search.
"""
from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from itertools import combinations

from hashi_fast.search.engines.base import need
from hashi_fast.search.engines.encodings.base import Clause, Encoding

# Without this package, PySAT cannot import its PBEnc.
_NEEDS = ('encoding "pb"', "pindakaas", "python-sat[pb]", "sat")


class PseudoBooleanEncoding(Encoding):
    """Variables "just 1", "just 2", ... and "any" for each edge."""

    def __init__(self, most: int, caps: Sequence[int]) -> None:
        need(*_NEEDS)
        super().__init__(most, caps, stride=most + 1, active=most + 1)

    def meanings(self) -> list[str]:
        return [*(f"just {k}" for k in range(1, self.most + 1)), "any"]

    def values(self, count: int) -> list[bool]:
        return [*(k == count for k in range(1, self.most + 1)), count > 0]

    def counts(self, model: Sequence[int]) -> bytes:
        counts = bytearray(len(self.caps))
        for literal in model[: self.stride * len(self.caps)]:
            if literal > 0:
                edge, k = divmod(literal - 1, self.stride)
                if k < self.most:
                    counts[edge] = k + 1
        return bytes(counts)

    def edge_clauses(self, edges: range) -> list[Clause]:
        clauses: list[Clause] = []
        for edge in edges:
            *numbers, active = self.plus[edge]
            clauses += [(-number,) for number in numbers[self.caps[edge] :]]
            del numbers[self.caps[edge] :]
            clauses += [(-one, -other) for one, other in combinations(numbers, 2)]
            clauses += [(-number, active) for number in numbers]
            clauses.append((*numbers, -active))
        return clauses

    @staticmethod
    def sum_places(most: int, caps: tuple[int, ...], target: int) -> tuple[list[list[int]], int]:
        encoder = import_module("pysat.pb").PBEnc
        stride = most + 1
        weighted = [(stride * i + k, k) for i, cap in enumerate(caps) for k in range(1, cap + 1)]
        formula = encoder.equals(lits=weighted, bound=target, top_id=stride * len(caps))
        return formula.clauses, max(0, formula.nv - stride * len(caps))

    def more(self, edge: int, count: int) -> list[int]:
        return [] if count else [self.stride * edge + self.active]
