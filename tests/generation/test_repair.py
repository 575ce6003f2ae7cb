"""make_unique: the oracle finds exactly one solution afterwards, and every change is listed."""
from __future__ import annotations

import pickle
import random

import pytest
from boards import solvable_puzzle
from oracle import all_solutions, size
from stress import memory_failures

import hashi_fast as hf
from hashi_fast.generation._boundary import Mend

CORNERS = hf.loads("3x3:3a3c3a3")


def clues_after(puzzle: hf.Puzzle, changes: tuple[hf.Change, ...]) -> dict[tuple[int, int], int | None]:
    """Return the clues of a puzzle after the listed changes, made one after the other."""
    clues = {(row, col): target for row, col, target in puzzle.islands}
    for change in changes:
        for row, col, before, after in change.clues:
            assert clues.get((row, col), 0) == before
            clues[row, col] = after
    return clues


def check_repaired(puzzle: hf.Puzzle, repaired: hf.Repaired) -> None:
    """Assert that a repair did what it promises."""
    assert hf.check(repaired.puzzle, repaired.solution) == []
    if size(repaired.puzzle) <= 2_000:
        assert list(all_solutions(repaired.puzzle)) == [repaired.solution.bridges]
    else:
        assert hf.uniqueness(repaired.puzzle).status == "unique"
    assert repaired.solution.puzzle == repaired.puzzle
    for name in ("width", "height", "max_bridges", "loops", "id"):
        assert getattr(repaired.puzzle, name) == getattr(puzzle, name)
    assert clues_after(puzzle, repaired.changes) == {
        (row, col): target for row, col, target in repaired.puzzle.islands
    }
    assert (repaired.changes == ()) == hf.is_unique(puzzle)
    if not repaired.changes:
        assert repaired.puzzle == puzzle
    assert all(str(change).count("row") >= 1 for change in repaired.changes)


def side_by_side(puzzle: hf.Puzzle) -> bool:
    cells = {(row, col) for row, col, _ in puzzle.islands}
    return any((row + 1, col) in cells or (row, col + 1) in cells for row, col in cells)


def test_any_solvable_board_is_made_unique() -> None:
    rng = random.Random(8)
    kinds: set[str] = set()
    for turn in range(250):
        puzzle, _ = solvable_puzzle(rng, max_side=5 + turn % 8, max_islands=8 + turn % 30)
        repaired = hf.make_unique(puzzle, seed=turn)
        check_repaired(puzzle, repaired)
        assert side_by_side(puzzle) or not side_by_side(repaired.puzzle)
        kinds.update(change.kind for change in repaired.changes)
    assert kinds == {"raised", "lowered", "linked", "cut", "split", "told"}


@pytest.mark.parametrize("loops", [True, False])
@pytest.mark.parametrize("max_bridges", [1, 2, 3, 4])
def test_full_boards(max_bridges: int, loops: bool) -> None:
    """Where every cell is an island, only counts can change."""
    cells = [(row, col) for row in range(3) for col in range(4)]
    blank = hf.Puzzle(4, 3, [(*cell, None) for cell in cells], max_bridges=max_bridges, loops=loops)
    for solution in hf.enumerate_solutions(blank, limit=12):
        totals = dict.fromkeys(cells, 0)
        for r1, c1, r2, c2, count in solution.bridges:
            totals[r1, c1] += count
            totals[r2, c2] += count
        told = hf.Puzzle(4, 3, [(*cell, n) for cell, n in totals.items()], max_bridges=max_bridges, loops=loops)
        given = hf.Solution.from_bridges(told, solution.bridges)
        check_repaired(told, hf.make_unique(told, given))


def test_large_boards() -> None:
    rng = random.Random(4)
    for _ in range(3):
        puzzle, bridges = solvable_puzzle(rng, max_side=60, max_islands=500, loops=True, max_bridges=2, unknown=0.0)
        check_repaired(puzzle, hf.make_unique(puzzle, hf.Solution.from_bridges(puzzle, bridges)))


def test_the_same_arguments_give_the_same_answer() -> None:
    rng = random.Random(2)
    puzzle, _ = solvable_puzzle(rng, max_side=9, max_islands=30, unknown=1.0)
    assert not hf.is_unique(puzzle)
    answers = [hf.make_unique(puzzle, seed=seed) for seed in (0, 0, 1, 2, 3, 2**64 - 1)]
    assert answers[0] == answers[1]
    assert len(set(answers)) > 2


def test_a_golden_repair() -> None:
    repaired = hf.make_unique(CORNERS, seed=5)
    assert [str(change) for change in repaired.changes] == GOLDEN


def test_a_unique_puzzle_stays() -> None:
    for text in ("3x1:2a2", "1x1:0"):
        puzzle = hf.Puzzle(1, 1, [(0, 0, 0)], id="alone") if text == "1x1:0" else hf.loads(text)
        assert hf.make_unique(puzzle, max_changes=0) == hf.Repaired(puzzle, hf.solve(puzzle).solution, ())


