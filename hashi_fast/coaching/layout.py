"""The fixed part of a puzzle: where the islands are, which ones see each other, and what sentences call them.

Sentences number rows and columns from 1, as people do; islands, edges and cells count from 0, as everywhere else.
"""
from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Literal, NamedTuple

from hashi_fast.board.puzzle import Puzzle, cell_in_words
from hashi_fast.board.solution import Bridge

Side = Literal["above", "on the left", "on the right", "below"]

_TOWARDS: dict[Side, str] = {
    "above": "up",
    "on the left": "to the left",
    "on the right": "to the right",
    "below": "down",
}


class Way(NamedTuple):
    """An edge as seen from one of its islands: the island at the other end, and on which side that is."""

    edge: int
    island: int
    side: Side

    @property
    def towards(self) -> str:
        """The direction of the edge, as in "a bridge goes to the left"."""
        return _TOWARDS[self.side]


class Layout:
    """The islands, edges and names of a puzzle.

    most: the most bridges that the rules allow on an edge.
    targets: the number of each island, None where it is unknown.
    ends: the two islands of each edge.
    ways: the edges of each island, as seen from there and ordered by the island at the other end.

    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._printed = puzzle
        self.most = puzzle.max_bridges
        self.targets = [target for _, _, target in puzzle.islands]
        edges = puzzle.topology.edge_list()
        self.ends = [(a, b) for a, b, _ in edges]
        cells = [(row, col) for row, col, _ in puzzle.islands]
        self._places = [(*cells[a], *cells[b]) for a, b, _ in edges]
        self.ways: list[list[Way]] = [[] for _ in puzzle.islands]
        # Edges are ordered by their first island, then by their second one, which comes after it.
        for edge, (a, b, down) in enumerate(edges):
            self.ways[a].append(Way(edge, b, "below" if down else "on the right"))
            self.ways[b].append(Way(edge, a, "above" if down else "on the left"))

    def ignoring(self, puzzle: Puzzle) -> Layout:
        """Return the layout of the same puzzle with some numbers ignored; sentences call their islands "the island"."""
        other = copy.copy(self)
        other.puzzle = puzzle
        other.targets = [target for _, _, target in puzzle.islands]
        return other

    def crossings(self, edge: int) -> list[int]:
        """Return the edges that cross this one."""
        return self.puzzle.topology.crossings(edge)

    def capacity(self, edge: int) -> int:
        """Return the most bridges that the rules and the numbers at both ends allow on an edge."""
        targets = (self.targets[i] for i in self.ends[edge])
        return min(self.most, *(self.most if target is None else target for target in targets))

    def leaving(self, islands: Iterable[int]) -> list[Way]:
        """Return the ways that lead from these islands to others."""
        inside = set(islands)
        return [way for island in sorted(inside) for way in self.ways[island] if way.island not in inside]

    def number(self, island: int) -> str:
        """Return what an island is called: its number, "?" where none is printed, "island" where it is ignored."""
        target = self.targets[island]
        if target is not None:
            return str(target)
        return "?" if self._printed.islands[island].target is None else "island"

    def name(self, island: int) -> str:
        """Return the full name of an island, as in "the 5 at row 3, column 7"."""
        row, col, _ = self.puzzle.islands[island]
        return f"the {self.number(island)} at {cell_in_words(row, col)}"

    def cells(self, islands: Iterable[int]) -> tuple[tuple[int, int], ...]:
        """Return the (row, col) of islands."""
        return tuple((self.puzzle.islands[i].row, self.puzzle.islands[i].col) for i in islands)

    def bridge(self, edge: int, count: int) -> Bridge:
        """Return the bridges on an edge as (r1, c1, r2, c2, count)."""
        return (*self._places[edge], count)
