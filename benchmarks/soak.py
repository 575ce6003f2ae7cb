"""A soak: threads call the whole API for a while, check every answer, and watch the memory of the process.

    python benchmarks/soak.py [--minutes 30] [--threads 8]

Every answer is compared with what one thread found before. Prints the calls and the resident memory every minute, and
ends with exit code 1 if an answer was wrong or memory has grown.
"""
from __future__ import annotations

import argparse
import io
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import numpy
import psutil

import hashi_fast as hf

MOST_GROWTH = 1.10  # of memory, from the first fifth of the time to the last
SPECS = [
    hf.Spec(7, 7, difficulty="easy"),
    hf.Spec(8, 8, difficulty="medium", style="rich"),
    hf.Spec(10, 10, difficulty="hard", symmetry="rotate"),
    hf.Spec(7, 7, unknown_clues=0.3, max_bridges=3),
    hf.Spec(9, 7, loops=False, style="open"),
]


class Case:
    """A puzzle with the answers that one thread found."""

    def __init__(self, made: hf.RatedPuzzle) -> None:
        self.made = made
        self.puzzle = made.puzzle
        self.rating = hf.rate(self.puzzle)
        self.text = hf.dumps(made.record(), "jsonl")
        self.hint = hf.hint(hf.Game(self.puzzle)).text(3)
        self.story = str(hf.explain(self.puzzle))
        self.svg = self.puzzle.to_svg()


def expect(found: object, wanted: object) -> None:
    if found != wanted:
        raise AssertionError(f"found {found!r:.200}, expected {wanted!r:.200}")


