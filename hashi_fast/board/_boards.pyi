import numpy
from numpy.typing import NDArray

class Boards:
    n: int
    n_islands: int
    def __init__(
        self,
        width: NDArray[numpy.int32],
        height: NDArray[numpy.int32],
        offsets: NDArray[numpy.int64],
        row: NDArray[numpy.int32],
        col: NDArray[numpy.int32],
        target: NDArray[numpy.int8],
        max_bridges: NDArray[numpy.int8],
        loops: NDArray[numpy.int8],
    ) -> None: ...
    def check(self) -> None: ...
