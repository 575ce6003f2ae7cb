from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from hashi_fast.board._jobs import Job, Worker
from hashi_fast.board._topology import Topology
from hashi_fast.deduction._boundary import Ladder

STATUS: dict[str, int]
STRATEGIES: dict[str, int]
SYMMETRIES: dict[str | None, int]

class Plan:
    room: int
    def __init__(
        self,
        ladder: Ladder,
        *,
        width: int,
        height: int,
        max_bridges: int,
        loops: bool,
        neighbours: bool,
        borders: bool,
        symmetry: str | None,
        strategy: str,
        islands: tuple[int, int],
        cycles: tuple[int, int],
        usual_cycles: tuple[int, int],
        doubles: tuple[int, int],
        nearly: int,
        levels: tuple[int, int],
        required: Sequence[int],
        excluded: Sequence[int],
        hidden: int,
        more_bridges: int,
        winding: int,
        near: int,
        longest: int,
        weights: Sequence[int],
        mended: bool,
        shaved: bool,
        looks: int,
        patience: int,
        stirs: int,
        thin: int,
        work_limit: int,
        node_limit: int,
    ) -> None: ...

class MakeJob(Job):
    def __init__(self, plan: Plan, seed: int, first: int, count: int) -> None: ...
    def status_of(self, k: int) -> int: ...
    def arrays(self) -> dict[str, NDArray[Any]]: ...

class MakeWorker(Worker):
    def __init__(self, job: MakeJob) -> None: ...

CHANGE_KINDS: tuple[str, ...]

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
    @property
    def solves(self) -> int: ...
    def run(self) -> str: ...
    def islands(self) -> list[tuple[int, int, int | None]]: ...
    def bridges(self) -> list[tuple[int, int, int, int, int]]: ...
    def changes(
        self,
    ) -> list[tuple[str, tuple[int, int], tuple[int, int], tuple[int, int] | None, int, int]]: ...
