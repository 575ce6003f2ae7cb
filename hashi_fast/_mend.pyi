from hashi_fast._topology import Topology

KINDS: tuple[str, ...]

class Mend:
    def __init__(
        self,
        topology: Topology,
        bridges: bytes,
        seed: int,
        index: int,
        change_limit: int,
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
