"""A puzzle as a formula in conjunctive normal form. Connectivity, and the ban on loops, come in one of two ways.

    always   numbers of bridges, crossings, island sums; edges without which the graph falls apart
    lazy     cuts, if an answer leaves several groups (note 000); loops, if these are forbidden and an answer has some
    eager    all of it up front, by the distance of each island from a root (`distances`)

Eager clauses make the formula complete: every model is a solution. But there are eight to ten of them for each of the
others, and a search takes longer with them. Lazily, an answer with several groups is refuted by the cut around each of
them: one of the edges out of the group carries a bridge. In both ways, the Tarjan clauses of note 003 come up front: an
edge without which the graph of all edges falls apart must carry a bridge, and a graph that is in pieces is an empty
clause. One part of that note is left out: on boards of 2s it removes edges until such an edge appears, which can remove
solutions. The cuts handle these boards like all others.

The encodings define the variables and the sums. Nothing here needs more than the standard library, except for the
encoding "pb".
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.errors import check_choice
from hashi_fast.search.engines.base import Connectivity
from hashi_fast.search.engines.distances import distance_clauses
from hashi_fast.search.engines.encodings import Clause, make_encoding
from hashi_fast.search.engines.graph import Graph

_PORTION = 500  # edges whose clauses are made in one go


class Formula:
    """The clauses of a puzzle in one encoding.

    >>> from hashi_fast import loads
    >>> formula = Formula(loads("3x1:2a2"))
    >>> [list(clause) for part in formula.parts() for clause in part]
    [[1], [1, -2], [2], [2]]
    >>> list(formula.encoding.counts([1, 2]))
    [2]
    """

    def __init__(self, puzzle: Puzzle, encoding: str = "order", connectivity: Connectivity = "lazy") -> None:
        self.puzzle = puzzle
        self.connectivity = connectivity
        self.graph = Graph(puzzle)
        most, edges = puzzle.max_bridges, self.graph.edges
        self._targets = targets = [target for _, _, target in puzzle.islands]
        room = [most if target is None or target > most else target for target in targets]
        caps = [room[a] if room[a] < room[b] else room[b] for a, b, _ in edges]
        self.encoding = make_encoding(encoding, most, caps)
        self.edge_variables = self.encoding.top  # auxiliary ones come after these
        # Edges between two unknown clues: no sum fixes their bridges.
        self._free: list[int] = []
        if None in targets:
            self._free = [
                edge for edge, (a, b, _) in enumerate(edges) if targets[a] is None and targets[b] is None
            ]

    def parts(self) -> Iterator[list[Clause]]:
        """Yield all clauses, a few thousand at a time, so that the caller can check the time in between."""
        for cuts in self.graph.narrow_cuts():  # first, because solvers drop from later clauses what is already known
            yield [self._active(edges) for edges in cuts]
        edges, islands = len(self.graph.edges), len(self._targets)
        for first in range(0, edges, _PORTION):
            portion = range(first, min(first + _PORTION, edges))
            yield self.encoding.edge_clauses(portion)
            yield self._crossing_clauses(portion)
        for first in range(0, islands, self.encoding.portion):
            yield self._sum_clauses(slice(first, first + self.encoding.portion))
        if self.connectivity == "eager":
            every = self._active(range(edges))
            for clauses, top in distance_clauses(self.graph, every, self.puzzle.loops, self.encoding.top):
                self.encoding.top = top
                yield clauses

    def counts(self, model: Sequence[int]) -> bytes:
        """Return the number of bridges on each edge in a model, which has one literal per variable, in order."""
        return self.encoding.counts(model[: self.edge_variables])

    def refute(self, counts: Sequence[int]) -> list[Clause]:
        """Return clauses that every solution satisfies but this answer does not; none if it is a solution."""
        clauses: list[Clause] = [self._active(edges) for edges in self.graph.cuts(counts)]
        if not self.puzzle.loops:
            clauses += [[-variable for variable in self._active(edges)] for edges in self.graph.loops(counts)]
        return clauses

    def exclude(self, counts: Sequence[int]) -> Clause:
        """Return a clause that every solution except this one satisfies.

        The sums of known clues are fixed, so another solution has fewer bridges on some edge that carries any here.
        Only between unknown clues can there be more bridges without fewer elsewhere.
        """
        encoding = self.encoding
        stride = encoding.stride
        clause = [-stride * edge - count for edge, count in enumerate(counts) if count]
        for edge in self._free:
            clause += encoding.more(edge, counts[edge])
        return clause

    def _active(self, edges: Sequence[int]) -> list[int]:
        stride, active = self.encoding.stride, self.encoding.active
        return [stride * edge + active for edge in edges]

    def _crossing_clauses(self, edges: range) -> list[Clause]:
        stride, active = self.encoding.stride, self.encoding.active
        crossings = self.puzzle.topology.crossings
        ends = self.graph.edges
        return [
            (-stride * edge - active, -stride * other - active)
            for edge in edges
            if not ends[edge][2]  # a crossing has one horizontal edge
            for other in crossings(edge)
        ]

    def _sum_clauses(self, islands: slice) -> list[Clause]:
        targets, incident = self._targets[islands], self.graph.incident[islands]
        clauses = self.encoding.sum_clauses(zip(targets, incident, strict=True))
        if None in targets and len(self._targets) > 1:
            clauses += [self._active(incident[i]) for i, target in enumerate(targets) if target is None]
        return clauses


def check_connectivity(value: object) -> None:
    """Raise ValueError if a value is neither "lazy" nor "eager"."""
    check_choice("connectivity", value, get_args(Connectivity))
