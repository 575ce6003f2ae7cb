"""Steps in words that a beginner can follow: where to look, and why.

    wording.py   plain English for numbers and lists
    talk.py      what sentences are built with; notes which islands they name and what they rely on
    sums.py      techniques that look at one island and its neighbours
    groups.py    techniques that look at groups of islands
    parity.py    techniques and failures that add up the needs of a region
    trials.py    techniques that try something out; trial.py does it again and tracks what leads to what
    moves.py     what to place and what to remove
    outcomes.py  why there is no solution, and how two solutions differ

A technique has one function, which returns its `Telling`. A new technique gets its function and a row in the table.
"""
from __future__ import annotations

from collections.abc import Callable

from hashi_fast.board.rating import Step
from hashi_fast.coaching.sentences import groups, outcomes, parity, sums, trials
from hashi_fast.coaching.sentences.talk import Talk, Telling
from hashi_fast.coaching.state import State
from hashi_fast.deduction.techniques import NAMES

__all__ = ["OBVIOUS", "Talk", "Telling", "tell"]

# The technique that is left out where steps are listed: which islands are complete and which ways are blocked can be
# seen on the board, and sentences that depend on it mention it in brackets.
OBVIOUS = "completion"

_TELLERS: dict[str, Callable[[State, Step], Telling]] = {
    "completion": sums.tell_completion,
    "full island": sums.tell_full_island,
    "one each way": sums.tell_one_each_way,
    "limited directions": sums.tell_limited_directions,
    "limited neighbours": sums.tell_limited_neighbours,
    "forbidden pair": groups.tell_forbidden_pair,
    "no way out": groups.tell_no_way_out,
    "group isolation": groups.tell_group_isolation,
    "no loop": groups.tell_no_loop,
    "only way out": groups.tell_only_way_out,
    "starvation": trials.tell_trial,
    "combinations": trials.tell_combinations,
    "parity": parity.tell_parity,
    "contradiction": trials.tell_trial,
    "case split": trials.tell_case_split,
    "search": outcomes.tell_search,
}
if tuple(_TELLERS) != NAMES:
    raise ImportError(f"there are sentences for {tuple(_TELLERS)}, but the techniques are {NAMES}")


def tell(state: State, step: Step) -> Telling:
    """Return a step in words, given the state it was found in.

    >>> from hashi_fast import loads, rate
    >>> from hashi_fast.coaching.layout import Layout
    >>> puzzle = loads("3x3:3a2c1b")
    >>> step = rate(puzzle, path=True).path[0]
    >>> tell(State(Layout(puzzle), [0, 0], [2, 1], [2, 1]), step).where
    'Look at the 3 at row 1, column 1.'
    """
    return _TELLERS[step.technique](state, step)
