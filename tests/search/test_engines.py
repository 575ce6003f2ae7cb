"""All engines give the same answers: native, SAT in three encodings and eager, ILP, and the oracle on small boards."""
import random
from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest
from boards import random_puzzle, solvable_puzzle
from hand_made import spoilt
from oracle import all_solutions, size

import hashi_fast as hf
from hashi_fast.search.engines import get_engine

pytest.importorskip("pysat")
pytest.importorskip("highspy")

VARIANTS = list(product((1, 2, 3, 4), (True, False), (0.0, 0.4)))  # bridges per pair, loops, share of unknown clues


def in_batch(puzzle: hf.Puzzle) -> int:
    return int(hf.solve_batch(hf.PuzzleBatch.from_puzzles([puzzle]), limit=2).solutions_found[0])


# Ways to count solutions up to two.
COUNTS: dict[str, Callable[[hf.Puzzle], int]] = {
    "dfs": lambda puzzle: hf.count_solutions(puzzle, search="dfs"),
    "learn": lambda puzzle: hf.count_solutions(puzzle, search="learn"),
    "batch": in_batch,
    "sat order": lambda puzzle: hf.count_solutions(puzzle, engine="sat", encoding="order"),
    "sat pb": lambda puzzle: hf.count_solutions(puzzle, engine="sat", encoding="pb"),
    "sat direct": lambda puzzle: hf.count_solutions(puzzle, engine="sat", encoding="direct"),
    "sat eager": lambda puzzle: hf.count_solutions(puzzle, engine="sat", connectivity="eager"),
    "ilp": lambda puzzle: hf.count_solutions(puzzle, engine="ilp"),
}
# Ways to find a first solution.
SOLVES: dict[str, Callable[[hf.Puzzle], hf.Result]] = {
    "dfs": lambda puzzle: hf.solve(puzzle, search="dfs"),
    "learn": lambda puzzle: hf.solve(puzzle, search="learn"),
    "sat order": lambda puzzle: hf.solve(puzzle, engine="sat", encoding="order"),
    "sat pb": lambda puzzle: hf.solve(puzzle, engine="sat", encoding="pb"),
    "sat direct": lambda puzzle: hf.solve(puzzle, engine="sat", encoding="direct"),
    "sat eager": lambda puzzle: hf.solve(puzzle, engine="sat", connectivity="eager"),
    "ilp": lambda puzzle: hf.solve(puzzle, engine="ilp"),
}


def agree(puzzle: hf.Puzzle) -> int:
    """Ask all engines and return the number of solutions, up to two, on which they agree."""
    counts = {name: count(puzzle) for name, count in COUNTS.items()}
    assert len(set(counts.values())) == 1, (puzzle, counts)
    found = counts["dfs"]
    for name, solve in SOLVES.items():
        result = solve(puzzle)
        assert result.status == ("solved" if found else "unsolvable"), (name, puzzle)
        if result.solution is not None:
            assert hf.check(puzzle, result.solution) == [], (name, puzzle)
    return found


def agree_with_the_oracle(rng: random.Random, boards: int, most: int, loops: bool, unknown: float) -> Counter[int]:
    """Ask all engines about boards of a variant, half of them grown from a solution."""
    seen: Counter[int] = Counter()
    while seen.total() < boards:
        if seen.total() % 2:
            puzzle = random_puzzle(rng, max_bridges=most, loops=loops, unknown=unknown)
        else:
            rules = {"max_bridges": most, "loops": loops, "unknown": unknown}
            puzzle, _ = solvable_puzzle(rng, max_side=6, max_islands=9, **rules)
        if size(puzzle) > 20_000:
            continue
        found = agree(puzzle)
        assert found == min(2, sum(1 for _ in all_solutions(puzzle))), puzzle
        seen[found] += 1
    return seen


@pytest.mark.parametrize(("most", "loops", "unknown"), VARIANTS)
def test_small_boards(most: int, loops: bool, unknown: float) -> None:
    agree_with_the_oracle(random.Random(f"few {most} {loops} {unknown}"), 5, most, loops, unknown)


@pytest.mark.slow
@pytest.mark.parametrize(("most", "loops", "unknown"), VARIANTS)
def test_many_small_boards(most: int, loops: bool, unknown: float) -> None:
    """130 boards per variant, 2,080 in all."""
    seen = agree_with_the_oracle(random.Random(f"many {most} {loops} {unknown}"), 130, most, loops, unknown)
    # The sample must contain every kind to be worth anything; several solutions are rare if all clues are known.
    assert seen[0] >= 10, seen
    assert seen[1] >= 10, seen
    assert seen[2] >= (10 if loops and unknown else 0), seen


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_larger_boards(seed: int) -> None:
    """40 boards per seed, 200 in all, from 15x15 to 25x25; half of them changed so that most have no solution."""
    rng = random.Random(f"larger {seed}")
    seen: Counter[int] = Counter()
    while seen.total() < 40:
        rules = {"max_bridges": rng.choice((1, 2, 2, 3, 4)), "loops": rng.random() < 0.7}
        rules["unknown"] = rng.choice((0.0, 0.0, 0.1, 0.3))
        puzzle, _ = solvable_puzzle(rng, min_side=15, max_side=25, max_islands=150, **rules)
        if len(puzzle.islands) < 25:
            continue
        seen[agree(spoilt(rng, puzzle) if seen.total() % 2 else puzzle)] += 1
    assert min(seen[found] for found in range(3)) >= 3, seen


