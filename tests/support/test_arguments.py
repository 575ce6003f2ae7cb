"""Whole-number arguments: every function that takes one rejects the same values with the same message."""
from collections.abc import Callable

import numpy
import pytest

import hashi_fast as hf
from hashi_fast.support.arguments import (
    bool_argument,
    check_budget,
    check_limit,
    optional_whole,
    whole_argument,
    whole_number,
    whole_numbers_in_words,
)

PAIR = hf.Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])
NO_WHOLE_NUMBERS = [True, False, numpy.True_, numpy.array(False), 1.0, "1", None, [1], numpy.array([1, 2]), 1j]


class Seven:
    def __index__(self) -> int:
        return 7


@pytest.mark.parametrize("value", [7, numpy.int8(7), numpy.uint64(7), numpy.array(7), Seven()])
def test_whole_numbers_of_any_type_become_plain(value: object) -> None:
    for number in (whole_number(value), whole_argument("x", value, 0, 7), optional_whole("x", value, 7)):
        assert type(number) is int
        assert number == 7


@pytest.mark.parametrize("value", NO_WHOLE_NUMBERS)
def test_what_is_no_whole_number(value: object) -> None:
    with pytest.raises(TypeError, match="expected a whole number, not "):
        whole_number(value)
    with pytest.raises(TypeError, match="x must be a whole number from 1 to 4, not "):
        whole_argument("x", value, 1, 4)
    with pytest.raises(hf.InvalidPuzzle, match="x must be a whole number, not "):
        whole_argument("x", value, error=hf.InvalidPuzzle)


def test_ranges_and_what_is_said_of_them() -> None:
    assert [whole_argument("x", value, -2, 3) for value in (-2, 3)] == [-2, 3]
    for value in (-3, 4):
        with pytest.raises(ValueError, match=f"^x must be a whole number from -2 to 3, not {value}$"):
            whole_argument("x", value, -2, 3)
    with pytest.raises(ValueError, match=r"^x must be a whole number from 0 up or None, not a whole .* of 16610 bits$"):
        optional_whole("x", -(10**5000), 0)
    assert optional_whole("x", None) is None
    assert whole_argument("x", -(10**5000)) == -(10**5000)
    assert whole_numbers_in_words(None, None) == "a whole number"
    assert whole_numbers_in_words(1, 2**40) == "a whole number from 1 to 1,099,511,627,776"
    assert whole_numbers_in_words(0, 2**64 - 1) == "a whole number from 0 to 2**64 - 1"


def test_an_error_has_no_other_behind_it() -> None:
    with pytest.raises(TypeError) as caught:
        whole_argument("x", "1")
    assert caught.value.__suppress_context__


@pytest.mark.parametrize("value", [True, False, numpy.True_, numpy.array(False)])
def test_true_and_false_become_plain(value: object) -> None:
    assert bool_argument("x", value) is bool(value)


@pytest.mark.parametrize("value", [0, 1, None, "", numpy.int8(1), numpy.array([True])])
def test_what_is_neither_true_nor_false(value: object) -> None:
    with pytest.raises(ValueError, match="x must be True or False, not "):
        bool_argument("x", value)


def test_limits() -> None:
    check_budget(None, None)
    check_budget(0, 0)
    check_budget(numpy.float32(1.5), 2**63 - 1)
    assert check_limit(None) is None
    assert check_limit(10**100) == 2**63 - 1
    with pytest.raises(ValueError, match="limit must be a whole number from 1 up or None, not 0"):
        check_limit(0, least=1)
    for seconds in (True, numpy.True_, "1", [1]):
        with pytest.raises(TypeError, match="time_limit must be a number of seconds or None, not "):
            check_budget(seconds, None)
    for seconds in (-1, float("nan"), 10**400):
        with pytest.raises(ValueError, match="time_limit must be a number of seconds from 0 up or None, not "):
            check_budget(seconds, None)


# One call per name of a whole-number argument of the public functions.
TAKERS: dict[str, Callable[[object], object]] = {
    "width": lambda value: hf.Puzzle(value, 1, [(0, 0, 0)]),
    "max_bridges": lambda value: hf.Puzzle(1, 1, [(0, 0, 0)], max_bridges=value),
    "k": PAIR.transformed,
    "node_limit": lambda value: hf.solve(PAIR, node_limit=value),
    "limit": lambda value: hf.count_solutions(PAIR, limit=value),
    "threads": lambda value: hf.solve_batch(hf.PuzzleBatch.from_puzzles([PAIR]), threads=value),
    "seed": lambda value: hf.generate(7, 7, seed=value),
    "index": lambda value: hf.generate(7, 7, seed=1, index=value),
    "height": lambda value: hf.Spec(7, value),
    "count": lambda value: hf.produce(value, hf.Spec(7, 7), seed=1),
    "start": lambda value: hf.produce(1, hf.Spec(7, 7), seed=1, start=value),
    "workers": lambda value: hf.produce(1, hf.Spec(7, 7), seed=1, workers=value),
    "max_changes": lambda value: hf.make_unique(PAIR, max_changes=value),
}


@pytest.mark.parametrize("name", TAKERS)
@pytest.mark.parametrize("value", [True, numpy.True_, 1.0, "1", -1, -(10**4000)])
def test_all_who_take_whole_numbers_refuse_the_same(name: str, value: object) -> None:
    with pytest.raises((TypeError, ValueError), match=rf"^{name} must be a whole number from .*, not "):
        TAKERS[name](value)


@pytest.mark.parametrize("name", TAKERS)
def test_all_who_take_whole_numbers_take_those_of_numpy(name: str) -> None:
    TAKERS[name](numpy.int64(3))
