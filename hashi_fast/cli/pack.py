"""`hashi-fast pack`: rates puzzles and sorts them by level into one JSON file."""
from __future__ import annotations

import argparse
from collections.abc import Iterator

from hashi_fast.cli import Failure, options
from hashi_fast.cli.console import Console
from hashi_fast.cli.label import Label
from hashi_fast.cli.output import check_folder
from hashi_fast.formats import Record
from hashi_fast.publishing.packs import LeftOut, Pack, pack

WHY = {
    "duplicate": "the same as {original}, turned or mirrored",
    "multiple": "several solutions",
    "none": "no solution",
    "unknown": "unknown, the budget ran out",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    options.add_output_options(
        parser, 'write one line of JSON: {"puzzles", "levels": {"easy": how many, ...}, "left_out"}', product="pack"
    )
    parser.add_argument("--ids", metavar="PREFIX", help="give every puzzle a new id, PREFIXeasy-001 and so on")
    parser.add_argument("--rate-anew", action="store_true", help="ignore the ratings in the files")
    parser.add_argument(
        "--keep-duplicates", action="store_true", help="keep puzzles that equal another one turned or mirrored"
    )
    options.add_budget_options(parser)
    parser.epilog = (
        'The pack is {"easy": [...], "medium": [...], "hard": [...], "expert": [...], "extreme": [...]}, each level\n'
        "sorted by score, then by number of islands. Puzzles without an id get one, such as easy-001. Duplicates, and\n"
        "puzzles without exactly one solution, are reported and left out. If nothing is left, no pack is written. All\n"
        "commands read packs."
    )


def run(arguments: argparse.Namespace) -> int:
    """Make the pack and return the exit code."""
    check_folder(arguments.product)
    with Console(arguments, at_end=True) as console:
        labels: list[Label] = []
        try:
            made = pack(
                _labelled(console, labels),
                ids=arguments.ids,
                rate_anew=arguments.rate_anew,
                unrated="drop",
                duplicates="keep" if arguments.keep_duplicates else "drop",
                **options.budget_of(arguments),
            )
        except ValueError as error:  # about ids; everything else is left out, not refused
            raise Failure(f"{error}: --ids PREFIX") from None
        for left in made.left_out:
            _report(console, labels, left)
        if not made.records:
            # A misspelt input must not replace a good pack.
            raise Failure(f"no puzzles, so no pack; {arguments.product} is not written")
        console.begin_work(console.puzzles, "writing the file")
        made.save(arguments.product, on_progress=console.advance_work)
        console.end_work()
        _summarise(console, arguments, labels, made)
    return console.code


def _labelled(console: Console, labels: list[Label]) -> Iterator[Record]:
    """Yield the records, and note their labels, which are known only until the next record is read."""
    for record in console.records():
        labels.append(console.label(record))
        yield record
    console.tell("sorting")


def _report(console: Console, labels: list[Label], left: LeftOut) -> None:
    console.negative |= left.reason in ("multiple", "none")
    console.exceeded |= left.reason == "unknown"
    original = "" if left.original is None else str(labels[left.original])
    console.note(f"{labels[left.position]}: {WHY[left.reason].format(original=original)}; left out")


def _summarise(console: Console, arguments: argparse.Namespace, labels: list[Label], made: Pack) -> None:
    counts = {level: len(records) for level, records in made.items()}
    total = sum(counts.values())
    if arguments.json:
        left_out = [{**labels[left.position].fields(), "reason": left.reason} for left in made.left_out]
        console.write_json({"puzzles": total, "levels": counts, "left_out": left_out})
        return
    for level, count in counts.items():
        console.write(f"{level:8}{count:10,}")
    console.write(f"{'total':8}{total:10,}")
