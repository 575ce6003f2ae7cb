"""`hashi-fast generate`: what it writes, how it resumes, and which files it refuses."""
import io
import json
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from command_line import run, start
from patience import PATIENCE, wait_until

import hashi_fast as hf
from hashi_fast.cli import main

EASY = ("--size", "7x7", "--difficulty", "easy", "--seed", "1")


def call(*arguments: str | Path) -> int:
    """Run the command in this process and return its exit code."""
    return main(["generate", *map(str, arguments)])


def test_records_are_those_of_produce() -> None:
    done = run("generate", "20", *EASY, "--json")
    assert done.returncode == 0
    spec = hf.Spec(7, 7, difficulty="easy")
    assert done.stdout == "".join(hf.dumps(m.record(), "jsonl") + "\n" for m in hf.produce(20, spec, seed=1))
    summary = json.loads(done.stderr)
    assert (summary["puzzles"], summary["levels"]) == (20, {"easy": 20})
    assert sum(summary["scores"].values()) == 20


def test_all_targets_reach_the_spec(tmp_path: Path) -> None:
    path = tmp_path / "pack.jsonl"
    options = shlex.split(
        "--size 9x8 --difficulty hard --islands 16-20 --doubles 0.1-0.6 --no-loops --max-bridges 3 --strategy tree "
        "--exclude parity --seed 7 --start 3 --workers 2 -q"
    )
    assert run("generate", "5", *options, "--out", path).returncode == 0
    spec = hf.Spec(
        9, 8, difficulty="hard", islands=(16, 20), doubles=(0.1, 0.6), loops=False, max_bridges=3, strategy="tree",
        exclude=("parity",),
    )  # fmt: skip
    expected = [made.record() for made in hf.produce(5, spec, seed=7, start=3)]
    assert hf.load(path) == expected


