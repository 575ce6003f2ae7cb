"""Deduction is sound, complete and the same however a board is turned; ratings are right."""
from __future__ import annotations

import pickle
import random
from collections.abc import Iterable, Iterator

import paths
import pytest
from boards import random_puzzle, solvable_puzzle
from ladder import BOARDS
from oracle import all_solutions, size

import hashi_fast as hf
from hashi_fast.deduction._boundary import Path as Deduction
from hashi_fast.deduction.techniques import NAMES

TATHAM = paths.BOARDS
RULES = [(most, loops) for most in (1, 2, 3, 4) for loops in (True, False)]
SEARCH = BOARDS["search"]
# More islands than can be searched in a minute, with all clues hidden.
VAST = hf.Puzzle(150, 150, [(row, col, None) for row in range(150) for col in range(150)])


def boards(seed: int, count: int, **rules: object) -> list[hf.Puzzle]:
    """Return boards, most of them solvable, of all rule variants unless `rules` says otherwise."""
    rng = random.Random(seed)
    return [
        solvable_puzzle(rng, **rules)[0] if rng.random() < 0.8 else random_puzzle(rng, **rules) for _ in range(count)
    ]


def check_path(puzzle: hf.Puzzle, solutions: Iterable[Iterable[int]]) -> hf.Rating:
    """Check the verdict and every conclusion against solutions (all, or at least two)."""
    counts = [list(map(int, solution)) for solution in solutions]
    rating = hf.rate(puzzle, path=True)
    assert rating.status == {0: "none", 1: "rated"}.get(len(counts), "multiple"), puzzle
    assert rating.path is not None
    assert rating.steps == len(rating.path) == sum(rating.counts.values())
    for step in rating.path:
        assert step.conclusions
        for edge, least, most in step.conclusions:
            assert all(least <= solution[edge] <= most for solution in counts), (puzzle, step)
    if rating.status == "rated":
        decided = {c.edge: c.least for step in rating.path for c in step.conclusions if c.least == c.most}
        assert all(counts[0][edge] == count for edge, count in decided.items())
    else:
        assert (rating.difficulty, rating.score, rating.hardest) == (None, None, None)
    return rating


def solutions(puzzle: hf.Puzzle, limit: int = 100) -> Iterator[bytes]:
    return (bytes(map(int, solution.counts)) for solution in hf.enumerate_solutions(puzzle, limit))


def oracle_solutions(puzzle: hf.Puzzle) -> list[list[int]]:
    return [hf.Solution.from_bridges(puzzle, bridges).counts for bridges in all_solutions(puzzle)]


@pytest.mark.parametrize(("most", "loops"), RULES)
def test_every_step_is_sound(most: int, loops: bool) -> None:
    for puzzle in boards(10 * most + loops, 150, max_bridges=most, loops=loops):
        check_path(puzzle, solutions(puzzle))


def test_every_step_is_sound_on_larger_boards() -> None:
    for puzzle in boards(1, 250, max_side=12, max_islands=45):
        check_path(puzzle, solutions(puzzle, 20))
    for side in (15, 25):
        for puzzle in hf.PuzzleBatch.from_jsonl(TATHAM / f"tatham_{side}.jsonl"):
            if int(str(puzzle.id)[-3:]) < 25:
                check_path(puzzle, solutions(puzzle, 2))


def test_steps_do_not_depend_on_places_in_words() -> None:
    """Sets of islands are words of 64 bits: boards around that size give the same rating however they are turned."""
    met = set()
    for index in range(30):
        made = hf.generate(14, 14, seed=31, index=index, difficulty="hard", islands=(62, 67))
        turned = hf.Puzzle(14, 14, [(col, row, target) for row, col, target in made.puzzle.islands])
        met.add(len(made.puzzle.islands))
        assert hf.rate(turned) == hf.rate(made.puzzle) == made.rating
    assert {63, 64, 65} <= met


def test_every_step_agrees_with_the_oracle() -> None:
    """The oracle lists all solutions and shares no code with the kernels."""
    several = 0
    for puzzle in boards(2, 500):
        if size(puzzle) <= 3000:
            several += check_path(puzzle, oracle_solutions(puzzle)).status == "multiple"
    assert several > 50


@pytest.mark.slow
@pytest.mark.parametrize(("most", "loops"), RULES)
def test_every_step_is_sound_on_thousands_of_boards(most: int, loops: bool) -> None:
    unique = 0
    for puzzle in boards(100 * most + loops, 1500, max_bridges=most, loops=loops):
        unique += check_path(puzzle, solutions(puzzle)).status == "rated"
    for puzzle in boards(100 * most + loops + 50, 600, max_bridges=most, loops=loops, max_side=12, max_islands=45):
        unique += check_path(puzzle, solutions(puzzle, 50)).status == "rated"
    assert unique > 600


