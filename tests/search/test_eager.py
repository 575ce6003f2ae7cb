"""Eager connectivity: the clauses alone say all rules, and every solution has one model."""
import random
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from boards import puzzles, random_puzzle, solvable_puzzle
from hand_made import HAND_MADE, all_twos, grid, two_rings
from hypothesis import given
from outside_solvers import OUTSIDE, ask

import hashi_fast as hf
from hashi_fast.search.engines.cnf import Formula

solvers = pytest.importorskip("pysat.solvers")

from hashi_fast.search.engines.sat import SatEngine  # noqa: E402

ENCODINGS = ("order", "pb", "direct")
VARIANTS = list(product((1, 2, 3, 4), (True, False), (0.0, 0.4)))  # bridges per pair, loops, share of unknown clues
MOST = 200  # solutions to count


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", HAND_MADE)
def test_hand_made_boards(name: str, encoding: str) -> None:
    text, rules, count = HAND_MADE[name]
    counted = SatEngine(encoding, connectivity="eager").count(grid(text, **rules), None)
    assert (counted.found, counted.exceeded, counted.stats.cut_rounds) == (count, None, 0)


def agree_with_native(rng: random.Random, boards: int, most: int, loops: bool, unknown: float) -> Counter[int]:
    """Count the solutions of boards of a variant, every second grown from a solution; no answer takes a cut."""
    engine = SatEngine(connectivity="eager")
    seen: Counter[int] = Counter()
    rules = {"max_bridges": most, "loops": loops, "unknown": unknown}
    for turn in range(boards):
        puzzle = random_puzzle(rng, **rules) if turn % 2 else solvable_puzzle(rng, max_islands=16, **rules)[0]
        counted = engine.count(puzzle, MOST)
        assert counted.found == hf.count_solutions(puzzle, MOST), puzzle
        assert counted.stats.cut_rounds == 0, puzzle
        seen[min(2, counted.found)] += 1
    return seen


@pytest.mark.parametrize(("most", "loops", "unknown"), VARIANTS)
def test_counts_agree_with_the_native_search(most: int, loops: bool, unknown: float) -> None:
    agree_with_native(random.Random(f"eager {most} {loops} {unknown}"), 25, most, loops, unknown)


@pytest.mark.slow
@pytest.mark.parametrize(("most", "loops", "unknown"), VARIANTS)
def test_counts_agree_with_the_native_search_on_many_boards(most: int, loops: bool, unknown: float) -> None:
    """2,000 boards per variant, 32,000 in all."""
    seen = agree_with_native(random.Random(f"many eager {most} {loops} {unknown}"), 2_000, most, loops, unknown)
    assert min(seen[0], seen[1]) >= 100, seen
    assert seen[2] >= (100 if unknown else 0), seen  # rare if all clues are known


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("most", "loops"), list(product((1, 2, 3, 4), (True, False))))
def test_one_model_for_each_solution(most: int, loops: bool, encoding: str) -> None:
    """All variables count here, also the auxiliary ones, as they do for a program that counts models."""
    rng = random.Random(f"{most} {loops}")
    several = 0
    while several < 5:
        puzzle, _ = solvable_puzzle(rng, max_side=5, max_islands=8, max_bridges=most, loops=loops, unknown=0.3)
        expected = {solution.edge_counts for solution in hf.enumerate_solutions(puzzle, MOST + 1)}
        if len(expected) > MOST:
            continue
        several += len(expected) > 1
        formula = Formula(puzzle, encoding, "eager")
        clauses = [clause for part in formula.parts() for clause in part]
        with solvers.Minisat22(bootstrap_with=clauses) as solver:
            models = list(solver.enum_models())
        assert max((abs(literal) for clause in clauses for literal in clause), default=0) <= formula.encoding.top
        assert sorted(formula.counts(model) for model in models) == sorted(expected), puzzle


@given(puzzles(max_side=5, max_islands=8))
def test_any_board(puzzle: hf.Puzzle) -> None:
    result = SatEngine(connectivity="eager").solve(puzzle)
    assert result.status == hf.solve(puzzle).status
    assert not result or hf.check(puzzle, result) == []
    assert result.stats.cut_rounds == 0


def test_boards_that_take_many_cuts_take_none() -> None:
    for puzzle in (two_rings(6), all_twos(8, 8)):
        lazy = SatEngine().solve(puzzle).stats
        assert lazy.cut_rounds > 0
        assert lazy.cuts >= lazy.cut_rounds
        result = SatEngine(connectivity="eager").solve(puzzle)
        assert hf.check(puzzle, result) == []
        assert (result.stats.cut_rounds, result.stats.cuts) == (0, 0)
        assert result.stats.clauses > lazy.clauses + lazy.cuts


# ---- as a file


@pytest.mark.parametrize("solver", OUTSIDE)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_one_file_is_enough(encoding: str, solver: str, tmp_path: Path) -> None:
    rng = random.Random(encoding + solver)
    boards = [grid("22/22/../22/22"), two_rings(4), grid("2.2/.../2.2", loops=False), grid("1.1/.../1.1")]
    boards += [random_puzzle(rng) for _ in range(10)]
    boards += [solvable_puzzle(rng, max_side=12, max_islands=40)[0] for _ in range(10)]
    for puzzle in boards:
        text = hf.dumps(puzzle, "dimacs", encoding=encoding, connectivity="eager")
        answer = ask(solver, text, tmp_path)
        if hf.solve(puzzle):
            assert hf.check(puzzle, hf.solution_from_dimacs(puzzle, answer, encoding=encoding)) == [], puzzle
        else:
            with pytest.raises(hf.Unsolvable):
                hf.solution_from_dimacs(puzzle, answer, encoding=encoding)


def test_the_file_says_that_it_is_complete() -> None:
    text = hf.dumps(hf.loads("3x3:2a2c2a2"), "dimacs", connectivity="eager")
    lines = text.splitlines()
    assert lines[1] == "c All rules are in the clauses: every answer is a solution."
    assert lines[3] == "c Variables from 9 on are auxiliary."
    (head,) = [line.split() for line in lines if line.startswith("p ")]
    rows = [[int(token) for token in line.split()] for line in lines if line[0] in "-0123456789"]
    assert len(rows) == int(head[3])
    assert max(abs(literal) for row in rows for literal in row) == int(head[2])


def test_solutions_can_be_left_out(tmp_path: Path) -> None:
    puzzle = grid("?.?/.../?.2", loops=False)
    found: list[hf.Solution] = []
    while True:
        text = hf.dumps(puzzle, "dimacs", connectivity="eager", without=found)
        try:
            found.append(hf.solution_from_dimacs(puzzle, ask("pysat", text, tmp_path)))
        except hf.Unsolvable:
            break
    assert len(set(found)) == len(found) == hf.count_solutions(puzzle, limit=None)


def test_a_wrong_word() -> None:
    for call in (
        lambda: hf.solve(hf.loads("3x1:2a2"), engine="sat", connectivity="later"),
        lambda: hf.dumps(hf.loads("3x1:2a2"), "dimacs", connectivity="later"),
    ):
        with pytest.raises(ValueError, match="connectivity must be one of 'lazy', 'eager', not 'later'"):
            call()
