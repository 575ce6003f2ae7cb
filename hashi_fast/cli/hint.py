"""`hashi-fast hint`: the next step of each puzzle, given the bridges in the file."""
from __future__ import annotations

import argparse

from hashi_fast.board.solution import Bridge
from hashi_fast.cli import options
from hashi_fast.cli.console import Colour, Console
from hashi_fast.cli.records import shown_bridges
from hashi_fast.coaching.hints import Hint, hint
from hashi_fast.errors import BudgetExceeded
from hashi_fast.formats import Record

# By kind: what is said about a puzzle (None: the technique), and its colour.
VERDICTS: dict[str, tuple[str | None, Colour]] = {
    "step": (None, "good"),
    "wrong": ("a mistake", "bad"),
    "ambiguous": ("several solutions from here", "bad"),
    "solved": ("solved", "good"),
    "unsolvable": ("no solution", "bad"),
    "unknown": ("unknown, the budget ran out", "open"),
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    options.add_answer_options(parser, '"kind", "technique", "where", "why", "what", "islands", "bridges", "wrong"')
    options.add_drawing_options(parser)
    parser.add_argument(
        "--strength",
        choices=("1", "2", "3"),
        default="3",
        metavar="N",
        help="1 says where to look, 2 also why, 3 also what to place (3)",
    )
    options.add_solution_option(parser, "take a solution that comes with a puzzle for the player's bridges, too")
    parser.add_argument("--unsolved", action="store_true", help="ignore all bridges in the file")
    options.add_budget_options(parser)
    parser.epilog = (
        "The player's position is that of a saved game, or a solution in the file that is unfinished or wrong. If no\n"
        "solution contains its bridges, the hint names a minimal set of conflicting bridges. A * in a drawing marks\n"
        "what to place or remove.\n"
        "Rows and columns count from 1 in sentences and from 0 in JSON."
    )


def run(arguments: argparse.Namespace) -> int:
    """Give a hint for each puzzle and return the exit code."""
    with Console(arguments) as console:
        for record in console.records():
            bridges = () if arguments.unsolved else shown_bridges(record, arguments.solution)
            try:
                found = hint(record.puzzle, bridges, **options.budget_of(arguments))
            except BudgetExceeded:
                found = None
            _write(console, arguments, record, bridges, found)
    return console.code


def _write(
    console: Console, arguments: argparse.Namespace, record: Record, bridges: tuple[Bridge, ...], found: Hint | None
) -> None:
    kind = "unknown" if found is None else found.kind
    verdict, colour = VERDICTS[kind]
    console.note_answer(colour)
    if arguments.json:
        console.write_json({**console.label(record).fields(), **({"kind": kind} if found is None else found.to_dict())})
        return
    strength = int(arguments.strength)
    if found is not None and verdict is None:
        verdict = found.technique if strength > 1 else "a hint"
    console.write(f"{console.label(record)}: {console.coloured(verdict or '', colour)}")
    if found is None:
        return
    console.write(console.paragraph(found.text(strength)))
    placed = {bridge[:4]: bridge[4] for bridge in bridges}
    marks = [bridge[:4] for bridge in (found.bridges or found.wrong)] if strength == 3 else []
    if strength == 3:
        placed.update({bridge[:4]: bridge[4] for bridge in found.bridges})
    shown = [(*ends, count) for ends, count in placed.items()]
    console.write(f"\n{console.drawing(record.puzzle, shown, marks, found.islands)}\n")
