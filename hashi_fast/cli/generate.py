"""`hashi-fast generate`: makes puzzles of one kind, each unique, rated and new, and writes them as it goes."""
from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from typing import Any

import numpy
from numpy.typing import NDArray

from hashi_fast import formats
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.workers import thread_count
from hashi_fast.cli import Failure, options
from hashi_fast.cli.cluster import LOCAL, dask_cluster
from hashi_fast.cli.console import OUT_OF_BUDGET, Console
from hashi_fast.cli.output import NUMBER, each_fills_a_file
from hashi_fast.cli.records import DRAWING, RecordWriter, fills_a_file
from hashi_fast.deduction.techniques import NAMES
from hashi_fast.errors import FormatError, TargetNotReached
from hashi_fast.generation.growing_file import GrowingFile
from hashi_fast.generation.production import Portion, portions
from hashi_fast.generation.resume import FileRefused
from hashi_fast.generation.spec import STRATEGIES, SYMMETRIES, Spec
from hashi_fast.generation.summary import Summary
from hashi_fast.levels import DIFFICULTIES
from hashi_fast.support.atomic_file import is_stream

_LINES = ("json", "jsonl")

# Writes the new puzzles of a block, and returns which ones were written.
_Writer = Callable[[Portion], NDArray[numpy.int64]]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("count", type=options.whole_number(0), metavar="COUNT", help="how many puzzles")
    kind = parser.add_argument_group("what kind")
    kind.add_argument("--size", type=_size, required=True, metavar="WxH", help="columns and rows, as in 10x10")
    kind.add_argument("--difficulty", choices=DIFFICULTIES, metavar="LEVEL", help=", ".join(DIFFICULTIES))
    kind.add_argument("--islands", type=_range(int), metavar="N|LOW-HIGH", help="how many islands")
    kind.add_argument("--density", type=_range(float), metavar="SHARE|LOW-HIGH", help="islands per cell")
    doubles_help = "share of the pairs with bridges that have two or more"
    kind.add_argument("--doubles", type=_range(float), metavar="SHARE|LOW-HIGH", help=doubles_help)
    kind.add_argument("--cycles", type=_range(int), metavar="N|LOW-HIGH", help="independent cycles in the solution")
    kind.add_argument("--no-loops", action="store_true", help="forbid loops")
    bridges_help = "most bridges per pair, 1 to 4 (2)"
    kind.add_argument("--max-bridges", type=options.whole_number(1), default=2, metavar="N", help=bridges_help)
    kind.add_argument("--strategy", choices=STRATEGIES, default="grow", metavar="HOW", help="grow or tree (grow)")
    kind.add_argument(
        "--symmetry", choices=SYMMETRIES, metavar="HOW",
        help="of the islands: rotate (by half a turn), mirror-h (left and right swapped), mirror-v (top and bottom "
        "swapped) or diagonal (rows and columns swapped)",
    )  # fmt: skip
    kind.add_argument(
        "--require", action="append", default=[], metavar="NAME",
        help=f"a technique that it must take; may be repeated: {', '.join(NAMES)}",
    )  # fmt: skip
    exclude_help = "a technique that it must not take; may be repeated"
    kind.add_argument("--exclude", action="append", default=[], metavar="NAME", help=exclude_help)
    kind.add_argument("--unknown-clues", type=float, default=0.0, metavar="SHARE", help="share of clues to hide")
    which = parser.add_argument_group("which ones, and who makes them")
    which.add_argument(
        "--seed", type=options.stream, required=True, metavar="N", help="the same seed gives the same puzzles"
    )
    which.add_argument("--start", type=options.stream, default=0, metavar="I", help="the index of the first candidate")
    workers_help = "threads (one per processor); with --dask, tasks at a time"
    which.add_argument("--workers", type=options.whole_number(1), metavar="N", help=workers_help)
    which.add_argument("--dask", metavar="ADDRESS", help=f"a Dask scheduler, as in tcp://host:8786, or {LOCAL!r}")
    output = parser.add_argument_group("output")
    output.add_argument(
        "-o", "--out", "--output", dest="output", metavar="FILE",
        help="write to this new file, JSON Lines as they are made; nothing is overwritten",
    )  # fmt: skip
    output.add_argument("--resume", action="store_true", help="continue the file of the same command")
    writable = [name for name in formats.names() if formats.get(name).writes]
    output.add_argument(
        "--format", choices=writable, default="jsonl", metavar="FORMAT", help=f"what to write: {', '.join(writable)}"
    )
    options.add_manner_options(output, "write the summary on standard error as JSON")
    parser.epilog = (
        "Candidates are tried in the order of their index. Those that cannot be made, and those that equal an earlier\n"
        "one turned or mirrored, are left out. The same options give the same bytes, no matter who makes them and how\n"
        "often the run was stopped. A format that takes several lines per puzzle holds one puzzle per file;\n"
        f"{NUMBER} in the name, as in --out 'board_{NUMBER}.txt', numbers the files. Grids on standard output are\n"
        "separated by empty lines. A run gives up when 1,000 candidates in a row bring nothing new or 20 cannot be\n"
        "made. It then keeps what it has and exits with code 3."
    )


