from typing import Any

from hashi_fast._jobs import Boards, Job, Worker

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
        edges: Any,
        bridges: Any,
    ) -> None: ...
    def pack_bridges(self, bridge_offsets: Any) -> None: ...

class SolveWorker(Worker):
    def __init__(self, job: SolveJob) -> None: ...
