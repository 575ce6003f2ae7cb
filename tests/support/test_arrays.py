"""Tuples of arrays are equal if all their arrays are."""
from typing import Any, NamedTuple

import numpy
import pytest

from hashi_fast.support.arrays import same_arrays


class Two(NamedTuple):
    one: Any
    other: Any


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (Two(numpy.arange(3), numpy.array([1.5, numpy.nan])), True),
        (Two(numpy.arange(4), numpy.array([1.5, numpy.nan])), False),
        (Two(numpy.arange(3), numpy.array([1.5, 2.0])), False),
        (Two(numpy.arange(3)[::-1], numpy.array([1.5, numpy.nan])), False),
        ((numpy.arange(3), numpy.array([1.5, numpy.nan])), False),
        (None, False),
    ],
)
def test_same_arrays(other: object, same: bool) -> None:
    assert same_arrays(Two(numpy.arange(3), numpy.array([1.5, numpy.nan])), other) is same
