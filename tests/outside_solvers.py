"""SAT solvers outside our code, which get a file of clauses and answer with text."""
import shutil
import subprocess
from pathlib import Path

import pytest

OUTSIDE = ("minisat", "cadical", "pysat")


def ask(solver: str, text: str, folder: Path) -> str:
    """Return the answer of a solver to clauses; skip the test if it is not installed."""
    question, answer = folder / "question.cnf", folder / "answer"
    question.write_text(text)
    if solver == "pysat":
        return _ask_pysat(question)
    if shutil.which(solver) is None:
        pytest.skip(f"{solver} is not installed")
    if solver == "cadical":
        return subprocess.run([solver, "-q", question], capture_output=True, text=True, check=False).stdout
    subprocess.run([solver, "-verb=0", question, answer], capture_output=True, check=False)
    return answer.read_text()


def _ask_pysat(question: Path) -> str:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver("glucose4", bootstrap_with=CNF(from_file=str(question))) as solver:
        if not solver.solve():
            return "s UNSATISFIABLE\n"
        return f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"
