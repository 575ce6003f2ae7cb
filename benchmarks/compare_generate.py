"""How many puzzles are made per second, compared with Simon Tatham's generator, all in one run.

    python benchmarks/compare_generate.py [--sizes 7 10] [--levels easy hard] [--seconds 5] [--markdown] [--json FILE]

Ours is `hf.produce` with one worker: puzzles are unique, rated, of the level, and none appears twice. "call" is a loop
of `hf.generate`. His is `sgt-bridges --generate`, with as many puzzles as fill the time. All run one after the other
for each size and level, so that they meet the same machine. Rates are per processor time (his includes child
processes); the ratio by wall time is given, too.

Rows "open" are like for like: boards as open as his, at his own levels (`tatham=`). Rows "classic" are full boards,
with 1.4 to 4 times as many islands, at our levels of the same names. The rows below the comparison have no rival:
levels that he does not have, and large boards.
"""
from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

import hashi_fast as hf

SIZES = (7, 10, 15, 20, 25, 30, 40)
LEVELS = ("easy", "medium", "hard")
ISLANDS = dict(zip(SIZES, (12, 20, 36, 53, 72, 90, 143), strict=True))  # on his boards, on average
STYLES = ("open", "classic")
ALONE = (
    hf.Spec(10, 10, difficulty="expert"),
    hf.Spec(10, 10, difficulty="extreme"),
    hf.Spec(25, 25, difficulty="expert"),
    hf.Spec(25, 25, difficulty="extreme"),
    hf.Spec(10, 10, difficulty="expert", style="open"),
    hf.Spec(10, 10, difficulty="extreme", style="open"),
    hf.Spec(100, 100, islands=(1500, 1600), style="open"),
    hf.Spec(200, 200, style="open"),
)


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
                hf.generate(**vars(spec), seed=1, index=index)
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


def spec_of(style: str, side: int, level: str) -> hf.Spec:
    scale = {"tatham": level} if style == "open" else {"difficulty": level}
    return hf.Spec(side, side, style=style, **scale)  # type: ignore[arg-type]


def compare(
    command: str | None, side: int, level: str, styles: Sequence[str], seconds: float
) -> Iterator[dict[str, Any]]:
    his = None if command is None else by_tatham(command, side, level, seconds)
    for style in styles:
        spec = spec_of(style, side, level)
        ours, calls = by_produce(spec, seconds), by_calls(spec, seconds)
        row: dict[str, Any] = {
            "board": f"{side}x{side} {level}",
            "style": style,
            "produce/s": ours.processor,
            "call/s": calls.processor,
            "call share": calls.processor / ours.processor,
            "islands": ours.islands,
        }
        if his is not None:
            row |= {
                "Tatham/s": his.processor,
                "ratio": ours.processor / his.processor,
                "wall ratio": ours.wall / his.wall,
                "his islands": his.islands,
            }
        yield row


def alone(spec: hf.Spec, seconds: float) -> dict[str, Any]:
    rate = by_produce(spec, seconds)
    board = f"{spec.width}x{spec.height} {spec.difficulty or 'any level'}"
    return {"board": board, "style": spec.style, "produce/s": rate.processor, "islands": rate.islands}


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
    parser.add_argument("--styles", nargs="*", choices=STYLES, default=STYLES)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each rate")
    parser.add_argument("--alone", action=argparse.BooleanOptionalAction, default=True, help="the rows without a rival")
    parser.add_argument("--json", metavar="FILE", help="write the rows to this file, too")
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    command = shutil.which("sgt-bridges") or shutil.which("sgt-bridges", path="/usr/games")
    if command is None:
        print("sgt-bridges is not installed: no comparison, only our own rates", file=sys.stderr)
    rows = [
        row
        for side in arguments.sizes
        for level in arguments.levels
        for row in compare(command, side, level, arguments.styles, arguments.seconds)
    ]
    if arguments.alone:
        rows += [alone(spec, arguments.seconds) for spec in ALONE]
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
