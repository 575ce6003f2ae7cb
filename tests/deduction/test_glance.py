"""A glance ends where the ladder ends, needs the same levels, and does not depend on slices."""
from __future__ import annotations

import random

import pytest
from boards import counts_of, solvable_puzzle
from ladder import BOARDS

import hashi_fast as hf
from hashi_fast._testing import glance_at
from hashi_fast.deduction._boundary import Path
from hashi_fast.deduction.techniques import TECHNIQUES
from hashi_fast.levels import DIFFICULTIES

LEVELS = [DIFFICULTIES.index(technique.level) for technique in TECHNIQUES]
RUNGS = {level: sum(each <= DIFFICULTIES.index(level) for each in LEVELS) for level in DIFFICULTIES[:-1]}


def by_ladder(puzzle: hf.Puzzle, n_rungs: int) -> tuple[bool, list[tuple[int, int]]]:
    path = Path(puzzle.topology)
    verdict = path.run(n_rungs)
    return verdict == "unique", list(zip(*path.bounds, strict=True))


@pytest.mark.parametrize("level", RUNGS)
def test_it_ends_where_the_ladder_ends(level: str) -> None:
    rng = random.Random(len(level))
    worked_out = stuck = 0
    for _ in range(250):
        puzzle, _ = solvable_puzzle(rng, min_side=4, max_side=10, max_islands=24)
        done, _, bounds = glance_at(puzzle.topology, RUNGS[level])
        assert (done, bounds) == by_ladder(puzzle, RUNGS[level])
        worked_out += done
        stuck += not done
    assert min(worked_out, stuck) > 20


@pytest.mark.parametrize("style", ["classic", "open"])
def test_it_takes_the_level_of_the_puzzle(style: hf.StyleName) -> None:
    for level in DIFFICULTIES[:-1]:
        for made in hf.produce(15, hf.Spec(9, 9, difficulty=level, style=style), seed=1, workers=1):
            done, used, _ = glance_at(made.puzzle.topology, RUNGS["expert"])
            assert done
            assert max((LEVELS[k] for k in used), default=0) == DIFFICULTIES.index(level)


@pytest.mark.parametrize("name", BOARDS)
def test_boards_of_the_ladder(name: str) -> None:
    done, _, bounds = glance_at(BOARDS[name].topology, RUNGS["expert"])
    assert done == (name not in ("case split", "search"))
    assert done == all(low == high for low, high in bounds)


def test_slices_do_not_matter() -> None:
    rng = random.Random(3)
    for _ in range(100):
        puzzle, _ = solvable_puzzle(rng, min_side=5, max_side=9, max_islands=20)
        for n_rungs in RUNGS.values():
            assert glance_at(puzzle.topology, n_rungs, 1) == glance_at(puzzle.topology, n_rungs)


def test_a_known_solution_changes_nothing() -> None:
    rng = random.Random(4)
    for _ in range(200):
        puzzle, bridges = solvable_puzzle(rng, min_side=4, max_side=9, max_islands=20)
        for n_rungs in RUNGS.values():
            known = bytes(counts_of(puzzle, bridges))
            assert glance_at(puzzle.topology, n_rungs, known=known) == glance_at(puzzle.topology, n_rungs)


def test_an_island_alone() -> None:
    assert glance_at(hf.Puzzle(1, 1, [(0, 0, 0)]).topology, RUNGS["hard"]) == (True, [], [])
