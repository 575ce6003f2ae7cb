"""The command line's `repair`."""
from __future__ import annotations

import json
from pathlib import Path

from command_line import CHOICE, PAIR, SPLIT, run

import hashi_fast as hf


def test_an_ambiguous_puzzle_becomes_unique_and_the_changes_are_told() -> None:
    done = run("repair", "--to", "jsonl", stdin=CHOICE)
    assert done.returncode == 0
    record = hf.loads_record(done.stdout)
    assert hf.is_unique(record.puzzle)
    assert record.solution is not None
    assert hf.check(record.puzzle, record.solution) == []
    assert "clue at row" in done.stderr


def test_a_unique_puzzle_stays_as_it_is() -> None:
    done = run("repair", stdin=PAIR)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2.2\n", "")
    assert run("repair", "--solution", stdin=PAIR).stdout == "2=2\n"


def test_several_are_drawn_one_below_the_other_or_each_in_its_file(tmp_path: Path) -> None:
    done = run("repair", stdin=f"{PAIR}\n{CHOICE}\n")
    first, second = done.stdout.split("\n\n")
    assert (done.returncode, first) == (0, "2.2")
    assert hf.is_unique(hf.loads(second))
    done = run("repair", "-o", tmp_path / "fixed.txt", stdin=f"{PAIR}\n{CHOICE}\n")
    assert done.returncode == 2
    assert f"expected --out '{tmp_path}/fixed_{{n}}.txt'" in done.stderr
    assert run("repair", "-o", tmp_path / "fixed_{n}.txt", stdin=f"{PAIR}\n{CHOICE}\n").returncode == 0
    assert hf.load(tmp_path / "fixed_2.txt")[0].puzzle == hf.loads(second)


def test_json_has_the_changes_or_why_there_are_none() -> None:
    done = run("repair", "--json", stdin=f"{CHOICE}\n{SPLIT}\n")
    repaired, none = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 1
    assert repaired["status"] == "repaired"
    assert repaired["changes"][0]["clues"][0]["before"] != repaired["changes"][0]["clues"][0]["after"]
    assert none == {"id": None, "file": "<stdin>", "line": 2, "status": "none"}


def test_changes_are_limited() -> None:
    done = run("repair", "--max-changes", "0", stdin=CHOICE)
    assert (done.returncode, done.stdout) == (3, "")
    assert "max_changes=0" in done.stderr
    assert run("repair", "--json", "--to", "tatham", stdin=PAIR).returncode == 2


def test_seeds_are_those_of_the_library() -> None:
    assert run("repair", "--seed", str(2**64 - 1), stdin=PAIR).returncode == 0
    for seed in ("99999999999999999999", str(2**64), "-1", "9" * 5000):
        done = run("repair", "--seed", seed, stdin=PAIR)
        assert done.returncode == 2
        assert "expected a whole number from 0 to 2**64 - 1, found" in done.stderr
    done = run("repair", "--max-changes", str(2**63), stdin=PAIR)
    assert "expected a whole number from 0 to 2**63 - 1, found" in done.stderr
