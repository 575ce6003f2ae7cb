"""Puzzles of earlier releases are not made again, however they are turned, and everything else stays as it was."""
from collections.abc import Callable
from pathlib import Path

import pytest

import hashi_fast as hf
from hashi_fast.cli import main
from hashi_fast.generation import production
from hashi_fast.generation.excluded import Excluded

EASY = hf.Spec(7, 7, difficulty="easy")
TINY = hf.Spec(3, 3)


def indexes(count: int, spec: hf.Spec = EASY, **how: object) -> list[int]:
    return [made.index for made in hf.produce(count, spec, seed=1, **how)]  # type: ignore[arg-type]


def test_excluded_puzzles_are_left_out_however_they_are_turned(tmp_path: Path) -> None:
    made = list(hf.produce(12, EASY, seed=1))
    unwanted = [made[k].puzzle.transformed(k) for k in (0, 3, 7)]
    expected = [each.index for each in made if each not in (made[0], made[3], made[7])]
    assert indexes(9, exclude=unwanted) == expected
    assert indexes(9, exclude=[made[0], made[3].record(), hf.PuzzleBatch.from_puzzles(unwanted[2:])[0]]) == expected
    assert indexes(9, exclude=hf.PuzzleBatch.from_puzzles(unwanted)) == expected
    one, other = tmp_path / "one.jsonl.gz", tmp_path / "other.txt"
    hf.dump(unwanted[:2], one)
    other.write_text(hf.dumps(unwanted[2], "tatham"))
    assert indexes(9, exclude=[str(one), other]) == expected
    assert indexes(1, exclude=other) == [0]
    assert indexes(3, exclude=made[1]) == [0, 2, 3]


def test_a_second_release_with_the_same_seed_walks_over_the_first() -> None:
    first = list(hf.produce(1500, EASY, seed=1))
    second = list(hf.produce(5, EASY, seed=1, exclude=first))
    longer = list(hf.produce(1505, EASY, seed=1))
    assert second == longer[1500:]
    assert second == list(hf.produce(5, EASY, seed=1, exclude=first, workers=1))


def test_a_kind_that_is_used_up_ends_the_run() -> None:
    everything: list[hf.RatedPuzzle] = []
    with pytest.raises(hf.TargetNotReached):
        everything.extend(hf.produce(10**6, TINY, seed=1))
    with pytest.raises(hf.TargetNotReached, match="was a duplicate"):
        next(hf.produce(1, TINY, seed=1, exclude=everything))


@pytest.mark.parametrize("first", [1, 7])
def test_the_size_of_blocks_cannot_be_seen(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    unwanted = [made for made in hf.produce(40, EASY, seed=1) if made.index % 3]
    expected = indexes(20, exclude=unwanted)
    monkeypatch.setattr(production, "_FIRST_BLOCK", first)
    monkeypatch.setattr(production, "_MOST_BLOCK", first)
    assert indexes(20, exclude=unwanted) == expected


def test_anything_else_is_refused(tmp_path: Path) -> None:
    for wrong in (5, [5], b"x.jsonl", None):
        with pytest.raises(TypeError, match="exclude must be puzzles"):
            hf.produce(1, EASY, seed=1, exclude=wrong)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        hf.produce(1, EASY, seed=1, exclude=tmp_path / "none.jsonl")
    assert len(Excluded()) == 0


Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def generate(capsys: pytest.CaptureFixture[str]) -> Command:
    """Return a function that runs the command in this process and returns its exit code and what it wrote."""

    def run(*words: object) -> tuple[int, str, str]:
        return main(["generate", "--seed", "1", *map(str, words)]), *capsys.readouterr()

    return run


def test_the_command_excludes_files_and_resumes(tmp_path: Path, generate: Command) -> None:
    shipped, two, out = tmp_path / "shipped.jsonl", tmp_path / "two.task", tmp_path / "new.jsonl"
    hf.dump([made for made in hf.produce(1200, EASY, seed=1) if made.index not in (3, 4, 5)], shipped)
    hf.dump(hf.produce(1, EASY, seed=1, start=4), two)
    what = ("60", "--size", "7x7", "--difficulty", "easy", "--quiet", "--out", out)
    how = (*what, "--exclude", shipped, "--exclude", two)
    assert generate(*how) == (0, "", "")
    made = out.read_bytes()
    found = [record.extra["index"] for record in hf.load(out)]
    assert found[:3] == [3, 5, 1200]
    lines = made.splitlines(keepends=True)
    for kept in (b"".join(lines[:2]), b"".join(lines[:3]) + lines[3][:30]):
        out.write_bytes(kept)
        assert generate("--resume", *how)[0] == 0
        assert out.read_bytes() == made
    out.write_bytes(b"".join(lines[:40]))
    code, _, said = generate("--resume", *what)
    assert (code, "expected at most" in said) == (2, True)
    code, _, said = generate("--resume", *how, "--exclude", tmp_path / "new.jsonl")
    assert (code, "line 1: the puzzle is one of those that are excluded" in said) == (2, True)
    code, _, said = generate("--resume", *what, "--exclude", shipped)
    assert (code, "the puzzle of index 4 is missing" in said) == (2, True)


def test_techniques_and_files_share_an_option(tmp_path: Path, generate: Command) -> None:
    shipped = tmp_path / "shipped.jsonl"
    hf.dump(hf.produce(3, EASY, seed=1), shipped)
    code, out, _ = generate("5", "--size", "7x7", "--exclude", "parity", "--exclude", shipped)
    assert (code, len(out.splitlines())) == (0, 5)
    code, out, _ = generate("--kinds", "7x7 easy 2", "--exclude", shipped)
    assert [line.partition('"index": ')[2][0] for line in out.splitlines()] == ["3", "4"]
    code, _, said = generate("--kinds", "7x7 easy 2", "--exclude", "parity")
    assert (code, "expected no --exclude" in said) == (2, True)
    code, out, _ = generate("1", "--size", "5x5", "--exclude", "case-split")
    assert (code, len(out.splitlines())) == (0, 1)
    code, _, said = generate("5", "--size", "7x7", "--exclude", "none.jsonl")
    assert (code, "--exclude none.jsonl: there is no such file" in said) == (2, True)
    shipped.write_text("nonsense")
    code, _, said = generate("5", "--size", "7x7", "--exclude", shipped)
    assert (code, f"--exclude {shipped}" in said) == (2, True)
