"""What is known about a board at some moment, and which islands hang together there."""
from __future__ import annotations

from collections.abc import Sequence

from hashi_fast.coaching.layout import Layout, Way


class State:
    """What is known about every edge at some moment.

    least, most: the bounds of the number of bridges on each edge.
    caps: like `most`, but ignoring what the islands at both ends still need (see `steps.Replay`).
    """

    def __init__(self, layout: Layout, least: Sequence[int], most: Sequence[int], caps: Sequence[int]) -> None:
        self.layout = layout
        self.least = least
        self.most = most
        self.caps = caps

    def copy(self) -> State:
        """Return a copy that stays the same when the bounds change."""
        return State(self.layout, tuple(self.least), tuple(self.most), tuple(self.caps))

    def has(self, island: int) -> int:
        """Return how many bridges an island has."""
        return sum([self.least[way.edge] for way in self.layout.ways[island]])

    def need(self, island: int) -> int | None:
        """Return how many bridges an island still needs, or None if its number is unknown."""
        target = self.layout.targets[island]
        return None if target is None else target - self.has(island)

    def room(self, edge: int) -> int:
        """Return how many more bridges an edge can take."""
        return self.most[edge] - self.least[edge]

    def open_ways(self, island: int) -> list[Way]:
        """Return the ways of an island that can take more bridges."""
        return [way for way in self.layout.ways[island] if self.room(way.edge)]

    def group(self, island: int) -> list[int]:
        """Return the islands that bridges connect to this one, itself included, in ascending order."""
        return sorted(self._walk(island, self.least, None))

    def groups(self) -> list[list[int]]:
        """Return all groups of islands connected by bridges, without islands that have none."""
        return [sorted(group) for group in self._parts(self.least) if len(group) > 1]

    def reach(self, island: int, without: int | None = None) -> list[int]:
        """Return the islands that could still be connected to this one, itself first, without using one edge."""
        return self._walk(island, self.most, without)

    def pieces(self) -> list[list[int]]:
        """Return all islands in pieces that can no longer be connected to each other."""
        return self._parts(self.most)

    def _parts(self, along: Sequence[int]) -> list[list[int]]:
        met = bytearray(len(self.layout.targets))
        parts = []
        for island in range(len(met)):
            if not met[island]:
                parts.append(self._walk(island, along, None))
                for each in parts[-1]:
                    met[each] = 1
        return parts

    def _walk(self, island: int, along: Sequence[int], without: int | None) -> list[int]:
        met = {island}
        found = [island]
        for i in found:  # grows during the loop
            for way in self.layout.ways[i]:
                if along[way.edge] and way.edge != without and way.island not in met:
                    met.add(way.island)
                    found.append(way.island)
        return found


class Region:
    """The islands that can be reached from one along open edges, that is edges that can take more bridges.

    islands: these islands, the starting one first. `without` is an edge that is not used.
    known: whether all their numbers are known.
    needs: the bridges they still need: first those at an even distance from the start, then those at an odd one.
    mixed: whether there are neighbours that are both at an even or both at an odd distance.
    """

    def __init__(self, state: State, start: int, without: int | None = None) -> None:
        kind = {start: 0}
        self.mixed = False
        self.islands = [start]
        for island in self.islands:  # grows during the loop
            for way in state.open_ways(island):
                if way.edge == without:
                    continue
                if way.island not in kind:
                    kind[way.island] = 1 - kind[island]
                    self.islands.append(way.island)
                self.mixed |= kind[way.island] == kind[island]
        self.known = all(state.layout.targets[island] is not None for island in self.islands)
        self.needs = [sum(state.need(i) or 0 for i in self.islands if kind[i] == which) for which in (0, 1)]

    @property
    def total(self) -> int:
        """How many bridges they still need in all, counted at each island."""
        return sum(self.needs)

    @property
    def adds_up(self) -> bool:
        """Whether bridges among these islands could give each what it needs.

        A bridge counts at both ends, so the total must be even; in a region that is not mixed, a bridge counts once
        for each kind, so both kinds must need the same.
        """
        return not self.known or (self.total % 2 == 0 if self.mixed else self.needs[0] == self.needs[1])
