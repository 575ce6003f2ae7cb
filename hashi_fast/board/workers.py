"""Threads that work on the puzzles of a batch (see _jobs.pxd)."""
from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import TypeVar

from hashi_fast.board._jobs import Job, Worker
from hashi_fast.support.arguments import optional_whole

J = TypeVar("J", bound=Job)


def run_workers(job: J, worker: Callable[[J], Worker], threads: int) -> None:
    """Work on the job with this thread and threads - 1 others; the first failure stops them all and is raised."""
    failures: list[BaseException] = []

    def work() -> None:
        try:
            worker(job).run()
        except BaseException as error:
            failures.append(error)
            job.stop()

    others = [threading.Thread(target=work, name=f"hashi-fast-{i}", daemon=True) for i in range(1, threads)]
    try:
        for thread in others:
            thread.start()
        work()
        _join(others)
    finally:
        # After success nothing is left to stop. But Ctrl-C may come at any line, or while other threads finish.
        job.stop()
        _join(others)
    if failures:
        raise failures[0]


def _join(threads: list[threading.Thread]) -> None:
    for thread in threads:
        if thread.ident is not None:  # it was started
            thread.join()


def thread_count(threads: int | None, name: str = "threads") -> int:
    """Return the number of threads to use; None: one per processor. `name` is the name of the caller's argument."""
    number = optional_whole(name, threads, 1)
    if number is not None:
        return number
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
