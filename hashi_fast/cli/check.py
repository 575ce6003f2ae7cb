"""`hashi-fast check`: whether the solution in the file is right, or whether a puzzle has exactly one."""
from __future__ import annotations

import argparse
from typing import Any

from hashi_fast.board.checker import Violation, check
from hashi_fast.board.puzzle import Puzzle, cell_in_words
from hashi_fast.board.solution import edge_ends
from hashi_fast.cli import options
from hashi_fast.cli.console import Colour, Console
from hashi_fast.formats import Record
from hashi_fast.search.results import Uniqueness
from hashi_fast.search.solver import uniqueness

# By status: what is said about a puzzle, and its colour.
VERDICTS: dict[str, tuple[str, Colour]] = {
    "correct": ("the solution is correct", "good"),
    "wrong": ("not a solution", "bad"),
    "unique": ("exactly one solution", "good"),
    "multiple": ("several solutions, two of them:", "bad"),
    "none": ("no solution", "bad"),
    "unknown": ("unknown, the budget ran out", "open"),
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    options.add_answer_options(parser, '"status", "violations", "witnesses", "differing"')
    options.add_drawing_options(parser)
    parser.add_argument("--unique", action="store_true", help="prove uniqueness even if the file has a solution")
    options.add_search_options(parser)
    parser.epilog = (
        "A solution in the file is checked against the rules. A puzzle without one is checked for having exactly one.\n"
        "The status is correct, wrong, unique, multiple, none or unknown. Where two solutions differ, * marks a\n"
        "bridge and x marks its absence."
    )


def run(arguments: argparse.Namespace) -> int:
    """Check all puzzles and return the exit code."""
    how = {**options.search_of(arguments), **options.budget_of(arguments)}
    with Console(arguments) as console:
        for record in console.records():
            violations = None if record.solution is None else check(record.puzzle, record.solution)
            answer = None
            if violations is None or (arguments.unique and not violations):
                answer = uniqueness(record.puzzle, **how)
            status = answer.status if answer is not None else "wrong" if violations else "correct"
            console.note_answer(VERDICTS[status][1])
            if arguments.json:
                _write_json(console, record, status, violations, answer)
            else:
                _write_text(console, record, status, violations, answer)
    return console.code


def _write_json(
    console: Console, record: Record, status: str, violations: list[Violation] | None, answer: Uniqueness | None
) -> None:
    fields: dict[str, Any] = {**console.label(record).fields(), "status": status, "violations": None}
    if violations is not None:
        fields["violations"] = [violation._asdict() for violation in violations]
    fields["witnesses"] = None if answer is None else [solution.bridges for solution in answer.solutions]
    fields["differing"] = None if answer is None else _differing(record.puzzle, answer)
    console.write_json(fields)


def _write_text(
    console: Console, record: Record, status: str, violations: list[Violation] | None, answer: Uniqueness | None
) -> None:
    verdict, colour = VERDICTS[status]
    console.write(f"{console.label(record)}: {console.coloured(verdict, colour)}")
    if violations and record.solution is not None:
        console.write("\n".join(f"  {violation.message}" for violation in violations))
        console.write(f"\n{console.drawings(record.puzzle, [record.solution.bridges])}\n")
    if status == "multiple" and answer is not None:
        differing = _differing(record.puzzle, answer)
        marks = [(r1, c1, r2, c2) for r1, c1, r2, c2, _, _ in differing]
        witnesses = [solution.bridges for solution in answer.solutions]
        console.write(f"\n{console.drawings(record.puzzle, witnesses, marks)}\n")
        for r1, c1, r2, c2, one, other in differing:
            console.write(f"  {cell_in_words(r1, c1)} to {cell_in_words(r2, c2)}: {one} and {other}")


def _differing(puzzle: Puzzle, answer: Uniqueness) -> list[tuple[int, int, int, int, int, int]]:
    """Return the ends of each edge on which the two witnesses differ, with the bridges of each."""
    if len(answer.solutions) < 2:
        return []
    ends = edge_ends(puzzle)
    one, other = answer.solutions
    return [(*ends[edge], one.edge_counts[edge], other.edge_counts[edge]) for edge in answer.differing]
