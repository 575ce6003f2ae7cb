"""The steps taken so far, and which of them a later step rests on.

A telling notes the edges whose bounds it relies on. The steps that moved these bounds are its reasons, and so are the
reasons of those steps. Nothing else has to be told.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import overload

from hashi_fast.board.rating import Step
from hashi_fast.coaching.sentences import OBVIOUS, Telling, tell
from hashi_fast.coaching.state import State


class Story:
    """Steps, round by round, each with the state it was found in."""

    def __init__(self) -> None:
        self._rounds = 0
        self._steps: list[tuple[Step, State]] = []
        self._movers: dict[int, dict[int, list[int]]] = {}  # by edge and round: the steps that moved its bounds
        self._tellings: dict[int, Telling] = {}

    def add(self, steps: Iterable[Step], state: State) -> None:
        """Add a round, with a copy of the state it was found in."""
        kept = state.copy()
        self._rounds += 1
        for step in steps:
            for edge, _, _ in step.conclusions:
                self._movers.setdefault(edge, {}).setdefault(step.round, []).append(len(self._steps))
            self._steps.append((step, kept))

    @overload
    def reasons(self, edges: Iterable[int]) -> list[tuple[Step, Telling]]: ...
    @overload
    def reasons(self, edges: Iterable[int], most: int | None) -> list[tuple[Step, Telling]] | None: ...
    def reasons(self, edges: Iterable[int], most: int | None = None) -> list[tuple[Step, Telling]] | None:
        """Return the steps on which the bounds of these edges rest, in order, each in words.

        None if more than `most` of them are not obvious.
        """
        found: set[int] = set()
        told = 0
        waiting = [(edge, self._rounds) for edge in edges]
        for edge, before in waiting:  # grows during the loop
            for number in self._moved(edge, before) - found:
                found.add(number)
                told += self._steps[number][0].technique != OBVIOUS
                if most is not None and told > most:
                    return None
                waiting += [(other, self._steps[number][0].round) for other in self._tell(number).edges]
        return [(self._steps[number][0], self._tell(number)) for number in sorted(found)]

    def _moved(self, edge: int, before: int) -> set[int]:
        """Return the steps that moved the bounds of an edge before a round.

        If several steps of one round did, one that says everything is enough; where there is none, all are returned.
        """
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
