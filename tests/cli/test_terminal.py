"""The command line on a terminal, in pipes that break, and under Ctrl-C."""
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import paths
import pytest
from command_line import CHOICE, ENDLESS, PAIR, environment, run, start
from patience import PATIENCE, has_opened, let_work, wait_until

import hashi_fast as hf

if sys.platform == "win32":
    pytest.skip("terminals and signals of Unix", allow_module_level=True)

import fcntl
import pty
import struct
import termios

BOARDS = paths.BOARDS / "tatham_7.jsonl"


def on_terminal(*arguments: str | Path, stdout: int | None = None, **changes: str) -> tuple[int, str]:
    """Run on a terminal of 100 columns and return what it shows. Standard output goes there unless it is given."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    streams = {"stdin": subprocess.DEVNULL, "stdout": slave if stdout is None else stdout, "stderr": slave}
    child = start(*arguments, env=environment(**{"TERM": "xterm", **changes}), **streams)
    os.close(slave)
    shown = b""
    try:
        while part := os.read(master, 1 << 16):
            shown += part
    except OSError:  # what Linux raises at the end of a terminal
        pass
    os.close(master)
    return child.wait(timeout=PATIENCE), shown.decode()


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    path = tmp_path / "puzzle.txt"
    path.write_text(CHOICE)
    return path


@pytest.mark.parametrize(
    ("changes", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colours_on_a_terminal(puzzle: Path, changes: dict[str, str], coloured: bool) -> None:
    code, shown = on_terminal("check", puzzle, "no-such-file", **changes)
    assert code == 2
    assert ("\x1b[1;31m═*═\x1b[0m" in shown) is coloured  # where the two solutions differ
    assert ("\x1b[1;31mhashi-fast:\x1b[0m no-such-file" in shown) is coloured
    assert "═*═" in shown


def many_boards(path: Path) -> Path:
    """Write 10,000 puzzles to a file."""
    path.write_text("".join(hf.dumps(record, "json") + "\n" for record in hf.load(BOARDS)) * 20)
    return path


def test_progress_bar(tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    lines.write_text(f"{ENDLESS}\n" * 4)
    work = ("count", lines, "--all", "--time-limit", "0.25")  # a second in all, on any machine
    with open(os.devnull, "wb") as null:
        code, shown = on_terminal(*work, stdout=null.fileno())
    assert code == 3
    assert "100%|" in shown
    assert "4 puzzles, " in shown
    assert re.search(r"/s \[\d\d:\d\d", shown)


@pytest.mark.parametrize("options", [(), ("--quiet",)])
def test_no_progress_bar(options: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One is shown at once, but neither in a quiet run nor elsewhere than on a terminal."""
    from terminal import Terminal

    lines = tmp_path / "lines.jsonl"
    lines.write_text(f"{PAIR}\n" * 4)
    work = ("count", lines, "-o", tmp_path / "out", *options)
    code, shown = Terminal(*work, command=[sys.executable, "-P", "-c", BAR_AT_ONCE]).wait()
    assert (code, "100%|" in shown) == (0, not options)
    assert not options or shown == ""
    monkeypatch.setattr("hashi_fast.cli.progress.PATIENCE", 0)
    assert run(*work).stderr == ""


BAR_AT_ONCE = "import sys; from hashi_fast.cli import main, progress; progress.PATIENCE = 0; sys.exit(main())"


@pytest.mark.parametrize("command", ["pack", "book"])
def test_work_after_reading_is_shown_and_the_summary_is_below(command: str, tmp_path: Path) -> None:
    if command == "book":
        pytest.importorskip("reportlab")
    from terminal import Terminal

    boards, product = tmp_path / "boards.jsonl", tmp_path / ("made.json" if command == "pack" else "made.pdf")
    boards.write_text("".join(BOARDS.read_text().splitlines(keepends=True)[:100]))
    arguments = (command, boards, "--out", product)
    code, shown = Terminal(*arguments, command=[sys.executable, "-P", "-c", BAR_AT_ONCE]).wait()
    assert code == 0
    assert "/s, writing the file [" in shown
    first = "easy  " if command == "pack" else f"{product}: "
    (summary,) = [line for line in re.split("[\r\n]+", shown) if first in line]
    assert summary.startswith(first)


@pytest.mark.parametrize("arguments", [("--json",), ("--to", "json"), ("-j", "2")])
def test_a_pipe_that_breaks(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    lines = many_boards(tmp_path / "lines.jsonl")
    child = start("solve", lines, *arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stdout.readline()
    child.stdout.close()
    assert child.stderr is not None
    assert child.stderr.read() == b""
    child.stderr.close()
    assert child.wait(timeout=PATIENCE) == 141


def test_an_output_that_cannot_be_written() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    with open("/dev/full", "wb") as full:
        child = start("demo", stdout=full, stderr=subprocess.PIPE)
        _, said = child.communicate(timeout=PATIENCE)
    assert child.returncode == 2
    assert said.decode().splitlines() == ["hashi-fast: [Errno 28] No space left on device"]
    closed = subprocess.run(
        ["bash", "-c", '"$0" -P -m hashi_fast demo >&-', sys.executable], capture_output=True, text=True, check=False
    )
    assert (closed.returncode, closed.stderr) == (2, "hashi-fast: standard output is closed\n")


def test_answers_come_as_soon_as_questions() -> None:
    """A program may ask one line at a time and wait for each answer."""
    child = start("count", "--json", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdin is not None
    assert child.stdout is not None
    for line in range(1, 4):
        child.stdin.write(b'{"w": 3, "h": 1, "task": "2a2"}\n')
        child.stdin.flush()
        place = b'"id": null, "file": "<stdin>", "line": %d' % line
        assert child.stdout.readline() == b'{%b, "status": "complete", "count": 1}\n' % place
    child.stdin.close()
    child.stdout.close()
    assert child.wait(timeout=PATIENCE) == 0


@pytest.mark.parametrize("arguments", [("--all",), ("--all", "-j", "2")])
def test_ctrl_c_ends_with_one_line(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    child = start(
        "count", "--json", *arguments, "-o", tmp_path / "out", stdin=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdin is not None
    child.stdin.write(f"{PAIR}\n{ENDLESS}\n".encode())
    child.stdin.close()
    child.stdin = None
    wait_until(lambda: has_opened(child.pid, tmp_path))  # the command has begun
    let_work(child)
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=PATIENCE)
    assert (child.returncode, said) == (130, b"hashi-fast: interrupted\n")
    assert list(tmp_path.iterdir()) == []
