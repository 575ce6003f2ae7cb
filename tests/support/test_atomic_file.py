"""Files that are complete or absent, pipes and devices that cannot be, and errors that name the file."""
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from command_line import COMMAND, PAIR, environment, run
from patience import PATIENCE

import hashi_fast as hf
from hashi_fast.support.atomic_file import WholeFile, is_stream

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such devices")


def test_pipes_and_devices_stay_what_they_are(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()))
    reader.start()
    with WholeFile(fifo) as file:
        file.write(b"text")
    reader.join()
    assert read == [b"text"]
    assert is_stream(str(fifo))
    assert list(tmp_path.iterdir()) == [fifo]
    assert not is_stream(str(tmp_path / "none"))


def test_standard_output_by_its_name() -> None:
    """If /dev/stdout is a pipe, the target of the link has no name in the file system."""
    done = run("convert", "--to", "task", "-o", "/dev/stdout", stdin=PAIR)
    assert (done.returncode, done.stdout, done.stderr) == (0, '{"w": 3, "h": 1, "task": "2a2"}\n', "")


def test_errors_name_the_file(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"No space left on device: '/dev/full'"), WholeFile("/dev/full") as file:
        file.write(b"x" * 100_000)
    with pytest.raises(OSError, match=r"No space left on device: '/dev/full'"), WholeFile("/dev/full") as file:
        file.write(b"x")  # fails on commit
    path = tmp_path / "none" / "pack.json"
    with pytest.raises(FileNotFoundError) as caught:
        hf.pack([hf.loads(PAIR)]).save(path)
    assert caught.value.filename == str(path)
    assert str(caught.value).endswith(f": {str(path)!r}")
    with pytest.raises(IsADirectoryError):
        WholeFile(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command", [("pack", "-o"), ("convert", "--to", "task", "-o"), ("solve", "-o")], ids=lambda command: command[0]
)
def test_commands_name_a_full_device(command: tuple[str, ...]) -> None:
    done = run(*command, "/dev/full", stdin=PAIR)
    assert (done.returncode, done.stderr) == (2, "hashi-fast: /dev/full: No space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell")
def test_whoever_read_a_pipe_has_gone() -> None:
    script = 'yes 3x1:2a2 | head -20000 | "$@" convert --to task -o /dev/stdout | head -1; echo ${PIPESTATUS[2]}'
    command = ["bash", "-c", script, "bash", *COMMAND]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.stdout.splitlines()[1:], done.stderr) == (["141"], "")
