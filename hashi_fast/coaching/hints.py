"""Hints: the easiest next step from the player's position, or what is wrong with it.

Players place bridges but mark nothing else, so a hint is always a step that places bridges. Earlier steps that only
rule bridges out are given as its reasons, if it rests on them. Placed bridges are lower bounds: a position is wrong if
no solution has at least these bridges.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, SupportsIndex

from hashi_fast.board.checker import check
from hashi_fast.board.html import block, figure, words
from hashi_fast.board.puzzle import Puzzle, check_puzzle
from hashi_fast.board.rating import Step
from hashi_fast.board.solution import Bridge, Solution
from hashi_fast.board.svg import Marks, draw_svg
from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.climb import Climb
from hashi_fast.coaching.diagnosis import diagnose_unsolvable
from hashi_fast.coaching.game import Game
from hashi_fast.coaching.layout import Layout
from hashi_fast.coaching.mistakes import find_mistake
from hashi_fast.coaching.questions import Questions, nearest_solutions
from hashi_fast.coaching.sentences import OBVIOUS, Telling, tell
from hashi_fast.coaching.sentences.moves import tell_placing, tell_removing
from hashi_fast.coaching.sentences.outcomes import tell_difference, tell_found_by_search
from hashi_fast.coaching.state import State
from hashi_fast.coaching.story import Story
from hashi_fast.deduction.techniques import WEIGHTS
from hashi_fast.errors import shown

Kind = Literal["step", "wrong", "ambiguous", "solved", "unsolvable"]

# What notebooks write above a hint that is no step.
_HEADS = {
    "wrong": "A mistake",
    "ambiguous": "Several solutions from here",
    "solved": "Solved",
    "unsolvable": "No solution",
}
_COMPARED = 40  # steps from which the easiest to follow is chosen


class _HintFields(NamedTuple):
    kind: Kind
    technique: str | None
    where: str
    why: str
    what: str
    islands: tuple[tuple[int, int], ...] = ()
    bridges: tuple[Bridge, ...] = ()
    wrong: tuple[Bridge, ...] = ()
    steps: tuple[Step, ...] = ()


class Hint(_HintFields):
    """What to do next.

    kind: "step"; "wrong": no solution has these bridges; "ambiguous": there are several solutions from here, and they
    share no further bridge; "solved"; "unsolvable": the puzzle has no solution at all.
    technique: the hardest technique needed, "search" if only trying helps; None unless `kind` is "step".
    where, why, what: where to look, the reason, and what to place or remove, in words. They number rows and columns
    from 1.
    islands: the cells (row, col) to highlight, numbered from 0.
    bridges: what to place, as (r1, c1, r2, c2, count), where count includes the bridges that are there already.
    wrong: a minimal set of conflicting bridges of the player: remove any one and the rest fit.
    steps: the step, preceded by those it rests on.

    >>> from hashi_fast import hint, loads
    >>> advice = hint(loads("3x1:2a2"))
    >>> advice.kind, advice.technique, advice.islands, advice.bridges
    ('step', 'full island', ((0, 0), (0, 2)), ((0, 0, 0, 2, 2),))
    """

    # Not a field: the position that the hint is for, so that a notebook can draw it. Copies and pickles do not have it.
    _position: Solution | None = None

    def text(self, strength: int = 3) -> str:
        """Return the hint in words: 1 says where to look, 2 why, 3 also what to place.

        >>> from hashi_fast import hint, loads
        >>> hint(loads("3x1:2a2")).text(1)
        'Look at the 2 at row 1, column 1.'
        """
        if strength not in (1, 2, 3):
            raise ValueError(f"the strength of a hint is 1, 2 or 3, not {shown(strength)}")
        return "\n".join(filter(None, ((self.where,), (self.why,), (self.why, self.what))[strength - 1]))

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the steps, for JSON.

        >>> from hashi_fast import hint, loads
        >>> hint(loads("3x1:2a2")).to_dict()["bridges"]
        ((0, 0, 0, 2, 2),)
        """
        fields = self._asdict()
        del fields["steps"]
        return fields

    def for_position(self, position: Solution) -> Hint:
        """Tell the hint, and its steps, the position that it is for; return it."""
        self._position = position
        for step in self.steps:
            step.placed(position.puzzle, position.edge_counts, self.steps)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Hint, tuple(self)

    def _repr_html_(self) -> str:
        head = words(_HEADS.get(self.kind) or (self.technique or "").capitalize(), bold=True)
        text = words(self.text() or self.where)
        if self._position is None:
            return block(head, text)
        marks = Marks(self.islands, self.bridges, self.wrong)
        picture = draw_svg(self._position.puzzle, self._position.bridges, marks=marks)
        return block(head, figure(picture), text)


