"""The set of forms compared with a Python set, its memory, and forms compared with `Puzzle.canonical`."""
import random
from sys import getsizeof

import numpy
import pytest
from boards import random_puzzle

import hashi_fast as hf
from hashi_fast._testing import fail_after
from hashi_fast.generation._form_set import SeenForms, forms_of


def forms(values: list[int]) -> numpy.ndarray:
    return numpy.array(values, dtype=numpy.uint64)


def test_agrees_with_a_set() -> None:
    rng = random.Random(1)
    # Few values, so that many repeat. 0 marks a free place. The upper half gives the place, so crowd one place.
    pool = [0, 1, 2**64 - 1, *(rng.getrandbits(64) for _ in range(3000)), *(7 << 40 | i for i in range(3000))]
    seen, expected = SeenForms(), set()
    for _ in range(60):
        batch = rng.choices(pool, k=rng.randrange(400))
        new = seen.add_many(forms(batch)).tolist()
        for value, is_new in zip(batch, new, strict=True):
            assert is_new == (value not in expected)
            expected.add(value)
        assert len(seen) == len(expected)


def test_takes_at_most_24_bytes_per_form_at_any_time() -> None:
    rng = numpy.random.default_rng(1)
    seen = SeenForms()
    size, grown = getsizeof(seen), 0
    for batch in rng.integers(0, 2**64, (3000, 100), dtype=numpy.uint64, endpoint=False):
        seen.add_many(batch)
        if getsizeof(seen) != size:  # while it grows, both tables exist
            grown += 1
            assert size + getsizeof(seen) <= max(24 * len(seen), 24 * 1024)
        size = getsizeof(seen)
    assert size <= 14.2 * len(seen)
    assert grown > 10


def test_out_of_memory_loses_nothing() -> None:
    seen = SeenForms()
    values = forms(list(range(1 << 40, (1 << 40) + 5000)))
    fail_after(0)
    try:
        with pytest.raises(MemoryError, match="no memory for more than the 870 forms"):
            seen.add_many(values)
    finally:
        fail_after(-1)
    assert len(seen) == 870
    assert seen.add_many(values).sum() == 5000 - 870


def test_forms_are_those_of_canonical_puzzles() -> None:
    rng = random.Random(2)
    puzzles = [random_puzzle(rng, max_side=4, max_islands=3) for _ in range(400)]
    turned = [puzzle.transformed(rng.randrange(8)) for puzzle in puzzles]
    found = forms_of(hf.PuzzleBatch.from_puzzles(puzzles).boards)
    assert found.tolist() == forms_of(hf.PuzzleBatch.from_puzzles(turned).boards).tolist()
    by_form: dict[int, hf.Puzzle] = {}
    for puzzle, form in zip(puzzles, found.tolist(), strict=True):
        assert by_form.setdefault(form, puzzle.canonical()) == puzzle.canonical()
    assert len(by_form) == len({puzzle.canonical() for puzzle in puzzles})
