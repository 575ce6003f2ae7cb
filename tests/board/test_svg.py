"""SVG pictures: well-formed, complete and within their frame."""
import re
import time
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest
from boards import puzzles
from hypothesis import given

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.board.svg import CELL, MARGIN, RADIUS, SPREAD, draw_svg

NAMESPACE = "{http://www.w3.org/2000/svg}"
BOARD = Puzzle(4, 3, [(0, 0, 3), (0, 3, None), (2, 0, 12), (2, 1, 1)], max_bridges=4)


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def paths(svg: str) -> list[str]:
    return [path.get("d", "") for path in parsed(svg).iter(f"{NAMESPACE}path")]


@given(puzzles())
def test_every_island_is_there_and_within_the_frame(puzzle: Puzzle) -> None:
    root = parsed(puzzle.to_svg())
    _, _, width, height = map(int, root.get("viewBox", "").split())
    assert (width, height) == (CELL * puzzle.width + 2 * MARGIN, CELL * puzzle.height + 2 * MARGIN)
    texts = list(root.iter(f"{NAMESPACE}text"))
    assert [text.text for text in texts] == [str(i.target if i.target is not None else "?") for i in puzzle.islands]
    (discs,) = paths(puzzle.to_svg())
    starts = re.findall(r"M(\d+) (\d+)a", discs)
    assert len(starts) == len(puzzle.islands)
    for (left, y), text in zip(starts, texts, strict=True):
        assert int(left) + RADIUS == int(text.get("x", ""))
        assert y == text.get("y")
        assert int(left) - 1 >= 0
        assert int(left) + 2 * RADIUS + 1 <= width
        assert RADIUS + 1 <= int(y) <= height - RADIUS - 1


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_bridges_are_parallel_lines_between_centres(count: int) -> None:
    strokes, _ = paths(draw_svg(BOARD, [(0, 0, 0, 3, count), (2, 0, 0, 0, count)]))
    across = re.findall(r"M24 ([\d.]+)H132", strokes)
    down = re.findall(r"M([\d.]+) 96V24", strokes)
    for offsets in (across, down):
        places = [float(offset) for offset in offsets]
        assert len(places) == count
        assert sum(places) / count == 24
        assert {b - a for a, b in pairwise(places)} <= {SPREAD}
        assert max(places) - 24 + 1 < RADIUS  # they all end in the disc
    assert strokes.count("M") == 2 * count


def test_neighbours_have_room_for_their_bridges() -> None:
    assert CELL - 2 * RADIUS - 2 >= CELL // 5


def test_a_solution_draws_itself() -> None:
    puzzle = Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)], id="two")
    solution = Solution(puzzle, [2])
    assert solution.to_svg() == draw_svg(puzzle, [(0, 0, 0, 2, 2)]) == solution._repr_svg_()
    assert puzzle._repr_svg_() == puzzle.to_svg() != solution.to_svg()


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_themes(theme: str) -> None:
    svg = BOARD.to_svg(theme)  # type: ignore[arg-type]
    assert ("#15181d" in svg) is (theme != "light")
    assert ("prefers-color-scheme" in svg) is (theme == "auto")
    # Style rules apply to a whole page, so they must match nothing outside the picture.
    for selector in re.findall(r"[}{>]([^{}<>@]*)\{(?=fill|stroke)", svg):
        assert selector.startswith(".hashi-auto ")
    for reference in ("href", "url(", "@import", "http"):
        assert reference not in svg.replace("http://www.w3.org/2000/svg", "")


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="theme must be one of"):
        BOARD.to_svg("pink")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not a straight line"):
        draw_svg(BOARD, [(0, 0, 2, 1, 1)])


def test_an_id_of_any_characters() -> None:
    named = Puzzle(1, 1, [(0, 0, 0)], id="<&>\"'\x00\x1b\ufffe\ud800\u00e9")
    title = parsed(named.to_svg()).findtext(f"{NAMESPACE}title")
    assert title == f"Hashi puzzle <&>\"'{4 * chr(0xFFFD)}\u00e9, 1 by 1"


def test_a_large_board() -> None:
    side = 300
    islands = [(row, col, 2) for row in range(0, side, 2) for col in range(0, side, 2)]
    bridges = [(row, col, row, col + 2, 1) for row in range(0, side, 2) for col in range(0, side - 2, 2)]
    began = time.process_time()
    svg = draw_svg(Puzzle(side, side, islands), bridges)
    assert time.process_time() - began < 5  # takes 0.1 s; what is quadratic takes minutes
    assert len(svg) < 150 * len(islands)
    assert sum(1 for _ in parsed(svg).iter()) == len(islands) + 6
