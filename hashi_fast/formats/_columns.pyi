import numpy
from numpy.typing import NDArray

from hashi_fast.formats.record_line import RecordArrays

Column = tuple[NDArray[numpy.int32], NDArray[numpy.uint8]]

def write_tasks(chosen: NDArray[numpy.int64], width: int, height: int, arrays: RecordArrays) -> Column: ...
def write_bridges(chosen: NDArray[numpy.int64], arrays: RecordArrays) -> Column: ...
def check_size(size: int) -> None: ...
def read_tasks(
    width: NDArray[numpy.int32],
    height: NDArray[numpy.int32],
    offsets: NDArray[numpy.int32],
    text: NDArray[numpy.uint8],
) -> tuple[NDArray[numpy.int64], NDArray[numpy.int32], NDArray[numpy.int32], NDArray[numpy.int8]]: ...
def read_bridges(
    offsets: NDArray[numpy.int32], text: NDArray[numpy.uint8]
) -> tuple[NDArray[numpy.int64], NDArray[numpy.int8]]: ...
