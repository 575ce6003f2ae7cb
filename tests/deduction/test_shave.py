"""Shaving loses no solution, finds no more than the ladder below case splits, and does not depend on slices."""
from __future__ import annotations

import random

import pytest
from boards import counts_of, solvable_puzzle
from ladder import BOARDS
from oracle import all_solutions

import hashi_fast as hf
from hashi_fast._testing import shave_bounds
from hashi_fast.deduction._boundary import Path
from hashi_fast.deduction.techniques import NAMES

TRIALS = NAMES.index("case split")  # rungs below it


def is_bare(bounds: list[tuple[int, int]]) -> bool:
    """Whether nothing is left open."""
    return all(low == high for low, high in bounds)


def by_ladder(puzzle: hf.Puzzle) -> tuple[str, list[tuple[int, int]]]:
    """Return the verdict and the bounds that the rungs below case splits reach."""
    path = Path(puzzle.topology)
    verdict = path.run(TRIALS)
    return verdict, list(zip(*path.bounds, strict=True))


def by_cells(puzzle: hf.Puzzle, bounds: list[tuple[int, int]]) -> dict[tuple[int, int, int, int], tuple[int, int]]:
    islands = puzzle.islands
    return {
        (islands[a].row, islands[a].col, islands[b].row, islands[b].col): bound
        for (a, b, _), bound in zip(puzzle.topology.edge_list(), bounds, strict=True)
    }


@pytest.mark.parametrize("seed", range(100))
def test_no_solution_is_lost(seed: int) -> None:
    puzzle, _ = solvable_puzzle(random.Random(seed), max_side=5, max_islands=6)
    bounds = by_cells(puzzle, shave_bounds(puzzle.topology))
    solutions = list(all_solutions(puzzle))
    assert solutions
    for solution in solutions:
        counts = {bridge[:4]: bridge[4] for bridge in solution}
        assert all(low <= counts.get(edge, 0) <= high for edge, (low, high) in bounds.items())


def test_it_knows_no_more_than_the_ladder() -> None:
    rng = random.Random(7)
    bare = stuck = less = 0
    for _ in range(600):
        puzzle, _ = solvable_puzzle(rng, min_side=5, max_side=10, max_islands=24)
        bounds = shave_bounds(puzzle.topology)
        verdict, known = by_ladder(puzzle)
        for (low, high), (least, most) in zip(bounds, known, strict=True):
            assert low <= least <= most <= high
        if is_bare(bounds):
            assert verdict == "unique"
            bare += 1
        else:
            stuck += verdict == "stuck"
            less += verdict == "unique"
    # All cases occur, and shaving finds nearly as much.
    assert min(bare, stuck) > 100
    assert less < 20


@pytest.mark.parametrize("name", BOARDS)
def test_boards_of_the_ladder(name: str) -> None:
    bounds = shave_bounds(BOARDS[name].topology)
    assert is_bare(bounds) == (name not in ("case split", "search"))


def test_slices_do_not_matter() -> None:
    rng = random.Random(3)
    for _ in range(100):
        puzzle, _ = solvable_puzzle(rng, min_side=5, max_side=9, max_islands=20)
        assert shave_bounds(puzzle.topology, 1) == shave_bounds(puzzle.topology)


def test_a_known_solution_changes_nothing() -> None:
    rng = random.Random(9)
    for _ in range(200):
        puzzle, bridges = solvable_puzzle(rng, min_side=5, max_side=9, max_islands=20)
        assert shave_bounds(puzzle.topology, known=bytes(counts_of(puzzle, bridges))) == shave_bounds(puzzle.topology)


def test_an_island_alone() -> None:
    assert shave_bounds(hf.Puzzle(1, 1, [(0, 0, 0)]).topology) == []
