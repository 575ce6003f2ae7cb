"""`hashi-fast generate`: makes puzzles of one kind or several, unique, rated and new, and writes them as it goes."""
from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from typing import Any

from hashi_fast import formats
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.workers import thread_count
from hashi_fast.cli import Failure, options
from hashi_fast.cli.cluster import LOCAL, dask_cluster
from hashi_fast.cli.console import OUT_OF_BUDGET, Console
from hashi_fast.cli.kinds import add_kind_options, excluded_of, kinds_of
from hashi_fast.cli.output import NUMBER, each_fills_a_file
from hashi_fast.cli.records import DRAWING, RecordWriter, fills_a_file
from hashi_fast.errors import FormatError, TargetNotReached
from hashi_fast.generation.excluded import Excluded
from hashi_fast.generation.growing_file import GrowingFile
from hashi_fast.generation.legs import Leg, legs_of
from hashi_fast.generation.production import Portion, portions
from hashi_fast.generation.repeats import Repeats
from hashi_fast.generation.resume import FileRefused
from hashi_fast.generation.spec import Spec
from hashi_fast.generation.spec_text import Kind
from hashi_fast.generation.summary import Summary
from hashi_fast.support.arguments import MOST_UINT64
from hashi_fast.support.atomic_file import is_stream
from hashi_fast.support.numbered import is_numbered

_LINES = ("json", "jsonl")

# Writes the new puzzles of a block, and returns which ones were written.
Writer = Callable[[Portion], Sequence[int]]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    add_kind_options(parser)
    which = parser.add_argument_group("which ones, and who makes them")
    options.add_seed_option(which, "that of the file to resume, or a random one, which is reported")
    which.add_argument("--start", type=options.stream, default=0, metavar="I", help="the index of the first candidate")
    which.add_argument("--stop", type=options.stream, metavar="I", help="end before the candidate with this index")
    options.add_worker_option(which, "threads (one per processor); with --dask, tasks at a time", "--threads")
    which.add_argument("--dask", metavar="ADDRESS", help=f"a Dask scheduler, as in tcp://host:8786, or {LOCAL!r}")
    output = parser.add_argument_group("output")
    output.add_argument(
        "-o", "--out", "--output", dest="output", metavar="FILE",
        help="write to this new file, JSON Lines as they are made; nothing is overwritten",
    )  # fmt: skip
    output.add_argument("--resume", action="store_true", help="continue the file of the same command")
    writable = [name for name in formats.names() if formats.get(name).writes]
    output.add_argument(
        "--to", "--format", dest="format", choices=writable, default="jsonl", metavar="FORMAT",
        help=f"what to write: {', '.join(writable)} (jsonl)",
    )  # fmt: skip
    options.add_solution_option(output, "write solutions also where they would be drawn on the board, as in grids")
    options.add_manner_options(output, "write the summary on standard error as JSON")
    parser.epilog = (
        "Candidates are tried in the order of their index. Those that cannot be made, and those that equal an\n"
        "earlier one of any kind or one of a file that is excluded, turned or mirrored, are left out. The same\n"
        "options give the same bytes, no matter who makes them and how often the run was stopped. Each kind starts\n"
        "at candidate --start, and so does each step of a climb. A run gives up when 1,000 candidates in a row\n"
        "bring nothing new or 20 cannot be made; the first meeting with an excluded puzzle does not count. It then\n"
        "keeps what it has and exits with code 3.\n\n"
        f"A format that takes several lines per puzzle holds one puzzle per file; {NUMBER} in the name, as in\n"
        f"--out 'board_{NUMBER}.txt', numbers the files. Grids on standard output are separated by empty lines."
    )


