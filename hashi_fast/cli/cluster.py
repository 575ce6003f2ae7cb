"""Dask as the engine of `hashi-fast generate`: a cluster by its address, or one of processes on this machine.

Workers may come, go and die during a run. Dask gives the task of a dead worker to another one. If none is left, the run
says so and waits, since clusters may grow again. Failures that cannot be recovered end the run with a message. Each
worker is asked for its version of the generator before it counts: another version would make other puzzles, and a
worker without the package dies of tasks that it cannot read.
"""
from __future__ import annotations

import logging
import pkgutil
import signal
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from typing import Any

from hashi_fast.board.workers import thread_count
from hashi_fast.cli import Failure
from hashi_fast.errors import TargetNotReached
from hashi_fast.generation.production import Portion, portions
from hashi_fast.generation.recipes import GENERATOR_VERSION
from hashi_fast.generation.spec import Spec

LOCAL = "local"
_PATIENCE = 5  # seconds to reach a scheduler
_LOOK = 1.0  # seconds between two looks at the workers
_VERSION = "hashi_fast.generation.recipes:GENERATOR_VERSION"


class Cluster:
    """A cluster that makes puzzles; `say` gets messages for the user during the run."""

    def __init__(self, client: Any, name: str, workers: int | None, say: Callable[[str], None]) -> None:
        self._client = client
        self._name = name
        self._workers = workers  # None: as many as there are
        self._say = say
        self._threads = 1
        self._checked: set[str] = set()  # addresses of workers
        self._deserted = False
        self._next_look = 0.0

    def portions(self, count: int, spec: Spec, **how: Any) -> Generator[Portion, None, None]:
        """Do what `production.portions` does, and turn failures of the cluster into messages."""
        # Not pure: no time is spent on deriving a task's name from its arguments, and runs share no tasks.
        executor = self._client.get_executor(pure=False)
        try:
            # First a task that needs no package: it ends once there are workers, and makes adaptive clusters grow.
            question = executor.submit(pkgutil.resolve_name, _VERSION)
            while not wait([question], _LOOK).done:
                self.slots()
            self._next_look = 0.0  # at once, before any worker gets a task of ours
            yield from portions(count, spec, workers=self.slots, executor=executor, **how)
        except (Failure, MemoryError, TargetNotReached):
            raise
        except Exception as error:
            raise Failure(f"{self._explained(error)}; what has been written is kept") from None

    def slots(self) -> int:
        """Return how many blocks can be made at a time.

        Raises an exception if the scheduler is lost. That has to be polled: Dask never finishes a future whose result
        was on its way.
        """
        now = time.monotonic()
        if now >= self._next_look:
            threads: dict[str, int] = self._client.nthreads()
            self._check(threads.keys() - self._checked)
            self._threads = sum(threads.values())
            self._next_look = now + _LOOK
            if self._deserted != (self._threads == 0):
                self._deserted = not self._deserted
                waits = f"no workers on {self._name}: waiting for some; Ctrl-C ends the run"
                self._say(waits if self._deserted else f"{self._name} has workers again")
        return self._workers or max(1, self._threads)

    def _check(self, addresses: Iterable[str]) -> None:
        """Raise Failure for a worker that would make other puzzles or none."""
        asked = sorted(addresses)
        if not asked:
            return
        answers = self._client.run(pkgutil.resolve_name, _VERSION, workers=asked, on_error="return")
        for address, answer in answers.items():
            if isinstance(answer, ImportError | AttributeError):
                raise Failure(f"the Dask worker at {address} has no hashi-fast, or another version of it: {answer}")
            if isinstance(answer, Exception):
                continue  # it is gone, or will be asked again
            if answer != GENERATOR_VERSION:
                found = f"the Dask worker at {address} has version {answer} of the generator"
                raise Failure(f"{found}; expected {GENERATOR_VERSION}, as here")
            self._checked.add(address)

    def _explained(self, error: Exception) -> str:
        if self._client.status != "running":
            return f"{self._name} has gone or cannot be reached"
        if type(error).__name__ == "KilledWorker":
            return f"too many workers died on {self._name}: {error}"
        return f"a worker on {self._name} failed: {type(error).__name__}: {error}"


@contextmanager
def dask_cluster(address: str, workers: int | None, say: Callable[[str], None]) -> Iterator[Cluster]:
    """Yield the cluster at this address, or a local one that ends with the `with`."""
    try:
        import distributed
    except ImportError:
        raise Failure("--dask needs Dask: pip install 'hashi-fast[dask]'") from None
    dask: Any = distributed  # it has no types
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # they report a lost connection in pages, we in one line
    if address != LOCAL:
        try:
            client = dask.Client(address, timeout=_PATIENCE)
        except (OSError, ValueError) as error:
            raise Failure(f"no Dask scheduler at {address}: {error}") from None
        with client:
            yield Cluster(client, f"the Dask cluster at {address}", workers, say)
        return
    with _interrupts_put_off():
        local = dask.LocalCluster(
            n_workers=thread_count(workers),
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=logging.ERROR,  # workers warn about unfinished tasks when they are told to stop
        )
    with local, dask.Client(local) as client:
        yield Cluster(client, "the local Dask cluster", workers, say)


@contextmanager
def _interrupts_put_off() -> Iterator[None]:
    """Postpone Ctrl-C. Threads that are started meanwhile never get it, nor do the processes that they start.

    A terminal sends it to all processes of a command, and each worker would die with its own traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # otherwise the first worker starts it, and it unblocks signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
