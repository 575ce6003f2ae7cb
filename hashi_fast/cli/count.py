"""`hashi-fast count`: counts solutions, up to a limit or all of them."""
from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Literal

from hashi_fast.board.status import Status
from hashi_fast.cli import bulk, options
from hashi_fast.cli.console import Colour, Console
from hashi_fast.cli.label import Label
from hashi_fast.errors import BudgetExceeded
from hashi_fast.formats import Record
from hashi_fast.search.solver import count_solutions

if TYPE_CHECKING:
    from hashi_fast.formats._jsonl_reader import Lines
    from hashi_fast.search.batch import BatchResult

# Whether a count includes all solutions, those up to the limit, or those found within the budget.
Extent = Literal["complete", "limit", "unknown"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    options.add_answer_options(parser, '"status": "complete", "limit" or "unknown", "count"')
    options.add_search_options(parser)
    how_many = parser.add_mutually_exclusive_group()
    how_many.add_argument(
        "--limit", type=options.whole_number(1), default=2, metavar="N", help="count up to N solutions (2)"
    )
    how_many.add_argument("--all", dest="limit", action="store_const", const=None, help="count all solutions")
    options.add_thread_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Count the solutions of all puzzles and return the exit code."""
    bulk.check_threads(arguments, None)
    with Console(arguments) as console:
        counting = _Counting(arguments, console)
        for source in console.sources():
            if bulk.is_plain(arguments) and bulk.is_worth_it(source, console.format):
                work = bulk.solver(arguments.threads, arguments.limit, counting.budget)
                bulk.answer_lines(source, console, work, counting.lines, counting.answer)
            elif arguments.threads != 1:
                work = bulk.solver(arguments.threads, arguments.limit, counting.budget)
                for label, record, found in bulk.solve_records(source, console, work):
                    status = counting.status(found.solutions, found.status == Status.UNKNOWN)
                    counting.write(label, record, status, found.solutions)
            else:
                for record in console.records_of(source):
                    counting.answer(record)
    return console.code


class _Counting:
    """One run of the command: how solutions are counted, and how the answers are written."""

    def __init__(self, arguments: argparse.Namespace, console: Console) -> None:
        self.console = console
        self.budget = options.budget_of(arguments)
        self.search = options.search_of(arguments)
        self.limit: int | None = arguments.limit
        self.json: bool = arguments.json

    def status(self, found: int, exceeded: bool) -> Extent:
        """Return what a count means."""
        if exceeded:
            return "unknown"
        return "complete" if self.limit is None or found < self.limit else "limit"

    def answer(self, record: Record) -> None:
        """Count the solutions of one puzzle and write the answer."""
        exceeded = False
        try:
            found = count_solutions(record.puzzle, self.limit, **self.search, **self.budget)
        except BudgetExceeded as error:
            found, exceeded = error.found, True
        self.write(self.console.label(record), record, self.status(found, exceeded), found)

    def write(self, label: Label, record: Record, status: Extent, found: int) -> None:
        """Write one answer."""
        console = self.console
        console.note_answer(_colour(status, found))
        if self.json:
            console.write_json({**label.fields(), "status": status, "count": found})
        else:
            console.write(self._line(label, status, found))

    def _line(self, label: Label, status: Extent, found: int) -> str:
        """Return an answer for people."""
        return f"{label}: {self.console.coloured(_words(status, found), _colour(status, found))}"

    def lines(self, lines: Lines, result: BatchResult, first: int, last: int) -> bytes:
        """Return the answers to the puzzles of a block as `write` would write them."""
        counts = result.solutions_found[first:last].tolist()
        over = (result.status[first:last] == Status.UNKNOWN).tolist()
        answers = [(self.status(found, is_over), found) for found, is_over in zip(counts, over, strict=True)]
        if self.json:
            return b"".join(
                b'%b, "status": "%b", "count": %d}\n' % (lines.start(i), status.encode(), found)
                for i, (status, found) in enumerate(answers, first)
            )
        labels = self.console.labels(lines, first, last)
        texts = [self._line(label, *answer) for label, answer in zip(labels, answers, strict=True)]
        return self.console.output.encoded("".join(f"{text}\n" for text in texts))


def _colour(status: Extent, found: int) -> Colour:
    return "open" if status == "unknown" else "bad" if found == 0 else "good"


def _words(status: Extent, found: int) -> str:
    noun = "solution" if found == 1 else "solutions"
    if status == "unknown":
        return f"unknown, the budget ran out after {found:,} {noun}"
    if found == 0:
        return "no solution"
    return f"{found:,} {noun}" if status == "complete" else f"{found:,} {noun} or more"
