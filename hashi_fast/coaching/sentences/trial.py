"""Trying something out while tracking what leads to what, so that a contradiction can be told in few words.

The kernels have found that a trial fails; here it is repeated, slowly, to say why. Shifts of bounds are numbered in
order, and each knows those it follows from, so that only those that lead to the contradiction are told.
"""
from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Literal, NamedTuple

from hashi_fast.coaching.layout import Way
from hashi_fast.coaching.state import State


class Shift(NamedTuple):
    """A bound that moved: now there are at least (`up`) or at most (not `up`) `bound` bridges on an edge.

    cause: "supposed": it is what the trial supposes; "used": the island `by` needs no more; "needed": the island `by`
    cannot do without; "blocked": the bridge on the edge `by` is in the way.
    after: the shifts it follows from, by number.
    """

    edge: int
    up: bool
    bound: int
    cause: Literal["supposed", "used", "needed", "blocked"]
    by: int
    after: tuple[int, ...]


class Conflict(NamedTuple):
    """What cannot be.

    kind: "short", "crowded": the island at `places` gets too few or too many bridges; "crossing": bridges on the two
    edges at `places` cross; "cut off", "loop", "apart": the islands at `places` are complete but not connected to the
    others, form a loop, or have no way left to the others.
    after: the shifts it follows from, by number.
    """

    kind: Literal["short", "crowded", "crossing", "cut off", "loop", "apart"]
    places: tuple[int, ...]
    after: tuple[int, ...]


