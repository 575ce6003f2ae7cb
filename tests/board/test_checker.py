"""The rule checker: boards that break exactly one rule, for each rule; hostile input; large boards."""

import random
import time

import numpy as np
import pytest
from boards import random_puzzle, solvable_puzzle

from hashi_fast.board.checker import Violation, check
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.formats.record import Record
from hashi_fast.search.solver import solve

PAIR = Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)])
SQUARE = [(0, 0, 2), (0, 2, 2), (2, 0, 2), (2, 2, 2)]
RING = [(0, 0, 0, 2, 1), (0, 0, 2, 0, 1), (0, 2, 2, 2, 1), (2, 0, 2, 2, 1)]

# In the order of the rules: a puzzle, bridges, and the rule, place and message of the only violation.
ONE_BROKEN_RULE = {
    "line: an end in the water": (
        Puzzle(3, 2, [(0, 0, 1), (0, 2, 1)]),
        [(0, 0, 0, 2, 1), (1, 0, 0, 0, 1)],
        ("line", ((0, 0), (1, 0)), "no island at row 2, column 1; expected one at each end"),
    ),
    "line: an end far outside the board": (
        PAIR,
        [(0, 0, 0, 2, 1), (0, 2, 0, 10**5000, 1)],
        ("line", ((0, 2), (0, 10**5000)), "no island at row 1, column a whole number of 16610 bits"),
    ),
    "line: both ends on one island": (
        PAIR,
        [(0, 0, 0, 2, 1), (0, 2, 0, 2, 1)],
        ("line", ((0, 2), (0, 2)), "both ends on one island; expected two"),
    ),
    "line: slanting": (
        Puzzle(3, 3, SQUARE),
        [*RING, (2, 2, 0, 0, 1)],
        ("line", ((0, 0), (2, 2)), "a slanting line; expected"),
    ),
    "line: a negative count": (
        PAIR,
        [(0, 0, 0, 2, 1), (0, 2, 0, 0, -1)],
        ("line", ((0, 0), (0, 2)), "count -1; expected at least 1"),
    ),
    "crossing: another bridge": (
        Puzzle(3, 3, [(0, 1, 1), (1, 0, 1), (1, 2, 2), (2, 1, 2), (2, 2, 2)]),
        [(0, 1, 2, 1, 1), (1, 2, 1, 0, 1), (1, 2, 2, 2, 1), (2, 1, 2, 2, 1)],
        (
            "crossing",
            ((1, 0), (1, 2), (0, 1), (2, 1)),
            "row 2, column 1 to row 2, column 3: crosses the bridge from row 1, column 2 to row 3, column 2",
        ),
    ),
    "crossing: an island, along a row": (
        Puzzle(5, 1, [(0, 0, 1), (0, 2, 1), (0, 4, 2)]),
        [(0, 0, 0, 4, 1), (0, 2, 0, 4, 1)],
        ("crossing", ((0, 0), (0, 4), (0, 2)), "runs over the island at row 1, column 3"),
    ),
    "crossing: an island, along a column": (
        Puzzle(1, 5, [(0, 0, 1), (2, 0, 1), (4, 0, 2)]),
        [(4, 0, 0, 0, 1), (2, 0, 4, 0, 1)],
        ("crossing", ((0, 0), (4, 0), (2, 0)), "runs over the island at row 3, column 1"),
    ),
    "max_bridges: three at once": (
        Puzzle(3, 1, [(0, 0, 3), (0, 2, 3)]),
        [(0, 0, 0, 2, 3)],
        ("max_bridges", ((0, 0), (0, 2)), "count 3; expected at most 2"),
    ),
    "max_bridges: the same pair twice, from either end": (
        Puzzle(3, 1, [(0, 0, 3), (0, 2, 3)]),
        [(0, 0, 0, 2, 2), (0, 2, 0, 0, 1)],
        ("max_bridges", ((0, 0), (0, 2)), "count 3; expected at most 2"),
    ),
    "sum: too many": (
        Puzzle(3, 1, [(0, 0, 2), (0, 2, 1)]),
        [(0, 0, 0, 2, 2)],
        ("sum", ((0, 2),), "island at row 1, column 3: 2 bridges; expected 1"),
    ),
    "sum: too few": (
        Puzzle(3, 1, [(0, 0, 1), (0, 2, 2)]),
        [(0, 0, 0, 2, 1)],
        ("sum", ((0, 2),), "island at row 1, column 3: 1 bridge; expected 2"),
    ),
    "sum: a lone island that wants bridges": (
        Puzzle(1, 1, [(0, 0, 1)]),
        [],
        ("sum", ((0, 0),), "island at row 1, column 1: 0 bridges; expected 1"),
    ),
    "connected: two groups": (
        Puzzle(5, 2, [(0, 0, 2), (0, 2, 3), (0, 4, 1), (1, 0, 1), (1, 2, 1)]),
        [(0, 0, 0, 2, 2), (0, 2, 0, 4, 1), (1, 0, 1, 2, 1)],
        (
            "connected",
            ((1, 0), (1, 2)),
            "island at row 2, column 1 and 1 more: not connected to the other islands",
        ),
    ),
    "loop: a ring": (
        Puzzle(3, 3, SQUARE, loops=False),
        RING,
        ("loop", ((0, 0), (0, 2), (2, 0), (2, 2)), "island at row 1, column 1 and 3 more: connected in a loop"),
    ),
}


