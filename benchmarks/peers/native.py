"""The native part of PySAT alone: what the rival's search would cost without any Python around it.

Clauses (order encoding) are loaded before the clock starts, as our topology is built before a call. The clock runs only
while the solver searches and while it takes cuts and excluded solutions. What Python does in between is free: finding
the islands that a model leaves apart, and writing the clauses down.
"""
from __future__ import annotations

import time
from typing import Any

from hashi_fast.search.engines.cnf import Formula
from peers.base import Board, Solver
from peers.ours import puzzle_of


class Native(Solver):
    consumes = True
    clocks_itself = True

    def __init__(self, solver: str) -> None:
        from pysat.solvers import Solver as PySat

        self.make, self.solver = PySat, solver

    def prepare(self, board: Board) -> tuple[Formula, Any]:
        formula = Formula(puzzle_of(board), "order")
        solver = self.make(name=self.solver)
        for part in formula.parts():
            solver.append_formula(part)
        return formula, solver

    def run(self, prepared: tuple[Formula, Any]) -> tuple[float, int]:
        formula, solver = prepared
        clock = time.perf_counter
        found, seconds = 0, 0.0
        while True:
            start = clock()
            answer = solver.solve()
            seconds += clock() - start
            if not answer:
                break
            counts = formula.encoding.counts(solver.get_model())
            clauses = formula.refute(counts)
            if not clauses:
                found += 1
                if found == 2:
                    break
                clauses = [formula.exclude(counts)]
            start = clock()
            for clause in clauses:
                solver.add_clause(clause)
            seconds += clock() - start
        solver.delete()
        return seconds, found