def test_max_changes() -> None:
    rng = random.Random(3)
    missed = 0
    for turn in range(60):
        puzzle, _ = solvable_puzzle(rng, max_side=9, max_islands=30)
        most = turn % 3
        try:
            repaired = hf.make_unique(puzzle, max_changes=most)
            check_repaired(puzzle, repaired)
        except hf.TargetNotReached as error:
            missed += 1
            message, repaired = str(error), error.closest
            assert f"max_changes={most}" in message
        assert len(repaired.changes) <= most
        assert hf.check(repaired.puzzle, repaired.solution) == []
        assert clues_after(puzzle, repaired.changes) == {
            (row, col): target for row, col, target in repaired.puzzle.islands
        }
    assert missed > 5


def test_the_exception_keeps_what_came_closest() -> None:
    with pytest.raises(hf.TargetNotReached, match="max_changes=0, in 8 attempts") as caught:
        hf.make_unique(CORNERS, max_changes=0)
    assert caught.value.closest.puzzle == CORNERS
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.closest) == (str(caught.value), caught.value.closest)


def test_limits_are_a_status() -> None:
    counts = hf.solve(CORNERS).solution.counts.tobytes()
    assert Mend(CORNERS.topology, counts, 0, 0, 0, 9, 9).run() == "limit"
    assert Mend(CORNERS.topology, counts, 0, 0, 9, 0, 9).run() == "limit"
    assert Mend(CORNERS.topology, counts, 0, 0, 9, 9, 0).run() == "limit"
    assert Mend(CORNERS.topology, counts, 0, 0, 9, 9, 9).run() == "unique"
    with pytest.raises(ValueError, match="not a solution"):
        Mend(CORNERS.topology, b"\0\0\0\0", 0, 0, 9, 9, 9)
    apart = hf.Puzzle(5, 3, [(0, 0, 1), (0, 2, 1), (2, 2, 1), (2, 4, 1)])
    with pytest.raises(ValueError, match="not a solution"):
        Mend(apart.topology, b"\1\0\1", 0, 0, 9, 9, 9).run()
    with pytest.raises(ValueError, match="3 counts; expected 4"):
        Mend(CORNERS.topology, b"\0\0\0", 0, 0, 9, 9, 9)


def test_what_cannot_be_repaired() -> None:
    with pytest.raises(hf.Unsolvable):
        hf.make_unique(hf.loads("3x3:1a1c1a1"))
    wrong = hf.Solution(CORNERS, [1, 1, 1, 1])
    with pytest.raises(ValueError, match=r"not a solution of the puzzle: island at row 1, column 1.*and 3 more"):
        hf.make_unique(CORNERS, wrong)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"puzzle": "3x3:3a3c3a3"}, TypeError, "expected a Puzzle"),
        ({"solution": [1, 2]}, TypeError, "solution must be a Solution"),
        ({"seed": 1.5}, TypeError, "seed"),
        ({"seed": -1}, ValueError, "seed"),
        ({"seed": 2**64}, ValueError, "seed"),
        ({"max_changes": "1"}, TypeError, "max_changes"),
        ({"max_changes": -1}, ValueError, "max_changes"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        hf.make_unique(**({"puzzle": CORNERS} | arguments))  # type: ignore[arg-type]


def test_out_of_memory_is_an_exception() -> None:
    puzzle, bridges = solvable_puzzle(random.Random(1), max_side=20, max_islands=60, unknown=1.0)
    solution = hf.Solution.from_bridges(puzzle, bridges)
    assert not hf.is_unique(puzzle)
    expected = hf.make_unique(puzzle, solution)

    def repair_again() -> None:
        assert hf.make_unique(puzzle, solution) == expected

    assert 4 <= memory_failures(repair_again, range(40)) < 40


def test_what_changes_say() -> None:
    told = hf.Change("told", ((0, 0), (0, 2)), 1, 1, (hf.ClueChange(0, 0, None, 3),))
    assert str(told) == "unknown clue at row 1, column 1 revealed: 3"
    split = hf.Change("split", ((0, 0), (0, 4)), 2, 2, (hf.ClueChange(0, 2, 0, 4),))
    expected = "new clue 4 at row 1, column 3: an island in the bridge from row 1, column 1 to row 1, column 5"
    assert str(split) == expected
    cut = hf.Change("cut", ((0, 0), (4, 0)), 1, 0, (hf.ClueChange(0, 0, 3, 2),))
    assert str(cut) == "clue at row 1, column 1 from 3 to 2: no bridges between them instead of 1"
    unseen = hf.Change("linked", ((0, 0), (4, 0)), 0, 1, ())
    assert str(unseen) == "row 1, column 1 and row 5, column 1: 1 bridge between them instead of none"


GOLDEN = [
    "clue at row 1, column 3 from 3 to 4, clue at row 3, column 3 from 3 to 4: 2 bridges between them instead of 1",
]