@pytest.mark.parametrize(("puzzle", "bridges", "expected"), ONE_BROKEN_RULE.values(), ids=ONE_BROKEN_RULE)
def test_one_broken_rule(puzzle, bridges, expected):
    rule, where, message = expected
    (violation,) = check(puzzle, bridges)
    assert isinstance(violation, Violation)
    assert (violation.rule, violation.where) == (rule, where)
    assert message in violation.message


@pytest.mark.parametrize(
    ("puzzle", "bridges"),
    [
        (Puzzle(1, 1, [(0, 0, 0)]), []),
        (Puzzle(1, 1, [(0, 0, None)]), []),
        (PAIR, [(0, 0, 0, 2, 1)]),
        (PAIR, [(0, 2, 0, 0, 1)]),
        (PAIR, [[0, 0, 0, 2, 1]]),
        (PAIR, np.array([[0, 0, 0, 2, 1]])),
        (PAIR, iter([(0, 0, 0, 2, 1), (0, 2, 0, 0, 0)])),
        (PAIR, [(0, 0, 0, 2, 1), (7, 7, 9, 9, 0)]),
        (Puzzle(3, 1, [(0, 0, None), (0, 2, 2)]), [(0, 0, 0, 2, 1), (0, 0, 0, 2, 1)]),
        (Puzzle(2, 1, [(0, 0, 4), (0, 1, 4)], max_bridges=4), [(0, 0, 0, 1, 4)]),
        (Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)], loops=False), [(0, 0, 0, 2, 2)]),
        (Puzzle(3, 3, SQUARE), RING),
    ],
)
def test_solved(puzzle, bridges):
    assert check(puzzle, bridges) == []


def test_a_solution_is_taken_as_it_is():
    assert check(PAIR, Solution.from_bridges(PAIR, [(0, 0, 0, 2, 1)])) == []


def test_every_broken_rule_in_order():
    islands = [
        (0, 1, 1),
        (1, 0, 1),
        (1, 1, 5),
        (1, 2, 1),
        (2, 1, 1),
        (4, 0, None),
        (4, 2, 4),
        (6, 0, 1),
        (6, 2, 1),
    ]
    puzzle = Puzzle(4, 7, islands, loops=False)
    bridges = [
        (0, 0, 1, 1, 1),
        (1, 0, 1, 2, 1),
        (0, 1, 2, 1, 1),
        (4, 0, 4, 2, 3),
        (4, 0, 6, 0, 1),
        (6, 0, 6, 2, 1),
        (6, 2, 4, 2, 1),
    ]
    found = [(violation.rule, violation.where) for violation in check(puzzle, bridges)]
    assert found == [
        ("line", ((0, 0), (1, 1))),
        ("crossing", ((0, 1), (2, 1), (1, 1))),
        ("crossing", ((1, 0), (1, 2), (1, 1))),
        ("crossing", ((1, 0), (1, 2), (0, 1), (2, 1))),
        ("max_bridges", ((4, 0), (4, 2))),
        ("sum", ((1, 1),)),
        ("sum", ((6, 0),)),
        ("sum", ((6, 2),)),
        ("connected", ((0, 1), (2, 1))),
        ("connected", ((1, 0), (1, 2))),
        ("connected", ((1, 1),)),
        ("loop", ((4, 0), (4, 2), (6, 0), (6, 2))),
    ]


