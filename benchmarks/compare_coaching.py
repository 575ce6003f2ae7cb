"""How long people wait for a diagnosis, an explanation and a hint: processor time in milliseconds.

    python benchmarks/compare_coaching.py [--boards 24]

Diagnoses are of boards of our own, of all levels up to expert, in which one number is wrong by one. Explanations are of
expert boards of about 1,000 islands, hints of boards of about 4,000 with half of their bridges. To compare two builds,
run it with each of them in turn: the boards are the same as long as `GENERATOR_VERSION` is.
"""
from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterable
from typing import Any

import hashi_fast as hf

LEVELS = ("easy", "medium", "hard", "expert")
SIDES = (7, 10, 15, 25, 40)
WAYS_OF_1000 = (("open", 128), ("classic", 58))
HINTS_OF_4000 = (("open", 310), ("classic", 115))


def board(style: Any, side: int, level: Any, index: int) -> hf.RatedPuzzle:
    """Return a puzzle, or the closest one if the level is not reached."""
    try:
        return hf.generate(side, side, seed=77, index=index, style=style, difficulty=level)
    except hf.TargetNotReached as error:
        if error.closest is None:
            raise
        return error.closest


def with_a_wrong_number(puzzle: hf.Puzzle, rng: random.Random) -> hf.Puzzle:
    """Return the puzzle with one number changed by one; the sum is odd then, so there is no solution."""
    islands = [list(island) for island in puzzle.islands]
    wrong = rng.choice(islands)
    change = rng.choice((-1, 1))
    wrong[2] += change if 1 <= wrong[2] + change <= 8 else -change
    return hf.Puzzle(puzzle.width, puzzle.height, islands)


def report(name: str, ask: Callable[[Any], str], boards: Iterable[Any]) -> None:
    """Time one call per board, and print what `ask` returns about the answers."""
    times, told = [], []
    for each in boards:
        begin = time.process_time()
        told.append(ask(each))
        times.append(1000 * (time.process_time() - begin))
    ordered = sorted(times)
    p99 = ordered[int(0.99 * len(ordered))]
    figures = f"median {ordered[len(ordered) // 2]:7.1f}  p99 {p99:7.1f}  mean {sum(times) / len(times):7.1f}"
    print(f"{name:24} {len(times):3} boards  {figures}  {' '.join(told)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=24, help="per size and style")
    number = parser.parse_args().boards
    for style in ("open", "classic"):
        for side in SIDES:
            rng = random.Random(side)
            made = (board(style, side, LEVELS[i % len(LEVELS)], i).puzzle for i in range(number))
            wrong = [with_a_wrong_number(puzzle, rng) for puzzle in made]
            islands = sum(len(puzzle.islands) for puzzle in wrong) // number
            # The sizes of the sets of numbers.
            report(f"diagnose {style} {islands}", lambda puzzle: str(len(hf.diagnose(puzzle).islands)), wrong)
    for style, side in WAYS_OF_1000:
        puzzles = [board(style, side, "expert", i).puzzle for i in range(max(1, number // 6))]
        report(f"explain {style} {len(puzzles[0].islands)}", lambda puzzle: str(len(hf.explain(puzzle))), puzzles)
    for style, side in HINTS_OF_4000:
        found = [board(style, side, "expert", i) for i in range(max(1, number // 6))]
        rng = random.Random(1)
        positions = [(each.puzzle, [b for b in each.solution.bridges if rng.random() < 0.5]) for each in found]
        name = f"hint {style} {len(positions[0][0].islands)}"
        report(name, lambda position: str(len(hf.hint(*position).text())), positions)


if __name__ == "__main__":
    main()
