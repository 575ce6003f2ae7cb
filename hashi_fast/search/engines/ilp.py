"""The integer program of `flow_model`, solved by HiGHS; needs highspy, the extra `ilp`.

Each solution found is excluded by a row, and HiGHS is asked for the next one, until it proves that there is none. Its
answers are not trusted:

a. It computes with floating point numbers. A solution of HiGHS is rounded, and its bridges must pass the checker and
   be new.
b. Its presolve is sometimes wrong: in versions 1.12 to 1.15, one of about 10,000 small programs that it called
   infeasible had solutions. Presolve halves the time to a solution, so it is used as long as there are solutions. A
   claim that there is no other solution, or none with fewer bridges, is believed only from a run without presolve.

HiGHS checks only now and then whether it should stop: up to 0.7 s apart on a board of 144 islands, 1.5 s at 1600, and
8 s at 3600. So it runs in its own thread, and the caller need not wait for it; the thread ends at the next check. It
watches time limits more closely: it overshot them by at most 30 ms up to 400 islands and 80 ms at 1600.
"""
from __future__ import annotations

import time
from threading import Event, Thread
from types import ModuleType
from typing import Any

import numpy

from hashi_fast.board.checker import check
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution, bridges_of, edge_ends
from hashi_fast.search.engines.base import Count, need
from hashi_fast.search.engines.flow_model import FlowModel, Row, exclude, flow_model
from hashi_fast.search.results import Phases, Result, Stats

# The tightest that HiGHS allows is 1e-10. A unit of flow over an edge without bridges needs y_e_1 >= 1 / (n - 1).
_FEASIBILITY = 1e-9
# HiGHS may be a little off after it undoes its presolve; an error above this is suspicious.
_ROUNDING = 1e-6
# On Windows, Ctrl-C does not interrupt a wait without a timeout.
_WAIT = 0.05


class IlpEngine:
    """HiGHS, on one thread. In `Stats`, nodes are those of its branch and bound, variables columns, and clauses rows.

    `fewest` makes `solve` return a solution with the fewest bridges. That makes a difference only if there are unknown
    clues. Then the proof takes 3 to 400 times as long as finding any solution (100 to 144 islands), so it is not the
    default.

    Safe to use from any number of threads: each call has its own HiGHS, which runs with the interpreter lock released.

    >>> from hashi_fast import loads
    >>> IlpEngine().count(loads("3x3:3a3c3a3"), limit=None).found
    2
    """

    def __init__(self, *, fewest: bool = False) -> None:
        self._highspy = need('engine "ilp"', "highspy", "highspy", "ilp")
        self._fewest = fewest

    def solve(self, puzzle: Puzzle, *, time_limit: float | None = None) -> Result:
        """Find a solution, or prove that there is none."""
        search = _Search(self._highspy, puzzle, time_limit, self._fewest)
        solution = search.next()
        if solution is not None:
            return Result("solved", solution, search.stats())
        return Result("unsolvable" if search.exceeded is None else "unknown", None, search.stats())

    def count(self, puzzle: Puzzle, limit: int | None, *, time_limit: float | None = None) -> Count:
        """Count the solutions, up to `limit` (None: all of them)."""
        search = _Search(self._highspy, puzzle, time_limit, fewest=False)
        found, witnesses = 0, []
        while limit is None or found < limit:
            solution = search.next()
            if solution is None:
                break
            found += 1
            if found <= 2:
                witnesses.append(solution)
        return Count(found, tuple(witnesses), search.exceeded, search.stats())


