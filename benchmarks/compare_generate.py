"""Unique puzzles a second: growing and repairing, beside Simon Tatham's generator in the same run.

    python benchmarks/compare_generate.py [--seconds 2] [--rounds 3]

One thread each, processor time. Ours are unique and within their targets for islands and cycles, but not rated; his are
unique and deducible at the level asked for (0 Easy, 1 Medium, 2 Hard). Boards have at least his mean number of islands,
but for the dense ones, which he does not make.
"""
from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import time
from typing import NamedTuple

import numpy

from hashi_fast._generate import Order, Worker

# side: his mean islands (Hard), or more
ISLANDS = {7: 12, 10: 20, 15: 36, 20: 53, 25: 72, 30: 90, 40: 143, 50: 400, 100: 1500, 200: 6000}
DENSE = (50, 100, 200)


class Made(NamedTuple):
    """What one round of ours came to, on average."""

    seconds: float
    islands: float
    solves: float
    changes: float
    missed: int


def make(side: int, count: int) -> Made:
    """Make that many puzzles with one worker."""
    n = ISLANDS[side]
    order = Order(side, side, (n, n + max(2, n // 10)), seed=1, cycles=(n // 10, n // 5))
    status = numpy.zeros(count, dtype=numpy.int8)
    islands, edges, solves, changes = (numpy.zeros(count, dtype=numpy.int32) for _ in range(4))
    row, col = (numpy.zeros(count * order.room, dtype=numpy.int32) for _ in range(2))
    target, bridges = (numpy.zeros(size * count * order.room, dtype=numpy.int8) for size in (1, 2))
    order.give(status, islands, edges, solves, changes, row, col, target, bridges)
    worker = Worker(order)
    began = time.process_time()
    worker.run()
    seconds = time.process_time() - began
    return Made(seconds, islands.mean(), solves.mean(), changes.mean(), int((status != 0).sum()))


def his_rate(program: str, side: int, level: int, seconds: float) -> float:
    """Return the puzzles a second of his generator, from about that many seconds."""
    count = 1
    while True:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        command = [program, "--generate", str(count), f"{side}x{side}i30e10m2d{level}#1"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        if took >= seconds / 2:
            return count / took
        count = max(2 * count, int(count * seconds / max(took, 0.01)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2, help="for each of his figures, about")
    parser.add_argument("--rounds", type=int, default=3, help="of ours, of which the best counts")
    arguments = parser.parse_args()
    program = shutil.which("sgt-bridges", path="/usr/games:/usr/bin:/usr/local/bin")
    print("side  ours/s  us each  islands  solves  changes  off target   Tatham/s: Easy, Medium, Hard (ours / his)")
    for side in ISLANDS:
        count = max(2, 200_000 // side**2)
        rounds = [make(side, count) for _ in range(arguments.rounds)]
        made = min(rounds)
        rate = count / made.seconds
        his = "not measured"
        if program is not None and side not in DENSE:
            rates = [his_rate(program, side, level, arguments.seconds) for level in range(3)]
            his = ", ".join(f"{one:.4g} ({rate / one:.0f}x)" for one in rates)
        print(
            f"{side:4}{rate:8.0f}{1e6 / rate:9.1f}{made.islands:9.1f}{made.solves:8.2f}{made.changes:9.2f}"
            f"{made.missed:12}   {his}",
            flush=True,
        )


if __name__ == "__main__":
    main()
