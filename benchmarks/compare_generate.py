"""How many puzzles are made per second, compared with Simon Tatham's generator, all in one run.

    python benchmarks/compare_generate.py [--sizes 7 10] [--levels easy hard] [--seconds 5] [--markdown] [--json FILE]

Ours is `hf.produce` with one worker: puzzles are unique, rated, of the level, and none appears twice. "call" is a loop
of `hf.generate`. His is `sgt-bridges --generate`, with as many puzzles as fill the time. The three run one after the
other for each row, so that they meet the same machine. Rates are per processor time (his includes child processes); the
ratio by wall time is given, too. The rows below the comparison have no rival: levels that he does not have, and large
boards.
"""
from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

import hashi_fast as hf

SIZES = (7, 10, 15, 20, 25, 30, 40)
LEVELS = ("easy", "medium", "hard")
ISLANDS = dict(zip(SIZES, (12, 20, 36, 53, 72, 90, 143), strict=True))  # on his boards, on average
ALONE = ((10, "expert", None), (10, "extreme", None), (100, None, (1500, 1600)), (200, None, None))


class Rate(NamedTuple):
    """Puzzles per second of processor time and of wall time, and islands per puzzle."""

    processor: float
    wall: float
    islands: float


def timed(make: Callable[[], tuple[int, int]]) -> Rate:
    """Return the rates of a function that makes puzzles and returns the numbers of puzzles and islands."""
    before, began = time.process_time(), time.perf_counter()
    puzzles, islands = make()
    wall, processor = time.perf_counter() - began, time.process_time() - before
    return Rate(puzzles / processor, puzzles / wall, islands / max(puzzles, 1))


def by_produce(spec: hf.Spec, seconds: float) -> Rate:
    def make() -> tuple[int, int]:
        puzzles, islands = 0, []
        end = time.perf_counter() + seconds
        stream = hf.produce(10**9, spec, seed=1, workers=1)
        for made in stream:
            puzzles += 1
            if puzzles % 64 == 1:
                islands.append(len(made.puzzle.islands))
            if time.perf_counter() > end:
                break
        stream.close()
        return puzzles, round(puzzles * sum(islands) / len(islands))

    return timed(make)


def by_calls(spec: hf.Spec, seconds: float) -> Rate:
    def make() -> tuple[int, int]:
        end = time.perf_counter() + seconds
        puzzles = 0
        for index in count():
            try:
                hf.generate(spec.width, spec.height, seed=1, index=index, difficulty=spec.difficulty)
                puzzles += 1
            except hf.TargetNotReached:
                pass
            if time.perf_counter() > end:
                return puzzles, 0
        raise AssertionError("count never ends")

    return timed(make)


def by_tatham(command: str, side: int, level: str, seconds: float) -> Rate:
    """Run his generator, with more puzzles each time, until it takes long enough."""
    parameters = f"{side}x{side}i30e10m2d{LEVELS.index(level)}"
    puzzles = 1
    while True:
        used, began = _children(), time.perf_counter()
        done = subprocess.run(
            [command, "--generate", str(puzzles), parameters], capture_output=True, text=True, check=True
        )
        processor, wall = _children() - used, time.perf_counter() - began
        # By both clocks: on a busy machine a process may wait a long time before it starts.
        if min(wall, processor) >= seconds / 2:
            islands = sum(len(hf.loads(line).islands) for line in done.stdout.splitlines()[:200])
            return Rate(puzzles / processor, puzzles / wall, islands / min(puzzles, 200))
        puzzles = max(2 * puzzles, min(100 * puzzles, int(puzzles * seconds / max(processor, 0.001))))


def _children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compare(command: str | None, side: int, level: str, seconds: float) -> dict[str, Any]:
    spec = hf.Spec(side, side, difficulty=level)  # type: ignore[arg-type]
    ours, calls = by_produce(spec, seconds), by_calls(spec, seconds)
    row: dict[str, Any] = {
        "board": f"{side}x{side} {level}",
        "produce/s": ours.processor,
        "call/s": calls.processor,
        "call share": calls.processor / ours.processor,
        "islands": ours.islands,
    }
    if command is not None:
        his = by_tatham(command, side, level, seconds)
        row |= {
            "Tatham/s": his.processor,
            "ratio": ours.processor / his.processor,
            "wall ratio": ours.wall / his.wall,
            "his islands": his.islands,
        }
    return row


def alone(side: int, level: str | None, islands: tuple[int, int] | None, seconds: float) -> dict[str, Any]:
    spec = hf.Spec(side, side, difficulty=level, islands=islands)  # type: ignore[arg-type]
    rate = by_produce(spec, seconds)
    return {"board": f"{side}x{side} {level or 'any level'}", "produce/s": rate.processor, "islands": rate.islands}


def shown(rows: list[dict[str, Any]], markdown: bool) -> str:
    """Return the rows as a table."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    cells = [columns] + [
        [value if isinstance(value := row.get(key, ""), str) else f"{value:,.4g}" for key in columns] for row in rows
    ]
    if markdown:
        cells.insert(1, ["---"] * len(columns))
        return "\n".join(f"| {' | '.join(line)} |" for line in cells)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join("  ".join(f"{cell:>{width}}" for cell, width in zip(line, widths, strict=True)) for line in cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--levels", nargs="*", choices=LEVELS, default=LEVELS)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each of the three, per row")
    parser.add_argument("--alone", action=argparse.BooleanOptionalAction, default=True, help="the rows without a rival")
    parser.add_argument("--json", metavar="FILE", help="write the rows to this file, too")
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    command = shutil.which("sgt-bridges") or shutil.which("sgt-bridges", path="/usr/games")
    if command is None:
        print("sgt-bridges is not installed: no comparison, only our own rates", file=sys.stderr)
    rows = [compare(command, side, level, arguments.seconds) for side in arguments.sizes for level in arguments.levels]
    if arguments.alone:
        rows += [alone(*kind, arguments.seconds) for kind in ALONE]
    print(shown(rows, arguments.markdown))
    for row in rows:
        side = int(row["board"].partition("x")[0])
        if "ratio" in row and row["islands"] < ISLANDS.get(side, 0):
            print(f"{row['board']}: {row['islands']:.1f} islands, fewer than his {ISLANDS[side]}", file=sys.stderr)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
