"""Hidden clues: the share that was asked for, at every level, in puzzles that stay unique."""
from __future__ import annotations

import pytest

import hashi_fast as hf
from hashi_fast.deduction.techniques import LADDER_WEIGHTS
from hashi_fast.generation._boundary import STATUS, Plan
from hashi_fast.generation.block import BlockMaker
from hashi_fast.generation.recipes import order_of
from hashi_fast.generation.wishes import wish_in_the_way
from hashi_fast.levels import DIFFICULTIES


def hidden_cells(puzzle: hf.Puzzle) -> set[tuple[int, int]]:
    return {(island.row, island.col) for island in puzzle.islands if island.target is None}


def is_as_wanted(made: hf.RatedPuzzle, level: str, share: float) -> bool:
    puzzle = made.puzzle
    return (
        made.rating.difficulty == level
        and hf.rate(puzzle) == made.rating
        and len(hidden_cells(puzzle)) == int(share * len(puzzle.islands) + 1e-9)
        and hf.count_solutions(puzzle) == 1
        and not hf.check(puzzle, made.solution)
    )


@pytest.mark.parametrize("style", ["classic", "open"])
@pytest.mark.parametrize("level", DIFFICULTIES)
def test_every_level_is_reached_with_three_clues_of_ten_hidden(level: str, style: str) -> None:
    for index in range(4):
        made = hf.generate(9, 9, seed=21, index=index, difficulty=level, style=style, unknown_clues=0.3)
        assert is_as_wanted(made, level, 0.3), index


@pytest.mark.slow
@pytest.mark.parametrize("size", [15, 25])
@pytest.mark.parametrize("level", DIFFICULTIES)
def test_large_boards_are_reached_as_well(level: str, size: int) -> None:
    for index in range(3):
        made = hf.generate(size, size, seed=22, index=index, difficulty=level, unknown_clues=0.3)
        assert is_as_wanted(made, level, 0.3), index


def test_hidden_clues_that_see_each_other_are_parted_by_a_bridge() -> None:
    """Otherwise nothing would say how many bridges are between them."""
    met = 0
    for index in range(40):
        made = hf.generate(9, 9, seed=23, index=index, difficulty="medium", unknown_clues=0.3)
        hidden = hidden_cells(made.puzzle)
        taken = {(r, c) for r, c, _ in made.puzzle.islands}
        for r1, c1, r2, c2, _ in made.solution.bridges:
            taken |= {(r, c) for r in range(r1, r2 + 1) for c in range(c1, c2 + 1)}
        for row, col in hidden:
            for down, right in ((0, 1), (1, 0)):
                r, c = row + down, col + right
                while r < 9 and c < 9 and (r, c) not in taken:
                    r, c = r + down, c + right
                assert (r, c) not in hidden
                met += r < 9 and c < 9
    assert met > 100


def test_hidden_clues_are_all_over_the_board() -> None:
    """No place is spared: over many boards every zone has about its share."""
    rim, inside = [0, 0], [0, 0]
    for index in range(60):
        puzzle = hf.generate(10, 10, seed=24, index=index, difficulty="hard", unknown_clues=0.3).puzzle
        for island in puzzle.islands:
            zone = rim if min(island.row, island.col, 9 - island.row, 9 - island.col) == 0 else inside
            zone[island.target is None] += 1
    for known, hidden in (rim, inside):
        assert 0.15 < hidden / (known + hidden) < 0.45


def test_expert_puzzles_are_found_with_fewer_hidden_clues() -> None:
    assert order_of(hf.Spec(10, 10, difficulty="expert", unknown_clues=0.3)).hidden_first < 65536
    assert order_of(hf.Spec(10, 10, difficulty="hard", unknown_clues=0.3)).hidden_first == 65536


def test_a_board_that_does_not_get_unique_costs_no_more_work_than_allowed() -> None:
    # Once there is nothing else to show, anything may be changed; here thousands of changes lead nowhere.
    spec = hf.Spec(30, 30, difficulty="extreme", unknown_clues=0.3)
    plan = Plan(LADDER_WEIGHTS, vars(order_of(spec)) | {"work_limit": 1 << 20}, 0, None)
    maker = BlockMaker(spec, 1, 0, 1, plan)
    maker.make()
    assert maker.status_of(0) == STATUS["not reached"]


def test_where_hidden_clues_stand_in_the_way_the_closest_puzzle_tells_them() -> None:
    spec = hf.Spec(15, 15, difficulty="extreme", unknown_clues=0.6)
    plan = Plan(LADDER_WEIGHTS, vars(order_of(spec)) | {"work_limit": 1 << 20}, 0, None)
    maker = BlockMaker(spec, 2, 0, 1, plan)
    closest = maker.make().closest(0)
    assert maker.status_of(0) == STATUS["not reached"]
    assert closest is not None
    assert hf.is_unique(closest.puzzle)
    assert hidden_cells(closest.puzzle) == set()
    assert wish_in_the_way(spec, closest, grown=True) == "unknown_clues"