def instances(request: pytest.FixtureRequest, islands: int) -> list[hf.Puzzle]:
    """Ten of the instances with this number of islands, spread over their classes."""
    path = request.config.getoption("--coelho")
    if path is None:
        pytest.skip("no --coelho FILE was given")
    found = [record.puzzle for record in hf.iter_load(path) if len(record.puzzle.islands) == islands]
    return found[:: len(found) // 10][:10]


@pytest.mark.parametrize("islands", [100, 200, 300, 400])
def test_first_solutions_of_coelho(request: pytest.FixtureRequest, islands: int) -> None:
    """40 instances; ILP and eager clauses get only those with 100 islands."""
    puzzles = instances(request, islands)
    assert len(puzzles) == 10
    for name, solve in SOLVES.items():
        if name == "dfs" or (name in ("ilp", "sat eager") and islands > 100):
            continue
        for puzzle in puzzles:
            solution = solve(puzzle).solution
            assert solution is not None
            assert hf.check(puzzle, solution) == [], (name, puzzle.id)


# ---- what all engines share besides their answers


@pytest.mark.parametrize("engine", ["native", "sat", "ilp"])
def test_the_protocol(engine: str) -> None:
    made = get_engine(engine)
    puzzle = hf.loads("3x3:232343232")
    result = made.solve(puzzle)
    assert result.status == "solved"
    assert result.stats.seconds > 0
    counted = made.count(puzzle, 5)
    assert (counted.found, counted.exceeded, len(set(counted.witnesses))) == (5, None, 2)
    assert made.count(puzzle, 0).found == 0
    assert made.count(puzzle, None).found == 31
    late = made.count(puzzle, None, time_limit=0)
    assert (late.found, late.witnesses, late.exceeded) == (0, (), "time_limit")
    assert made.solve(puzzle, time_limit=0).status == "unknown"


@pytest.mark.parametrize("engine", ["sat", "ilp"])
def test_public_calls(engine: str) -> None:
    several, one, none = hf.loads("3x3:3a3c3a3"), hf.loads("3x1:2a2"), hf.loads("3x1:1a2")
    answer = hf.uniqueness(several, engine=engine)
    assert (answer.status, len(answer.solutions)) == ("multiple", 2)
    assert answer.differing == (0, 1, 2, 3)
    assert [hf.uniqueness(puzzle, engine=engine).status for puzzle in (one, none)] == ["unique", "none"]
    assert [hf.count_solutions(puzzle, engine=engine) for puzzle in (several, one, none)] == [2, 1, 0]
    assert hf.solve(none, engine=engine).status == "unsolvable"
    assert hf.uniqueness(several, engine=engine, time_limit=0).status == "unknown"
    with pytest.raises(hf.BudgetExceeded, match="time_limit ran out") as caught:
        hf.count_solutions(several, engine=engine, time_limit=0)
    assert (caught.value.found, caught.value.solutions) == (0, ())


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"engine": "fast"}, "engine must be one of 'native', 'sat', 'ilp', not 'fast'"),
        ({"engine": "sat", "encoding": "log"}, "encoding must be one of 'order', 'pb', 'direct', not 'log'"),
        ({"encoding": "pb"}, "encoding='pb' is not an option of engine='native'"),
        ({"engine": "ilp", "encoding": "pb"}, "encoding='pb' is not an option of engine='ilp'"),
        ({"solver": "glucose4"}, "solver='glucose4' is not an option of engine='native'"),
        ({"engine": "ilp", "connectivity": "lazy"}, "connectivity='lazy' is not an option of engine='ilp'"),
        ({"engine": "sat", "search": "dfs"}, "search='dfs' is for engine='native' only, not for engine='sat'"),
        ({"engine": "ilp", "node_limit": 9}, "node_limit=9 is for engine='native' only, not for engine='ilp'"),
        ({"engine": "sat", "time_limit": -1}, "time_limit must be a number of seconds from 0 up or None, not -1"),
    ],
)
def test_what_does_not_go_together(how: dict[str, object], message: str) -> None:
    for call in (hf.solve, hf.count_solutions, hf.uniqueness):
        with pytest.raises(ValueError, match=message):
            call(hf.loads("3x1:2a2"), **how)
