"""`hashi-fast rate`: lines, JSON, records with ratings, histograms and pictures."""
from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import paths
import pytest
from command_line import CHOICE, PAIR, SPLIT, run
from ladder import BOARDS

import hashi_fast as hf
from hashi_fast.cli import bulk, main
from hashi_fast.cli.histogram import Histogram

LEVELS = paths.LEVELS
SEARCH = hf.dumps(BOARDS["search"], "tatham")


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return puzzles of every status and with every hardest technique, without ids."""
    path = tmp_path_factory.mktemp("rate") / "pack.jsonl"
    lines = [hf.dumps(puzzle) for puzzle in BOARDS.values()]
    path.write_text("\n".join((*lines, CHOICE, SPLIT)) + "\n")
    return path


def test_a_line_a_puzzle() -> None:
    named = '{"id": "rows", "w": 3, "h": 5, "task": "3a3c2e2a2"}'
    done = run("rate", stdin="\n".join((PAIR, named, CHOICE, SPLIT)))
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "line 1: easy     1.263  full island         2 steps",
        "line 2, rows: easy     4.573  limited neighbours  7 steps",
        "line 3: not rated, several solutions",
        "line 4: not rated, no solution",
    ]


def test_exit_codes() -> None:
    assert run("rate", stdin=PAIR).returncode == 0
    done = run("rate", "--node-limit", "3", stdin=f"{SEARCH}\n{CHOICE}")
    assert (done.returncode, done.stdout.splitlines()[0]) == (3, "line 1: not rated, the budget ran out")
    assert run("rate", stdin=f"{PAIR}\nnonsense").returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["rate", "--to", "json", "--json"],
        ["rate", "--to", "json", "--histogram"],
        ["rate", "--plot", "scores.bmp"],
        ["rate", "--plot", "scores"],
        ["rate", "--plot", "no such folder/scores.png"],
    ],
)
def test_options_that_do_not_go_together(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("hashi-fast: ")


def test_json_does_not_depend_on_threads_nor_on_the_way(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    many = tmp_path / "many.jsonl"  # enough of them for the quick way
    many.write_text(40 * pack.read_text())
    assert many.stat().st_size > bulk.LEAST_FILE
    said = []
    for threads in ("1", "3"):
        for least in (bulk.LEAST_FILE, 1 << 40):
            with monkeypatch.context() as patch:
                patch.setattr(bulk, "LEAST_FILE", least)
                said.append((main(["rate", "--json", "-j", threads, str(many)]), capsys.readouterr().out))
    assert said == said[:1] * 4
    code, out = said[0]
    assert code == 1
    expected = [hf.rate(record.puzzle).to_dict() for record in hf.iter_load(pack)]
    assert [json.loads(line) for line in out.splitlines()] == [
        {"id": None, "file": str(many), "line": line, **fields} for line, fields in enumerate(40 * expected, 1)
    ]


def test_lines_do_not_depend_on_threads(pack: Path) -> None:
    assert run("rate", pack).stdout == run("rate", pack, "-j", "2").stdout


def test_records_get_their_ratings(pack: Path, tmp_path: Path) -> None:
    done = run("rate", pack, "--to", "jsonl", "-o", tmp_path / "rated.jsonl")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "hashi-fast: line 16: not rated, several solutions",
        "hashi-fast: line 17: not rated, no solution",
    ]
    for before, after in zip(hf.iter_load(pack), hf.iter_load(tmp_path / "rated.jsonl"), strict=True):
        assert after == before._replace(rating=hf.rate(before.puzzle).to_dict())


def test_histogram(pack: Path) -> None:
    done = run("rate", "--histogram", pack, LEVELS)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["score", "easy", "medium", "hard", "expert", "extreme"]
    assert lines[-1] == "917 puzzles, 915 rated; several solutions: 1; no solution: 1"
    rows = [re.fullmatch(r" *([\d.]+)- *([\d.]+) ((?: +[\d-]+){5})(?:  (#+))?", line) for line in lines[1:]]
    bars = [row for row in rows if row is not None]
    assert len(bars) == lines.index("") - 1
    assert sum(int(number) for row in bars for number in row[3].split() if number != "-") == 915
    assert max(len(row[4] or "") for row in bars) == 40
    assert all((row[4] is None) == (set(row[3].split()) == {"-"}) for row in bars)
    assert lines[lines.index("") + 1].split() == ["puzzles", "713", "195", "2", "3", "2"]
    assert "      301  limited directions" in lines


def test_histogram_as_json(pack: Path) -> None:
    (line,) = run("rate", "--histogram", "--json", pack).stdout.splitlines()
    fields = json.loads(line)
    assert fields["puzzles"] == 17
    assert fields["statuses"] == {"rated": 15, "multiple": 1, "none": 1, "unknown": 0}
    assert fields["levels"]["medium"] == {"puzzles": 4, "median": 5.104}
    assert fields["hardest"] == dict.fromkeys(BOARDS, 1)
    assert sum(sum(row["puzzles"].values()) for row in fields["bins"]) == 15
    assert all(row["to"] == after["from"] for row, after in zip(fields["bins"], fields["bins"][1:], strict=False))


def test_a_histogram_of_nothing() -> None:
    assert run("rate", "--histogram", stdin=SPLIT).stdout == "1 puzzle, 0 rated; no solution: 1\n"
    assert Histogram().to_dict()["bins"] == []


def test_medians() -> None:
    histogram = Histogram()
    for name in ("one each way", "full island", "one each way", "full island"):
        histogram.add(hf.rate(BOARDS[name]))
    assert histogram.median("easy") == 1.379
    histogram.add(hf.rate(BOARDS["one each way"]))
    assert histogram.median("easy") == 2.703


@pytest.mark.parametrize(
    ("name", "start"), [("scores.png", b"\x89PNG"), ("scores.svg", b"<?xml"), ("scores.PDF", b"%PDF")]
)
def test_plots(pack: Path, tmp_path: Path, name: str, start: bytes) -> None:
    pytest.importorskip("matplotlib")
    done = run("rate", pack, "--plot", tmp_path / name)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == run("rate", pack).stdout
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_plot_of_nothing(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert run("rate", "--plot", tmp_path / "none.png", stdin=SPLIT).returncode == 1
    assert (tmp_path / "none.png").stat().st_size > 0


def test_plots_say_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["rate", "--plot", str(tmp_path / "scores.png"), str(LEVELS)]) == 2
    assert "pip install 'hashi-fast[plot]'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
