"""The answers of searches as values: when they are true, and that they can be pickled and hashed."""
import pickle

import pytest

import hashi_fast as hf

ONE, SEVERAL, NONE = hf.loads("3x1:2a2"), hf.loads("3x3:3a3c3a3"), hf.loads("3x1:1a2")


@pytest.mark.parametrize(
    ("puzzle", "solved", "unique"), [(ONE, True, True), (SEVERAL, True, False), (NONE, False, False)]
)
def test_a_result_is_true_if_it_is_the_good_one(puzzle: hf.Puzzle, solved: bool, unique: bool) -> None:
    assert bool(hf.solve(puzzle)) is solved
    assert bool(hf.uniqueness(puzzle)) is unique


def test_an_unknown_answer_is_not_true() -> None:
    assert not hf.solve(ONE, node_limit=0)
    assert not hf.uniqueness(ONE, node_limit=0)


def test_results_are_values() -> None:
    for result in (hf.solve(ONE), hf.solve(NONE), hf.uniqueness(SEVERAL)):
        again = pickle.loads(pickle.dumps(result))
        assert again == result
        assert hash(again) == hash(result)
        assert result.stats.backtracks == result.stats.conflicts
