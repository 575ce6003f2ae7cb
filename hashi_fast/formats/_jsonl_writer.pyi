from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from hashi_fast.formats._jsonl_reader import Lines

def solution_lines(
    lines: Lines,
    first: int,
    last: int,
    status: NDArray[Any],
    bridges: NDArray[Any],
    bridge_offsets: NDArray[Any],
) -> bytes: ...

class RecordLines:
    def __init__(
        self,
        width: int,
        height: int,
        max_bridges: int,
        loops: bool,
        head: bytes,
        seed: bytes,
        tail: bytes,
        levels: Sequence[str],
        names: Sequence[str],
    ) -> None: ...
    def write(
        self,
        first: int,
        chosen: Any,
        island_at: Any,
        edge_at: Any,
        islands: Any,
        edges: Any,
        row: Any,
        col: Any,
        target: Any,
        bridges: Any,
        difficulty: Any,
        score: Any,
        hardest: Any,
        steps: Any,
        scarcest: Any,
        backtracks: Any,
    ) -> bytes: ...
