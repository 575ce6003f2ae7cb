"""Text drawings."""

import pytest
from boards import puzzles
from hypothesis import given

from hashi_fast.board.drawing import draw, draw_puzzle, draw_solution, side_by_side
from hashi_fast.board.puzzle import Puzzle


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


# Unicode


@pytest.mark.parametrize(
    ("count", "drawn"),
    [
        (0, "? · · ?\n· · · ·\n? · · ·"),
        (1, "?─────?\n│ · · ·\n? · · ·"),
        (2, "?═════?\n║ · · ·\n? · · ·"),
        (3, "?≡≡≡≡≡≡≡≡?\n║│ ·  ·  ·\n?  ·  ·  ·"),
        (4, "?≣≣≣≣≣≣≣≣?\n║║ ·  ·  ·\n?  ·  ·  ·"),
    ],
)
def test_every_count_in_unicode(count, drawn):
    puzzle = Puzzle(4, 3, [(0, 0, None), (0, 3, None), (2, 0, None)], max_bridges=4)
    assert draw(puzzle, [(0, 3, 0, 0, count), (0, 0, 2, 0, count)]) == drawn


def test_neighbours_in_unicode_are_joined():
    puzzle = Puzzle(3, 3, [(0, 0, 4), (0, 1, 3), (0, 2, 1), (1, 0, 1), (1, 1, 1), (2, 2, 1)])
    bridges = [(0, 0, 0, 1, 1), (0, 1, 0, 2, 2), (0, 0, 1, 0, 1), (0, 2, 2, 2, 2)]
    assert draw(puzzle, bridges) == "4─3═1\n│   ║\n1 1 ║\n· · 1"
    # Without a bridge there is no extra line.
    assert draw(puzzle) == "4 3 1\n1 1 ·\n· · 1"


def test_targets_of_two_digits_in_unicode():
    puzzle = Puzzle(3, 2, [(0, 0, 12), (0, 1, 16), (0, 2, None), (1, 0, 1)], max_bridges=4)
    assert draw(puzzle, [(0, 0, 0, 1, 4), (0, 1, 0, 2, 1), (0, 0, 1, 0, 1)]) == "12≣16─?\n│\n1  ·  ·"


@pytest.mark.parametrize(("across", "down", "met"), [(1, 1, "┼"), (1, 2, "╫"), (2, 1, "╪"), (2, 2, "╬"), (3, 1, "┼")])
def test_crossings_in_unicode(across, down, met):
    puzzle = Puzzle(3, 3, [(0, 1, 1), (1, 0, 1), (1, 2, 1), (2, 1, 1)], max_bridges=4)
    bridges = [(1, 0, 1, 2, across), (0, 1, 2, 1, down)]
    for order in (bridges, bridges[::-1]):
        assert draw(puzzle, order).split("\n")[1][2] == met


SQUARE = Puzzle(3, 3, [(0, 0, 2), (0, 2, 2), (2, 0, 2), (2, 2, 2)])
MARKS = [(0, 0, 0, 2), (0, 0, 2, 0), (2, 2, 0, 2), (2, 0, 2, 2)]


def test_marks():
    bridges = [(0, 0, 0, 2, 1), (0, 0, 2, 0, 1)]
    cross = "\N{MULTIPLICATION SIGN}"
    assert draw(SQUARE, bridges, marks=MARKS) == f"2─*─2\n│*· {cross}\n2 {cross} 2"
    assert draw(SQUARE, bridges, marks=MARKS, style="ascii") == "2*2\n*.x\n2x2"


def test_marks_where_there_is_no_room():
    puzzle = Puzzle(3, 3, [(0, 1, 1), (1, 0, 1), (1, 2, 1), (2, 1, 1), (2, 2, 1)])
    marks = [(0, 1, 2, 1), (1, 0, 1, 2), (2, 1, 2, 2)]
    assert draw(puzzle, [(1, 0, 1, 2, 1), (2, 1, 2, 2, 1)], marks=marks, style="ascii") == ".1.\n1*1\n.11"


def test_paint_gets_each_piece_with_its_role():
    def paint(text, role):
        return f"<{role} {text}>"

    drawn = draw(SQUARE, [(0, 0, 0, 2, 2), (0, 0, 2, 0, 1)], marks=[(0, 0, 2, 0)], style="ascii", paint=paint)
    assert drawn.split("\n") == [
        "<island 2><bridge =><island 2>",
        "<mark *><empty ..>",
        "<island 2><empty .><island 2>",
    ]
    assert draw(Puzzle(2, 2, [(0, 0, 0)]), style="ascii", paint=paint).split("\n")[1] == "<empty ..>"
    drawn = draw(SQUARE, highlight=[(0, 2), (1, 1)], style="ascii", paint=paint)
    assert drawn.split("\n")[0] == "<island 2><empty .><mark 2>"
    assert draw(SQUARE, highlight=[(0, 2)]) == draw(SQUARE)  # shows only through paint


def test_drawings_side_by_side():
    one, other = "2.2\n...", "2=2\n.."
    assert side_by_side([one, other]) == "    2.2    2=2\n    ...    .."
    with pytest.raises(ValueError, match="shorter"):
        side_by_side([one, "2"])


def test_unknown_style():
    with pytest.raises(ValueError, match="style must be one of 'ascii', 'unicode', not 'art'"):
        draw(SQUARE, style="art")


@given(puzzles())
def test_unicode_shows_every_island_and_no_space_at_the_end(puzzle):
    rows = draw(puzzle).split("\n")
    assert len(rows) == puzzle.height
    pitch = 3 if any((island.target or 0) > 9 for island in puzzle.islands) else 2
    for row, col, target in puzzle.islands:
        text = "?" if target is None else str(target)
        assert rows[row][pitch * col : pitch * col + len(text)] == text
    assert all(row == row.rstrip() for row in rows)