class _Search:
    """The solutions of one puzzle, one after the other."""

    exceeded: str | None  # set with the last answer

    def __init__(self, highspy: ModuleType, puzzle: Puzzle, time_limit: float | None, fewest: bool) -> None:
        self._start = time.perf_counter()
        self._time_limit = None if time_limit is None else float(time_limit)
        self._highspy = highspy
        self._puzzle = puzzle
        self._model = flow_model(puzzle)
        self._solver = _solver(highspy, self._model, fewest)
        self._build_seconds = time.perf_counter() - self._start
        self._search_seconds = 0.0
        self._found: set[tuple[int, ...]] = set()
        self._presolve = not fewest  # until it says that there is no solution left
        self._nodes = 0
        self.exceeded = None

    def next(self) -> Solution | None:
        """Return a solution that was not returned before, or None."""
        statuses = self._highspy.HighsModelStatus
        status = self._run()
        if status == statuses.kInfeasible and self._presolve:
            self._presolve = False
            status = self._run()
        if status == statuses.kInfeasible:
            return None
        if status == statuses.kTimeLimit:
            self.exceeded = "time_limit"
            return None
        if status != statuses.kOptimal:
            raise RuntimeError(f"HiGHS ended with the status {self._solver.modelStatusToString(status)!r}")
        counts = _checked_counts(self._puzzle, self._solver.getSolution().col_value)
        if counts in self._found:
            raise RuntimeError("HiGHS returned a solution that a row of its program excludes")
        self._found.add(counts)
        row = exclude(self._model, counts)
        columns, values = _terms([row])
        self._solver.addRow(float(row.right), self._highspy.kHighsInf, len(columns), columns, values)
        return Solution(self._puzzle, counts)

    def stats(self) -> Stats:
        """Return the statistics so far."""
        return Stats(
            self._nodes,
            0,
            0,
            time.perf_counter() - self._start,
            variables=len(self._model.columns),
            clauses=len(self._model.rows),
            phases=Phases(self._build_seconds, self._search_seconds),
        )

    def _run(self) -> Any:
        """Let HiGHS run to its end and return its status; on an exception such as Ctrl-C, do not wait for it."""
        solver = self._solver
        _set(self._highspy, solver, presolve="choose" if self._presolve else "off")
        if self._time_limit is not None:
            # HiGHS counts from the start of each run.
            left = self._time_limit - (time.perf_counter() - self._start)
            _set(self._highspy, solver, time_limit=max(left, 0.0))
        # Not Thread.join: before Python 3.13, a join that Ctrl-C interrupts takes the thread for stopped, and the
        # interpreter may crash if it exits while HiGHS runs. For the same reason the thread is not a daemon.
        done = Event()
        began = time.perf_counter()
        try:
            Thread(target=_run_to_end, args=(solver, done), name="HiGHS").start()
            while not done.wait(_WAIT):
                pass
        except BaseException:
            solver.cancelSolve()
            raise
        self._search_seconds += time.perf_counter() - began
        self._nodes += max(0, solver.getInfo().mip_node_count)
        return solver.getModelStatus()


def _solver(highspy: ModuleType, model: FlowModel, fewest: bool) -> Any:
    """Return a HiGHS with the program and all options set."""
    solver = highspy.Highs()
    _set(
        highspy,
        solver,
        output_flag=False,
        threads=1,
        mip_feasibility_tolerance=_FEASIBILITY,
        primal_feasibility_tolerance=_FEASIBILITY,
        mip_rel_gap=0.0,
    )
    solver.HandleUserInterrupt = True  # lets cancelSolve work
    columns, rows = model.columns, model.rows
    index, values = _terms(rows)
    infinity = highspy.kHighsInf
    status = solver.passModel(
        len(columns),
        len(rows),
        len(index),
        int(highspy.MatrixFormat.kRowwise),
        int(highspy.ObjSense.kMinimize),
        0.0,
        numpy.array([column.cost if fewest else 0 for column in columns], dtype=numpy.float64),
        numpy.array([column.lower for column in columns], dtype=numpy.float64),
        numpy.array([column.upper for column in columns], dtype=numpy.float64),
        numpy.array([-infinity if row.sense == "<=" else row.right for row in rows], dtype=numpy.float64),
        numpy.array([infinity if row.sense == ">=" else row.right for row in rows], dtype=numpy.float64),
        numpy.cumsum([0, *(len(row.terms) for row in rows)], dtype=numpy.int32),
        index,
        values,
        numpy.array([column.whole for column in columns], dtype=numpy.int32),  # 1 is HighsVarType.kInteger
    )
    if status != highspy.HighsStatus.kOk:
        raise RuntimeError(f"HiGHS rejected the program: {status}")
    return solver


def _set(highspy: ModuleType, solver: Any, **options: object) -> None:
    for name, value in options.items():
        if solver.setOptionValue(name, value) != highspy.HighsStatus.kOk:
            raise RuntimeError(f"HiGHS rejected the option {name}={value!r}")


def _run_to_end(solver: Any, done: Event) -> None:
    try:
        solver.run()
    finally:
        done.set()


def _terms(rows: list[Row]) -> tuple[Any, Any]:
    """Return the columns and coefficients of all rows, one row after the other, in the form that HiGHS takes."""
    columns = numpy.array([column for row in rows for _, column in row.terms], dtype=numpy.int32)
    coefficients = numpy.array([coefficient for row in rows for coefficient, _ in row.terms], dtype=numpy.float64)
    return columns, coefficients


def _checked_counts(puzzle: Puzzle, values: list[float]) -> tuple[int, ...]:
    """Return the bridges on each edge in an answer of HiGHS, or raise RuntimeError if it is not a solution."""
    bridges = numpy.array(values[: puzzle.topology.n_edges])
    rounded = numpy.rint(bridges)
    if not (abs(bridges - rounded) <= _ROUNDING).all():  # catches NaN, too
        raise RuntimeError("HiGHS returned bridges that are not whole numbers")
    counts = tuple(rounded.astype(int).tolist())
    broken = check(puzzle, bridges_of(edge_ends(puzzle), counts))
    if broken:
        raise RuntimeError(f"HiGHS returned a wrong solution: {broken[0].message}")
    return counts
