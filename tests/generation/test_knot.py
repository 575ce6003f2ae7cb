"""Knots: small extreme boards around which large ones grow."""
from typing import Any

import pytest

import hashi_fast as hf
from hashi_fast.deduction.techniques import LADDER_WEIGHTS
from hashi_fast.generation._boundary import Plan
from hashi_fast.generation.block import MADE, BlockMaker
from hashi_fast.generation.recipes import knot_of, order_of, plan_of
from hashi_fast.generation.styles import StyleName

SIDE = 8


def knots_in(made: hf.RatedPuzzle) -> list[hf.Puzzle]:
    """Return the squares that one pair of islands links to the rest of the board, as puzzles of their own."""
    found = []
    puzzle = made.puzzle
    for top in range(puzzle.height - SIDE + 1):
        for left in range(puzzle.width - SIDE + 1):

            def inside(row: int, col: int, top: int = top, left: int = left) -> bool:
                return top <= row < top + SIDE and left <= col < left + SIDE

            seam = [b for b in made.solution.bridges if inside(*b[:2]) != inside(*b[2:4])]
            if len(seam) == 1:
                out = {end: seam[0][4] for end in (seam[0][:2], seam[0][2:4]) if inside(*end)}
                islands = [
                    (i.row - top, i.col - left, i.target - out.get((i.row, i.col), 0))
                    for i in puzzle.islands
                    if inside(i.row, i.col)
                ]
                found.append(hf.Puzzle(SIDE, SIDE, islands))
    return found


@pytest.mark.parametrize(("width", "height", "seed"), [(13, 13, 1), (15, 15, 2), (20, 14, 3), (25, 25, 4), (12, 30, 5)])
def test_a_large_extreme_board_has_a_small_one_in_it_that_is_as_hard(width: int, height: int, seed: int) -> None:
    made = hf.generate(width, height, difficulty="extreme", seed=seed)
    assert made.rating.difficulty == "extreme"
    assert hf.rate(made.puzzle) == made.rating
    assert hf.check(made.puzzle, made.solution) == []
    assert hf.is_unique(made.puzzle)
    knots = [knot for knot in knots_in(made) if hf.is_unique(knot)]
    assert "extreme" in [hf.rate(knot).difficulty for knot in knots]


def test_knots_are_turned_and_put_anywhere() -> None:
    spec = hf.Spec(15, 15, difficulty="extreme")
    block = BlockMaker(spec, 1, 0, 12).make()
    layouts = {
        frozenset((i.row, i.col) for i in knot.islands)
        for k in block.all_made().tolist()
        for knot in knots_in(block.puzzle(k))
        if hf.is_unique(knot) and hf.rate(knot).difficulty == "extreme"
    }
    assert len(layouts) >= 12


@pytest.mark.parametrize(
    ("wishes", "has_knot"),
    [
        ({}, True),
        ({"islands": (200, 210)}, True),
        ({"density": 0.33}, True),
        ({"islands": 60}, False),  # too few for the style
        ({"difficulty": "hard"}, False),
        ({"style": "rich"}, True),
        ({"style": "rich", "width": 20}, True),
        ({"style": "open"}, False),
        ({"symmetry": "rotate"}, False),
        ({"unknown_clues": 0.1}, False),
        ({"max_bridges": 3}, True),
        ({"max_bridges": 1, "loops": False}, True),
        ({"doubles": (0.1, 0.2)}, True),
        ({"cycles": (3, 5)}, False),
        ({"score": (13.0, 14.0)}, True),
        ({"require": ("case split",)}, True),
        ({"exclude": ("parity",)}, True),
    ],
)
def test_which_boards_have_a_knot(wishes: dict[str, object], has_knot: bool) -> None:
    spec = hf.Spec(**({"width": 25, "height": 25, "difficulty": "extreme"} | wishes))  # type: ignore[arg-type]
    assert (knot_of(spec) is not None) == has_knot


@pytest.mark.parametrize(
    ("style", "width", "last"), [("classic", 13, False), ("rich", 17, True), ("rich", 23, True), ("rich", 24, False)]
)
def test_where_knots_would_show_they_are_the_last_resort(style: StyleName, width: int, last: bool) -> None:
    assert order_of(hf.Spec(width, 25, difficulty="extreme", style=style)).knot_last == last


@pytest.mark.slow
def test_the_last_resort_leads_somewhere() -> None:
    spec = hf.Spec(17, 17, difficulty="extreme", style="rich")
    knot = knot_of(spec)
    assert knot is not None
    order = vars(order_of(spec)) | {"work_limit": 3 << 21}
    alone, around = (
        BlockMaker(spec, 1, 0, 12, Plan(LADDER_WEIGHTS, order, 7, each)).make()
        for each in (None, vars(order_of(knot)) | {"choices": 32})
    )
    assert len(alone.all_made()) < 10
    assert len(around.all_made()) == 12
    for k in range(12):
        made = around.puzzle(k)
        assert hf.is_unique(made.puzzle)
        assert hf.rate(made.puzzle).difficulty == "extreme"


