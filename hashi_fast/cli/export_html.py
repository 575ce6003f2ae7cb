"""`hashi-fast export-html`: the game and its puzzles as one HTML file that needs no server."""
from __future__ import annotations

import argparse

from hashi_fast.cli import options
from hashi_fast.cli.console import Console
from hashi_fast.cli.game import add_pack_options, count_of, read_packs
from hashi_fast.cli.output import check_folder
from hashi_fast.support.atomic_file import WholeFile
from hashi_fast.web.page import TITLE, config, whole


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    add_pack_options(parser)
    options.add_output_options(parser, 'write one line of JSON: {"puzzles", "bytes"}', product="page")
    parser.add_argument("--title", default=TITLE, metavar="TEXT", help=f"the title of the page ({TITLE})")
    parser.epilog = (
        "The page holds everything: the game, the puzzles, their solutions, and the way to each solution for hints.\n"
        "It works from a disk or any web server, without a network, and sends nothing anywhere. The same puzzles make\n"
        "the same file. New puzzles by seed, and all answers of the editor, need 'hashi-fast play'."
    )


def run(arguments: argparse.Namespace) -> int:
    """Make the page and return the exit code."""
    check_folder(arguments.product)
    with Console(arguments, at_end=True) as console:
        packs = read_packs(console, arguments, walkthroughs=True)
        page = whole(config("file", packs, title=arguments.title)).encode()
        with WholeFile(arguments.product) as file:
            file.write(page)
        if arguments.json:
            console.write_json({"puzzles": count_of(packs), "bytes": len(page)})
        else:
            count = count_of(packs)
            console.write(f"{arguments.product}: {count:,} puzzle{'' if count == 1 else 's'}, {len(page):,} bytes")
    return console.code
