"""`hashi-fast show`: draws puzzles, with their solutions if the file has any, as text or as SVG."""
from __future__ import annotations

import argparse

from hashi_fast.board.solution import Bridge
from hashi_fast.board.svg import draw_svg
from hashi_fast.cli import Failure, options
from hashi_fast.cli.console import Console
from hashi_fast.cli.output import NUMBER
from hashi_fast.formats import Record


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    options.add_output_options(parser, 'write JSON Lines: {"id", "w", "h", "islands": how many, "drawing"}')
    options.add_drawing_options(parser)
    parser.add_argument(
        "--svg",
        metavar="FILE",
        help=f"draw as SVG into this file (-: standard output); {NUMBER} in the name numbers the files",
    )
    parser.add_argument("--dark", action="store_true", help="draw light on dark (SVG)")
    parser.add_argument("--unsolved", action="store_true", help="ignore the solutions in the file")


def run(arguments: argparse.Namespace) -> int:
    """Draw all puzzles and return the exit code."""
    if arguments.svg is not None:
        if arguments.output is not None or arguments.json:
            raise Failure("--svg FILE cannot be combined with --output or --json")
        arguments.output = None if arguments.svg == "-" else arguments.svg
    with Console(arguments, numbered=True) as console:
        for record in console.records():
            bridges = () if arguments.unsolved or record.solution is None else record.solution.bridges
            console.output.begin_part(alone=arguments.svg is not None, option="--svg")
            if arguments.svg is not None:
                console.output.write(draw_svg(record.puzzle, bridges, theme="dark" if arguments.dark else "light"))
            elif arguments.json:
                _write_json(console, record, bridges)
            else:
                puzzle = record.puzzle
                size = f"{puzzle.width}x{puzzle.height}, {len(puzzle.islands)} islands"
                console.write(f"{console.label(puzzle)} ({size})")
                console.write(console.drawing(puzzle, bridges) + "\n")
    return console.code


def _write_json(console: Console, record: Record, bridges: tuple[Bridge, ...]) -> None:
    puzzle = record.puzzle
    fields = {"id": puzzle.id, "w": puzzle.width, "h": puzzle.height, "islands": len(puzzle.islands)}
    console.write_json({**fields, "drawing": console.drawing(puzzle, bridges)})
