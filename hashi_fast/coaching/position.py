"""A board as those who talk about it see it: who stands where, who sees whom, and what is known of every edge.

Rows and columns in sentences count from 1, as people do; indexes and cells from 0, as everywhere else.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from hashi_fast.board.puzzle import Puzzle, cell_in_words

Side = Literal["above", "on the left", "on the right", "below"]

_TOWARDS: dict[Side, str] = {
    "above": "up",
    "on the left": "to the left",
    "on the right": "to the right",
    "below": "down",
}


class Way(NamedTuple):
    """An edge as one of its islands sees it: the island at its other end, and on which side that is."""

    edge: int
    island: int
    side: Side

    @property
    def towards(self) -> str:
        """The direction in which it goes, as in "a bridge goes to the left"."""
        return _TOWARDS[self.side]


class Board:
    """What does not change while a puzzle is worked out.

    `printed` is the puzzle as people see it, where only some of its numbers count; islands with others have no number.
    """

    def __init__(self, puzzle: Puzzle, printed: Puzzle | None = None) -> None:
        self.puzzle = puzzle
        self._printed = puzzle if printed is None else printed
        self.most = puzzle.max_bridges
        self.targets = [target for _, _, target in puzzle.islands]
        edges = puzzle.topology.edge_list()
        self.ends = [(a, b) for a, b, _ in edges]
        self.ways: list[list[Way]] = [[] for _ in puzzle.islands]  # of each island, in the order of their islands
        for edge, (a, b, down) in enumerate(edges):
            self.ways[a].append(Way(edge, b, "below" if down else "on the right"))
            self.ways[b].append(Way(edge, a, "above" if down else "on the left"))
        for ways in self.ways:
            ways.sort(key=lambda way: way.island)

    def crossings(self, edge: int) -> list[int]:
        """Return the edges that cross this one."""
        return self.puzzle.topology.crossings(edge)

    def capacity(self, edge: int) -> int:
        """Return the most bridges that the rules and the two printed numbers leave to an edge."""
        targets = (self.targets[i] for i in self.ends[edge])
        return min(self.most, *(self.most if target is None else target for target in targets))

    def leaving(self, islands: Iterable[int]) -> list[Way]:
        """Return the ways that lead from these islands to others."""
        inside = set(islands)
        return [way for island in sorted(inside) for way in self.ways[island] if way.island not in inside]

    def number(self, island: int) -> str:
        """Return what an island is called by: what is printed on it, or "island" where that does not count."""
        target = self.targets[island]
        if target is not None:
            return str(target)
        return "?" if self._printed.islands[island].target is None else "island"

    def name(self, island: int) -> str:
        """Return the name of an island, as in "the 5 at row 3, column 7"."""
        row, col, _ = self.puzzle.islands[island]
        return f"the {self.number(island)} at {cell_in_words(row, col)}"

    def cells(self, islands: Iterable[int]) -> tuple[tuple[int, int], ...]:
        """Return where islands stand."""
        return tuple((self.puzzle.islands[i].row, self.puzzle.islands[i].col) for i in islands)

    def bridge(self, edge: int, count: int) -> tuple[int, int, int, int, int]:
        """Return so many bridges on an edge as (r1, c1, r2, c2, count)."""
        (r1, c1), (r2, c2) = self.cells(self.ends[edge])
        return r1, c1, r2, c2, count


class State:
    """What is known of every edge at some moment: `least` and `most` bridges, and `caps` (see `steps.Replay`)."""

    def __init__(self, board: Board, least: Sequence[int], most: Sequence[int], caps: Sequence[int]) -> None:
        self.board = board
        self.least = least
        self.most = most
        self.caps = caps

    def copy(self) -> State:
        """Return the same, to be kept while the bounds go on changing."""
        return State(self.board, tuple(self.least), tuple(self.most), tuple(self.caps))

    def has(self, island: int) -> int:
        """Return how many bridges an island has got."""
        return sum(self.least[way.edge] for way in self.board.ways[island])

    def need(self, island: int) -> int | None:
        """Return how many bridges an island still needs; None where its number is unknown."""
        target = self.board.targets[island]
        return None if target is None else target - self.has(island)

    def room(self, edge: int) -> int:
        """Return how many more bridges an edge can take."""
        return self.most[edge] - self.least[edge]

    def open_ways(self, island: int) -> list[Way]:
        """Return the ways of an island that can take more bridges."""
        return [way for way in self.board.ways[island] if self.room(way.edge)]

    def group(self, island: int) -> list[int]:
        """Return the islands that bridges join to this one, itself included, in their order."""
        return sorted(self._walk(island, self.least, None))

    def groups(self) -> list[list[int]]:
        """Return all islands in groups that bridges join, those that have none left out."""
        return [sorted(group) for group in self._parts(self.least) if len(group) > 1]

    def reach(self, island: int, without: int | None = None) -> list[int]:
        """Return the islands that bridges could join to this one, itself first, an edge left out."""
        return self._walk(island, self.most, without)

    def pieces(self) -> list[list[int]]:
        """Return all islands in pieces that no bridges could join."""
        return self._parts(self.most)

    def _parts(self, along: Sequence[int]) -> list[list[int]]:
        met: set[int] = set()
        parts = []
        for island in range(len(self.board.targets)):
            if island not in met:
                parts.append(self._walk(island, along, None))
                met.update(parts[-1])
        return parts

    def _walk(self, island: int, along: Sequence[int], without: int | None) -> list[int]:
        met = {island}
        found = [island]
        for i in found:  # grows while it is walked
            for way in self.board.ways[i]:
                if along[way.edge] and way.edge != without and way.island not in met:
                    met.add(way.island)
                    found.append(way.island)
        return found


class Piece:
    """The islands that hang together with one along undecided edges, a given edge left out.

    islands: these, the one at which it starts first.
    known: whether all their numbers are known.
    needs: what they still need, apart for those at an even and those at an odd distance from the start.
    mixed: whether islands of the same kind are neighbours somewhere.
    """

    def __init__(self, state: State, start: int, without: int | None = None) -> None:
        kind = {start: 0}
        self.mixed = False
        self.islands = [start]
        for island in self.islands:  # grows while it is walked
            for way in state.open_ways(island):
                if way.edge == without:
                    continue
                if way.island not in kind:
                    kind[way.island] = 1 - kind[island]
                    self.islands.append(way.island)
                self.mixed |= kind[way.island] == kind[island]
        self.known = all(state.board.targets[island] is not None for island in self.islands)
        self.needs = [sum(state.need(i) or 0 for i in self.islands if kind[i] == which) for which in (0, 1)]

    @property
    def total(self) -> int:
        """What they still need in all."""
        return sum(self.needs)

    @property
    def adds_up(self) -> bool:
        """Whether bridges among them could give them what they need: each serves two, and mostly of either kind."""
        return not self.known or (self.total % 2 == 0 if self.mixed else self.needs[0] == self.needs[1])
