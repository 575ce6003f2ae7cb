"""Solving, counting and comparing solutions: the thin Python face of the native search.

Nothing is cached: every call searches anew. All functions are safe to call from any
number of threads; the interpreter lock is released while they search.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from hashi_fast._native import MODES, Run
from hashi_fast.budget import check_budget, check_limit
from hashi_fast.errors import BudgetExceeded, Unsolvable, shown
from hashi_fast.puzzle import Puzzle
from hashi_fast.solution import Solution

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


# "dfs" searches depth first, which is best for everyday puzzles; "learn" learns from conflicts, which is best for large
# and hard ones; "auto" begins with the one and changes to the other when it has stalled. All give the same answers.
Gear = Literal["auto", "dfs", "learn"]


class Stats(NamedTuple):
    """What a search did: nodes entered, nodes given up, islands looked at, and the time it took."""

    nodes: int
    backtracks: int
    propagations: int
    seconds: float


class Result(NamedTuple):
    """The answer of `solve`. "unknown" means that the budget ran out before there was an answer."""

    status: Literal["solved", "unsolvable", "unknown"]
    solution: Solution | None
    stats: Stats


class Uniqueness(NamedTuple):
    """The answer of `uniqueness`: a proof, up to two witnesses, and the edges on which the two differ.

    "unknown" means that the budget ran out; `solutions` then holds the one that had been found, if any.
    """

    status: Literal["unique", "multiple", "none", "unknown"]
    solutions: tuple[Solution, ...]
    differing: tuple[int, ...]
    stats: Stats


def solve(
    puzzle: Puzzle, *, time_limit: float | None = None, node_limit: int | None = None, search: Gear = "auto"
) -> Result:
    """Find a solution, or prove that there is none.

    >>> from hashi_fast import loads, solve
    >>> print(solve(loads("3x1:2a2")).solution)
    2=2
    """
    run = _start(puzzle, time_limit, node_limit, search)
    counts = run.next()
    if counts is not None:
        return Result("solved", Solution._trusted(puzzle, counts), _stats(run))
    return Result("unsolvable" if run.exceeded is None else "unknown", None, _stats(run))


def count_solutions(
    puzzle: Puzzle,
    limit: int | None = 2,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    search: Gear = "auto",
) -> int:
    """Count the solutions, up to `limit` (None: all of them).

    Raises `BudgetExceeded` with the number found and the first two when a budget runs out first.

    >>> from hashi_fast import count_solutions, loads
    >>> count_solutions(loads("3x3:232343232"), limit=None)
    31
    """
    run = _start(puzzle, time_limit, node_limit, search)
    found = run.count(check_limit(limit))
    if run.exceeded is not None:
        raise _budget_exceeded(puzzle, run, found)
    return found


def is_unique(
    puzzle: Puzzle, *, time_limit: float | None = None, node_limit: int | None = None, search: Gear = "auto"
) -> bool:
    """Whether the puzzle has exactly one solution: a proof, found anew with every call.

    >>> from hashi_fast import is_unique, loads
    >>> is_unique(loads("3x1:2a2"))
    True
    """
    run = _start(puzzle, time_limit, node_limit, search)
    found = run.count(2)
    if run.exceeded is not None:
        raise _budget_exceeded(puzzle, run, found)
    return found == 1


def enumerate_solutions(
    puzzle: Puzzle,
    limit: int | None = None,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    search: Gear = "auto",
) -> Iterator[Solution]:
    """Iterate over the solutions, each once, up to `limit` (None: all of them).

    The budget is for the whole iteration, and the clock starts with the call. When it runs out before the last solution
    has been found, the iterator raises `BudgetExceeded`.

    >>> from hashi_fast import enumerate_solutions, loads
    >>> sum(1 for solution in enumerate_solutions(loads("3x3:232343232")))
    31
    """
    return _enumerate(puzzle, check_limit(limit), _start(puzzle, time_limit, node_limit, search))


def _enumerate(puzzle: Puzzle, limit: int | None, run: Run) -> Iterator[Solution]:
    found = 0
    while limit is None or found < limit:
        counts = run.next()
        if counts is None:
            if run.exceeded is not None:
                raise _budget_exceeded(puzzle, run, found)
            return
        found += 1
        yield Solution._trusted(puzzle, counts)


def uniqueness(
    puzzle: Puzzle, *, time_limit: float | None = None, node_limit: int | None = None, search: Gear = "auto"
) -> Uniqueness:
    """Whether the puzzle has no, one or several solutions, with witnesses.

    >>> from hashi_fast import loads, uniqueness
    >>> answer = uniqueness(loads("3x3:232343232"))
    >>> answer.status, len(answer.solutions), len(answer.differing) > 0
    ('multiple', 2, True)
    """
    run = _start(puzzle, time_limit, node_limit, search)
    found = run.count(2)
    solutions = tuple(Solution._trusted(puzzle, counts) for counts in run.witnesses)
    if found == 2:
        one, other = run.witnesses
        differing = tuple(edge for edge, (x, y) in enumerate(zip(one, other, strict=True)) if x != y)
        return Uniqueness("multiple", solutions, differing, _stats(run))
    if run.exceeded is not None:
        return Uniqueness("unknown", solutions, (), _stats(run))
    return Uniqueness("unique" if found else "none", solutions, (), _stats(run))


def common_bridges(
    puzzle: Puzzle,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    search: Gear = "auto",
) -> tuple[NDArray[numpy.int8], NDArray[numpy.int8]]:
    """The least and the most bridges that each edge carries over all solutions, as int8 arrays over the edges.

    Raises `Unsolvable` when there is no solution, and `BudgetExceeded` when a budget runs out first.

    >>> from hashi_fast import common_bridges, loads
    >>> least, most = common_bridges(loads("3x3:3a3c3a3"))
    >>> least.tolist(), most.tolist()
    ([1, 1, 1, 1], [2, 2, 2, 2])
    """
    run = _start(puzzle, time_limit, node_limit, search)
    bounds = run.common()
    if run.exceeded is not None:
        raise _budget_exceeded(puzzle, run, len(run.witnesses))
    if bounds is None:
        raise Unsolvable("the puzzle has no solution, so its solutions have no bridges in common")
    import numpy

    least, most = bounds
    return numpy.frombuffer(least, dtype=numpy.int8), numpy.frombuffer(most, dtype=numpy.int8)


def _start(puzzle: Puzzle, time_limit: float | None, node_limit: int | None, search: str) -> Run:
    if time_limit is not None or node_limit is not None:
        check_budget(time_limit, node_limit)
    if search not in MODES:
        raise ValueError(f"search is one of {', '.join(map(repr, MODES))}, not {shown(search)}")
    return Run(puzzle.topology, time_limit, node_limit, search)


def _stats(run: Run) -> Stats:
    return Stats(run.nodes, run.backtracks, run.propagations, run.seconds)


def _budget_exceeded(puzzle: Puzzle, run: Run, found: int) -> BudgetExceeded:
    solutions = tuple(Solution._trusted(puzzle, counts) for counts in run.witnesses)
    return BudgetExceeded(
        f"{run.exceeded} ran out after {run.nodes} nodes and {run.seconds:.3f} s; {found} solutions had been found",
        found=found,
        solutions=solutions,
    )
