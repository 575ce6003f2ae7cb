"""The workers of a Dask cluster as a crew: tasks go to workers by name, and no wait has no end.

a. Dask spreads tasks by itself, but it asks nobody again for a task that is late, and it waits minutes for a worker
   that hangs. So every task is sent to one worker, and `dispatch` decides which.
b. All that Dask does happens in the thread of its event loop, and what comes of it goes into a queue. The thread of the
   caller alone reads the queue and decides, so Ctrl-C finds no lock taken.
c. Each worker is asked for its version of the generator before it counts, by a task that needs no package of ours:
   another version would make other puzzles, and a worker without the package dies of tasks that it cannot read.
d. Once per second the scheduler is asked who is there and when it last heard of them. If it does not answer, the run
   says so, and ends after LOST seconds.
e. Results come by way of the scheduler. So a worker that does not hand over a result is only suspect if the scheduler
   has answered all the while; otherwise the result is asked for again.
"""
from __future__ import annotations

import asyncio
import pickle
import pkgutil
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from hashi_fast.cluster.dispatch import Assignment, Dispatcher
from hashi_fast.generation.production import WrongResult
from hashi_fast.generation.recipes import GENERATOR_VERSION

LOOK = 1.0  # seconds between two looks at the workers
SILENT = 2 * LOOK  # seconds without an answer of the scheduler after which workers are not blamed for being late
QUIET = 5.0  # seconds after which a scheduler that does not answer is mentioned
LOST = 60.0  # and after which it is given up
HANDING = 10.0  # seconds for a worker to hand over a result
_VERSION = "hashi_fast.generation.recipes:GENERATOR_VERSION"


class ClusterLost(Exception):
    """The cluster cannot be used, for this reason."""


class _Event(NamedTuple):
    """Something that happened on the cluster: what, to which worker and task, and what came of it."""

    what: str
    worker: str = ""
    number: int = 0
    value: Any = None


class DaskTask:
    """A task of the crew."""

    def __init__(self, crew: DaskCrew, assignment: Assignment) -> None:
        self._crew = crew
        self._assignment = assignment

    @property
    def is_done(self) -> bool:
        """Whether it is done, as far as is known."""
        return self._assignment.is_done

    def wait(self, seconds: float) -> bool:
        """Wait for it, that long at most; whether it is done."""
        self._crew.attend(seconds, lambda: self._assignment.is_done)
        return self._assignment.is_done

    def result(self) -> Any:
        """Wait for it, and return or raise what came of it."""
        while not self.wait(LOOK):
            pass
        value, error = self._assignment.outcome
        if error is not None:
            raise error
        return value

    def cancel(self) -> None:
        """Let nobody begin with it any more."""
        self._crew.cancel(self._assignment)


