"""Many puzzles at a time: batches of records, and the quick way through JSON Lines.

The quick way turns blocks of lines into flat arrays, passes them to the kernels, and turns the results back into text.
It is taken where it is worth the time to load numpy, and it gives exactly the lines that the slow way would give. Lines
that the scanner skips go the slow way, one at a time, and their answers keep their place among the others.
"""
from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from hashi_fast import formats
from hashi_fast.board.status import Status
from hashi_fast.cli import Failure
from hashi_fast.cli.console import Console
from hashi_fast.cli.label import Label
from hashi_fast.cli.source import Source
from hashi_fast.errors import FormatError
from hashi_fast.formats import Record
from hashi_fast.formats.line_blocks import plain_lines
from hashi_fast.formats.line_reader import LineReader, whole_line_kind
from hashi_fast.formats.pack import starts as starts_pack
from hashi_fast.support.packed import UNREADABLE

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from hashi_fast.board.batch import PuzzleBatch
    from hashi_fast.formats._jsonl_reader import Lines
    from hashi_fast.search.batch import BatchResult

LEAST_FILE = 1 << 17  # bytes from which the quick way is faster
LEAST_HEAD = 1 << 12  # bytes waiting in a pipe that suggest that many more will follow
LEAST_BLOCK = 1 << 14
MOST_BLOCK = 1 << 20
BLOCK_SECONDS = 0.2  # the longest time that readers wait for the answers to a block
BATCH = 256  # records that are solved together


class Answers(Protocol):
    """The answers to a batch: a BatchResult or a BatchRating."""

    @property
    def status(self) -> NDArray[numpy.int8]: ...


A = TypeVar("A", bound=Answers)


class Found(NamedTuple):
    """The answer to one puzzle of a batch; the fields are those of BatchResult."""

    status: Status
    solutions: int
    counts: bytes  # bridges of each edge


def is_plain(arguments: argparse.Namespace) -> bool:
    """Return whether batches support the search that is asked for."""
    return bool(arguments.search == "auto" and arguments.engine == "native")


def check_threads(arguments: argparse.Namespace, needs: str | None) -> None:
    """Raise Failure if several threads are asked for and batches do not support the search."""
    if not is_plain(arguments):
        needs = "--search auto" if arguments.engine == "native" else "--engine native"
    if arguments.threads != 1 and needs is not None:
        raise Failure(f"--workers needs {needs}")


def answer_records(
    source: Source, console: Console, work: Callable[[PuzzleBatch], A]
) -> Iterator[tuple[list[tuple[Label, Record]], A]]:
    """Yield the labels and records of a file, a batch at a time, with the result of `work` on the batch."""
    from hashi_fast.board.batch import PuzzleBatch

    # The label of a record is known only until the next one is read.
    labelled = ((console.label(record), record) for record in console.records_of(source))
    while part := list(islice(labelled, BATCH)):
        yield part, work(PuzzleBatch.from_puzzles(record.puzzle for _, record in part))


def solver(threads: int, limit: int | None, budget: dict[str, Any]) -> Callable[[PuzzleBatch], BatchResult]:
    """Return a function that solves a batch on this number of threads (0: one per processor)."""
    from hashi_fast.search.batch import solve_batch

    return partial(solve_batch, threads=threads or None, limit=limit, **budget)


def solve_records(
    source: Source, console: Console, work: Callable[[PuzzleBatch], BatchResult]
) -> Iterator[tuple[Label, Record, Found]]:
    """Yield the labels and records of a file with their answers."""
    for part, result in answer_records(source, console, work):
        for i, (label, record) in enumerate(part):
            counts = result.bridges[result.bridge_offsets[i] : result.bridge_offsets[i + 1]].tobytes()
            yield label, record, Found(Status(result.status[i]), int(result.solutions_found[i]), counts)


def is_worth_it(source: Source, format: str | None) -> bool:
    """Return whether a file is long, is JSON with one puzzle per line, and starts with lines that the scanner can read.

    A first line that may be a whole puzzle means one puzzle per line, as it does for `iter_load`.
    """
    if format not in (None, "json", "jsonl"):
        return False
    head = source.head()
    if (len(head) < LEAST_HEAD) if source.size is None else (source.size < LEAST_FILE):
        return False
    seen = plain_lines(head[: head.rfind(b"\n") + 1]).lstrip()
    first = seen.partition(b"\n")[0].decode(errors="replace")
    kind = formats.get("json")
    if not kind.detect(first) or whole_line_kind(first, kind) is None or starts_pack(first):
        return False
    from hashi_fast.formats._jsonl_reader import Lines

    return len(Lines(seen)) > 0


def answer_lines(
    source: Source,
    console: Console,
    work: Callable[[PuzzleBatch], A],
    write: Callable[[Lines, A, int, int], bytes],
    answer: Callable[[Record], None],
    negative: tuple[Status, ...] = (Status.NONE,),
) -> None:
    """Answer all lines of a file in order.

    `work` gets a block of them, and `write` returns the text for puzzles first..last - 1 of the block. `answer` gets
    the lines that the scanner skipped. `negative` lists the statuses that are negative answers.
    """
    from hashi_fast.board.batch import PuzzleBatch
    from hashi_fast.formats._jsonl_reader import Lines

    source.block_size = LEAST_BLOCK
    kind = formats.get(console.format or "json")
    reader = LineReader(None if console.format is None else kind, kind)
    file = json.dumps(source.name).encode()
    line = 0  # lines before the block
    try:
        for block in source.blocks():
            began = time.perf_counter()
            lines = Lines(block, file, line)
            result = work(PuzzleBatch.from_arrays(*lines.arrays()))
            console.negative |= any((result.status == status).any() for status in negative)
            console.exceeded |= bool((result.status == Status.UNKNOWN).any())
            done = 0
            for offset, before, text in lines.left():
                console.output.write_bytes(write(lines, result, done, before))
                console.puzzles += before - done
                if done < before:
                    reader.kind = kind
                done = before
                _answer_left(source.name, line + offset + 1, text, reader, console, answer)
            console.output.write_bytes(write(lines, result, done, len(lines)))
            console.puzzles += len(lines) - done
            if done < len(lines):
                reader.kind = kind
            console.advance()
            line += block.count(b"\n")
            seconds = time.perf_counter() - began
            if seconds < BLOCK_SECONDS / 2:
                source.block_size = min(2 * source.block_size, MOST_BLOCK)
            elif seconds > BLOCK_SECONDS:
                source.block_size = max(source.block_size // 2, LEAST_BLOCK)
    except UNREADABLE as error:
        expected = "expected text in UTF-8 that can be read to its end"
        console.complain(f"{source.name}, line {line + 1}: {expected}, found: {error}")


def _answer_left(
    file: str, number: int, line: bytes, reader: LineReader, console: Console, answer: Callable[[Record], None]
) -> None:
    """Answer a line that the scanner skipped, or complain about it."""
    try:
        record = reader.read(line.decode("utf-8", "surrogateescape"))
    except FormatError as error:
        console.complain(f"{file}, line {number}: {error}")
    else:
        if record is not None:
            console.puzzles += 1
            console.place = file, number
            answer(record)
