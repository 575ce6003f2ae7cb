"""Trying something out and keeping track of what leads to what, so that a contradiction can be told in few words.

The kernels have found that a trial fails; here it is made once more, slowly, to say why. Changes of bounds are numbered
in their order, and each knows those it follows from, so that only what the contradiction needs is told.
"""
from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Literal, NamedTuple

from hashi_fast.coaching.position import State, Way


class Change(NamedTuple):
    """A bound that moved: to at least, or (not `up`) at most, `bound` bridges on an edge.

    cause: "supposed"; "used": the island at `by` needs no more; "needed": it cannot do without; "blocked": by the
    bridge on the edge `by`.
    after: the changes it follows from.
    """

    edge: int
    up: bool
    bound: int
    cause: Literal["supposed", "used", "needed", "blocked"]
    by: int
    after: tuple[int, ...]


class Conflict(NamedTuple):
    """What cannot be.

    kind: "short", "crowded": the one island gets too few or too many; "crossing": bridges on the two edges at
    `places` cross; "cut off", "loop", "apart": the islands would be a group of their own, joined in a loop, or without
    a way to the others.
    after: the changes it follows from.
    """

    kind: Literal["short", "crowded", "crossing", "cut off", "loop", "apart"]
    places: tuple[int, ...]
    after: tuple[int, ...]


