from array import array
from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from hashi_fast.formats._jsonl_reader import Lines
from hashi_fast.formats.record_line import RecordArrays

def solution_lines(
    lines: Lines,
    first: int,
    last: int,
    status: NDArray[numpy.int8],
    bridges: NDArray[numpy.int8],
    bridge_offsets: NDArray[numpy.int64],
) -> bytes: ...

class RecordLines:
    def __init__(
        self,
        width: int,
        height: int,
        max_bridges: int,
        loops: bool,
        texts: Sequence[bytes],
        levels: Sequence[str],
        names: Sequence[str],
    ) -> None: ...
    def write(
        self,
        indexes: NDArray[numpy.uint64] | array[int],
        chosen: NDArray[numpy.int64] | array[int],
        arrays: RecordArrays,
    ) -> bytes: ...