@pytest.mark.parametrize("col", [0, 2])
def test_a_bridge_over_the_end_of_another_crosses_the_island_only(col):
    puzzle = Puzzle(3, 3, [(0, col, 1), (1, 0, 1), (1, 2, 1), (2, col, 1)])
    violations = check(puzzle, [(0, col, 2, col, 1), (1, 0, 1, 2, 1)])
    assert [violation.where for violation in violations if violation.rule == "crossing"] == [
        ((0, col), (2, col), (1, col))
    ]


def test_a_bridge_over_an_island_can_close_a_loop_of_three():
    puzzle = Puzzle(3, 1, [(0, 0, 2), (0, 1, 2), (0, 2, 2)], loops=False)
    violations = check(puzzle, [(0, 0, 0, 1, 1), (0, 1, 0, 2, 1), (0, 0, 0, 2, 1)])
    assert [violation.rule for violation in violations] == ["crossing", "loop"]


def test_unknown_clue_needs_a_bridge():
    rules = [
        (violation.rule, violation.message)
        for violation in check(Puzzle(3, 1, [(0, 0, None), (0, 2, 1)]), [])
    ]
    assert rules[0] == ("sum", "island at row 1, column 1: 0 bridges; expected at least 1")


def test_each_loop_is_reported():
    # Two squares that share the corner (1, 1), and a tail that is on no loop.
    cells = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2), (2, 4)]
    puzzle = Puzzle(5, 3, [(*cell, None) for cell in cells], loops=False)
    first = [(0, 0, 0, 1, 1), (0, 0, 1, 0, 1), (0, 1, 1, 1, 1), (1, 0, 1, 1, 2)]
    second = [(1, 1, 1, 2, 1), (1, 1, 2, 1, 1), (1, 2, 2, 2, 1), (2, 1, 2, 2, 1)]
    tail = [(2, 2, 2, 4, 2)]
    violations = check(puzzle, first + second + tail)
    assert {violation.rule for violation in violations} == {"loop"}
    assert {violation.where for violation in violations} == {tuple(cells[:4]), tuple(cells[3:7])}
    assert check(puzzle, first[1:] + second[1:] + tail) == []


@pytest.mark.parametrize(
    "item",
    [
        None,
        5,
        "abcde",
        (),
        (0, 0, 0, 2),
        (0, 0, 0, 2, 1, 1),
        (0, 0, 0, 2, 1.0),
        (0, 0, 0, 2, True),
        (0, 0, 0, 2, None),
        (0, 0, 0, "2", 1),
        (0, 0, 0, float("nan"), 1),
        {"r1": 0},
        [[0], [0], [0], [2], [1]],
    ],
)
def test_what_is_no_bridge_breaks_the_first_rule(item):
    first, *rest = check(PAIR, [item, (0, 0, 0, 2, 1)])
    assert (first.rule, first.where) == ("line", ())
    assert "expected a bridge (r1, c1, r2, c2, count) of whole numbers, found " in first.message
    assert rest == []


@pytest.mark.parametrize("bridges", [None, 7, 1.5, "0 0 0 2 1", b"0", check])
def test_no_list_of_bridges(bridges):
    with pytest.raises(TypeError, match=r"expected a Solution, a Result with a solution, or bridges \(r1, c1, r2"):
        check(Puzzle(1, 1, [(0, 0, 0)]), bridges)


