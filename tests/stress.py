"""What the kernels must withstand: many threads at the same time, and running out of memory."""
from __future__ import annotations

import threading
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
