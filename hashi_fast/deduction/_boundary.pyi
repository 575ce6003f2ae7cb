from collections.abc import Sequence
from typing import Any

from hashi_fast.board._boards import Boards
from hashi_fast.board._jobs import Job, Worker
from hashi_fast.board._topology import Topology

LOOKED: int
CONCLUDED: int
STEP: int
ROUND: int
CAPPED: int
CASES: int
LADDER: tuple[str, ...]

class Ladder:
    def __init__(self, weights: Sequence[int], levels: Sequence[int], step_weight: int) -> None: ...

class RateJob(Job):
    def __init__(
        self,
        boards: Boards,
        ladder: Ladder,
        time_limit: float | None,
        node_limit: int | None,
        status: Any,
        difficulty: Any,
        score: Any,
        hardest: Any,
        counts: Any,
        scarcest: Any,
        backtracks: Any,
    ) -> None: ...

class RateWorker(Worker):
    def __init__(self, job: RateJob) -> None: ...

class Path:
    verdict: str | None
    exceeded: str | None
    def __init__(self, topology: Topology, log: bool = ...) -> None: ...
    def place(self, edge: int, count: int) -> bool: ...
    def run(
        self, n_rungs: int = ..., time_limit: float | None = ..., node_limit: int | None = ...
    ) -> str | None: ...
    def summary(self, ladder: Ladder) -> tuple[int, int, int]: ...
    @property
    def bounds(self) -> tuple[list[int], list[int]]: ...
    @property
    def tally(self) -> tuple[list[int], int, int]: ...
    @property
    def log(self) -> list[int]: ...
