"""Steps in words that a beginner follows: where to look, and why it is so.

    board.py     the board and what is known of it, as those who talk about it see it
    talk.py      what a sentence is made with; it notes which islands it names and what it relies on
    sums.py, groups.py, trials.py    a function for each technique, which returns its `Telling`
    trial.py     trying something out, keeping track of what leads to what
    wording.py   plain English for numbers and lists

Rows and columns in sentences count from 1. A new technique gets its function here and a row in the table.
"""
from __future__ import annotations

from collections.abc import Callable

from hashi_fast.board.rating import Step
from hashi_fast.coaching.position import Board, State
from hashi_fast.coaching.sentences import groups, sums, trials
from hashi_fast.coaching.sentences.talk import Talk, Telling
from hashi_fast.deduction.techniques import NAMES

__all__ = ["Board", "State", "Talk", "Telling", "tell"]


def _tell_search(state: State, step: Step) -> Telling:
    return Talk(state).telling(
        "look at the whole board",
        "no step is left that could be told in few words",
        "but when all possibilities are tried, only one leads to a solution",
    )


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
    "parity": groups.tell_parity,
    "contradiction": trials.tell_trial,
    "case split": trials.tell_case_split,
    "search": _tell_search,
}
if tuple(_TELLERS) != NAMES:
    raise ImportError(f"there are sentences for {tuple(_TELLERS)}, but the techniques are {NAMES}")


def tell(state: State, step: Step) -> Telling:
    """Return a step in words, in the state it was found in.

    >>> from hashi_fast import loads, rate
    >>> puzzle = loads("3x3:3a2c1b")
    >>> step = rate(puzzle, path=True).path[0]
    >>> tell(State(Board(puzzle), [0, 0], [2, 1], [2, 1]), step).where
    'Look at the 3 at row 1, column 1.'
    """
    return _TELLERS[step.technique](state, step)
