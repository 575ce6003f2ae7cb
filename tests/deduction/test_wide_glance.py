"""A wide glance ends where glances at each of its boards end."""
from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from boards import counts_of, solvable_puzzle, with_counts
from ladder import BOARDS

import hashi_fast as hf
from hashi_fast._testing import flock_of, glance_at, wide_glance_at, wide_lanes
from hashi_fast.deduction.techniques import NAMES

MEDIUM = NAMES.index("group isolation") + 1


def edges_of(puzzle: hf.Puzzle) -> list[tuple[int, int]]:
    return list(zip(puzzle.topology.edge_a.tolist(), puzzle.topology.edge_b.tolist(), strict=True))


def flocks(seed: int, *, cycles: bool) -> Iterator[tuple[hf.Puzzle, list[list[int]]]]:
    """Yield random boards, each with the solutions of boards with the same islands."""
    rng = random.Random(seed)
    while True:
        puzzle, bridges = solvable_puzzle(
            rng, min_side=4, max_side=9, max_islands=20, max_bridges=2, loops=True, unknown=0
        )
        if cycles or len(bridges) < len(puzzle.islands):
            counts = counts_of(puzzle, bridges)
            yield puzzle, [counts, *flock_of(puzzle.topology, counts, seed)][:wide_lanes()]


def compare_with_glances(puzzle: hf.Puzzle, boards: list[list[int]]) -> Counter[str]:
    """Return how many boards are worked out, and on how many a step is missed, which it may be, but none is added."""
    found: Counter[str] = Counter()
    for counts, (left, bounds) in zip(boards, wide_glance_at(puzzle.topology, boards), strict=True):
        done, _, expected = glance_at(with_counts(puzzle, counts).topology, MEDIUM)
        assert left or done
        for (low, high), (least, most), count in zip(bounds, expected, counts, strict=True):
            assert low <= least <= count <= most <= high
        found.update(worked_out=not left, left=left, missed=bounds != expected)
    return found


@pytest.mark.parametrize("cycles", [False, True])
def test_it_ends_where_glances_end(cycles: bool) -> None:
    found: Counter[str] = Counter()
    for _, each in zip(range(150), flocks(1, cycles=cycles), strict=False):
        found += compare_with_glances(*each)
    assert min(found["worked_out"], found["left"]) > 20 * (1 + found["missed"])


@pytest.mark.parametrize(("max_bridges", "seldom"), [(1, 3), (2, 20)])
def test_full_boards(max_bridges: int, seldom: int) -> None:
    found: Counter[str] = Counter()
    for made in hf.produce(40, hf.Spec(7, 7, difficulty="hard", max_bridges=max_bridges), seed=1, workers=1):
        counts = counts_of(made.puzzle, made.solution.bridges)
        boards = [counts, *flock_of(made.puzzle.topology, counts, 1)][: wide_lanes()]
        found += compare_with_glances(made.puzzle, boards)
    assert found["left"] > seldom * (1 + found["missed"])


def test_boards_with_little_undecided_are_dropped() -> None:
    met = 0
    for _, (puzzle, boards) in zip(range(60), flocks(3, cycles=False), strict=False):
        all_left = wide_glance_at(puzzle.topology, boards)
        for least in (6, 10):
            for (left, bounds), (still_left, _) in zip(
                all_left, wide_glance_at(puzzle.topology, boards, least), strict=True
            ):
                undecided = sum(low != high for low, high in bounds)
                assert still_left == (left and undecided >= least)
                met += left and undecided < least
    assert met > 5


def test_lanes_do_not_depend_on_each_other() -> None:
    found = [next(flocks(seed, cycles=True)) for seed in range(20)]
    puzzle, boards = max(found, key=lambda each: len(each[1]))
    assert len(boards) > 3
    together = wide_glance_at(puzzle.topology, boards)
    assert [wide_glance_at(puzzle.topology, [board])[0] for board in boards] == together
    assert wide_glance_at(puzzle.topology, boards[::-1]) == together[::-1]


@pytest.mark.parametrize("name", [name for name in BOARDS if name != "no loop"])
def test_boards_of_the_ladder(name: str) -> None:
    puzzle = BOARDS[name]
    counts = list(hf.solve(puzzle).solution.edge_counts)
    left, bounds = wide_glance_at(puzzle.topology, [counts])[0]
    done, _, expected = glance_at(puzzle.topology, MEDIUM)
    assert (left, bounds) == (not done, expected)


def test_an_island_alone() -> None:
    assert wide_glance_at(hf.Puzzle(1, 1, [(0, 0, 0)]).topology, [[]]) == [(False, [])]
