"""`hashi-fast solve`: finds solutions, and writes them as drawings, JSON Lines or in any format that can hold them."""
from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from hashi_fast import formats
from hashi_fast.board.solution import Solution
from hashi_fast.board.status import Status
from hashi_fast.cli import Failure, bulk, options
from hashi_fast.cli.console import Colour, Console
from hashi_fast.cli.label import Label
from hashi_fast.cli.records import RecordWriter
from hashi_fast.errors import BudgetExceeded
from hashi_fast.formats import Record
from hashi_fast.search.results import Stats
from hashi_fast.search.solver import enumerate_solutions, solve

if TYPE_CHECKING:
    from hashi_fast.formats._jsonl_reader import Lines
    from hashi_fast.search.batch import BatchResult

# By status: what is said about a puzzle, and its colour.
VERDICTS: dict[str, tuple[str, Colour]] = {
    "solved": ("solved", "good"),
    "unsolvable": ("no solution", "bad"),
    "unknown": ("unknown, the budget ran out", "open"),
}
# The same, by the status in a batch.
_BATCH_STATUS = {
    Status.NONE: "unsolvable",
    Status.ONE: "solved",
    Status.SEVERAL: "solved",
    Status.UNKNOWN: "unknown",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    options.add_input_options(parser)
    options.add_answer_options(parser, '"status", "solution": [[r1, c1, r2, c2, count], ...]')
    targets = ["text", *(name for name in formats.names() if formats.get(name).solutions and formats.get(name).writes)]
    parser.add_argument(
        "--to", choices=targets, metavar="FORMAT", help=f"write puzzles with their solutions as {', '.join(targets)}"
    )
    parser.add_argument(
        "--stats", action="store_true", help='say what each search did: nodes, conflicts, seconds; in JSON as "stats"'
    )
    options.add_drawing_options(parser)
    options.add_search_options(parser)
    how_many = parser.add_mutually_exclusive_group()
    how_many.add_argument(
        "--limit", type=options.whole_number(1), default=1, metavar="N", help="find up to N solutions per puzzle (1)"
    )
    how_many.add_argument("--all", dest="limit", action="store_const", const=None, help="find all solutions")
    options.add_thread_option(parser)
    parser.epilog = (
        "With --limit or --all, each solution is a line, a drawing or a record of its own. Budgets apply to each\n"
        'puzzle; if one runs out, the status is "unknown". With --to, puzzles without a solution are written, too.'
    )


def run(arguments: argparse.Namespace) -> int:
    """Solve all puzzles and return the exit code."""
    if arguments.json and arguments.to is not None:
        raise Failure("expected --json or --to FORMAT, found both")
    if arguments.engine != "native" and arguments.limit != 1:
        raise Failure(f"--engine {arguments.engine} finds one solution of each puzzle, so it needs --limit 1")
    if arguments.stats:
        _check_stats(arguments)
    bulk.check_threads(arguments, "--limit 1" if arguments.limit != 1 else None)
    with Console(arguments, numbered=arguments.to not in (None, "text")) as console:
        solving = _Solving(arguments, console)
        # Batches do not count all that `Stats` has.
        plain = bulk.is_plain(arguments) and arguments.limit == 1 and not arguments.stats
        for source in console.sources():
            if plain and arguments.json and bulk.is_worth_it(source, console.format):
                work = bulk.solver(arguments.threads, 1, solving.budget)
                bulk.answer_lines(source, console, work, _json_lines, solving.answer)
            elif arguments.threads != 1:
                work = bulk.solver(arguments.threads, 1, solving.budget)
                for label, record, found in bulk.solve_records(source, console, work):
                    status = _BATCH_STATUS[found.status]
                    solution = Solution(record.puzzle, found.counts) if status == "solved" else None
                    solving.write(label, record, status, solution)
            else:
                for record in console.records_of(source):
                    solving.answer(record)
    return console.code


def _check_stats(arguments: argparse.Namespace) -> None:
    if arguments.limit != 1:
        raise Failure("--stats needs --limit 1: all solutions of a puzzle come from one search")
    if arguments.threads != 1:
        raise Failure("--stats needs --workers 1: puzzles that are solved together are not timed one by one")
    if arguments.to not in (None, "text"):
        raise Failure("--stats needs --json or --to text: formats of puzzles have no place for it")


def _json_lines(lines: Lines, result: BatchResult, first: int, last: int) -> bytes:
    from hashi_fast.formats._jsonl_writer import solution_lines

    return solution_lines(lines, first, last, result.status, result.bridges, result.bridge_offsets)


class _Solving:
    """One run of the command: how puzzles are solved, and how the answers are written."""

    def __init__(self, arguments: argparse.Namespace, console: Console) -> None:
        self.console = console
        self.budget = options.budget_of(arguments)
        self.search = options.search_of(arguments)
        self.limit: int | None = arguments.limit
        self.json: bool = arguments.json
        self.stats: bool = arguments.stats
        self.records = None if arguments.to in (None, "text") else RecordWriter(console, arguments.to, solution=True)

    def answer(self, record: Record) -> None:
        """Solve one puzzle and write its answers."""
        label = self.console.label(record)
        if self.limit == 1:
            result = solve(record.puzzle, **self.search, **self.budget)
            self.write(label, record, result.status, result.solution, result.stats if self.stats else None)
            return
        found = 0
        label = label._replace(number=None)
        try:
            for solution in enumerate_solutions(record.puzzle, self.limit, **self.search, **self.budget):
                found += 1
                self.write(label._replace(part=f", solution {found}"), record, "solved", solution)
        except BudgetExceeded:
            self.write(label, record, "unknown", None)
        else:
            if not found:
                self.write(label, record, "unsolvable", None)

    def write(
        self, label: Label, record: Record, status: str, solution: Solution | None, stats: Stats | None = None
    ) -> None:
        """Write one answer, with the statistics of its search if they are given."""
        console = self.console
        verdict, colour = VERDICTS[status]
        console.note_answer(colour)
        if self.json:
            bridges = None if solution is None else solution.bridges
            extra = {} if stats is None else {"stats": {**stats._asdict(), "phases": stats.phases._asdict()}}
            console.write_json({**label.fields(), "status": status, "solution": bridges, **extra})
        elif self.records is not None:
            if solution is None:
                console.note(f"{label}: {verdict}")
            self.records.write(label, record._replace(solution=solution))
        else:
            console.write(f"{label}: {console.coloured(verdict, colour)}")
            if stats is not None:
                console.write(_in_words(stats))
            if solution is not None:
                console.write(console.drawing(record.puzzle, solution.bridges) + "\n")


def _in_words(stats: Stats) -> str:
    """Return the statistics in one line, without what the engine does not count.

    >>> _in_words(Stats(3, 1, 40, 0.0125, "dfs"))
    'nodes 3, conflicts 1, propagations 40, seconds 0.0125, gear dfs'
    """
    fields: dict[str, object] = {name: value for name, value in stats._asdict().items() if name != "phases"}
    fields |= {f"{name} seconds": seconds for name, seconds in stats.phases._asdict().items()}
    counted = [(name, value) for name, value in fields.items() if value or name == "seconds"]
    return ", ".join(f"{name} {f'{value:.3g}' if isinstance(value, float) else value}" for name, value in counted)
