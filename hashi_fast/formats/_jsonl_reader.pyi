import numpy
from numpy.typing import NDArray

class Lines:
    def __init__(self, block: bytes, file: bytes = ..., before: int = ...) -> None: ...
    def __len__(self) -> int: ...
    def arrays(
        self,
    ) -> tuple[
        NDArray[numpy.int32],
        NDArray[numpy.int32],
        NDArray[numpy.int64],
        NDArray[numpy.int32],
        NDArray[numpy.int32],
        NDArray[numpy.int8],
        NDArray[numpy.int8],
        NDArray[numpy.bool_],
    ]: ...
    def id(self, i: int) -> bytes: ...
    def start(self, i: int) -> bytes: ...
    def left(self) -> list[tuple[int, int, bytes]]: ...
