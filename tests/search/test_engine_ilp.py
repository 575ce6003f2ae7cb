"""The ILP engine by itself: against the oracle, and if HiGHS is wrong, missing or too slow."""

import random
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from boards import solvable_puzzle
from hand_made import HAND_MADE, grid
from oracle import all_solutions, compare_all_kinds, size

import hashi_fast as hf
from hashi_fast.search.engines.flow_model import exclude, flow_model

highspy = pytest.importorskip("highspy")

from hashi_fast.search.engines import ilp  # noqa: E402
from hashi_fast.search.engines.ilp import IlpEngine  # noqa: E402

# Takes minutes: every clue is unknown, and the fewest bridges are wanted.
ENDLESS = hf.Puzzle(14, 14, [(r, c, None) for r in range(14) for c in range(14)])


@pytest.mark.parametrize("name", HAND_MADE)
def test_hand_made_boards(name: str) -> None:
    text, rules, count = HAND_MADE[name]
    puzzle = grid(text, **rules)
    counted = IlpEngine().count(puzzle, None)
    assert (counted.found, counted.exceeded) == (count, None)
    assert len(counted.witnesses) == min(count, 2)
    assert IlpEngine().solve(puzzle).status == ("solved" if count else "unsolvable")


def compare_with_oracle(puzzle: hf.Puzzle) -> int:
    expected = set(all_solutions(puzzle))
    limit = 2 if len(expected) > 8 else None
    counted = IlpEngine().count(puzzle, limit)
    assert counted.found == min(len(expected), limit or 8), puzzle
    assert counted.exceeded is None
    bridges = {solution.bridges for solution in counted.witnesses}
    assert len(bridges) == min(len(expected), 2)
    assert bridges <= expected, puzzle
    result = IlpEngine().solve(puzzle)
    assert result.status == ("solved" if expected else "unsolvable"), puzzle
    assert result.solution is None or result.solution.bridges in expected, puzzle
    return len(expected)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 15))])
def test_agrees_with_the_oracle(seed: int) -> None:
    """80 boards per seed over every rule variant, half of them grown from a solution."""
    compare_all_kinds(compare_with_oracle, random.Random(f"ilp {seed}"), boards=80, largest=10_000, least=3)


@pytest.mark.parametrize("seed", range(8))
def test_larger_boards(seed: int) -> None:
    puzzle, _ = solvable_puzzle(rng := random.Random(seed), max_side=16, max_islands=100)
    while len(puzzle.islands) < 35:
        puzzle, _ = solvable_puzzle(rng, max_side=16, max_islands=100)
    counted = IlpEngine().count(puzzle, 2)
    assert counted.found == hf.count_solutions(puzzle, 2)
    for solution in counted.witnesses:
        assert hf.check(puzzle, solution) == []


def test_presolve_is_not_believed() -> None:
    """With presolve, HiGHS 1.12 to 1.15 wrongly prove that this board has only two solutions."""
    assert IlpEngine().count(grid("1./3./.1/../54/44/../33"), None).found == 4


def test_limit_of_solutions() -> None:
    puzzle = grid("?.?", max_bridges=4)
    assert [IlpEngine().count(puzzle, limit).found for limit in (0, 1, 3, 4, 5)] == [0, 1, 3, 4, 4]


def test_a_row_excludes_just_its_solution() -> None:
    puzzle = grid("?.?/.../?.?", max_bridges=3)
    model = flow_model(puzzle)
    solutions = [hf.Solution.from_bridges(puzzle, bridges).counts.tolist() for bridges in all_solutions(puzzle)]
    for excluded in solutions[::20]:
        row = exclude(model, excluded)
        for counts in solutions:
            values = {
                column: int(count > k)
                for columns, count in zip(model.at_least, counts, strict=True)
                for k, column in enumerate(columns)
            }
            total = sum(coefficient * values[column] for coefficient, column in row.terms)
            assert (total >= row.right) is (counts != excluded)


@pytest.mark.parametrize("seed", range(5))
def test_fewest_bridges(seed: int) -> None:
    rng = random.Random(seed)
    puzzle, _ = solvable_puzzle(rng, max_islands=8, unknown=0.6)
    while size(puzzle) > 10_000 or len(puzzle.islands) < 4:
        puzzle, _ = solvable_puzzle(rng, max_islands=8, unknown=0.6)
    solution = IlpEngine(fewest=True).solve(puzzle).solution
    assert solution is not None
    least = min(sum(count for *_, count in bridges) for bridges in all_solutions(puzzle))
    assert sum(count for *_, count in solution.bridges) == least


def test_time_limit() -> None:
    result = IlpEngine(fewest=True).solve(ENDLESS, time_limit=0.3)
    assert (result.status, result.solution) == ("unknown", None)
    assert result.stats.seconds >= 0.3
    counted = IlpEngine().count(ENDLESS, None, time_limit=0.5)
    assert counted.exceeded == "time_limit"
    assert len(counted.witnesses) == min(2, counted.found)


def test_no_time_at_all() -> None:
    assert IlpEngine().solve(ENDLESS, time_limit=0).status == "unknown"
    assert IlpEngine().count(ENDLESS, 2, time_limit=0)[:3] == (0, (), "time_limit")


def test_stats() -> None:
    stats = IlpEngine().count(grid("232/343/232"), 2).stats
    assert stats.nodes > 0
    assert (stats.conflicts, stats.propagations, stats.cut_rounds) == (0, 0, 0)
    assert 0 < sum(stats.phases) <= stats.seconds
    model = flow_model(grid("232/343/232"))
    assert (stats.variables, stats.clauses) == (len(model.columns), len(model.rows))


def test_threads() -> None:
    puzzle = grid("3.3/.../3.3")
    with ThreadPoolExecutor(4) as pool:
        counts = list(pool.map(lambda _: IlpEngine().count(puzzle, None), range(8)))
    assert [counted.found for counted in counts] == [2] * 8


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([1.0, 0.9, 1.0, 1.0], "not whole numbers"),
        ([1.0, float("nan"), 1.0, 1.0], "not whole numbers"),
        ([2.0, 0.0, 0.0, 2.0], "not connected"),
        ([1.0, 1.0, 1.0, 0.0], "1 bridge; expected 2"),
        ([3.0, -1.0, -1.0, 3.0], "expected"),
    ],
)
def test_wrong_answers_are_errors(monkeypatch: pytest.MonkeyPatch, values: list[float], message: str) -> None:
    class Wrong:
        col_value = values

    monkeypatch.setattr(highspy.Highs, "getSolution", lambda self: Wrong)
    with pytest.raises(RuntimeError, match=message):
        IlpEngine().solve(grid("2.2/.../2.2"))


def test_an_answer_that_comes_twice_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(highspy.Highs, "addRow", lambda self, *row: None)
    with pytest.raises(RuntimeError, match="excludes"):
        IlpEngine().count(grid("2.2/.../2.2"), 2)


def test_other_ends_are_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(highspy.Highs, "run", lambda self: None)
    with pytest.raises(RuntimeError, match="HiGHS ended with the status 'Not Set'"):
        IlpEngine().solve(grid("2.2"))


def test_refused_options_are_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ilp, "_FEASIBILITY", -1.0)
    with pytest.raises(RuntimeError, match=r"HiGHS rejected the option mip_feasibility_tolerance=-1\.0"):
        IlpEngine().solve(grid("2.2"))


def test_without_highspy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(ImportError, match=r'engine "ilp" needs highspy: pip install "hashi-fast\[ilp\]"'):
        IlpEngine()