@pytest.mark.parametrize(
    ("options", "targets"),
    [
        ("--style rich --score 5-6.5", {"style": "rich", "score": (5, 6.5)}),
        ("--style open --tatham medium", {"style": "open", "tatham": "medium"}),
        ("--difficulty medium --tatham hard --max-bridges 3 --symmetry rotate --require 'no way out'", {
            "difficulty": "medium", "tatham": "hard", "max_bridges": 3, "symmetry": "rotate",
            "require": ("no way out",),
        }),
    ],
)  # fmt: skip
def test_styles_scores_and_the_other_scale(
    options: str, targets: dict[str, Any], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert call("5", "--size", "7x7", *shlex.split(options), "--seed", "4", "-q") == 0
    assert capfdbinary.readouterr().out == lines_of((hf.Spec(7, 7, **targets), 5), seed=4)


def test_other_formats_and_numbered_files(tmp_path: Path) -> None:
    done = run("generate", "3", *EASY, "--format", "tatham", "-q")
    assert (len(done.stdout.splitlines()), done.stderr) == (3, "")
    assert run("generate", "2", *EASY, "--format", "grid", "-q", "-o", tmp_path / "{n}.txt").returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.txt", "2.txt"]
    packed = tmp_path / "pack.jsonl.gz"
    assert run("generate", "2", *EASY, "-q", "-o", packed).returncode == 0
    assert len(hf.load(packed)) == 2


# Several kinds, and climbs


MIXED = "5x5 easy 4; 7x7 medium 3 style=rich; 5x5 easy 3; 6x6 2 style=open max_bridges=3"
# Each kind as a climb of its own, one of which has no puzzle.
CLIMBS = ("--kinds", "6x6 easy 4; 7x7 0; 7x7 medium 3 style=open", "--climb")


def lines_of(*kinds: tuple[hf.Spec, int], seed: int, start: int = 0) -> bytes:
    """Return the records of kinds that have nothing in common."""
    made = [each for spec, count in kinds for each in hf.produce(count, spec, seed=seed, start=start)]
    return "".join(hf.dumps(each.record(), "jsonl") + "\n" for each in made).encode()


def test_kinds_follow_each_other(tmp_path: Path) -> None:
    path = tmp_path / "pack.jsonl"
    done = run("generate", "--kinds", "7x7 easy 5;10x10 hard 4 style=rich;7x6", "--seed", "3", "--out", path, "--json")
    assert done.returncode == 0
    rich = hf.Spec(10, 10, difficulty="hard", style="rich")
    assert path.read_bytes() == lines_of((hf.Spec(7, 7, difficulty="easy"), 5), (rich, 4), (hf.Spec(7, 6), 1), seed=3)
    summary = json.loads(done.stderr)
    assert summary["puzzles"] == sum(summary["scores"].values()) == 10
    assert summary["levels"] == Counter(record.rating.difficulty for record in hf.load(path))
    for how in (("--workers", "3"), ("--format", "tatham"), ()):
        streamed = run("generate", "--kinds", "7x7 easy 5; 7x7 medium 4", "--seed", "3", "--start", "7", *how)
        kinds = (hf.Spec(7, 7, difficulty="easy"), 5), (hf.Spec(7, 7, difficulty="medium"), 4)
        expected = lines_of(*kinds, seed=3, start=7).decode()
        if "tatham" in how:
            expected = "".join(hf.dumps(hf.loads(line), "tatham") + "\n" for line in expected.splitlines())
        assert (streamed.returncode, streamed.stdout) == (0, expected)
        assert "hashi-fast: 9 puzzles\neasy               5\nmedium             4\nscore " in streamed.stderr


def test_no_puzzle_appears_twice_in_a_run(tmp_path: Path) -> None:
    path = tmp_path / "pack.jsonl"
    # The second kind is the first one, and the third one has many of its puzzles.
    few = "5x5 easy 30 islands=4-6; 5x5 easy 20 islands=4-6; 5x5 easy 15 islands=5-6; 5x5 6 islands=4"
    assert call("--kinds", few, "--seed", "1", "-q", "-o", path) == 0
    records = hf.load(path)
    assert len({record.puzzle.canonical() for record in records}) == 30 + 20 + 15 + 6
    spec = hf.Spec(5, 5, difficulty="easy", islands=(4, 6))
    assert records[:50] == [made.record() for made in hf.produce(50, spec, seed=1)]


@pytest.mark.parametrize("climb", [("6", "--size", "7x7", "--climb"), ("--kinds", "7x7 6", "--climb")])
def test_the_scores_of_a_climb_rise(climb: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "pack.jsonl"
    assert call(*climb, "--seed", "2", "--start", "10", "-q", "-o", path) == 0
    records = hf.load(path)
    specs = hf.Spec.climb(6, 7, 7)
    assert path.read_bytes() == lines_of(*((spec, 1) for spec in specs), seed=2, start=10)
    scores = [record.rating.score for record in records if record.rating]
    assert all(low <= score <= high for score, (low, high) in zip(scores, (spec.score for spec in specs), strict=True))


def test_each_kind_climbs_on_its_own(tmp_path: Path) -> None:
    path, alone = tmp_path / "pack.jsonl", tmp_path / "alone.jsonl"
    assert call(*CLIMBS, "--seed", "2", "-q", "-o", path) == 0
    expected = b""
    for options in (("4", "--size", "6x6", "--difficulty", "easy"), ("3", "--size", "7x7", "--difficulty", "medium")):
        style = "open" if "medium" in options else "classic"
        assert call(*options, "--style", style, "--climb", "--seed", "2", "-q", "-o", alone) == 0
        expected += alone.read_bytes()
        alone.unlink()
    assert path.read_bytes() == expected


@pytest.mark.parametrize("what", [("--kinds", MIXED), CLIMBS, ("5", "--size", "6x6", "--climb", "--start", "3")])
@pytest.mark.parametrize("chunk", [1000, 1 << 20])
def test_kinds_that_were_cut_anywhere_become_the_same(
    what: tuple[str, ...], chunk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashi_fast.support.members._CHUNK", chunk)
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    options = (*what, "--seed", "7", "-q")
    assert call(*options, "-o", whole) == 0
    data = whole.read_bytes()
    ends = [0, *(end.end() for end in re.finditer(b"\n", data))]
    middles = [(end + following) // 2 for end, following in pairwise(ends)]
    for size in sorted({*ends, *middles, 1, ends[4] + 5, len(data) - 1}):
        cut.write_bytes(data[:size])
        assert call(*options, "-o", cut, "--resume") == 0
        assert cut.read_bytes() == data, size
    assert call(*options, "-o", cut, "--resume", "--workers", "1") == 0
    assert cut.read_bytes() == data


def test_files_of_other_kinds_are_refused_and_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pack.jsonl"
    began = "5x5 easy 3; 7x7 medium 3; 6x6 easy 3"
    assert call("--kinds", began, "--seed", "1", "-q", "-o", path) == 0
    data = path.read_bytes()
    for kinds, message in (
        ("5x5 easy 3; 7x7 medium 3; 6x6 easy 2", "has 9 records already; expected at most 8 (all counts together"),
        ("5x5 easy 3; 7x7 medium 3", "line 7: w is 6; expected 7, as the options say"),
        ("5x5 easy 4; 7x7 medium 3; 6x6 easy 3", "line 4: w is 7; expected 5, as the options say"),
        ("5x5 easy 2; 7x7 medium 3; 6x6 easy 3", "line 3: w is 5; expected 7, as the options say"),
        ("7x7 medium 3; 5x5 easy 3; 6x6 easy 3", "line 1: w is 5; expected 7, as the options say"),
        ("5x5 easy 3; 7x7 hard 3; 6x6 easy 3", "line 4: index 0 is another puzzle with this command: difficulty is"),
        ("5x5 easy 3; 7x7 medium 3; 6x6 easy 3 score=12-13", "with this command: expected a score of 12 to 13"),
        ("5x5 easy 3; 7x7 medium 3 tatham=easy; 6x6 easy 3", "with this command: expected 'easy' on Tatham's scale"),
        ("5x5 easy 3; 7x7 medium 3; 6x6 easy 3 strategy=tree", "line 9: index 2 is another puzzle with this command; "),
    ):
        assert call("--kinds", kinds, "--seed", "1", "-o", path, "--resume") == 2
        assert message in capsys.readouterr().err
        assert path.read_bytes() == data
    for other in (("--climb",), ("--start", "1")):
        assert call("--kinds", began, "--seed", "1", "-o", path, "--resume", *other) == 2
        assert path.read_bytes() == data
    lines = data.splitlines(keepends=True)
    fewer = began.replace("medium 3", "medium 2")
    for kinds, changed, message in (
        (fewer, lines[:3] + lines[4:], "line 4: the puzzle of index 0 is missing before this line"),
        (began, [*lines[:3], lines[4], lines[3], *lines[5:]], "line 5: index 0; expected 2 or more, in ascending"),
        (f"{began[:-1]}9", [*lines, lines[0]], "line 10: w is 5; expected 6"),
        ("5x5 easy 3; 5x5 easy 3", lines[:3] + lines[:3], "line 4: the puzzle equals an earlier one"),
    ):
        path.write_bytes(b"".join(changed))
        assert call("--kinds", kinds, "--seed", "1", "-o", path, "--resume") == 2
        assert message in capsys.readouterr().err
        assert path.read_bytes() == b"".join(changed)


def test_a_kind_that_is_not_reached_ends_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "few.jsonl"
    kinds = ("--kinds", "5x5 easy 2; 4x4 easy 99 islands=3; 5x5 medium 2", "--seed", "1")
    for how in ((), ("--resume",)):
        assert call(*kinds, "-o", path, *how) == 3
        said = capsys.readouterr().err
        assert "brought nothing new for Spec(4, 4, difficulty='easy', islands=(3, 3))" in said
        assert "hashi-fast: 5 puzzles\neasy               5\n" in said
        assert [record.puzzle.width for record in hf.load(path)] == [5, 5, 4, 4, 4]
    assert call("--kinds", "5x5 easy 1; 3x3 1 islands=5; 5x5 easy 1", "--seed", "1", "--json") == 3
    said = capsys.readouterr()
    assert re.search(r"for Spec\(3, 3, islands=\(5, 5\)\).*; what stood in the way is \w+; puzzles found: 0", said.err)
    assert json.loads(said.err.splitlines()[-1])["puzzles"] == said.out.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no COUNT; expected COUNT and --size, or --kinds"),
        (("5",), "no --size; expected COUNT and --size, or --kinds"),
        (("--size", "5x5"), "no COUNT; expected COUNT and --size, or --kinds"),
        (("5", "--kinds", "5x5 5"), "--kinds says how many of what kind; expected no COUNT"),
        (("--kinds", "5x5 5", "--size", "5x5"), "expected no --size"),
        (("--kinds", "5x5 5", "--max-bridges", "2", "--no-loops"), "expected no --no-loops and no --max-bridges"),
        (("--kinds", "5x5 5", "--exclude", "parity"), "expected no --exclude"),
        (("--kinds", ""), "expected at least one kind, as in '10x10 hard 60'"),
        (("--kinds", "5x5 5; hard 5"), "kind 'hard 5': expected columns x rows first, as in 10x10; found 'hard'"),
        (("--kinds", "5x5 tough 5"), "expected name=value after the size, a level and a count; found 'tough'"),
        (("--kinds", "5x5 5 style=fancy"), "style must be one of 'classic', 'rich', 'open', not 'fancy'"),
        (("--kinds", "5x5 5 islands=9-3"), "lower end first"),
        (("--kinds", "5x5 5; 5x5 5 score=5-6", "--climb"), "expected no score"),
        (("5", "--size", "5x5", "--score", "5-6", "--climb"), "expected no score"),
        (("100001", "--size", "5x5", "--climb"), "a climb of 100,001 puzzles; expected at most 100,000"),
        (("5", "--size", "5x5", "--score", "6-5"), "lower end first"),
        (("--kinds", "5x5 1; 5x5 1", "--format", "has"), "a file holds one"),
        (("--kinds", "5x5 1; 5x5 1 max_bridges=3", "--format", "has"), "cannot write puzzles with max_bridges=3"),
        (("--kinds", "5x5 1; 5x5 1 loops=no", "--format", "has"), "cannot write puzzles with loops=no"),
        (("--kinds", "5x5 1 unknown_clues=0.3", "--format", "task"), "cannot write puzzles with unknown_clues=0.3"),
    ],
)
def test_kinds_that_are_not_understood(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(*arguments, "--seed", "1") == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert message in shown.err


def test_none_of_several_kinds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pack.jsonl"
    for what in (("0", "--size", "5x5", "--climb"), ("--kinds", "5x5 0; 6x6 0"), ("--kinds", "5x5 0", "--climb")):
        assert call(*what, "--seed", "1", "-o", path, "--resume", "--dask", "nonsense") == 0
        assert path.read_bytes() == b""
    assert "0 puzzles" in capsys.readouterr().err


# Resuming


def test_a_file_that_was_cut_anywhere_becomes_the_same(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    assert call("40", *EASY, "-q", "-o", whole) == 0
    data = whole.read_bytes()
    for size in (0, 1, len(data) // 2, data.index(b"\n"), data.index(b"\n") + 1, len(data) - 1, len(data)):
        cut.write_bytes(data[:size])
        assert call("40", *EASY, "-q", "-o", cut, "--resume") == 0
        assert cut.read_bytes() == data
    cut.unlink()
    assert call("40", *EASY, "-q", "-o", cut, "--resume") == 0
    assert cut.read_bytes() == data


def test_files_of_other_commands_are_refused_and_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pack.jsonl"
    assert call("10", *EASY, "-q", "-o", path) == 0
    data = path.read_bytes()
    medium = ("--size", "7x7", "--difficulty", "medium", "--seed", "1")
    for arguments, message in (
        (("10", *EASY), "--resume continues it"),
        (("9", *EASY, "--resume"), "has 10 records already"),
        (("10", *EASY[:-1], "2", "--resume"), "line 1: seed is 1; expected 2"),
        (("10", "--size", "8x7", *EASY[2:], "--resume"), "line 1: w is 7; expected 8"),
        (("10", *EASY, "--max-bridges", "3", "--resume"), "line 1: max_bridges is 2; expected 3"),
        (("10", *EASY, "--start", "1", "--resume"), "line 1: index 0; expected 1 or more"),
        (("10", *medium, "--resume"), "line 1: index 0 is another puzzle"),
        (("10", *EASY, "--format", "grid", "--resume"), "--resume needs"),
    ):
        assert call(*arguments, "-o", path) == 2
        assert message in capsys.readouterr().err
        assert path.read_bytes() == data
    lines = data.splitlines(keepends=True)
    for changed, message in (
        ([*lines[:3], b"nonsense\n", *lines[3:]], "line 4: expected a record"),
        (lines[:3] + lines[2:], "line 4: index"),
        (lines[1:], "not the first puzzle from 0"),
    ):
        path.write_bytes(b"".join(changed))
        assert call("20", *EASY, "-o", path, "--resume") == 2
        assert message in capsys.readouterr().err
        assert path.read_bytes() == b"".join(changed)


def test_giving_up_keeps_what_there_is(tmp_path: Path) -> None:
    path = tmp_path / "few.jsonl"
    done = run("generate", "9999", "--size", "4x4", "--islands", "3", "--difficulty", "easy", "--seed", "1", "-o", path)
    assert done.returncode == 3
    assert "too many candidates in a row" in done.stderr
    assert len(hf.load(path)) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ("5",),
        ("x", *EASY),
        ("5", "--size", "7x", "--seed", "1"),
        ("5", *EASY, "--islands", "a-b"),
        ("5", *EASY[:-1], "-1"),
        ("5", *EASY, "--symmetry", "None"),
    ],
)
def test_bad_usage(arguments: tuple[str, ...]) -> None:
    assert run("generate", *arguments).returncode == 2


def test_a_spec_that_cannot_be_is_said() -> None:
    done = run("generate", "5", *EASY, "--islands", "9-3")
    assert (done.returncode, "lower end first" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--format", "has", "--max-bridges", "3"), "--to has cannot write puzzles with --max-bridges 3"),
        (("--format", "has", "--no-loops"), "--to has cannot write puzzles with --no-loops"),
        (("--format", "task", "--unknown-clues", "0.3"), "--to task cannot write puzzles with --unknown-clues 0.3"),
        (("--format", "has"), "a file holds one; expected --out 'board_{n}.txt'"),
        (("--format", "grid", "--out", "boards.txt"), "a file holds one; expected --out 'boards_{n}.txt'"),
    ],
)
def test_what_no_puzzle_could_be_written_as_is_refused_at_once(
    options: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call("5", *EASY, *options) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert message in shown.err


def test_grids_on_standard_output_are_apart() -> None:
    done = run("generate", "2", *EASY, "--format", "grid", "-q")
    assert (done.returncode, done.stderr) == (0, "")
    boards = done.stdout.split("\n\n")
    made = hf.produce(2, hf.Spec(7, 7, difficulty="easy"), seed=1)
    assert [hf.loads(board) for board in boards] == [each.puzzle for each in made]


def test_the_summary_counts_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "pack.task"
    done = run("generate", "40", *EASY, "--max-bridges", "4", "--format", "task", "-o", path, "--json")
    *complaints, refused, summary = done.stderr.splitlines()
    written = len(hf.load(path))
    assert (done.returncode, len(complaints)) == (2, 40 - written)
    assert refused == f"hashi-fast: {40 - written} refused"
    assert json.loads(summary)["puzzles"] == written
    assert 0 < written < 40
    assert "hashi-fast: 1 puzzle\n" in run("generate", "1", *EASY).stderr


class Screen(io.StringIO):
    """A terminal that remembers what was written to it."""

    def isatty(self) -> bool:
        return True


def test_reading_a_file_back_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, screen = tmp_path / "pack.jsonl", Screen()
    assert call("300", *EASY, "-q", "-o", path) == 0
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("hashi_fast.cli.progress.PATIENCE", 0)
    monkeypatch.setattr("hashi_fast.cli.progress.INTERVAL", 0)
    monkeypatch.setattr("hashi_fast.support.members._CHUNK", 100_000)
    assert call("310", *EASY, "-o", path, "--resume") == 0
    shown = re.split("[\r\n]+", screen.getvalue())
    checked = [re.match(r" *(\d+)%\|.*\| (\d+) puzzles, .*/s, checking the file \[", line) for line in shown]
    percents = [int(found[1]) for found in checked if found]
    assert len(percents) > 2
    assert percents == sorted(percents)
    assert percents[-1] == 100
    assert [found[2] for found in checked if found][-1] == "300"
    assert any("| 310 puzzles, " in line and "accepted" in line for line in shown)
    assert any(line.endswith("hashi-fast:\x1b[0m 310 puzzles") for line in shown)


def test_the_bar_is_there_before_the_first_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("hashi_fast.cli.progress.PATIENCE", 0)
    assert call("1", *EASY, "-o", tmp_path / "pack.jsonl") == 0
    assert "0 puzzles, 0.0/s" in screen.getvalue()
    assert "1 puzzle, " in screen.getvalue()
    screen.truncate(0)
    monkeypatch.setattr("hashi_fast.cli.progress.INTERVAL", 0)
    assert call("--kinds", "5x5 easy 3; 6x6 easy 1", "--seed", "1", "-o", tmp_path / "kinds.jsonl") == 0
    # One bar for all of them.
    shown = re.split("[\r\n]+", screen.getvalue())
    assert [line[:5] for line in shown if "| 3 puzzles, " in line][:1] == [" 75%|"]
    assert [line[:5] for line in shown if "| 4 puzzles, " in line][:1] == ["100%|"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_killed_ten_times_it_ends_with_the_same_bytes(tmp_path: Path, number: int) -> None:
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    options = (*EASY, "--workers", "2", "-q")
    killed.touch()
    rng = random.Random(1)
    for _ in range(10):
        size = killed.stat().st_size
        process = start("generate", "1000000000", *options, "-o", killed, "--resume", stderr=subprocess.PIPE)
        # Half of the kills come with the first bytes that are written, the others well within.
        more = size + rng.choice([0, rng.randrange(1_000_000)])
        wait_until(lambda more=more: killed.stat().st_size > more)
        process.send_signal(number)
        _, said = process.communicate(timeout=PATIENCE)
        if number == signal.SIGKILL:
            assert (process.returncode, said) == (-signal.SIGKILL, b"")
        else:
            assert (process.returncode, said) == (130, b"hashi-fast: interrupted\n")
            assert killed.read_bytes().endswith(b"\n")
    count = str(killed.read_bytes().count(b"\n") + 1000)
    assert run("generate", count, *options, "-o", killed, "--resume").returncode == 0
    assert run("generate", count, *options, "-o", whole).returncode == 0
    assert killed.read_bytes() == whole.read_bytes()


# Half a second of work for one thread, and a bar that does not wait for more.
LONG = ("generate", "500", "--size", "10x10", "--difficulty", "expert", "--seed", "1", "--workers", "1")
BAR_AT_ONCE = [
    sys.executable, "-P", "-c",
    "import sys; from hashi_fast.cli import main, progress; progress.PATIENCE = 0; sys.exit(main())",
]  # fmt: skip
# 17%|████      | 512 puzzles, 1,024/s, 99.8% accepted [00:01<00:05]; when it begins, nothing is known of the last parts
BAR = re.compile(r" *(\d+)%\|[^|]*\| ([\d,]+) puzzles, [\d,.]+/s(, \d+\.\d% accepted)? \[[\d:]+<([\d:]+|\?)\]")
not_on_windows = pytest.mark.skipif(sys.platform == "win32", reason="terminals of Unix")


@pytest.mark.slow
@not_on_windows
@pytest.mark.parametrize("output", ["file", "pipe"])
def test_a_terminal_shows_the_progress(tmp_path: Path, output: str) -> None:
    from terminal import Terminal

    path = tmp_path / "pack.jsonl"
    began = time.perf_counter()
    if output == "file":
        # Standard output is the terminal as well, as it is for people.
        code, shown = Terminal(*LONG, "--out", path, command=BAR_AT_ONCE).wait()
    else:
        with open(path, "wb") as file:
            code, shown = Terminal(*LONG, command=BAR_AT_ONCE, stdout=file.fileno()).wait()
    seconds = time.perf_counter() - began
    assert code == 0
    assert len(hf.load(path)) == 500  # and no bar among them
    lines = [line for line in re.split("[\r\n]+", shown) if "%|" in line]
    bars = [BAR.fullmatch(line.replace("bringing the file to disk", "100.0% accepted")) for line in lines]
    assert all(bars), shown
    done = [int(bar[2].replace(",", "")) for bar in bars if bar is not None]
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, 500)
    percents = [int(bar[1]) for bar in bars if bar is not None]
    # Half a percent may be rounded either way.
    assert all(abs(percent - each / 5) <= 0.5 for percent, each in zip(percents, done, strict=True))
    assert len(bars) < 10 * seconds + 5  # at most ten per second
    # The summary is below the bar, on its own lines.
    summary = "hashi-fast:[^ ]* 500 puzzles\r\nexpert +500\r\n"
    assert re.search(f"(accepted|to disk) \\[[^]]*\\]\\s*\r\n[^\r]*{summary}", shown)


@pytest.mark.slow
@not_on_windows
def test_elsewhere_there_is_no_progress_bar(tmp_path: Path) -> None:
    from terminal import Terminal

    quiet = Terminal(*LONG, "-q", "--out", tmp_path / "quiet.jsonl", command=BAR_AT_ONCE)
    assert quiet.wait() == (0, "")
    # Standard error is not the terminal.
    with open(tmp_path / "errors", "wb") as errors:
        elsewhere = {"command": BAR_AT_ONCE, "stderr": errors.fileno()}
        code, shown = Terminal(*LONG, "--out", tmp_path / "pack.jsonl", **elsewhere).wait()
    assert (code, shown) == (0, "")
    assert (tmp_path / "errors").read_text().startswith("hashi-fast: 500 puzzles\nexpert")
    # The puzzles themselves show the progress there.
    code, shown = Terminal(*LONG, command=BAR_AT_ONCE).wait()
    assert (code, "%|" in shown, shown.count('"index"')) == (0, False, 500)


@pytest.mark.slow
@not_on_windows
def test_the_summary_as_json_has_a_line_of_its_own(tmp_path: Path) -> None:
    from terminal import Terminal

    code, shown = Terminal(*LONG, "--json", "--out", tmp_path / "pack.jsonl", command=BAR_AT_ONCE).wait()
    assert (code, "%|" in shown) == (0, True)
    assert json.loads(shown.splitlines()[-1])["puzzles"] == 500


@not_on_windows
def test_ctrl_c_on_a_terminal(tmp_path: Path) -> None:
    from terminal import Terminal

    path = tmp_path / "pack.jsonl"
    terminal = Terminal("generate", "10000000", *EASY, "--out", path)
    wait_until(lambda: path.exists() and path.stat().st_size > 1000)
    terminal.type_ctrl_c()
    code, shown = terminal.wait()
    assert code == 130
    assert shown.endswith("hashi-fast: interrupted\r\n")
    assert "Traceback" not in shown
    assert path.read_bytes().endswith(b"}\n")
