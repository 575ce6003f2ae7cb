from array import array

import numpy
from numpy.typing import NDArray

from hashi_fast.formats.record_line import RecordArrays

def check_records(
    chosen: NDArray[numpy.int64] | array[int], width: int, height: int, max_bridges: int, arrays: RecordArrays
) -> None: ...
