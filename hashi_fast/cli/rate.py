"""`hashi-fast rate`: how hard puzzles are for people, one by one or as a whole."""
from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from hashi_fast import formats
from hashi_fast.board.rating import Rating
from hashi_fast.board.status import Status
from hashi_fast.cli import Failure, bulk, options
from hashi_fast.cli.console import Colour, Console
from hashi_fast.cli.histogram import NOT_RATED, Histogram
from hashi_fast.cli.label import Label
from hashi_fast.cli.records import RecordWriter
from hashi_fast.deduction.rating import BatchRating, rate, rate_batch
from hashi_fast.formats import Record

if TYPE_CHECKING:
    from hashi_fast.board.batch import PuzzleBatch
    from hashi_fast.formats._jsonl_reader import Lines

_NEGATIVE = (Status.NONE, Status.SEVERAL)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    fields = '"status", "difficulty", "score", "steps", "backtracks", "hardest", "counts", "bottleneck"'
    options.add_answer_options(parser, fields)
    targets = [name for name in formats.names() if formats.get(name).ratings]
    parser.add_argument(
        "--to", choices=targets, metavar="FORMAT", help=f"write puzzles with their ratings as {', '.join(targets)}"
    )
    parser.add_argument("--histogram", action="store_true", help="write how many puzzles have each level and score")
    parser.add_argument("--plot", metavar="FILE", help="draw the histogram as PNG, SVG or PDF (needs matplotlib)")
    options.add_budget_options(parser)
    options.add_thread_option(parser)
    parser.epilog = (
        "A line has the level (easy, medium, hard, expert, extreme), the score (one point more is twice the work),\n"
        "the hardest technique required, and the number of steps. Only puzzles with exactly one solution are rated.\n"
        "Budgets apply to each puzzle; the node limit is for the search that a few puzzles need in the end."
    )


def run(arguments: argparse.Namespace) -> int:
    """Rate all puzzles and return the exit code."""
    if arguments.to is not None and (arguments.json or arguments.histogram):
        raise Failure("--to FORMAT cannot be combined with --json or --histogram")
    if arguments.plot is not None:
        from hashi_fast.cli import plot

        plot.check(arguments.plot)
    with Console(arguments, numbered=arguments.to is not None) as console:
        judging = _Judging(arguments, console)
        for source in console.sources():
            if arguments.to is None and bulk.is_worth_it(source, console.format):
                bulk.answer_lines(source, console, judging.rate_batch, judging.lines, judging.answer, _NEGATIVE)
            elif arguments.threads != 1:
                for part, result in bulk.answer_records(source, console, judging.rate_batch):
                    for (label, record), rating in zip(part, result.ratings(), strict=True):
                        judging.write(label, record, rating)
            else:
                for record in console.records_of(source):
                    judging.answer(record)
        if arguments.histogram and arguments.json:
            console.write_json(judging.histogram.to_dict())
        elif arguments.histogram:
            console.write(judging.histogram.text())
    if arguments.plot is not None:
        plot.draw(judging.histogram, arguments.plot)
    return console.code


class _Judging:
    """One run of the command: how puzzles are rated, and how the answers are written."""

    def __init__(self, arguments: argparse.Namespace, console: Console) -> None:
        self.console = console
        self.budget = options.budget_of(arguments)
        self.threads: int | None = arguments.threads or None
        self.json: bool = arguments.json
        self.silent: bool = arguments.histogram  # nothing about single puzzles
        self.records = None if arguments.to is None else RecordWriter(console, arguments.to, solution=False)
        self.histogram = Histogram()

    def rate_batch(self, batch: PuzzleBatch) -> BatchRating:
        return rate_batch(batch, self.threads, **self.budget)

    def answer(self, record: Record) -> None:
        """Rate one puzzle and write the answer."""
        self.write(self.console.label(record), record, rate(record.puzzle, **self.budget))

    def write(self, label: Label, record: Record, rating: Rating) -> None:
        """Write one answer."""
        console = self.console
        console.negative |= rating.status in ("multiple", "none")
        console.exceeded |= rating.status == "unknown"
        self.histogram.add(rating)
        if self.silent:
            return
        if self.json:
            console.write_json({**label.fields(), **rating.to_dict()})
        elif self.records is not None:
            if rating.status != "rated":
                console.note(f"{label}: not rated, {NOT_RATED[rating.status]}")
            self.records.write(label, record._replace(rating=rating))
        else:
            console.write(self._line(label, rating))

    def _line(self, label: Label, rating: Rating) -> str:
        """Return an answer for people."""
        if rating.status == "rated":
            steps = f"{rating.steps} step{'' if rating.steps == 1 else 's'}"
            return f"{label}: {rating.difficulty:7} {rating.score:6.3f}  {rating.hardest or '':18}  {steps}"
        colour: Colour = "open" if rating.status == "unknown" else "bad"
        return f"{label}: {self.console.coloured(f'not rated, {NOT_RATED[rating.status]}', colour)}"

    def lines(self, lines: Lines, result: BatchRating, first: int, last: int) -> bytes:
        """Return the answers to the puzzles of a block as `write` would write them."""
        ratings = list(result.ratings(first, last))
        for rating in ratings:
            self.histogram.add(rating)
        if self.silent:
            return b""
        if self.json:
            answers = enumerate((json.dumps(rating.to_dict())[1:].encode() for rating in ratings), first)
            return b"".join(b"%b, %b\n" % (lines.start(i), text) for i, text in answers)
        labels = self.console.labels(lines, first, last)
        texts = [self._line(label, rating) for label, rating in zip(labels, ratings, strict=True)]
        return self.console.output.encoded("".join(f"{text}\n" for text in texts))
