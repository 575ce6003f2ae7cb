"""The program of a process with one PySAT solver in it; `pysat_solvers` starts it and talks to it through pipes.

What comes in is pickled: where to look for modules, the name of the solver, then lists of clauses, and None for "solve
what came so far". Each None is answered with whether there is a model, the model, and what the solver has counted. The
end of the input ends the process. Nothing of hashi_fast is imported here, so that it starts quickly.
"""
from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any, BinaryIO

# Take one formula and answer once, so they are made anew for every answer.
_ONCE = ("kissat",)


def answer_all(read: BinaryIO, write: BinaryIO) -> None:
    """Answer until the input ends."""
    sys.path[:] = pickle.load(read)
    name: str = pickle.load(read)
    make = import_module("pysat.solvers").Solver
    clauses: list[Any] = []
    impossible = False
    solver: Any = None
    loaded = 0
    while True:
        try:
            message = pickle.load(read)
        except EOFError:
            return
        if message is not None:
            clauses += message
            impossible = impossible or not all(message)
            continue
        # Some solvers crash on an empty clause, others on no clause at all.
        answer: tuple[bool, list[int], dict[str, int]] = (not impossible, [], {})
        if clauses and not impossible:
            if solver is None or name.startswith(_ONCE):
                solver, loaded = make(name), 0
            for clause in clauses[loaded:]:
                solver.add_clause(clause)
            loaded = len(clauses)
            found = solver.solve()
            answer = (found, solver.get_model() if found else [], _counted(solver))
        pickle.dump(answer, write)
        write.flush()


def _counted(solver: Any) -> dict[str, int]:
    with suppress(NotImplementedError):
        counted: dict[str, int] = solver.accum_stats()
        return counted
    return {}


if __name__ == "__main__":
    # Solvers may print. What they print must not get between the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    answer_all(sys.stdin.buffer, answers)