class Trial:
    """The bounds of all edges, starting from a state, as they shift on trial. Only the first conflict found is kept.

    is_sound: whether the ladder has come to this state, so that no group is complete and cut off in it.
    """

    def __init__(self, state: State, *, is_sound: bool = False) -> None:
        self.layout = state.layout
        self._is_sound = is_sound
        self.least = list(state.least)
        self.most = list(state.most)
        self.shifts: list[Shift] = []
        self.conflict: Conflict | None = None
        self._moved: dict[tuple[int, bool], list[int]] = {}  # the shifts of each bound
        self._waiting: deque[int] = deque()  # islands at which something changed

    def at_least(self, edge: int, bound: int) -> None:
        """Suppose at least this many bridges on an edge."""
        self._raise(edge, bound, "supposed", -1, ())

    def at_most(self, edge: int, bound: int) -> None:
        """Suppose at most this many bridges on an edge."""
        self._lower(edge, bound, "supposed", -1, ())

    def use_up(self, island: int) -> None:
        """Let no way of an island take more than the island still needs."""
        target = self.layout.targets[island]
        if target is None:
            return
        ways, least = self.layout.ways[island], self.least
        need = max(target - sum([least[way.edge] for way in ways]), 0)
        for way in ways:
            if least[way.edge] + need < self.most[way.edge]:
                after = self._shifts_of((other for other in ways if other != way), up=True)
                self._lower(way.edge, least[way.edge] + need, "used", island, after)

    def serve(self, island: int) -> None:
        """Give every way of an island what the others cannot take."""
        ways, most = self.layout.ways[island], self.most
        spare = max(sum([most[way.edge] for way in ways]) - self._wanted(island), 0)
        for way in ways:
            if most[way.edge] - spare > self.least[way.edge]:
                after = self._shifts_of((other for other in ways if other != way), up=False)
                self._raise(way.edge, most[way.edge] - spare, "needed", island, after)

    def spread(self) -> None:
        """Follow all sums and crossings to the end, then look for groups cut off, loops and islands out of reach."""
        while self._waiting and self.conflict is None:
            island = self._waiting.popleft()
            self.look_at(island)
            if self.conflict is None:
                self.use_up(island)
                self.serve(island)
        self.look_at_groups()
        self.look_for_parting()

    def look_at(self, island: int) -> None:
        """Note a conflict if an island gets too few or too many bridges."""
        ways = self.layout.ways[island]
        target = self.layout.targets[island]
        if self.conflict is not None:
            return
        if sum([self.most[way.edge] for way in ways]) < self._wanted(island):
            self.conflict = Conflict("short", (island,), self._shifts_of(ways, up=False))
        elif target is not None and sum([self.least[way.edge] for way in ways]) > target:
            self.conflict = Conflict("crowded", (island,), self._shifts_of(ways, up=True))

    def wait_everywhere(self) -> None:
        """Let `spread` begin at all islands."""
        self._waiting.extend(range(len(self.layout.targets)))

    def look_everywhere(self) -> None:
        """Note a conflict at any island at which something changed."""
        for island in dict.fromkeys(self._waiting):
            self.look_at(island)

    def look_at_groups(self) -> None:
        """Note a conflict if a group is complete but cut off, or has a forbidden loop."""
        if self.conflict is not None:
            return
        conflicts = []
        if not self.layout.puzzle.loops:
            loops = filter(None, map(self._without_ends, self._state.groups()))
            conflicts = [Conflict("loop", tuple(loop), self._bridges_among(loop)) for loop in loops]
        for group in self._complete_groups():
            if len(group) < len(self.layout.targets):
                conflicts.append(Conflict("cut off", tuple(group), self._bridges_among(group)))
        self.conflict = min(conflicts, key=lambda conflict: len(conflict.places), default=None)

    def look_for_parting(self) -> None:
        """Note a conflict if some islands have no way left to the others."""
        if self.conflict is not None:
            return
        piece = min(self._state.pieces(), key=len)
        if len(piece) < len(self.layout.targets):
            leaving = self._shifts_of(self.layout.leaving(piece), up=False)
            self.conflict = Conflict("apart", tuple(sorted(piece)), leaving)

    def told(self) -> list[Shift]:
        """Return the shifts that the conflict follows from, in order."""
        assert self.conflict is not None
        needed = set(self.conflict.after)
        for number in range(len(self.shifts) - 1, -1, -1):
            if number in needed:
                needed.update(self.shifts[number].after)
        return [self.shifts[number] for number in sorted(needed)]

    @property
    def _state(self) -> State:
        return State(self.layout, self.least, self.most, self.most)

    def _wanted(self, island: int) -> int:
        """Return the least number of bridges that an island must get."""
        target = self.layout.targets[island]
        return target if target is not None else int(len(self.layout.targets) > 1)

    def _shifts_of(self, ways: Iterable[Way], up: bool) -> tuple[int, ...]:
        """Return the last shift of the lower (`up`) or upper bounds of these ways, by number."""
        return tuple(number for way in ways for number in self._moved.get((way.edge, up), ())[-1:])

    def _raise(
        self, edge: int, bound: int, cause: Literal["supposed", "needed"], by: int, after: tuple[int, ...]
    ) -> None:
        before = self.least[edge]
        if bound <= before:
            return
        self.least[edge] = bound
        number = self._note(Shift(edge, True, bound, cause, by, after))
        if before:
            return
        for other in self.layout.crossings(edge):
            if self.least[other] and self.conflict is None:
                both = (number, *self._moved.get((other, True), ())[:1])
                self.conflict = Conflict("crossing", (edge, other), both)
            self._lower(other, 0, "blocked", edge, (number,))

    def _lower(
        self, edge: int, bound: int, cause: Literal["supposed", "used", "blocked"], by: int, after: tuple[int, ...]
    ) -> None:
        if bound < self.most[edge]:
            self.most[edge] = bound
            self._note(Shift(edge, False, bound, cause, by, after))

    def _note(self, shift: Shift) -> int:
        self._moved.setdefault((shift.edge, shift.up), []).append(len(self.shifts))
        self.shifts.append(shift)
        self._waiting.extend(self.layout.ends[shift.edge])
        return len(self.shifts) - 1

    def _bridges_among(self, islands: list[int]) -> tuple[int, ...]:
        """Return the shifts that placed bridges between these islands, by number."""
        among = set(islands)
        bridges = (way for island in islands for way in self._connected(island) if way.island in among)
        return tuple(dict.fromkeys(self._shifts_of(bridges, up=True)))

    def _complete_groups(self) -> list[list[int]]:
        """Return the groups of islands, all of which have as many bridges as they need.

        On trial from a sound state, which has no such group, it is enough to look where bridges were added.
        """
        targets, all_ways, least = self.layout.targets, self.layout.ways, self.least
        added = (island for shift in self.shifts if shift.up for island in self.layout.ends[shift.edge])
        known: set[int] = set()  # islands whose group is known, to be complete or not
        groups = []
        for first in added if self._is_sound else range(len(targets)):
            if first in known:
                continue
            met, group = {first}, [first]
            for island in group:  # grows during the loop
                ways = all_ways[island]
                if island in known or sum([least[way.edge] for way in ways]) != targets[island]:
                    break
                for way in ways:
                    if least[way.edge] and way.island not in met:
                        met.add(way.island)
                        group.append(way.island)
            else:
                groups.append(sorted(group))
            known |= met
        return sorted(groups)

    def _without_ends(self, group: list[int]) -> list[int]:
        """Return the loops of a group: what is left after removing dead ends again and again."""
        left = set(group)
        while ends := {i for i in left if sum(way.island in left for way in self._connected(i)) < 2}:
            left -= ends
        return sorted(left)

    def _connected(self, island: int) -> list[Way]:
        return [way for way in self.layout.ways[island] if self.least[way.edge]]
