from typing import Any

from hashi_fast.board._jobs import Job, Worker
from hashi_fast.board._topology import Topology
from hashi_fast.deduction._boundary import Ladder

MOST_FLOCK_BRIDGES: int
STATUS: dict[str, int]
STRATEGIES: dict[str, int]
SYMMETRIES: dict[str | None, int]

class Plan:
    room: int
    def __init__(
        self, ladder: Ladder, order: dict[str, Any], salt: int = 0, knot: dict[str, Any] | None = None
    ) -> None: ...

class MakeJob(Job):
    def __init__(self, plan: Plan, seed: int, first: int, count: int) -> None: ...
    def status_of(self, k: int) -> int: ...
    def views(self) -> dict[str, memoryview]: ...

class MakeWorker(Worker):
    def __init__(self, job: MakeJob) -> None: ...

class Mend:
    def __init__(
        self,
        topology: Topology,
        bridges: bytes,
        seed: int,
        index: int,
        edit_limit: int,
        solve_limit: int,
        node_limit: int,
    ) -> None: ...
    def run(self) -> str: ...
    def islands(self) -> list[tuple[int, int, int | None]]: ...
    def bridges(self) -> list[tuple[int, int, int, int, int]]: ...
    def changes(
        self,
    ) -> list[tuple[str, tuple[int, int], tuple[int, int], tuple[int, int] | None, int, int]]: ...
