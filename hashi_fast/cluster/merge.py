"""Merging: drops the duplicates across shards, so that what stays is exactly what one sequential run gives.

Rows are in the order of their kinds, then of their index; of the rows with the same form the first stays. That is
decided on the columns `form` and `index` alone, by one of three engines, and all of them give the same answer:

    native   in one pass, with the table of forms that a run uses (up to 24 bytes per puzzle)
    duckdb   on one machine, beyond its memory
    dask     by a shuffle on the form, over a cluster

Then every part is copied without the rows that go, by workers where there are some, or the rows are written as records.
"""
from __future__ import annotations

import os
import posixpath
import time
from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple, get_args

import numpy
from numpy.typing import NDArray

from hashi_fast.cluster.crews import do_all, say_in_log
from hashi_fast.cluster.dask_crew import ClusterLost
from hashi_fast.cluster.fleet import PART
from hashi_fast.cluster.records import lines_of_table, records_of_lines
from hashi_fast.errors import check_choice
from hashi_fast.formats.parquet import COMPRESSION, arrow, read_table
from hashi_fast.generation._form_set import SeenForms
from hashi_fast.support.atomic_file import WholeFile
from hashi_fast.support.store import Place, place_of

Engine = Literal["native", "duckdb", "dask"]
Progress = Callable[[str, int, int], object]  # what is done, how many parts of it, and of how many

_LOOK = 0.1  # seconds between two looks at the cluster
_LINES = (".jsonl", ".jsonl.gz")
_NONE = numpy.zeros(0, dtype=numpy.int64)
_PACKS = (".json", ".json.gz")
_BOOKS = (".pdf",)


class Merged(NamedTuple):
    """What a merge has found: puzzles that stay, duplicates that go, and parts they were in."""

    puzzles: int
    duplicates: int
    parts: int


class Part(NamedTuple):
    """A part of a data set: its path in the folder, and the number of its kind."""

    path: str
    kind: int


def merge(
    source: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    client: Any | None = None,
    engine: Engine | None = None,
    on_progress: Progress | None = None,
    say: Callable[[str], object] = say_in_log,
) -> Merged:
    """Drop the duplicates across the shards of a fleet, and write the rest to a folder or a file.

    `source` is the folder of a fleet. `out` is a folder, which gets the same parts without the duplicates, or a file:
    JSON Lines (.jsonl, .jsonl.gz) in the order of kinds and indices, the same bytes as of a sequential run; a pack
    (.json, .json.gz); or a book (.pdf). Both may be URLs that fsspec knows, except for packs and books.

    `engine`: "native" (one pass over the forms), "duckdb" (for more forms than memory holds) or "dask", which shuffles
    them over the cluster of the `client`; by default "dask" with a client, otherwise "native". Parts that are in `out`
    already are not written again.

    >>> import os, tempfile
    >>> from hashi_fast import fleet, load, merge
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = fleet("5x5 easy 100 islands=4-6", folder, seed=1, shard=30)
    ...     merged = merge(folder, os.path.join(folder, "all.jsonl"))
    ...     records = load(os.path.join(folder, "all.jsonl"))
    >>> merged.puzzles == len(records) == made.puzzles - merged.duplicates
    True
    """
    chosen: Engine = engine or ("native" if client is None else "dask")
    check_choice("engine", chosen, get_args(Engine))
    if chosen == "dask" and client is None:
        raise ValueError("engine='dask' needs the client of a cluster")
    root, target = place_of(source), place_of(out)
    parts = parts_of(root)

    def tell(what: str, done: int) -> None:
        if on_progress is not None:
            on_progress(what, done, len(parts))

    tell("looking for duplicates", 0)
    find = {"native": _first_pass, "duckdb": _by_duckdb, "dask": _by_dask}[chosen]
    dropped = find(root, parts, lambda done: tell("looking for duplicates", done), client)
    puzzles = _Counted()
    if target.name.endswith((*_LINES, *_PACKS, *_BOOKS)):
        pieces = _kept_lines(root, parts, dropped, puzzles, lambda done: tell("writing", done))
        _write_file(target, pieces)
    else:
        _write_folder(root, target, parts, dropped, puzzles, client, say, lambda done: tell("writing", done))
    return Merged(puzzles.value, sum(map(len, dropped.values())), len(parts))


