"""Is the puzzle unique? On fixed sets of Tatham's boards: in-kernel, by single calls, and by the rival.

"in-kernel" builds the topology and counts up to two, on one thread, from flat arrays, with no Python object per puzzle.
"is_unique" is a loop of calls on puzzles whose topology is already built. All puzzles are unique.
"""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from mixing import mixed, shuffling

import hashi_fast as hf

BOARDS = Path(__file__).parent / "boards"
SIDES = (7, 10, 15, 25)
Note = Callable[..., None]
SOLVERS = ("minisat22", "glucose4", "cadical153")


@pytest.fixture(scope="module", params=SIDES, ids=lambda side: f"{side}x{side}")
def batch(request: pytest.FixtureRequest) -> hf.PuzzleBatch:
    return hf.PuzzleBatch.from_jsonl(BOARDS / f"tatham_{request.param}.jsonl")


def test_in_kernel(benchmark: Any, batch: hf.PuzzleBatch, note: Note) -> None:
    benchmark.group = f"{batch.width[0]}x{batch.height[0]}, {len(batch)} boards"
    result = benchmark.pedantic(hf.solve_batch, setup=mixed(batch, limit=2, threads=1), rounds=200, warmup_rounds=5)
    assert (result.status == 1).all()
    unguessed = (result.nodes == 1).mean()
    note(batch, "in-kernel", f"{len(batch)} boards, {result.nodes.mean():.2f} nodes, {unguessed:.0%} without a guess")


def test_is_unique(benchmark: Any, batch: hf.PuzzleBatch, note: Note) -> None:
    benchmark.group = f"{batch.width[0]}x{batch.height[0]}, {len(batch)} boards"
    puzzles = list(batch)

    def run() -> bool:
        return sum(hf.is_unique(puzzle) for puzzle in puzzles) == len(puzzles)

    assert benchmark.pedantic(run, setup=shuffling(puzzles), rounds=100, warmup_rounds=5)
    note(batch, "is_unique")


@pytest.mark.parametrize("solver", SOLVERS)
def test_rival(benchmark: Any, batch: hf.PuzzleBatch, note: Note, rival: ModuleType, solver: str) -> None:
    benchmark.group = f"{batch.width[0]}x{batch.height[0]}, {len(batch)} boards"
    boards = [[tuple(island) for island in puzzle.islands] for puzzle in batch]

    def run() -> bool:
        return sum(rival.count(islands, 2, solver) for islands in boards) == len(boards)

    assert benchmark.pedantic(run, setup=shuffling(boards), rounds=5, warmup_rounds=1)
    note(batch, f"rival {solver}")
