from typing import Any

class Boards:
    def __init__(
        self,
        width: Any,
        height: Any,
        offsets: Any,
        row: Any,
        col: Any,
        target: Any,
        max_bridges: Any,
        loops: Any,
    ) -> None: ...
    def check(self) -> None: ...

class Job:
    def __init__(
        self,
        boards: Boards,
        limit: int | None,
        time_limit: float | None,
        node_limit: int | None,
        status: Any,
        found: Any,
        nodes: Any,
        edges: Any,
        bridges: Any,
    ) -> None: ...
    def stop(self) -> None: ...
    def pack_bridges(self, bridge_offsets: Any) -> None: ...

class Worker:
    def __init__(self, job: Job) -> None: ...
    def run(self) -> None: ...
