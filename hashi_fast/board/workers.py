"""Threads that work on the puzzles of a batch (see _jobs.pxd)."""
from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

from hashi_fast.board._jobs import Job, Worker
from hashi_fast.support.arguments import optional_whole
from hashi_fast.support.crew import Crew

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

    crew = Crew(threads - 1)
    try:
        others = [crew.submit(work) for _ in range(1, threads)]
        work()
        for other in others:
            other.wait()
    finally:
        # After success nothing is left to stop. But Ctrl-C may come at any line, or while other threads finish.
        job.stop()
        crew.close()
    if failures:
        raise failures[0]


def thread_count(threads: int | None, name: str = "threads") -> int:
    """Return the number of threads to use; None: one per processor. `name` is the name of the caller's argument."""
    number = optional_whole(name, threads, 1)
    if number is not None:
        return number
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
