"""Shards: a range of candidates in a Parquet file of its own, the *part*, that any machine can make.

Ranges are disjoint, so nobody has to agree on anything. A part is whole or not there, and one that is there is done.
"""
from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, NamedTuple

import numpy

from hashi_fast.deduction.techniques import NAMES
from hashi_fast.errors import shown
from hashi_fast.formats.parquet import COMPRESSION, arrow, metadata_of, records_batch, schema_of
from hashi_fast.generation.generator import MOST_INDEX
from hashi_fast.generation.legs import Leg
from hashi_fast.generation.production import Portion, portions
from hashi_fast.generation.recipes import GENERATOR_VERSION
from hashi_fast.generation.spec import Spec
from hashi_fast.generation.spec_text import parse_kind, text_of_kind
from hashi_fast.support.arguments import MOST_INT64, whole_argument
from hashi_fast.support.store import Place, place_of

_ROWS = 1 << 16  # of a row group


class Origin(NamedTuple):
    """Where the puzzles of a part come from."""

    spec: Spec
    seed: int
    start: int
    stop: int
    generator: int = GENERATOR_VERSION

    def metadata(self) -> dict[str, Any]:
        """Return it as metadata of a file, with what readers have to know about the boards."""
        spec = self.spec
        board = {"width": spec.width, "height": spec.height, "max_bridges": spec.max_bridges, "loops": spec.loops}
        return {**self._asdict(), "spec": text_of_kind(spec), "board": board}


def shard(
    spec: Spec, seed: int, start: int, stop: int, path: str | os.PathLike[str], *, workers: int | None = 1
) -> int:
    """Make the candidates from `start` up to but not including `stop`, write them to a Parquet file, and count them.

    Candidates that could not be made, and those that equal an earlier one of the range, turned or mirrored, are left
    out. The file is whole or not there; if it is there already, nothing is made. `path` may be a URL that fsspec knows.
    `workers` threads make the puzzles; None: one per processor. Needs `pip install "hashi-fast[parquet]"`.

    >>> import os, tempfile
    >>> from hashi_fast import PuzzleBatch, Spec, shard
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "part.parquet")
    ...     count = shard(Spec(7, 7, difficulty="easy"), 1, 0, 50, path)
    ...     batch = PuzzleBatch.from_parquet(path)
    >>> count, batch
    (50, <PuzzleBatch of 50 puzzles, 765 islands>)
    """
    if not isinstance(spec, Spec):
        raise TypeError(f"expected a Spec of what to make, not {shown(spec)}")
    first = whole_argument("start", start, 0, MOST_INT64)
    origin = Origin(
        spec, whole_argument("seed", seed, 0, MOST_INDEX), first, whole_argument("stop", stop, first, MOST_INT64)
    )
    arrow()
    place = place_of(path)
    if place.is_file():
        return _rows_of(place, origin)
    return make_part(origin, place, workers, lambda tried, puzzles: None)


def make_part(origin: Origin, place: Place, workers: int | None, tell: Callable[[int, int], object]) -> int:
    """Write a part and return how many puzzles it has; `tell` is called with the candidates and puzzles so far."""
    leg = Leg(origin.spec, origin.stop - origin.start, origin.start, origin.stop)
    schema = schema_of(origin.metadata())
    with (
        closing(portions([leg], seed=origin.seed, workers=workers, most_wasted=None)) as found,
        place.whole() as file,
        arrow().parquet.ParquetWriter(file, schema, compression=COMPRESSION) as writer,
    ):
        rows = 0
        for table in _tables(found, schema, tell):
            writer.write_table(table)
            rows += table.num_rows
    return rows


def _tables(found: Iterator[Portion], schema: Any, tell: Callable[[int, int], object]) -> Iterator[Any]:
    """Yield what was found as tables of some size."""
    pa = arrow()
    batches: list[Any] = []
    rows = puzzles = 0
    for block, chosen, tried in found:
        puzzles += len(chosen)
        tell(tried, puzzles)
        size = block.spec.width, block.spec.height
        indexes, places = numpy.asarray(block.indexes(chosen)), numpy.asarray(chosen)
        batches.append(records_batch(schema, size, indexes, places, block.arrays, NAMES))
        rows += len(chosen)
        if rows >= _ROWS:
            yield pa.Table.from_batches(batches, schema)
            batches, rows = [], 0
    if rows:
        yield pa.Table.from_batches(batches, schema)


def _rows_of(place: Place, expected: Origin) -> int:
    """Return how many rows a part has, or raise ValueError if it is another one."""
    with place.open() as file:
        whole = arrow().parquet.ParquetFile(file)
        found = origin_of(whole.schema_arrow, place.url)
        if found != expected:
            raise ValueError(f"{place.url} is there already, with {found}; expected {expected}")
        return int(whole.metadata.num_rows)


def origin_of(schema: Any, name: str) -> Origin:
    """Return where the puzzles of a part come from, given its columns; FormatError for a file that is no part."""
    found = metadata_of(schema, name)
    try:
        return Origin(parse_kind(found["spec"])[0], *(int(found[key]) for key in Origin._fields[1:]))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{name}: expected the metadata of a shard, found {shown(found)}: {error}") from None
