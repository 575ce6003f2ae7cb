"""`hashi-fast repair`: changes puzzles with several solutions until they have exactly one."""
from __future__ import annotations

import argparse
from typing import Any

from hashi_fast import formats
from hashi_fast.board.checker import check
from hashi_fast.cli import Failure, options
from hashi_fast.cli.console import Console
from hashi_fast.cli.label import Label
from hashi_fast.cli.output import NUMBER
from hashi_fast.cli.records import RecordWriter
from hashi_fast.errors import TargetNotReached, Unsolvable
from hashi_fast.formats import Record, game
from hashi_fast.formats.json_ import fields_of
from hashi_fast.generation.repair import Change, Repaired, make_unique


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    status = '"status": "repaired", "none" or "not reached"'
    options.add_answer_options(parser, f'{status}, "puzzle", "solution", "changes"')
    writable = [name for name in formats.names() if formats.get(name).writes and formats.get(name).reads]
    parser.add_argument(
        "--to", choices=writable, metavar="FORMAT", default="grid", help="the format of the results (grid)"
    )
    options.add_solution_option(parser, "write solutions also where they are drawn on the board, as in grids")
    parser.add_argument("--seed", type=options.stream, default=0, metavar="N", help="a seed for random choices (0)")
    parser.add_argument(
        "--max-changes", type=options.whole_number(0), metavar="N", help="give up on a puzzle after N changes"
    )
    parser.epilog = (
        "The result keeps the solution in the file, if there is one, apart from a few bridges. Each change is\n"
        "reported on standard error. Puzzles with exactly one solution stay as they are. A format that takes several\n"
        f"lines per puzzle holds one puzzle per file; {NUMBER} in the name, as in --out 'board_{NUMBER}.txt',\n"
        "numbers the files. Grids on standard output are separated by empty lines."
    )


def run(arguments: argparse.Namespace) -> int:
    """Repair all puzzles and return the exit code."""
    if arguments.json and arguments.to != "grid":
        raise Failure("expected --json or --to FORMAT, found both")
    with Console(arguments, numbered=not arguments.json) as console:
        writer = RecordWriter(console, arguments.to, solution=arguments.solution)
        for record in console.records():
            label = console.label(record)
            try:
                repaired = _repaired(record, arguments)
            except Unsolvable:
                console.negative = True
                _report(console, arguments, label, "none", "no solution")
                continue
            except TargetNotReached as error:
                console.exceeded = True
                _report(console, arguments, label, "not reached", str(error))
                continue
            if arguments.json:
                console.write_json({**label.fields(), **_answer(repaired)})
                continue
            for change in repaired.changes:
                console.note(f"{label}: {change}")
            extra = {key: value for key, value in record.extra.items() if key != game.KEY}  # its moves fit no more
            writer.write(label, Record(repaired.puzzle, repaired.solution, None, extra))
    return console.code


def _repaired(record: Record, arguments: argparse.Namespace) -> Repaired:
    """Repair a puzzle, starting from the solution in the file if it is right."""
    solution = record.solution
    if solution is not None and check(record.puzzle, solution):
        solution = None
    return make_unique(record.puzzle, solution, seed=arguments.seed, max_changes=arguments.max_changes)


def _report(console: Console, arguments: argparse.Namespace, label: Label, status: str, words: str) -> None:
    if arguments.json:
        console.write_json({**label.fields(), "status": status})
    else:
        console.note(f"{label}: {words}")


def _answer(repaired: Repaired) -> dict[str, Any]:
    return {
        "status": "repaired",
        "puzzle": fields_of(repaired.puzzle),
        "solution": [list(bridge) for bridge in repaired.solution.bridges],
        "changes": [_fields(change) for change in repaired.changes],
    }


def _fields(change: Change) -> dict[str, Any]:
    return {**change._asdict(), "clues": [clue._asdict() for clue in change.clues]}
