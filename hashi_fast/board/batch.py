"""Many puzzles in a few flat arrays that never change."""
from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, Protocol, SupportsIndex

import numpy
from numpy.typing import ArrayLike, NDArray

from hashi_fast.board._boards import Boards
from hashi_fast.board.puzzle import MAX_BRIDGES, Immutable, Puzzle, checked_id, puzzle_remedy
from hashi_fast.errors import FormatError, InvalidPuzzle, shown
from hashi_fast.support.arguments import whole_argument, whole_number
from hashi_fast.support.atomic_file import WholeFile
from hashi_fast.support.shared import shareable

_FILE_VERSION = 1


class HasPuzzle(Protocol):
    """Whatever has a puzzle, such as a record or what `generate` makes."""

    @property
    def puzzle(self) -> Puzzle: ...


class PuzzleBatch(Immutable):
    """An immutable sequence of puzzles, held in flat read-only arrays.

    The islands of puzzle i are the entries from `offsets[i]` up to but not including `offsets[i + 1]` of `row`, `col`
    and `target` (-1: unknown clue), in row-major order. `width`, `height`, `max_bridges` and `loops` have one entry per
    puzzle.

    >>> from hashi_fast import PuzzleBatch, loads
    >>> batch = PuzzleBatch([loads("3x1:2a2"), loads("3x1:1a1")])
    >>> len(batch), batch[1]
    (2, Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)]))
    """

    __slots__ = ("boards", "col", "height", "ids", "loops", "max_bridges", "offsets", "row", "target", "width")

    width: NDArray[numpy.int32]
    height: NDArray[numpy.int32]
    offsets: NDArray[numpy.int64]
    row: NDArray[numpy.int32]
    col: NDArray[numpy.int32]
    target: NDArray[numpy.int8]
    max_bridges: NDArray[numpy.int8]
    loops: NDArray[numpy.bool_]
    ids: tuple[str | int | None, ...] | None
    boards: Boards  # the same data for the kernels

    def __new__(cls, puzzles: Iterable[Puzzle | HasPuzzle]) -> PuzzleBatch:
        """Make a batch of these puzzles, as `from_puzzles` does."""
        return cls.from_puzzles(puzzles)

    @classmethod
    def from_arrays(
        cls,
        width: ArrayLike,
        height: ArrayLike,
        offsets: ArrayLike,
        row: ArrayLike,
        col: ArrayLike,
        target: ArrayLike,
        max_bridges: ArrayLike = 2,
        loops: ArrayLike = True,
    ) -> PuzzleBatch:
        """Make a batch of n puzzles from arrays.

        `width` and `height` have n entries (int32) and `offsets` has n + 1 (int64). `row`, `col` (int32) and `target`
        (int8) have one entry per island. `max_bridges` and `loops` are one value for all puzzles, or have one entry per
        puzzle. Integers of other sizes are converted. The arrays are copied and checked: an invalid puzzle raises
        `InvalidPuzzle` with its index, the island and the reason.

        >>> PuzzleBatch.from_arrays([3, 4], [1, 1], [0, 2, 4], [0, 0, 0, 0], [0, 2, 0, 3], [2, 2, 1, 1])[1]
        Puzzle(4, 1, [(0, 0, 1), (0, 3, 1)])
        """
        columns, rows = _whole_array("width", width, "int32"), _whole_array("height", height, "int32")
        n = len(columns)
        starts = _whole_array("offsets", offsets, "int64")
        island_row, island_col = _whole_array("row", row, "int32"), _whole_array("col", col, "int32")
        clue = _whole_array("target", target, "int8")
        if len(rows) != n:
            raise InvalidPuzzle(f"width has {n} entries and height {len(rows)}; expected one per puzzle in both")
        if not len(island_row) == len(island_col) == len(clue):
            sizes = f"{len(island_row)}, {len(island_col)} and {len(clue)}"
            raise InvalidPuzzle(f"row, col and target have {sizes} entries; expected one per island in each")
        if len(starts) != n + 1:
            raise InvalidPuzzle(f"offsets has {len(starts)} entries; expected {n + 1}, one per puzzle and one more")
        most = _max_bridges_of(n, max_bridges)
        allowed = _as_array("loops", loops, "True or False, one for all puzzles or one each")
        if allowed.dtype != numpy.bool_ or allowed.shape not in ((), (n,)):
            raise InvalidPuzzle(f"loops must be True or False, or {n} of them, not {shown(loops)}")
        loopy = numpy.broadcast_to(allowed, n).copy()
        return cls._made(columns, rows, starts, island_row, island_col, clue, most, loopy, None)

    @classmethod
    def _made(
        cls,
        width: NDArray[numpy.int32],
        height: NDArray[numpy.int32],
        offsets: NDArray[numpy.int64],
        row: NDArray[numpy.int32],
        col: NDArray[numpy.int32],
        target: NDArray[numpy.int8],
        max_bridges: NDArray[numpy.int8],
        loops: NDArray[numpy.bool_],
        ids: tuple[str | int | None, ...] | None,
    ) -> PuzzleBatch:
        """Check every puzzle and return the batch of copies of these arrays."""
        given = (width, height, offsets, row, col, target, max_bridges, loops)
        arrays = [(bytes(each.tobytes()), each.dtype) for each in given]  # bytes already, unless a subclass has others
        # The kernels have arrays of their own, since even a read-only array can be given another shape or other data.
        boards = Boards(*(numpy.frombuffer(data, "int8" if kind.kind == "b" else kind) for data, kind in arrays))
        boards.check()
        batch = object.__new__(cls)
        put = object.__setattr__
        for name, (data, kind) in zip(_ARRAYS, arrays, strict=True):
            put(batch, name, numpy.frombuffer(data, kind))  # which nothing can make writeable
        put(batch, "ids", ids)
        put(batch, "boards", boards)
        return batch

    @classmethod
    def from_puzzles(cls, puzzles: Iterable[Puzzle | HasPuzzle]) -> PuzzleBatch:
        """Make a batch of these puzzles, including their ids; of records and the like, their puzzles are taken."""
        listed = []
        for i, item in enumerate(puzzles):
            puzzle = item if isinstance(item, Puzzle) else getattr(item, "puzzle", None)
            if not isinstance(puzzle, Puzzle):
                remedy = puzzle_remedy(item) if isinstance(item, str | os.PathLike) else ""
                raise InvalidPuzzle(f"puzzle {i}: expected a Puzzle, found {shown(item)}{remedy}")
            listed.append(puzzle)
        sizes = [len(puzzle.islands) for puzzle in listed]
        islands = numpy.fromiter(
            (
                -1 if value is None else value
                for puzzle in listed
                for island in puzzle.islands
                for value in island
            ),
            dtype=numpy.int32,
            count=3 * sum(sizes),
        ).reshape(-1, 3)
        return cls._made(
            numpy.array([puzzle.width for puzzle in listed], dtype=numpy.int32),
            numpy.array([puzzle.height for puzzle in listed], dtype=numpy.int32),
            numpy.concatenate(([0], numpy.cumsum(sizes, dtype=numpy.int64))).astype(numpy.int64),
            islands[:, 0].copy(),
            islands[:, 1].copy(),
            islands[:, 2].astype(numpy.int8),
            numpy.array([puzzle.max_bridges for puzzle in listed], dtype=numpy.int8),
            numpy.array([puzzle.loops for puzzle in listed], dtype=numpy.bool_),
            tuple([puzzle.id for puzzle in listed]) if any(p.id is not None for p in listed) else None,
        )

    @classmethod
    def from_jsonl(cls, path: str | os.PathLike[str]) -> PuzzleBatch:
        """Make a batch from a JSON Lines file with one puzzle per line; a FormatError names the bad line.

        Blank lines are skipped. Solutions, ratings and other fields are checked and left out. The file may be
        compressed with gzip.
        """
        # Imported by name, because readers are above this room.
        arrays, ids = import_module("hashi_fast.formats.lines").arrays_of_file(path)
        return cls.of_arrays(arrays, ids)

    @classmethod
    def from_parquet(cls, path: str | os.PathLike[str]) -> PuzzleBatch:
        """Make a batch from a Parquet file, or from all Parquet files of a folder in the order of their names.

        The column `task` has the cells of each board in row-major order: a letter a..z is a run of 1 to 26 empty cells,
        a digit is an island with this target, A..G one with a target of 10 to 16, and "?" one with a hidden clue. The
        columns `width` and `height`, and `max_bridges` and `loops` if they are not 2 and true, may be left out of files
        that `shard`, `fleet` and `merge` write. `path` may be a URL that fsspec knows. A FormatError names the row.
        Needs `pip install "hashi-fast[parquet]"`.
        """
        # Imported by name, because readers are above this room.
        return cls.of_arrays(import_module("hashi_fast.formats.parquet_files").arrays_of_files(path))

    @classmethod
    def of_arrays(
        cls, arrays: tuple[NDArray[Any], ...], ids: tuple[str | int | None, ...] | None = None
    ) -> PuzzleBatch:
        """Return the batch of these arrays, in the order and with the types of `from_arrays`, and of valid ids."""
        width, height, offsets, row, col, target, max_bridges, loops = arrays
        return cls._made(width, height, offsets, row, col, target, max_bridges, loops, ids)

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """Return all arrays in the order of `from_arrays`.

        >>> from hashi_fast import PuzzleBatch, loads
        >>> [len(array) for array in PuzzleBatch.from_puzzles([loads("3x1:2a2")]).arrays()]
        [1, 1, 2, 2, 2, 2, 1, 1]
        """
        return tuple([getattr(self, name) for name in _ARRAYS])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the batch to an `.npz` file, which is complete or absent."""
        fields: dict[str, Any] = {name: getattr(self, name) for name in _ARRAYS}
        fields["version"] = numpy.array(_FILE_VERSION)
        fields["ids"] = numpy.frombuffer(json.dumps(self.ids).encode(), dtype=numpy.uint8)
        with WholeFile(path) as file:
            numpy.savez_compressed(file, **fields)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> PuzzleBatch:
        """Read a batch that `save` wrote; anything else raises FormatError."""
        try:
            with numpy.load(path, allow_pickle=False) as fields:
                if int(fields["version"]) != _FILE_VERSION:
                    raise FormatError(f"{path}: expected version {_FILE_VERSION}, found {shown(fields['version'])}")
                arrays = [fields[name] for name in _ARRAYS]
                ids = json.loads(fields["ids"].tobytes())
        except OSError:
            raise
        except FormatError:
            raise
        except Exception as error:  # zipfile, numpy and json raise many kinds for a file that is not a batch
            raise FormatError(f"{path}: expected a file written by PuzzleBatch.save: {error}") from None
        try:
            return cls.from_arrays(*arrays)._with_ids(ids)
        except InvalidPuzzle as error:
            raise FormatError(f"{path}: {error}") from None

    def _with_ids(self, ids: object) -> PuzzleBatch:
        """Give a new batch the ids of a file or a pickle, or raise InvalidPuzzle."""
        if ids is not None:
            if not isinstance(ids, list | tuple) or len(ids) != len(self):
                raise InvalidPuzzle(f"expected {len(self)} ids or none, found {shown(ids)}")
            object.__setattr__(self, "ids", tuple([None if each is None else checked_id(each) for each in ids]))
        return self

    def __len__(self) -> int:
        return self.boards.n

    def __getitem__(self, index: SupportsIndex) -> Puzzle:
        i = whole_number(index)
        n = len(self)
        if not -n <= i < n:
            raise IndexError(f"puzzle {i} of {n}")
        i %= n
        part = slice(self.offsets[i], self.offsets[i + 1])
        islands = zip(
            self.row[part].tolist(),
            self.col[part].tolist(),
            [None if clue < 0 else clue for clue in self.target[part].tolist()],
            strict=True,
        )
        return Puzzle(
            int(self.width[i]),
            int(self.height[i]),
            islands,
            max_bridges=int(self.max_bridges[i]),
            loops=bool(self.loops[i]),
            id=None if self.ids is None else self.ids[i],
        )

    def __iter__(self) -> Iterator[Puzzle]:
        return shareable(self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        return f"<PuzzleBatch of {len(self)} puzzles, {self.boards.n_islands} islands>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (list(self.arrays()), self.ids)


def batch_of(puzzles: PuzzleBatch | Iterable[Puzzle | HasPuzzle], caller: str) -> PuzzleBatch:
    """Return the argument of a function on batches as a batch; a TypeError names the function that takes one puzzle."""
    if isinstance(puzzles, PuzzleBatch):
        return puzzles
    if isinstance(puzzles, Puzzle):
        one = caller.removesuffix("_batch")
        raise TypeError(f"{caller} takes several puzzles, not {shown(puzzles)}; {one} takes one")
    if isinstance(puzzles, str | os.PathLike) or not isinstance(puzzles, Iterable):
        remedy = "; PuzzleBatch.from_jsonl reads files" if isinstance(puzzles, str | os.PathLike) else ""
        raise TypeError(f"{caller} takes a PuzzleBatch or several puzzles, not {shown(puzzles)}{remedy}")
    return PuzzleBatch(puzzles)


_ARRAYS = ("width", "height", "offsets", "row", "col", "target", "max_bridges", "loops")


def _max_bridges_of(n: int, values: ArrayLike) -> NDArray[numpy.int8]:
    """Return one entry for each of n puzzles, given one for all or one each; `Boards.check` checks the latter."""
    if _as_array("max_bridges", values).ndim == 0:
        most = whole_argument("max_bridges", values, 1, MAX_BRIDGES, error=InvalidPuzzle)
        return numpy.full(n, most, dtype=numpy.int8)
    each = _whole_array("max_bridges", values, "int8")
    if len(each) != n:
        raise InvalidPuzzle(f"max_bridges has {len(each)} entries; expected {n}, one per puzzle, or a single number")
    return each


def _whole_array(name: str, values: ArrayLike, dtype: str) -> NDArray[Any]:
    """Return a one-dimensional copy of the values in this type, or raise InvalidPuzzle."""
    given = _as_array(name, values)
    if given.ndim != 1:
        raise InvalidPuzzle(f"{name} has {given.ndim} dimensions; expected 1")
    if given.size and given.dtype.kind not in "iu":
        raise InvalidPuzzle(f"{name} must be an array of whole numbers, not of {given.dtype}")
    bounds = numpy.iinfo(dtype)
    if given.size:
        outside = numpy.flatnonzero((given < bounds.min) | (given > bounds.max))
        if len(outside):
            i = int(outside[0])
            raise InvalidPuzzle(f"{name}[{i}] is {given[i]}; expected {bounds.min}..{bounds.max}")
    return numpy.array(given, dtype=dtype)


def _as_array(name: str, values: ArrayLike, expected: str = "an array of whole numbers") -> NDArray[Any]:
    try:
        return numpy.asarray(values)
    except ValueError as error:  # rows of different lengths
        raise InvalidPuzzle(f"{name} must be {expected}: {error}") from None


def _unpickled(arrays: list[NDArray[Any]], ids: tuple[str | int | None, ...] | None) -> PuzzleBatch:
    return PuzzleBatch.from_arrays(*arrays)._with_ids(ids)
