"""Deduction is sound, complete and the same however a board is turned; ratings say what they should."""

from __future__ import annotations

import random

from boards import random_puzzle, solvable_puzzle

import hashi_fast as hf
from hashi_fast._rating import Path
from hashi_fast.techniques import NAMES


def boards(seed: int, count: int) -> list[hf.Puzzle]:
    """Return boards of every rule variant, most of them solvable."""
    rng = random.Random(seed)
    return [solvable_puzzle(rng)[0] if rng.random() < 0.8 else random_puzzle(rng) for _ in range(count)]


def check_path(puzzle: hf.Puzzle) -> hf.Rating:
    """Check every conclusion on the way against all solutions (or many, where there are more), and the verdict."""
    solutions = [list(map(int, s.counts)) for s in hf.enumerate_solutions(puzzle, 200)]
    rating = hf.rate(puzzle, path=True)
    assert rating.status == {0: "none", 1: "rated"}.get(len(solutions), "multiple"), puzzle
    assert rating.path is not None
    for step in rating.path:
        for edge, least, most in step.conclusions:
            assert all(least <= counts[edge] <= most for counts in solutions), (puzzle, step)
    return rating


def test_every_step_is_sound_on_random_boards() -> None:
    used = set()
    for puzzle in boards(1, 1500):
        used.update(check_path(puzzle).counts)
    assert used >= set(NAMES) - {"no way out", "starvation", "parity", "search"}


def test_a_rating_is_the_same_for_all_symmetries() -> None:
    for puzzle in boards(2, 60):
        one = hf.rate(puzzle)
        for k in range(1, 8):
            other = hf.rate(puzzle.transformed(k))
            assert other.status == one.status
            if one.status == "rated":
                assert other == one


def test_stuck_states_keep_every_solution() -> None:
    for puzzle in boards(3, 300):
        solutions = [s.counts for s in hf.enumerate_solutions(puzzle, 100)]
        for n_rungs in (1, 4, 8, 12, 15):
            path = Path(puzzle.topology)
            if path.run(n_rungs) == "none":
                assert not solutions
                continue
            for counts in solutions:
                assert all(a <= x <= b for a, x, b in zip(path.bounds[0], counts, path.bounds[1], strict=True))
