"""`hashi-fast diagnose`: why puzzles have no solution, or several."""
from __future__ import annotations

import argparse

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.cli import options
from hashi_fast.cli.console import Colour, Console
from hashi_fast.coaching.diagnosis import Diagnosis, diagnose
from hashi_fast.errors import BudgetExceeded

# By status: what is said about a puzzle, and its colour.
VERDICTS: dict[str, tuple[str, Colour]] = {
    "unique": ("exactly one solution", "good"),
    "multiple": ("several solutions", "bad"),
    "none": ("no solution", "bad"),
    "unknown": ("unknown, the budget ran out", "open"),
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    options.add_answer_options(parser, '"status", "reason", "islands", "rules", "irreducible", "solutions", "drawing"')
    options.add_drawing_options(parser)
    options.add_budget_options(parser)
    parser.epilog = (
        "Without a solution: a minimal set of conflicting numbers and rules, and the board with only those numbers.\n"
        "With several: two solutions that differ in few places; * marks a bridge there and x marks its absence.\n"
        "Rows and columns count from 1 in sentences and from 0 in JSON."
    )


def run(arguments: argparse.Namespace) -> int:
    """Diagnose all puzzles and return the exit code."""
    with Console(arguments) as console:
        for record in console.records():
            try:
                found = diagnose(record.puzzle, **options.budget_of(arguments))
            except BudgetExceeded:
                found = None
            status = "unknown" if found is None else found.status
            verdict, colour = VERDICTS[status]
            console.note_answer(colour)
            if arguments.json:
                fields = {"status": status} if found is None else found.to_dict()
                console.write_json({**console.label(record).fields(), **fields})
                continue
            console.write(f"{console.label(record)}: {console.coloured(verdict, colour)}")
            if found is not None and found.status != "unique":
                write_diagnosis(console, record.puzzle, found)
    return console.code


def write_diagnosis(console: Console, puzzle: Puzzle, found: Diagnosis) -> None:
    """Write the reason and its drawing."""
    console.write(console.paragraph(found.reason))
    if found.solutions:
        console.write(f"\n{console.drawings(puzzle, [s.bridges for s in found.solutions], found.differing)}\n")
    elif found.core is not None:
        console.write(f"\n{console.drawings(found.core, [()])}\n")