def hint(
    position: Game | Puzzle,
    bridges: Solution | Iterable[Iterable[SupportsIndex]] = (),
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Hint:
    """Return the easiest next step of a game, or of a puzzle with these (r1, c1, r2, c2, count) bridges.

    Raises BudgetExceeded if a budget runs out before the answer is certain.

    >>> from hashi_fast import Game, hint, loads
    >>> game = Game(loads("3x3:3a2c1b"))
    >>> while (advice := hint(game)).kind == "step":
    ...     print(advice.text())
    ...     for bridge in advice.bridges:
    ...         move = game.set_bridge(*bridge)
    The 2 at row 1, column 3 has only one neighbour. Both bridges it needs must go to the 3 on the left.
    Place two bridges from the 2 at row 1, column 3 to the 3 at row 1, column 1.
    The 1 at row 3, column 1 has only one neighbour. Its bridge must go to the 3 above.
    Place one bridge from the 1 at row 3, column 1 to the 3 at row 1, column 1.
    >>> advice.kind
    'solved'
    """
    puzzle, counts = _position(position, bridges)
    found = _Adviser(puzzle, counts, Budget(time_limit, node_limit)).hint()
    return found.for_position(Solution.of_counts(puzzle, bytes(counts)))


def _position(position: Game | Puzzle, bridges: Any) -> tuple[Puzzle, Sequence[int]]:
    if isinstance(position, Game):
        if not isinstance(bridges, tuple) or bridges:
            raise ValueError("a game has its own bridges: expected no others beside it")
        return position.puzzle, position.counts
    check_puzzle(position, "a Game or a Puzzle")
    solution = Solution.from_bridges(position, bridges.bridges if isinstance(bridges, Solution) else bridges)
    return position, solution.edge_counts


class _Adviser:
    """Finds the hint for one position."""

    def __init__(self, puzzle: Puzzle, counts: Sequence[int], budget: Budget) -> None:
        self.layout = Layout(puzzle)
        self.counts = counts
        self.placed = {edge: count for edge, count in enumerate(counts) if count}
        self.budget = budget
        self.questions = Questions(puzzle, budget)

    def hint(self) -> Hint:
        found = self.questions.solutions(1, self.placed)
        if not found:
            return self._wrong() if self.questions.solvable() else self._unsolvable()
        if self._is_solved(found[0]):
            why = "Every island has its bridges, and all islands are connected."
            return Hint("solved", None, "The puzzle is solved.", why, "")
        return self._step() or self._by_search()

    def _is_solved(self, found: bytes) -> bool:
        """Whether the position is a solution; `found` is a solution that has at least its bridges."""
        if bytes(self.counts) == found or None not in self.layout.targets:
            return bytes(self.counts) == found
        bridges = (self.layout.bridge(edge, count) for edge, count in self.placed.items())
        return not check(self.layout.puzzle, bridges)

    # The next step

    def _step(self) -> Hint | None:
        """Return the easiest step of the first round that places bridges, or None if techniques find none."""
        climb = Climb(self.layout, self.placed, self.budget)
        story = Story()
        for _ in climb.by_rung():
            for steps in climb.rounds():
                placing = [step for step in steps if any(c.least > self.counts[c.edge] for c in step.conclusions)]
                if placing:
                    advice = min((_Advice(story, climb.state, s) for s in placing[:_COMPARED]), key=_Advice.effort)
                    return self._hint("step", advice.telling, advice.technique, advice.placed, steps=advice.steps)
                story.add(steps, climb.state)
        return None

    def _by_search(self) -> Hint:
        """Return a bridge that all solutions have, or say that there is none."""
        least, _ = self.questions.common(self.placed)
        edge = next((edge for edge, count in enumerate(least) if count > self.counts[edge]), None)
        if edge is None:
            return self._ambiguous()
        telling = tell_found_by_search(State(self.layout, self.counts, least, least), edge, least[edge])
        return self._hint("step", telling, "search", {edge: least[edge]})

    def _ambiguous(self) -> Hint:
        # There are at least two: if there were only one, all its bridges would have been common to "all" solutions.
        one, other = self.questions.solutions(2, self.placed)
        telling = tell_difference(self.layout, *nearest_solutions(self.questions, one, other, self.placed))
        why = f"From here there are several solutions, and they share no further bridge. {telling.why}"
        return self._hint("ambiguous", telling._replace(why=why), what="Both lead to a solution: choose either.")

    # What is wrong

    def _wrong(self) -> Hint:
        wrong, telling = find_mistake(self.layout, self.counts, self.questions)
        hint = self._hint("wrong", telling, what=tell_removing(self.layout, self.counts, wrong))
        return hint._replace(wrong=tuple(self.layout.bridge(edge, count) for edge, count in wrong.items()))

    def _unsolvable(self) -> Hint:
        found = diagnose_unsolvable(self.layout.puzzle, self.budget)
        return Hint("unsolvable", None, "This puzzle has no solution.", found.reason, "", found.islands)

    def _hint(
        self,
        kind: Kind,
        telling: Telling,
        technique: str | None = None,
        placed: Mapping[int, int] | None = None,
        *,
        what: str = "",
        steps: tuple[Step, ...] = (),
    ) -> Hint:
        bridges = tuple(self.layout.bridge(edge, count) for edge, count in (placed or {}).items())
        if placed:
            what = tell_placing(self.layout, self.counts, placed, steps[-1].island if steps else None)
        islands = self.layout.cells(telling.islands)
        return Hint(kind, technique, telling.where, telling.why, what, islands, bridges, steps=steps)


class _Advice:
    """A step that places bridges, with the steps it rests on."""

    def __init__(self, story: Story, state: State, step: Step) -> None:
        own = tell(state, step)
        reasons = story.reasons(own.edges)
        told = [*(telling for reason, telling in reasons if reason.technique != OBVIOUS), own]
        islands = dict.fromkeys(island for telling in (own, *told) for island in telling.islands)
        self.telling = own._replace(why="\n".join(telling.why for telling in told), islands=tuple(islands))
        self.steps = (*(reason for reason, _ in reasons), step)
        self.technique = max((step.technique for step in self.steps), key=WEIGHTS.__getitem__)
        self.placed = {edge: least for edge, least, _ in step.conclusions if least > state.least[edge]}
        self._told = len(told)

    def effort(self) -> tuple[int, int, int, int]:
        """How hard it is to follow; smaller is easier. Ties go to the first island in reading order."""
        return WEIGHTS[self.technique], self._told, len(self.telling.islands), min(self.telling.islands)
