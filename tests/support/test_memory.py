"""Memory for large boards, on top of the interpreter with the package loaded; each is measured in its own process."""
import subprocess
import sys

import paths
import pytest

CHILD = """
import random, sys
import hashi_fast as hf
{loader}

def peak():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))

{call}(hf.loads("3x1:2a2"))
before = peak()
puzzle = make()
result = {call}(puzzle, time_limit=5)
print(len(puzzle.islands), puzzle.topology.n_edges, result.status, peak() - before)
"""
GROWN = """
sys.path.insert(0, {folder!r})
from random_boards import grown_board
make = lambda: grown_board(577, 50_000, 1)
"""
SPARSE = """
def make():
    # About 40 islands in each of 50 rows and columns, so most of them see four others.
    rng = random.Random(3)
    rows, cols = rng.sample(range(10_000), 50), rng.sample(range(10_000), 50)
    cells = rng.sample([(r, c) for r in rows for c in cols], 2_000)
    return hf.Puzzle(10_000, 10_000, [(r, c, rng.randint(2, 4)) for r, c in cells])
"""
BENCHMARKS = paths.BENCHMARKS


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize(
    ("loader", "islands"),
    [(GROWN.format(folder=str(BENCHMARKS)), 50_000), (SPARSE, 2_000)],
    ids=["50,000 on 577x577", "2,000 on 10,000x10,000"],
)
@pytest.mark.parametrize("call", ["hf.solve", "hf.rate"])
def test_under_a_kibibyte_an_island(loader: str, islands: int, call: str) -> None:
    code = CHILD.format(loader=loader, call=call)
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    n, edges, _, kibibytes = done.stdout.split()
    assert int(n) == islands
    assert int(edges) > 1.5 * islands
    assert int(kibibytes) < islands
