"""Puzzles without a solution: a minimal set of numbers and rules that leaves none.

Numbers are dropped one after the other, as long as there still is no solution; the kernels can do that by making them
unknown. What is left depends on the order, so several orders are tried and the set that is easiest to explain is kept.
Then rules are dropped in the same way, with a search that can do without them (`relaxation`).
"""
from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.layout import Layout
from hashi_fast.coaching.questions import Questions, irreducible
from hashi_fast.coaching.refutation import Refutation, refute
from hashi_fast.coaching.relaxation import Rule, is_solvable
from hashi_fast.coaching.sentences.outcomes import tell_premises
from hashi_fast.errors import BudgetExceeded

_ORDERS = 6  # in which numbers are dropped
_QUESTION_NODES = 5000  # for each question whether some numbers leave no solution
_LONGEST_PROOF = 8  # steps
_MANY = 1000  # numbers; with more, it takes too long to try what happens without each


class Core(NamedTuple):
    """The numbers and rules that leave no solution.

    islands: the islands whose numbers are kept; puzzle: the puzzle with only these numbers.
    irreducible: whether there is a solution without any one of them; False if that is not certain.
    reason: why there is no solution, in words.
    """

    islands: tuple[int, ...]
    rules: tuple[Rule, ...]
    irreducible: bool
    puzzle: Puzzle
    reason: str


class Unsolvable:
    """A puzzle that is known to have no solution. Uses what is left of the budget, and answers in any case."""

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        self._puzzle = puzzle
        self._layout = Layout(puzzle)
        self._budget = budget
        # Sets of islands as bits: numbers that are all right in some solution, that leave none, and that take too long.
        self._right: list[int] = []
        self._failing: list[int] = []
        self._too_long: set[int] = set()

    def core(self) -> Core:
        """Return the numbers and rules that leave no solution."""
        islands, refutation = self._easiest()
        rules, certain = self._rules(islands)
        certain &= all(self._has_solution([other for other in islands if other != island]) for island in islands)
        told = ["Only trying all possibilities shows that there is no solution."]
        if refutation is not None:
            told = list(refutation.told)
        told.append(tell_premises(self._layout, islands, rules))
        if not certain:
            told.append("Fewer numbers or rules may be enough: checking that took too long.")
        return Core(tuple(islands), rules, certain, self._with_numbers(islands), " ".join(told))

    def _easiest(self) -> tuple[list[int], Refutation | None]:
        """Return islands whose numbers leave no solution, as few and as easy to explain as found, and how they do."""
        sets = dict.fromkeys(tuple(sorted(irreducible(order, self._fails))) for order in self._orders())
        tried = [(list(islands), self._refutation(islands)) for islands in sets]
        short = [(islands, found) for islands, found in tried if found and len(found.told) <= _LONGEST_PROOF]
        if not short:
            return min((islands for islands, _ in tried), key=len), None
        return min(short, key=lambda pair: (pair[1].effort, len(pair[0])))

    def _orders(self) -> list[list[int]]:
        """Return the islands in several orders; those that come early are more likely to be kept."""
        known = [island for island, target in enumerate(self._layout.targets) if target is not None]
        self._failing.append(sum(1 << island for island in known))
        if len(known) <= _MANY:
            # If one number is wrong, the rest have a solution, which answers for all sets without that number.
            for island in known:
                self._has_solution([other for other in known if other != island])
        orders = [sorted(known, key=self._spare), known, known[::-1]]
        whole = self._refutation(known)
        if whole is not None:
            orders.insert(0, sorted(known, key=lambda island: island not in whole.islands))
        mixer = random.Random(0)
        while len(orders) < _ORDERS:
            orders.append(mixer.sample(known, len(known)))
        return orders

    def _spare(self, island: int) -> int:
        """Return how many more bridges the neighbours of an island could take than it needs."""
        capacity = sum(self._layout.capacity(way.edge) for way in self._layout.ways[island])
        return capacity - (self._layout.targets[island] or 0)

    def _fails(self, islands: Sequence[int]) -> bool:
        return self._has_solution(islands) is False

    def _has_solution(self, islands: Iterable[int]) -> bool | None:
        """Return whether there is a solution if only these numbers count, or None if finding out takes too long.

        Most answers follow from earlier ones: a solution is one for all numbers that happen to be right in it, and
        numbers that leave no solution leave none together with others.
        """
        wanted = sum(1 << island for island in set(islands))
        if wanted in self._too_long:
            return None
        if any(wanted & right == wanted for right in self._right):
            return True
        if any(wanted & failing == failing for failing in self._failing):
            return False
        if self._budget.is_spent:
            return None
        puzzle = self._puzzle
        kept = [island for island in range(len(puzzle.islands)) if wanted >> island & 1]
        only = puzzle.topology.relaxed(kept, max_bridges=puzzle.max_bridges, loops=puzzle.loops)
        try:
            found = Questions(only, self._budget, _QUESTION_NODES).solutions(1)
        except BudgetExceeded:
            self._too_long.add(wanted)
            return None
        if not found:
            self._failing.append(wanted)
            return False
        self._right.append(self._right_in(found[0]))
        return True

    def _right_in(self, counts: bytes) -> int:
        """Return the islands whose numbers are right if edges have these counts, as bits."""
        targets, ends = self._layout.targets, self._layout.ends
        total = [0] * len(targets)
        for (a, b), count in zip(ends, counts, strict=True):
            total[a] += count
            total[b] += count
        return sum(1 << i for i, (sum_, target) in enumerate(zip(total, targets, strict=True)) if sum_ == target)

    def _refutation(self, islands: Sequence[int]) -> Refutation | None:
        """Return how techniques show that these numbers leave no solution, or None if they do not."""
        layout = Layout(self._with_numbers(islands), printed=self._puzzle)
        try:
            return refute(layout, {}, self._budget)
        except BudgetExceeded:
            return None

    def _rules(self, islands: Sequence[int]) -> tuple[tuple[Rule, ...], bool]:
        """Return the rules needed besides these numbers, and whether each of them is certainly needed."""
        rules: list[Rule] = ["connected", "loop", "crossing", "max_bridges"]
        if self._puzzle.loops:
            rules.remove("loop")
        certain = True
        for rule in tuple(rules):
            solvable = is_solvable(self._puzzle, islands, [other for other in rules if other != rule], self._budget)
            if solvable is False:
                rules.remove(rule)
            certain &= solvable is not None
        return tuple(rules), certain

    def _with_numbers(self, islands: Iterable[int]) -> Puzzle:
        """Return the puzzle with only the numbers of these islands, all others unknown."""
        kept = set(islands)
        puzzle = self._puzzle
        triples = [(row, col, target if i in kept else None) for i, (row, col, target) in enumerate(puzzle.islands)]
        return Puzzle(puzzle.width, puzzle.height, triples, max_bridges=puzzle.max_bridges, loops=puzzle.loops)
