"""Threads that work for one which Ctrl-C may interrupt at any moment.

The pools of `concurrent.futures` are not made for that: they take their locks in Python, where an interrupt may come
after a lock is taken and before anybody is bound to release it. Workers then wait for the lock, and whoever ends the
pool waits for the workers, forever: one Ctrl-C in 150 did that on a busy machine. Here all waiting is done in C.
"""
from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")


class Task(Generic[T]):
    """Something that a crew does, and what came of it."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._is_cancelled = False
        self._finished: SimpleQueue[tuple[T | None, BaseException | None]] = SimpleQueue()
        self._outcome: tuple[T | None, BaseException | None] | None = None

    def cancel(self) -> None:
        """Let nobody begin with it any more."""
        self._is_cancelled = True

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it is done, that long at most (None: however long); whether it is."""
        if self._outcome is None:
            try:
                self._outcome = self._finished.get(timeout=seconds)
            except Empty:
                return False
        return True

    def result(self) -> T:
        """Wait for it, and return or raise what came of it."""
        self.wait()
        assert self._outcome is not None
        value, error = self._outcome
        if error is not None:
            raise error
        return cast(T, value)

    def _do(self) -> None:
        if self._is_cancelled:
            return
        try:
            self._finished.put((self._work(), None))
        except BaseException as error:
            self._finished.put((None, error))


class Crew:
    """Up to `most` threads with this name, each started when there is first something for it to do.

    >>> crew = Crew(2, "example")
    >>> task = crew.submit(lambda: 6 * 7)
    >>> task.result()
    42
    >>> crew.close()
    """

    def __init__(self, most: int, name: str) -> None:
        self._most = most
        self._name = name
        self._tasks: SimpleQueue[Task[Any] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []

    def submit(self, work: Callable[[], T]) -> Task[T]:
        """Let one of the threads do it, after all that was submitted before."""
        task = Task(work)
        self._tasks.put(task)
        if len(self._threads) < self._most:
            name = f"{self._name}-{len(self._threads)}"
            self._threads.append(threading.Thread(target=self._serve, name=name, daemon=True))
            self._threads[-1].start()
        return task

    def close(self) -> None:
        """Wait until all tasks are done that were not cancelled, and the threads have ended."""
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            if thread.ident is not None:  # it was started
                thread.join()

    def _serve(self) -> None:
        while (task := self._tasks.get()) is not None:
            task._do()
            del task  # and what came of it, which may be large, while there is nothing to do
