"""`hashi-fast generate` left alone: other writers, files that vanish, full disks, signals and power cuts."""
import gzip
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from command_line import run, start
from patience import PATIENCE, has_opened, stop, wait_until
from small_disk import small_disk

from hashi_fast.cli import main
from hashi_fast.generation import growing_file

if sys.platform == "win32":
    pytest.skip("signals of Unix, which can also remove files that are open", allow_module_level=True)

EASY = ("--size", "7x7", "--difficulty", "easy", "--seed", "1", "--workers", "1")
ENDLESS = ("generate", "1000000000", *EASY, "-q")


@pytest.fixture(autouse=True)
def nothing_is_ignored() -> Iterator[None]:
    """Children inherit which signals are ignored, and the tests may have been started by nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


def begin(path: Path, *more: str) -> subprocess.Popen[bytes]:
    """Start a run without an end, and wait until it has written something new twice.

    What it writes first may still be under way, and is taken back if the run is interrupted then.
    """
    child = start(*ENDLESS, "--out", path, *more, stderr=subprocess.PIPE)
    for _ in range(2):
        before = size_of(path)
        wait_until(lambda before=before: child.poll() is not None or size_of(path) > before)
    return child


def size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def end(child: subprocess.Popen[bytes], number: int | None = None) -> tuple[int, str]:
    """Return the exit code and the messages, after a signal or not."""
    if number is not None:
        child.send_signal(number)
    try:
        _, said = child.communicate(timeout=PATIENCE)
    finally:
        child.kill()
    return child.returncode, said.decode()


def text_of(path: Path) -> bytes:
    """Return the text of a file, as far as it can be read."""
    if path.suffix != ".gz":
        return path.read_bytes()
    text = b""
    with gzip.open(path) as file, suppress(EOFError):
        while part := file.read(1000):
            text += part
    return text


def check_end(path: Path) -> None:
    """Finish a file that was begun and compare it with one that was made in one go; nothing else is in the folder."""
    count = str(text_of(path).count(b"\n") + 500)
    assert run("generate", count, *EASY, "-q", "--out", path, "--resume").returncode == 0
    whole = path.with_name(f"whole-{path.name}")
    assert run("generate", count, *EASY, "-q", "--out", whole).returncode == 0
    assert path.read_bytes() == whole.read_bytes()
    assert sorted(path.parent.iterdir()) == sorted([path, whole])


# One writer


@pytest.mark.parametrize("name", ["pack.jsonl", "pack.jsonl.gz"])
def test_a_second_writer_is_refused_and_nothing_is_lost(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    first = begin(path)
    stop(first)
    before = path.read_bytes()
    for how in ((), ("--resume",)):
        second = run("generate", "2000", *EASY, "--out", path, *how)
        assert second.returncode == 2
        assert second.stderr == (
            f"hashi-fast: {path} is being written by process {first.pid}; a file has one writer at a time\n"
        )
        assert path.read_bytes() == before
    first.send_signal(signal.SIGCONT)
    assert end(first, signal.SIGINT) == (130, "hashi-fast: interrupted\n")
    assert text_of(path).endswith(b"}\n")
    check_end(path)


def test_of_two_that_begin_one_file_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pack.jsonl"
    for _ in range(3):
        path.write_bytes(b"")
        children = [start("generate", "3000", *EASY, "-q", "-o", path, stderr=subprocess.PIPE) for _ in range(2)]
        ends = sorted(end(child) for child in children)
        assert [code for code, _ in ends] == [0, 2]
        assert f"{path} is being written by " in ends[1][1] or f"{path} already exists" in ends[1][1]
    assert run("generate", "3000", *EASY, "-q", "-o", tmp_path / "whole").returncode == 0
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.parametrize("number", [signal.SIGINT, None])
def test_what_somebody_else_wrote_stays(number: int | None, tmp_path: Path) -> None:
    path = tmp_path / "pack.jsonl"
    child = begin(path)
    stop(child)
    before = path.stat().st_size
    with path.open("ab") as file:
        file.write(b"my precious notes\n")
    if number is not None:
        child.send_signal(number)
    child.send_signal(signal.SIGCONT)
    code, said = end(child)
    assert code == 2
    assert f"{path} grew while it was being written, to " in said
    assert path.read_bytes()[before:].startswith(b"my precious notes\n")
    again = run("generate", "1000000000", *EASY, "--out", path, "--resume")
    assert again.returncode == 2
    assert "expected a record as this command writes it, found 'my precious notes'" in again.stderr


# Files that vanish


@pytest.mark.parametrize("name", ["pack.jsonl", "pack.jsonl.gz"])
@pytest.mark.parametrize("what", ["deleted", "renamed", "cut", "replaced"])
def test_what_happens_to_the_file_is_told(what: str, name: str, tmp_path: Path) -> None:
    path, other = tmp_path / name, tmp_path / "other"
    child = begin(path)
    if what == "deleted":
        path.unlink()
    elif what == "renamed":
        path.rename(other)
    elif what == "cut":
        stop(child)
        os.truncate(path, path.stat().st_size * 2 // 3)
        child.send_signal(signal.SIGCONT)
    else:
        other.write_bytes(b"another file")
        other.rename(path)
    code, said = end(child)
    assert code == 2
    expected = {
        "deleted": "was deleted while it was being written, with all that it held",
        "renamed": f"was renamed while it was being written, to {other}; give it its name back first",
        "cut": "was cut while it was being written, to ",
        "replaced": "was deleted while it was being written",
    }
    assert said.startswith(f"hashi-fast: {path} {expected[what]}")
    assert said.endswith("; the same command with --resume goes on\n")
    if what == "renamed":
        other.rename(path)
    elif what == "replaced":
        assert path.read_bytes() == b"another file"
        path.write_bytes(b"")
    elif what == "deleted":
        path.touch()
    check_end(path)


def test_a_file_that_vanishes_at_the_very_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pack.jsonl"
    monkeypatch.setattr(growing_file, "WATCH_SECONDS", 1e9)
    real = growing_file.GrowingFile.write

    def write(self: growing_file.GrowingFile, *arguments: object) -> None:
        real(self, *arguments)
        path.unlink(missing_ok=True)

    monkeypatch.setattr(growing_file.GrowingFile, "write", write)
    assert main(["generate", "20", *EASY, "-o", str(path)]) == 2
    assert f"{path} was deleted while it was being written" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="disks in memory are mounted in another way")
@pytest.mark.parametrize("name", ["pack.jsonl", "pack.jsonl.gz"])
def test_a_full_disk_and_room_again(name: str, tmp_path: Path) -> None:
    with small_disk(tmp_path, 1 << 20) as disk:
        path = disk / name
        (disk / "ballast").write_bytes(bytes(1 << 19))
        child = begin(path)
        assert end(child) == (2, f"hashi-fast: {path}: No space left on device\n")
        text = text_of(path)
        assert text.endswith(b"}\n") or name.endswith(".gz")
        (disk / "ballast").unlink()
        count = str(text.count(b"\n") + 50)
        assert run("generate", count, *EASY, "-q", "--out", path, "--resume").returncode == 0
        assert run("generate", count, *EASY, "-q", "--out", tmp_path / name).returncode == 0
        assert path.read_bytes() == (tmp_path / name).read_bytes()


# Power cuts


@pytest.mark.parametrize("name", ["pack.jsonl", "pack.jsonl.gz"])
@pytest.mark.parametrize("cut", [0, 1, 700])
@pytest.mark.parametrize("zeros", [0, 1, 100_000])
def test_torn_lines_and_zeros_are_cut_and_told(
    name: str, cut: int, zeros: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    assert main(["generate", "60", *EASY, "-q", "-o", str(path)]) == 0
    whole = path.read_bytes()
    damaged = whole[: len(whole) - cut] + bytes(zeros)
    path.write_bytes(damaged)
    assert main(["generate", "60", *EASY, "-o", str(path), "--resume"]) == 0
    assert path.read_bytes() == whole
    said = capsys.readouterr().err
    if name.endswith(".gz"):
        assert ("were an unfinished member; they are cut off" in said) is (damaged != whole)
    else:
        assert (f"the last {zeros:,} bytes were zeros, as a power cut leaves them; they are cut off" in said) is (
            zeros > 0
        )
        assert ("line 60: the line is cut short; it will be completed" in said) is (cut > 0)


def test_the_file_is_brought_to_disk_while_it_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At least once per minute, even if nothing is made for long."""
    assert growing_file.SYNC_SECONDS < 60
    synced: list[bool] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.path.isdir(f"/proc/self/fd/{file}")))
    monkeypatch.setattr(growing_file, "SYNC_SECONDS", 0)
    assert main(["generate", "300", *EASY, "-q", "-o", str(tmp_path / "pack.jsonl")]) == 0
    assert len(synced) > 4
    assert synced == [False, True] * (len(synced) // 2)  # the file, and then its folder


# Signals


@pytest.mark.parametrize("name", ["pack.jsonl", "pack.jsonl.gz", "pack.tatham.gz"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_signals_leave_a_file_to_go_on_with_and_no_litter(number: int, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    if "tatham" in name:
        child = start(*ENDLESS, "--format", "tatham", "--out", path, stderr=subprocess.PIPE)
        wait_until(lambda: has_opened(child.pid, tmp_path))
    else:
        child = begin(path)
    code, said = end(child, number)
    if number == signal.SIGKILL:
        assert (code, said) == (-number, "")
    else:
        assert (code, said) == (128 + number, f"hashi-fast: ended by {signal.Signals(number).name}\n")
    if "tatham" in name:
        assert list(tmp_path.iterdir()) == []
        return
    if number != signal.SIGKILL:
        assert text_of(path).endswith(b"}\n")
    assert list(tmp_path.iterdir()) == [path]
    check_end(path)


def test_a_signal_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    path = tmp_path / "pack.jsonl"
    command = [sys.executable, "-P", "-m", "hashi_fast", *ENDLESS, "--out", str(path)]
    ignoring = subprocess.Popen(
        command, stderr=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
    )
    size = wait_until(lambda: path.exists() and path.stat().st_size)
    ignoring.send_signal(signal.SIGHUP)
    wait_until(lambda: path.stat().st_size > size)
    assert end(ignoring, signal.SIGTERM)[0] == 143


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pack.jsonl", "pack.jsonl.gz"])
def test_killed_thirty_times_and_torn_it_ends_with_the_same_bytes(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.touch()
    rng = random.Random(name)
    for _ in range(30):
        child = begin(path, "--resume")
        more = path.stat().st_size + rng.choice([0, rng.randrange(300_000)])
        wait_until(lambda child=child, more=more: child.poll() is not None or path.stat().st_size > more)
        number = rng.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
        code, said = end(child, number)
        assert code == (-number if number == signal.SIGKILL else 128 + number), said
        with path.open("r+b") as file:
            file.truncate(max(0, path.stat().st_size - rng.choice([0, 0, 1, rng.randrange(3000)])))
            file.seek(0, os.SEEK_END)
            file.write(bytes(rng.choice([0, 0, 1, 4096])))
    count = "200000"
    assert run("generate", count, *EASY, "-q", "--out", path, "--resume").returncode == 0
    whole = tmp_path / f"whole-{name}"
    assert run("generate", count, *EASY, "-q", "--out", whole).returncode == 0
    assert path.read_bytes() == whole.read_bytes()
    assert sorted(tmp_path.iterdir()) == sorted([path, whole])
