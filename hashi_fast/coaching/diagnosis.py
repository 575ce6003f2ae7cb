"""Diagnoses: why a puzzle has no solution, or several.

No solution: an irreducible set of numbers and rules, found by dropping one after the other as long as there still is no
solution. A number is dropped by making it unknown, which the kernels can do; for rules see `relaxed.py`. Several: two
solutions that differ in few places.
"""
from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from hashi_fast.board.drawing import draw, side_by_side
from hashi_fast.board.puzzle import Puzzle, check_puzzle
from hashi_fast.board.solution import Solution, differing_edges, edge_ends
from hashi_fast.coaching.proofs import Refutation, refute
from hashi_fast.coaching.questions import Budget, Searches, irreducible, nearest_solutions
from hashi_fast.coaching.relaxation import Rule, is_solvable
from hashi_fast.coaching.sentences import Board
from hashi_fast.coaching.sentences.outcomes import tell_difference
from hashi_fast.coaching.sentences.wording import counted, listed, sentence
from hashi_fast.errors import BudgetExceeded

Status = Literal["unique", "none", "multiple"]

_ORDERS = 6  # in which numbers are dropped: another order may leave fewer
_QUESTION_NODES = 5000  # for each question whether some numbers suffice
_LONGEST_PROOF = 8  # sentences
_NAMED_ISLANDS = 3


class Diagnosis(NamedTuple):
    """Why a puzzle has no solution, or several.

    status: "none", "multiple", or "unique" where nothing is wrong.
    reason: in words; rows and columns in them count from 1.
    islands: the cells (row, col), counted from 0, of the islands it is about. Where there is no solution: those whose
    numbers it takes.
    rules: where there is no solution, the rules it takes besides: of "connected", "loop", "crossing", "max_bridges".
    irreducible: whether without any one of these numbers and rules there would be a solution; False where that was too
    much to try for some of them.
    core: where there is no solution, the puzzle with only these numbers, which has none either.
    solutions: where there are several, two that differ in few places.

    >>> from hashi_fast import diagnose, loads
    >>> found = diagnose(loads("3x3:1a1c1a1"))
    >>> found.status, found.islands, found.rules, found.irreducible
    ('none', ((0, 2), (2, 0)), ('connected',), True)
    """

    status: Status
    reason: str
    islands: tuple[tuple[int, int], ...] = ()
    rules: tuple[Rule, ...] = ()
    irreducible: bool = True
    core: Puzzle | None = None
    solutions: tuple[Solution, ...] = ()

    @property
    def differing(self) -> tuple[tuple[int, int, int, int], ...]:
        """The ends (r1, c1, r2, c2) of the edges on which the two solutions differ."""
        if not self.solutions:
            return ()
        one, other = self.solutions
        ends = edge_ends(one.puzzle)
        return tuple(ends[edge] for edge in differing_edges(one._counts, other._counts))

    @property
    def drawing(self) -> str:
        """The board with only the numbers that it takes; or the two solutions, with their differences marked.

        >>> from hashi_fast import diagnose, loads
        >>> print(diagnose(loads("3x3:3a3c3a3")).drawing)
            3═*═3     3─*─3
            │*· │*    ║*· ║*
            3═*═3     3─*─3
        """
        if self.core is not None:
            return side_by_side([draw(self.core)])
        return side_by_side(draw(s.puzzle, s.bridges, marks=self.differing) for s in self.solutions)

    def to_dict(self) -> dict[str, Any]:
        """Return it for JSON, with the bridges of the solutions and the drawing.

        >>> from hashi_fast import diagnose, loads
        >>> diagnose(loads("3x1:1a2")).to_dict()["islands"]
        ((0, 0), (0, 2))
        """
        fields = self._asdict()
        del fields["core"]
        return {**fields, "solutions": [solution.bridges for solution in self.solutions], "drawing": self.drawing}


def diagnose(puzzle: Puzzle, *, time_limit: float | None = None, node_limit: int | None = None) -> Diagnosis:
    """Return why a puzzle has no solution, as short a reason as can be found, or in what its solutions differ.

    Raises BudgetExceeded when a budget runs out before it is certain how many there are; what is found after that, up
    to the budget, is true in any case, if not always the shortest.

    >>> from hashi_fast import diagnose, loads
    >>> print(diagnose(loads("4x1:2b5")).reason)
    The 5 at row 1, column 4 needs five bridges, but has only one neighbour, which can take only two. This follows from\
 the number of the 5 at row 1, column 4 and the rule that a pair has at most two bridges.
    """
    check_puzzle(puzzle)
    return diagnose_within(puzzle, Budget(time_limit, node_limit))


def diagnose_within(puzzle: Puzzle, budget: Budget) -> Diagnosis:
    """Do the same on a budget that others share."""
    searches = Searches(puzzle, budget)
    found = searches.solutions(2)
    if not found:
        return diagnose_unsolvable(puzzle, budget)
    if len(found) == 1:
        return Diagnosis("unique", "The puzzle has exactly one solution.")
    return _diagnose_several(puzzle, *nearest_solutions(searches, found[0], found[1]))


def _diagnose_several(puzzle: Puzzle, one: bytes, other: bytes) -> Diagnosis:
    board = Board(puzzle)
    told = tell_difference(board, one, other)
    solutions = Solution(puzzle, one), Solution(puzzle, other)
    return Diagnosis("multiple", told.why, board.cells(told.islands), solutions=solutions)


