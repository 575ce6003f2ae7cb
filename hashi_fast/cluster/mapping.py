"""`map_batches`: solves or rates a data set of puzzles in Parquet, part by part, here or on a cluster."""
from __future__ import annotations

import os
import pickle
import posixpath
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy

from hashi_fast.board.batch import PuzzleBatch
from hashi_fast.board.status import Status
from hashi_fast.cluster.crews import do_all, say_in_log
from hashi_fast.deduction.rating import BatchRating
from hashi_fast.deduction.techniques import NAMES
from hashi_fast.errors import shown
from hashi_fast.formats._columns import check_size
from hashi_fast.formats.parquet import COMPRESSION, arrow, board_arrays, texts, words
from hashi_fast.levels import DIFFICULTIES
from hashi_fast.search.batch import BatchResult
from hashi_fast.support.store import Place, place_of

Function = Callable[[PuzzleBatch], BatchResult | BatchRating]

_ROWS = 1 << 15  # at a time: reading the first and writing the last of a file cannot overlap with anything
_STATUS = tuple(status.name.lower() for status in Status)


def map_batches(
    function: Function,
    source: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    client: Any | None = None,
    on_progress: Callable[[int, int], object] | None = None,
    say: Callable[[str], object] = say_in_log,
) -> int:
    """Apply a function to all puzzles of a data set in Parquet, write what it returns, and count the puzzles.

    `function` takes a PuzzleBatch and returns a BatchResult or a BatchRating: `solve_batch`, `rate_batch`, or either
    with some keywords set by `functools.partial`. `source` is a file or a folder, with the columns that
    `PuzzleBatch.from_parquet` reads. `out` is a folder, which gets a file of the same name for each file, with a row of
    answers for each puzzle, in order; files that are there already are not made again. With the `client` of a Dask
    cluster, its workers read and write the files; they need to see both folders.

    >>> import os, tempfile
    >>> from hashi_fast import Spec, map_batches, rate_batch, shard
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = shard(Spec(7, 7), 1, 0, 50, os.path.join(folder, "part.parquet"))
    ...     map_batches(rate_batch, os.path.join(folder, "part.parquet"), os.path.join(folder, "rated"))
    50
    """
    if not callable(function):
        raise TypeError(f"expected a function like rate_batch, not {shown(function)}")
    arrow()
    root, target = place_of(source), place_of(out)
    if root.is_file():
        pairs = [(root, target / root.name)]
    else:
        pairs = [(root / path, target / path) for path in root.files() if path.endswith(".parquet")]
        if not pairs:
            raise FileNotFoundError(f"{root.url}: no Parquet files there")
    for folder in sorted({posixpath.dirname(part.path) for _, part in pairs}):
        target._replace(path=folder).make_folder()
    puzzles, done = 0, 0

    def count(_: object, rows: int) -> None:
        nonlocal puzzles, done
        puzzles += rows
        done += 1
        if on_progress is not None:
            on_progress(done, len(pairs))

    packed = _packed(function)
    do_all([MapWork(packed, part.url, answers.url) for part, answers in pairs], count, client, say, lambda: None)
    return puzzles


def _packed(function: Function) -> bytes:
    """Pickle a function, also one without a name if that is possible."""
    try:
        import cloudpickle  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        return pickle.dumps(function)
    packed: bytes = cloudpickle.dumps(function)
    return packed


