"""`hashi-fast convert`: writes puzzles in another format, with everything that the format can hold."""
from __future__ import annotations

import argparse

from hashi_fast import formats
from hashi_fast.cli import Failure, options
from hashi_fast.cli.console import Console
from hashi_fast.cli.earlier_answers import EarlierAnswers
from hashi_fast.cli.output import NUMBER
from hashi_fast.cli.records import RecordWriter


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    options.add_output_options(parser, "the same as --to json")
    writable = [name for name in formats.names() if formats.get(name).writes]
    parser.add_argument("--to", choices=writable, metavar="FORMAT", help=f"what to write: {', '.join(writable)}")
    options.add_solution_option(parser, "write solutions also where they are drawn on the board, as in grids")
    options.add_clause_options(parser, "for --to dimacs")
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="FILE",
        help="for --to dimacs: add clauses against the answer of a SAT solver, or against the solutions in a file",
    )
    parser.epilog = (
        "Bridges of games and of unfinished or wrong solutions are written if the format can hold them. Answers are\n"
        "kept by json, jsonl and task, which have a field for them, and drawn on the board only with --solution. A\n"
        f"format that takes several lines per puzzle holds one puzzle per file; {NUMBER} in the name, as in\n"
        f"--out 'board_{NUMBER}.txt', numbers the files. Only grids may follow one another on standard output,\n"
        "separated by empty lines. --without may be given several times. It rules out a solution by itself, and an\n"
        "answer of several groups of islands with all others that have one."
    )


def run(arguments: argparse.Namespace) -> int:
    """Convert all puzzles and return the exit code."""
    if arguments.json == (arguments.to is not None):
        raise Failure("expected either --to FORMAT or --json")
    how: dict[str, object] = {**options.clause_options_of(arguments)}
    if arguments.to != "dimacs" and (how or arguments.without):
        raise Failure(f"--{'without' if arguments.without else next(iter(how))} needs --to dimacs")
    earlier = EarlierAnswers(arguments.without, arguments.encoding or "order") if arguments.without else None
    with Console(arguments, numbered=True) as console:
        writer = RecordWriter(console, arguments.to or "json", solution=arguments.solution)
        for record in console.records():
            if earlier is not None:
                how["without"] = earlier.of(record.puzzle)
            writer.write(console.label(record), record, **how)
        for name in [] if earlier is None else earlier.unused():
            console.warn(f"--without {name}: it has no solution of a puzzle that was converted, so it changed nothing")
    return console.code
