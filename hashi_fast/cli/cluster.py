"""Dask as the engine of `hashi-fast generate`: a cluster by its address, or one of processes on this machine."""
from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from hashi_fast.cli import Failure
from hashi_fast.workers import thread_count

LOCAL = "local"
_PATIENCE = 10  # seconds to reach a scheduler


@contextmanager
def dask_executor(address: str, workers: int | None) -> Iterator[tuple[Executor, int]]:
    """Give an executor on the cluster at this address, and how many tasks it can work on at a time.

    Tasks of a worker that dies are given to another one by Dask.
    """
    try:
        import distributed
    except ImportError:
        raise Failure("--dask needs Dask: pip install 'hashi-fast[dask]'") from None
    dask: Any = distributed  # which has no types
    cluster: Any = None
    try:
        if address == LOCAL:
            cluster = dask.LocalCluster(
                n_workers=thread_count(workers), threads_per_worker=1, processes=True, dashboard_address=None
            )
        try:
            client = dask.Client(address if cluster is None else cluster, timeout=_PATIENCE)
        except (OSError, ValueError) as error:
            raise Failure(f"no Dask scheduler at {address}: {error}") from None
        with client:
            threads = sum(client.nthreads().values())
            yield client.get_executor(), workers or max(1, threads)
    finally:
        if cluster is not None:
            cluster.close()
