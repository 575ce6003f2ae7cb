"""Questions about solutions within bounds: the answers agree with the oracle, in every gear."""
import random

import pytest
from boards import random_puzzle, solvable_puzzle
from oracle import all_solutions, size, visible_pairs

import hashi_fast as hf
from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.questions import Questions, irreducible, nearest_solutions
from hashi_fast.search._boundary import MODES, Run


@pytest.mark.parametrize("search", MODES)
def test_bounds_before_the_first_solution(search: str) -> None:
    rng = random.Random(1)
    asked = 0
    while asked < 200:
        puzzle = random_puzzle(rng) if rng.random() < 0.3 else solvable_puzzle(rng, max_islands=8)[0]
        if size(puzzle) > 3000:
            continue
        pairs = visible_pairs(puzzle)
        solutions = [{bridge[:4]: bridge[4] for bridge in found} for found in all_solutions(puzzle)]
        counts = {tuple(solution.get(pair, 0) for pair in pairs) for solution in solutions}
        run = Run(puzzle.topology, None, None, search)
        for edge in range(len(pairs)):
            if rng.random() < 0.4:
                least = rng.randint(0, puzzle.max_bridges)
                run.require(edge, least)
                counts = {found for found in counts if found[edge] >= least}
            if rng.random() < 0.4:
                most = rng.randint(0, puzzle.max_bridges)
                run.allow(edge, most)
                counts = {found for found in counts if found[edge] <= most}
        assert {tuple(found) for found in iter(run.next, None)} == counts, puzzle
        asked += 1


def test_irreducible_sets() -> None:
    rng = random.Random(2)
    for _ in range(200):
        units = list(range(rng.randint(1, 12)))
        rng.shuffle(units)
        causes = [set(rng.sample(units, rng.randint(0, len(units)))) for _ in range(rng.randint(1, 4))]
        asked = 0

        def fails(some: list[int], causes: list[set[int]] = causes) -> bool:
            nonlocal asked
            asked += 1
            return any(cause <= set(some) for cause in causes)

        kept = irreducible(units, fails)
        assert len(set(kept)) == len(kept)
        assert asked <= (len(kept) + 1) * 6
        assert fails(kept)
        assert not any(fails([other for other in kept if other != unit]) for unit in kept)
        # Early ones are kept: dropping from the end gives the same.
        left = list(units)
        for unit in reversed(units):
            if fails([other for other in left if other != unit]):
                left.remove(unit)
        assert set(left) == set(kept)


def test_nearest_solutions_keep_to_the_bounds() -> None:
    puzzle = hf.loads("5x5:2a3a2e3a4a3e2a3a2")
    questions = Questions(puzzle, Budget(None, None))
    least = {0: 1, 3: 1}
    one, other = questions.solutions(2, least)
    nearest = nearest_solutions(questions, one, other, least)
    for counts in nearest:
        assert all(counts[edge] >= count for edge, count in least.items())
        assert not hf.check(puzzle, hf.Solution(puzzle, counts))
    assert sum(x != y for x, y in zip(*nearest, strict=True)) == 4


def test_a_budget_is_shared() -> None:
    puzzle = hf.loads("5x5:2a3a2e3a4a3e2a3a2")
    budget = Budget(None, 12)
    questions = Questions(puzzle, budget)
    with pytest.raises(hf.BudgetExceeded, match="node_limit ran out after 12 nodes"):
        list(iter(lambda: questions.solutions(1), None))
    assert budget.is_spent
    with pytest.raises(ValueError, match="node_limit"):
        Budget(None, -1)