class DaskCrew:
    """The workers of the cluster that a client is connected to; `name` is what the cluster is called in messages.

    Not for use by several threads. `close` ends what is under way.
    """

    def __init__(self, client: Any, name: str, say: Callable[[str], object], *, even: bool = True) -> None:
        self._client = client
        self._name = name
        self._say = say
        self._events: SimpleQueue[_Event] = SimpleQueue()
        self._dispatcher = Dispatcher(self._send, self._withdraw, say, even=even)
        self._futures: dict[tuple[str, int], Any] = {}
        self._knows = False  # whether the scheduler has said who is there
        self._known: dict[str, tuple[int, float]] = {}  # threads, and when the scheduler last heard of it
        self._asked: set[str] = set()  # for their version
        self._refused: dict[str, str] = {}  # and why
        self._had_workers = False
        self._is_deserted = False
        self._had_some = time.monotonic()  # when there last were workers, or somebody who might be one
        self._heard = time.monotonic()  # when the scheduler last answered
        self._resumed = 0.0  # when it last answered after a silence
        self._is_quiet = False
        self._next_look = 0.0
        self._loop: asyncio.AbstractEventLoop = client.loop.asyncio_loop
        # Nobody waits for this answer. It makes adaptive clusters grow.
        self._question = client.submit(pkgutil.resolve_name, _VERSION, pure=False)
        self._watch = asyncio.run_coroutine_threadsafe(self._watching(), self._loop)

    def submit(self, work: Callable[[], Any]) -> DaskTask:
        """Let one of the workers do it."""
        return DaskTask(self, self._dispatcher.submit(work, time.monotonic()))

    def cancel(self, assignment: Assignment) -> None:
        """Let nobody begin with a task any more."""
        self._dispatcher.cancel(assignment)

    @property
    def slots(self) -> int:
        """How many tasks can be done at a time, as far as is known."""
        return self._dispatcher.slots

    def attend(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        """Deal with what happens, for that long at most, or until something is true. Raises ClusterLost."""
        end = time.monotonic() + seconds
        while not until():
            now = time.monotonic()
            if now >= self._next_look:
                self._look(now)
            with suppress(Empty):
                self._handle(self._events.get(timeout=max(0.0, min(end, self._next_look) - now)))
            if time.monotonic() >= end:
                while not self._events.empty():
                    self._handle(self._events.get())
                return

    def close(self) -> None:
        """End what is under way."""
        self._watch.cancel()
        self._question.cancel()
        for future in self._futures.values():
            with suppress(Exception):  # a lost scheduler
                future.cancel()
        self._futures.clear()

    # In the thread of the caller

    def _handle(self, event: _Event) -> None:
        now = time.monotonic()
        if self._is_quiet and event.what in ("workers", "done"):
            self._hear_again(now)
        if event.what == "workers":
            self._see(event.value, now)
        elif event.what == "lost":
            raise ClusterLost(f"{self._name} has gone or cannot be reached")
        elif event.what == "version":
            self._accept(event.worker, event.value, now)
        else:
            self._futures.pop((event.worker, event.number), None)
            if event.what == "done":
                self._dispatcher.answered(event.worker, event.number, event.value, now)
            elif event.what == "kept":
                self._dispatcher.unanswered(event.worker, event.number, now)
            elif _is_of_the_worker(event.value):
                why = f"has another version of hashi-fast, or none: {event.value}"
                self._dispatcher.failed(event.worker, event.number, event.value, now)
                self._dispatcher.leave_out(event.worker, why, now)
            else:
                self._dispatcher.failed(event.worker, event.number, event.value, now)

    def _see(self, workers: dict[str, tuple[int, float]], now: float) -> None:
        """Note who is there and who has been heard of."""
        for name in self._known.keys() - workers.keys():
            self._asked.discard(name)
            self._refused.pop(name, None)
            self._dispatcher.gone(name, now)
        for name, (threads, seen) in workers.items():
            if name not in self._asked:
                self._asked.add(name)
                asyncio.run_coroutine_threadsafe(self._asking(name), self._loop)
            elif self._known.get(name, (threads, seen))[1] != seen:
                self._dispatcher.alive(name, now)
        self._known, self._knows = workers, True

    def _accept(self, name: str, answer: Any, now: float) -> None:
        """Let a worker have tasks if it makes the same puzzles."""
        if name not in self._known:
            return
        if answer == GENERATOR_VERSION:
            self._had_workers = True
            self._dispatcher.joined(name, self._known[name][0], now)
            return
        if isinstance(answer, ImportError | AttributeError):
            why = f"has no hashi-fast, or another version of it: {answer}"
        elif isinstance(answer, BaseException):
            self._asked.discard(name)  # it will be asked again, or it is gone
            return
        else:
            why = f"has version {answer} of the generator; expected {GENERATOR_VERSION}, as here"
        self._refused[name] = f"the Dask worker at {name} {why}"
        if not self._had_workers and self._refused.keys() == self._known.keys():
            raise ClusterLost(self._refused[name])
        self._dispatcher.leave_out(name, why, now)

    def _look(self, now: float) -> None:
        self._next_look = now + LOOK
        quiet = now - self._heard
        if self._client.status != "running" or quiet > LOST:
            raise ClusterLost(f"{self._name} has gone or cannot be reached")
        if quiet > QUIET and not self._is_quiet:
            self._is_quiet = True
            self._say(f"no answer from the scheduler of {self._name} for {quiet:.0f} s; waiting; Ctrl-C ends the run")
        if quiet < SILENT:  # or it is not the workers who are late
            self._dispatcher.look(now)
            if self._dispatcher.workers:
                self._had_some = now
            if self._is_deserted != (self._knows and self._lacks_workers(now)):
                self._is_deserted = not self._is_deserted
                waits = f"no workers on {self._name}: waiting for some; Ctrl-C ends the run"
                self._say(waits if self._is_deserted else f"{self._name} has workers again")

    def _hear_again(self, now: float) -> None:
        """Note that a scheduler that was quiet has answered, be it by a result: that may be the last one."""
        self._heard = self._resumed = now
        self._is_quiet = False
        self._say(f"the scheduler of {self._name} answers again")

    def _lacks_workers(self, now: float) -> bool:
        """Whether there is nobody to give tasks to; those who were asked for their version have some time to answer."""
        if self._dispatcher.workers:
            return False
        return self._known.keys() <= self._refused.keys() or now > self._had_some + QUIET

    # To the cluster

    def _send(self, name: str, number: int, work: Callable[[], Any]) -> None:
        # Not pure: no time is spent on deriving a task's name from its arguments, and runs share no tasks.
        how = {"workers": [name], "allow_other_workers": False, "pure": False}
        future = self._client.submit(_do, pickle.dumps(work), **how)
        self._futures[name, number] = future
        asyncio.run_coroutine_threadsafe(self._fetching(name, number, future), self._loop)

    def _withdraw(self, name: str, number: int) -> None:
        future = self._futures.pop((name, number), None)
        if future is not None:
            future.cancel()

    # In the thread of Dask's event loop

    async def _watching(self) -> None:
        """Report who is there, again and again."""
        while True:
            try:
                info = await asyncio.wait_for(self._client.scheduler.identity(), LOST)
            except asyncio.CancelledError:
                raise
            except Exception:
                if self._client.status != "running":
                    self._events.put(_Event("lost"))
                    return
            else:
                found = {name: (int(each["nthreads"]), each["last_seen"]) for name, each in info["workers"].items()}
                now = time.monotonic()
                if now >= self._heard + SILENT:
                    self._resumed = now
                self._heard = now
                self._events.put(_Event("workers", value=found))
            await asyncio.sleep(LOOK)

    async def _asking(self, name: str) -> None:
        """Report the version of a worker."""
        how = {"workers": [name], "allow_other_workers": False, "pure": False}
        future = self._client.submit(pkgutil.resolve_name, _VERSION, **how)
        try:
            answer = await self._client.gather(future, asynchronous=True)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            answer = error
        self._events.put(_Event("version", name, value=answer))

    async def _fetching(self, name: str, number: int, future: Any) -> None:
        """Report what came of a task."""
        try:
            error = await future.exception()
            if future.cancelled():
                return
            if error is not None:
                raise error
            event = _Event("done", name, number, await self._handed_over(future))
        except TimeoutError:
            event = _Event("kept", name, number)
        except asyncio.CancelledError:
            return
        except Exception as error:
            event = _Event("failed", name, number, error)
        self._events.put(event)

    async def _handed_over(self, future: Any) -> Any:
        """Return the result of a task that is done. Raises TimeoutError if the worker keeps it."""
        while True:
            began = time.monotonic()
            try:
                return await asyncio.wait_for(self._client.gather(future, asynchronous=True), HANDING)
            except TimeoutError:
                is_silent = time.monotonic() >= self._heard + SILENT
                if not is_silent and self._resumed < began:
                    raise


def _do(work: bytes) -> Any:
    """Do what was pickled: Dask would look into it for tasks of its own."""
    return pickle.loads(work)()


def _is_of_the_worker(error: BaseException) -> bool:
    """Whether a task failed because the worker lacks what the task needs, or has another version of it."""
    return isinstance(error, ImportError | AttributeError | WrongResult)
