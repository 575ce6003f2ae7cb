"""Whether a puzzle would have a solution if some numbers were unknown and some rules did not apply.

The kernels can do without each of the rules, but they know up to four bridges per pair only. With more, this is a plain
search, meant for the few islands that a diagnosis is about. It tries all numbers of bridges on the edges of the islands
whose numbers count, island by island. The other edges matter only if all islands must be connected, and then one bridge
on each is as good as more.
"""
from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Literal

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.layout import Layout
from hashi_fast.coaching.questions import Questions
from hashi_fast.coaching.state import Region, State
from hashi_fast.errors import BudgetExceeded
from hashi_fast.search._boundary import Doubts

Rule = Literal["connected", "loop", "crossing", "max_bridges"]

_WORK = 3000  # islands looked at
_QUESTION_NODES = 2000  # for each question whether the other edges can connect everything
_KERNEL_NODES = 1000  # for the whole question, if the kernels can answer it
_ROOT_NODES = 10  # for a second opinion
_MOST_BRIDGES = 4  # per pair, that the kernels know


def is_solvable(
    puzzle: Puzzle, islands: Collection[int], rules: Collection[Rule], budget: Budget
) -> bool | None:
    """Return whether there is a solution by these rules if only the numbers of these islands count.

    None means that finding out takes too much work.
    """
    most = puzzle.max_bridges if "max_bridges" in rules else _MOST_BRIDGES
    answer = _ask_kernels(puzzle, islands, rules, most, budget)
    if answer is not False or "max_bridges" in rules or _is_enough(puzzle, islands, most):
        return answer
    relaxed = _Relaxed(puzzle, islands, rules, budget)
    if relaxed.does_not_add_up():
        return False
    try:
        return relaxed.search(relaxed.islands)
    except BudgetExceeded:
        return None


def _ask_kernels(
    puzzle: Puzzle, islands: Collection[int], rules: Collection[Rule], most: int, budget: Budget
) -> bool | None:
    """Return the same with at most so many bridges per pair."""
    relaxed = puzzle.topology.relaxed(
        islands, max_bridges=most, loops="loop" not in rules, crossings="crossing" in rules
    )
    doubts = Doubts(relaxed, "connected" in rules)
    with suppress(BudgetExceeded):
        answer = doubts.ask(sorted(islands), budget.time_left, budget.most_nodes(_KERNEL_NODES))
        budget.spend(doubts)
        return answer
    if "connected" in rules and not budget.is_spent:
        # It adds up the needs of regions, which learning does not.
        with suppress(BudgetExceeded):
            return Questions(relaxed, budget, _ROOT_NODES).solvable()
    return None


def _is_enough(puzzle: Puzzle, islands: Collection[int], most: int) -> bool:
    """Whether the numbers of these islands rule out more than `most` bridges on every edge that they are at."""
    targets = [target if i in islands else None for i, (_, _, target) in enumerate(puzzle.islands)]
    return all(
        min((t for t in (targets[a], targets[b]) if t is not None), default=0) <= most
        for a, b, _ in puzzle.topology.edge_list()
    )


