"""Every solver of PySAT: right answers, limits that hold, and processes that end."""
import _thread
import random
import threading
import time
from importlib.util import find_spec

import psutil
import pytest
from boards import random_puzzle
from hand_made import ENDLESS, dense, grid
from oracle import all_solutions, size
from patience import PATIENCE

import hashi_fast as hf

pytest.importorskip("pysat")

from hashi_fast.search.engines import pysat_solvers
from hashi_fast.search.engines.pysat_solvers import find_solver, solver_names
from hashi_fast.search.engines.sat import SatEngine

SOLVERS = [name for name in solver_names() if name != "cryptosat"]  # which is a package of its own
IN_PROCESS = [name for name in SOLVERS if name not in pysat_solvers._SLICED]
# One of each kind is tried in the quick suite: sliced, in a process, answering only once.
QUICK = ("glucose4", "cadical195", "kissat404")
EVERY = [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in SOLVERS]
# A search that does not see that needs must add up across a cut had no answer after 400,000 nodes.
HARD = dense(20, 20, (2, 3, 4), 1)


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children() if child.status() != psutil.STATUS_ZOMBIE}


@pytest.mark.parametrize("solver", EVERY)
def test_every_solver_counts_right(solver: str) -> None:
    rng = random.Random(solver)
    boards = [grid("?"), grid("..1.."), grid("1../.../..1"), grid("232/343/232"), grid("2.2/.../2.2", loops=False)]
    while len(boards) < (12 if solver in IN_PROCESS else 60):
        puzzle = random_puzzle(rng)
        if size(puzzle) <= 5_000:
            boards.append(puzzle)
    for number, puzzle in enumerate(boards):
        engine = SatEngine(("order", "pb", "direct")[number % 3], solver, ("lazy", "eager")[number % 2])
        expected = sum(1 for _ in all_solutions(puzzle))
        assert engine.count(puzzle, 40).found == min(40, expected), puzzle


@pytest.mark.parametrize("solver", EVERY)
def test_time_limits_hold(solver: str) -> None:
    """A limit that is not looked at never returns."""
    before = children()
    engine = SatEngine(solver=solver)
    began = time.perf_counter()
    assert engine.solve(HARD, time_limit=0.3).status == "unknown"
    counted = engine.count(ENDLESS, None, time_limit=0.3)
    assert counted.exceeded == "time_limit"
    assert time.perf_counter() - began >= 0.6
    assert engine.solve(grid("2.2"), time_limit=0).status == "unknown"
    assert children() == before


@pytest.mark.parametrize("solver", ["glucose42", "cadical153"])
def test_ctrl_c_ends_the_search_and_its_process(solver: str) -> None:
    before = children()
    timer = threading.Timer(0.5, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        SatEngine(solver=solver).solve(HARD, time_limit=PATIENCE)
    assert children() == before


def test_a_process_that_dies_is_told() -> None:
    solver = find_solver("cadical153")()
    solver.add([[1, 2]])
    (child,) = [child for child in psutil.Process().children() if "solver_process.py" in " ".join(child.cmdline())]
    child.kill()
    with pytest.raises(RuntimeError, match="the SAT solver 'cadical153' ended with code -9 before its answer"):
        solver.solve(None)
    solver.close()


def test_statistics_come_out_of_the_process() -> None:
    stats = hf.solve(dense(6, 6, (2, 3, 4), 1), engine="sat", solver="cadical153").stats
    assert stats.propagations > 0
    assert stats.clauses > 100


def test_further_names() -> None:
    for name in ("minisat-gh", "g4", "cd19"):
        assert hf.count_solutions(grid("3.3/.../3.3"), None, engine="sat", solver=name) == 2


def test_unknown_names() -> None:
    with pytest.raises(ValueError, match=r"solver must be one of .*'cadical153'.*'minisat22'.*, not 'zchaff'"):
        hf.solve(grid("2.2"), engine="sat", solver="zchaff")


def test_a_solver_that_is_a_package_of_its_own() -> None:
    if find_spec("pycryptosat") is not None:
        pytest.skip("pycryptosat is installed")
    with pytest.raises(ModuleNotFoundError, match='solver "cryptosat" needs pycryptosat: pip install pycryptosat'):
        hf.solve(grid("2.2"), engine="sat", solver="cms")
