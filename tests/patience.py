"""How tests wait: until something has happened, never for seconds that were enough on some machine.

A busy or slow machine makes everything late, so nothing here fails by the clock on the wall. What has to be quick is
measured in seconds of processor time, which other processes do not take away.
"""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TypeVar

from hashi_fast.support import crew

T = TypeVar("T")

PATIENCE = 600  # seconds after which something hangs, on any machine


def wait_until(what: Callable[[], T]) -> T:
    """Return the first value that is true."""
    end = time.monotonic() + PATIENCE
    while not (value := what()):
        assert time.monotonic() < end, f"waited {PATIENCE} seconds for nothing"
        time.sleep(0.01)
    return value


def crew_threads() -> int:
    """Return how many threads of crews there are."""

    def is_of_a_crew(frame: FrameType | None) -> bool:
        return frame is not None and (frame.f_code.co_filename == crew.__file__ or is_of_a_crew(frame.f_back))

    return sum(is_of_a_crew(frame) for frame in sys._current_frames().values())


def wait_for_crews() -> None:
    """Wait until no thread of a crew is left. A closed crew may still be at its last instruction."""
    wait_until(lambda: crew_threads() == 0)


def processor_seconds(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> float:
    """Return how long a process has worked so far, in all of its threads."""
    import psutil

    times = psutil.Process(process.pid).cpu_times()
    return float(times.user + times.system)


def has_opened(process: int, folder: Path) -> bool:
    """Return whether a process has a file in a folder, with or without a name."""
    files = Path(f"/proc/{process}/fd")
    if list(folder.iterdir()) or not files.exists():
        return bool(list(folder.iterdir()))
    try:
        return any(str(folder) in os.readlink(file) for file in files.iterdir())
    except FileNotFoundError:  # it has just closed one
        return False


def let_work(process: subprocess.Popen[bytes] | subprocess.Popen[str], seconds: float = 0.3) -> None:
    """Wait until a process has worked that much longer; it must not end before."""
    enough = processor_seconds(process) + seconds

    def has_worked() -> bool:
        assert process.poll() is None, f"ended with {process.returncode}"
        return processor_seconds(process) >= enough

    wait_until(has_worked)


def stop(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    """Stop a child, and wait until all of its threads stand still: they may be writing when the signal comes."""
    process.send_signal(signal.SIGSTOP)
    _, status = os.waitpid(process.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status), f"ended before, with status {status}"


def interrupt(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> float:
    """Press Ctrl-C and return how long the process had worked by then."""
    stop(process)  # or it might go on between the look and the signal
    seconds = processor_seconds(process)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGCONT)
    return seconds
