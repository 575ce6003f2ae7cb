"""The native search behind the protocol of all engines, and its answers as plain values.

`hashi_fast.search.solver` calls the kernels without this class, because a call may take little more than a microsecond.
"""
from __future__ import annotations

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.search._boundary import Run
from hashi_fast.search.engines.base import Count
from hashi_fast.search.results import Result, Stats


class NativeEngine:
    """Depth-first search that changes to learning when it stalls."""

    def solve(self, puzzle: Puzzle, *, time_limit: float | None = None) -> Result:
        """Find a solution, or prove that there is none."""
        return solve_with(puzzle, Run(puzzle.topology, time_limit))

    def count(self, puzzle: Puzzle, limit: int | None, *, time_limit: float | None = None) -> Count:
        """Count the solutions, up to `limit` (None: all of them)."""
        run = Run(puzzle.topology, time_limit)
        return count_of(puzzle, run, run.count(limit))


def solve_with(puzzle: Puzzle, run: Run) -> Result:
    """Let a run find its next solution."""
    counts = run.next()
    if counts is not None:
        return Result("solved", Solution.of_counts(puzzle, counts), stats_of(run))
    return Result("unsolvable" if run.exceeded is None else "unknown", None, stats_of(run))


def count_of(puzzle: Puzzle, run: Run, found: int) -> Count:
    """Return the count of a run."""
    return Count(found, witnesses_of(puzzle, run), run.exceeded, stats_of(run))


def witnesses_of(puzzle: Puzzle, run: Run) -> tuple[Solution, ...]:
    """Return the first solutions of a run, at most two."""
    return tuple([Solution.of_counts(puzzle, counts) for counts in run.witnesses])


def stats_of(run: Run) -> Stats:
    """Return the statistics of a run."""
    return Stats(run.nodes, run.conflicts, run.propagations, run.seconds, run.gear)
