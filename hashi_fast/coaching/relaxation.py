"""Whether a puzzle would have a solution if some numbers were unknown and some rules did not hold.

The kernels cannot do without rules; this is a plain search for the few islands that a diagnosis is about. It tries
numbers of bridges on the edges at islands whose numbers count, island by island; the other edges matter only where all
islands must be joined, and then a bridge each is as good as more.
"""
from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Literal

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.coaching.position import Board, Piece, State
from hashi_fast.coaching.questions import Budget, Searches
from hashi_fast.errors import BudgetExceeded

Rule = Literal["connected", "loop", "crossing", "max_bridges"]

_WORK = 30_000  # islands looked at
_QUESTION_NODES = 2000  # for each question whether the rest can be joined


def is_solvable(
    puzzle: Puzzle, islands: Collection[int], rules: Collection[Rule], budget: Budget
) -> bool | None:
    """Return whether there is a solution by these rules when only the numbers of these islands count.

    None: it was too much to try.
    """
    relaxed = _Relaxed(puzzle, islands, rules, budget)
    if relaxed.does_not_add_up():
        return False
    try:
        return relaxed.search(relaxed.islands)
    except BudgetExceeded:
        return None


class _Relaxed:
    """One search."""

    def __init__(self, puzzle: Puzzle, islands: Collection[int], rules: Collection[Rule], budget: Budget) -> None:
        self.board = Board(puzzle)
        self.budget = budget
        self.rules = rules
        self.islands = sorted(islands)
        self.counting = set(islands)
        self.work = 0
        self.counts: dict[int, int] = {}  # of the edges that have been decided
        targets = [self.board.targets[island] or 0 for island in self.islands]
        self.most = self.board.most if "max_bridges" in rules else max(targets, default=1)
        # To join islands, the numbers and what is more than one bridge do not matter.
        triples = [(row, col, None) for row, col, _ in puzzle.islands]
        bare = Puzzle(puzzle.width, puzzle.height, triples, max_bridges=1, loops="loop" not in rules)
        self.joining = Searches(bare, budget, _QUESTION_NODES)

    def does_not_add_up(self) -> bool:
        """Whether islands that have only each other cannot share bridges, whatever the rules."""
        edges = len(self.board.ends)
        state = State(self.board, [0] * edges, [self.most] * edges, [self.most] * edges)
        left = set(self.islands)
        while left:
            piece = Piece(state, min(left))
            alone = self.counting.issuperset(piece.islands)
            if alone and not piece.adds_up:
                return True
            left.difference_update(piece.islands)
        return False

    def search(self, left: list[int]) -> bool:
        """Whether what has been decided can be completed, with these islands left to be served."""
        self.work += 1 + len(left)
        if self.work > _WORK or self.budget.is_spent:
            raise self.budget.exceeded("the number of tries")
        if not left:
            return "connected" not in self.rules or self._can_be_joined()
        # The island with the fewest ways to be served comes first: one without any ends it at once.
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
        """The ways to give an island what it lacks on its undecided edges."""
        target = self.board.targets[island] or 0
        edges = [way.edge for way in self.board.ways[island]]
        lacking = target - sum(self.counts.get(edge, 0) for edge in edges)
        open_edges = [edge for edge in edges if edge not in self.counts]
        return [
            dict(zip(open_edges, counts, strict=True)) for counts in _sums(lacking, [self._room(e) for e in open_edges])
        ]

    def _room(self, edge: int) -> int:
        """How many bridges an undecided edge can take at most."""
        if "crossing" in self.rules and any(self.counts.get(other) for other in self.board.crossings(edge)):
            return 0
        room = self.most
        for end in self.board.ends[edge]:
            if end in self.counting:
                has = sum(self.counts.get(way.edge, 0) for way in self.board.ways[end])
                room = min(room, max(0, (self.board.targets[end] or 0) - has))
        return room

    def _is_allowed(self, added: Iterable[int]) -> bool:
        """Whether the bridges just added cross none and close no loop, where that counts."""
        added = [edge for edge in added if self.counts[edge]]
        if "crossing" in self.rules:
            for edge in added:
                if any(self.counts.get(other) for other in self.board.crossings(edge)):
                    return False
        if "loop" not in self.rules:
            return True
        groups = _Groups(len(self.board.targets))
        return all(groups.join(*self.board.ends[edge]) for edge, count in self.counts.items() if count)

    def _can_be_joined(self) -> bool:
        """Whether the edges that are not decided, none of them at an island that counts, can join everything."""
        if "crossing" not in self.rules:
            # Where loops are forbidden, some of these edges that join everything form no loop with those decided.
            groups = _Groups(len(self.board.targets))
            for edge, ends in enumerate(self.board.ends):
                if self.counts.get(edge, 1):
                    groups.join(*ends)
            return groups.count == 1
        laid = {edge: 1 for edge, count in self.counts.items() if count}
        empty = {edge: 0 for edge, count in self.counts.items() if not count}
        return bool(self.joining.solutions(1, laid, empty))


class _Groups:
    """Islands that are joined, as a forest."""

    def __init__(self, n: int) -> None:
        self._parent = list(range(n))
        self.count = n

    def join(self, a: int, b: int) -> bool:
        """Join two islands; False when they were joined already."""
        a, b = self._find(a), self._find(b)
        self._parent[a] = b
        self.count -= a != b
        return a != b

    def _find(self, island: int) -> int:
        while self._parent[island] != island:
            island = self._parent[island]
        return island


def _sums(total: int, rooms: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the numbers up to these that add up to a total."""
    if not rooms:
        if total == 0:
            yield ()
        return
    for first in range(max(0, total - sum(rooms[1:])), min(total, rooms[0]) + 1):
        for others in _sums(total - first, rooms[1:]):
            yield first, *others
