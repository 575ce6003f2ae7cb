"""Ctrl-C in the main thread of a separate process."""
import importlib.util
import os
import subprocess
import sys

import pytest
from patience import PATIENCE, interrupt, let_work

# With a sanitizer, everything takes many times as long, and that for threads holds a signal back until the thread that
# got it calls the library of C, which searches do not do. What is left to show there is that it stops at all.
SANITIZED = not {"ASAN_OPTIONS", "TSAN_OPTIONS"}.isdisjoint(os.environ)

CHILD = """
import signal, time
import hashi_fast as hf
from hashi_fast.search.engines import get_engine
signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs start with it ignored
def call(endless, hard, vast, many):
    {call}
# A small call first: Ctrl-C should stop the search itself, not the imports before it.
small = hf.Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])
call(small, small, small, 1)
endless = hf.Puzzle(12, 12, [(r, c, None) for r in range(12) for c in range(12)])
endless.topology
# Full of 2s with an odd number of cells: takes a SAT solver ages.
hard = hf.Puzzle(21, 21, [(r, c, 2) for r in range(21) for c in range(21)])
# Without loops, every bridge is compared with all that it is connected to.
vast = hf.Puzzle(200, 200, [(r, c, None) for r in range(200) for c in range(200)], loops=False)
vast.topology
try:
    print("ready", flush=True)
    call(endless, hard, vast, 5_000)
except KeyboardInterrupt:
    print("interrupted", time.process_time(), flush=True)
"""
GENERATE = """
    from hashi_fast.generation.block import BlockMaker
    BlockMaker(hf.Spec(50, 50, islands=400), 1, 0, many).make()
"""
NEEDS_PYSAT = pytest.mark.skipif(importlib.util.find_spec("pysat") is None, reason="no pysat")
NEEDS_HIGHS = pytest.mark.skipif(importlib.util.find_spec("highspy") is None, reason="no highspy")
CALLS = [
    "hf.solve_batch(hf.PuzzleBatch.from_puzzles([endless] * 4), limit=None, threads=1)",
    "hf.solve_batch(hf.PuzzleBatch.from_puzzles([endless] * 4), limit=None, threads=2)",
    "hf.count_solutions(endless, limit=None)",
    "for solution in hf.enumerate_solutions(endless): pass",
    GENERATE,
    pytest.param("hf.count_solutions(endless, limit=None, engine='sat')", marks=NEEDS_PYSAT),
    pytest.param("hf.solve(hard, engine='sat')", marks=NEEDS_PYSAT),
    # The call ends at once; the process ends in good order when HiGHS has noticed.
    pytest.param("get_engine('ilp', fewest=True).solve(endless)", marks=NEEDS_HIGHS),
    pytest.param("get_engine('ilp').count(endless, None)", marks=NEEDS_HIGHS),
    "hf.rate(vast, path=True)",
    "hf.rate_batch(hf.PuzzleBatch.from_puzzles([vast] * 4), threads=2)",
]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot send Ctrl-C to one process")
@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_stops_a_search(call: str) -> None:
    child = subprocess.Popen([sys.executable, "-P", "-c", CHILD.format(call=call)], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        let_work(child)
        pressed = interrupt(child)
        said, _ = child.communicate(timeout=PATIENCE)
        word, stopped = said.split()
        assert word == "interrupted"
        # 0.1 s is what we promise on two threads of a usual machine; a search that does not listen never stops.
        assert float(stopped) - pressed < 2 or SANITIZED
        assert child.returncode == 0
    finally:
        child.kill()
        child.wait()
