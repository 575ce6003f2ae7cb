"""Where commands read: puzzles as arguments, and compressed input whatever its name."""
import gzip
import json
from pathlib import Path

import pytest
from command_line import PAIR, SPLIT, run

import hashi_fast as hf
from hashi_fast.cli import main

BOARD = "7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2"


@pytest.mark.parametrize(
    "command", ["solve", "count", "check", "rate", "hint", "explain", "diagnose", "show", "repair", "convert"]
)
def test_a_puzzle_as_an_argument(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--to", "tatham"] if command == "convert" else ["--json"]
    assert main([command, BOARD, *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    if command == "convert":
        assert hf.loads(out) == hf.loads(BOARD)
    else:
        assert json.loads(out)["file"] == "argument 1"


@pytest.mark.parametrize(("command", "ending"), [("pack", "json"), ("export-html", "html")])
def test_products_of_a_puzzle_as_an_argument(command: str, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{ending}"
    assert run(command, BOARD, "-o", path).returncode == 0
    assert path.stat().st_size > 0


@pytest.mark.parametrize("text", ["2.2", "2=2", '{"w": 3, "h": 1, "task": "2a2"}', "https://puzz.link/p?hashi/3/1/2g2"])
def test_any_format_as_an_argument(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", text, SPLIT]) == 1
    assert capsys.readouterr().out == "argument 1: 1 solution\nargument 2: no solution\n"


def test_files_come_first_and_other_words_are_names_of_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "2.2").write_text(SPLIT)
    assert main(["count", "2.2"]) == 1
    assert capsys.readouterr().out == "line 1: no solution\n"
    assert main(["count", "p.jsonl", "puzzles", "3x1:2?2"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "hashi-fast: p.jsonl: No such file or directory",
        "hashi-fast: puzzles: No such file or directory",
        "hashi-fast: argument 3, line 1: tatham, character 6: expected a digit 1..9, a letter A..G or a letter a..z, "
        "found '?'",
        "hashi-fast: 3 refused, 0 read",
    ]


def test_compressed_input_whatever_its_name(tmp_path: Path) -> None:
    packed = gzip.compress(f"{PAIR}\n{SPLIT}\n".encode())
    for name in ("packed.gz", "packed.txt", "packed"):
        path = tmp_path / name
        path.write_bytes(packed)
        assert run("count", path).stdout == "line 1: 1 solution\nline 2: no solution\n"
        assert [record.puzzle.width for record in hf.load(path)] == [3, 3]
    assert run("count", stdin=packed).stdout == "line 1: 1 solution\nline 2: no solution\n"
    plain = tmp_path / "plain.gz"
    plain.write_text(PAIR)
    assert run("count", plain).stdout == "line 1: 1 solution\n"
    assert hf.load(plain)[0].puzzle == hf.loads(PAIR)


def test_compressed_lines_for_batches(tmp_path: Path) -> None:
    path = tmp_path / "packed"
    line = hf.dumps(hf.loads(PAIR).with_id("a"))
    path.write_bytes(gzip.compress(f"{line}\n".encode()))
    assert hf.PuzzleBatch.from_jsonl(path).ids == ("a",)
    big = gzip.compress(f"{line}\n".encode() * 5000)
    answers = run("solve", "--json", stdin=big).stdout.splitlines()
    assert len(answers) == 5000
    assert json.loads(answers[-1])["line"] == 5000


def test_earlier_answers_may_be_compressed(tmp_path: Path) -> None:
    path = tmp_path / "answer"
    path.write_bytes(gzip.compress(b"2=2\n"))
    assert run("convert", PAIR, "--to", "dimacs", "--without", path).returncode == 0
