"""Each rung of the ladder on a board that needs it, and scores that must never change unnoticed."""
from __future__ import annotations

import random
from itertools import pairwise

import paths
import pytest
from ladder import BOARDS

import hashi_fast as hf
from hashi_fast._testing import isqrt, log2_milli
from hashi_fast.deduction._boundary import LADDER, Ladder
from hashi_fast.deduction._boundary import Path as Deduction
from hashi_fast.deduction.techniques import NAMES, TECHNIQUES
from hashi_fast.levels import DIFFICULTIES

# If one of these changes, all existing ratings are outdated: that belongs in the changelog.
SCORES = {
    "full island": 1.379,
    "one each way": 2.703,
    "limited directions": 4.386,
    "limited neighbours": 4.573,
    "forbidden pair": 4.433,
    "no way out": 6.58,
    "group isolation": 5.104,
    "no loop": 5.525,
    "only way out": 7.377,
    "starvation": 7.78,
    "combinations": 9.695,
    "parity": 10.524,
    "contradiction": 9.158,
    "case split": 11.48,
    "search": 16.852,
}


# Where levels end: on the scale of puzzles that people publish with a level (docs/decisions/rating.md).
LEVELS = {
    "easy": ["completion", "full island", "one each way", "limited directions", "limited neighbours"],
    "medium": ["forbidden pair", "no way out", "group isolation", "no loop"],
    "hard": ["only way out", "starvation"],
    "expert": ["combinations", "parity", "contradiction"],
    "extreme": ["case split", "search"],
}


def test_every_technique_has_a_board() -> None:
    # Completion needs a bridge that another technique has placed, so it is never the hardest.
    assert ["completion", *BOARDS] == list(NAMES) == list(LADDER)


@pytest.mark.parametrize("name", BOARDS)
def test_a_technique_is_needed_and_enough(name: str) -> None:
    rating = hf.rate(BOARDS[name])
    assert (rating.status, rating.hardest) == ("rated", name)
    technique = TECHNIQUES[NAMES.index(name)]
    assert rating.difficulty == technique.level
    assert rating.backtracks > 0 if name == "search" else rating.backtracks == 0
    for rungs, verdict in ((NAMES.index(name), "stuck"), (len(NAMES), "unique")):
        assert Deduction(BOARDS[name].topology).run(rungs) == verdict


def test_completion_is_needed() -> None:
    assert hf.rate(BOARDS["one each way"]).counts["completion"] == 3


@pytest.mark.parametrize("name", SCORES)
def test_scores_stay_what_they_are(name: str) -> None:
    assert hf.rate(BOARDS[name]).score == SCORES[name]


def test_a_rating_in_full() -> None:
    """By hand: one round of full islands, three steps for three islands.

    Looking costs 10 and drawing 3 * 2, and log2(1 + 16 / 10) is 1.3785.
    """
    rating = hf.rate(hf.Puzzle(5, 1, [(0, 0, 1), (0, 2, 2), (0, 4, 1)]), path=True)
    assert rating == hf.Rating(
        status="rated", difficulty="easy", score=1.379, steps=3, backtracks=0, hardest="full island",
        counts={"full island": 3}, bottleneck=1.0, path=rating.path,
    )
    assert rating.path is not None
    assert [(step.technique, step.round, step.available, step.island) for step in rating.path] == [
        ("full island", 0, 3, i) for i in range(3)
    ]
    assert [sorted(step.conclusions) for step in rating.path] == [
        [(0, 1, 1)], [(0, 1, 1), (1, 1, 1)], [(1, 1, 1)],
    ]


def test_the_table_has_an_order() -> None:
    levels = [DIFFICULTIES.index(technique.level) for technique in TECHNIQUES]
    assert levels == sorted(levels)
    assert all(technique.weight > 0 and technique.why for technique in TECHNIQUES)
    # No technique weighs more than one of a higher level.
    weights = [[technique.weight for technique in TECHNIQUES if technique.level == level] for level in DIFFICULTIES]
    assert all(max(lower) <= min(higher) for lower, higher in pairwise(weights))
    with pytest.raises(ValueError, match="15 weights and 16 levels; expected 16, one per rung"):
        Ladder([1] * 15, [0] * 16, 1)


def test_levels_end_where_people_end_them() -> None:
    by_level = {level: [each.name for each in TECHNIQUES if each.level == level] for level in DIFFICULTIES}
    assert by_level == LEVELS


def test_the_table_in_the_documentation() -> None:
    text = (paths.ROOT / "docs" / "decisions" / "rating.md").read_text()
    rows = [f"| {one.number} | {one.name} | {one.level} | {one.weight:,} |" for one in TECHNIQUES]
    assert "\n".join(rows) in text


def test_roots_are_exact() -> None:
    rng = random.Random(1)
    for x in [0, 1, 2, 3, 4, 2**64 - 1, *(rng.getrandbits(rng.randint(1, 64)) for _ in range(2000))]:
        root = isqrt(x)
        assert root**2 <= x < (root + 1) ** 2


def test_logarithms_are_at_most_a_thousandth_low() -> None:
    rng = random.Random(2)
    for power in range(64):
        assert log2_milli(2**power) == 1000 * power
    low = 0
    for _ in range(2000):
        x = rng.randrange(1, 2 ** rng.randint(1, 64))
        exact = (x**1000).bit_length() - 1  # the largest m for which 2^m is not above x^1000
        assert exact - 1 <= log2_milli(x) <= exact
        low += log2_milli(x) < exact
    assert low < 20
