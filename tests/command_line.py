"""Runs the command line: in this process, which takes a tenth of the time, or in a process of its own."""
from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from patience import PATIENCE

import hashi_fast as hf

COMMAND = [sys.executable, "-P", "-m", "hashi_fast"]

PAIR = "3x1:2a2"  # one solution
CHOICE = "5x5:2a3a2e3a4a3e2a3a2"  # several solutions
SPLIT = "3x3:1a1c1a1"  # none
# Beyond any small budget, with more solutions than can be counted.
ENDLESS = hf.dumps(hf.Puzzle(12, 12, [(row, col, None) for row in range(12) for col in range(12)]))
# Takes longer than a slice even to find two solutions.
SLOW = hf.Puzzle(30, 30, [(row, col, None) for row in range(30) for col in range(30)])


def environment(**changes: str) -> dict[str, str]:
    """Return the environment without variables that change the look of the command line."""
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "TERM")}
    return {**kept, "PYTHONIOENCODING": "utf-8", **changes}


def run(*arguments: str | Path, stdin: str | bytes = "", **changes: str) -> subprocess.CompletedProcess[str]:
    """Run `hashi-fast` with these arguments and this input to its end, in this process.

    Its standard streams are pipes, as if a program had started it, and its environment is that of `run_process`.
    """
    assert not {name for name in changes if name.startswith("PYTHON")} - {"PYTHONIOENCODING"}, "needs a process"
    from hashi_fast.cli import main

    words = list(map(str, arguments))
    surroundings = environment(**changes)
    given = stdin.encode() if isinstance(stdin, str) else stdin
    with _variables(surroundings), _Pipes(given, surroundings["PYTHONIOENCODING"]) as pipes:
        try:
            code = main(words)
        except SystemExit as end:
            code = int(end.code or 0)
    return subprocess.CompletedProcess(words, code, pipes.read[0].decode(), pipes.read[1].decode())


@contextmanager
def _variables(surroundings: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    try:
        os.environ.clear()
        os.environ.update(surroundings)
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


class _Pipes:
    """Pipes in the place of this process's standard streams; `read` is what went into the last two, once they end."""

    def __init__(self, given: bytes, encoding: str) -> None:
        self.read = [b"", b""]
        self._given = given
        self._encoding = encoding
        self._after = ExitStack()

    def __enter__(self) -> _Pipes:
        source, sink = os.pipe()
        self._begin(self._write, sink)
        self._replace(0, source)
        for number in (0, 1):
            source, sink = os.pipe()
            self._begin(self._read, number, source)
            self._replace(number + 1, sink)
        return self

    def __exit__(self, *_: object) -> None:
        self._after.close()

    def _begin(self, work: Any, *arguments: int) -> None:
        thread = threading.Thread(target=work, args=arguments)
        thread.start()
        self._after.callback(thread.join)

    def _replace(self, number: int, end: int) -> None:
        """Let an end of a pipe be the standard stream of this number, in Python and beneath."""
        name = ("stdin", "stdout", "stderr")[number]
        binary = open(number, "wb" if number else "rb", closefd=False)  # noqa: SIM115  # the descriptor stays open
        binary.raw.name = f"<{name}>"
        errors = "backslashreplace" if number == 2 else "strict"
        stream = io.TextIOWrapper(binary, self._encoding, errors, line_buffering=number == 2)
        kept = os.dup(number)
        os.dup2(end, number)
        os.close(end)
        self._after.callback(os.close, kept)
        self._after.callback(os.dup2, kept, number)
        self._after.callback(stream.close)
        self._after.callback(setattr, sys, name, getattr(sys, name))
        setattr(sys, name, stream)

    def _write(self, sink: int) -> None:
        with suppress(BrokenPipeError), open(sink, "wb") as file:
            file.write(self._given)

    def _read(self, number: int, source: int) -> None:
        with open(source, "rb") as file:
            self.read[number] = file.read()


def run_process(*arguments: str | Path, stdin: str | bytes = "", **changes: str) -> subprocess.CompletedProcess[str]:
    """Do what `run` does in a separate process."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        env=environment(**changes),
        check=False,
        timeout=PATIENCE,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def start(*arguments: str | Path, **streams: Any) -> subprocess.Popen[bytes]:
    """Start `hashi-fast` like a foreground job of a shell: Ctrl-C is not ignored."""

    def restore_interrupt() -> None:
        import signal

        signal.signal(signal.SIGINT, signal.default_int_handler)

    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        env=streams.pop("env", environment()),
        preexec_fn=restore_interrupt if sys.platform != "win32" else None,
        **streams,
    )
