"""Diagnoses: why a puzzle has no solution, or how its solutions differ.

Without a solution: a minimal set of numbers and rules that leaves none (see `unsolvable`). With several: two solutions
that differ in few places.
"""
from __future__ import annotations

from typing import Any, Literal, NamedTuple

from hashi_fast.board import html
from hashi_fast.board.drawing import draw, side_by_side
from hashi_fast.board.puzzle import Puzzle, check_puzzle
from hashi_fast.board.solution import Solution, differing_edges, edge_ends
from hashi_fast.board.svg import Marks, draw_svg
from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.layout import Layout
from hashi_fast.coaching.questions import Questions, nearest_solutions
from hashi_fast.coaching.relaxation import Rule
from hashi_fast.coaching.sentences.outcomes import tell_difference
from hashi_fast.coaching.unsolvable import Unsolvable

Status = Literal["unique", "none", "multiple"]

_HEADS: dict[Status, str] = {
    "unique": "Exactly one solution",
    "none": "No solution",
    "multiple": "Several solutions",
}


class Diagnosis(NamedTuple):
    """Why a puzzle has no solution, or how its solutions differ.

    status: "none", "multiple", or "unique" if nothing is wrong.
    reason: in words, which number rows and columns from 1.
    islands: the cells (row, col), numbered from 0, of the islands concerned. Without a solution, these are the islands
    whose numbers are needed to see that there is none.
    rules: without a solution, the rules needed besides: any of "connected", "loop", "crossing", "max_bridges". An
    unknown clue is no number: that its island has a bridge follows from "connected" alone.
    irreducible: whether there would be a solution without any one of these numbers and rules; False if checking that
    took too much work for some of them.
    core: without a solution, the puzzle with only these numbers; it has no solution either.
    solutions: if there are several, two that differ in few places.

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
        return tuple(ends[edge] for edge in differing_edges(one.edge_counts, other.edge_counts))

    @property
    def drawing(self) -> str:
        """The board with only the needed numbers, or the two solutions with their differences marked.

        >>> from hashi_fast import diagnose, loads
        >>> print(diagnose(loads("3x3:3a3c3a3")).drawing)
            3═*═3     3─*─3
            │*· │*    ║*· ║*
            3═*═3     3─*─3
        """
        if self.core is not None:
            return side_by_side([draw(self.core)])
        return side_by_side(draw(s.puzzle, s.bridges, marks=self.differing) for s in self.solutions)

    def _repr_html_(self) -> str:
        boards = []
        if self.core is not None:
            boards = [html.figure(draw_svg(self.core, marks=Marks(self.islands)))]
        for number, solution in enumerate(self.solutions, 1):
            bridges = [bridge for bridge in solution.bridges if bridge[:4] in self.differing]
            gone = [ends for ends in self.differing if ends not in {bridge[:4] for bridge in bridges}]
            marks = Marks(self.islands, bridges, crossed=gone)
            boards.append(html.figure(draw_svg(solution.puzzle, solution.bridges, marks=marks), f"solution {number}"))
        head, reason = html.words(_HEADS[self.status], bold=True), html.words(self.reason)
        return html.block(head, reason, html.side_by_side(boards))

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
    """Return why a puzzle has no solution, for the simplest reason found, or how its solutions differ.

    Raises BudgetExceeded if a budget runs out before the number of solutions is certain. If it runs out later, the
    answer is still true, but may be longer than necessary.

    >>> from hashi_fast import diagnose, loads
    >>> print(diagnose(loads("4x1:2b5")).reason)
    The 5 at row 1, column 4 needs five bridges, but has only one neighbour, which can take only two. This follows from\
 the number of the 5 at row 1, column 4 and the rule that a pair of islands has at most two bridges.
    """
    check_puzzle(puzzle)
    return diagnose_within(puzzle, Budget(time_limit, node_limit))


def diagnose_within(puzzle: Puzzle, budget: Budget) -> Diagnosis:
    """Do the same on a shared budget."""
    questions = Questions(puzzle, budget)
    found = questions.solutions(2)
    if not found:
        return diagnose_unsolvable(puzzle, budget)
    if len(found) == 1:
        return Diagnosis("unique", "The puzzle has exactly one solution.")
    return _diagnose_several(puzzle, *nearest_solutions(questions, found[0], found[1]))


def diagnose_unsolvable(puzzle: Puzzle, budget: Budget) -> Diagnosis:
    """Return why a puzzle has no solution, which is already certain; never raises BudgetExceeded."""
    core = Unsolvable(puzzle, budget).core()
    islands = Layout(puzzle).cells(core.islands)
    return Diagnosis("none", core.reason, islands, core.rules, core.irreducible, core.puzzle)


def _diagnose_several(puzzle: Puzzle, one: bytes, other: bytes) -> Diagnosis:
    layout = Layout(puzzle)
    told = tell_difference(layout, one, other)
    solutions = Solution(puzzle, one), Solution(puzzle, other)
    return Diagnosis("multiple", told.why, layout.cells(told.islands), solutions=solutions)
