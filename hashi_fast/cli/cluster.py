"""Dask as the engine of a command: a cluster by its address, or one of processes on this machine.

Workers may come, go, hang and die during a run (`cluster.dask_crew`). If none is left, the run says so and waits, since
clusters may grow again. Failures that cannot be recovered end the run with a message.
"""
from __future__ import annotations

import argparse
import logging
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from typing import Any

from hashi_fast.board.workers import thread_count
from hashi_fast.cli import Failure
from hashi_fast.cli.console import Console
from hashi_fast.errors import TargetNotReached
from hashi_fast.generation.legs import Leg
from hashi_fast.generation.production import Portion, portions
from hashi_fast.generation.resume import FileRefused

LOCAL = "local"
_PATIENCE = 5  # seconds to reach a scheduler, and to take leave of it


class Cluster:
    """A cluster that makes puzzles; `say` gets messages for the user, and `wait` is called while nothing is made."""

    def __init__(
        self, client: Any, name: str, workers: int | None, say: Callable[[str], None], wait: Callable[[], None]
    ) -> None:
        self.client = client
        self.name = name
        self._workers = workers  # None: as many as there are
        self._say = say
        self._wait = wait

    def portions(self, legs: Iterable[Leg], **how: Any) -> Generator[Portion, None, None]:
        """Do what `production.portions` does, and turn failures of the cluster into messages."""
        from hashi_fast.cluster.dask_crew import DaskCrew  # takes longer to load than all the rest

        with self.failures_told(), closing(DaskCrew(self.client, self.name, self._say)) as crew:

            def slots() -> int:
                crew.attend(0)
                self._wait()
                return self._workers or max(1, crew.slots)

            yield from portions(legs, workers=slots, hands=crew, **how)

    @contextmanager
    def failures_told(self) -> Iterator[None]:
        """Turn failures of the cluster into messages."""
        from hashi_fast.cluster.dask_crew import ClusterLost
        from hashi_fast.cluster.dispatch import WorkersDied

        try:
            yield
        except (Failure, FileRefused, MemoryError, ModuleNotFoundError, OSError, TargetNotReached, ValueError):
            raise
        except ClusterLost as error:
            raise Failure(f"{error}; what has been written is kept") from None
        except WorkersDied as error:
            raise Failure(f"too many workers died on {self.name}: {error}; what has been written is kept") from None
        except Exception as error:
            what = f"a worker on {self.name} failed: {type(error).__name__}: {error}"
            raise Failure(f"{what}; what has been written is kept") from None


@contextmanager
def dask_cluster(
    address: str, workers: int | None, say: Callable[[str], None], wait: Callable[[], None]
) -> Iterator[Cluster]:
    """Yield the cluster at this address, or a local one that ends with the `with`."""
    try:
        import distributed
    except ImportError:
        raise Failure("--dask needs Dask: pip install 'hashi-fast[dask]'") from None
    dask: Any = distributed  # it has no types
    for name in ("asyncio", "distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # they report a lost connection in pages, we in one line
    if address != LOCAL:
        try:
            client = dask.Client(address, timeout=_PATIENCE)
        except (OSError, ValueError) as error:
            raise Failure(f"no Dask scheduler at {address}: {error}") from None
        try:
            yield Cluster(client, f"the Dask cluster at {address}", workers, say, wait)
        finally:
            with suppress(Exception):  # a scheduler that does not answer
                client.close(timeout=_PATIENCE)
        return
    with _interrupts_put_off():
        local = dask.LocalCluster(
            n_workers=thread_count(workers),
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            # Without a dashboard there still is its port, which a second cluster on this machine would warn about.
            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
            # Workers warn about unfinished tasks when they are told to stop, and report a heartbeat that their end cuts
            # off as an error. What happens to a worker during the run, the crew notices and says.
            silence_logs=logging.CRITICAL,
        )
    with local, dask.Client(local) as client:
        yield Cluster(client, "the local Dask cluster", workers, say, wait)


def cluster_of(arguments: argparse.Namespace, console: Console) -> AbstractContextManager[Cluster | None]:
    """Return the cluster that a command asks for with --dask, if it does, as something for `with`."""
    if arguments.dask is None:
        return nullcontext()
    if arguments.dask == LOCAL:
        console.announce("starting a Dask cluster of processes on this machine")
    return dask_cluster(arguments.dask, arguments.workers, console.warn, console.wait)


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
