"""Scores compared with a known scale: the three levels of Simon Tatham's generator (see data/README.md)."""
from __future__ import annotations

from collections.abc import Sequence
from statistics import correlation, median

import paths
import pytest

import hashi_fast as hf
from hashi_fast.levels import DIFFICULTIES

DATA = paths.LEVELS
LEVELS = DIFFICULTIES[:3]


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value among all; equal values share their mean rank."""
    ordered = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(ordered)))}
    return [first[value] + (ordered.count(value) - 1) / 2 for value in values]


def test_ranks() -> None:
    assert ranks([30, 10, 20, 20]) == [3, 0, 1.5, 1.5]


@pytest.fixture(scope="module")
def rated() -> list[tuple[hf.Record, hf.Rating]]:
    return [(record, hf.rate(record.puzzle)) for record in hf.iter_load(DATA)]


@pytest.mark.parametrize("side", [7, 10, 15])
def test_scores_follow_the_levels(rated: list[tuple[hf.Record, hf.Rating]], side: int) -> None:
    scores: dict[str, list[float]] = {level: [] for level in LEVELS}
    for record, rating in rated:
        if record.puzzle.width == side:
            assert rating.score is not None
            scores[record.extra["level"]].append(rating.score)
    assert [len(some) for some in scores.values()] == [100] * 3
    easy, medium, hard = (median(some) for some in scores.values())
    assert easy < medium < hard
    levels = [LEVELS.index(level) for level in LEVELS for _ in scores[level]]
    spearman = correlation(ranks(levels), ranks([score for level in LEVELS for score in scores[level]]))
    assert spearman >= 0.8


def test_levels_are_his_levels(rated: list[tuple[hf.Record, hf.Rating]]) -> None:
    for record, rating in rated:
        assert rating.difficulty == record.extra["level"], record.puzzle
