"""Puzzles without a solution: a minimal set of numbers and rules that leaves none.

Numbers are dropped one after the other, as long as there still is no solution. The kernels take each number as an
assumption, so they learn from one question for the next, and say which numbers a refutation needs. What is left depends
on the order, so several orders are tried and the set that is easiest to explain is kept. Then rules are dropped in the
same way, with a search that can do without them (`relaxation`).

A number whose need takes too long to decide is kept. At first that is hardly any work: most sets are found anyway. Then
the sets are gone through again, with all the work that a diagnosis may take.
"""
from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.layout import Layout
from hashi_fast.coaching.questions import Questions
from hashi_fast.coaching.refutation import Refutation, refute, refuting
from hashi_fast.coaching.relaxation import Rule, is_solvable
from hashi_fast.coaching.sentences.outcomes import tell_premises
from hashi_fast.deduction.techniques import NAMES
from hashi_fast.errors import BudgetExceeded
from hashi_fast.search._boundary import Doubts

_ORDERS = 6  # in which numbers are dropped
# For each question whether some numbers leave no solution, at first: nodes, times islands squared, since with the board
# nodes take longer, and so do proofs.
_QUICK_WORK = 200_000
_MOST_QUESTIONS = 200  # after which no other order is tried; on small boards more, up to this many times islands
_QUESTIONS_WORK = 40_000
_THOROUGH_WORK = 200_000  # nodes times islands, for such questions about the sets found
_LARGE = 8  # a set with this many numbers more than half as many again as the smallest one is not finished
_SHARE = 8  # of these nodes, a question may take one in so many
_PATIENT = 250  # islands; a diagnosis of more may take so many times as long
_PATIENCE = 4
_ROOT_NODES = 10  # for a second opinion about a question that takes too long
_LONGEST_PROOF = 8  # steps
_MANY = 1000  # numbers; with more, it takes too long to try what happens without each
_CASE_SPLIT = NAMES.index("case split")  # the rung that takes as long as all others together
_STUCK = "stuck"  # with all techniques
_TRIAL_NUMBERS = 40  # sets of more numbers are not refuted by a few case splits
_TRIAL_ISLANDS = 350  # times sets: case splits are tried with this many, with one at least


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
        self._core = 0  # after "no": numbers that leave none
        self._doubts = Doubts(puzzle.topology)
        self._questions = 0  # so far
        self._patience = _PATIENCE if len(puzzle.islands) > _PATIENT else 1
        self._most_questions = self._patience * max(_MOST_QUESTIONS, _QUESTIONS_WORK // len(puzzle.islands))
        self._quick_nodes = 1 + _QUICK_WORK * self._patience // len(puzzle.islands) ** 2
        self._nodes_left = 0  # for thorough answers

    def core(self) -> Core:
        """Return the numbers and rules that leave no solution."""
        islands, refutation = self._easiest()
        rules, certain = self._rules(islands)
        self._think()
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
        sets = self._sets()
        ways = [(islands, self._refuting(islands)) for islands in sets]
        rung = -1  # to be tried next, with all sets; first it is seen whether none is needed
        while ways:
            found = [(way, next(way[1], _STUCK)) for way in ways]
            short = [(islands, how) for (islands, _), how in found if isinstance(how, Refutation)]
            if short:
                return min(short, key=lambda pair: (pair[1].effort, len(pair[0])))
            ways = [way for way, how in found if how is not _STUCK]
            rung += 1
            if rung == _CASE_SPLIT:
                ways = [way for way in ways if len(way[0]) <= _TRIAL_NUMBERS]
                del ways[max(1, self._patience * _TRIAL_ISLANDS // len(self._layout.targets)) :]
        return sets[0], None

    def _sets(self) -> list[list[int]]:
        """Return sets of islands whose numbers leave no solution, from small to large."""
        quick: list[list[int]] = []
        for order in self._orders():
            if quick and self._questions > self._most_questions:
                break
            smallest = min(map(len, quick), default=len(order))
            kept = self._minimal(order, smallest * 3 // 2 + _LARGE)
            if kept is not None:
                quick.append(kept)
        self._think()
        quick.sort(key=len)
        thorough = (self._minimal(islands[::-1], len(islands)) for islands in quick)
        different = dict.fromkeys(tuple(sorted(islands)) for islands in thorough if islands is not None)
        return [list(islands) for islands in sorted(different, key=len)]

    def _orders(self) -> list[list[int]]:
        """Return the islands in several orders; those that come early are more likely to be kept."""
        known = [island for island, target in enumerate(self._layout.targets) if target is not None]
        self._failing.append(_bits(known))
        if len(known) <= _MANY:
            # If one number is wrong, the rest have a solution, which answers for all sets without that number.
            for island in known:
                self._has_solution([other for other in known if other != island])
        orders = [sorted(known, key=self._spare), known, known[::-1]]
        try:
            whole = refute(self._layout, {}, self._budget)
        except BudgetExceeded:
            whole = None
        if whole is not None:
            named = set(whole.islands)
            orders.insert(0, sorted(known, key=lambda island: island not in named))
        mixer = random.Random(0)
        while len(orders) < _ORDERS:
            orders.append(mixer.sample(known, len(known)))
        return orders

    def _spare(self, island: int) -> int:
        """Return how many more bridges the neighbours of an island could take than it needs."""
        capacity = sum(self._layout.capacity(way.edge) for way in self._layout.ways[island])
        return capacity - (self._layout.targets[island] or 0)

    def _minimal(self, order: Sequence[int], most: int) -> list[int] | None:
        """Return the islands that remain if their numbers are dropped from the end, as long as no solution is left.

        None if there are more than `most`. All of them together must leave no solution. A refutation names the numbers
        that it needs, so all that come after the last of these are dropped at once.
        """
        kept: list[int] = []
        left = list(order)
        while left:
            if len(kept) == most:
                return None
            last = left.pop()
            if self._has_solution([*kept, *left]) is not False:
                kept.append(last)
                continue
            while left and not self._core >> left[-1] & 1:
                left.pop()
        return kept

    def _think(self) -> None:
        """From now on, spend more nodes on questions that have taken too long before."""
        self._nodes_left = _THOROUGH_WORK * self._patience // len(self._puzzle.islands)
        self._too_long.clear()

    def _has_solution(self, islands: Iterable[int]) -> bool | None:
        """Return whether there is a solution if only these numbers count, or None if finding out takes too long.

        Most answers follow from earlier ones: a solution is one for all numbers that happen to be right in it, and
        numbers that leave no solution leave none together with others.
        """
        islands = list(islands)
        wanted = _bits(islands)
        if wanted in self._too_long:
            return None
        for right in self._right:
            if wanted & right == wanted:
                return True
        for failing in self._failing:
            if wanted & failing == failing:
                self._core = failing
                return False
        answer, named = (None, 0) if self._budget.is_spent else self._ask(islands, wanted)
        if answer is None:
            self._too_long.add(wanted)
        elif answer:
            self._right.append(named)
        else:
            self._core = named
            self._failing.append(named)
        return answer

    def _ask(self, islands: Sequence[int], wanted: int) -> tuple[bool | None, int]:
        """Return whether there is a solution by these numbers, and all that are right in it or some that leave none."""
        self._questions += 1
        most = self._budget.most_nodes(max(self._quick_nodes, self._nodes_left // _SHARE))
        answer = self._doubts.ask(islands, self._budget.time_left, most)
        self._nodes_left = max(0, self._nodes_left - self._doubts.nodes)
        try:
            self._budget.spend(self._doubts)
        except BudgetExceeded:
            if self._nodes_left and self._do_not_add_up(islands):
                return False, wanted
        return answer, self._doubts.named

    def _do_not_add_up(self, islands: Sequence[int]) -> bool:
        """Whether depth-first search, which adds up the needs of regions, refutes these numbers at once."""
        puzzle = self._puzzle
        only = puzzle.topology.relaxed(islands, max_bridges=puzzle.max_bridges, loops=puzzle.loops)
        try:
            return not Questions(only, self._budget, _ROOT_NODES).solvable()
        except BudgetExceeded:
            return False

    def _refuting(self, islands: Sequence[int]) -> Iterator[Refutation | None]:
        """Look for a short way to show that these numbers leave no solution, with one more technique at a time."""
        layout = self._layout.ignoring(self._with_numbers(islands))
        try:
            yield from refuting(layout, {}, self._budget, _LONGEST_PROOF)
        except BudgetExceeded:
            return

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


def _bits(islands: Iterable[int]) -> int:
    bits = 0
    for island in islands:
        bits |= 1 << island
    return bits
