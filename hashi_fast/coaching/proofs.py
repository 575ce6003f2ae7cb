"""Proofs: which earlier steps a step rests on, and why bridges cannot be or a puzzle has no solution.

A telling relies on the bounds of some edges; the steps that moved these bounds are its reasons, and theirs in turn. So
no more is told than it takes.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from hashi_fast.board.rating import Step
from hashi_fast.coaching.questions import Budget, climb
from hashi_fast.coaching.sentences import Board, State, Telling, tell
from hashi_fast.coaching.sentences.outcomes import tell_failure, tell_plain_failure
from hashi_fast.deduction._boundary import Path
from hashi_fast.deduction.steps import Replay
from hashi_fast.deduction.techniques import NAMES, WEIGHTS

_MANY = 500  # islands; beyond, only what looks at few places at a time is tried: more would take too long


class Story:
    """Steps, round by round, each with the state it was found in."""

    def __init__(self) -> None:
        self._steps: list[tuple[Step, State]] = []
        self._movers: dict[int, dict[int, list[int]]] = {}  # by edge and round: the steps that moved its bounds
        self._tellings: dict[int, Telling] = {}

    def add(self, steps: Iterable[Step], state: State) -> None:
        """Add a round; `state` stays as it is."""
        for step in steps:
            for edge, _, _ in step.conclusions:
                self._movers.setdefault(edge, {}).setdefault(step.round, []).append(len(self._steps))
            self._steps.append((step, state))

    def reasons(self, edges: Iterable[int], before: int) -> list[tuple[Step, Telling]]:
        """Return the steps of earlier rounds on which the bounds of these edges rest, in their order."""
        found: set[int] = set()
        waiting = [(edge, before) for edge in edges]
        for edge, round in waiting:  # grows while it is walked
            for number in self._moved(edge, round) - found:
                found.add(number)
                waiting += [(other, self._steps[number][0].round) for other in self._tell(number).edges]
        return [(self._steps[number][0], self._tell(number)) for number in sorted(found)]

    def _moved(self, edge: int, before: int) -> set[int]:
        """Steps that moved the bounds of an edge: where several of a round did, as few of them as say it all."""
        moved: set[int] = set()
        for round, steps in self._movers.get(edge, {}).items():
            if round >= before:
                continue
            said = {step: next(c for c in self._steps[step][0].conclusions if c.edge == edge) for step in steps}
            least, most = max(c.least for c in said.values()), min(c.most for c in said.values())
            enough = next((step for step, c in said.items() if (c.least, c.most) == (least, most)), None)
            moved.update(steps if enough is None else [enough])
        return moved

    def _tell(self, number: int) -> Telling:
        if number not in self._tellings:
            step, state = self._steps[number]
            self._tellings[number] = tell(state, step)
        return self._tellings[number]


class Refutation(NamedTuple):
    """The steps on the way to a contradiction, and the sentences that tell it.

    Steps that only close what is finished or blocked are not told.
    """

    steps: tuple[Step, ...]
    sentences: tuple[str, ...]
    islands: tuple[int, ...]

    @property
    def effort(self) -> tuple[int, int]:
        """How hard it is to follow, for comparisons."""
        return max((WEIGHTS[step.technique] for step in self.steps), default=0), len(self.sentences)


def refute(board: Board, placed: Mapping[int, int], budget: Budget) -> Refutation | None:
    """Return how deduction finds that there is no solution with at least these bridges; None where it does not."""
    topology = board.puzzle.topology
    path = Path(topology, True)
    _, most = path.bounds
    least = [placed.get(edge, 0) for edge in range(topology.n_edges)]
    plain = tell_plain_failure(State(board, least, most, most))
    if plain is not None:
        return Refutation((), (plain.why,), plain.islands)
    possible = all(path.place(edge, count) for edge, count in placed.items())
    rungs = len(NAMES) - 1 if len(board.targets) <= _MANY else NAMES.index("starvation")
    if possible and "none" not in climb(path, budget, rungs):
        return None
    replay = Replay(topology, least, most)
    story = Story()
    for steps in replay.rounds(path.log):
        story.add(steps, State(board, replay.least, replay.most, replay.caps).copy())
    failure = tell_failure(State(board, replay.least, replay.most, replay.caps))
    if failure is None:
        return None
    reasons = story.reasons(failure.edges, replay.round)
    told = [telling for step, telling in reasons if step.technique != "completion"]
    islands = dict.fromkeys(island for telling in (*told, failure) for island in telling.islands)
    last = f"Then {failure.why[0].lower()}{failure.why[1:]}" if told else failure.why
    return Refutation(
        tuple(step for step, _ in reasons), (*(telling.why for telling in told), last), tuple(islands)
    )
