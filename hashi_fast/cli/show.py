"""`hashi-fast show`: draws puzzles and games, with solutions if asked for, as text or as SVG, PNG or PDF."""
from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from hashi_fast.board.solution import Bridge
from hashi_fast.board.svg import Theme
from hashi_fast.cli import Failure, options
from hashi_fast.cli.console import Console
from hashi_fast.cli.output import NUMBER, Output
from hashi_fast.cli.records import shown_bridges
from hashi_fast.formats import Record
from hashi_fast.publishing.endings import IN_WORDS, Ending, ending_of, is_other_picture

_HOW = ("cell", "dpi", "grid")  # options for pictures that are keywords of `picture`


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    options.add_answer_options(parser, '"w", "h", "islands": how many, "drawing"')
    options.add_drawing_options(parser)
    options.add_solution_option(parser, "also draw the solutions in the file")
    parser.add_argument("--unsolved", action="store_true", help="draw no bridges, not even those of games")
    # An option that is not given is not there, so that `picture` alone knows the defaults.
    pictures = parser.add_argument_group("pictures", argument_default=argparse.SUPPRESS)
    pictures.add_argument(
        "--answers", default=None, metavar="FILE",
        help="also draw the answer of each puzzle into this file; then --out shows the puzzle alone",
    )  # fmt: skip
    pictures.add_argument("--cell", metavar="LENGTH", help="the side of a cell, as in 8mm or 0.3in (9.525mm)")
    pictures.add_argument("--dpi", type=options.whole_number(1), metavar="N", help="pixels per inch, for PNG (300)")
    pictures.add_argument("--grid", action="store_true", help="draw lines along rows and columns (PNG, PDF)")
    pictures.add_argument("--dark", action="store_true", default=False, help="draw light on dark (SVG)")
    svg_help = "draw as SVG into this file, whatever its name (-: standard output)"
    pictures.add_argument("--svg", default=None, metavar="FILE", help=svg_help)
    parser.epilog = (
        f"A FILE of --out that ends in {IN_WORDS} is a picture of one puzzle. {NUMBER} in its name\n"
        "stands for the number of the puzzle, and {n:03} for three digits, as in --out 'board_{n:03}.png'. PNG and\n"
        'PDF need: pip install "hashi-fast[book]"'
    )


def run(arguments: argparse.Namespace) -> int:
    """Draw all puzzles and return the exit code."""
    if arguments.svg is not None:
        if arguments.output is not None or arguments.json:
            raise Failure("--svg FILE cannot be combined with --out or --json")
        arguments.output = None if arguments.svg == "-" else arguments.svg
    ending = "svg" if arguments.svg is not None else ending_of(arguments.output or "")
    if ending is not None:
        return _draw_pictures(arguments, ending)
    if is_other_picture(arguments.output or ""):
        raise Failure(f"{arguments.output}: pictures have names that end in {IN_WORDS}")
    for name in ("answers", "dark", *_HOW):
        if getattr(arguments, name, None):
            raise Failure(f"--{name} needs a picture: --out FILE that ends in {IN_WORDS}")
    with Console(arguments, numbered=True) as console:
        for record in console.records():
            bridges = _bridges(arguments, record)
            console.output.begin_part(alone=False, number=console.label(record).number)
            if arguments.json:
                _write_json(console, record, bridges)
            else:
                puzzle = record.puzzle
                size = f"{puzzle.width}x{puzzle.height}, {len(puzzle.islands)} islands"
                console.write(f"{console.label(record)} ({size})")
                console.write(console.drawing(puzzle, bridges) + "\n")
    return console.code


def _draw_pictures(arguments: argparse.Namespace, ending: Ending) -> int:
    """Draw one picture per puzzle, and one per answer if asked for."""
    # Imported here: drawing as text should not wait for it.
    from hashi_fast.publishing.pictures import answer_of, picture

    if arguments.json:
        raise Failure("--json writes no pictures; expected another --out")
    answer_ending = ending if arguments.answers is None else ending_of(arguments.answers)
    if answer_ending is None:
        raise Failure(f"{arguments.answers}: expected a name that ends in {IN_WORDS}")
    how = {name: getattr(arguments, name) for name in _HOW if hasattr(arguments, name)}
    theme: Theme = "dark" if arguments.dark else "light"
    option = "--out" if arguments.svg is None else "--svg"
    with Console(arguments, numbered=True) as console, _files(arguments.answers) as answers:
        for record in console.records():
            label = console.label(record)
            try:
                if answers is not None:
                    bridges = answer_of(record, str(label))
                    answers.begin_part(alone=True, number=label.number, option="--answers")
                    answers.write_bytes(picture(record.puzzle, bridges, answer_ending, theme=theme, **how))
                shown = () if answers is not None else _bridges(arguments, record)
                console.output.begin_part(alone=True, number=label.number, option=option)
                console.output.write_bytes(picture(record.puzzle, shown, ending, theme=theme, **how))
            except (ImportError, TypeError, ValueError) as error:
                raise Failure(str(error)) from None
    return console.code


@contextmanager
def _files(path: str | None) -> Iterator[Output | None]:
    """Yield where answers go, or None. The files are in place at the end or, after an error, absent."""
    if path is None:
        yield None
        return
    output = Output(path, numbered=True)
    try:
        yield output
    except BaseException:
        output.discard()
        raise
    output.commit()


def _bridges(arguments: argparse.Namespace, record: Record) -> tuple[Bridge, ...]:
    return () if arguments.unsolved else shown_bridges(record, arguments.solution)


def _write_json(console: Console, record: Record, bridges: tuple[Bridge, ...]) -> None:
    puzzle = record.puzzle
    fields = {**console.label(record).fields(), "w": puzzle.width, "h": puzzle.height, "islands": len(puzzle.islands)}
    console.write_json({**fields, "drawing": console.drawing(puzzle, bridges)})