def diagnose_unsolvable(puzzle: Puzzle, budget: Budget) -> Diagnosis:
    """Return why a puzzle has no solution, where that is known already; does with what is left of the budget."""
    unsolvable = _Unsolvable(puzzle, budget)
    islands, refutation = unsolvable.easiest()
    rules, certain = unsolvable.rules(islands)
    certain &= all(unsolvable.has_solution([other for other in islands if other != island]) for island in islands)
    reason = unsolvable.reason(islands, rules, refutation)
    if not certain:
        reason += " It was too much to try whether less would do."
    return Diagnosis("none", reason, Board(puzzle).cells(islands), rules, certain, _with_numbers(puzzle, islands))


def _with_numbers(puzzle: Puzzle, islands: Iterable[int]) -> Puzzle:
    """Return the puzzle with only the numbers of these islands, all others unknown."""
    kept = set(islands)
    triples = [(row, col, target if i in kept else None) for i, (row, col, target) in enumerate(puzzle.islands)]
    return Puzzle(puzzle.width, puzzle.height, triples, max_bridges=puzzle.max_bridges, loops=puzzle.loops)


class _Unsolvable:
    """A puzzle without a solution, and questions about how little of it is enough for that."""

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        self.puzzle = puzzle
        self.board = Board(puzzle)
        self.budget = budget
        self._answers: dict[frozenset[int], bool | None] = {}

    def has_solution(self, islands: Iterable[int]) -> bool | None:
        """Whether there is a solution when only these numbers count; None where that was too much to try."""
        key = frozenset(islands)
        if key not in self._answers:
            if self.budget.is_spent:
                return None
            searches = Searches(_with_numbers(self.puzzle, key), self.budget, _QUESTION_NODES)
            try:
                self._answers[key] = searches.solvable()
            except BudgetExceeded:
                self._answers[key] = None
        return self._answers[key]

    def easiest(self) -> tuple[list[int], Refutation | None]:
        """The islands whose numbers alone leave no solution, as few and as easy to follow as found, and how."""
        sets = dict.fromkeys(tuple(sorted(irreducible(order, self._fails))) for order in self._orders())
        tried = [(list(islands), self._refutation(islands)) for islands in sets]
        short = [(islands, found) for islands, found in tried if found and len(found.sentences) <= _LONGEST_PROOF]
        if not short:
            return min((islands for islands, _ in tried), key=len), None
        return min(short, key=lambda pair: (pair[1].effort, len(pair[0])))

    def _refutation(self, islands: Sequence[int]) -> Refutation | None:
        """How people find that these numbers leave no solution; None where only trying helps."""
        board = Board(_with_numbers(self.puzzle, islands), printed=self.puzzle)
        try:
            return refute(board, {}, self.budget)
        except BudgetExceeded:
            return None

    def _fails(self, islands: Sequence[int]) -> bool:
        return self.has_solution(islands) is False

    def _orders(self) -> list[list[int]]:
        """Orders of the islands: those before others are rather kept."""
        known = [island for island, target in enumerate(self.board.targets) if target is not None]
        self._answers[frozenset(known)] = False
        orders = [sorted(known, key=self._spare), known, known[::-1]]
        whole = self._refutation(known)
        if whole is not None:
            orders.insert(0, sorted(known, key=lambda island: island not in whole.islands))
        mixer = random.Random(0)
        while len(orders) < _ORDERS:
            orders.append(mixer.sample(known, len(known)))
        return orders

    def rules(self, islands: Sequence[int]) -> tuple[tuple[Rule, ...], bool]:
        """The rules it takes besides these numbers, and whether that is certain for each of them."""
        rules: list[Rule] = ["connected", "loop", "crossing", "max_bridges"]
        if self.puzzle.loops:
            rules.remove("loop")
        certain = True
        for rule in tuple(rules):
            solvable = is_solvable(self.puzzle, islands, [other for other in rules if other != rule], self.budget)
            if solvable is False:
                rules.remove(rule)
            certain &= solvable is not None
        return tuple(rules), certain

    def reason(self, islands: Sequence[int], rules: Sequence[Rule], refutation: Refutation | None) -> str:
        """Why it has no solution, in words."""
        only = ("Only trying all possibilities shows that there is no solution.",)
        return " ".join((*(only if refutation is None else refutation.sentences), self._taken(islands, rules)))

    def _taken(self, islands: Sequence[int], rules: Sequence[Rule]) -> str:
        """What the reason takes."""
        parts = []
        if 0 < len(islands) <= _NAMED_ISLANDS:
            parts.append(f"the number{'s' if len(islands) > 1 else ''} of {listed(map(self.board.name, islands))}")
        elif len(islands) == len(self.board.targets):
            parts.append("the numbers of all islands")
        elif islands:
            parts.append(f"the numbers of {counted(len(islands), 'island')}")
        words = {
            "connected": "all islands must be joined",
            "loop": "there may be no loops",
            "crossing": "bridges may not cross",
            "max_bridges": f"a pair has at most {counted(self.board.most)}",
        }
        if rules:
            parts.append(f"the rule{'s' if len(rules) > 1 else ''} that {listed(words[rule] for rule in rules)}")
        return sentence(f"this follows from {listed(parts)}")

    def _spare(self, island: int) -> int:
        """How many more bridges the neighbours of an island could take than it needs."""
        capacity = sum(self.board.capacity(way.edge) for way in self.board.ways[island])
        return capacity - (self.board.targets[island] or 0)
