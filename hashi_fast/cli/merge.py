"""`hashi-fast merge`: drops the duplicates across the shards of a fleet."""
from __future__ import annotations

import argparse
import json
import sys
from typing import Any, get_args

from hashi_fast.cli import Failure, options
from hashi_fast.cli.cluster import LOCAL, Cluster, cluster_of
from hashi_fast.cli.console import Console
from hashi_fast.cluster.merge import Engine, merge


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("folder", metavar="DIR|URL", help="the folder of a fleet")
    parser.add_argument("--dask", metavar="ADDRESS", help=f"a Dask scheduler, as in tcp://host:8786, or {LOCAL!r}")
    options.add_worker_option(parser, f"processes, with --dask {LOCAL} (one per processor)")
    engines = get_args(Engine)
    parser.add_argument(
        "--engine", choices=engines, metavar="ENGINE",
        help=f"{', '.join(engines)}; all give the same answer (dask with --dask, otherwise native)",
    )  # fmt: skip
    output = parser.add_argument_group("output")
    output.add_argument(
        "-o", "--out", "--output", dest="product", required=True, metavar="DIR|FILE",
        help="a folder for the files without duplicates, or a file: .jsonl, .jsonl.gz, .json (a pack), .pdf (a book)",
    )  # fmt: skip
    parser.set_defaults(output=None)
    options.add_manner_options(output, "write the summary on standard error as JSON")
    parser.epilog = (
        "Of the puzzles that equal each other, turned or mirrored, the one with the least index stays; of several\n"
        "kinds, the one of the first. JSON Lines come in this order: the bytes of one sequential run."
    )


def run(arguments: argparse.Namespace) -> int:
    """Merge and return the exit code."""
    with Console(arguments, silent=True) as console:
        with cluster_of(arguments, console) as cluster:
            merged = _merged(arguments, console, cluster)
        console.end_work()
    if arguments.json:
        print(json.dumps(merged._asdict()), file=sys.stderr)
    else:
        console.note(f"{merged.puzzles:,} puzzles in {merged.parts:,} parts; {merged.duplicates:,} duplicates dropped")
    return console.code


def _merged(arguments: argparse.Namespace, console: Console, cluster: Cluster | None) -> Any:
    def show(what: str, done: int, total: int) -> None:
        console.show_parts("parts", done, total, f", {what}")

    how = {"engine": arguments.engine, "on_progress": show, "say": console.warn}
    try:
        if cluster is None:
            return merge(arguments.folder, arguments.product, **how)
        with cluster.failures_told():
            return merge(arguments.folder, arguments.product, client=cluster.client, **how)
    except (ModuleNotFoundError, TypeError, ValueError) as error:
        raise Failure(str(error)) from None
