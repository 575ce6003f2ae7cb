"""The SAT engine: gives clauses to a PySAT solver, and adds more for each rule that its answer breaks (notes 000, 001).

The solver works in slices of a few conflicts, with the interpreter lock released. Between slices, Python handles Ctrl-C
and checks the time. So the solver must be able to stop after a number of conflicts and to go on later.
"""
from __future__ import annotations

import time
from contextlib import AbstractContextManager
from typing import Any

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.errors import check_choice
from hashi_fast.search.engines.base import Count, EncodingName, need
from hashi_fast.search.engines.cnf import Formula
from hashi_fast.search.engines.encodings import make_encoding
from hashi_fast.search.results import Result, Stats

# The classes in pysat.solvers, by name.
SOLVERS = {
    "minisat22": "Minisat22",
    "minisat-gh": "MinisatGH",
    "glucose4": "Glucose4",
}

SLICE_SECONDS = 0.01  # the length of a slice to aim at
FIRST_SLICE = 64  # conflicts in the first slice


class SatEngine:
    """A SAT solver with lazy cuts. Encoding and solver affect the time, not the answers.

    >>> from hashi_fast import loads
    >>> SatEngine(solver="glucose4").count(loads("3x3:232343232"), limit=None).found
    31
    """

    def __init__(self, encoding: EncodingName = "order", solver: str = "minisat22") -> None:
        check_choice("solver", solver, SOLVERS)
        make_encoding(encoding, most=1, caps=())  # raises now if the encoding is unknown or its package is missing
        self._encoding = encoding
        self._solver = getattr(need('engine "sat"', "pysat.solvers", "python-sat", "sat"), SOLVERS[solver])

    def solve(self, puzzle: Puzzle, *, time_limit: float | None = None) -> Result:
        """Find a solution, or prove that there is none."""
        with self._start(puzzle, time_limit) as search:
            counts = search.next()
            if counts is not None:
                return Result("solved", Solution.of_counts(puzzle, counts), search.stats())
            return Result("unknown" if search.exceeded else "unsolvable", None, search.stats())

    def count(self, puzzle: Puzzle, limit: int | None, *, time_limit: float | None = None) -> Count:
        """Count the solutions, up to `limit` (None: all of them)."""
        found = 0
        witnesses: list[Solution] = []
        with self._start(puzzle, time_limit) as search:
            while (limit is None or found < limit) and (counts := search.next()) is not None:
                found += 1
                if found <= 2:
                    witnesses.append(Solution.of_counts(puzzle, counts))
            return Count(found, tuple(witnesses), search.exceeded, search.stats())

    def _start(self, puzzle: Puzzle, time_limit: float | None) -> _Search:
        return _Search(puzzle, self._encoding, self._solver, time_limit)


class _Search(AbstractContextManager["_Search"]):
    """One search: solutions one after the other, until there are no more or (see `exceeded`) time runs out."""

    def __init__(self, puzzle: Puzzle, encoding: EncodingName, solver: Any, time_limit: float | None) -> None:
        self._began = time.perf_counter()
        self._deadline = None if time_limit is None else self._began + time_limit
        self.exceeded: str | None = None
        self._formula = Formula(puzzle, encoding)
        self._solver = solver()
        self._conflicts = FIRST_SLICE
        self._last: bytes | None = None  # the last solution found
        for part in self._formula.parts():
            self._solver.append_formula(part)
            if self._is_late():
                break

    def __exit__(self, *error: object) -> None:
        self._solver.delete()

    def next(self) -> bytes | None:
        """Return the bridges of another solution, one byte per edge, or None."""
        formula, solver = self._formula, self._solver
        if self._last is not None:
            solver.add_clause(formula.exclude(self._last))
        while not self._is_late():
            answer = self._solve_slice()
            if answer is False:
                break
            if answer:
                counts = formula.encoding.counts(solver.get_model())
                broken = formula.refute(counts)
                if not broken:
                    self._last = counts
                    return counts
                solver.append_formula(broken)
        return None

    def stats(self) -> Stats:
        """Return the statistics of the solver: decisions, conflicts and propagations."""
        counted = self._solver.accum_stats()
        seconds = time.perf_counter() - self._began
        return Stats(counted["decisions"], counted["conflicts"], counted["propagations"], seconds)

    def _is_late(self) -> bool:
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            self.exceeded = "time_limit"
        return self.exceeded is not None

    def _solve_slice(self) -> bool | None:
        """Let the solver work for a while; None means that it has no answer yet."""
        began = time.perf_counter()
        self._solver.conf_budget(self._conflicts)
        answer: bool | None = self._solver.solve_limited(expect_interrupt=True)
        if answer is None:
            seconds = time.perf_counter() - began
            self._conflicts = max(1, self._conflicts * 2 if seconds < SLICE_SECONDS else self._conflicts // 2)
        return answer
