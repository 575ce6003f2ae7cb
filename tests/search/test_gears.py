"""Depth-first search and learning give the same answers, and neither blows up on nasty boards."""
import random
from itertools import pairwise

import pytest
from boards import solvable_puzzle
from hand_made import all_twos, dense, grid, spoilt, two_rings
from stress import memory_failures

import hashi_fast as hf

# Takes a number of conflicts to solve.
HARDER = grid("2222222/2222222/2222222/2222222/2222222/2222223/2222232")
GEARS = ("dfs", "learn", "auto")


@pytest.mark.parametrize("seed", range(8))
def test_gears_agree(seed: int) -> None:
    """250 boards per seed, 2,000 in all, too large for the oracle."""
    rng = random.Random(1000 + seed)
    seen = dict.fromkeys(("none", "one", "several"), 0)
    for _ in range(250):
        side = rng.choice((6, 9, 12, 16))
        share = rng.choice((0, 0, 0.1, 0.3))
        puzzle, _ = solvable_puzzle(rng, max_side=side, max_islands=side * side // 4, unknown=share)
        if rng.random() < 0.3:
            puzzle = spoilt(rng, puzzle)
        counts = {gear: hf.count_solutions(puzzle, 3000, search=gear) for gear in GEARS}
        assert len(set(counts.values())) == 1, (puzzle, counts)
        found = counts["dfs"]
        seen["none" if found == 0 else "one" if found == 1 else "several"] += 1
        if 1 < found < 3000:
            solutions = [{s.bridges for s in hf.enumerate_solutions(puzzle, search=gear)} for gear in GEARS]
            assert solutions[0] == solutions[1] == solutions[2]
            assert len(solutions[0]) == found
        if found:
            bounds = [[a.tolist() for a in hf.common_bridges(puzzle, search=gear)] for gear in GEARS]
            assert bounds[0] == bounds[1] == bounds[2], puzzle
            for gear in GEARS:
                solution = hf.solve(puzzle, search=gear).solution
                assert solution is not None
                assert hf.check(puzzle, solution) == []
    assert min(seen.values()) > 0, seen


def test_the_board_decides_the_gear() -> None:
    """Learning takes over at once where the root leaves much open, and not at all on a small board that is quick."""
    wide, narrow = all_twos(10, 10), HARDER
    nodes = [{gear: hf.uniqueness(each, search=gear).stats.nodes for gear in GEARS} for each in (wide, narrow)]
    assert nodes[0]["auto"] == nodes[0]["learn"] != nodes[0]["dfs"]
    assert nodes[1]["auto"] == nodes[1]["dfs"] != nodes[1]["learn"]


@pytest.mark.parametrize("loops", [True, False])
@pytest.mark.parametrize("text", ["???/???", "?.?.?/...../?...?/...../?.2.?"])
def test_more_solutions_than_learning_recalls(text: str, loops: bool) -> None:
    puzzle = grid(text, max_bridges=3, loops=loops)
    expected = {solution.bridges for solution in hf.enumerate_solutions(puzzle, search="dfs")}
    learnt = [solution.bridges for solution in hf.enumerate_solutions(puzzle, search="learn")]
    assert len(learnt) == len(expected) > 1_000
    assert set(learnt) == expected


@pytest.mark.parametrize("gear", ["learn", "auto"])
def test_every_node_limit_is_kept(gear: str) -> None:
    exact = hf.uniqueness(HARDER, search=gear)
    assert exact.status != "unknown"
    for limit in range(exact.stats.nodes):
        answer = hf.uniqueness(HARDER, node_limit=limit, search=gear)
        assert answer.status == "unknown"
        assert answer.stats.nodes <= limit
    assert hf.uniqueness(HARDER, node_limit=exact.stats.nodes, search=gear).status == exact.status


def test_unknown_gears_are_refused() -> None:
    for call in (hf.solve, hf.count_solutions, hf.is_unique, hf.uniqueness, hf.common_bridges, hf.enumerate_solutions):
        with pytest.raises(ValueError, match="search must be one of 'auto', 'dfs', 'learn', not 'fast'"):
            call(grid("2.2"), search="fast")


def test_learning_out_of_memory_is_an_exception() -> None:
    expected = hf.count_solutions(HARDER, search="learn")

    def count_again() -> None:
        assert hf.count_solutions(HARDER, search="learn") == expected

    assert memory_failures(count_again, range(12)) >= 3


# ---- nasty boards; each finishes within its node budget, in either gear except where noted


def corridors(lines: int) -> hf.Puzzle:
    """Long corridors side by side, each crossing hundreds of others; the frame joins their ends."""
    side = lines + 2
    inner = range(1, side - 1)
    ends = (0, side - 1)
    islands = [(r, c, None) for r in inner for c in ends] + [(r, c, None) for c in inner for r in ends]
    corners = [(r, c, 2) for r in (0, side - 1) for c in (0, side - 1)]
    return hf.Puzzle(side, side, islands + corners)


def beside(left: hf.Puzzle, right: hf.Puzzle, gap: int = 2) -> hf.Puzzle:
    """Two boards side by side, joined by one bridge between their upper corners."""
    offset = left.width + gap
    islands = [(r, c, t) for r, c, t in left.islands] + [(r, c + offset, t) for r, c, t in right.islands]
    last = max(i for i, (r, c, _) in enumerate(left.islands) if r == 0)
    first = len(left.islands)
    for i in (last, first):
        row, col, target = islands[i]
        assert target is not None
        islands[i] = (row, col, target + 1)
    return hf.Puzzle(offset + right.width, max(left.height, right.height), islands)


def out_of_reach(side: int) -> hf.Puzzle:
    """Two blocks that could each be solved, with all sums right but no connection between them."""
    cells = [(r, c) for r in range(side) for c in range(side)]
    return hf.Puzzle(2 * side, 2 * side, [(r + x, c + x, 2) for r, c in cells for x in (0, side)][: 2 * side * side])


NASTY = {
    "ring of 400": (all_twos(20, 20), "solved", 20_000),
    "ring of 1,600": (all_twos(40, 40), "solved", 50_000),
    "odd ring": (all_twos(21, 21), "unsolvable", 10),
    "dense 1s and 2s": (dense(20, 20, (1, 2), 1), "unsolvable", 10_000),
    "dense 2s, 3s and 4s": (dense(20, 20, (2, 3, 4), 1), "unsolvable", 10_000),
    "corridors with 40,000 crossings": (corridors(200), "solved", 20_000),
    "two rings in one": (two_rings(10), "solved", 20_000),
    "two odd rings in one": (two_rings(9), "solved", 50_000),
    "out of reach": (out_of_reach(10), "unsolvable", 10),
}


@pytest.mark.parametrize("gear", ["learn", "auto"])
@pytest.mark.parametrize("name", NASTY)
def test_nasty_boards_finish(name: str, gear: str) -> None:
    puzzle, status, node_limit = NASTY[name]
    result = hf.solve(puzzle, node_limit=node_limit, search=gear)
    assert result.status == status, result.stats
    if result.solution is not None:
        assert hf.check(puzzle, result.solution) == []


@pytest.mark.parametrize("gear", ["learn", "auto"])
def test_two_boards_side_by_side(gear: str) -> None:
    """The conflict in one half must not be searched again for every solution of the other half."""
    rng = random.Random(6)
    boards = [HARDER, two_rings(6)]
    while len(boards) < 12:
        puzzle, _ = solvable_puzzle(rng, max_side=16, max_islands=80, max_bridges=2, loops=True, unknown=0.0)
        if len(puzzle.islands) >= 20:
            top = puzzle.islands[0].row
            boards.append(hf.Puzzle(puzzle.width, puzzle.height, [(r - top, c, t) for r, c, t in puzzle.islands]))
    for left, right in pairwise(boards):
        whole = beside(left, right)
        assert len(whole.islands) == len(left.islands) + len(right.islands)
        assert hf.uniqueness(whole, node_limit=20_000, search=gear).status != "unknown"
