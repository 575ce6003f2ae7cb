"""Solving, counting and comparing solutions: a thin layer over the native search and the other engines.

Nothing is cached: every call searches anew. All functions may be called from any number of threads; they release the
interpreter lock while they search.
"""
from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Literal

from hashi_fast.board.puzzle import Puzzle, check_puzzle
from hashi_fast.board.solution import Solution, differing_edges
from hashi_fast.errors import BudgetExceeded, Unsolvable, check_choice, shown
from hashi_fast.search._boundary import MODES, Run
from hashi_fast.search.engines import Connectivity, Count, Engine, get_engine
from hashi_fast.search.engines.native import count_of, solve_with, stats_of, witnesses_of
from hashi_fast.search.results import Result, Uniqueness
from hashi_fast.support.arguments import check_budget, check_limit
from hashi_fast.support.shared import shareable

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


# "dfs" searches depth first, which is best for everyday puzzles. "learn" learns from conflicts, which is best for large
# and hard ones. "auto" starts with the first and changes to the second when it stalls. All give the same answers.
GearName = Literal["auto", "dfs", "learn"]


def solve(
    puzzle: Puzzle,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    search: GearName = "auto",
    engine: str = "native",
    encoding: str | None = None,
    solver: str | None = None,
    connectivity: Connectivity | None = None,
) -> Result:
    """Find a solution, or prove that there is none.

    `engine` is "native", "sat", "ilp" or one that was registered; "sat" and "ilp" are extras, for second opinions.
    `node_limit` and `search` are only for "native". Only "sat" takes `encoding` ("order", "pb", "direct" or one that
    was registered), `solver` (any name that PySAT knows, such as "cadical195") and `connectivity` ("lazy" or "eager").

    >>> from hashi_fast import loads, solve
    >>> print(solve(loads("3x1:2a2")).solution)
    2=2
    """
    if engine != "native" or encoding is not None or solver is not None or connectivity is not None:
        options = {"encoding": encoding, "solver": solver, "connectivity": connectivity}
        other = _engine(puzzle, engine, options, time_limit, node_limit, search)
        return other.solve(puzzle, time_limit=time_limit)
    return solve_with(puzzle, _start(puzzle, time_limit, node_limit, search))


def count_solutions(
    puzzle: Puzzle,
    limit: int | None = 2,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    search: GearName = "auto",
    engine: str = "native",
    encoding: str | None = None,
    solver: str | None = None,
    connectivity: Connectivity | None = None,
) -> int:
    """Count the solutions, up to `limit` (None: all of them), with any engine (see `solve`).

    Raises `BudgetExceeded`, with the number found and the first two solutions, if a budget runs out first.

    >>> from hashi_fast import count_solutions, loads
    >>> count_solutions(loads("3x3:232343232"), limit=None)
    31
    """
    if engine != "native" or encoding is not None or solver is not None or connectivity is not None:
        options = {"encoding": encoding, "solver": solver, "connectivity": connectivity}
        other = _engine(puzzle, engine, options, time_limit, node_limit, search)
        counted = other.count(puzzle, check_limit(limit), time_limit=time_limit)
        if counted.exceeded is not None:
            raise _budget_exceeded(counted)
        return counted.found
    run = _start(puzzle, time_limit, node_limit, search)
    found = run.count(check_limit(limit))
    if run.exceeded is not None:
        raise _budget_exceeded(count_of(puzzle, run, found))
    return found


def is_unique(
    puzzle: Puzzle, *, time_limit: float | None = None, node_limit: int | None = None, search: GearName = "auto"
) -> bool:
    """Return whether the puzzle has exactly one solution; every call proves it anew.

    >>> from hashi_fast import is_unique, loads
    >>> is_unique(loads("3x1:2a2"))
    True
    """
    run = _start(puzzle, time_limit, node_limit, search)
    found = run.count(2)
    if run.exceeded is not None:
        raise _budget_exceeded(count_of(puzzle, run, found))
    return found == 1


def enumerate_solutions(
    puzzle: Puzzle,
    limit: int | None = None,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    search: GearName = "auto",
) -> Iterator[Solution]:
    """Iterate over the solutions, each once, up to `limit` (None: all of them).

    The budget is for the whole iteration, and the clock starts with the call. If it runs out before all solutions are
    found, the iterator raises `BudgetExceeded`.

    >>> from hashi_fast import enumerate_solutions, loads
    >>> sum(1 for solution in enumerate_solutions(loads("3x3:232343232")))
    31
    """
    return shareable(_enumerate(puzzle, check_limit(limit), _start(puzzle, time_limit, node_limit, search)))


