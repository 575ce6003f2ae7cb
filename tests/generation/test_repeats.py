"""Repeats: when they become the rule, and what they say about how many puzzles there are. The limits, simulated."""
import random
from pathlib import Path

import numpy
import pytest

from hashi_fast.cli import main
from hashi_fast.generation._form_set import SeenForms
from hashi_fast.generation.repeats import WINDOW, Repeats


@pytest.mark.parametrize("different", [3000, 50_000])
@pytest.mark.parametrize("block", [1, 7, 500, 5000])
def test_repeats_are_told_once_and_tell_how_many_there_are(different: int, block: int) -> None:
    rng = random.Random(1)
    seen: set[int] = set()
    repeats = Repeats()
    told = []
    while len(seen) < 0.9 * different:
        before = len(seen)
        seen.update(rng.randrange(different) for _ in range(block))
        if (estimate := repeats.add(block, len(seen) - before)) is not None:
            told.append((len(seen), estimate))
    ((found, estimate),) = told
    assert different / 2 - 2 * block <= found <= different / 2 + WINDOW + 2 * block
    assert estimate == pytest.approx(different, rel=0.25)


def test_generate_warns_when_repeats_become_the_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = ("--size", "5x5", "--islands", "4-7", "--difficulty", "easy", "--seed", "1")
    path = str(tmp_path / "few.jsonl")
    assert main(["generate", "100000", *few, "--out", path, "-q"]) == 3
    said = capsys.readouterr().err
    (warning,) = [line for line in said.splitlines() if "more than half" in line]
    assert warning.startswith("hashi-fast: more than half of the latest puzzles of Spec(5, 5, ")
    assert "equal earlier ones; there seem to be about " in warning
    assert main(["generate", "2000", "--size", "7x7", "--difficulty", "easy", "--seed", "1", "-q"]) == 0
    assert "more than half" not in capsys.readouterr().err


# The arithmetic of docs/limits.md


def repeats_among(n: int, different: int, seed: int) -> int:
    draws = numpy.random.default_rng(seed).integers(1, different + 1, n).astype(numpy.uint64)
    # Spread over all 64 bits, since a form is its own hash.
    return n - int(SeenForms().add_many(draws * numpy.uint64(0x9E3779B97F4A7C15)).sum())


def test_repeats_grow_with_the_square() -> None:
    """n puzzles out of N bring about n * n / 2 N repeats; from those, N can be told."""
    for n, different in ((300_000, 10_000_000), (1_000_000, 30_000_000)):
        repeats = numpy.mean([repeats_among(n, different, seed) for seed in range(3)])
        assert repeats == pytest.approx(n * n / (2 * different), rel=0.05)
        assert n * n / (2 * repeats) == pytest.approx(different, rel=0.05)
    assert pytest.approx(8.2e7, rel=0.01) == 1_000_000**2 / (2 * 6_104)


def test_false_duplicates_by_forms_of_fewer_bits() -> None:
    """n forms of b bits lose about n * n / 2**(b + 1) puzzles: at 64 bits, 10**10 puzzles lose 2.7."""
    n, bits = 50_000, 28
    rng = numpy.random.default_rng(1)
    lost = [n - len(numpy.unique(rng.integers(0, 1 << bits, n))) for _ in range(40)]
    assert numpy.mean(lost) == pytest.approx(n * n / 2 ** (bits + 1), rel=0.2)
    assert pytest.approx(2.71, rel=0.01) == (10**10) ** 2 / 2**65


def test_what_the_table_of_forms_can_hold() -> None:
    most_places = 0x7FFFFFFF
    assert 0.85 * most_places == pytest.approx(1.825e9, rel=0.001)
    seen = SeenForms()
    # Over all 64 bits, as forms are: the table goes by the highest ones.
    forms = numpy.random.default_rng(1).integers(1, 2**64, 1_000_000, dtype=numpy.uint64)
    assert seen.add_many(forms).all()
    assert seen.__sizeof__() / len(seen) < 24
