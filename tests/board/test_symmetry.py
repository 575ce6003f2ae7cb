"""Canonical forms of the kernels, compared with a slow and obvious version."""
import random
import struct

import pytest
from boards import puzzles
from hypothesis import given
from stress import memory_failures

import hashi_fast as hf
from hashi_fast.board._symmetry import canonical_form


def slow_form(puzzle: hf.Puzzle) -> tuple[bytes, int]:
    """Return the least of all eight puzzles as bytes, and the first transform that makes it."""

    def value(turned: hf.Puzzle) -> tuple[object, ...]:
        targets = [(row, col, 0 if target is None else target + 1) for row, col, target in turned.islands]
        return turned.width, turned.height, targets

    values = [value(puzzle.transformed(k)) for k in range(8)]
    width, height, targets = least = min(values)
    cells = [32 * (row * width + col) + target for row, col, target in targets]
    head = struct.pack(">HHBB", width, height, puzzle.max_bridges, puzzle.loops)
    return head + struct.pack(f">{len(cells)}I", *cells), values.index(least)


@given(puzzles())
def test_agrees_with_the_slow_version(puzzle: hf.Puzzle) -> None:
    assert canonical_form(puzzle) == slow_form(puzzle)
    assert puzzle.canonical() == puzzle.transformed(slow_form(puzzle)[1])


@pytest.mark.parametrize("size", [(40, 40), (30, 50), (10_000, 10_000), (1, 10_000), (10_000, 9_999)])
def test_many_islands_and_large_boards(size: tuple[int, int]) -> None:
    rng = random.Random(str(size))
    width, height = size
    cells = {(rng.randrange(height), rng.randrange(width)) for _ in range(300)}
    cells |= {(height - 1, width - 1), (0, 0)}
    islands = [(*cell, rng.choice((None, 1, 16))) for cell in cells]
    puzzle = hf.Puzzle(width, height, islands, max_bridges=4, loops=False)
    assert canonical_form(puzzle) == slow_form(puzzle)


def test_boards_that_are_their_own_image_take_the_first_transform() -> None:
    assert canonical_form(hf.loads("3x3:3a3c3a3"))[1] == 0
    assert canonical_form(hf.Puzzle(1, 1, [(0, 0, 0)]))[1] == 0


def test_rules_tell_forms_apart() -> None:
    islands = [(0, 0, 2), (0, 2, 2)]
    forms = {canonical_form(hf.Puzzle(3, 1, islands, max_bridges=most, loops=loops))[0]
             for most in (1, 2, 3, 4) for loops in (False, True)}  # fmt: skip
    assert len(forms) == 8


def test_out_of_memory_is_an_exception() -> None:
    puzzle = hf.loads("3x1:2a2")
    assert memory_failures(lambda: canonical_form(puzzle), [0, 1]) == 1
