"""Plain-text drawings."""

import pytest
from boards import puzzles
from hypothesis import given

from hashi_fast.drawing import draw_puzzle, draw_solution
from hashi_fast.puzzle import Puzzle


def test_every_target():
    islands = [(0, col, col + 1) for col in range(16)]
    puzzle = Puzzle(18, 2, [*islands, (0, 16, None)], max_bridges=4)
    assert draw_puzzle(puzzle) == "123456789ABCDEFG?.\n.................."


def test_lone_zero():
    assert draw_puzzle(Puzzle(1, 1, [(0, 0, 0)])) == "0"


@pytest.mark.parametrize(
    ("count", "across", "down"), [(0, ".", "."), (1, "-", "|"), (2, "=", '"'), (3, "t", "T"), (4, "q", "Q")]
)
def test_every_count(count, across, down):
    puzzle = Puzzle(4, 3, [(0, 0, None), (0, 3, None), (2, 0, None)], max_bridges=4)
    bridges = [(0, 3, 0, 0, count), (0, 0, 2, 0, count)]
    assert draw_solution(puzzle, bridges) == f"?{across}{across}?\n{down}...\n?..."


def test_bridges_that_cross_or_run_over_islands():
    puzzle = Puzzle(5, 3, [(0, 1, 1), (1, 0, 1), (1, 3, 2), (1, 4, 1), (2, 1, 1)])
    assert draw_solution(puzzle, [(0, 1, 2, 1, 1), (1, 0, 1, 4, 2)]) == ".1...\n1+=21\n.1..."


def test_neighbours_have_no_cell_between():
    puzzle = Puzzle(2, 1, [(0, 0, 2), (0, 1, 2)])
    assert draw_solution(puzzle, [(0, 0, 0, 1, 2)]) == "22"


@pytest.mark.parametrize(
    "bridge",
    [(0, 0, 1, 2, 1), (0, 0, 0, 3, 1), (-1, 0, 0, 0, 1), (0, 0, 2, 0, 1), (0, 0, 0, 2, 5), (0, 0, 0, 2, -1)],
)
def test_what_cannot_be_drawn(bridge):
    with pytest.raises(ValueError, match="bridge"):
        draw_solution(Puzzle(3, 2, [(0, 0, 1), (0, 2, 1)]), [bridge])


@given(puzzles())
def test_one_character_a_cell(puzzle):
    rows = draw_puzzle(puzzle).split("\n")
    assert [len(row) for row in rows] == [puzzle.width] * puzzle.height
    cells = {(r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char != "."}
    assert cells == {island[:2] for island in puzzle.islands}
