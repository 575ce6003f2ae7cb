"""What a rating costs, compared with proving the same puzzles unique, on sets of Tatham's boards in one run.

"rate_batch" and "in-kernel" both include the topology. They run on one thread, from flat arrays, with no Python object
per puzzle. "rate" and "is_unique" are loops of calls on puzzles whose topology is already built. No path is recorded.
"""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mixing import mixed, shuffling

import hashi_fast as hf

BOARDS = Path(__file__).parent / "boards"
# side: the longest time for a rating, in times for uniqueness (10x10 medium, 25x25 hard)
BARS = {10: 6.0, 25: 15.0}
Note = Callable[..., float]


@pytest.fixture(scope="module", params=BARS, ids=lambda side: f"{side}x{side}")
def batch(request: pytest.FixtureRequest) -> hf.PuzzleBatch:
    return hf.PuzzleBatch.from_jsonl(BOARDS / f"tatham_{request.param}.jsonl")


@pytest.fixture(scope="module")
def uniqueness(batch: hf.PuzzleBatch) -> dict[str, float]:
    """Return the times for uniqueness, to be filled in: microseconds per puzzle."""
    return {}


def test_in_kernel(benchmark: Any, batch: hf.PuzzleBatch, note: Note, uniqueness: dict[str, float]) -> None:
    benchmark.group = f"{batch.width[0]}x{batch.height[0]}, {len(batch)} boards"
    benchmark.pedantic(hf.solve_batch, setup=mixed(batch, limit=2, threads=1), rounds=200, warmup_rounds=5)
    uniqueness["batch"] = note(batch, "in-kernel")


def test_rate_batch(benchmark: Any, batch: hf.PuzzleBatch, note: Note, uniqueness: dict[str, float]) -> None:
    benchmark.group = f"{batch.width[0]}x{batch.height[0]}, {len(batch)} boards"
    result = benchmark.pedantic(hf.rate_batch, setup=mixed(batch, threads=1), rounds=200, warmup_rounds=5)
    assert (result.status == 1).all()
    assert note(batch, "rate_batch", compared_with="in-kernel") <= BARS[int(batch.width[0])] * uniqueness["batch"]


def test_is_unique(benchmark: Any, batch: hf.PuzzleBatch, note: Note) -> None:
    benchmark.group = f"{batch.width[0]}x{batch.height[0]}, {len(batch)} boards"
    puzzles = list(batch)
    assert benchmark.pedantic(
        lambda: all(map(hf.is_unique, puzzles)), setup=shuffling(puzzles), rounds=100, warmup_rounds=5
    )
    note(batch, "is_unique")


def test_rate(benchmark: Any, batch: hf.PuzzleBatch, note: Note) -> None:
    benchmark.group = f"{batch.width[0]}x{batch.height[0]}, {len(batch)} boards"
    puzzles = list(batch)
    ratings = benchmark.pedantic(
        lambda: list(map(hf.rate, puzzles)), setup=shuffling(puzzles), rounds=100, warmup_rounds=5
    )
    assert {rating.status for rating in ratings} == {"rated"}
    note(batch, "rate", compared_with="is_unique")
