"""Ratings of batches: the same as one by one, on any number of threads, also when budgets or memory run out."""
from __future__ import annotations

import numpy
import pytest
from boards import sample
from ladder import BOARDS
from stress import at_once, memory_failures

import hashi_fast as hf

SEARCH = BOARDS["search"]


def test_agrees_with_single_calls_on_any_number_of_threads() -> None:
    puzzles = [*sample(300, 1), *BOARDS.values()]
    expected = [hf.rate(puzzle) for puzzle in puzzles]
    assert {rating.status for rating in expected} == {"rated", "multiple", "none"}
    for threads in (1, 2, 5):
        result = hf.rate_batch(hf.PuzzleBatch.from_puzzles(puzzles), threads)
        assert list(result.ratings()) == expected
        assert (result.steps == result.counts.sum(axis=1)).all()
        rated = result.status == hf.Status.ONE
        assert ((result.difficulty >= 0) == rated).all()
        assert ((result.score >= 0) == rated).all()
        assert (result.score[~rated] == -1).all()
        assert (result.difficulty[~rated] == -1).all()
        assert list(result.ratings(3, 7)) == expected[3:7]


def test_result_types() -> None:
    result = hf.rate_batch(hf.PuzzleBatch.from_puzzles([SEARCH]))
    assert [array.dtype.name for array in result] == [
        "int8", "int8", "float64", "int8", "int64", "int64", "int32", "float64",
    ]
    assert result.counts.shape == (1, 16)


def test_an_empty_batch() -> None:
    result = hf.rate_batch(hf.PuzzleBatch.from_puzzles([]))
    assert [len(array) for array in result] == [0] * 8
    assert list(result.ratings()) == []


def test_budgets_are_for_each_puzzle() -> None:
    easy = BOARDS["full island"]
    vast = hf.Puzzle(150, 150, [(row, col, None) for row in range(150) for col in range(150)])
    for hard, limits in ((SEARCH, {"node_limit": 3}), (vast, {"time_limit": 0.05})):
        puzzles = [easy, hard, easy, hard, easy]
        result = hf.rate_batch(hf.PuzzleBatch.from_puzzles(puzzles), threads=2, **limits)
        assert result.status.tolist() == [1, 3, 1, 3, 1]
        assert result.difficulty.tolist() == [0, -1, 0, -1, 0]
        assert [rating.status for rating in result.ratings()] == ["rated", "unknown", "rated", "unknown", "rated"]


def test_node_limits_do_not_depend_on_threads() -> None:
    batch = hf.PuzzleBatch.from_puzzles([*sample(100, 2), *[SEARCH.transformed(k) for k in range(8)]])
    for node_limit in (0, 3, 20):
        results = [hf.rate_batch(batch, threads, node_limit=node_limit) for threads in (1, 2, 5)]
        for other in results[1:]:
            for mine, theirs in zip(results[0], other, strict=True):
                assert numpy.array_equal(mine, theirs)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"threads": 0}, "threads"),
        ({"threads": 1.5}, "threads"),
        ({"node_limit": -1}, "node_limit"),
        ({"time_limit": float("nan")}, "time_limit"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        hf.rate_batch(hf.PuzzleBatch.from_puzzles([SEARCH]), **arguments)


def test_eight_threads_on_one_puzzle_and_one_batch() -> None:
    batch = hf.PuzzleBatch.from_puzzles([*sample(60, 3), SEARCH])
    expected = hf.rate_batch(batch, 1)
    path = hf.rate(SEARCH, path=True)

    def hammer() -> None:
        for _ in range(5):
            assert hf.rate(SEARCH, path=True) == path
            result = hf.rate_batch(batch, 2)
            assert all(numpy.array_equal(a, b) for a, b in zip(result, expected, strict=True))

    at_once(hammer)


def test_out_of_memory_is_an_exception() -> None:
    puzzles = [*sample(20, 4), SEARCH]
    expected = [hf.rate(puzzle) for puzzle in puzzles]
    path = hf.rate(SEARCH, path=True)
    batch = hf.PuzzleBatch.from_puzzles(puzzles)
    assert memory_failures(lambda: hf.rate_batch(batch, 1), range(60)) > 10
    assert list(hf.rate_batch(batch, 1).ratings()) == expected
    SEARCH.topology  # noqa: B018  # built, so that what fails below is the rating

    def rate_again() -> None:
        assert hf.rate(SEARCH, path=True) == path

    assert 5 < memory_failures(rate_again, range(60)) < 60
