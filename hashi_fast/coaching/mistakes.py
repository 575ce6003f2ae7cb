"""Mistakes: which of a player's bridges cannot be together, and why.

A *unit* is one bridge: (edge, k) says that there are at least k on the edge. A set of units is irreducible when no
solution has all of them, but some solution has all but any one: in a puzzle with one solution, that is a single bridge.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hashi_fast.coaching.proofs import refute
from hashi_fast.coaching.questions import Budget, Searches, irreducible
from hashi_fast.coaching.sentences import Board, State, Talk, Telling
from hashi_fast.coaching.sentences.moves import tell_bridges
from hashi_fast.coaching.sentences.trial import Trial
from hashi_fast.coaching.sentences.trials import events_in
from hashi_fast.coaching.sentences.wording import counted
from hashi_fast.deduction._boundary import Path
from hashi_fast.errors import BudgetExceeded

_Unit = tuple[int, int]

# Beyond these, a reason is no help.
_LONGEST_CHAIN = 8  # changes of bounds
_LONGEST_PROOF = 6  # sentences


class Mistake(NamedTuple):
    """Bridges that cannot be together, as the least number on each edge, and why."""

    wrong: dict[int, int]
    telling: Telling


def find_mistake(board: Board, counts: Sequence[int], searches: Searches) -> Mistake:
    """Return what is wrong with these counts, which no solution has, while the puzzle has some."""
    units = irreducible(_suspects(board, counts), lambda units: not searches.solvable(_least(units)))
    wrong = dict(sorted(_least(units).items()))
    bridges = tell_bridges(board, wrong)
    talk = Talk(State(board, counts, counts, counts))
    talk.note(island for edge in wrong for island in board.ends[edge])
    where = f"there is a mistake: look at {bridges}"
    telling = _broken_rule(talk, wrong, where) or _short_proof(board, wrong, where, searches.budget)
    if telling is None:
        telling = talk.telling(where, f"no solution has {bridges}{' together' if len(wrong) > 1 else ''}")
    return Mistake(wrong, telling)


def _least(units: Iterable[_Unit]) -> dict[int, int]:
    least: dict[int, int] = {}
    for edge, count in units:
        least[edge] = max(count, least.get(edge, 0))
    return least


def _suspects(board: Board, counts: Sequence[int]) -> list[_Unit]:
    """Bridges that cannot all be: those that break a rule for all to see, where there are any, else all.

    First bridges of a pair come before second ones, so that none is blamed for what the first one does.
    """
    for edge, count in enumerate(counts):
        for other in board.crossings(edge):
            if count and counts[other]:
                return [(edge, 1), (other, 1)]
    for island, target in enumerate(board.targets):
        edges = [way.edge for way in board.ways[island]]
        if target is not None and sum(counts[edge] for edge in edges) > target:
            return _units(counts, edges)
    return _units(counts, range(len(counts)))


def _units(counts: Sequence[int], edges: Iterable[int]) -> list[_Unit]:
    units = ((edge, k) for edge in edges for k in range(1, counts[edge] + 1))
    return sorted(units, key=lambda unit: (unit[1], unit[0]))


def _broken_rule(talk: Talk, wrong: Mapping[int, int], where: str) -> Telling | None:
    """Bridges that cross, or too many at an island."""
    board = talk.board
    if len(wrong) == 2:
        one, other = wrong
        if other in board.crossings(one):
            cross = f"the bridge between {talk.pair(one)} crosses the one between {talk.pair(other)}"
            return talk.telling(where, cross)
    for island in sorted({end for edge in wrong for end in board.ends[edge]}):
        target = board.targets[island]
        has = sum(wrong.get(way.edge, 0) for way in board.ways[island])
        if target is not None and has > target:
            return talk.telling(where, f"{talk.name(island)} has {counted(has)}, which is too many")
    return None


def _short_proof(board: Board, wrong: Mapping[int, int], where: str, budget: Budget) -> Telling | None:
    """What these bridges lead to, on a board without any others; None where that takes too long to tell."""
    least, most = Path(board.puzzle.topology).bounds
    state = State(board, least, most, most)
    talk = Talk(state)
    talk.note(island for edge in wrong for island in board.ends[edge])
    head = f"suppose {'it' if sum(wrong.values()) == 1 else 'they'} were right"
    trial = Trial(state)
    for edge, count in wrong.items():
        trial.at_least(edge, count)
    trial.spread()
    if trial.conflict is not None and len(trial.told()) <= _LONGEST_CHAIN:
        events, conflict = events_in(talk, trial)
        return talk.telling(where, head, *([f"then {'; '.join(events)}", f"so {conflict}"] if events else [conflict]))
    try:
        refutation = refute(board, wrong, budget)
    except BudgetExceeded:
        return None
    if refutation is None or len(refutation.sentences) > _LONGEST_PROOF:
        return None
    return talk.telling(where, head, *refutation.sentences, islands=refutation.islands)
