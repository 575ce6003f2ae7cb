"""The SAT engine: gives clauses to a PySAT solver, and adds more for each rule that its answer breaks (notes 000, 001).

`cnf` makes the clauses. `pysat_solvers` runs the solvers, so that limits are kept and Ctrl-C works with any of them.
"""
from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.search.engines.base import Connectivity, Count
from hashi_fast.search.engines.cnf import Formula, check_connectivity
from hashi_fast.search.engines.encodings import make_encoding
from hashi_fast.search.engines.pysat_solvers import SatSolver, find_solver
from hashi_fast.search.results import Phases, Result, Stats


class SatEngine:
    """A SAT solver. Encoding, solver and connectivity affect the time, not the answers.

    `solver` is any name that PySAT knows. `connectivity` is "lazy" (clauses are added after an answer that breaks a
    rule) or "eager" (all clauses come first).

    >>> from hashi_fast import loads
    >>> SatEngine(solver="glucose4").count(loads("3x3:232343232"), limit=None).found
    31
    """

    def __init__(
        self, encoding: str = "order", solver: str = "minisat22", connectivity: Connectivity = "lazy"
    ) -> None:
        check_connectivity(connectivity)
        self._start_solver = find_solver(solver)
        make_encoding(encoding, most=1, caps=())  # raises now if the encoding is unknown or its package is missing
        self._encoding = encoding
        self._connectivity = connectivity

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
        return _Search(puzzle, self._encoding, self._connectivity, self._start_solver, time_limit)


class _Search(AbstractContextManager["_Search"]):
    """One search: solutions one after the other, until there are no more or (see `exceeded`) time runs out."""

    def __init__(
        self,
        puzzle: Puzzle,
        encoding: str,
        connectivity: Connectivity,
        start_solver: Callable[[], SatSolver],
        time_limit: float | None,
    ) -> None:
        self._began = time.perf_counter()
        self._deadline = None if time_limit is None else self._began + time_limit
        self.exceeded: str | None = None
        self._formula = Formula(puzzle, encoding, connectivity)
        self._solver = start_solver()
        self._loaded = False
        self._last: bytes | None = None  # the last solution found
        self._clauses = self._variables = self._cut_rounds = self._cuts = 0
        self._seconds = {"build": 0.0, "search": 0.0, "cuts": 0.0}

    def __exit__(self, *error: object) -> None:
        self._solver.close()

    def next(self) -> bytes | None:
        """Return the bridges of another solution, one byte per edge, or None."""
        formula, solver = self._formula, self._solver
        if not self._loaded:
            self._load()
        elif self._last is not None:
            solver.add([formula.exclude(self._last)])
        while not self._is_late():
            began = time.perf_counter()
            answer = solver.solve(self._deadline)
            done = time.perf_counter()
            self._seconds["search"] += done - began
            if answer is False:
                break
            if answer:
                counts = formula.counts(solver.model())
                broken = formula.refute(counts)
                if broken:
                    solver.add(broken)
                    self._cut_rounds += 1
                    self._cuts += len(broken)
                self._seconds["cuts"] += time.perf_counter() - done
                if not broken:
                    self._last = counts
                    return counts
        return None

    def stats(self) -> Stats:
        """Return the statistics so far; nodes are the decisions of the solver."""
        counted = self._solver.counted()
        return Stats(
            counted.get("decisions", 0),
            counted.get("conflicts", 0),
            counted.get("propagations", 0),
            time.perf_counter() - self._began,
            variables=self._variables,
            clauses=self._clauses,
            cut_rounds=self._cut_rounds,
            cuts=self._cuts,
            phases=Phases(**self._seconds),
        )

    def _load(self) -> None:
        self._loaded = True
        for part in self._formula.parts():
            self._solver.add(part)
            self._clauses += len(part)
            if self._is_late():
                break
        self._variables = self._formula.encoding.top
        self._seconds["build"] = time.perf_counter() - self._began

    def _is_late(self) -> bool:
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            self.exceeded = "time_limit"
        return self.exceeded is not None
