"""The peers that compare.py runs, one small module each. Every peer works in its own process.

There are three reasons for that: a peer must be stoppable inside its native code; it must not pay for what another has
loaded; and some cannot share a process: OR-Tools brings an older HiGHS of the same name, and highspy then fails to
load.
"""
from __future__ import annotations

import importlib
from dataclasses import dataclass

from peers.base import Solver


@dataclass(frozen=True)
class Peer:
    """Where a peer's solver is, and what the tables say about it."""

    key: str  # as in --peers
    title: str
    distribution: str  # on PyPI
    place: str  # module and class in this package
    arguments: tuple[str, ...] = ()
    ours: bool = False
    slow: bool = False  # gets fewer boards
    only_tails: bool = False  # runs only on the sets whose slowest boards matter
    first_only: bool = False  # finds one solution instead of counting up to two
    default: bool = True

    @property
    def rival(self) -> bool:
        return self.place == "rival.Rival"

    @property
    def native(self) -> bool:
        return self.place == "native.Native"

    def load(self, rival_path: str | None) -> Solver:
        """Return the solver, or raise ImportError with what is missing."""
        arguments = self.arguments
        if self.rival:
            if rival_path is None:
                raise ImportError("no --rival PATH was given")
            arguments = (rival_path, *arguments)
        module, maker = self.place.split(".")
        solver: Solver = getattr(importlib.import_module(f"peers.{module}"), maker)(*arguments)
        return solver


PEERS = (
    Peer("batch", "hashi_fast batch", "hashi-fast", "ours.WholeBatch", ours=True),
    Peer("one", "hashi_fast batch of one", "hashi-fast", "ours.BatchOfOne", ours=True, only_tails=True),
    Peer("call", "hashi_fast call", "hashi-fast", "ours.Call", ("auto",), ours=True),
    Peer("dfs", "hashi_fast call, dfs", "hashi-fast", "ours.Call", ("dfs",), ours=True, slow=True, default=False),
    Peer("learn", "hashi_fast call, learn", "hashi-fast", "ours.Call", ("learn",), ours=True, default=False),
    Peer("sat", "hashi_fast sat order", "python-sat", "ours.Engine", ("sat", "order")),
    Peer("sat-pb", "hashi_fast sat pb", "python-sat", "ours.Engine", ("sat", "pb"), slow=True),
    Peer("sat-direct", "hashi_fast sat direct", "python-sat", "ours.Engine", ("sat", "direct"), slow=True),
    Peer("sat-eager", "hashi_fast sat eager", "python-sat", "ours.Engine", ("sat", "order", "eager"), slow=True),
    Peer("ilp", "hashi_fast ilp", "highspy", "ours.Engine", ("ilp",), slow=True),
    Peer("minisat22", "rival minisat22", "python-sat", "rival.Rival", ("minisat22",)),
    Peer("glucose4", "rival glucose4", "python-sat", "rival.Rival", ("glucose4",)),
    Peer("cadical153", "rival cadical153", "python-sat", "rival.Rival", ("cadical153",)),
    Peer("native-minisat22", "native minisat22", "python-sat", "native.Native", ("minisat22",), only_tails=True),
    Peer("native-glucose4", "native glucose4", "python-sat", "native.Native", ("glucose4",), only_tails=True),
    Peer("native-cadical153", "native cadical153", "python-sat", "native.Native", ("cadical153",), only_tails=True),
    Peer("cp-sat", "CP-SAT", "ortools", "cp_sat.CpSat", slow=True),
    Peer("highs", "HiGHS", "highspy", "highs.Highs", slow=True),
    Peer("clingo", "clingo", "clingo", "clingo_asp.Clingo", slow=True),
    Peer(
        "hashiwokakero", "hashiwokakero (first)", "hashiwokakero", "hashiwokakero_pypi.Hashiwokakero",
        slow=True, first_only=True,
    ),
)
