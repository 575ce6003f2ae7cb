"""Hints: the easiest step from the player's own position, or what is wrong with it.

A player has bridges and no marks. So a hint is a step that places bridges; the steps before it that only close ways are
told as its reasons, as far as it rests on them. Placed bridges are lower bounds: a position is wrong when no solution
has at least those.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, SupportsIndex

from hashi_fast.board.checker import check
from hashi_fast.board.puzzle import Puzzle, check_puzzle
from hashi_fast.board.rating import Step
from hashi_fast.board.solution import Bridge, Solution
from hashi_fast.coaching.diagnosis import diagnose_unsolvable
from hashi_fast.coaching.game import Game
from hashi_fast.coaching.mistakes import find_mistake
from hashi_fast.coaching.proofs import Story
from hashi_fast.coaching.questions import Budget, Searches, climb, nearest_solutions
from hashi_fast.coaching.sentences import Board, State, Talk, Telling, tell
from hashi_fast.coaching.sentences.moves import tell_placing, tell_taking_away
from hashi_fast.coaching.sentences.outcomes import tell_difference
from hashi_fast.coaching.sentences.wording import are, counted
from hashi_fast.deduction._boundary import Path
from hashi_fast.deduction.steps import Replay
from hashi_fast.deduction.techniques import WEIGHTS
from hashi_fast.errors import shown

Kind = Literal["step", "wrong", "ambiguous", "solved", "unsolvable"]

_COMPARED = 40  # steps among which the one that is easiest to follow is chosen


class Hint(NamedTuple):
    """What to do next.

    kind: "step"; or "wrong": no solution has these bridges; "ambiguous": from here there are several solutions, and
    no bridge is in all of them; "solved"; "unsolvable": the puzzle has no solution whatever is placed.
    technique: the hardest technique that it takes; "search" where nothing but trying helps; None unless it is a step.
    where, why, what: where to look, the reason, and what to place or to take away, in words. Rows and columns in them
    count from 1.
    islands: the cells (row, col) to highlight, counted from 0 as everywhere but in the words.
    bridges: what to place, as (r1, c1, r2, c2, count) where count is how many there are then.
    wrong: some of the player's bridges that cannot be together, while without any one of them they could.
    steps: the step, after those it rests on.

    >>> from hashi_fast import hint, loads
    >>> advice = hint(loads("3x1:2a2"))
    >>> advice.kind, advice.technique, advice.islands, advice.bridges
    ('step', 'full island', ((0, 0), (0, 2)), ((0, 0, 0, 2, 2),))
    """

    kind: Kind
    technique: str | None
    where: str
    why: str
    what: str
    islands: tuple[tuple[int, int], ...] = ()
    bridges: tuple[Bridge, ...] = ()
    wrong: tuple[Bridge, ...] = ()
    steps: tuple[Step, ...] = ()

    def text(self, strength: int = 3) -> str:
        """Return the hint in words: 1 says where to look, 2 also why, 3 also what to place.

        >>> from hashi_fast import hint, loads
        >>> hint(loads("3x1:2a2")).text(1)
        'Look at the 2 at row 1, column 1.'
        """
        if strength not in (1, 2, 3):
            raise ValueError(f"the strength of a hint is 1, 2 or 3, not {shown(strength)}")
        return "\n".join(filter(None, ((self.where,), (self.why,), (self.why, self.what))[strength - 1]))

    def to_dict(self) -> dict[str, Any]:
        """Return all but the steps, for JSON.

        >>> from hashi_fast import hint, loads
        >>> hint(loads("3x1:2a2")).to_dict()["bridges"]
        ((0, 0, 0, 2, 2),)
        """
        fields = self._asdict()
        del fields["steps"]
        return fields


def hint(
    position: Game | Puzzle,
    bridges: Solution | Iterable[Iterable[SupportsIndex]] = (),
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Hint:
    """Return the easiest next step of a game, or of a puzzle with these (r1, c1, r2, c2, count) bridges.

    Raises BudgetExceeded when a budget runs out before the answer is certain.

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
    return _Adviser(puzzle, counts, Budget(time_limit, node_limit)).hint()


def _position(position: Game | Puzzle, bridges: Any) -> tuple[Puzzle, Sequence[int]]:
    if isinstance(position, Game):
        if not isinstance(bridges, tuple) or bridges:
            raise ValueError("a game has its own bridges: expected no others beside it")
        return position.puzzle, position.counts
    check_puzzle(position, "a Game or a Puzzle")
    solution = Solution.from_bridges(position, bridges.bridges if isinstance(bridges, Solution) else bridges)
    return position, solution._counts


