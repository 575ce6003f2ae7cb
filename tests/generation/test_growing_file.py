"""The file that `hashi-fast generate` writes: what it resumes, what it refuses and leaves alone, where it goes."""
import json
import os
import re
import shlex
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import COMMAND, environment, run
from patience import PATIENCE

import hashi_fast as hf
from hashi_fast.cli import main
from hashi_fast.generation import resume

SMALL = ("--size", "5x5", "--difficulty", "easy", "--seed", "7", "-q")
needs_devices = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such devices")


def generate(count: int, *arguments: str | Path) -> int:
    """Run the command in this process and return its exit code."""
    return main(["generate", str(count), *map(str, arguments)])


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Resume, expect a refusal that leaves the file unchanged, and return the message."""

    def resume(path: Path, *arguments: str | Path, count: int = 40) -> str:
        before = path.read_bytes()
        capsys.readouterr()
        assert generate(count, *(arguments or SMALL), "--out", path, "--resume") == 2
        assert path.read_bytes() == before
        said = capsys.readouterr().err
        assert f"hashi-fast: {path}" in said
        return said

    return resume


# A last line without a line end


@pytest.mark.parametrize(
    "notes",
    [b"my precious notes", b"{", b'{"w": 5, "h": 5, "islands": [] }', b'{"w": 7, "h": 5, "isl', bytes(70_000) + b"1"],
)
@pytest.mark.parametrize("records", [0, 3])
def test_a_last_line_that_is_none_of_ours_stays(
    records: int, notes: bytes, tmp_path: Path, refused: Callable[..., str]
) -> None:
    path = tmp_path / "notes.jsonl"
    assert generate(records, *SMALL, "-o", path) == 0
    path.write_bytes(path.read_bytes() + notes)
    if notes == b"{":  # which is how the record begins
        assert generate(records + 1, *SMALL, "-o", path, "--resume") == 0
        assert len(hf.load(path)) == records + 1
        return
    said = refused(path)
    assert f"line {records + 1}: expected " in said
    assert "without a line end, which was kept" in said


def test_the_beginning_of_another_record_stays(tmp_path: Path, refused: Callable[..., str]) -> None:
    path = tmp_path / "pack.jsonl"
    assert generate(9, *SMALL, "-o", path) == 0
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:5]) + lines[6][:-20])
    assert re.search("line 6: expected the record of index 5, found .* without a line end", refused(path))
    # Nothing comes after the last.
    path.write_bytes(b"".join(lines[:5]) + lines[5][:50])
    assert "line 6: expected nothing, found" in refused(path, count=5)
    # The same if there are no more puzzles of the kind.
    few = ("--size", "4x4", "--islands", "3", "--difficulty", "easy", "--seed", "1", "-q")
    assert generate(9999, *few, "-o", tmp_path / "few.jsonl") == 3
    path.write_bytes((tmp_path / "few.jsonl").read_bytes() + b'{"w": 4')
    assert "line 4: expected nothing" in refused(path, *few, count=9999)


KINDS = [
    "--size 6x6",
    "--size 7x7 --difficulty medium --islands 9-12 --max-bridges 3",
    "--size 7x7 --difficulty hard --require 'forbidden pair' --exclude 'group isolation' --start 100",
    "--size 8x6 --density 0.2-0.3 --doubles 0.1-0.55 --cycles 0-1",
    "--size 7x7 --no-loops --strategy tree --unknown-clues 0.2",
    "--size 7x7 --symmetry rotate --unknown-clues 0.3 --max-bridges 4 --doubles 0.25",
    "--size 7x7 --cycles 2 --max-bridges 1",
    "--size 7x7 --difficulty expert",
    "--size 1x9 --islands 2-4",
    "--size 3x3 --islands 1-9",
    "--size 7x7 --style rich --score 4-6.01",
    "--size 8x8 --style open --tatham medium",
    "--size 7x7 --difficulty medium --climb",
]


@pytest.mark.parametrize("kind", KINDS)
def test_files_of_every_kind_go_on(kind: str, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    options = (*shlex.split(kind), "--seed", "3", "-q")
    code = generate(30, *options, "-o", whole)
    data = whole.read_bytes()
    assert data
    ends = [end.end() for end in re.finditer(b"\n", data)]
    for size in (1, ends[0] - 1, ends[0], ends[len(ends) // 2] + 40, len(data) - 1, len(data)):
        cut.write_bytes(data[:size])
        assert generate(30, *options, "-o", cut, "--resume") == code
        assert cut.read_bytes() == data


def test_only_what_is_asked_for_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that stops before the record is made keeps the part of it that is there."""
    path = tmp_path / "pack.jsonl"
    assert generate(9, *SMALL, "-o", path) == 0
    cut = path.read_bytes()[:-30]
    path.write_bytes(cut)

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hashi_fast.cli.generate.portions", interrupted)
    assert generate(9, *SMALL, "-o", path, "--resume") == 130
    assert path.read_bytes() == cut