class _Relaxed:
    """One search."""

    def __init__(self, puzzle: Puzzle, islands: Collection[int], rules: Collection[Rule], budget: Budget) -> None:
        self.layout = Layout(puzzle)
        self.budget = budget
        self.rules = rules
        self.islands = sorted(islands)
        self.counting = set(islands)
        self.work = 0
        self.counts: dict[int, int] = {}  # of the edges decided so far
        targets = [self.layout.targets[island] or 0 for island in self.islands]
        self.most = self.layout.most if "max_bridges" in rules else max(targets, default=1)
        # To connect islands, numbers and second bridges do not matter.
        triples = [(row, col, None) for row, col, _ in puzzle.islands]
        bare = Puzzle(puzzle.width, puzzle.height, triples, max_bridges=1, loops="loop" not in rules)
        self.connecting = Questions(bare, budget, _QUESTION_NODES)

    def does_not_add_up(self) -> bool:
        """Whether some islands that only have each other cannot all get what they need, whatever the rules."""
        edges = len(self.layout.ends)
        state = State(self.layout, [0] * edges, [self.most] * edges, [self.most] * edges)
        left = set(self.islands)
        while left:
            region = Region(state, min(left))
            if self.counting.issuperset(region.islands) and not region.adds_up:
                return True
            left.difference_update(region.islands)
        return False

    def search(self, left: list[int]) -> bool:
        """Whether the counts decided so far can be completed; `left` are the islands that still need bridges."""
        self.work += 1 + len(left)
        if self.work > _WORK or self.budget.is_spent:
            raise self.budget.exceeded("the number of tries")
        if not left:
            return "connected" not in self.rules or self._can_be_connected()
        # The island with the fewest options comes first: one without any ends the search at once.
        options = {island: self._shares(island) for island in left}
        island = min(left, key=lambda island: len(options[island]))
        rest = [other for other in left if other != island]
        for share in options[island]:
            self.counts.update(share)
            if self._is_allowed(share) and self.search(rest):
                return True
            for edge in share:
                del self.counts[edge]
        return False

    def _shares(self, island: int) -> list[dict[int, int]]:
        """Return all ways to give an island the bridges it lacks on its undecided edges."""
        target = self.layout.targets[island] or 0
        edges = [way.edge for way in self.layout.ways[island]]
        lacking = target - sum(self.counts.get(edge, 0) for edge in edges)
        undecided = [edge for edge in edges if edge not in self.counts]
        sums = _sums(lacking, [self._room(edge) for edge in undecided])
        return [dict(zip(undecided, counts, strict=True)) for counts in sums]

    def _room(self, edge: int) -> int:
        """Return the most bridges that an undecided edge can take."""
        if "crossing" in self.rules and any(self.counts.get(other) for other in self.layout.crossings(edge)):
            return 0
        room = self.most
        for end in self.layout.ends[edge]:
            if end in self.counting:
                has = sum(self.counts.get(way.edge, 0) for way in self.layout.ways[end])
                room = min(room, max(0, (self.layout.targets[end] or 0) - has))
        return room

    def _is_allowed(self, added: Iterable[int]) -> bool:
        """Whether the bridges just added cross no other and close no loop, as far as these rules apply."""
        added = [edge for edge in added if self.counts[edge]]
        if "crossing" in self.rules:
            for edge in added:
                if any(self.counts.get(other) for other in self.layout.crossings(edge)):
                    return False
        if "loop" not in self.rules:
            return True
        groups = _Groups(len(self.layout.targets))
        return all(groups.join(*self.layout.ends[edge]) for edge, count in self.counts.items() if count)

    def _can_be_connected(self) -> bool:
        """Whether the undecided edges, none of them at an island that counts, can connect everything."""
        if "crossing" not in self.rules:
            # If loops are forbidden: edges that connect everything can be thinned out until no loop is left.
            groups = _Groups(len(self.layout.targets))
            for edge, ends in enumerate(self.layout.ends):
                if self.counts.get(edge, 1):
                    groups.join(*ends)
            return groups.count == 1
        laid = {edge: 1 for edge, count in self.counts.items() if count}
        empty = {edge: 0 for edge, count in self.counts.items() if not count}
        return bool(self.connecting.solutions(1, laid, empty))


class _Groups:
    """Connected islands, as a forest."""

    def __init__(self, n: int) -> None:
        self._parent = list(range(n))
        self.count = n

    def join(self, a: int, b: int) -> bool:
        """Connect two islands; return False if they were connected before."""
        a, b = self._find(a), self._find(b)
        self._parent[a] = b
        self.count -= a != b
        return a != b

    def _find(self, island: int) -> int:
        while self._parent[island] != island:
            island = self._parent[island]
        return island


def _sums(total: int, rooms: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield all tuples of numbers, each from 0 to its room, that add up to the total."""
    if not rooms:
        if total == 0:
            yield ()
        return
    for first in range(max(0, total - sum(rooms[1:])), min(total, rooms[0]) + 1):
        for others in _sums(total - first, rooms[1:]):
            yield first, *others
