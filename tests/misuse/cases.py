"""The list of cases, and what they misuse."""
from __future__ import annotations

from collections.abc import Callable

import hashi_fast as hf

put = object.__setattr__
PUZZLE = hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2")
EDGES = PUZZLE.topology.n_edges
ARRAYS = ("width", "height", "offsets", "row", "col", "target", "max_bridges", "loops")
CASES: dict[str, Callable[[], object]] = {}


def case(work: Callable[[], object]) -> Callable[[], object]:
    """Note a case under the name of its function."""
    CASES[work.__name__] = work
    return work


def changed_puzzle(**fields: object) -> hf.Puzzle:
    """Return a puzzle with fields that were changed by force."""
    puzzle = hf.Puzzle(PUZZLE.width, PUZZLE.height, PUZZLE.islands)
    for name, value in fields.items():
        put(puzzle, name, value)
    return puzzle


def batch(n: int = 50) -> hf.PuzzleBatch:
    return hf.PuzzleBatch.from_puzzles([PUZZLE] * n)


def solved(puzzles: hf.PuzzleBatch) -> object:
    """Return how many puzzles were solved by both kernels, one number."""
    status, rated = hf.solve_batch(puzzles).status, hf.rate_batch(puzzles).status
    return int((status == 1).sum()) if (status == rated).all() else "they differ"