# Files of other commands


HARD = ("--size", "7x7", "--seed", "3", "-q")


@pytest.mark.parametrize(
    ("began", "goes_on", "message"),
    [
        ("", "--exclude 'forbidden pair'", "it needs 'forbidden pair', which is excluded"),
        ("", "--require parity", "it does not need 'parity', which is required"),
        ("--exclude 'forbidden pair'", "", "is another puzzle with this command; expected the same options as before"),
        ("--difficulty easy", "--difficulty hard", "difficulty is 'easy'; expected 'hard'"),
        ("", "--score 8-9", "expected a score of 8 to 9"),
        ("--score 4-6", "--score 4-5", "expected a score of 4 to 5"),
        ("", "--tatham easy", "expected 'easy' on Tatham's scale"),
        ("--tatham medium", "--tatham hard", "expected 'hard' on Tatham's scale"),
        ("--size 10x10 --style open", "--size 10x10", " islands; only the command"),
        ("--style rich", "", "is another puzzle with this command; expected the same options as before"),
        ("", "--climb", "expected a score of"),
        ("--islands 9-14", "--islands 13-14", "expected 13 to 14 islands"),
        ("--density 0.2-0.3", "--density 0.25-0.3", "expected 13 to 14 islands"),
        ("--cycles 0-3", "--cycles 1-3", "expected 1 to 3 cycles"),
        ("--doubles 0-0.9", "--doubles 0.5-0.9", "expected two bridges or more on 0.5 to 0.9 of the pairs"),
        ("--unknown-clues 0.2", "--unknown-clues 0.5", "expected 0.5 of the clues to be hidden"),
        ("--unknown-clues 0.2", "", "expected 0 of the clues to be hidden"),
        (
            "--islands 12 --symmetry rotate", "--islands 12",
            "is another puzzle with this command; expected the same options as before",
        ),
    ],
)
def test_options_that_differ_are_found(
    began: str, goes_on: str, message: str, tmp_path: Path, refused: Callable[..., str]
) -> None:
    path = tmp_path / "pack.jsonl"
    assert generate(50, *HARD, *shlex.split(began), "-o", path) == 0
    said = refused(path, *HARD, *shlex.split(goes_on), count=60)
    assert re.search(r", line \d+: index \d+ is another puzzle with this command", said)
    assert message in said


@pytest.mark.parametrize("deleted", [0, 1, 24, 48])
def test_a_line_that_is_missing_is_found(deleted: int, tmp_path: Path, refused: Callable[..., str]) -> None:
    path = tmp_path / "pack.jsonl"
    assert generate(50, *SMALL, "-o", path) == 0
    lines = path.read_bytes().splitlines(keepends=True)
    index = json.loads(lines[deleted])["index"]
    path.write_bytes(b"".join(lines[:deleted] + lines[deleted + 1 :]))
    said = refused(path, count=60)
    assert f"line {deleted + 1}: " in said
    assert f"index {index}" in said


