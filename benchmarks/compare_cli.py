"""How long the command line takes from file to file, compared with a bare `json.loads` over the same lines.

The lines are the 7x7 boards of boards/tatham_7.jsonl in the islands form, repeated, each with its own id. The command
is `hashi-fast solve lines.jsonl --json --out answers.jsonl -j 1`, including the start of the process. The bar is
four times the bare reading plus 0.3 s. Run it on an idle machine; the best round counts on both sides.
"""
from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import hashi_fast as hf

BOARDS = Path(__file__).parent / "boards" / "tatham_7.jsonl"


def write_lines(path: Path, count: int) -> float:
    """Write `count` puzzles and return their mean number of islands."""
    puzzles = [record.puzzle for record in hf.load(BOARDS)]
    texts = [hf.dumps(hf.Puzzle(p.width, p.height, p.islands, id="@"), "json") + "\n" for p in puzzles]
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count):
            file.write(texts[number % len(texts)].replace("@", f"board-{number:07}", 1))
    return sum(len(puzzle.islands) for puzzle in puzzles) / len(puzzles)


def read_bare(path: Path) -> float:
    """Return the seconds that `json.loads` takes for all lines."""
    lines = path.read_text(encoding="utf-8").splitlines()
    began = time.perf_counter()
    for line in lines:
        json.loads(line)
    return time.perf_counter() - began


def run_command(lines: Path, answers: Path) -> float:
    """Return the seconds that the whole process takes."""
    options = [str(lines), "--json", "--out", str(answers), "-j", "1"]
    began = time.perf_counter()
    subprocess.run([sys.executable, "-P", "-m", "hashi_fast", "solve", *options], check=True)
    return time.perf_counter() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lines, answers = Path(folder, "lines.jsonl"), Path(folder, "answers.jsonl")
        islands = write_lines(lines, arguments.puzzles)
        bare = command = float("inf")
        for _ in range(arguments.rounds):
            bare = min(bare, read_bare(lines))
            command = min(command, run_command(lines, answers))
        with open(answers, encoding="utf-8") as file:
            solved = sum('"status": "solved"' in line for line in file)
    bar = 4 * bare + 0.3
    print(f"{arguments.puzzles:,} puzzles of {islands:.1f} islands each, {solved:,} solved; best of {arguments.rounds}")
    print(f"bare json.loads {bare:.2f} s, hashi-fast solve {command:.2f} s: {command / bare:.2f} times")
    print(f"bar {bar:.2f} s: {'met' if command <= bar else 'MISSED'}, with {command / bar:.0%} of it")
    return 0 if command <= bar and solved == arguments.puzzles else 1


if __name__ == "__main__":
    sys.exit(main())
