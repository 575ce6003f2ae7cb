"""Many tasks, one after the other or on a cluster: parts of a data set, which workers write themselves."""
from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import islice
from typing import Any, Protocol, TypeVar

from hashi_fast.cluster.dask_crew import DaskCrew, DaskTask

_LOOK = 0.5  # seconds between two looks at what is done
_LEAST = 4  # tasks that are submitted ahead, so that the first worker finds some

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


class Work(Protocol[T_co]):
    """A task that can be pickled; whoever does it gets the same result."""

    def __call__(self) -> T_co:
        """Do it."""


def say_in_log(message: str) -> None:
    """Tell whoever reads the log, where there is no terminal."""
    logging.getLogger("hashi_fast").warning(message)


def do_all(
    works: Iterable[Work[T]],
    done: Callable[[Work[T], T], object],
    client: Any | None,
    say: Callable[[str], object],
    wait: Callable[[], object],
) -> None:
    """Do all works here or, with a client, on its Dask cluster, and call `done` with each and its result.

    `wait` is called now and then. Raises what a work raises, and `ClusterLost`.
    """
    if client is None:
        for work in works:
            wait()
            done(work, work())
        return
    left = iter(works)
    pending: dict[DaskTask, Work[T]] = {}
    with closing(DaskCrew(client, _name_of(client), say, even=False)) as crew:
        while True:
            for work in islice(left, max(0, max(_LEAST, 3 * crew.slots) - len(pending))):
                pending[crew.submit(work)] = work
            if not pending:
                return
            crew.attend(_LOOK, lambda: any(task.is_done for task in pending))
            wait()
            for task in [task for task in pending if task.is_done]:
                done(pending.pop(task), task.result())


def _name_of(client: Any) -> str:
    scheduler = getattr(client, "scheduler", None)
    return f"the Dask cluster at {getattr(scheduler, 'address', 'an unknown address')}"
