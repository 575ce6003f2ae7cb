"""`hashi-fast demo`: solves and draws a few built-in puzzles, at least one for each outcome."""
from __future__ import annotations

import argparse
import time

from hashi_fast.cli import options
from hashi_fast.cli.console import Console
from hashi_fast.formats import loads
from hashi_fast.search.solver import uniqueness

PUZZLES = (
    ("An everyday puzzle", "7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2"),
    ("A larger one", "10x10:1b4c4a2j2a3b2c1l2b4a5a34b5d1e2a4c4a2f4a1a3b5a2j2"),
    ("One that leaves a choice", "5x5:2a3a2e3a4a3e2a3a2"),
    ("Four 1s in a square: each pair would be a group of its own", "3x3:1a1c1a1"),
)
VERDICTS = {
    "unique": "exactly one solution",
    "multiple": "several solutions, two of them",
    "none": "no solution",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_output_options(parser, 'write JSON Lines: {"title", "status", "solutions", "nodes", "seconds"}')
    options.add_drawing_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the demonstration and return the exit code."""
    with Console(arguments) as console:
        for title, text in PUZZLES:
            puzzle = loads(text)
            uniqueness(puzzle)  # warms up: loads the kernels, builds the topology
            began = time.perf_counter()
            answer = uniqueness(puzzle)
            seconds = time.perf_counter() - began
            bridges = [solution.bridges for solution in answer.solutions]
            if arguments.json:
                fields = {"title": title, "status": answer.status, "solutions": bridges}
                console.write_json({**fields, "nodes": answer.stats.nodes, "seconds": seconds})
                continue
            console.write(f"{title} ({puzzle.width}x{puzzle.height}, {len(puzzle.islands)} islands)")
            nodes = f"{answer.stats.nodes} search nodes"
            console.write(f"  {VERDICTS[answer.status]}; proved in {1e6 * seconds:.0f} us with {nodes}\n")
            console.write(console.drawings(puzzle, [(), *bridges]) + "\n")
    return 0
