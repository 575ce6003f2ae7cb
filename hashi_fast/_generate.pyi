from collections.abc import Sequence
from typing import Any

VERSION: int
STATUS: dict[str, int]
STRATEGIES: dict[str, int]
SYMMETRIES: dict[str | None, int]

class Order:
    n: int
    room: int
    def __init__(
        self,
        width: int,
        height: int,
        islands: tuple[int, int],
        *,
        seed: int,
        first: int = 0,
        max_bridges: int = 2,
        loops: bool = True,
        neighbours: bool = False,
        borders: bool = True,
        symmetry: str | None = None,
        strategy: str = "grow",
        cycles: tuple[int, int] = (0, 0),
        doubles: tuple[int, int] = (0, 65536),
        more_bridges: int = 24576,
        near: int = 0,
        longest: int = 0,
        hidden: int = 0,
        weights: Sequence[int] = (8, 8, 4, 4, 1, 0),
        change_limit: int = 1 << 40,
        solve_limit: int = 200,
        node_limit: int | None = None,
    ) -> None: ...
    def give(
        self,
        status: Any,
        islands: Any,
        edges: Any,
        solves: Any,
        changes: Any,
        row: Any,
        col: Any,
        target: Any,
        bridges: Any,
    ) -> None: ...
    def stop(self) -> None: ...
    def pack(self, offsets: Any, bridge_offsets: Any) -> None: ...

class Worker:
    def __init__(self, order: Order) -> None: ...
    def run(self) -> None: ...
