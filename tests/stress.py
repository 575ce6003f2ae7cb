"""What the kernels must withstand: many threads at the same time, and running out of memory."""
from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from hashi_fast._testing import fail_after

THREADS = 8


def at_once(work: Callable[[], object]) -> None:
    """Let eight threads do the same work, all starting at the same moment; the first failure is raised here."""
    start = threading.Barrier(THREADS)

    def begin(_: int) -> None:
        start.wait()
        work()

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(begin, range(THREADS)))


def interpreter_runs_on(search: Callable[[float], object]) -> None:
    """Fail if this thread cannot do anything while another one runs search(time_limit).

    A busy machine may let nobody do much for a while, so the time is doubled a few times.
    """
    for seconds in (0.5, 1, 2, 4, 8):
        ticks = 0
        with ThreadPoolExecutor(1) as pool:
            searching = pool.submit(search, seconds)
            while not searching.done():
                ticks += 1
                time.sleep(0.005)
        searching.result()
        if ticks > 10:
            return
    raise AssertionError(f"only {ticks} looks in {seconds} seconds")


def memory_failures(work: Callable[[], object], reservations: Iterable[int]) -> int:
    """Do the work with memory for n reservations, for each n; return how often it raised MemoryError."""
    failures = 0
    for allowed in reservations:
        fail_after(allowed)
        try:
            work()
        except MemoryError:
            failures += 1
        finally:
            fail_after(-1)
    return failures
