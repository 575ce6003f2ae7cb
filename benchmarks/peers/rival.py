"""A module with count(islands, limit, solver), called without changes: PySAT with an order encoding and lazy cuts."""
from __future__ import annotations

import importlib.util

from peers.base import Board, Solver


class Rival(Solver):
    def __init__(self, path: str, solver: str) -> None:
        spec = importlib.util.spec_from_file_location("rival", path)
        if spec is None or spec.loader is None:
            raise ImportError(f"{path} is not a Python module")
        self.module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)
        self.solver = solver

    def prepare(self, board: Board) -> list[tuple[int, int, int]]:
        return board.islands

    def run(self, prepared: list[tuple[int, int, int]]) -> int:
        found: int = self.module.count(prepared, limit=2, solver=self.solver)
        return found
