"""`hashi-fast demo`: solves and draws a few built-in puzzles, one of each outcome."""
from __future__ import annotations

import time

from hashi_fast.drawing import draw_puzzle
from hashi_fast.formats import loads
from hashi_fast.solver import uniqueness

PUZZLES = (
    ("An everyday puzzle", '{"w": 7, "h": 7, "task": "3c3a3g4b3a4b4b2j3c3a2a1a1a2"}'),
    ("A larger one", '{"w": 10, "h": 10, "task": "1b4c4a2j2a3b2c1l2b4a5a34b5d1e2a4c4a2f4a1a3b5a2j2"}'),
    ("One that leaves a choice", '{"w": 5, "h": 5, "task": "2a3a2e3a4a3e2a3a2"}'),
    ("Four 1s in a square: each pair would be a group of its own", '{"w": 3, "h": 3, "task": "1a1c1a1"}'),
)
VERDICTS = {
    "unique": "exactly one solution",
    "multiple": "several solutions, two of them",
    "none": "no solution",
}


def run() -> int:
    """Print the demonstration and return the exit code."""
    for title, text in PUZZLES:
        puzzle = loads(text)
        uniqueness(puzzle)  # warms up: loads the kernels, builds the topology
        began = time.perf_counter()
        answer = uniqueness(puzzle)
        micros = 1e6 * (time.perf_counter() - began)
        print(f"{title} ({puzzle.width}x{puzzle.height}, {len(puzzle.islands)} islands)")
        print(f"  {VERDICTS[answer.status]}; proved in {micros:.0f} us with {answer.stats.nodes} search nodes\n")
        drawings = [draw_puzzle(puzzle), *map(str, answer.solutions)]
        for lines in zip(*(drawing.splitlines() for drawing in drawings), strict=True):
            print("    " + "     ".join(lines))
        print()
    return 0
