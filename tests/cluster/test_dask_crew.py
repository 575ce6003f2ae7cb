"""What the crew makes of a scheduler and workers that do not answer, with a client that is told when to."""
import asyncio
import threading
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("distributed")

from hashi_fast.cluster import dask_crew
from hashi_fast.cluster.dask_crew import DaskCrew
from hashi_fast.generation.recipes import GENERATOR_VERSION


class Future:
    """A task that is done at once, like all tasks of this client."""

    def __init__(self, value: Any) -> None:
        self.value = value

    async def exception(self) -> None:
        return None

    def cancelled(self) -> bool:
        return False

    def cancel(self) -> None:
        pass


class Client:
    """A client of two workers. Its scheduler answers, and results are handed over, while the events are set."""

    status = "running"

    def __init__(self) -> None:
        self.scheduler = SimpleNamespace(identity=self.identity)
        self.loop = SimpleNamespace(asyncio_loop=asyncio.new_event_loop())
        self.answers = asyncio.Event()
        self.hands_over = asyncio.Event()
        self.asked_for_results = threading.Semaphore(0)
        self.falls_silent = False  # when a result is asked for
        self.heartbeats = 0

    def submit(self, function: Any, argument: Any, **_: Any) -> Future:
        return Future(GENERATOR_VERSION if isinstance(argument, str) else function(argument))

    async def identity(self) -> dict[str, Any]:
        await self.answers.wait()
        self.heartbeats += 1
        return {"workers": {name: {"nthreads": 1, "last_seen": self.heartbeats} for name in ("a", "b")}}

    async def gather(self, future: Future, *, asynchronous: bool) -> Any:
        assert asynchronous
        if future.value != GENERATOR_VERSION:
            if self.falls_silent:
                self.answers.clear()
            self.asked_for_results.release()
            await self.hands_over.wait()
        return future.value

    def let(self, event: asyncio.Event) -> None:
        self.loop.asyncio_loop.call_soon_threadsafe(event.set)


async def cancel_all() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setattr(dask_crew, "LOOK", 0.02)
    monkeypatch.setattr(dask_crew, "SILENT", 0.1)
    monkeypatch.setattr(dask_crew, "HANDING", 0.3)
    client = Client()
    loop = client.loop.asyncio_loop
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    client.let(client.answers)
    yield client
    asyncio.run_coroutine_threadsafe(cancel_all(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def test_a_worker_is_not_blamed_for_a_silent_scheduler(client: Client) -> None:
    said: list[str] = []
    crew = DaskCrew(client, "the cluster", said.append)
    task = crew.submit(partial(int, 7))
    client.falls_silent = True
    for _ in range(3):  # the result is asked for again, though the time for handing it over has passed
        crew.attend(60, lambda: client.asked_for_results.acquire(blocking=False))
    client.let(client.answers)
    client.let(client.hands_over)
    assert task.result() == 7
    assert said == []
    crew.close()


def test_a_worker_that_keeps_a_result_is_named(client: Client) -> None:
    said: list[str] = []
    crew = DaskCrew(client, "the cluster", said.append)
    task = crew.submit(partial(int, 7))
    crew.attend(60, lambda: bool(said))
    assert "does not hand over its results" in said[0]
    client.let(client.hands_over)
    assert task.result() == 7
    crew.close()
