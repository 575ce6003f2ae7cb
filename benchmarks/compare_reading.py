"""How long reading many records takes, compared with `json.loads` over the same lines, all in one run.

    python benchmarks/compare_reading.py [FILE] [--puzzles 25000] [--size 15] [--rounds 3]

FILE has JSON Lines; without it, generated records are written to a temporary file. Processor time, the least of all
rounds; what is compared alternates within each round. "rate" is the command `hashi-fast rate FILE`, started anew each
time; it is compared with `json.loads` plus `rate_batch`, without their start.
"""
from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import hashi_fast as hf


def processor_seconds(work: Callable[[], object]) -> float:
    """Return the processor time of this process for some work."""
    before = time.process_time()
    work()
    return time.process_time() - before


def command_seconds(*words: str) -> float:
    """Return the processor time of `hashi-fast` with these arguments, on one thread."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "hashi_fast", *words], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def parse_all(path: Path) -> None:
    """Read the lines as anybody would, and keep nothing."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            json.loads(line)


def compare(path: Path, rounds: int) -> dict[str, float]:
    """Return the least processor time of each way."""
    least: dict[str, float] = {}
    for _ in range(rounds):
        batch = hf.PuzzleBatch.from_jsonl(path)
        ways: dict[str, Callable[[], float]] = {
            "json.loads": lambda: processor_seconds(lambda: parse_all(path)),
            "from_jsonl": lambda: processor_seconds(lambda: hf.PuzzleBatch.from_jsonl(path)),
            "iter_load": lambda: processor_seconds(lambda: sum(1 for _ in hf.iter_load(path))),
            "rate_batch": lambda batch=batch: processor_seconds(lambda: hf.rate_batch(batch, 1)),  # type: ignore[misc]
            "rate": lambda: command_seconds("rate", str(path), "--quiet"),
            "count": lambda: command_seconds("count", str(path), "--quiet"),
        }
        for name, way in ways.items():
            least[name] = min(way(), least.get(name, float("inf")))
    return least


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--puzzles", type=int, default=25_000)
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = arguments.file
        if path is None:
            path = Path(folder, "records.jsonl")
            spec = hf.Spec(arguments.size, arguments.size)
            hf.dump(hf.produce(arguments.puzzles, spec, seed=7), path)
        seconds = compare(path, arguments.rounds)
        size = os.path.getsize(path)
    print(f"{size / 1e6:.1f} MB; hashi_fast from {hf.__file__}")
    for name, value in seconds.items():
        print(f"{name:12}{value:8.2f} s")
    bare = seconds["json.loads"]
    print(f"from_jsonl / json.loads                {seconds['from_jsonl'] / bare:.2f}")
    print(f"iter_load / json.loads                 {seconds['iter_load'] / bare:.2f}")
    print(f"rate FILE / (json.loads + rate_batch)  {seconds['rate'] / (bare + seconds['rate_batch']):.2f}")


if __name__ == "__main__":
    main()
