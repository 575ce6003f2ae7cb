"""`hashi-fast repair`: changes puzzles with several solutions until they have exactly one."""
from __future__ import annotations

import argparse
from typing import Any

from hashi_fast import formats
from hashi_fast.board.checker import check
from hashi_fast.cli import Failure, options
from hashi_fast.cli.console import Console
from hashi_fast.cli.output import NUMBER
from hashi_fast.cli.records import RecordWriter
from hashi_fast.errors import TargetNotReached, Unsolvable
from hashi_fast.formats import Record
from hashi_fast.formats.json_ import fields_of
from hashi_fast.generation.repair import Change, Repaired, make_unique


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    status = '"status": "repaired", "none" or "not reached"'
    options.add_output_options(parser, f'write JSON Lines: {{"id", {status}, "puzzle", "solution", "changes"}}')
    writable = [name for name in formats.names() if formats.get(name).writes and formats.get(name).reads]
    parser.add_argument(
        "--to", choices=writable, metavar="FORMAT", default="grid", help="the format of the results (grid)"
    )
    parser.add_argument("--seed", type=options.stream, default=0, metavar="N", help="a seed for random choices (0)")
    parser.add_argument(
        "--max-changes", type=options.whole_number(0), metavar="N", help="give up on a puzzle after N changes"
    )
    parser.epilog = (
        "The result keeps the solution in the file, if there is one, apart from a few bridges. Each change is\n"
        "reported on standard error. Puzzles with exactly one solution stay as they are. A format that takes several\n"
        f"lines per puzzle holds one puzzle per file; {NUMBER} in the name, as in --output 'board_{NUMBER}.txt',\n"
        "numbers the files. Grids on standard output are separated by empty lines."
    )


def run(arguments: argparse.Namespace) -> int:
    """Repair all puzzles and return the exit code."""
    if arguments.json and arguments.to != "grid":
        raise Failure("expected --json or --to FORMAT, found both")
    with Console(arguments, numbered=not arguments.json) as console:
        writer = RecordWriter(console, arguments.to)
        for record in console.records():
            label = console.label(record.puzzle)
            try:
                repaired = _repaired(record, arguments)
            except Unsolvable:
                console.negative = True
                _report(console, arguments, record, "none", f"{label}: no solution")
                continue
            except TargetNotReached as error:
                console.exceeded = True
                _report(console, arguments, record, "not reached", f"{label}: {error}")
                continue
            if arguments.json:
                console.write_json(_answer(record, repaired))
                continue
            for change in repaired.changes:
                console.note(f"{label}: {change}")
            writer.write(label, Record(repaired.puzzle, repaired.solution, None, record.extra))
    return console.code


def _repaired(record: Record, arguments: argparse.Namespace) -> Repaired:
    """Repair a puzzle, starting from the solution in the file if it is right."""
    solution = record.solution
    if solution is not None and check(record.puzzle, solution):
        solution = None
    return make_unique(record.puzzle, solution, seed=arguments.seed, max_changes=arguments.max_changes)


def _report(console: Console, arguments: argparse.Namespace, record: Record, status: str, words: str) -> None:
    if arguments.json:
        console.write_json({"id": record.puzzle.id, "status": status})
    else:
        console.note(words)


def _answer(record: Record, repaired: Repaired) -> dict[str, Any]:
    return {
        "id": record.puzzle.id,
        "status": "repaired",
        "puzzle": fields_of(repaired.puzzle),
        "solution": [list(bridge) for bridge in repaired.solution.bridges],
        "changes": [_fields(change) for change in repaired.changes],
    }


def _fields(change: Change) -> dict[str, Any]:
    return {**change._asdict(), "clues": [clue._asdict() for clue in change.clues]}
