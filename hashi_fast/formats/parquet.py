"""Parquet: many puzzles in columns, for data sets that are too large for lines of text. Needs pyarrow.

    form      uint64   what all ways to turn and mirror the board have in common
    index     int64    the candidate
    level     text     easy to extreme
    score     float64
    hardest   text     the hardest technique; none if there was nothing to do
    steps     int32    how many steps the solution takes
    task      text     the cells, see `_columns`; without the size
    solution  text     a digit for each edge

Size and rules of the boards are in the file's metadata, or in columns of their own: width, height, max_bridges, loops.
Columns are filled from flat arrays and read into them, without a Python object per puzzle.
"""
from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import IO, Any, Protocol

import numpy
from numpy.typing import NDArray

from hashi_fast.board.puzzle import MAX_BRIDGES, MAX_SIDE
from hashi_fast.errors import FormatError, shown
from hashi_fast.formats._checked_records import check_records
from hashi_fast.formats._columns import read_bridges, read_tasks, write_bridges, write_tasks
from hashi_fast.formats.record_line import RecordArrays
from hashi_fast.levels import DIFFICULTIES

KEY = b"hashi_fast"  # of our metadata
COMPRESSION = "zstd"
_BOARD = ("width", "height", "max_bridges", "loops")
_MOST = {"width": MAX_SIDE, "height": MAX_SIDE, "max_bridges": MAX_BRIDGES, "loops": 1}


class FormArrays(RecordArrays, Protocol):
    """Generated records, and the form of each."""

    @property
    def form(self) -> NDArray[numpy.uint64]: ...


def arrow() -> Any:
    """Return pyarrow, or raise ModuleNotFoundError that says what to install."""
    try:
        import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]
        import pyarrow.parquet  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise ModuleNotFoundError("Parquet needs pyarrow: pip install 'hashi-fast[parquet]'") from None
    return pyarrow


def schema_of(metadata: Mapping[str, Any]) -> Any:
    """Return the columns of generated records, with metadata that JSON can hold."""
    pa = arrow()
    word = pa.dictionary(pa.int8(), pa.string())
    columns = [
        ("form", pa.uint64()), ("index", pa.int64()), ("level", word), ("score", pa.float64()), ("hardest", word),
        ("steps", pa.int32()), ("task", pa.string()), ("solution", pa.string()),
    ]  # fmt: skip
    return pa.schema(columns, {KEY: json.dumps(dict(metadata)).encode()})


def records_batch(
    schema: Any,
    size: tuple[int, int],
    indexes: NDArray[numpy.uint64],
    chosen: NDArray[numpy.int64],
    arrays: FormArrays,
    techniques: Sequence[str],
) -> Any:
    """Return the chosen records as rows of a table; `size` is that of their boards."""
    pa = arrow()
    check_records(chosen, *size, MAX_BRIDGES, arrays)
    steps = arrays.steps.reshape(-1, len(techniques))[chosen].sum(axis=1, dtype=numpy.int32)
    columns = [
        pa.array(arrays.form[chosen]),
        pa.array(indexes.astype(numpy.int64)),
        words(arrays.difficulty[chosen], DIFFICULTIES),
        pa.array(arrays.score[chosen] / 1000),
        words(arrays.hardest[chosen], techniques),
        pa.array(steps),
        texts(*write_tasks(chosen, *size, arrays)),
        texts(*write_bridges(chosen, arrays)),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def words(numbers: NDArray[numpy.int8], choices: Sequence[str]) -> Any:
    """Return a column of words, given by their places among `choices`; -1: none."""
    pa = arrow()
    missing = numbers < 0
    places = pa.array(numbers, mask=missing if missing.any() else None)
    return pa.DictionaryArray.from_arrays(places, pa.array(choices, pa.string()))


def texts(offsets: NDArray[numpy.int32], text: NDArray[numpy.uint8]) -> Any:
    """Return a column of texts, without copying them."""
    pa = arrow()
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(text)]
    return pa.Array.from_buffers(pa.string(), len(offsets) - 1, buffers)


