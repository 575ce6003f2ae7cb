"""How tests wait: until something has happened, never for seconds that were enough on some machine.

A busy or slow machine makes everything late, so nothing here fails by the clock on the wall. What has to be quick is
measured in seconds of processor time, which other processes do not take away.
"""
from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 600  # seconds after which something hangs, on any machine


def wait_until(what: Callable[[], T]) -> T:
    """Return the first value that is true."""
    end = time.monotonic() + PATIENCE
    while not (value := what()):
        assert time.monotonic() < end, f"waited {PATIENCE} seconds for nothing"
        time.sleep(0.01)
    return value


def processor_seconds(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> float:
    """Return how long a process has worked so far, in all of its threads."""
    import psutil

    times = psutil.Process(process.pid).cpu_times()
    return float(times.user + times.system)


def let_work(process: subprocess.Popen[bytes] | subprocess.Popen[str], seconds: float = 0.3) -> None:
    """Wait until a process has worked that much longer; it must not end before."""
    enough = processor_seconds(process) + seconds

    def has_worked() -> bool:
        assert process.poll() is None, f"ended with {process.returncode}"
        return processor_seconds(process) >= enough

    wait_until(has_worked)


def interrupt(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> float:
    """Press Ctrl-C and return how long the process had worked by then."""
    process.send_signal(signal.SIGSTOP)  # or it might go on between the look and the signal
    seconds = processor_seconds(process)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGCONT)
    return seconds
