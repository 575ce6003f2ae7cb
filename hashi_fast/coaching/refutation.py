"""Why some bridges cannot be, or why a puzzle has no solution: the steps that lead to a contradiction, in words."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hashi_fast.board.rating import Step
from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.climb import Climb
from hashi_fast.coaching.layout import Layout
from hashi_fast.coaching.sentences import OBVIOUS
from hashi_fast.coaching.sentences.outcomes import tell_failure, tell_plain_failure
from hashi_fast.coaching.story import Story
from hashi_fast.deduction.techniques import NAMES, WEIGHTS

_MANY = 500  # islands; on larger boards only techniques that look at few places are tried: others take too long


class Refutation(NamedTuple):
    """The steps that lead to a contradiction, what is said about them, and the islands that this is about.

    `told` has one text per step, without the obvious ones, and ends with the contradiction.
    """

    steps: tuple[Step, ...]
    told: tuple[str, ...]
    islands: tuple[int, ...]

    @property
    def effort(self) -> tuple[int, int]:
        """How hard it is to follow; smaller is easier."""
        return max((WEIGHTS[step.technique] for step in self.steps), default=0), len(self.told)


def refute(layout: Layout, placed: Mapping[int, int], budget: Budget) -> Refutation | None:
    """Return how techniques show that no solution has at least these bridges, or None if they do not show it."""
    return next(filter(None, refuting(layout, placed, budget)), None)


def refuting(
    layout: Layout, placed: Mapping[int, int], budget: Budget, longest: int | None = None
) -> Iterator[Refutation | None]:
    """Look for the same without any technique, then with one more at a time, and yield None until it is found.

    It ends with what was found, or without if nothing was; `longest`: the most texts that may be told.
    """
    climb = Climb(layout, placed, budget)
    # On an empty board where some number is unknown, whatever can be seen at once is refuted by the first rungs, too.
    looked = bool(placed) or None not in layout.targets
    if looked and (plain := _plain(climb)) is not None:
        yield plain
        return
    yield None
    rungs = len(NAMES) - 1 if len(layout.targets) <= _MANY else NAMES.index("starvation")
    if climb.possible:
        for verdict in climb.by_rung(rungs):
            if verdict == "none":
                break
            yield None
        else:
            return
    found = None if looked else _plain(climb)
    found = found or _told(climb, None if longest is None else longest - 1)
    if found is not None:
        yield found


def _plain(climb: Climb) -> Refutation | None:
    """Return what can be seen at once, before the rounds of a climb are read."""
    plain = tell_plain_failure(climb.state)
    return None if plain is None else Refutation((), (plain.why,), plain.islands)


def _told(climb: Climb, most: int | None) -> Refutation | None:
    """Return how a board that was worked out came to a contradiction, if at most so many steps have to be told."""
    story = Story()
    for steps in climb.rounds():
        story.add(steps, climb.state)
    failure = tell_failure(climb.state)
    if failure is None:
        return None
    reasons = story.reasons(failure.edges, most)
    if reasons is None:
        return None
    told = [telling for step, telling in reasons if step.technique != OBVIOUS]
    islands = dict.fromkeys(island for telling in (*told, failure) for island in telling.islands)
    last = f"Then {failure.why[0].lower()}{failure.why[1:]}" if told else failure.why
    return Refutation(tuple(step for step, _ in reasons), (*(telling.why for telling in told), last), tuple(islands))