def metadata_of(schema: Any, name: str) -> dict[str, Any]:
    """Return our metadata of a file; FormatError if there is none."""
    try:
        found = json.loads((schema.metadata or {})[KEY])
    except (KeyError, ValueError):
        found = None
    if not isinstance(found, dict):
        raise FormatError(f"{name}: expected a Parquet file with metadata of hashi-fast")
    return found


def board_arrays(table: Any, name: str) -> tuple[NDArray[Any], ...]:
    """Return the boards of a table as the arrays of a PuzzleBatch: width, height, offsets and so on."""
    given = {column: _board_column(table, column, name) for column in _BOARD}
    if "task" not in table.schema.names:
        raise FormatError(f"{name}: expected a column 'task', found {', '.join(table.schema.names)}")
    width, height = given["width"].astype(numpy.int32), given["height"].astype(numpy.int32)
    try:
        islands = read_tasks(width, height, *text_buffers(table, "task", name))
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None
    return (width, height, *islands, given["max_bridges"].astype(numpy.int8), given["loops"].astype(numpy.bool_))


def bridge_arrays(table: Any, name: str) -> tuple[NDArray[numpy.int64], NDArray[numpy.int8]]:
    """Return the solutions of a table: for each its place, and the bridges of all edges."""
    return read_bridges(*text_buffers(table, "solution", name))


def _board_column(table: Any, column: str, name: str) -> NDArray[Any]:
    n = table.num_rows
    if column in table.schema.names:
        found = table.column(column)
        if found.null_count:
            raise FormatError(f"{name}: expected a value in every row of the column {column!r}")
        numbers: NDArray[Any] = found.to_numpy()
        if numbers.dtype.kind not in "iub":
            raise FormatError(f"{name}: expected whole numbers in the column {column!r}, found {numbers.dtype}")
        if n and not 0 <= int(numbers.min()) <= int(numbers.max()) <= _MOST[column]:  # before narrower types cut them
            expected = f"expected 0 to {_MOST[column]} in the column {column!r}"
            raise FormatError(f"{name}: {expected}, found {numbers.min()} to {numbers.max()}")
        return numbers
    usual = {"max_bridges": 2, "loops": True}
    if KEY in (table.schema.metadata or {}):
        usual |= _object(metadata_of(table.schema, name).get("board"))
    if column not in usual:
        raise FormatError(f"{name}: expected a column {column!r}, or the size of the boards in hashi-fast's metadata")
    if not isinstance(usual[column], int) or not 0 <= usual[column] <= _MOST[column]:
        found = shown(usual[column])
        raise FormatError(f"{name}: expected a {column} of boards in hashi-fast's metadata, found {found}")
    return numpy.full(n, usual[column])


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def text_buffers(table: Any, column: str, name: str) -> tuple[NDArray[numpy.int32], NDArray[numpy.uint8]]:
    """Return the offsets and the text of a column, without copying them if it is in one piece."""
    pa = arrow()
    whole = table.column(column).combine_chunks()
    if isinstance(whole, pa.ChunkedArray):
        whole = pa.concat_arrays(whole.chunks) if whole.num_chunks else pa.array([], pa.string())
    if whole.type != pa.string():
        try:
            whole = whole.cast(pa.string())
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
            raise FormatError(f"{name}: expected texts in the column {column!r}, found {whole.type}") from None
    if whole.null_count:
        raise FormatError(f"{name}: expected a text in every row of the column {column!r}")
    _, offsets, text = whole.buffers()
    if len(whole) == 0:
        return numpy.zeros(1, dtype=numpy.int32), numpy.zeros(0, dtype=numpy.uint8)
    places = numpy.frombuffer(offsets, dtype=numpy.int32)[whole.offset : whole.offset + len(whole) + 1]
    return places, numpy.frombuffer(text or b"", dtype=numpy.uint8)


def read_table(file: IO[bytes] | str, name: str, columns: Sequence[str] | None = None) -> Any:
    """Return a Parquet file, or some columns of it, as a table; FormatError for what is none."""
    pa = arrow()
    try:
        return pa.parquet.read_table(file, columns=columns, partitioning=None)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise FormatError(f"{name}: expected a Parquet file: {error}") from None
