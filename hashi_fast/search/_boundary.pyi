from typing import Any, Literal

from hashi_fast.board._boards import Boards
from hashi_fast.board._jobs import Job, Worker
from hashi_fast.board._topology import Topology

MODES: dict[str, int]

class Run:
    def __init__(
        self,
        topology: Topology,
        time_limit: float | None = None,
        node_limit: int | None = None,
        search: str = "auto",
    ) -> None: ...
    def require(self, edge: int, least: int) -> None: ...
    def allow(self, edge: int, most: int) -> None: ...
    @property
    def exceeded(self) -> str | None: ...
    @property
    def witnesses(self) -> list[bytes]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def conflicts(self) -> int: ...
    @property
    def gear(self) -> Literal["dfs", "learn"]: ...
    @property
    def propagations(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    def next(self) -> bytes | None: ...
    def count(self, limit: int | None) -> int: ...
    def common(self) -> tuple[bytes, bytes] | None: ...

class SolveJob(Job):
    def __init__(
        self,
        boards: Boards,
        limit: int | None,
        time_limit: float | None,
        node_limit: int | None,
        status: Any,
        found: Any,
        nodes: Any,
        conflicts: Any,
        gear: Any,
        edges: Any,
        bridges: Any,
    ) -> None: ...
    def pack_bridges(self, bridge_offsets: Any) -> None: ...

class SolveWorker(Worker):
    def __init__(self, job: SolveJob) -> None: ...
