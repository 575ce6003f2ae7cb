"""Runs the command line in a separate process."""
from __future__ import annotations

import os
import subprocess
import sys
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
    """Run `hashi-fast` with these arguments and this input to its end."""
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