def test_large_files_are_looked_at_here_and_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: Callable[..., str]
) -> None:
    monkeypatch.setattr(resume, "MOST_RECORDS", 4)
    monkeypatch.setattr(resume, "MOST_GAPS", 4)
    monkeypatch.setattr("hashi_fast.support.members._CHUNK", 5000)
    path, other = tmp_path / "pack.jsonl", tmp_path / "other.jsonl"
    assert generate(200, *SMALL, "-o", path) == 0
    data = path.read_bytes()
    path.write_bytes(data[:-70])
    assert generate(200, *SMALL, "-o", path, "--resume") == 0
    assert path.read_bytes() == data
    # The first and the last record are always checked.
    monkeypatch.setattr(resume, "PATIENCE", -1)
    lines = data.splitlines(keepends=True)
    for changed in (0, -1):
        altered = list(lines)
        altered[changed] = re.sub(rb'"bottleneck": [0-9.]+', b'"bottleneck": 777.0', lines[changed])
        other.write_bytes(b"".join(altered))
        assert f"line {changed % len(lines) + 1}: index" in refused(other, count=200)


# Records that are damaged


@pytest.mark.parametrize(
    ("pattern", "damage"),
    [
        (rb'"difficulty": "easy"', b'"difficulty": "weird"'),
        (rb'"score": [0-9.]+', b'"score": 99999999999999999999999.0'),
        (rb'"score": [0-9.]+', b'"score": 999999999.0'),
        (rb'"score": [0-9.]+', b'"score": -1.0'),
        (rb'"index": \d+', b'"index": 99999999999999999999999'),
        (rb'"index": \d+', b'"index": ' + b"9" * 5000),
        (rb'"index": \d+', b'"index": 18446744073709551615'),
        (rb'"index": \d+', b'"index": 99999999999999999999'),
        (rb'"index": \d+', b'"index": 1e9'),
        (rb'"islands": \[', b'"islands": [[[['),
        (rb'"islands": \[[^]]*\]', b'"islands": []'),
        (rb'"r": 0', b'"r": 99'),
        (rb'"r": 0', b'"r": ' + b"9" * 5000),
        (rb"^.*$", b"[" * 100_000),
        (rb"^.*$", b"\xff\xfe"),
        (rb"^.*$", b""),
        (rb"^.*$", b"[]"),
        (rb"\}$", b"}\r"),
    ],
)
@pytest.mark.parametrize("number", [9, 20])
def test_damaged_records_are_refused_with_their_line(
    number: int, pattern: bytes, damage: bytes, tmp_path: Path, refused: Callable[..., str]
) -> None:
    path = tmp_path / "pack.jsonl"
    assert generate(20, *SMALL, "-o", path) == 0
    lines = path.read_bytes().split(b"\n")
    assert re.search(pattern, lines[number - 1])
    lines[number - 1] = re.sub(pattern, lambda _: damage, lines[number - 1], count=1)
    path.write_bytes(b"\n".join(lines))
    said = refused(path)
    assert f", line {number}: " in said
    assert len(said) < 600


def test_the_last_index_there_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pack.jsonl"
    options = (*SMALL, "--start", str(2**64 - 2), "-o", path)
    assert generate(2, *options) == 0
    data = path.read_bytes()
    assert generate(2, *options, "--resume") == 0
    assert generate(3, *options, "--resume") == 3
    assert "is the last; puzzles still missing: 1" in capsys.readouterr().err
    assert path.read_bytes() == data


# Where it goes