def run(arguments: argparse.Namespace) -> int:
    """Make all puzzles and return the exit code."""
    kinds = kinds_of(arguments)
    path = arguments.output
    one_file = path is not None and not is_numbered(path) and not is_stream(path)
    grows = one_file and arguments.format in _LINES
    if arguments.resume and not grows:
        raise Failure("--resume needs --out FILE and --to jsonl, one file that is neither a pipe nor a device")
    _check_format(arguments, kinds)
    try:
        legs = legs_of(kinds, arguments.start, climb=arguments.climb)
    except ValueError as error:
        raise Failure(str(error)) from None
    if arguments.stop is not None:
        # With several, the file would not show which leg a puzzle is of.
        if len(kinds) > 1 or arguments.climb:
            raise Failure("--stop needs a single kind, and no --climb")
        if arguments.stop < arguments.start:
            raise Failure(f"--stop {arguments.stop} is before --start {arguments.start}")
        legs = [leg._replace(stop=arguments.stop) for leg in legs]
    if arguments.resume and arguments.seed is None:
        arguments.seed = _seed_in(path)
    summary = Summary()
    excluded = excluded_of(arguments)
    if not grows:
        with Console(arguments, numbered=True, new=True) as console:
            options.seed_of(arguments, console.note)
            code = make_legs(arguments, legs, console, summary, _stream_writer(arguments, console), excluded)
    else:
        arguments.output = None
        try:
            with Console(arguments, silent=True) as console:
                how: dict[str, Any] = {"seed": options.seed_of(arguments, console.note), "resume": arguments.resume}
                how |= {"excluded": excluded, "say": console.note, "tell": console.read_back}
                with GrowingFile(path, legs, summary=summary, **how) as pack:
                    code = make_legs(arguments, legs, console, summary, file_writer(pack), excluded, pack)
                    console.tell("bringing the file to disk")
        except FileRefused as error:
            raise Failure(str(error)) from None
    # Below the progress bar, and after the files are in place.
    if arguments.json:
        print(json.dumps({**summary.fields(), "seed": arguments.seed}), file=sys.stderr)
    else:
        noun = "puzzle" if len(summary) == 1 else "puzzles"
        console.note(f"{len(summary):,} {noun}\n{summary.text()}".rstrip())
    return console.code or code


def _seed_in(path: str) -> int | None:
    """Return the seed in the first line of a file that may be resumed, or None if there is no such line."""
    try:
        record = next(formats.iter_load(path, "jsonl"), None)
    except (FormatError, OSError):
        return None
    seed = None if record is None else record.extra.get("seed")
    return seed if isinstance(seed, int) and 0 <= seed <= MOST_UINT64 else None


def make_legs(
    arguments: argparse.Namespace,
    legs: list[Leg],
    console: Console,
    summary: Summary,
    write: Writer,
    excluded: Excluded,
    begun: GrowingFile | None = None,
) -> int:
    """Make all legs, or what is left of them in a file that was begun; return the exit code.

    Of the arguments, it uses `seed`, `workers`, `dask` and `kinds`.
    """
    before, count = len(summary), sum(leg.count for leg in legs)
    if before > count:
        where = "COUNT" if arguments.kinds is None else "all counts together"
        raise Failure(f"the file has {before:,} records already; expected at most {count:,} ({where})")
    if before == count:
        return 0  # without starting a cluster, which takes seconds
    left, seen = (legs, None) if begun is None else (begun.legs_left, begun.seen)
    look_after = None if begun is None else begun.look_after
    engine_of = _engine(arguments, console, look_after)
    with engine_of as engine, closing(engine(left, seed=arguments.seed, seen=seen, excluded=excluded)) as found:
        console.expect(count, before)  # only now: starting a cluster takes time
        try:
            repeats: dict[Spec, Repeats] = {}
            for portion in found:
                _watch_repeats(repeats, portion, console, excluded)
                written = write(portion)
                summary.add(*portion.block.grades(written))
                console.made(len(summary), f", {(len(summary) - before) / portion.tried:.1%} accepted")
        except TargetNotReached as error:
            console.warn(str(error))
            return OUT_OF_BUDGET
    return 0


