"""What `solve_batch` costs beyond its kernels, and what a second thread gains, on 100,000 boards of 7x7.

    python benchmarks/compare_batch.py [--copies 200] [--rounds 5]

"in kernel" is the run of one worker over the job: topology and count up to two, from flat arrays to flat arrays.
"""
from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import numpy

import hashi_fast as hf
from hashi_fast.search._boundary import SolveJob, SolveWorker

BOARDS = Path(__file__).parent / "boards" / "tatham_7.jsonl"


def in_kernel(batch: hf.PuzzleBatch) -> float:
    """Return the seconds of one worker alone."""
    n = len(batch)
    answers = [numpy.zeros(n, dtype=dtype) for dtype in ("int8", "int64", "int64", "int32")]
    job = SolveJob(batch.boards, 2, None, None, *answers, numpy.empty(2 * len(batch.row), dtype="int8"))
    worker = SolveWorker(job)
    began = time.perf_counter()
    worker.run()
    return time.perf_counter() - began


def whole_call(batch: hf.PuzzleBatch, threads: int) -> float:
    """Return the seconds of one call of solve_batch."""
    began = time.perf_counter()
    result = hf.solve_batch(batch, limit=2, threads=threads)
    seconds = time.perf_counter() - began
    assert (result.status == 1).all()
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--copies", type=int, default=200, help="how many times to use the 500 boards")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    puzzles = list(hf.PuzzleBatch.from_jsonl(BOARDS)) * arguments.copies
    random.Random(0).shuffle(puzzles)
    batch = hf.PuzzleBatch.from_puzzles(puzzles)
    kernel, one, two = (
        [measure(batch) for _ in range(arguments.rounds)]
        for measure in (in_kernel, lambda b: whole_call(b, 1), lambda b: whole_call(b, 2))
    )

    def best(times: list[float]) -> float:
        return 1e6 * min(times) / len(batch)

    print(f"{len(batch)} boards, best of {arguments.rounds}, microseconds per board (worst / best round):")
    for name, times in (("in kernel", kernel), ("solve_batch, 1 thread", one), ("solve_batch, 2 threads", two)):
        print(f"  {name:24}{best(times):.3f}  ({max(times) / min(times):.2f})")
    print(f"solve_batch takes {best(one) / best(kernel):.3f}x the time in kernel")
    print(f"two threads are {best(one) / best(two):.3f}x as fast as one")


if __name__ == "__main__":
    main()
