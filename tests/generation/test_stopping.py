"""Where a run stops, compared with a walk over single candidates."""
from __future__ import annotations

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_fast.generation.stopping import MOST_WASTED, NOT_MADE, Walk, walk

# A candidate: "x" could not be made, "." is a duplicate, "N" is new.
CANDIDATES = st.text("x..NN", min_size=1, max_size=60)


def advanced(candidates: str, wanted: int, wasted: int = 0, most: int = MOST_WASTED) -> Walk:
    made = numpy.array([each != "x" for each in candidates])
    new = numpy.array([k for k, each in enumerate(candidates) if each == "N"], dtype=numpy.int64)
    return walk(made, new, wanted, wasted, most)


def walked(candidates: str, wanted: int, wasted: int, most: int) -> tuple[list[int], int, int | None]:
    """Do the same in the slow way."""
    taken: list[int] = []
    for k, each in enumerate(candidates):
        if each == "N":
            taken.append(k)
            wasted = 0
            if len(taken) == wanted:
                return taken, 0, k
            continue
        wasted += NOT_MADE if each == "x" else 1
        if wasted >= most:
            return taken, wasted, k
    return taken, wasted, None


@given(CANDIDATES, st.integers(1, 20), st.integers(0, 149), st.integers(150, 300))
def test_agrees_with_a_walk(candidates: str, wanted: int, wasted: int, most: int) -> None:
    taken, left_over, last = advanced(candidates, wanted, wasted, most)
    assert (taken.tolist(), left_over, last) == walked(candidates, wanted, wasted, most)
    assert taken.typecode == "q"


@given(CANDIDATES, st.integers(1, 20), st.integers(150, 300), st.integers(1, 20))
def test_blocks_cannot_be_seen(candidates: str, wanted: int, most: int, size: int) -> None:
    whole = advanced(candidates, wanted, 0, most)
    taken: list[int] = []
    wasted, last = 0, None
    for first in range(0, len(candidates), size):
        part = advanced(candidates[first : first + size], wanted - len(taken), wasted, most)
        taken += [first + k for k in part.taken.tolist()]
        wasted = part.wasted
        if part.last is not None:
            last = first + part.last
            break
    assert (taken, wasted, last) == (whole.taken.tolist(), whole.wasted, whole.last)


@pytest.mark.parametrize(
    ("candidates", "wanted", "taken", "last"),
    [
        ("N", 1, [0], 0),
        ("N" * 5, 3, [0, 1, 2], 2),
        ("N" + "." * 999 + "N", 2, [0, 1000], 1000),
        ("N" + "." * 1000 + "N", 2, [0], 1000),
        ("." * 999, 1, [], None),
        ("." * 1000, 1, [], 999),
        ("x" * 19 + "N", 1, [19], 19),
        ("x" * 20 + "N", 1, [], 19),
        ("x" * 19 + "." * 49 + "N", 1, [68], 68),
        ("x" * 19 + "." * 50 + "N", 1, [], 68),
        ("NN" + "." * 2000, 2, [0, 1], 1),
    ],
)
def test_by_hand(candidates: str, wanted: int, taken: list[int], last: int | None) -> None:
    found = advanced(candidates, wanted)
    assert (found.taken.tolist(), found.last) == (taken, last)
