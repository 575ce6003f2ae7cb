"""Reads Parquet files of puzzles, one or all of a folder, for a batch."""
from __future__ import annotations

import os
from typing import Any

import numpy
from numpy.typing import NDArray

from hashi_fast.formats.parquet import arrow, board_arrays, read_table
from hashi_fast.support.store import place_of


def arrays_of_files(path: str | os.PathLike[str]) -> tuple[NDArray[Any], ...]:
    """Return the boards of all files as the arrays of a PuzzleBatch."""
    arrow()
    place = place_of(path)
    names = [name for name in place.files() if name.endswith(".parquet")]
    places = [place / name for name in names] if place.is_folder() else [place]
    if not places:
        raise FileNotFoundError(f"{place.url}: no Parquet files there")
    found = []
    for each in places:
        with each.open() as file:
            found.append(board_arrays(read_table(file, each.url), each.url))
    return _joined(found)


def _joined(found: list[tuple[NDArray[Any], ...]]) -> tuple[NDArray[Any], ...]:
    if len(found) == 1:
        return found[0]
    columns: list[NDArray[Any]] = [numpy.concatenate(each) for each in zip(*found, strict=True)]
    # The offsets of each file begin with 0.
    islands = numpy.cumsum([0, *(arrays[2][-1] for arrays in found)])
    starts = [arrays[2][:-1] + before for arrays, before in zip(found, islands, strict=False)]
    columns[2] = numpy.concatenate([*starts, islands[-1:]]).astype(numpy.int64)
    return tuple(columns)