def test_a_directory_and_links(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for how in ((), ("--resume",)):
        assert generate(2, *SMALL, "-o", tmp_path, *how) == 2
        assert "expected the name of a file, found a directory" in capsys.readouterr().err
    assert generate(2, *SMALL, "-o", tmp_path / "none" / "pack.jsonl") == 2
    assert capsys.readouterr().err == f"hashi-fast: {tmp_path / 'none' / 'pack.jsonl'}: No such file or directory\n"
    link, target = tmp_path / "link.jsonl", tmp_path / "target.jsonl"
    link.symlink_to(target)
    assert generate(2, *SMALL, "-o", link) == 0
    assert generate(3, *SMALL, "-o", link, "--resume") == 0
    assert link.is_symlink()
    assert len(hf.load(target)) == 3


@pytest.mark.parametrize("name", ["pack.jsonl", "pack.jsonl.gz", "pack.tatham", "pack-{n}.jsonl"])
def test_nothing_is_overwritten(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    how = ("--format", "tatham") if name.endswith("tatham") else ()
    path = tmp_path / name.replace("{n}", "1")
    path.write_text("before")
    assert generate(2, *SMALL, *how, "-o", tmp_path / name) == 2
    assert f"{path} already exists; " in capsys.readouterr().err
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]
    path.write_text("")  # as mktemp leaves it
    assert generate(2, *SMALL, *how, "-o", tmp_path / name) == 0
    assert len(hf.load(path)) == (1 if "{n}" in name else 2)


def test_numbered_files_of_lines(tmp_path: Path) -> None:
    assert generate(3, *SMALL, "-o", tmp_path / "h{n}.jsonl") == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["h1.jsonl", "h2.jsonl", "h3.jsonl"]
    made = hf.produce(3, hf.Spec(5, 5, difficulty="easy"), seed=7)
    assert [hf.load(tmp_path / f"h{n}.jsonl") for n in (1, 2, 3)] == [[each.record()] for each in made]
    assert generate(3, *SMALL, "-o", tmp_path / "h{n}.jsonl", "--resume") == 2


@needs_devices
@pytest.mark.parametrize("how", [(), ("--format", "tatham")])
def test_devices_are_written_as_a_stream(how: tuple[str, ...], tmp_path: Path) -> None:
    done = run("generate", "200", *SMALL, *how, "--out", "/dev/full")
    assert (done.returncode, done.stderr) == (2, "hashi-fast: /dev/full: No space left on device\n")
    done = run("generate", "200", *SMALL, *how, "--out", "/dev/null")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = run("generate", "9", *SMALL, *how, "--out", "/dev/stdout")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run("generate", "9", *SMALL, *how).stdout
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()))
    reader.start()
    assert generate(9, *SMALL, *how, "-o", fifo) == 0
    reader.join()
    assert read == [done.stdout.encode()]
    assert stat.S_ISFIFO(fifo.stat().st_mode)


@needs_devices
@pytest.mark.parametrize("path", ["/dev/zero", "/dev/full", "/dev/null", "/dev/stdout"])
def test_devices_are_not_resumed(path: str) -> None:
    done = run("generate", "9", *SMALL, "--out", path, "--resume")
    assert done.returncode == 2
    assert "--resume needs --out FILE" in done.stderr


@needs_devices
def test_a_stream_comes_as_it_is_made(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    command = [*COMMAND, "generate", "1000000", *SMALL[:4], "--seed", "7", "-q", "--size", "12x12", "--out", str(fifo)]
    child = subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE)
    with fifo.open("rb") as stream:
        assert json.loads(stream.readline())["index"] == 0
    # Now nobody reads it any more.
    _, said = child.communicate(timeout=PATIENCE)
    assert (child.returncode, said) == (141, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="limits of files")
def test_a_full_disk_is_named_and_keeps_whole_records(tmp_path: Path) -> None:
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    for name, how in (("pack.jsonl", ()), ("pack.tatham", ("--format", "tatham"))):
        path = tmp_path / name
        command = [*COMMAND, "generate", "5000", *SMALL, *how, "--size", "9x9", "--out", str(path)]
        done = subprocess.run(
            command, env=environment(), preexec_fn=limit, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert (done.returncode, done.stderr) == (2, f"hashi-fast: {path}: File too large\n")
    assert [path.name for path in tmp_path.iterdir()] == ["pack.jsonl"]
    data = (tmp_path / "pack.jsonl").read_bytes()
    assert data[-1:] in (b"", b"\n")
    assert generate(60, *SMALL, "--size", "9x9", "-o", tmp_path / "pack.jsonl", "--resume") == 0
    assert (tmp_path / "pack.jsonl").read_bytes().startswith(data)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell")
def test_standard_output_is_not_needed_for_a_file(tmp_path: Path) -> None:
    path = tmp_path / "z.jsonl"
    script = 'out=$1; shift; "$@" --out "$out" >&-'
    command = ["bash", "-c", script, "bash", str(path), *COMMAND, "generate", "5", *SMALL]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(hf.load(path)) == 5
