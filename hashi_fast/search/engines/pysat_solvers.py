"""The solvers of PySAT by name, behind one small interface: clauses go in, answers come out, and any search can be cut.

A solver must stop when time runs out, and let Python handle Ctrl-C. There are two ways to make it:

a. Most descendants of MiniSat stop after a number of conflicts, go on later, and release the interpreter lock. They
   run in slices of about 10 ms (`_InSlices`).
b. All others hold the lock until they have an answer, crash on some formulas, or cannot stop at all. Each of their
   searches runs in a process of its own, which is ended if need be (`_InProcess`, `solver_process`). Starting it takes
   about as long as starting Python.
"""
from __future__ import annotations

import _thread
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from types import ModuleType
from typing import Any, Protocol

from hashi_fast.errors import check_choice
from hashi_fast.search.engines.base import need
from hashi_fast.search.engines.encodings import Clause

# Those of kind (a), by the names that PySAT gives them.
_SLICED = {
    "gluecard3", "gluecard4", "glucose3", "glucose4", "glucose42", "maplechrono", "maplecm", "mergesat3", "minicard",
    "minisat22", "minisatgh",
}  # fmt: skip
SLICE_SECONDS = 0.01  # the length of a slice to aim at
FIRST_SLICE = 64  # conflicts in the first slice
# On Windows, Ctrl-C does not interrupt a wait without a timeout.
_WAIT = 0.05
_SCRIPT = Path(__file__).with_name("solver_process.py")


class SatSolver(Protocol):
    """A solver at work on one formula. `close` it in the end."""

    def add(self, clauses: list[Clause]) -> None:
        """Add clauses."""
        ...

    def solve(self, deadline: float | None) -> bool | None:
        """Return whether the clauses can be satisfied; None if the deadline (of `time.perf_counter`) passed before."""
        ...

    def model(self) -> list[int]:
        """Return what satisfies the clauses, after `solve` returned True: one literal per variable, in order."""
        ...

    def counted(self) -> dict[str, int]:
        """Return the decisions, conflicts and propagations so far, as far as the solver counts them."""
        ...

    def close(self) -> None:
        """Free the solver."""
        ...


def solver_names() -> tuple[str, ...]:
    """Return the names of all solvers that PySAT knows; it knows further names for most of them.

    >>> {"minisat22", "glucose4", "cadical153", "lingeling"} <= set(solver_names())
    True
    """
    return tuple(_aliases())


def find_solver(name: str) -> Callable[[], SatSolver]:
    """Return a function that starts the solver of this name, or raise ValueError if PySAT has none.

    >>> solver = find_solver("minisat22")()
    >>> solver.add([[1, 2], [-1]]), solver.solve(None), solver.model()
    (None, True, [-1, 2])
    """
    known = _aliases()
    full = next((full for full, others in known.items() if name in others), name)
    check_choice("solver", full, known)
    if full == "cryptosat" and find_spec("pycryptosat") is None:  # the one that PySAT only passes on to
        raise ModuleNotFoundError('solver "cryptosat" needs pycryptosat: pip install pycryptosat', name="pycryptosat")
    if full in _SLICED:
        return lambda: _InSlices(_pysat().Solver(known[full][-1]))
    return lambda: _InProcess(known[full][-1])


def _pysat() -> ModuleType:
    return need('engine "sat"', "pysat.solvers", "python-sat", "sat")


def _aliases() -> dict[str, tuple[str, ...]]:
    """Return the names of every solver, by the name of the attribute that lists them; the last is the longest."""
    listed = vars(_pysat().SolverNames)
    return {full: (full, *others) for full, others in listed.items() if isinstance(others, tuple)}


class _InSlices:
    def __init__(self, solver: Any) -> None:
        self._solver = solver
        self._conflicts = FIRST_SLICE
        self.add, self.model, self.counted = solver.append_formula, solver.get_model, solver.accum_stats
        self.close = solver.delete

    def solve(self, deadline: float | None) -> bool | None:
        """Work in slices until there is an answer or the deadline has passed; see `SatSolver`."""
        while True:
            began = time.perf_counter()
            if deadline is not None and began >= deadline:
                return None
            self._solver.conf_budget(self._conflicts)
            answer: bool | None = self._solver.solve_limited(expect_interrupt=True)
            if answer is not None:
                return answer
            seconds = time.perf_counter() - began
            self._conflicts = max(1, self._conflicts * 2 if seconds < SLICE_SECONDS else self._conflicts // 2)


class _InProcess:
    def __init__(self, name: str) -> None:
        self._name = name
        self._model: list[int] = []
        self._counted: dict[str, int] = {}
        # Ctrl-C on a terminal goes to a whole group of processes. This one is ended by `close` instead.
        alone: dict[str, Any] = {"process_group": 0}
        if sys.platform == "win32":
            alone = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        command = [sys.executable, "-P", str(_SCRIPT)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **alone)
        self._answers: SimpleQueue[tuple[bool, list[int], dict[str, int]] | None] = SimpleQueue()
        _thread.start_new_thread(_read, (self._process.stdout, self._answers))
        self._send(sys.path)
        self._send(name)

    def add(self, clauses: list[Clause]) -> None:
        """Add clauses."""
        self._send(clauses)

    def solve(self, deadline: float | None) -> bool | None:
        """Let the process search; see `SatSolver`. After a deadline that has passed, it can only be closed."""
        self._send(None)
        while deadline is None or time.perf_counter() < deadline:
            left = _WAIT if deadline is None else min(_WAIT, max(0.0, deadline - time.perf_counter()))
            try:
                answer = self._answers.get(timeout=left)
            except Empty:
                continue
            if answer is None:
                raise self._ended()
            satisfied, self._model, self._counted = answer
            return satisfied
        return None

    def model(self) -> list[int]:
        """Return the last model."""
        return self._model

    def counted(self) -> dict[str, int]:
        """Return what the solver had counted at its last answer."""
        return self._counted

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        with suppress(OSError):  # what is still buffered for it cannot be written
            self._process.stdin.close()

    def _send(self, message: object) -> None:
        assert self._process.stdin is not None
        try:
            pickle.dump(message, self._process.stdin)
            self._process.stdin.flush()
        except OSError:
            raise self._ended() from None

    def _ended(self) -> RuntimeError:
        return RuntimeError(f"the SAT solver {self._name!r} ended with code {self._process.wait()} before its answer")


def _read(stream: Any, answers: SimpleQueue[Any]) -> None:
    """Pass all answers of a process on, and None after the last."""
    with stream:
        try:
            while True:
                answers.put(pickle.load(stream))
        except (EOFError, OSError, pickle.UnpicklingError):
            answers.put(None)
