"""Mistakes: a minimal set of the player's bridges that cannot all be right, and why.

A *unit* is one bridge: (edge, k) stands for at least k bridges on the edge. The units that are blamed are irreducible:
no solution has all of them, but remove any one and the rest fit a solution. In a puzzle with exactly one solution,
that is always a single unit.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.climb import Climb
from hashi_fast.coaching.layout import Layout
from hashi_fast.coaching.questions import Questions, irreducible
from hashi_fast.coaching.refutation import refute
from hashi_fast.coaching.sentences import Talk, Telling
from hashi_fast.coaching.sentences.moves import bridges_in_words
from hashi_fast.coaching.sentences.trial import Trial
from hashi_fast.coaching.sentences.trials import consequences
from hashi_fast.coaching.sentences.wording import counted
from hashi_fast.coaching.state import State
from hashi_fast.errors import BudgetExceeded

_Unit = tuple[int, int]

# A longer reason is no help.
_LONGEST_CHAIN = 8  # shifts of bounds
_LONGEST_PROOF = 6  # steps


class Mistake(NamedTuple):
    """Bridges that cannot all be right, as the least number on each edge, and why."""

    wrong: dict[int, int]
    telling: Telling


def find_mistake(layout: Layout, counts: Sequence[int], questions: Questions) -> Mistake:
    """Return what is wrong with these counts; the puzzle has solutions, but none with at least these bridges."""
    units = irreducible(_suspects(layout, counts), lambda units: not questions.solvable(_least(units)))
    wrong = dict(sorted(_least(units).items()))
    bridges = bridges_in_words(layout, wrong)
    talk = Talk(State(layout, counts, counts, counts))
    talk.note(island for edge in wrong for island in layout.ends[edge])
    where = f"there is a mistake: look at {bridges}"
    telling = _broken_rule(talk, wrong, where) or _short_proof(layout, wrong, where, questions.budget)
    if telling is None:
        telling = talk.telling(where, f"no solution has {bridges}{' together' if len(wrong) > 1 else ''}")
    return Mistake(wrong, telling)


def _least(units: Iterable[_Unit]) -> dict[int, int]:
    least: dict[int, int] = {}
    for edge, count in units:
        least[edge] = max(count, least.get(edge, 0))
    return least


def _suspects(layout: Layout, counts: Sequence[int]) -> list[_Unit]:
    """Return units that cannot all be right: if some visibly break a rule, only those, else all.

    The first bridge of each edge comes before any second one, so that a second one is not blamed for the first.
    """
    for edge, count in enumerate(counts):
        for other in layout.crossings(edge):
            if count and counts[other]:
                return [(edge, 1), (other, 1)]
    for island, target in enumerate(layout.targets):
        edges = [way.edge for way in layout.ways[island]]
        if target is not None and sum(counts[edge] for edge in edges) > target:
            return _units(counts, edges)
    return _units(counts, range(len(counts)))


def _units(counts: Sequence[int], edges: Iterable[int]) -> list[_Unit]:
    units = ((edge, k) for edge in edges for k in range(1, counts[edge] + 1))
    return sorted(units, key=lambda unit: (unit[1], unit[0]))


def _broken_rule(talk: Talk, wrong: Mapping[int, int], where: str) -> Telling | None:
    """Tell which bridges cross, or which island has too many."""
    layout = talk.layout
    if len(wrong) == 2:
        one, other = wrong
        if other in layout.crossings(one):
            cross = f"the bridge between {talk.pair(one)} crosses the one between {talk.pair(other)}"
            return talk.telling(where, cross)
    for island in sorted({end for edge in wrong for end in layout.ends[edge]}):
        target = layout.targets[island]
        has = sum(wrong.get(way.edge, 0) for way in layout.ways[island])
        if target is not None and has > target:
            return talk.telling(where, f"{talk.name(island)} has {counted(has)}, which is too many")
    return None


def _short_proof(layout: Layout, wrong: Mapping[int, int], where: str, budget: Budget) -> Telling | None:
    """Tell what these bridges lead to on a board without any others, or return None if that takes too long to tell."""
    state = Climb(layout, {}, budget).state
    talk = Talk(state)
    talk.note(island for edge in wrong for island in layout.ends[edge])
    head = f"suppose {'it' if sum(wrong.values()) == 1 else 'they'} were right"
    trial = Trial(state)
    for edge, count in wrong.items():
        trial.at_least(edge, count)
    trial.spread()
    if trial.conflict is not None and len(trial.told()) <= _LONGEST_CHAIN:
        return talk.telling(where, head, *consequences(talk, trial))
    try:
        refutation = refute(layout, wrong, budget)
    except BudgetExceeded:
        return None
    if refutation is None or len(refutation.told) > _LONGEST_PROOF:
        return None
    return talk.telling(where, head, *refutation.told, islands=refutation.islands)