@pytest.mark.parametrize(
    ("width", "height", "side", "single"),
    [(10, 15, None, None), (10, 40, None, None), (11, 40, 7, 7), (12, 13, 8, 7), (14, 13, 8, 9), (40, 40, 8, 9)],
)
def test_a_knot_leaves_room_around_it(width: int, height: int, side: int | None, single: int | None) -> None:
    for max_bridges, wanted in ((1, single), (2, side), (4, side)):
        knot = knot_of(hf.Spec(width, height, difficulty="extreme", max_bridges=max_bridges))
        assert (knot and knot.width) == wanted


@pytest.mark.parametrize(
    "rules", [{"max_bridges": 1}, {"max_bridges": 3}, {"loops": False}, {"max_bridges": 4, "loops": False}]
)
def test_a_knot_has_the_rules_of_the_board(rules: dict[str, Any]) -> None:
    spec = hf.Spec(14, 13, difficulty="extreme", **rules)
    knot = knot_of(spec)
    assert knot is not None
    assert (knot.max_bridges, knot.loops) == (spec.max_bridges, spec.loops)
    block = BlockMaker(spec, 1, 0, 4).make()
    assert block.all_made().tolist() == [0, 1, 2, 3]
    for k in range(4):
        made = block.puzzle(k)
        assert (made.puzzle.max_bridges, made.puzzle.loops) == (spec.max_bridges, spec.loops)
        assert hf.is_unique(made.puzzle)
        assert hf.check(made.puzzle, made.solution) == []
        assert hf.rate(made.puzzle) == made.rating
        assert made.rating.difficulty == "extreme"


@pytest.mark.parametrize(
    "wishes",
    [
        {"doubles": (0, 0.05)}, {"doubles": (0.4, 0.5)}, {"require": ("case split",)}, {"exclude": ("search",)},
        {"score": (13.2, 13.6)},
    ],
)  # fmt: skip
def test_a_board_with_a_knot_meets_other_wishes(wishes: dict[str, Any]) -> None:
    spec = hf.Spec(20, 20, difficulty="extreme", **wishes)
    assert knot_of(spec) is not None
    for index in range(2):
        made = hf.generate(20, 20, difficulty="extreme", seed=4, index=index, **wishes)
        assert hf.is_unique(made.puzzle)
        assert hf.check(made.puzzle, made.solution) == []
        assert hf.rate(made.puzzle) == made.rating
        assert made.rating.difficulty == "extreme"
        bridges = made.solution.bridges
        doubles = sum(count > 1 for *_, count in bridges) / len(bridges)
        assert set(wishes.get("require", ())) <= made.rating.counts.keys()
        assert not set(wishes.get("exclude", ())) & made.rating.counts.keys()
        if "doubles" in wishes:
            assert wishes["doubles"][0] <= doubles <= wishes["doubles"][1]
        if "score" in wishes:
            assert wishes["score"][0] <= made.rating.score <= wishes["score"][1]


def test_a_climb_of_large_extreme_boards_is_reached() -> None:
    for width, style in ((25, "classic"), (40, "classic"), (40, "rich")):
        specs = hf.Spec.climb(4, width, width, difficulty="extreme", style=style)
        scores = [hf.generate(**vars(spec), seed=6).rating.score for spec in specs]
        for spec, score in zip(specs, scores, strict=True):
            assert isinstance(spec.score, tuple)
            assert spec.score[0] <= score <= spec.score[1]


@pytest.mark.slow
def test_small_boards_with_one_bridge_per_pair_can_be_extreme() -> None:
    for width, height in ((7, 7), (8, 8), (9, 9)):
        block = BlockMaker(hf.Spec(width, height, difficulty="extreme", max_bridges=1), 1, 0, 8).make()
        assert len(block.all_made())


def test_a_board_does_not_depend_on_those_made_before_it() -> None:
    spec = hf.Spec(15, 13, difficulty="extreme")
    together = BlockMaker(spec, 5, 0, 6).make()
    for k in (5, 2, 0):
        assert together.puzzle(k).puzzle == BlockMaker(spec, 5, k, 1).make().puzzle(0).puzzle


def test_the_number_of_islands_is_kept() -> None:
    spec = hf.Spec(15, 15, difficulty="extreme", islands=(74, 75))
    block = BlockMaker(spec, 3, 0, 4).make()
    assert block.all_made().tolist() == [0, 1, 2, 3]
    assert {len(block.puzzle(k).puzzle.islands) for k in range(4)} <= {74, 75}


@pytest.mark.slow
def test_where_no_knot_comes_about_boards_are_made_without() -> None:
    spec = hf.Spec(13, 13, difficulty="extreme")
    knot = knot_of(spec)
    assert knot is not None
    unreachable = vars(order_of(knot)) | {"score_low": 10**8, "work_limit": 1 << 18}
    plan = Plan(LADDER_WEIGHTS, vars(order_of(spec)), 0, unreachable)
    block = BlockMaker(spec, 1, 0, 1, plan).make()
    assert block.arrays.status[0] == MADE
    made = block.puzzle(0)
    assert hf.is_unique(made.puzzle)
    assert hf.rate(made.puzzle).difficulty == "extreme"
    # With a knot it would have been another one.
    assert made.puzzle != BlockMaker(spec, 1, 0, 1, plan_of(spec)).make().puzzle(0).puzzle