class MapWork(NamedTuple):
    """A file of puzzles to be answered by whoever is called with it."""

    function: bytes
    source: str
    target: str

    def __call__(self) -> int:
        """Answer it and return how many puzzles it has."""
        pa = arrow()
        target = place_of(self.target)
        if target.is_file():
            with target.open() as file:
                return int(pa.parquet.ParquetFile(file).metadata.num_rows)
        function: Function = pickle.loads(self.function)
        writer = None
        rows = 0
        # The next rows are read, and the last answers written, while a function is at work on some.
        with target.whole() as file, ThreadPoolExecutor(1) as reader, ThreadPoolExecutor(1) as scribe:
            batches = _batches(place_of(self.source))
            written = None
            coming = reader.submit(next, batches, None)
            while (found := coming.result()) is not None:
                coming = reader.submit(next, batches, None)
                table, batch = found
                answers = _columns(table, function(batch))
                if written is not None:
                    written.result()
                if writer is None:
                    writer = _writer(file, answers.schema)
                written = scribe.submit(writer.write_table, answers)
                rows += table.num_rows
            if written is not None:
                written.result()
            if writer is None:
                pa.parquet.write_table(pa.table({"status": pa.array([], pa.string())}), file)
            else:
                writer.close()
        return rows


def _writer(file: Any, schema: Any) -> Any:
    pa = arrow()
    # A dictionary of numbers that hardly repeat takes time and no less room.
    repeating = [each.name for each in schema if pa.types.is_dictionary(each.type)]
    return pa.parquet.ParquetWriter(file, schema, compression=COMPRESSION, use_dictionary=repeating)


def _batches(place: Place) -> Iterator[tuple[Any, PuzzleBatch]]:
    """Yield the rows of a file, many at a time, with their puzzles."""
    pa = arrow()
    with place.open() as file:
        whole = pa.parquet.ParquetFile(file)
        needed = {"index", "task", "width", "height", "max_bridges", "loops"}
        columns = [name for name in whole.schema_arrow.names if name in needed]
        for rows in whole.iter_batches(_ROWS, columns=columns):
            table = pa.Table.from_batches([rows.replace_schema_metadata(whole.schema_arrow.metadata)])
            yield table, PuzzleBatch.of_arrays(board_arrays(table, place.url))


def _columns(table: Any, answers: object) -> Any:
    """Return answers as a table, with the index of each puzzle if it has one."""
    pa = arrow()
    columns = {"index": table.column("index")} if "index" in table.schema.names else {}
    if isinstance(answers, BatchRating | BatchResult) and len(answers.status) != table.num_rows:
        raise ValueError(f"the function returned {len(answers.status):,} answers; expected {table.num_rows:,}")
    if isinstance(answers, BatchRating):
        columns |= {
            "status": words(answers.status, _STATUS),
            "level": words(answers.difficulty, DIFFICULTIES),
            "score": _or_none(answers.score, answers.difficulty < 0),
            "hardest": words(answers.hardest, NAMES),
            "steps": pa.array(answers.steps.astype(numpy.int32)),
            "backtracks": pa.array(answers.backtracks),
            "bottleneck": pa.array(answers.bottleneck),
        }
    elif isinstance(answers, BatchResult):
        check_size(len(answers.bridges))
        _check_offsets(answers)
        signs = answers.bridges.view(numpy.uint8) + numpy.uint8(ord("0"))
        columns |= {
            "status": words(answers.status, _STATUS),
            "solutions_found": pa.array(answers.solutions_found),
            "nodes": pa.array(answers.nodes),
            "solution": texts(answers.bridge_offsets.astype(numpy.int32), signs),
        }
    else:
        raise TypeError(f"the function returned {shown(answers)}; expected a BatchResult or a BatchRating")
    return pa.table(columns)


def _check_offsets(answers: BatchResult) -> None:
    """Raise ValueError if a function has changed bridges or offsets so that they do not fit: Arrow trusts them."""
    offsets = answers.bridge_offsets
    fits = offsets.shape == (len(answers.status) + 1,) and offsets[0] == 0 and offsets[-1] == len(answers.bridges)
    if not fits or (numpy.diff(offsets) < 0).any() or answers.bridges.dtype != numpy.int8:
        raise ValueError("the function returned bridges and bridge_offsets that do not fit each other")


def _or_none(numbers: Any, missing: Any) -> Any:
    return arrow().array(numbers, mask=missing if missing.any() else None)
