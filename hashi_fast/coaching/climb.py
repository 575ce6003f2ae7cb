"""Working a board out from given bridges: each round of steps, and the state it was found in.

The kernels work the board out (`Path`) and log what they find; a `Replay` reads the log back as steps, and a `State`
is what sentences need to know about the board. This is the one place that puts the three together.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping

from hashi_fast.board.rating import Step
from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.layout import Layout
from hashi_fast.coaching.state import State
from hashi_fast.deduction._boundary import LADDER, Path
from hashi_fast.deduction.steps import Replay

_ALL_BUT_SEARCH = len(LADDER) - 1


class Climb:
    """A board being worked out with the ladder of techniques, starting from given bridges (`placed`, by edge).

    possible: False if the given bridges contradict each other at once.
    state: what is known. Before the first round that is the given bridges; while `rounds` yields a round, what it was
    found with; after the last round, everything found so far. It changes in place: copy it to keep it.

    >>> from hashi_fast import loads
    >>> climb = Climb(Layout(loads("3x3:3a2c1b")), {}, Budget(None, None))
    >>> climb.to_the_end()
    'unique'
    >>> [[step.technique for step in steps] for steps in climb.rounds()]
    [['full island', 'full island', 'full island']]
    >>> climb.state.least
    [2, 1]
    """

    def __init__(self, layout: Layout, placed: Mapping[int, int], budget: Budget) -> None:
        topology = layout.puzzle.topology
        self._budget = budget
        self._path = Path(topology, True)
        _, most = self._path.bounds
        self._replay = Replay(topology, [placed.get(edge, 0) for edge in range(topology.n_edges)], most)
        self._read = 0  # how much of the log has been replayed
        self.state = State(layout, self._replay.least, self._replay.most, self._replay.caps)
        self.possible = all(self._path.place(edge, count) for edge, count in placed.items())

    def by_rung(self, rungs: int = _ALL_BUT_SEARCH) -> Iterator[str | None]:
        """Work the board out with one more rung at a time, up to `rungs`, and yield the verdict after each.

        Hard techniques are thus not tried where easy ones are enough. The first verdict other than "stuck" is the
        last. Raises BudgetExceeded.
        """
        for count in range(1, rungs + 1):
            verdict = self._path.run(count, self._budget.time_left)
            if self._path.exceeded is not None:
                raise self._budget.exceeded(self._path.exceeded)
            yield verdict
            if verdict != "stuck":
                return

    def to_the_end(self) -> str | None:
        """Work the board out with all rungs, search included, and return the verdict; None if the budget ran out."""
        return self._path.run(len(LADDER), self._budget.time_left, self._budget.nodes_left)

    def rounds(self) -> Iterator[tuple[Step, ...]]:
        """Yield the steps of each round that has been found and not been yielded before."""
        log = self._path.log
        unread, self._read = log[self._read :], len(log)
        yield from self._replay.rounds(unread)