def _watch_repeats(repeats: dict[Spec, Repeats], portion: Portion, console: Console, excluded: Excluded) -> None:
    """Warn if most puzzles of a kind equal earlier ones: it has hardly any more."""
    spec = portion.block.spec
    made = excluded.has(portion.block.forms_made()[1]).count(0)
    estimate = repeats.setdefault(spec, Repeats()).add(made, len(portion.chosen))
    if estimate is not None:
        console.warn(
            f"more than half of the latest puzzles of {spec} equal earlier ones; there seem to be about "
            f"{estimate:,} different ones"
        )


def _check_format(arguments: argparse.Namespace, kinds: list[Kind]) -> None:
    """Raise Failure if the format cannot hold puzzles of a kind, or if several would go into one file."""
    kind = formats.get(arguments.format)
    text = ""
    for spec, _ in kinds:
        for words, sample in samples(spec, as_options=arguments.kinds is None):
            try:
                text = formats.dumps(sample, kind.name)
            except FormatError:
                raise Failure(f"--to {kind.name} cannot write puzzles with {words}") from None
            except ModuleNotFoundError as error:
                raise Failure(str(error)) from None
    path = arguments.output
    looked_at = path is None and kind.name == DRAWING
    several = sum(count for _, count in kinds) > 1
    if several and fills_a_file(kind, text) and not is_numbered(path or "") and not looked_at:
        raise each_fills_a_file(path, "--out")


def samples(spec: Spec, *, as_options: bool) -> Iterator[tuple[str, Puzzle]]:
    """Yield small puzzles, to see whether a format can hold rules and clues of a spec, and what was asked for there."""
    bridges, hidden = spec.max_bridges, spec.unknown_clues
    yield f"--max-bridges {bridges}" if as_options else f"max_bridges={bridges}", _sample(max_bridges=bridges)
    yield "--no-loops" if as_options else "loops=no", _sample(loops=spec.loops)
    words = f"--unknown-clues {hidden:g}" if as_options else f"unknown_clues={hidden:g}"
    yield words, _sample(None if hidden else 1)


def _sample(clue: int | None = 1, **rules: Any) -> Puzzle:
    return Puzzle(3, 1, [(0, 0, clue), (0, 2, 1)], **rules)


def _stream_writer(arguments: argparse.Namespace, console: Console) -> Writer:
    """Return a function that writes portions to standard output, or to files that are complete or absent."""
    if arguments.format in _LINES and not is_numbered(arguments.output or ""):

        def write_lines(portion: Portion) -> Sequence[int]:
            console.output.write_bytes(portion.block.lines(portion.chosen))
            return portion.chosen

        return write_lines
    writer = RecordWriter(console, arguments.format, solution=arguments.solution)

    def write(portion: Portion) -> Sequence[int]:
        made = ((k, portion.block.puzzle(k)) for k in portion.chosen.tolist())
        return [k for k, puzzle in made if writer.write(puzzle.id, puzzle.record())]

    return write


def file_writer(pack: GrowingFile) -> Writer:
    """Return a function that appends portions to a file."""

    def write(portion: Portion) -> Sequence[int]:
        pack.write(portion)
        return portion.chosen

    return write


@contextmanager
def _engine(
    arguments: argparse.Namespace, console: Console, look_after: Callable[[], None] | None
) -> Iterator[Callable[..., Generator[Portion, None, None]]]:
    """Yield a function that makes portions: `production.portions` with threads or on a cluster.

    While nothing is made, it moves the progress bar and calls `look_after` once per second or so.
    """

    def wait() -> None:
        console.wait()
        if look_after is not None:
            look_after()

    if arguments.dask is None:
        threads = thread_count(arguments.workers)

        def look() -> int:
            wait()
            return threads

        yield partial(portions, workers=look)
    else:
        if arguments.dask == LOCAL:
            console.announce("starting a Dask cluster of processes on this machine")
        with dask_cluster(arguments.dask, arguments.workers, console.warn, wait) as cluster:
            yield cluster.portions