class _Counted:
    """A number that grows."""

    def __init__(self) -> None:
        self.value = 0


def parts_of(root: Place) -> list[Part]:
    """Return the parts of a fleet, in the order of kinds and ranges."""
    paths = [path for path in root.files() if PART.fullmatch(posixpath.basename(path))]
    if not paths:
        raise ValueError(f"{root.url}: no parts of shards there; expected the folder of a fleet")
    folders = sorted({posixpath.dirname(path) for path in paths})
    return [Part(path, folders.index(posixpath.dirname(path))) for path in sorted(paths)]


# Which rows go: for each part the indices that are dropped, in ascending order. A part without any has no entry.

_Dropped = dict[int, NDArray[numpy.int64]]
_Tell = Callable[[int], object]


def _first_pass(root: Place, parts: list[Part], tell: _Tell, _: object) -> _Dropped:
    seen = SeenForms()
    dropped: _Dropped = {}
    for number, part in enumerate(parts):
        table = _columns(root, part)
        forms = table.column("form").to_numpy()
        new = seen.add_many(numpy.ascontiguousarray(forms))
        if not new.all():
            dropped[number] = table.column("index").to_numpy()[~new]
        tell(number + 1)
    return dropped


def _columns(root: Place, part: Part) -> Any:
    place = root / part.path
    with place.open() as file:
        return read_table(file, place.url, ["form", "index"])


def _by_duckdb(root: Place, parts: list[Part], tell: _Tell, _: object) -> _Dropped:
    try:
        import duckdb  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise ModuleNotFoundError("engine='duckdb' needs DuckDB: pip install duckdb") from None
    with duckdb.connect() as base:
        if not root.is_local:
            base.register_filesystem(root.system)
        base.execute("create table rows (form ubigint, part bigint, index bigint)")
        for number, part in enumerate(parts):
            place = root / part.path
            base.execute("insert into rows select form, ?, index from read_parquet(?)", [number, place.url])
            tell(number + 1)
        # Parts are in the order of their kinds, and of the ranges within a kind.
        query = (
            "select part, index from (select part, index, row_number() over (partition by form order by part, index) "
            "as place from rows) where place > 1 order by part, index"
        )
        found = base.execute(query).fetchnumpy()
    return _by_part(numpy.asarray(found["part"]), numpy.asarray(found["index"]))


def _by_dask(root: Place, parts: list[Part], tell: _Tell, client: Any) -> _Dropped:
    try:
        import dask.dataframe as frames  # type: ignore[import-not-found, import-untyped, unused-ignore]
        import pandas  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise ModuleNotFoundError("engine='dask' needs Dask's DataFrame: pip install 'hashi-fast[fleet]'") from None
    empty = {"form": numpy.zeros(0, numpy.uint64), "part": numpy.zeros(0, numpy.int64), "index": _NONE}
    meta = pandas.DataFrame(empty)
    urls = [(number, (root / part.path).url) for number, part in enumerate(parts)]
    rows = frames.from_map(_frame_of, urls, meta=meta)  # type: ignore[no-untyped-call, unused-ignore]
    # Rows with the same form come together, and each partition then knows which of its rows are not the first.
    groups = rows.shuffle("form", npartitions=len(parts))
    later = groups.map_partitions(_later_ones, meta=meta)
    waits = client.compute(later)
    while not waits.done():
        if client.status != "running":
            raise ClusterLost("the Dask cluster has gone or cannot be reached")
        tell(0)
        time.sleep(_LOOK)
    found = waits.result()
    tell(len(parts))
    return _by_part(found["part"].to_numpy(), found["index"].to_numpy())


