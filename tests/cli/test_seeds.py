"""Seeds that are not given: random, reported, and enough to make everything again. Sizes as people write them."""
import json
import re
from pathlib import Path

import pytest
from command_line import run

import hashi_fast as hf
from hashi_fast.cli import main


def reported(errors: str) -> str:
    (seed,) = re.findall(r"hashi-fast: --seed (\d+) makes these puzzles again", errors)
    return str(seed)


def test_a_random_seed_is_reported_and_makes_the_same_again() -> None:
    first, other = (run("generate", "3", "--size", "5") for _ in range(2))
    assert first.returncode == 0
    seed = reported(first.stderr)
    assert seed != reported(other.stderr)
    assert first.stdout != other.stdout
    again = run("generate", "3", "--size", "5", "--seed", seed)
    assert again.stdout == first.stdout
    assert "makes these puzzles again" not in again.stderr
    assert {json.loads(line)["seed"] for line in first.stdout.splitlines()} == {int(seed)}


def test_summaries_in_json_have_the_seed() -> None:
    command = ("generate", "2", "--size", "5", "--to", "tatham")
    made = run(*command, "--json")
    assert run(*command, "-q", "--seed", str(json.loads(made.stderr)["seed"])).stdout == made.stdout


def test_a_file_that_is_resumed_has_its_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "made.jsonl"
    command = ["--size", "5", "-o", str(path)]
    assert main(["generate", "3", *command]) == 0
    seed = reported(capsys.readouterr().err)
    assert main(["generate", "6", *command, "--resume"]) == 0
    assert "makes these puzzles again" not in capsys.readouterr().err
    whole = run("generate", "6", "--size", "5", "--seed", seed).stdout
    assert path.read_text() == whole
    # A file that does not exist yet is begun, with a seed of its own.
    assert main(["generate", "1", "--size", "5", "-o", str(tmp_path / "new.jsonl"), "--resume"]) == 0
    assert reported(capsys.readouterr().err) != seed


def test_fleets(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("fsspec")
    folder = tmp_path / "run"
    done = run("fleet", "5 easy 10", "-o", folder)
    seed = reported(done.stderr)
    again = run("fleet", "5 easy 10", "-o", folder)
    assert again.returncode == 2
    assert "has files already; expected the --seed of the command that made them" in again.stderr
    done = run("fleet", "5x5 easy 12", "-o", folder, "--seed", seed, "--json")
    assert json.loads(done.stderr) == {"candidates": 12, "before": 10, "puzzles": 2, "seed": int(seed)}


def test_books(tmp_path: Path) -> None:
    pytest.importorskip("reportlab")
    book = ("book", "--make", "5 easy 2", "--ids")
    seed = reported(run(*book, "-o", tmp_path / "a.pdf").stderr)
    run(*book, "-o", tmp_path / "b.pdf", "--seed", seed)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    summary = json.loads(run(*book, "-o", tmp_path / "c.pdf", "--json").stdout)
    run(*book, "-o", tmp_path / "d.pdf", "--seed", str(summary["seed"]))
    assert (tmp_path / "c.pdf").read_bytes() == (tmp_path / "d.pdf").read_bytes()


@pytest.mark.parametrize("size", ["5", "5x5", "5X5", "5\N{MULTIPLICATION SIGN}5"])
def test_sizes(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("1", "--size", size), ("--kinds", f"{size} easy 1")):
        assert main(["generate", *words, "--seed", "1", "-q"]) == 0
        (line,) = capsys.readouterr().out.splitlines()
        assert (json.loads(line)["w"], json.loads(line)["h"]) == (5, 5)
    assert hf.Spec.parse(f"{size} easy 3") == (hf.Spec(5, 5, difficulty="easy"), 3)
    assert hf.Spec.parse(f"{size} 3") == (hf.Spec(5, 5), 3)


@pytest.mark.parametrize("size", ["", "x", "5x", "x5", "0", "0x5", "5x5x5", "-5", "5.0", "five"])
def test_what_is_no_size(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["generate", "1", f"--size={size}"])
    assert "expected columns x rows, as in 10x10" in capsys.readouterr().err