class _Adviser:
    """One position, about which a hint is given."""

    def __init__(self, puzzle: Puzzle, counts: Sequence[int], budget: Budget) -> None:
        self.board = Board(puzzle)
        self.counts = counts
        self.placed = {edge: count for edge, count in enumerate(counts) if count}
        self.budget = budget
        self.searches = Searches(puzzle, budget)

    def hint(self) -> Hint:
        found = self.searches.solutions(1, self.placed)
        if not found:
            return self._wrong() if self.searches.solutions(1) else self._unsolvable()
        if self._is_solved(found[0]):
            why = "Every island has its bridges, and all are joined."
            return Hint("solved", None, "The puzzle is solved.", why, "")
        return self._step() or self._by_search()

    def _is_solved(self, found: bytes) -> bool:
        """Whether the position is a solution, of which `found` is one with no fewer bridges."""
        if bytes(self.counts) == found or None not in self.board.targets:
            return bytes(self.counts) == found
        bridges = (self.board.bridge(edge, count) for edge, count in self.placed.items())
        return not check(self.board.puzzle, bridges)

    # The next step

    def _step(self) -> Hint | None:
        """The easiest step that places bridges; None where deduction is at its end."""
        topology = self.board.puzzle.topology
        path = Path(topology, True)
        _, most = path.bounds
        for edge, count in self.placed.items():
            path.place(edge, count)
        seen = 0
        for _ in climb(path, self.budget):
            log = path.log
            if len(log) > seen:
                seen = len(log)
                found = self._first_placing(Replay(topology, self.counts, most), log)
                if found is not None:
                    return found
        return None

    def _first_placing(self, replay: Replay, log: Sequence[int]) -> Hint | None:
        """The easiest step of the first round in which bridges are placed."""
        story = Story()
        for steps in replay.rounds(log):
            state = State(self.board, replay.least, replay.most, replay.caps)
            placing = [step for step in steps if any(least > self.counts[edge] for edge, least, _ in step.conclusions)]
            if placing:
                advice = min((_Advice(story, state, step) for step in placing[:_COMPARED]), key=_Advice.effort)
                return self._hint("step", advice.telling, advice.technique, placed=advice.placed, steps=advice.steps)
            story.add(steps, state.copy())
        return None

    def _by_search(self) -> Hint:
        """A bridge that all solutions have, or that there is none."""
        least, _ = self.searches.common(self.placed)
        edge = next((edge for edge, count in enumerate(least) if count > self.counts[edge]), None)
        if edge is None:
            return self._ambiguous()
        talk = Talk(State(self.board, self.counts, least, least))
        pair = talk.pair(edge)
        found = f"trying all possibilities shows that there {are(least[edge])} {counted(least[edge])} between {pair}"
        telling = talk.telling(f"look at {pair}", "no step is left that could be told in few words", f"but {found}")
        return self._hint("step", telling, "search", placed={edge: least[edge]})

    def _ambiguous(self) -> Hint:
        one, other = self.searches.solutions(2, self.placed)  # as there are several, else all bridges would be sure
        telling = tell_difference(self.board, *nearest_solutions(self.searches, one, other, self.placed))
        why = f"From here there are several solutions, and no further bridge is in all of them. {telling.why}"
        return self._hint("ambiguous", telling._replace(why=why), what="The puzzle leaves this open: take either.")

    # What is wrong

    def _wrong(self) -> Hint:
        wrong, telling = find_mistake(self.board, self.counts, self.searches)
        hint = self._hint("wrong", telling, what=tell_taking_away(self.board, self.counts, wrong))
        return hint._replace(wrong=tuple(self.board.bridge(edge, count) for edge, count in wrong.items()))

    def _unsolvable(self) -> Hint:
        found = diagnose_unsolvable(self.board.puzzle, self.budget)
        return Hint("unsolvable", None, "This puzzle has no solution.", found.reason, "", found.islands)

    def _hint(
        self,
        kind: Kind,
        telling: Telling,
        technique: str | None = None,
        *,
        placed: Mapping[int, int] | None = None,
        what: str = "",
        steps: tuple[Step, ...] = (),
    ) -> Hint:
        bridges = tuple(self.board.bridge(edge, count) for edge, count in (placed or {}).items())
        if placed:
            what = tell_placing(self.board, self.counts, placed, steps[-1].island if steps else None)
        islands = self.board.cells(telling.islands)
        return Hint(kind, technique, telling.where, telling.why, what, islands, bridges, steps=steps)


class _Advice:
    """A step that places bridges, with those it rests on."""

    def __init__(self, story: Story, state: State, step: Step) -> None:
        own = tell(state, step)
        reasons = story.reasons(own.edges, step.round)
        # What is finished or blocked can be seen on the board, and the step itself says so.
        told = [*(telling for reason, telling in reasons if reason.technique != "completion"), own]
        islands = dict.fromkeys(island for telling in (own, *told) for island in telling.islands)
        self.telling = own._replace(why="\n".join(telling.why for telling in told), islands=tuple(islands))
        self.steps = (*(reason for reason, _ in reasons), step)
        self.technique = max((step.technique for step in self.steps), key=WEIGHTS.__getitem__)
        self.placed = {edge: least for edge, least, _ in step.conclusions if least > state.least[edge]}
        self._told = len(told)

    def effort(self) -> tuple[int, int, int, int]:
        """By which the easiest to follow is found; equals are in the order of reading."""
        return WEIGHTS[self.technique], self._told, len(self.telling.islands), min(self.telling.islands)
