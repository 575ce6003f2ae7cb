"""Records from the rows of a part: the same lines that a sequential run writes.

A part has no column for everything that a rating holds. Boards are rated again: rating is what the generator used, so
the answer is the same.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from hashi_fast.board.batch import PuzzleBatch
from hashi_fast.cluster.shards import origin_of
from hashi_fast.deduction.rating import rate_batch
from hashi_fast.errors import FormatError
from hashi_fast.formats import Record, loads_record
from hashi_fast.formats.parquet import board_arrays, bridge_arrays
from hashi_fast.generation.block import line_of
from hashi_fast.generation.recipes import GENERATOR_VERSION

_ROWS = 1 << 14


class _Arrays(NamedTuple):
    """RecordArrays of some rows."""

    island_at: NDArray[numpy.int64]
    edge_at: NDArray[numpy.int64]
    islands: NDArray[numpy.int32]
    edges: NDArray[numpy.int32]
    row: NDArray[numpy.int32]
    col: NDArray[numpy.int32]
    target: NDArray[numpy.int8]
    bridges: NDArray[numpy.int8]
    difficulty: NDArray[numpy.int8]
    score: NDArray[numpy.int32]
    hardest: NDArray[numpy.int8]
    steps: NDArray[numpy.int32]
    scarcest: NDArray[numpy.int64]
    backtracks: NDArray[numpy.int64]


def lines_of_table(table: Any, name: str) -> Iterator[bytes]:
    """Yield the rows of a part as JSON Lines, many at a time; `name` is that of the part in messages."""
    origin = origin_of(table.schema, name)
    if origin.generator != GENERATOR_VERSION:
        found = f"{name} is of version {origin.generator} of the generator"
        raise ValueError(f"{found}; expected {GENERATOR_VERSION}, as here")
    line = line_of(origin.spec, origin.seed)
    for at in range(0, table.num_rows, _ROWS):
        rows = table.slice(at, _ROWS)
        indexes = rows.column("index").to_numpy().astype(numpy.uint64)
        try:
            lines = line.write(indexes, numpy.arange(rows.num_rows, dtype=numpy.int64), _arrays(rows, name))
        except ValueError as error:  # a part that somebody has changed
            raise FormatError(f"{name}, rows from {at} on: {error}") from None
        yield lines


def records_of_lines(pieces: Iterable[bytes]) -> Iterator[Record]:
    """Yield the records of lines."""
    for piece in pieces:
        for line in piece.decode().splitlines():
            yield loads_record(line)


def _arrays(rows: Any, name: str) -> _Arrays:
    batch = PuzzleBatch.of_arrays(board_arrays(rows, name))
    rated = rate_batch(batch)
    ends, bridges = bridge_arrays(rows, name)
    return _Arrays(
        batch.offsets[:-1],
        ends[:-1],
        numpy.diff(batch.offsets).astype(numpy.int32),
        numpy.diff(ends).astype(numpy.int32),
        batch.row,
        batch.col,
        batch.target,
        bridges,
        rated.difficulty,
        _thousandths(rated.score).astype(numpy.int32),
        rated.hardest,
        rated.counts.reshape(-1),
        _thousandths(rated.bottleneck),
        rated.backtracks,
    )


def _thousandths(numbers: NDArray[numpy.float64]) -> NDArray[numpy.int64]:
    return numpy.rint(1000 * numbers).astype(numpy.int64)
