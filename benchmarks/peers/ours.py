"""hashi_fast in batches, by single calls and with its other engines, on one thread."""
from __future__ import annotations

from typing import Any

import hashi_fast as hf
from peers.base import Board, Solver


def puzzle_of(board: Board) -> hf.Puzzle:
    return hf.Puzzle(board.width, board.height, board.islands, id=board.id)


class WholeBatch(Solver):
    """All boards of a set in one `solve_batch`: topology, search and flat results, no Python object per puzzle."""

    whole = True

    def prepare(self, board: list[Board]) -> hf.PuzzleBatch:
        return hf.PuzzleBatch.from_puzzles(puzzle_of(each) for each in board)

    def run(self, prepared: hf.PuzzleBatch) -> hf.BatchResult:
        return hf.solve_batch(prepared, limit=2, threads=1)

    def answer(self, prepared: hf.PuzzleBatch, outcome: hf.BatchResult) -> list[int]:
        return [int(status) for status in outcome.status]


class BatchOfOne(Solver):
    """Each board in its own `solve_batch`, for times per board; topology included."""

    def prepare(self, board: Board) -> hf.PuzzleBatch:
        return hf.PuzzleBatch.from_puzzles([puzzle_of(board)])

    def run(self, prepared: hf.PuzzleBatch) -> hf.BatchResult:
        return hf.solve_batch(prepared, limit=2, threads=1)

    def answer(self, prepared: hf.PuzzleBatch, outcome: hf.BatchResult) -> int:
        return int(outcome.status[0])


class _OnPuzzles(Solver):
    """Starts from a puzzle whose topology is built, as it is after its first use."""

    def prepare(self, board: Board) -> hf.Puzzle:
        puzzle = puzzle_of(board)
        _ = puzzle.topology
        return puzzle


class Call(_OnPuzzles):
    """`count_solutions` with the native search."""

    def __init__(self, search: Any) -> None:
        self.search = search

    def run(self, prepared: hf.Puzzle) -> int:
        if self.search == "auto":
            return hf.count_solutions(prepared)
        return hf.count_solutions(prepared, search=self.search)


class Engine(_OnPuzzles):
    """`count_solutions` with another engine; SAT also has an encoding and a kind of connectivity."""

    def __init__(self, engine: Any, encoding: Any = None, connectivity: Any = None) -> None:
        self.how = {"engine": engine, "encoding": encoding, "connectivity": connectivity}

    def run(self, prepared: hf.Puzzle) -> int:
        return hf.count_solutions(prepared, **self.how)