class Soak:
    """The calls, what they must give, and what came of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cases = [Case(made) for spec in SPECS for made in hf.produce(40, spec, seed=1)]
        self.batch = hf.PuzzleBatch.from_puzzles([case.puzzle for case in self.cases])
        self.rated = hf.rate_batch(self.batch)
        self.solved = hf.solve_batch(self.batch, limit=2)
        self.part = folder / "part.parquet"
        hf.shard(SPECS[0], 1, 0, 200, self.part)
        self.split = hf.loads("3x3:1a1c1a1")
        self.several = hf.loads("3x3:232343232")
        self.calls: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.stop = threading.Event()

    def run(self, number: int) -> None:
        rng = random.Random(number)
        names = [name for name in dir(self) if name.startswith("call_")]
        while not self.stop.is_set():
            name = rng.choice(names)
            try:
                getattr(self, name)(rng.choice(self.cases), rng)
            except Exception as error:  # counted, and told at the end
                self.wrong.append(f"{name}: {type(error).__name__}: {error}")
            self.calls[name.removeprefix("call_")] += 1

    def call_solve(self, case: Case, rng: random.Random) -> None:
        result = hf.solve(case.puzzle, search=rng.choice(["auto", "dfs", "learn"]))
        expect((result.status, result.solution), ("solved", case.made.solution))

    def call_count(self, case: Case, rng: random.Random) -> None:
        expect((hf.count_solutions(case.puzzle), hf.is_unique(case.puzzle)), (1, True))
        expect(hf.count_solutions(self.several, limit=None), 31)

    def call_enumerate(self, case: Case, rng: random.Random) -> None:
        expect(len(set(hf.enumerate_solutions(self.several))), 31)

    def call_common(self, case: Case, rng: random.Random) -> None:
        expect(len(hf.common_bridges(case.puzzle)) > 0, True)

    def call_check(self, case: Case, rng: random.Random) -> None:
        expect(hf.check(case.puzzle, case.made.solution), [])

    def call_rate(self, case: Case, rng: random.Random) -> None:
        expect(hf.rate(case.puzzle, path=rng.random() < 0.5)._replace(path=None), case.rating._replace(path=None))

    def call_hint(self, case: Case, rng: random.Random) -> None:
        expect(hf.hint(hf.Game(case.puzzle)).text(3), case.hint)

    def call_explain(self, case: Case, rng: random.Random) -> None:
        expect(str(hf.explain(case.puzzle)), case.story)

    def call_diagnose(self, case: Case, rng: random.Random) -> None:
        expect(bool(str(hf.diagnose(rng.choice([self.split, self.several])))), True)

    def call_make_unique(self, case: Case, rng: random.Random) -> None:
        expect(hf.is_unique(hf.make_unique(self.several, seed=1).puzzle), True)

    def call_texts(self, case: Case, rng: random.Random) -> None:
        record = hf.loads_record(case.text)
        expect((record.puzzle, record.solution), (case.puzzle, case.made.solution))
        expect(hf.dumps(record, "jsonl"), case.text)
        expect(hf.loads(hf.dumps(case.puzzle, "json")), case.puzzle)

    def call_generate(self, case: Case, rng: random.Random) -> None:
        made = case.made
        block = list(hf.produce(1, SPECS[self.cases.index(case) // 40], seed=1, start=made.index, workers=1))
        expect(block, [made])

    def call_produce(self, case: Case, rng: random.Random) -> None:
        found = [each.puzzle for each in hf.produce(40, SPECS[0], seed=1, workers=2)]
        expect(found, [case.puzzle for case in self.cases[:40]])

    def call_batches(self, case: Case, rng: random.Random) -> None:
        threads = rng.choice([1, 2])
        rated = hf.rate_batch(self.batch, threads)
        expect(all(numpy.array_equal(a, b) for a, b in zip(rated, self.rated, strict=True)), True)
        solved = hf.solve_batch(self.batch, limit=2, threads=threads)
        expect(numpy.array_equal(solved.bridges, self.solved.bridges), True)

    def call_files(self, case: Case, rng: random.Random) -> None:
        path = self.folder / f"{threading.get_ident()}.jsonl.gz"
        some = [each.made for each in rng.sample(self.cases, 20)]
        hf.dump(some, path)
        expect([record.puzzle for record in hf.load(path)], [each.puzzle for each in some])

    def call_pack(self, case: Case, rng: random.Random) -> None:
        made = hf.pack([each.made for each in self.cases[:40]])
        expect(len(made.records), 40)

    def call_parquet(self, case: Case, rng: random.Random) -> None:
        path = self.folder / f"{threading.get_ident()}.parquet"
        path.unlink(missing_ok=True)
        expect(hf.shard(SPECS[0], 1, 0, 200, path), 200)
        expect(list(hf.PuzzleBatch.from_parquet(path))[:40], [each.puzzle for each in self.cases[:40]])

    def call_pictures(self, case: Case, rng: random.Random) -> None:
        expect(case.puzzle.to_svg(), case.svg)

    def call_game(self, case: Case, rng: random.Random) -> None:
        game = hf.Game(case.puzzle)
        expect((game.solved, len(game.available_moves()) > 0), (False, True))
        expect(hf.Game.from_json(game.to_json()).counts, game.counts)

    def call_bad_input(self, case: Case, rng: random.Random) -> None:
        for bad in (lambda: hf.loads("3x1:2?2"), lambda: list(hf.iter_load(io.StringIO("nonsense")))):
            try:
                bad()
            except hf.FormatError:
                continue
            raise AssertionError("bad input was taken")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--threads", type=int, default=8)
    arguments = parser.parse_args()
    process = psutil.Process()
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder))
        threads = [threading.Thread(target=soak.run, args=(number,)) for number in range(arguments.threads)]
        for thread in threads:
            thread.start()
        memory: list[float] = []
        began = time.monotonic()
        while time.monotonic() < began + 60 * arguments.minutes:
            time.sleep(min(60, 6 * arguments.minutes))
            memory.append(process.memory_info().rss / 2**20)
            calls, wrong = sum(soak.calls.values()), len(soak.wrong)
            print(f"{(time.monotonic() - began) / 60:5.1f} min {calls:10,} calls {wrong:4} wrong {memory[-1]:8.1f} MiB")
            sys.stdout.flush()
        soak.stop.set()
        for thread in threads:
            thread.join()
    fifth = max(1, len(memory) // 5)
    growth = _mean(memory[-fifth:]) / _mean(memory[:fifth])
    print("\n".join(f"{name:14}{count:10,}" for name, count in sorted(soak.calls.items())))
    print("\n".join(soak.wrong[:20]))
    print(f"{sum(soak.calls.values()):,} calls, {len(soak.wrong)} wrong, memory grew to {growth:.3f} of what it was")
    return int(bool(soak.wrong) or growth > MOST_GROWTH)


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


if __name__ == "__main__":
    sys.exit(main())