@pytest.mark.slow
def test_every_step_is_sound_on_all_of_tathams_boards() -> None:
    for side in (7, 10, 15, 25, 40):
        for puzzle in hf.PuzzleBatch.from_jsonl(TATHAM / f"tatham_{side}.jsonl"):
            assert check_path(puzzle, solutions(puzzle, 2)).status == "rated"


@pytest.mark.parametrize("name", BOARDS)
def test_every_technique_is_sound_on_its_board(name: str) -> None:
    assert name in check_path(BOARDS[name], solutions(BOARDS[name], 2)).counts


def test_boards_at_the_edge_of_being_one() -> None:
    lone = [hf.rate(hf.Puzzle(3, 3, [(1, 1, target)])) for target in (0, None, 3)]
    assert [rating.status for rating in lone] == ["rated", "rated", "none"]
    assert lone[0] == hf.Rating("rated", "easy", 0.0, 0, 0, None, {}, 0.0)
    out_of_sight = hf.Puzzle(2, 2, [(0, 0, None), (1, 1, None)])
    two_pairs = hf.Puzzle(4, 3, [(0, 0, None), (0, 2, None), (2, 1, None), (2, 3, None)])
    beside = hf.Puzzle(2, 1, [(0, 0, 2), (0, 1, 2)])
    assert [hf.rate(p).status for p in (out_of_sight, two_pairs, beside)] == ["none", "none", "rated"]


def test_bridges_that_one_round_lays_across_each_other() -> None:
    crossing = hf.Puzzle(4, 3, [(0, 0, 4), (0, 1, None), (1, 0, 4), (1, 3, 2), (2, 1, 1)])
    assert hf.rate(crossing).status == "none"


def test_a_rating_is_the_same_for_all_symmetries() -> None:
    for puzzle in [*boards(3, 60), *boards(4, 40, max_side=10, max_islands=30), *BOARDS.values()]:
        one = hf.rate(puzzle)
        for k in range(1, 8):
            other = hf.rate(puzzle.transformed(k))
            assert other.status == one.status
            if one.status == "rated":
                assert other == one


def test_stuck_states_keep_every_solution() -> None:
    for puzzle in boards(5, 250):
        counts = list(solutions(puzzle))
        for n_rungs in (1, 4, 8, 12, len(NAMES) - 1):
            path = Deduction(puzzle.topology)
            if path.run(n_rungs) == "none":
                assert not counts
                continue
            least, most = path.bounds
            for solution in counts:
                assert all(a <= x <= b for a, x, b in zip(least, solution, most, strict=True))


def test_ratings_pickle() -> None:
    for puzzle in (BOARDS["starvation"], BOARDS["search"]):
        rating = hf.rate(puzzle, path=True)
        assert rating.path
        assert pickle.loads(pickle.dumps(rating)) == rating


def test_the_path_is_not_in_the_dict() -> None:
    fields = hf.rate(SEARCH, path=True).to_dict()
    assert fields == hf.rate(SEARCH).to_dict()
    assert set(fields) == set(hf.Rating._fields) - {"path"}


def test_budgets() -> None:
    full = hf.rate(SEARCH)
    for node_limit in (0, 1, 5):
        rating = hf.rate(SEARCH, node_limit=node_limit, path=True)
        assert (rating.status, rating.difficulty, rating.score, rating.hardest) == ("unknown", None, None, None)
        # It went as far as possible without the search.
        assert rating.counts == {name: count for name, count in full.counts.items() if name != "search"}
    assert hf.rate(SEARCH, node_limit=10_000) == full
    # Without a search there is nothing to limit.
    assert hf.rate(BOARDS["case split"], node_limit=0) == hf.rate(BOARDS["case split"])
    assert hf.rate(VAST, time_limit=0.05).status == "unknown"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"node_limit": -1}, "node_limit"), ({"time_limit": float("nan")}, "time_limit"), ({"node_limit": True}, "whole")],
)
def test_bad_budgets(arguments: dict[str, object], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        hf.rate(SEARCH, **arguments)


def test_long_paths_are_not_told_in_squares() -> None:
    """Every edge of a chain is the only way out of thousands of islands; a step lists only a small number of them."""
    chain = hf.Puzzle(8001, 1, [(0, 2 * i, None) for i in range(4001)], max_bridges=1)
    rating = hf.rate(chain, path=True)
    assert rating.counts == {"limited neighbours": 2, "only way out": 3998}
    assert rating.path is not None
    assert max(len(step.islands) for step in rating.path) == 256
