"""Trials of shards, fleets and data sets at full size.

    python benchmarks/fleet_trial.py cuts [--scale 1.0]     any cut, by processes that are killed, is the sequential run
    python benchmarks/fleet_trial.py speed [--rounds 3]     two Dask workers that write parts against two threads
    python benchmarks/fleet_trial.py map [--boards 1000000] ratings of a data set against ratings in memory
"""
from __future__ import annotations

import argparse
import hashlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import hashi_fast as hf
from hashi_fast.cluster.fleet import folder_of, name_of
from hashi_fast.generation.legs import Leg
from hashi_fast.generation.production import portions
from hashi_fast.generation.spec_text import text_of_kind

SEED = 1
EASY = hf.Spec(7, 7, difficulty="easy")
CUTS = ((EASY, 1_000_000), (hf.Spec(15, 15, difficulty="hard"), 20_000))
SHARD = """
import sys, hashi_fast as hf
kind, seed, start, stop, path = sys.argv[1:]
hf.shard(hf.Spec.parse(kind)[0], int(seed), int(start), int(stop), path)
"""


def cuts(folder: Path, scale: float) -> None:
    """Make random ranges in random order, two processes at a time, and kill every third one."""
    for spec, whole in CUTS:
        count = int(whole * scale)
        rng = random.Random(SEED)
        ends = sorted({0, count, *(rng.randrange(count) for _ in range(40))})
        place = folder / "run" / folder_of(0, spec, SEED)
        place.mkdir(parents=True)
        orders = [(start, stop, place / name_of(start, stop)) for start, stop in pairwise(ends)]
        rng.shuffle(orders)
        began = time.perf_counter()
        kills = _make(orders, spec, rng)
        made = time.perf_counter() - began
        merged = hf.merge(folder / "run", folder / "merged.jsonl")
        found = hashlib.sha256((folder / "merged.jsonl").read_bytes()).hexdigest()
        leg = Leg(spec, count, 0, count)
        expected = hashlib.sha256()
        for block, chosen, _ in portions([leg], seed=SEED, most_wasted=None):
            expected.update(block.lines(chosen))
        same = found == expected.hexdigest()
        print(
            f"{text_of_kind(spec)}: {count:,} candidates in {len(orders)} ranges, {kills} killed, {made:.0f} s; "
            f"{merged.puzzles:,} puzzles, {merged.duplicates:,} duplicates dropped; "
            f"{'the bytes of the sequential run' if same else 'NOT THE SAME'}"
        )
        assert same
        shutil.rmtree(folder / "run")
        (folder / "merged.jsonl").unlink()


def _make(orders: list[tuple[int, int, Path]], spec: hf.Spec, rng: random.Random) -> int:
    """Make all parts and return how many processes were killed."""
    left = list(orders)
    running: list[tuple[subprocess.Popen[bytes], tuple[int, int, Path], float | None]] = []
    kills = 0
    while left or running:
        while left and len(running) < 2:
            order = left.pop(0)
            command = [sys.executable, "-c", SHARD, text_of_kind(spec), str(SEED), *map(str, order)]
            dies = time.monotonic() + rng.uniform(0.2, 3) if rng.random() < 1 / 3 else None
            running.append((subprocess.Popen(command), order, dies))
        for child, order, dies in list(running):
            if dies is not None and time.monotonic() > dies and child.poll() is None:
                child.kill()
                kills += 1
            if child.poll() is not None:
                running.remove((child, order, dies))
                if not order[2].exists():  # a part that is there is whole, even if its maker was killed just then
                    left.insert(rng.randrange(len(left) + 1), order)
        time.sleep(0.02)
    return kills


def speed(folder: Path, rounds: int) -> None:
    """Compare puzzles per second, and measure what the client itself works for each puzzle."""
    import distributed

    count = 200_000
    rates: dict[str, list[float]] = {"threads": [], "workers": []}
    costs = []
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    from dask_cluster import Cluster  # with a scheduler in a process of its own

    with Cluster(folder, 2) as cluster, distributed.Client(cluster.address) as client:
        for number in range(rounds + 1):
            start = number * count
            began = time.perf_counter()
            puzzles = sum(1 for _ in hf.produce(count, EASY, seed=SEED, start=start, stop=start + count, workers=2))
            threads = puzzles / (time.perf_counter() - began)
            began, worked = time.perf_counter(), time.process_time()
            made = hf.fleet([(EASY, start + count)], folder / "fleet", seed=SEED, client=client, shard=25_000)
            workers = made.puzzles / (time.perf_counter() - began)
            if number:  # the first one loads everything
                rates["threads"].append(threads)
                rates["workers"].append(workers)
                costs.append((time.process_time() - worked) / made.puzzles)
            print(f"{threads:,.0f}/s by two threads, {workers:,.0f}/s by two workers: {workers / threads:.3f}")
    best = {name: max(each) for name, each in rates.items()}
    print(f"best: {best['threads']:,.0f}/s and {best['workers']:,.0f}/s, {best['workers'] / best['threads']:.3f}")
    print(f"the client works {1e6 * min(costs):.3f} us per puzzle")


def map_(folder: Path, boards: int) -> None:
    """Compare ratings of a data set with ratings in memory."""
    hf.fleet([(EASY, boards)], folder / "boards", seed=SEED)
    for _ in range(2):
        batch = hf.PuzzleBatch.from_parquet(folder / "boards")
        began = time.perf_counter()
        hf.rate_batch(batch)
        memory = time.perf_counter() - began
        n = len(batch)
        del batch
        began = time.perf_counter()
        hf.map_batches(hf.rate_batch, folder / "boards", folder / "rated")
        files = time.perf_counter() - began
        shutil.rmtree(folder / "rated")
        print(f"{n:,} boards: {memory:.2f} s in memory, {files:.2f} s from file to file: {memory / files:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trial", choices=("cuts", "speed", "map"))
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--boards", type=int, default=1_000_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        if arguments.trial == "cuts":
            cuts(Path(name), arguments.scale)
        elif arguments.trial == "speed":
            speed(Path(name), arguments.rounds)
        else:
            map_(Path(name), arguments.boards)


if __name__ == "__main__":
    main()
