"""`hashi-fast generate`: makes puzzles of one kind, each unique, rated and new, and writes them as it goes."""
from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from typing import Any

from hashi_fast import formats
from hashi_fast.cli import Failure, options
from hashi_fast.cli.cluster import LOCAL, dask_cluster
from hashi_fast.cli.console import OUT_OF_BUDGET, Console
from hashi_fast.cli.growing_file import GrowingFile
from hashi_fast.cli.output import NUMBER
from hashi_fast.cli.records import RecordWriter
from hashi_fast.cli.summary import Summary
from hashi_fast.errors import TargetNotReached
from hashi_fast.levels import DIFFICULTIES
from hashi_fast.production import Portion, portions
from hashi_fast.spec import Spec
from hashi_fast.whole_file import is_stream

_LINES = ("json", "jsonl")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("count", type=options.whole_number(0), metavar="COUNT", help="how many puzzles")
    kind = parser.add_argument_group("what kind")
    kind.add_argument("--size", type=_size, required=True, metavar="WxH", help="columns and rows, as in 10x10")
    kind.add_argument("--difficulty", choices=DIFFICULTIES, metavar="LEVEL", help=", ".join(DIFFICULTIES))
    kind.add_argument("--islands", type=_range(int), metavar="N|LOW-HIGH", help="how many islands")
    kind.add_argument("--density", type=_range(float), metavar="SHARE|LOW-HIGH", help="islands a cell")
    kind.add_argument("--doubles", type=_range(float), metavar="SHARE|LOW-HIGH", help="share of two bridges or more")
    kind.add_argument("--cycles", type=_range(int), metavar="N|LOW-HIGH", help="independent cycles of the solution")
    kind.add_argument("--no-loops", action="store_true", help="puzzles whose rules forbid loops")
    kind.add_argument("--max-bridges", type=options.whole_number(1), default=2, metavar="N", help="most a pair, 1 to 4")
    kind.add_argument("--strategy", default="grow", metavar="HOW", help="grow or tree")
    kind.add_argument("--symmetry", metavar="HOW", help="of the islands: rotate, mirror-h, mirror-v or diagonal")
    kind.add_argument("--require", action="append", default=[], metavar="NAME", help="a technique that it must take")
    kind.add_argument("--exclude", action="append", default=[], metavar="NAME", help="one that it must not take")
    kind.add_argument("--unknown-clues", type=float, default=0.0, metavar="SHARE", help="share of clues to hide")
    which = parser.add_argument_group("which, and by whom")
    which.add_argument(
        "--seed", type=options.stream, required=True, metavar="N", help="the same seed gives the same puzzles"
    )
    which.add_argument("--start", type=options.stream, default=0, metavar="I", help="the index of the first candidate")
    workers_help = "threads, one a processor; with --dask, tasks at a time"
    which.add_argument("--workers", type=options.whole_number(1), metavar="N", help=workers_help)
    which.add_argument("--dask", metavar="ADDRESS", help=f"a Dask scheduler, as in tcp://host:8786, or {LOCAL!r}")
    output = parser.add_argument_group("output")
    output.add_argument(
        "-o", "--out", "--output", dest="output", metavar="FILE",
        help="write to this new file, JSON Lines as it goes; nothing is overwritten",
    )  # fmt: skip
    output.add_argument("--resume", action="store_true", help="go on with the file where the same command was stopped")
    writable = [name for name in formats.names() if formats.get(name).writes]
    output.add_argument(
        "--format", choices=writable, default="jsonl", metavar="FORMAT", help=f"what to write: {', '.join(writable)}"
    )
    options.add_manner_options(output, "write the summary, on standard error, as JSON")
    parser.epilog = (
        "Candidates are tried in the order of their index; those that cannot be made, or are an earlier one turned or\n"
        "mirrored, are left out. The same options give the same bytes, whoever makes them and however often they\n"
        f"were stopped. In formats that take several lines a puzzle, put {NUMBER} into the name of the file. A run\n"
        "that gives up, since 1,000 candidates in a row brought nothing new or 20 could not be made, keeps what it\n"
        "has, with exit code 3."
    )