def _frame_of(part: tuple[int, str]) -> Any:
    """Return forms and indices of a part, for Dask."""
    number, url = part
    place = place_of(url)
    with place.open() as file:
        frame = read_table(file, url, ["form", "index"]).to_pandas()
    frame.insert(1, "part", numpy.int64(number))
    return frame


def _later_ones(frame: Any) -> Any:
    """Return the rows that come after another one with the same form."""
    return frame.sort_values(["form", "part", "index"])[lambda rows: rows.duplicated("form")]


def _by_part(part: NDArray[numpy.int64], index: NDArray[numpy.int64]) -> _Dropped:
    order = numpy.lexsort((index, part))
    part, index = part[order], index[order]
    numbers, starts = numpy.unique(part, return_index=True)
    return dict(zip(numbers.tolist(), numpy.split(index, starts[1:]), strict=True)) if len(part) else {}


# Writing what stays


class CopyWork(NamedTuple):
    """A part to be copied without some rows, by whoever is called with it."""

    source: str
    target: str
    dropped: NDArray[numpy.int64]

    def __call__(self) -> int:
        """Copy it and return how many rows stay."""
        pa = arrow()
        target = place_of(self.target)
        if target.is_file():
            with target.open() as file:
                return int(pa.parquet.ParquetFile(file).metadata.num_rows)
        table = _kept(place_of(self.source), self.dropped)
        with target.whole() as file:
            pa.parquet.write_table(table, file, compression=COMPRESSION)
        return int(table.num_rows)


def _kept(place: Place, dropped: NDArray[numpy.int64]) -> Any:
    """Return a part without some rows."""
    with place.open() as file:
        table = read_table(file, place.url)
    if not len(dropped):
        return table
    stays = numpy.ones(table.num_rows, dtype=numpy.bool_)
    # Indices ascend within a part.
    stays[numpy.searchsorted(table.column("index").to_numpy(), dropped)] = False
    return table.filter(arrow().array(stays))


def _write_folder(
    root: Place,
    target: Place,
    parts: list[Part],
    dropped: _Dropped,
    puzzles: _Counted,
    client: Any | None,
    say: Callable[[str], object],
    tell: _Tell,
) -> None:
    if root.path == target.path:
        raise ValueError(f"{target.url} is where the shards are; expected another folder")
    for folder in sorted({posixpath.dirname(part.path) for part in parts}):
        (target / folder).make_folder()
    works = [
        CopyWork((root / part.path).url, (target / part.path).url, dropped.get(number, _NONE))
        for number, part in enumerate(parts)
    ]
    done = _Counted()

    def count(_: object, rows: int) -> None:
        puzzles.value += rows
        done.value += 1
        tell(done.value)

    do_all(works, count, client, say, lambda: None)


def _kept_lines(root: Place, parts: list[Part], dropped: _Dropped, puzzles: _Counted, tell: _Tell) -> Iterator[bytes]:
    """Yield the records that stay as lines, many at a time."""
    for number, part in enumerate(parts):
        place = root / part.path
        table = _kept(place, dropped.get(number, _NONE))
        puzzles.value += table.num_rows
        yield from lines_of_table(table, place.url)
        tell(number + 1)


def _write_file(target: Place, pieces: Iterator[bytes]) -> None:
    if target.name.endswith(_LINES) and target.is_local:
        with WholeFile(target.path) as file:
            for piece in pieces:
                file.write(piece)
    elif target.name.endswith(".jsonl"):
        with target.whole() as file:
            for piece in pieces:
                file.write(piece)
    elif not target.is_local:
        raise ValueError(f"{target.url}: expected a file on this machine, or JSON Lines that are not compressed")
    elif target.name.endswith(_PACKS):
        from hashi_fast.publishing.packs import pack

        pack(records_of_lines(pieces)).save(target.path)
    else:
        from hashi_fast.publishing.book import make_book

        make_book(records_of_lines(pieces), target.path)