def run(arguments: argparse.Namespace) -> int:
    """Make all puzzles and return the exit code."""
    spec = _spec(arguments)
    path = arguments.output
    one_file = path is not None and NUMBER not in path and not path.endswith(".gz") and not is_stream(path)
    grows = one_file and arguments.format in _LINES
    if arguments.resume and not grows:
        kind = "one file that is neither compressed nor a pipe or a device"
        raise Failure(f"--resume needs --out FILE and --format jsonl, {kind}")
    _check_format(arguments, spec)
    summary = Summary()
    if not grows:
        with Console(arguments, numbered=True, new=True) as console:
            code = _generate(arguments, spec, console, summary, _stream_writer(arguments, console), {})
    else:
        arguments.output = None
        how = {"seed": arguments.seed, "start": arguments.start, "resume": arguments.resume}
        try:
            with GrowingFile(path, spec, summary=summary, **how) as pack, Console(arguments, silent=True) as console:
                going_on = {"start": pack.next_index, "seen": pack.seen}
                code = _generate(arguments, spec, console, summary, _file_writer(pack), going_on)
        except FileRefused as error:
            raise Failure(str(error)) from None
    # Below the progress bar, and after the files are in place.
    if arguments.json:
        print(json.dumps(summary.fields()), file=sys.stderr)
    else:
        noun = "puzzle" if len(summary) == 1 else "puzzles"
        console.note(f"{len(summary):,} {noun}\n{summary.text()}".rstrip())
    return console.code or code


def _generate(
    arguments: argparse.Namespace,
    spec: Spec,
    console: Console,
    summary: Summary,
    write: _Writer,
    going_on: dict[str, Any],
) -> int:
    before = len(summary)
    if before > arguments.count:
        raise Failure(f"the file has {before:,} records already; expected at most {arguments.count:,} (COUNT)")
    if before == arguments.count:
        return 0  # without starting a cluster, which takes seconds
    how = {"seed": arguments.seed, "start": arguments.start, **going_on}
    with _engine(arguments, console) as engine, closing(engine(arguments.count - before, spec, **how)) as found:
        console.expect(arguments.count, before)  # only now: starting a cluster takes time
        try:
            for portion in found:
                written = write(portion)
                arrays = portion.block.arrays
                summary.add(arrays.difficulty[written], arrays.score[written])
                console.made(len(summary), f", {(len(summary) - before) / portion.tried:.1%} accepted")
        except TargetNotReached as error:
            console.warn(str(error))
            return OUT_OF_BUDGET
    return 0


def _check_format(arguments: argparse.Namespace, spec: Spec) -> None:
    """Raise Failure if the format cannot hold puzzles of this kind, or if all of them would go into one file."""
    kind = formats.get(arguments.format)
    asked = {
        f"--max-bridges {spec.max_bridges}": _sample(max_bridges=spec.max_bridges),
        "--no-loops": _sample(loops=spec.loops),
        f"--unknown-clues {spec.unknown_clues:g}": _sample(None if spec.unknown_clues else 1),
    }
    text = ""
    for option, sample in asked.items():
        try:
            text = formats.dumps(sample, kind.name)
        except FormatError:
            raise Failure(f"--format {kind.name} cannot write puzzles with {option}") from None
        except ModuleNotFoundError as error:
            raise Failure(str(error)) from None
    path = arguments.output
    looked_at = path is None and kind.name == DRAWING
    if arguments.count > 1 and fills_a_file(kind, text) and NUMBER not in (path or "") and not looked_at:
        raise each_fills_a_file(path, "--out")


def _sample(clue: int | None = 1, **rules: Any) -> Puzzle:
    """Return a small puzzle, to see whether a format can hold its rules and a clue."""
    return Puzzle(3, 1, [(0, 0, clue), (0, 2, 1)], **rules)


def _stream_writer(arguments: argparse.Namespace, console: Console) -> _Writer:
    """Return a function that writes portions to standard output, or to files that are complete or absent."""
    if arguments.format in _LINES and NUMBER not in (arguments.output or ""):

        def write_lines(portion: Portion) -> NDArray[numpy.int64]:
            console.output.write_bytes(portion.block.lines(portion.chosen))
            return portion.chosen

        return write_lines
    writer = RecordWriter(console, arguments.format)

    def write(portion: Portion) -> NDArray[numpy.int64]:
        made = ((k, portion.block.puzzle(k)) for k in portion.chosen.tolist())
        written = [k for k, puzzle in made if writer.write(f"index {puzzle.index}", puzzle.record())]
        return numpy.array(written, dtype=numpy.int64)

    return write


def _file_writer(pack: GrowingFile) -> _Writer:
    """Return a function that appends portions to a file."""

    def write(portion: Portion) -> NDArray[numpy.int64]:
        pack.write(portion)
        return portion.chosen

    return write


@contextmanager
def _engine(
    arguments: argparse.Namespace, console: Console
) -> Iterator[Callable[..., Generator[Portion, None, None]]]:
    """Yield a function that makes portions: `production.portions` with threads or on a cluster."""
    if arguments.dask is None:
        threads = thread_count(arguments.workers)

        def look() -> int:
            console.wait()
            return threads

        yield partial(portions, workers=look)
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
    """Return the type of an option that takes one number, or two with a dash between them."""

    def read(text: str) -> Any:
        low, _, high = text.partition("-")
        with suppress(ValueError):
            return number(text)
        try:
            return number(low), number(high)
        except ValueError:
            raise argparse.ArgumentTypeError(f"expected a number or LOW-HIGH, found {text!r}") from None

    return read
