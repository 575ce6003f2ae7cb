"""`hashi-fast fleet`: makes the shards of one kind or several, here or on all machines of a Dask cluster."""
from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from hashi_fast.cli import Failure, options
from hashi_fast.cli.cluster import LOCAL, Cluster, cluster_of
from hashi_fast.cli.console import Console
from hashi_fast.cluster.fleet import fleet
from hashi_fast.support.store import place_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "kinds", nargs="+", metavar="KIND",
        help="size, level, number of candidates and other options, as in '7x7 easy 1000000 style=rich'",
    )  # fmt: skip
    options.add_seed_option(parser)
    parser.add_argument(
        "--shard", type=options.whole_number(1), default=100_000, metavar="N", help="candidates per file (100,000)"
    )
    parser.add_argument("--dask", metavar="ADDRESS", help=f"a Dask scheduler, as in tcp://host:8786, or {LOCAL!r}")
    options.add_worker_option(parser, f"processes, with --dask {LOCAL} (one per processor)")
    output = parser.add_argument_group("output")
    output.add_argument(
        "-o", "--out", "--output", dest="folder", required=True, metavar="DIR|URL", help="the folder for the files"
    )
    parser.set_defaults(output=None)
    options.add_manner_options(output, "write the summary on standard error as JSON")
    parser.epilog = (
        "Each kind gets a folder, and each shard, a range of candidates, a Parquet file in it, which is whole or not\n"
        "there. The same command goes on where it was stopped. 'hashi-fast merge' then drops the duplicates among the\n"
        "shards: what stays is what one sequential run would give. Workers write the files themselves, so all of them\n"
        'need to see the folder. Needs: pip install "hashi-fast[fleet]"'
    )


def run(arguments: argparse.Namespace) -> int:
    """Make all shards and return the exit code."""
    with Console(arguments, silent=True) as console:
        if arguments.seed is None:
            _check_new(arguments.folder)
        options.seed_of(arguments, console.note)
        with cluster_of(arguments, console) as cluster:
            made = _made(arguments, console, cluster)
        console.end_work()
    if arguments.json:
        print(json.dumps({**made._asdict(), "seed": arguments.seed}), file=sys.stderr)
    else:
        there = f", {made.before:,} of them before" if made.before else ""
        console.note(f"{made.candidates:,} candidates{there}; {made.puzzles:,} new puzzles")
    return console.code


def _check_new(folder: str) -> None:
    """Raise Failure if a folder has files: a random seed would not go on with them."""
    try:
        files = place_of(folder).files()
    except (ModuleNotFoundError, ValueError) as error:
        raise Failure(str(error)) from None
    if files:
        raise Failure(f"{folder} has files already; expected the --seed of the command that made them")


def _made(arguments: argparse.Namespace, console: Console, cluster: Cluster | None) -> Any:
    def show(done: int, total: int, puzzles: int) -> None:
        console.show_parts("candidates", done, total, f", {puzzles:,} new puzzles")

    how = {"seed": arguments.seed, "shard": arguments.shard, "on_progress": show, "say": console.warn}
    try:
        if cluster is None:
            return fleet(arguments.kinds, arguments.folder, **how)
        with cluster.failures_told():
            return fleet(arguments.kinds, arguments.folder, client=cluster.client, **how)
    except (ModuleNotFoundError, TypeError, ValueError) as error:
        raise Failure(str(error)) from None
