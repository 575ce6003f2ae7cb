"""Ratings compared with a known scale: the three levels of Simon Tatham's generator (see data/README.md)."""
from __future__ import annotations

from collections.abc import Sequence
from statistics import correlation, median

import paths
import pytest
from command_line import CHOICE, SPLIT
from ladder import BOARDS

import hashi_fast as hf
from hashi_fast.deduction.techniques import NAMES
from hashi_fast.levels import TATHAM_LEVELS, TATHAM_TECHNIQUES

DATA = paths.LEVELS
LEVELS = ("easy", "medium", "hard")
# The rungs beyond "no loop" are beyond his generator.
BEYOND = NAMES[NAMES.index("no loop") + 1 :]


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


def test_his_levels(rated: list[tuple[hf.Record, hf.Rating]]) -> None:
    assert len(rated) == 900
    for record, rating in rated:
        assert rating.tatham == record.extra["level"], record.puzzle


def test_his_levels_in_batches(rated: list[tuple[hf.Record, hf.Rating]]) -> None:
    batch = hf.PuzzleBatch.from_puzzles([record.puzzle for record, _ in rated])
    assert [rating.tatham for rating in hf.rate_batch(batch).ratings()] == [rating.tatham for _, rating in rated]


def test_his_levels_on_our_scale(rated: list[tuple[hf.Record, hf.Rating]]) -> None:
    ours: dict[str, set[str | None]] = {level: set() for level in LEVELS}
    for record, rating in rated:
        ours[record.extra["level"]].add(rating.difficulty)
    assert ours == {"easy": {"easy"}, "medium": {"easy"}, "hard": {"easy", "medium"}}


def test_his_techniques() -> None:
    assert TATHAM_LEVELS == LEVELS
    his = [name for names in TATHAM_TECHNIQUES.values() for name in names]
    assert sorted([*his, *BEYOND]) == sorted(NAMES)


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_beyond_his_generator_has_no_level_of_his(name: str) -> None:
    expected = None if name in BEYOND else next(level for level in LEVELS if name in TATHAM_TECHNIQUES[level])
    assert hf.rate(BOARDS[name]).tatham == expected


def test_what_is_not_rated_has_no_level_of_his() -> None:
    ratings = [hf.rate(hf.loads(CHOICE)), hf.rate(hf.loads(SPLIT)), hf.rate(BOARDS["search"], node_limit=0)]
    assert [rating.status for rating in ratings] == ["multiple", "none", "unknown"]
    assert [rating.tatham for rating in ratings] == [None] * 3
