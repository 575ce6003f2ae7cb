"""The native search: against the oracle, counts and limits, budgets, the interpreter lock, out of memory."""
import pickle
import random
import threading
import time

import numpy
import pytest
from boards import random_puzzle, solvable_puzzle
from hand_made import ENDLESS, HAND_MADE, grid
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import all_solutions, compare_all_kinds
from stress import interpreter_runs_on, memory_failures

import hashi_fast as hf


@pytest.mark.parametrize("name", HAND_MADE)
def test_hand_made_boards(name: str) -> None:
    text, rules, count = HAND_MADE[name]
    puzzle = grid(text, **rules)
    assert hf.count_solutions(puzzle, limit=None) == count
    assert sorted(s.bridges for s in hf.enumerate_solutions(puzzle)) == sorted(all_solutions(puzzle))
    assert hf.solve(puzzle).status == ("solved" if count else "unsolvable")


def test_the_ring_runs_through_all_eight() -> None:
    solution = hf.solve(grid("22/22/../22/22")).solution
    assert solution is not None
    assert len(solution.bridges) == 8
    assert {count for *_, count in solution.bridges} == {1}


def compare_with_oracle(puzzle: hf.Puzzle) -> int:
    expected = sorted(all_solutions(puzzle))
    for gear in ("auto", "dfs", "learn"):
        assert sorted(s.bridges for s in hf.enumerate_solutions(puzzle, search=gear)) == expected, (gear, puzzle)
    assert hf.count_solutions(puzzle, limit=None) == len(expected), puzzle
    answer = hf.uniqueness(puzzle)
    assert answer.status == ("none", "unique", "multiple")[min(len(expected), 2)], puzzle
    assert hf.is_unique(puzzle) is (len(expected) == 1)
    if expected:
        least, most = hf.common_bridges(puzzle)
        counts = [hf.Solution.from_bridges(puzzle, bridges).counts for bridges in expected]
        assert least.tolist() == numpy.min(counts, axis=0).tolist(), puzzle
        assert most.tolist() == numpy.max(counts, axis=0).tolist(), puzzle
    else:
        with pytest.raises(hf.Unsolvable):
            hf.common_bridges(puzzle)
    return len(expected)


# The first few seeds are in the quick run.
@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 16))])
def test_agrees_with_the_oracle(seed: int) -> None:
    """200 boards per seed, 3,200 in all, over every rule variant, half of them grown from a solution."""
    compare_all_kinds(compare_with_oracle, random.Random(seed), boards=200, largest=20_000, least=10)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_grown_boards_have_their_solution(seed: int) -> None:
    puzzle, bridges = solvable_puzzle(random.Random(seed), max_side=12, max_islands=40, unknown=0.0)
    result = hf.solve(puzzle)
    assert result.status == "solved"
    assert result.solution is not None
    assert hf.check(puzzle, result.solution) == []
    answer = hf.uniqueness(puzzle)
    for solution in answer.solutions:
        assert hf.check(puzzle, solution) == []
    if answer.status == "unique":
        assert answer.solutions[0].bridges == tuple(bridges)
        assert answer.differing == ()
    else:
        assert answer.status == "multiple"
        one, other = answer.solutions
        assert answer.differing == tuple(numpy.flatnonzero(one.counts != other.counts))
        assert answer.differing


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32))
def test_symmetry_changes_no_count(seed: int) -> None:
    puzzle = random_puzzle(random.Random(seed), max_islands=12)
    assert len({hf.count_solutions(puzzle.transformed(k), limit=1000) for k in range(8)}) == 1


def test_limits_of_counts() -> None:
    puzzle = grid("232/343/232")
    assert [hf.count_solutions(puzzle, limit=k) for k in (0, 1, 2, 30, 31, 32)] == [0, 1, 2, 30, 31, 31]
    assert len(list(hf.enumerate_solutions(puzzle, limit=7))) == 7
    assert list(hf.enumerate_solutions(puzzle, limit=0)) == []
    for limit in (-1, 1.5, True, "2"):
        with pytest.raises((ValueError, TypeError), match="limit"):
            hf.count_solutions(puzzle, limit=limit)
        with pytest.raises((ValueError, TypeError), match="limit"):
            hf.enumerate_solutions(puzzle, limit=limit)


def test_enumeration_is_lazy() -> None:
    solutions = hf.enumerate_solutions(ENDLESS)
    three = [next(solutions) for _ in range(3)]
    assert len({solution.bridges for solution in three}) == 3


def test_statistics() -> None:
    began = time.perf_counter()
    result = hf.solve(grid("2.2"))
    assert (result.stats.nodes, result.stats.conflicts, result.stats.gear) == (1, 0, "dfs")
    assert result.stats.propagations >= 1
    assert 0 < result.stats.seconds <= time.perf_counter() - began
    everything = hf.uniqueness(grid("232/343/232"))
    assert everything.stats.nodes > 2