def test_what_has_a_solution_is_checked():
    puzzle = Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])
    result = solve(puzzle)
    record = Record(puzzle, solution=Solution(puzzle, [1]))
    assert check(puzzle, result) == []
    assert [violation.rule for violation in check(puzzle, record)] == ["sum", "sum"]
    with pytest.raises(TypeError, match=r"there is no solution to check in Result\(status='unsolvable'"):
        check(puzzle, solve(Puzzle(3, 1, [(0, 0, 1), (0, 2, 2)])))


def test_huge_counts_are_reported():
    rules = [violation.rule for violation in check(PAIR, [(0, 0, 0, 2, 10**5000)])]
    assert rules == ["max_bridges", "sum", "sum"]


def test_grown_boards_are_solved_by_their_bridges():
    rng = random.Random(1)
    for _ in range(300):
        puzzle, bridges = solvable_puzzle(rng)
        rng.shuffle(bridges)
        assert check(puzzle, bridges) == []


def slow_check(puzzle, bridges):
    """Return the broken rules by walking cells, for bridges on edges of the topology with counts in range."""
    broken = set()
    totals = {island[:2]: 0 for island in puzzle.islands}
    group = {cell: {cell} for cell in totals}
    walked = {}
    for r1, c1, r2, c2, count in bridges:
        for row in range(r1, r2 + 1):
            for col in range(c1, c2 + 1):
                if (row, col) not in ((r1, c1), (r2, c2)):
                    if (row, col) in totals or (row, col) in walked:
                        broken.add("crossing")
                    walked[row, col] = True
        totals[r1, c1] += count
        totals[r2, c2] += count
        if group[r1, c1] is group[r2, c2]:
            if not puzzle.loops:
                broken.add("loop")
        else:
            group[r1, c1] |= group[r2, c2]
            for cell in group[r2, c2]:
                group[cell] = group[r1, c1]
    for row, col, target in puzzle.islands:
        total = totals[row, col]
        if total != target if target is not None else not total and len(totals) > 1:
            broken.add("sum")
    if len(group[puzzle.islands[0][:2]]) < len(totals):
        broken.add("connected")
    return broken


def test_against_a_walk_over_cells():
    rng = random.Random(2)
    seen = set()
    for _ in range(1500):
        puzzle = random_puzzle(rng, max_side=5, max_islands=9)
        counts = [rng.choice([0, 1, 1, puzzle.max_bridges]) for _ in range(puzzle.topology.n_edges)]
        solution = Solution(puzzle, counts)
        expected = slow_check(puzzle, solution.bridges)
        assert {violation.rule for violation in check(puzzle, solution)} == expected
        seen.add(frozenset(expected))
    assert len(seen) > 8


def test_large_boards_take_linear_time():
    rng = random.Random(3)
    cells = rng.sample(range(577 * 577), 50_000)
    puzzle = Puzzle(577, 577, [(*divmod(cell, 577), None) for cell in cells], loops=False)
    solution = Solution(puzzle, rng.choices([0, 1], [1, 9], k=puzzle.topology.n_edges))
    start = time.process_time()
    rules = {violation.rule for violation in check(puzzle, solution)}
    # About 0.5 s; anything quadratic in islands or bridges would take minutes.
    assert time.process_time() - start < 20
    assert rules == {"crossing", "sum", "connected", "loop"}


def test_too_many_crossings_are_cut_short():
    side = 600
    inner = range(1, side - 1)
    ends = [(r, c) for k in inner for r, c in ((0, k), (side - 1, k), (k, 0), (k, side - 1))]
    puzzle = Puzzle(side, side, [(*cell, 1) for cell in ends])
    bridges = [(0, k, side - 1, k, 1) for k in inner] + [(k, 0, k, side - 1, 1) for k in inner]
    crossings = [violation for violation in check(puzzle, bridges) if violation.rule == "crossing"]
    assert len(crossings) == 100_001
    assert crossings[-1] == ("crossing", (), "and more crossings than the 100,000 listed")