class Trial:
    """The bounds of all edges in a state, and what becomes of them on trial. The first conflict met is kept."""

    def __init__(self, state: State) -> None:
        self.board = state.board
        self.least = list(state.least)
        self.most = list(state.most)
        self.changes: list[Change] = []
        self.conflict: Conflict | None = None
        self._moved: dict[tuple[int, bool], list[int]] = {}  # the changes of each bound
        self._waiting: deque[int] = deque()  # islands at which something changed

    def at_least(self, edge: int, bound: int) -> None:
        """Suppose so many bridges on an edge, or more."""
        self._raise(edge, bound, "supposed", -1, ())

    def at_most(self, edge: int, bound: int) -> None:
        """Suppose so many bridges on an edge, or fewer."""
        self._lower(edge, bound, "supposed", -1, ())

    def use_up(self, island: int) -> None:
        """No way of an island takes more than it still needs."""
        target = self.board.targets[island]
        if target is None:
            return
        need = target - sum(self.least[way.edge] for way in self.board.ways[island])
        for way in self.board.ways[island]:
            after = self._changes_of((other for other in self.board.ways[island] if other != way), up=True)
            self._lower(way.edge, self.least[way.edge] + max(need, 0), "used", island, after)

    def serve(self, island: int) -> None:
        """Every way of an island gets what the others cannot take."""
        ways = self.board.ways[island]
        spare = sum(self.most[way.edge] for way in ways) - self._wanted(island)
        for way in ways:
            after = self._changes_of((other for other in ways if other != way), up=False)
            self._raise(way.edge, self.most[way.edge] - max(spare, 0), "needed", island, after)

    def spread(self) -> None:
        """Follow all sums and crossings to the end, then look for closed groups, loops and islands out of reach."""
        while self._waiting and self.conflict is None:
            island = self._waiting.popleft()
            self.look_at(island)
            if self.conflict is None:
                self.use_up(island)
                self.serve(island)
        self.look_at_groups()
        self.look_for_parting()

    def look_at(self, island: int) -> None:
        """Note a conflict where an island gets too few or too many bridges."""
        ways = self.board.ways[island]
        target = self.board.targets[island]
        if self.conflict is not None:
            return
        if sum(self.most[way.edge] for way in ways) < self._wanted(island):
            self.conflict = Conflict("short", (island,), self._changes_of(ways, up=False))
        elif target is not None and sum(self.least[way.edge] for way in ways) > target:
            self.conflict = Conflict("crowded", (island,), self._changes_of(ways, up=True))

    def wait_everywhere(self) -> None:
        """Let `spread` begin at all islands."""
        self._waiting.extend(range(len(self.board.targets)))

    def look_everywhere(self) -> None:
        """Note a conflict at any island at which something changed."""
        for island in dict.fromkeys(self._waiting):
            self.look_at(island)

    def look_at_groups(self) -> None:
        """Note a conflict where a group is finished but not everything, or has a loop that may not be."""
        if self.conflict is not None:
            return
        state = self._state
        conflicts = []
        for group in state.groups():
            if not self.board.puzzle.loops and (loop := self._without_ends(group)):
                conflicts.append(Conflict("loop", tuple(loop), self._bridges_among(loop)))
            elif len(group) < len(self.board.targets) and all(state.need(island) == 0 for island in group):
                conflicts.append(Conflict("cut off", tuple(group), self._bridges_among(group)))
        self.conflict = min(conflicts, key=lambda conflict: len(conflict.places), default=None)

    def look_for_parting(self) -> None:
        """Note a conflict where some islands have no way left to the others."""
        if self.conflict is not None:
            return
        piece = min(self._state.pieces(), key=len)
        if len(piece) < len(self.board.targets):
            leaving = self._changes_of(self.board.leaving(piece), up=False)
            self.conflict = Conflict("apart", tuple(sorted(piece)), leaving)

    def told(self) -> list[Change]:
        """Return, in their order, the changes that the conflict follows from."""
        assert self.conflict is not None
        needed = set(self.conflict.after)
        for number in range(len(self.changes) - 1, -1, -1):
            if number in needed:
                needed.update(self.changes[number].after)
        return [self.changes[number] for number in sorted(needed)]

    @property
    def _state(self) -> State:
        return State(self.board, self.least, self.most, self.most)

    def _wanted(self, island: int) -> int:
        """At least how many bridges an island must get."""
        target = self.board.targets[island]
        return target if target is not None else int(len(self.board.targets) > 1)

    def _changes_of(self, ways: Iterable[Way], up: bool) -> tuple[int, ...]:
        return tuple(number for way in ways for number in self._moved.get((way.edge, up), ())[-1:])

    def _raise(
        self, edge: int, bound: int, cause: Literal["supposed", "needed"], by: int, after: tuple[int, ...]
    ) -> None:
        before = self.least[edge]
        if bound <= before:
            return
        self.least[edge] = bound
        number = self._note(Change(edge, True, bound, cause, by, after))
        if before:
            return
        for other in self.board.crossings(edge):
            if self.least[other] and self.conflict is None:
                both = (number, *self._moved.get((other, True), ())[:1])
                self.conflict = Conflict("crossing", (edge, other), both)
            self._lower(other, 0, "blocked", edge, (number,))

    def _lower(
        self, edge: int, bound: int, cause: Literal["supposed", "used", "blocked"], by: int, after: tuple[int, ...]
    ) -> None:
        if bound < self.most[edge]:
            self.most[edge] = bound
            self._note(Change(edge, False, bound, cause, by, after))

    def _note(self, change: Change) -> int:
        self._moved.setdefault((change.edge, change.up), []).append(len(self.changes))
        self.changes.append(change)
        self._waiting.extend(self.board.ends[change.edge])
        return len(self.changes) - 1

    def _bridges_among(self, islands: list[int]) -> tuple[int, ...]:
        """The changes that brought bridges between these islands."""
        among = set(islands)
        bridges = (way for island in islands for way in self._joined(island) if way.island in among)
        return tuple(dict.fromkeys(self._changes_of(bridges, up=True)))

    def _without_ends(self, group: list[int]) -> list[int]:
        """What is left of a group when islands joined to only one other are taken away again and again: its loops."""
        left = set(group)
        while ends := {i for i in left if sum(way.island in left for way in self._joined(i)) < 2}:
            left -= ends
        return sorted(left)

    def _joined(self, island: int) -> list[Way]:
        return [way for way in self.board.ways[island] if self.least[way.edge]]