@pytest.mark.parametrize("limits", [{"node_limit": 0}, {"node_limit": 1}, {"time_limit": 0}])
def test_running_out_is_no_answer(limits: dict[str, int]) -> None:
    puzzle = grid("232/343/232")
    assert hf.solve(puzzle, **limits).status == "unknown"
    assert hf.solve(puzzle, **limits).solution is None
    answer = hf.uniqueness(puzzle, **limits)
    assert (answer.status, answer.solutions, answer.differing) == ("unknown", (), ())

    def enumerate_all(puzzle: hf.Puzzle, **limits: int) -> None:
        list(hf.enumerate_solutions(puzzle, **limits))

    for call in (hf.count_solutions, hf.is_unique, hf.common_bridges, enumerate_all):
        with pytest.raises(hf.BudgetExceeded, match=next(iter(limits))) as caught:
            call(puzzle, **limits)
        assert caught.value.found == 0
        assert caught.value.solutions == ()


def test_every_node_limit_is_kept() -> None:
    """The search never enters more nodes than the limit, and the solutions it reports are right."""
    puzzle = grid("232/343/232")
    exact = hf.uniqueness(puzzle)
    for limit in range(exact.stats.nodes + 1):
        answer = hf.uniqueness(puzzle, node_limit=limit)
        assert answer.stats.nodes <= limit
        assert answer.status == ("multiple" if limit == exact.stats.nodes else "unknown")
        assert all(hf.check(puzzle, solution) == [] for solution in answer.solutions)
    enough = next(k for k in range(200) if count_within(puzzle, k) == 31)
    for limit in range(enough):
        with pytest.raises(hf.BudgetExceeded) as caught:
            hf.count_solutions(puzzle, limit=None, node_limit=limit)
        assert caught.value.found <= 31
        assert len(caught.value.solutions) == min(caught.value.found, 2)
        assert all(hf.check(puzzle, solution) == [] for solution in caught.value.solutions)


def count_within(puzzle: hf.Puzzle, node_limit: int) -> int | None:
    try:
        return hf.count_solutions(puzzle, limit=None, node_limit=node_limit)
    except hf.BudgetExceeded:
        return None


def test_common_bridges_within_any_budget() -> None:
    puzzle = grid("232/343/232")
    least, most = hf.common_bridges(puzzle)
    for limit in range(400):
        try:
            again = hf.common_bridges(puzzle, node_limit=limit)
        except hf.BudgetExceeded:
            continue
        assert again[0].tolist() == least.tolist()
        assert again[1].tolist() == most.tolist()
        break
    else:
        pytest.fail("400 nodes were not enough")
    assert not least.flags.writeable
    assert least.dtype == most.dtype == numpy.int8


@pytest.mark.parametrize("name", ["time_limit", "node_limit"])
@pytest.mark.parametrize("value", [-1, float("nan"), "1", True, [1], pytest.param(10**5000, id="huge")])
def test_bad_budgets(name: str, value: object) -> None:
    for call in (hf.solve, hf.count_solutions, hf.is_unique, hf.uniqueness, hf.common_bridges, hf.enumerate_solutions):
        with pytest.raises((ValueError, TypeError), match=f"^{name} must be"):
            call(grid("2.2"), **{name: value})


def test_numbers_of_any_kind_are_budgets() -> None:
    assert hf.is_unique(grid("2.2"), node_limit=numpy.int64(5), time_limit=numpy.float32(99.5))
    assert hf.is_unique(grid("2.2"), time_limit=99)


@pytest.mark.parametrize("in_thread", [False, True])
def test_time_limits_hold(in_thread: bool) -> None:
    """A limit that is not looked at never returns."""
    found: list[int] = []

    def run() -> None:
        for seconds in (0.3, 3, 30):  # a busy machine may let nobody do anything for a while
            began = time.perf_counter()
            with pytest.raises(hf.BudgetExceeded, match="time_limit") as caught:
                hf.count_solutions(ENDLESS, limit=None, time_limit=seconds)
            assert time.perf_counter() - began >= seconds
            found.append(caught.value.found)
            if found[-1]:
                break

    if in_thread:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    else:
        run()
    assert found[-1] > 0


def test_the_interpreter_runs_on_while_a_search_does() -> None:
    def search(time_limit: float) -> None:
        with pytest.raises(hf.BudgetExceeded):
            hf.count_solutions(ENDLESS, limit=None, time_limit=time_limit)

    interpreter_runs_on(search)


def test_answers_pickle() -> None:
    puzzle = grid("232/343/232")
    for answer in (hf.solve(puzzle), hf.uniqueness(puzzle)):
        assert pickle.loads(pickle.dumps(answer)) == answer


def test_out_of_memory_is_an_exception() -> None:
    def count() -> None:
        assert hf.count_solutions(grid("232/343/232"), limit=None) == 31

    assert 3 <= memory_failures(count, range(20)) < 20
    count()
