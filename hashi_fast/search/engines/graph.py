"""A puzzle's islands and edges as plain lists, and what connectivity and loops require, in plain Python.

It starts from the topology and uses none of the search kernels. A *proposal* is a number of bridges for every edge that
obeys all rules except perhaps two: it may leave several groups of islands, or have forbidden loops. `cuts` and `loops`
return what every solution must do differently.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from hashi_fast.board.puzzle import Puzzle

_CHUNK = 2048  # islands between two checks of the time


class Graph:
    """The graph of all edges of a puzzle: `edges` as (island, island, 1 if vertical), and the edges of each island.

    >>> from hashi_fast import loads
    >>> Graph(loads("3x3:2a2c2a2")).incident
    [[0, 1], [0, 2], [1, 3], [2, 3]]
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.edges = puzzle.topology.edge_list()
        self.incident: list[list[int]] = [[] for _ in puzzle.islands]
        incident = self.incident
        for edge, (a, b, _) in enumerate(self.edges):
            incident[a].append(edge)
            incident[b].append(edge)
        self._ends = [a + b for a, b, _ in self.edges]  # minus the island at one end, this is the island at the other

    def narrow_cuts(self) -> Iterator[list[list[int]]]:
        """Yield, in portions, the cuts of one edge in the graph of all edges: that edge must be used.

        They are found with Tarjan's low points. If the graph is in pieces, there is also a cut without edges.
        """
        ends = self._ends
        ways = [iter(edges) for edges in self.incident]
        met = [0] * len(ways)  # when an island was reached, from 1; 0: not yet
        low = [0] * len(ways)  # the least `met` among its neighbours and those of all islands reached through it
        met[0] = low[0] = clock = 1
        path: list[tuple[int, int]] = []  # the islands on the way here, and the edges that led to them
        island, through = 0, -1
        found: list[list[int]] = []
        while True:
            for edge in ways[island]:
                other = ends[edge] - island
                if not met[other]:
                    clock += 1
                    met[other] = low[other] = clock
                    path.append((island, through))
                    island, through = other, edge
                    if not clock % _CHUNK:
                        yield found
                        found = []
                    break
                if met[other] < low[island] and edge != through:
                    low[island] = met[other]
            else:
                if not path:
                    break
                (before, way), last = path.pop(), low[island]
                if last > met[before]:
                    found.append([through])
                elif last < low[before]:
                    low[before] = last
                island, through = before, way
        if clock < len(ways):
            found.append([])
        yield found

    def cuts(self, counts: Sequence[int]) -> list[list[int]]:
        """Return the edges out of each group of a proposal except the largest: one of them must be used."""
        ends, incident = self._ends, self.incident
        group = [-1] * len(incident)
        groups: list[list[int]] = []
        for start in range(len(incident)):
            if group[start] >= 0:
                continue
            group[start] = number = len(groups)
            members = [start]
            for island in members:  # the loop also visits islands that are added below
                for edge in incident[island]:
                    if counts[edge] and group[other := ends[edge] - island] < 0:
                        group[other] = number
                        members.append(other)
            if len(members) == len(incident):
                return []
            groups.append(members)
        groups.sort(key=len)
        return [
            [edge for island in members for edge in incident[island] if group[ends[edge] - island] != group[island]]
            for members in groups[:-1]
        ]

    def loops(self, counts: Sequence[int]) -> list[list[int]]:
        """Return the edges of loops in a proposal, one loop per edge that is not in a spanning forest.

        At least one edge of each loop must stay unused. A double bridge is not a loop.
        """
        ends, incident = self._ends, self.incident
        came = [-1] * len(incident)  # the edge by which each island was reached
        depth = [-1] * len(incident)
        found = []
        for start in range(len(incident)):
            if depth[start] >= 0:
                continue
            depth[start] = 0
            members = [start]
            for island in members:  # breadth first, through islands that are added below: loops come out short
                for edge in incident[island]:
                    other = ends[edge] - island
                    if not counts[edge] or edge == came[island] or edge == came[other]:
                        continue
                    if depth[other] < 0:
                        depth[other] = depth[island] + 1
                        came[other] = edge
                        members.append(other)
                    elif island < other:  # since the edge comes up at both ends
                        found.append(self._loop(edge, came, depth))
        return found

    def _loop(self, closing: int, came: list[int], depth: list[int]) -> list[int]:
        """Walk back from both ends of the edge that closes a loop until the two ways meet."""
        one, other, _ = self.edges[closing]
        loop = [closing]
        while one != other:
            if depth[one] < depth[other]:
                one, other = other, one
            loop.append(came[one])
            one = self._ends[came[one]] - one
        return loop
