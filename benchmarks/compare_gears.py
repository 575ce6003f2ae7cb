"""The two gears of the search, and the one that the board chooses: microseconds to count to two.

    python benchmarks/compare_gears.py [--coelho FILE] [--published FILE] [--rounds 15]

In each round the boards of all sets come in a new order, each with every gear in turn. The time of a board is its
median over the rounds. Of each set, the mean and the 99th percentile over its boards are printed, with the ratio of the
chosen gear to the better one. Depth first gets no boards that would take it for ever: Coelho's from 200 islands on and
grown ones from side 100 on.
"""
from __future__ import annotations

import argparse
import itertools
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from comparison.sets import FOLDER, TATHAM
from random_boards import grown_board
from tqdm import tqdm

import hashi_fast as hf

GEARS = ("auto", "dfs", "learn")
PUBLISHED = (0, 50, 80, 120, 10_000)  # limits between the sets, in islands
GROWN = {50: (375, 20), 100: (1500, 12), 200: (6000, 6)}  # side: islands, boards
DEPTH_FIRST = 200  # islands of Coelho's boards that are too many for depth first
OF_A_SIZE = 20  # published boards of one size from which on they are a set, too


def sets(coelho: Path | None, published: Path | None) -> Iterator[tuple[str, list[hf.Puzzle], bool]]:
    """Yield name and boards of each set, and whether depth first takes part."""
    for side in TATHAM:
        yield f"Tatham {side}x{side}", list(hf.PuzzleBatch.from_jsonl(FOLDER / f"tatham_{side}.jsonl")), True
    if published is not None:
        boards = list(hf.PuzzleBatch.from_jsonl(published))
        for low, high in itertools.pairwise(PUBLISHED):
            yield f"published, from {low} islands", [b for b in boards if low <= len(b.islands) < high], True
        for (width, height), count in Counter((b.width, b.height) for b in boards).most_common():
            if count >= OF_A_SIZE:
                same = [b for b in boards if (b.width, b.height) == (width, height)]
                yield f"published, {width}x{height}", same, True
    if coelho is not None:
        instances = list(hf.PuzzleBatch.from_jsonl(coelho))
        for islands in sorted({len(b.islands) for b in instances}):
            chosen = [b for b in instances if len(b.islands) == islands]
            yield f"Coelho, {islands} islands", chosen, islands < DEPTH_FIRST
    for side, (islands, count) in GROWN.items():
        yield f"grown {side}x{side}", [grown_board(side, islands, seed) for seed in range(count)], side == 50


def measure(boards: list[hf.Puzzle], gears: tuple[str, ...], rounds: int) -> dict[str, list[float]]:
    """Return the microseconds of each board with each gear."""
    for board in boards:
        hf.count_solutions(board, 2)  # so that its tables are there
    taken: dict[tuple[str, int], list[float]] = {(gear, i): [] for gear in gears for i in range(len(boards))}
    rng = random.Random(0)
    turns = list(taken)
    for _ in range(rounds):
        rng.shuffle(turns)
        for gear, i in turns:
            begin = time.perf_counter()
            hf.count_solutions(boards[i], 2, search=gear)
            taken[gear, i].append(1e6 * (time.perf_counter() - begin))
    return {gear: [statistics.median(taken[gear, i]) for i in range(len(boards))] for gear in gears}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--coelho", metavar="FILE", type=Path, help="instances of Coelho et al. as JSON Lines")
    parser.add_argument("--published", metavar="FILE", type=Path, help="published puzzles as JSON Lines")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    for name, boards, both in tqdm(list(sets(options.coelho, options.published)), leave=False):
        times = measure(boards, GEARS if both else ("auto", "learn"), options.rounds)
        figures = {gear: (statistics.fmean(each), sorted(each)[int(0.99 * len(each))]) for gear, each in times.items()}
        ratios = [figures["auto"][k] / min(figures[gear][k] for gear in times if gear != "auto") for k in (0, 1)]
        told = "  ".join(f"{gear} {mean:.1f} ({p99:.0f})" for gear, (mean, p99) in figures.items())
        tqdm.write(f"{name:28} {len(boards):4} boards  {told}  ratio {ratios[0]:.2f} ({ratios[1]:.2f})")


if __name__ == "__main__":
    main()
