"""Which earlier steps a step rests on, so that no more is told than it takes.

A telling relies on the bounds of some edges; the steps that moved these bounds are its reasons, and theirs in turn.
"""
from __future__ import annotations

from collections.abc import Iterable

from hashi_fast.sentences import State, Telling, tell
from hashi_fast.steps import Step


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
