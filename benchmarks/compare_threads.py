"""What a second thread of Python gains: `is_unique`, called for the same puzzles by one thread and by several.

    python benchmarks/compare_threads.py [--threads 2] [--rounds 100] [--seconds 0.05] [--least 1.7]

One and several threads alternate, in many short rounds, since others may use the machine. The figure is the best wall
time of one thread against the best of several, for the same number of calls; the ratios of all rounds show how quiet it
was. "processor" is what a call costs several threads, compared with one: what they lose by sharing. With `--least`, the
exit code tells whether some set of boards gained that much.
"""
from __future__ import annotations

import argparse
import sys
import sysconfig
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import hashi_fast as hf

BOARDS = Path(__file__).parent / "boards"
SETS = ("tatham_7", "tatham_10", "tatham_25")


def call(puzzles: Sequence[hf.Puzzle], rounds: int) -> None:
    """Ask about all puzzles, that many times."""
    for _ in range(rounds):
        for puzzle in puzzles:
            hf.is_unique(puzzle)


def timed(puzzles: Sequence[hf.Puzzle], rounds: int, threads: int) -> tuple[float, float]:
    """Return the seconds, on the wall and of processors, of all rounds shared out among the threads."""
    start = threading.Barrier(threads)
    spans: list[tuple[float, float, float]] = []

    def work() -> None:
        start.wait()
        began, processor = time.perf_counter(), time.thread_time()
        call(puzzles, rounds // threads)
        spans.append((began, time.perf_counter(), time.thread_time() - processor))

    crew = [threading.Thread(target=work) for _ in range(threads)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    return max(end for _, end, _ in spans) - min(began for began, _, _ in spans), sum(each for _, _, each in spans)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.05, help="that one thread works per round (default: 0.05)")
    parser.add_argument("--least", type=float, default=0.0, help="fail if no set of boards gains that much")
    arguments = parser.parse_args()
    build = "free-threaded" if sysconfig.get_config_var("Py_GIL_DISABLED") else "usual"
    has_gil = getattr(sys, "_is_gil_enabled", lambda: True)()
    version = sys.version.split()[0]
    print(f"Python {version}, {build} build, GIL {'on' if has_gil else 'off'}, {arguments.threads} threads")
    gains = []
    for name in SETS:
        puzzles = [record.puzzle for record in hf.load(BOARDS / f"{name}.jsonl")][:200]
        call(puzzles, 1)  # builds the topologies
        once = timed(puzzles, 1, 1)[0]
        rounds = arguments.threads * max(1, round(arguments.seconds / once / arguments.threads))
        pairs = [
            (timed(puzzles, rounds, 1), timed(puzzles, rounds, arguments.threads)) for _ in range(arguments.rounds)
        ]
        ratios = sorted(one[0] / several[0] for one, several in pairs)
        wall, processor = (min(one[i] for one, _ in pairs) / min(several[i] for _, several in pairs) for i in (0, 1))
        gains.append(wall)
        spread = " ".join(f"{ratios[(len(ratios) - 1) * share // 4]:.2f}" for share in range(5))
        print(f"{name:10} {wall:.2f} times as fast, processor {1 / processor:.2f}; least, quartiles, most: {spread}")
    return 0 if max(gains) >= arguments.least else 1


if __name__ == "__main__":
    sys.exit(main())
