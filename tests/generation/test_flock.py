"""A flock keeps what is asked for, leaves what may be hard, and is the same with every compiler."""
from __future__ import annotations

from collections import Counter

import pytest
from boards import with_counts
from growing import make

import hashi_fast as hf
from hashi_fast._testing import flock_of
from hashi_fast.generation.recipes import order_of

HARD, EXTREME = 2, 4


def base_of(size: int, seed: int, **kind: object) -> tuple[hf.Puzzle, list[int]]:
    """Return a hard board, and its intended bridges per edge."""
    made = hf.generate(size, size, difficulty="hard", seed=seed, **kind)
    return made.puzzle, list(made.solution.edge_counts)


@pytest.mark.parametrize("kind", [{}, {"style": "rich"}, {"max_bridges": 1}, {"loops": False}])
@pytest.mark.parametrize("size", [7, 10])
def test_bridges_are_mixed_and_islands_stay_joined(size: int, kind: dict[str, object]) -> None:
    met = set()
    for seed in range(12):
        puzzle, counts = base_of(size, seed, **kind)
        for found in flock_of(puzzle.topology, counts, seed):
            board = with_counts(puzzle, found)
            assert not hf.check(board, hf.Solution(board, found))
            assert sum(map(bool, found)) == sum(map(bool, counts))
            assert found.count(2) == counts.count(2)
            met.add(tuple(found))
    assert len(met) > 4


def test_what_is_left_takes_more_than_group_isolation() -> None:
    levels: Counter[int] = Counter()
    for seed in range(40):
        puzzle, counts = base_of(8, seed)
        boards = [with_counts(puzzle, found) for found in flock_of(puzzle.topology, counts, seed)]
        levels.update(hf.rate_batch(boards, 1).difficulty.tolist())
    # -1 stands for boards with several solutions.
    assert min(levels[-1], levels[HARD]) > 10
    assert sum(levels[level] for level in range(HARD)) < levels[HARD] // 5


def test_the_same_boards_everywhere() -> None:
    puzzle = hf.loads("7x7:3b4a2e1a1a2a3a1a4a2a2c1a2b3g3a2a3a3")
    counts = list(hf.solve(puzzle).solution.edge_counts)
    assert ["".join(map(str, found)) for found in flock_of(puzzle.topology, counts, 6)] == [
        "21111011200011100111212", "11221011100011100211112", "11122011100011100111212", "21111012200011100112111",
    ]  # fmt: skip


def test_fewer_are_left_if_more_must_be_open() -> None:
    kept = dropped = 0
    for seed in range(12):
        puzzle, counts = base_of(9, seed)
        left = flock_of(puzzle.topology, counts, seed)
        more_open = flock_of(puzzle.topology, counts, seed, least_open=14)
        assert [found for found in left if found in more_open] == more_open
        kept += len(more_open)
        dropped += len(left) - len(more_open)
    assert min(kept, dropped) > 5


@pytest.mark.parametrize("islands", [1, 2])
def test_tiny_boards_have_no_flock(islands: int) -> None:
    puzzle = hf.Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)][:islands] if islands == 2 else [(0, 0, 0)])
    assert flock_of(puzzle.topology, [1] * (islands - 1), 1) == []


def test_a_look_is_polished_only_once_a_board_is_found() -> None:
    order = order_of(hf.Spec(8, 8, difficulty="hard", style="rich"))
    assert order.mixing
    assert order.polishes
    made = list(hf.produce(20, hf.Spec(8, 8, difficulty="hard", style="rich"), seed=1, workers=1))
    assert {each.rating.difficulty for each in made} == {"hard"}
    assert all(hf.is_unique(each.puzzle) for each in made)


def test_any_level_may_be_looked_for() -> None:
    for level, name in ((3, "expert"), (HARD, "hard")):
        made = make(10, 7, 7, (13, 16), seed=1, level=level, mended=False, mixing=8, looks=10_000, work_limit=1 << 22)
        assert made.status == ["made"] * 10
        assert {each.rating.difficulty for each in made.puzzles if each} == {name}


def test_a_walk_may_begin_at_the_best_board_of_some_flocks() -> None:
    flocks = {"mended": True, "shaved": True, "mixing": 5, "looks": 10_000, "work_limit": 1 << 23}
    walks = {"walks": 60, "milestone": 100, "worth": 36}
    puzzles = []
    for kind in ({}, {"flocks": 2}, {"flocks": 2, **walks}):
        made = make(10, 8, 8, (19, 23), seed=2, level=EXTREME, **flocks, **kind)
        assert made.status == ["made"] * 10
        assert {each.rating.difficulty for each in made.puzzles if each} == {"extreme"}
        assert all(hf.is_unique(each.puzzle) for each in made.puzzles if each)
        puzzles.append([each.puzzle for each in made.puzzles if each])
    assert puzzles[0] != puzzles[1] != puzzles[2] != puzzles[0]


def test_extreme_boards_come_from_flocks_unless_other_ways_are_faster() -> None:
    for size, style in ((7, "classic"), (10, "classic"), (8, "rich")):
        order = order_of(hf.Spec(size, size, difficulty="extreme", style=style))
        assert order.mixing
        assert order.walks
    for kind in ({"max_bridges": 1}, {"max_bridges": 3}, {"style": "rich"}, {"unknown_clues": 0.2}):
        assert not order_of(hf.Spec(10, 10, difficulty="extreme", **kind)).mixing


def test_rules_that_it_does_not_know_are_left_to_others() -> None:
    for max_bridges in (1, 2):
        assert order_of(hf.Spec(7, 7, difficulty="hard", max_bridges=max_bridges)).mixing
    for max_bridges in (3, 4):
        assert not order_of(hf.Spec(7, 7, difficulty="hard", max_bridges=max_bridges)).mixing
    assert not order_of(hf.Spec(7, 7, difficulty="hard", unknown_clues=0.2)).mixing


def test_where_flocks_would_show_there_are_none() -> None:
    assert order_of(hf.Spec(10, 10, difficulty="hard")).mixing
    assert not order_of(hf.Spec(10, 10, difficulty="hard", style="rich")).mixing
    assert not order_of(hf.Spec(9, 13, difficulty="hard")).mixing
    assert not order_of(hf.Spec(10, 10, difficulty="medium")).mixing
    assert not order_of(hf.Spec(10, 10, difficulty="hard", style="open")).mixing
