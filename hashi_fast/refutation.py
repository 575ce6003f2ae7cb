"""Why bridges cannot be, or a puzzle has no solution: the steps that lead to a contradiction, and no others."""
from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hashi_fast._rating import Path
from hashi_fast.reasons import Story
from hashi_fast.searches import Budget, climb
from hashi_fast.sentences import Board, State
from hashi_fast.sentences.outcomes import tell_failure, tell_plain_failure
from hashi_fast.steps import Replay, Step
from hashi_fast.techniques import NAMES, WEIGHTS

_MANY = 500  # islands; beyond, only what looks at few places at a time is tried: more would take too long


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