def _enumerate(puzzle: Puzzle, limit: int | None, run: Run) -> Generator[Solution, None, None]:
    found = 0
    while limit is None or found < limit:
        counts = run.next()
        if counts is None:
            if run.exceeded is not None:
                raise _budget_exceeded(count_of(puzzle, run, found))
            return
        found += 1
        yield Solution.of_counts(puzzle, counts)


def uniqueness(
    puzzle: Puzzle,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    search: GearName = "auto",
    engine: str = "native",
    encoding: str | None = None,
    solver: str | None = None,
    connectivity: Connectivity | None = None,
) -> Uniqueness:
    """Return whether the puzzle has no, one or several solutions, and up to two of them, by any engine (see `solve`).

    >>> from hashi_fast import loads, uniqueness
    >>> answer = uniqueness(loads("3x3:232343232"))
    >>> answer.status, len(answer.solutions), len(answer.differing) > 0
    ('multiple', 2, True)
    """
    if engine != "native" or encoding is not None or solver is not None or connectivity is not None:
        options = {"encoding": encoding, "solver": solver, "connectivity": connectivity}
        counter = _engine(puzzle, engine, options, time_limit, node_limit, search)
        found, solutions, exceeded, stats = counter.count(puzzle, 2, time_limit=time_limit)
    else:
        run = _start(puzzle, time_limit, node_limit, search)
        found = run.count(2)
        solutions, exceeded, stats = witnesses_of(puzzle, run), run.exceeded, stats_of(run)
    if found == 2:
        one, other = solutions
        return Uniqueness("multiple", solutions, tuple(differing_edges(one.edge_counts, other.edge_counts)), stats)
    if exceeded is not None:
        return Uniqueness("unknown", solutions, (), stats)
    return Uniqueness("unique" if found else "none", solutions, (), stats)


def common_bridges(
    puzzle: Puzzle,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    search: GearName = "auto",
) -> tuple[NDArray[numpy.int8], NDArray[numpy.int8]]:
    """Return the fewest and the most bridges on each edge over all solutions, as two int8 arrays.

    Raises `Unsolvable` if there is no solution, and `BudgetExceeded` if a budget runs out first.

    >>> from hashi_fast import common_bridges, loads
    >>> least, most = common_bridges(loads("3x3:3a3c3a3"))
    >>> least.tolist(), most.tolist()
    ([1, 1, 1, 1], [2, 2, 2, 2])
    """
    run = _start(puzzle, time_limit, node_limit, search)
    bounds = run.common()
    if run.exceeded is not None:
        raise _budget_exceeded(count_of(puzzle, run, len(run.witnesses)))
    if bounds is None:
        raise Unsolvable("the puzzle has no solution, so its solutions have no bridges in common")
    import numpy

    least, most = bounds
    return numpy.frombuffer(least, dtype=numpy.int8), numpy.frombuffer(most, dtype=numpy.int8)


def _start(puzzle: Puzzle, time_limit: float | None, node_limit: int | None, search: str) -> Run:
    if time_limit is not None or node_limit is not None:
        check_budget(time_limit, node_limit)
    if type(search) is not str or search != "auto":  # what is usual is seen at once
        check_choice("search", search, MODES)
    try:
        topology = puzzle.topology
    except AttributeError:  # checked only now: the check would take almost as long as solving a small puzzle
        check_puzzle(puzzle)
        raise
    return Run(topology, time_limit, node_limit, search)


def _engine(
    puzzle: Puzzle,
    name: str,
    options: dict[str, str | None],
    time_limit: float | None,
    node_limit: int | None,
    search: str,
) -> Engine:
    """Return the engine of this name with the options that are given, or raise an error that names one it lacks."""
    check_puzzle(puzzle)
    engine = get_engine(name, **{option: value for option, value in options.items() if value is not None})
    if node_limit is not None:
        raise ValueError(f"node_limit={shown(node_limit)} is for engine='native' only, not for engine={shown(name)}")
    if search != "auto":
        raise ValueError(f"search={shown(search)} is for engine='native' only, not for engine={shown(name)}")
    check_budget(time_limit, None)
    return engine


def _budget_exceeded(counted: Count) -> BudgetExceeded:
    nodes, seconds = counted.stats.nodes, counted.stats.seconds
    return BudgetExceeded(
        f"{counted.exceeded} ran out after {nodes} nodes and {seconds:.3f} s; {counted.found} solutions had been found",
        found=counted.found,
        solutions=counted.witnesses,
    )