def run(arguments: argparse.Namespace) -> int:
    """Make all puzzles and return the exit code."""
    spec = _spec(arguments)
    path = arguments.output
    one_file = path is not None and NUMBER not in path and not path.endswith(".gz") and not is_stream(path)
    grows = one_file and arguments.format in _LINES
    if arguments.resume and not grows:
        kind = "one file, neither compressed nor a pipe or a device: only that shows how far it is"
        raise Failure(f"--resume needs --out FILE and --format jsonl, {kind}")
    summary = Summary()
    if not grows:
        with Console(arguments, numbered=True, new=True) as console:
            code = _generate(arguments, spec, console, summary, _stream_writer(arguments, console), {})
    else:
        arguments.output = None
        how = {"seed": arguments.seed, "start": arguments.start, "resume": arguments.resume}
        with GrowingFile(path, spec, summary=summary, **how) as pack, Console(arguments, silent=True) as console:
            going_on = {"start": pack.next_index, "seen": pack.seen}
            code = _generate(arguments, spec, console, summary, pack.write, going_on)
    # Below the progress bar, and when what it tells of is there.
    if arguments.json:
        print(json.dumps(summary.fields()), file=sys.stderr)
    else:
        console.note(f"{len(summary):,} puzzles\n{summary.text()}".rstrip())
    return console.code or code


def _generate(
    arguments: argparse.Namespace,
    spec: Spec,
    console: Console,
    summary: Summary,
    write: Callable[[Portion], None],
    going_on: dict[str, Any],
) -> int:
    before = len(summary)
    if before > arguments.count:
        raise Failure(f"the file has {before:,} records already; expected at most {arguments.count:,}, as COUNT says")
    if before == arguments.count:
        return 0  # without a cluster, which takes seconds to start
    how = {"seed": arguments.seed, "start": arguments.start, **going_on}
    with _engine(arguments, console) as engine, closing(engine(arguments.count - before, spec, **how)) as found:
        console.expect(arguments.count, before)  # from now on, not while a cluster starts
        try:
            for portion in found:
                write(portion)
                arrays = portion.block.arrays
                summary.add(arrays.difficulty[portion.chosen], arrays.score[portion.chosen])
                console.made(len(summary), f", {(len(summary) - before) / portion.tried:.1%} accepted")
        except TargetNotReached as error:
            console.warn(str(error))
            return OUT_OF_BUDGET
    return 0


def _stream_writer(arguments: argparse.Namespace, console: Console) -> Callable[[Portion], None]:
    """Return what writes portions to standard output, or to files that are whole or not there."""
    if arguments.format in _LINES and NUMBER not in (arguments.output or ""):
        return lambda portion: console.output.write_bytes(portion.block.lines(portion.chosen))
    writer = RecordWriter(console, arguments.format)

    def write(portion: Portion) -> None:
        for k in portion.chosen.tolist():
            made = portion.block[k]
            writer.write(f"index {made.index}", made.record())

    return write


@contextmanager
def _engine(
    arguments: argparse.Namespace, console: Console
) -> Iterator[Callable[..., Generator[Portion, None, None]]]:
    """Give what finds portions: `production.portions` with threads, or on a cluster."""
    if arguments.dask is None:
        yield partial(portions, workers=arguments.workers)
    else:
        with dask_cluster(arguments.dask, arguments.workers, console.warn) as cluster:
            yield cluster.portions


def _spec(arguments: argparse.Namespace) -> Spec:
    try:
        return Spec(
            *arguments.size,
            difficulty=arguments.difficulty,
            islands=arguments.islands,
            density=arguments.density,
            doubles=arguments.doubles,
            cycles=arguments.cycles,
            loops=not arguments.no_loops,
            max_bridges=arguments.max_bridges,
            strategy=arguments.strategy,
            symmetry=arguments.symmetry,
            require=tuple(arguments.require),
            exclude=tuple(arguments.exclude),
            unknown_clues=arguments.unknown_clues,
        )
    except (TypeError, ValueError) as error:
        raise Failure(str(error)) from None


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    try:
        number = options.whole_number(1)
        return number(width), number(height)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"expected columns x rows, as in 10x10, found {text!r}") from None


def _range(number: type[int] | type[float]) -> Callable[[str], Any]:
    """Return the type of an option that takes a number or two with a dash between them."""

    def read(text: str) -> Any:
        low, _, high = text.partition("-")
        with suppress(ValueError):
            return number(text)
        try:
            return number(low), number(high)
        except ValueError:
            raise argparse.ArgumentTypeError(f"expected a number or LOW-HIGH, found {text!r}") from None

    return read
