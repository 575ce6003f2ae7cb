"""The packs of puzzles that `play` and `export-html` put into the page."""
from __future__ import annotations

import argparse
import os

from hashi_fast.cli import Failure
from hashi_fast.cli.console import Console
from hashi_fast.cli.options import add_input_options
from hashi_fast.cli.source import STANDARD_INPUT
from hashi_fast.web.built_in import NAME, built_in
from hashi_fast.web.entries import entry_of
from hashi_fast.web.page import Pack


def add_pack_options(parser: argparse.ArgumentParser) -> None:
    """Add the files of puzzles, and how to read them."""
    add_input_options(parser, "PACK", "none: the built-in ones")


def read_packs(console: Console, arguments: argparse.Namespace, *, walkthroughs: bool) -> list[Pack]:
    """Return the puzzles of each file, or the built-in ones; each puzzle is solved and rated."""
    packs = [(NAME, built_in())]
    if arguments.files:
        packs = [(_name_of(source.name), list(console.records_of(source))) for source in console.sources()]
    console.puzzles = total = sum(len(records) for _, records in packs)
    if not total:
        raise Failure("no puzzles, so no game")
    console.begin_work(console.puzzles)
    done = 0
    made: list[Pack] = []
    for name, records in packs:
        entries = []
        for number, record in enumerate(records, 1):
            entries.append(entry_of(record, str(number), walkthrough=walkthroughs))
            done += 1
            console.advance_work(done, total)
        made.append((name, entries))
    console.end_work()
    return made


def _name_of(path: str) -> str:
    """Return the name of a pack: that of its file, without folder and endings.

    >>> _name_of("games/for-monday.jsonl.gz"), _name_of("<stdin>")
    ('for-monday', 'Puzzles')
    """
    name = os.path.basename(path).removesuffix(".gz")
    return "Puzzles" if path in (STANDARD_INPUT, "<stdin>") else os.path.splitext(name)[0]


def count_of(packs: list[Pack]) -> int:
    """Return how many puzzles there are in all packs."""
    return sum(len(entries) for _, entries in packs)
