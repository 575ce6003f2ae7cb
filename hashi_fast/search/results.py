"""The answers of searches as plain values, the same from every engine."""
from __future__ import annotations

from enum import IntEnum
from typing import Literal, NamedTuple

from hashi_fast.board.solution import Solution


class Gear(IntEnum):
    """The gear in which a native search ended, as in `BatchResult.gear`, whose array holds the plain numbers.

    DFS: depth first. LEARN: it stalled, so it changed to learning from conflicts.

    >>> from hashi_fast import Gear, PuzzleBatch, loads, solve_batch
    >>> [Gear(number).name for number in solve_batch(PuzzleBatch.from_puzzles([loads("3x1:2a2")])).gear]
    ['DFS']
    """

    DFS = 0
    LEARN = 1


class Phases(NamedTuple):
    """The seconds of a search by phase.

    build: writing the clauses or the program and loading them. search: inside the solver. cuts: looking for broken
    rules in its answers and adding clauses against them. The native search is not split: all of `Stats.seconds` is
    search, and all phases are 0.
    """

    build: float = 0.0
    search: float = 0.0
    cuts: float = 0.0


class Stats(NamedTuple):
    """What a search did.

    nodes: nodes entered, or decisions of a SAT solver. conflicts: nodes given up. propagations: islands visited, or
    literals set by a SAT solver. seconds: the time from the call to the answer, and `phases` what it was spent on.
    gear: "dfs" or "learn", the gear in which the native search ended; None for other engines.
    variables, clauses: the size of the problem that was given to a solver (for "ilp", columns and rows), before
    anything was added. cut_rounds: answers of the solver that broke a rule. cuts: clauses added against them.
    What an engine does not count is 0.

    >>> from hashi_fast import loads, solve
    >>> stats = solve(loads("3x1:2a2")).stats
    >>> stats.nodes, stats.conflicts, stats.gear
    (1, 0, 'dfs')
    >>> stats = solve(loads("3x1:2a2"), engine="sat").stats
    >>> stats.variables, stats.clauses, stats.cut_rounds
    (2, 4, 0)
    """

    nodes: int
    conflicts: int
    propagations: int
    seconds: float
    gear: Literal["dfs", "learn"] | None = None
    variables: int = 0
    clauses: int = 0
    cut_rounds: int = 0
    cuts: int = 0
    phases: Phases = Phases()

    @property
    def backtracks(self) -> int:
        """The former name of `conflicts`."""
        return self.conflicts


# What notebooks write where there is no board to show.
_NO_SOLUTION = {"unsolvable": "No solution", "unknown": "Unknown: the budget ran out before there was an answer"}


class Result(NamedTuple):
    """The answer of `solve`; true if the puzzle is solved. "unknown": the budget ran out before there was an answer.

    >>> from hashi_fast import loads, solve
    >>> solve(loads("3x1:2a2")).status, solve(loads("3x1:1a2")).status
    ('solved', 'unsolvable')
    >>> bool(solve(loads("3x1:2a2"))), bool(solve(loads("3x1:1a2")))
    (True, False)
    """

    status: Literal["solved", "unsolvable", "unknown"]
    solution: Solution | None
    stats: Stats

    def __bool__(self) -> bool:
        return self.status == "solved"

    def _repr_html_(self) -> str:
        from hashi_fast.board.html import figure, words

        if self.solution is None:
            return words(_NO_SOLUTION[self.status], bold=True)
        caption = f"solved in {1000 * self.stats.seconds:.3g} ms"
        return figure(self.solution.to_svg(), caption)


class Uniqueness(NamedTuple):
    """The answer of `uniqueness`: a proven status, up to two solutions, and the edges on which the two differ.

    It is true if the status is "unique". "unknown" means that the budget ran out; `solutions` then holds the one found
    so far, if any.

    >>> from hashi_fast import loads, uniqueness
    >>> answer = uniqueness(loads("3x3:3a3c3a3"))
    >>> answer.status, answer.differing, bool(answer)
    ('multiple', (0, 1, 2, 3), False)
    """

    status: Literal["unique", "multiple", "none", "unknown"]
    solutions: tuple[Solution, ...]
    differing: tuple[int, ...]
    stats: Stats

    def __bool__(self) -> bool:
        return self.status == "unique"
