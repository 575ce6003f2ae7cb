"""`hashi-fast content`: makes all puzzles of an app, as a manifest says, writes the app's files and checks them."""
from __future__ import annotations

import argparse
import json
import sys

from hashi_fast import formats
from hashi_fast.cli import Failure, options
from hashi_fast.cli.console import NEGATIVE, Console
from hashi_fast.cli.generate import file_writer, make_legs, samples
from hashi_fast.cli.kinds import read_excluded
from hashi_fast.cli.records import fills_a_file
from hashi_fast.errors import FormatError
from hashi_fast.generation.excluded import Excluded
from hashi_fast.generation.growing_file import GrowingFile
from hashi_fast.generation.manifest import COMPACT, PACK, Manifest, Part, read_manifest
from hashi_fast.generation.resume import FileRefused
from hashi_fast.generation.summary import Summary
from hashi_fast.publishing.content import Total, problems_of, write_outputs

_MOST_PROBLEMS = 20  # that are told one by one


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("manifest", metavar="MANIFEST", help="a TOML file: seed, parts, excluded files and checks")
    parser.add_argument("--check", action="store_true", help="make nothing, only check what is there")
    options.add_worker_option(parser, "threads (one per processor)")
    output = parser.add_argument_group("output")
    options.add_manner_options(output, "write the totals on standard output as JSON")
    parser.set_defaults(output=None, dask=None, kinds="")
    parser.epilog = (
        "The run writes one file of records, and goes on with it when the same command is given again. Then every\n"
        "part is written to its own file, each puzzle with an id that never changes. At the end all is checked: every\n"
        "puzzle is solved and rated anew, no two are the same, none is excluded, and all files are read again.\n"
        "Exit codes: 1 if a check failed, 3 if a kind has too few puzzles.\n\n"
        "example of a manifest:\n"
        "  seed = 7\n"
        '  exclude = ["release-1.jsonl"]          # optional: puzzles that must not be made again\n'
        "  [[part]]\n"
        '  name = "easy"\n'
        '  kinds = "7x7 easy 40; 9x9 easy 40"\n'
        "  climb = true                           # optional: scores rise within each kind\n"
        '  output = "easy.json"                   # optional: easy.compact\n'
        f'  format = "{PACK}"                        # optional: {COMPACT}, {PACK}, jsonl or another of single lines\n'
        "  [checks]                               # optional\n"
        "  puzzles = 80\n"
        "  bytes = 10_000                         # of all outputs together, at most"
    )


def run(arguments: argparse.Namespace) -> int:
    """Make and check everything, and return the exit code."""
    try:
        manifest = read_manifest(arguments.manifest)
    except ValueError as error:
        raise Failure(str(error)) from None
    for part in manifest.parts:
        _check_format(manifest, part)
    excluded = read_excluded(manifest.exclude)
    puzzles = sum(part.puzzles for part in manifest.parts)
    totals: list[Total] = []
    arguments.seed = manifest.seed
    with Console(arguments, silent=True) as console:
        if not arguments.check:
            code = _make(arguments, manifest, console, excluded)
            if code:
                return code
            console.begin_work(puzzles, "writing the files of the app")
            totals = write_outputs(manifest, lambda done: console.advance_work(done, max(puzzles, 1)))
        console.begin_work(puzzles, "checking")
        problems = list(problems_of(manifest, excluded, lambda done: console.advance_work(done, max(puzzles, 1))))
        console.end_work()
    if arguments.json:
        parts = None if arguments.check else [total._asdict() for total in totals]
        print(json.dumps({"puzzles": puzzles, "parts": parts, "problems": problems}))
    else:
        if totals and not arguments.quiet:
            print(_table(totals), file=sys.stderr)
        for problem in problems[:_MOST_PROBLEMS]:
            console.warn(problem)
        if len(problems) > _MOST_PROBLEMS:
            console.warn(f"and {len(problems) - _MOST_PROBLEMS:,} more problems")
        if not problems:
            found = "each has one solution and the level asked for, and no two are the same"
            console.note(f"{puzzles:,} puzzles checked: {found}")
    return NEGATIVE if problems else 0


def _make(arguments: argparse.Namespace, manifest: Manifest, console: Console, excluded: Excluded) -> int:
    """Make the records, or what is left of them, and return the exit code."""
    summary = Summary()
    try:
        with GrowingFile(
            manifest.records, manifest.legs, manifest.seed, summary, resume=True, excluded=excluded,
            say=console.note, tell=console.read_back,
        ) as pack:  # fmt: skip
            return make_legs(arguments, manifest.legs, console, summary, file_writer(pack), excluded, pack)
    except FileRefused as error:
        raise Failure(f"{error}. After a change of the manifest, name another file of records in it") from None


def _check_format(manifest: Manifest, part: Part) -> None:
    """Raise Failure if the format of a part cannot hold its puzzles, one per line."""
    if part.format == PACK:
        return
    place = f"{manifest.path}, part {part.name}"
    try:
        format = formats.get(part.format)
    except FormatError as error:
        raise Failure(f"{place}: {error}, {PACK}") from None
    if not format.writes or not format.reads:
        raise Failure(f"{place}: expected a format that is read and written, found {format.name}")
    for spec, _ in part.kinds:
        for words, sample in samples(spec, as_options=False):
            try:
                text = formats.dumps(sample, format.name)
            except FormatError:
                raise Failure(f"{place}: {format.name} cannot write puzzles with {words}") from None
            if fills_a_file(format, text):
                raise Failure(f"{place}: expected a format with one puzzle per line, found {format.name}")


def _table(totals: list[Total]) -> str:
    """Return the totals for people."""
    width = max(8, *(len(total.name) for total in totals))
    rows = [f"{'part':{width}}{'puzzles':>9}{'scores':>16}{'bytes':>12}  levels"]
    for total in totals:
        scores = "" if total.scores is None else f"{total.scores[0]:.1f} to {total.scores[1]:.1f}"
        levels = ", ".join(f"{level} {count:,}" for level, count in total.levels.items())
        rows.append(f"{total.name:{width}}{total.puzzles:9,}{scores:>16}{total.bytes:12,}  {levels}: {total.file}")
    puzzles, size = sum(total.puzzles for total in totals), sum(total.bytes for total in totals)
    rows.append(f"{'total':{width}}{puzzles:9,}{'':16}{size:12,}")
    return "\n".join(rows)
