"""`hashi-fast convert`: writes puzzles in another format, with everything that the format can hold."""
from __future__ import annotations

import argparse

from hashi_fast import formats
from hashi_fast.cli import Failure, options
from hashi_fast.cli.console import Console
from hashi_fast.cli.output import NUMBER
from hashi_fast.cli.records import RecordWriter


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    options.add_output_options(parser, "the same as --to json")
    writable = [name for name in formats.names() if formats.get(name).writes]
    parser.add_argument("--to", choices=writable, metavar="FORMAT", help=f"what to write: {', '.join(writable)}")
    options.add_encoding_option(parser, "for --to dimacs")
    parser.epilog = (
        "Solutions are written if the format can hold them. A format that takes several lines per puzzle holds one\n"
        f"puzzle per file; {NUMBER} in the name, as in --output 'board_{NUMBER}.txt', numbers the files. Only grids\n"
        "may follow one another on standard output, separated by empty lines."
    )


def run(arguments: argparse.Namespace) -> int:
    """Convert all puzzles and return the exit code."""
    if arguments.json == (arguments.to is not None):
        raise Failure("expected either --to FORMAT or --json")
    how = {} if arguments.encoding is None else {"encoding": arguments.encoding}
    if how and arguments.to != "dimacs":
        raise Failure("--encoding needs --to dimacs")
    with Console(arguments, numbered=True) as console:
        writer = RecordWriter(console, arguments.to or "json", **how)
        for record in console.records():
            writer.write(console.label(record.puzzle), record)
    return console.code
