"""Batches: arrays that are nearly right are given to `PuzzleBatch.from_arrays`; what it takes is solved and rated."""
from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy
from chooser import Chooser, check_message

import hashi_fast as hf

_KINDS = ("int32", "int64", "int8", "uint8", "uint64", "bool", "float64", "object", ">i4", "U2")
_NUMBERS = (0, 1, 2, 3, -1, 4, 5, 7, 8, 9, 16, 17, 100, 127, -128, 10_000, 10_001, 2**31 - 1, -(2**31), 2**63 - 1)
_NODES = 50


def check(data: bytes) -> None:
    """Make a batch and spoil some of its arrays. It is refused, or answers as single puzzles do."""
    chooser = Chooser(data)
    arrays = _arrays(chooser)
    for _ in range(chooser.byte() % 4):
        name = chooser.pick(list(arrays))
        with suppress(TypeError, ValueError, OverflowError):  # numpy cannot do everything to all of them
            arrays[name] = _spoilt(chooser, arrays[name])
    try:
        batch = hf.PuzzleBatch.from_arrays(**arrays)
    except hf.InvalidPuzzle as error:
        check_message(error)
        return
    if batch.boards.n_islands > 2000:
        return
    result = hf.solve_batch(batch, limit=2, threads=1, node_limit=_NODES)
    rated = hf.rate_batch(batch, 1, node_limit=_NODES)
    for i, puzzle in enumerate(batch):  # which checks it once more
        found = hf.uniqueness(puzzle, node_limit=_NODES)
        assert hf.Status(result.status[i]) == _STATUS[found.status]
        assert result.bridge_offsets[i + 1] - result.bridge_offsets[i] == puzzle.topology.n_edges
        assert hf.rate(puzzle, node_limit=_NODES).score in (None, rated.score[i])


_STATUS = {"none": hf.Status.NONE, "unique": hf.Status.ONE, "multiple": hf.Status.SEVERAL, "unknown": hf.Status.UNKNOWN}


def _arrays(chooser: Chooser) -> dict[str, Any]:
    """Return the arrays of a batch of valid puzzles."""
    arrays: dict[str, list[int]] = {name: [] for name in ("width", "height", "offsets", "row", "col", "target")}
    arrays["offsets"].append(0)
    for _ in range(chooser.number(0, 3)):
        width, height = chooser.number(1, 12), chooser.number(1, 12)
        cells = sorted({chooser.number(0, width * height - 1) for _ in range(chooser.number(1, 20))})
        arrays["width"].append(width)
        arrays["height"].append(height)
        arrays["row"] += [cell // width for cell in cells]
        arrays["col"] += [cell % width for cell in cells]
        arrays["target"] += [chooser.pick((-1, 1, 2, 3, 4, 5, 6, 8)) for _ in cells]
        arrays["offsets"].append(len(arrays["row"]))
    whole: dict[str, Any] = {name: numpy.array(values, dtype=numpy.int64) for name, values in arrays.items()}
    whole["max_bridges"] = chooser.pick((2, 1, 3, 4, 0, 5, [2] * len(arrays["width"]), [[2]], None, "2", [4, 300]))
    whole["loops"] = chooser.pick((True, False, [True] * len(arrays["width"]), 1, None, [[True]]))
    return whole


def _spoilt(chooser: Chooser, values: Any) -> Any:
    array = numpy.array(values)
    match chooser.byte() % 8:
        case 0 if array.ndim == 1 and array.size and array.dtype.kind == "i":
            array[chooser.byte() % array.size] = chooser.pick(_NUMBERS)
        case 1:
            array = array[: chooser.byte()] if array.ndim else array
        case 2:
            array = numpy.append(array, chooser.pick(_NUMBERS))
        case 3:
            array = array.astype(chooser.pick(_KINDS), casting="unsafe")
        case 4:
            array = array.reshape(chooser.pick(((-1, 1), (1, -1), (-1,))))
        case 5:
            array = array[::-1] if array.ndim else array
        case 6:
            return chooser.pick((None, "", b"2", 3, 2.5, [[1], [1, 2]], {}, [None], range(3), [2**80]))
        case _:
            array = numpy.repeat(array, 2)[::2] if array.ndim else array
    return array
