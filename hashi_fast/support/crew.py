"""Threads that work for one which Ctrl-C may interrupt at any moment.

The pools of `concurrent.futures` are not made for that: they take their locks in Python, where an interrupt may come
after a lock is taken and before anybody is bound to release it. Workers then wait for the lock, and whoever ends the
pool waits for the workers, forever: one Ctrl-C in 150 did that on a busy machine. `threading.Thread` has the same gap
where it waits for a thread to begin. Here threads are started, and waited for, by single calls into C.

Nobody waits for threads that are gone: when Python ends, its threads stop for good at the next line of Python, and a
process that was forked has none of its parent's threads.
"""
from __future__ import annotations

import _thread
import os
import sys
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")


class Task(Generic[T]):
    """Something that a crew does, and what came of it."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._process = os.getpid()
        self._is_cancelled = False
        self._finished: SimpleQueue[tuple[T | None, BaseException | None]] = SimpleQueue()
        self._outcome: tuple[T | None, BaseException | None] | None = None

    def cancel(self) -> None:
        """Let nobody begin with it any more."""
        self._is_cancelled = True

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it is done, that long at most (None: however long); whether it is."""
        if self._outcome is None:
            if os.getpid() != self._process:
                raise RuntimeError("this process was forked while threads were at work, and has none of them")
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


class _Member:
    """One thread of a crew. It does tasks until it takes a None."""

    def __init__(self, tasks: SimpleQueue[Task[Any] | None]) -> None:
        self._tasks = tasks
        self._decision: dict[str, str] = {}  # who came first: "member", or "closer" if it shall not work any more
        self._process = os.getpid()
        self._is_started = False
        self._has_ended = False
        self._last_word: SimpleQueue[None] = SimpleQueue()  # said when it has ended

    def start(self) -> None:
        _thread.start_new_thread(self._serve, ())
        self._is_started = True

    def join(self) -> None:
        """Wait until it has ended. It may be called again, also when it was interrupted.

        An interrupted `start` does not tell whether there is a thread. Whoever comes first decides, by a single call
        into C: a thread that comes second does nothing.
        """
        if self._is_started or self._decision.setdefault("first", "closer") == "member":
            while not (self._has_ended or self._is_gone()):
                self._last_word.get()

    def _is_gone(
        self, is_ending: Callable[[], bool] = sys.is_finalizing, process: Callable[[], int] = os.getpid
    ) -> bool:
        """Whether Python ends or this is a fork; by functions that are there even if all modules are gone by then."""
        return is_ending() or process() != self._process

    def _serve(self) -> None:
        if self._decision.setdefault("first", "member") == "closer":
            return
        while (task := self._tasks.get()) is not None:
            task._do()
            del task  # and what came of it, which may be large, while there is nothing to do
        self._has_ended = True
        self._last_word.put(None)


class Crew:
    """Up to `most` threads, each started when there is first something for it to do; fewer if the system has no more.

    >>> crew = Crew(2)
    >>> task = crew.submit(lambda: 6 * 7)
    >>> task.result()
    42
    >>> crew.close()
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._tasks: SimpleQueue[Task[Any] | None] = SimpleQueue()
        self._members: list[_Member] = []

    def submit(self, work: Callable[[], T]) -> Task[T]:
        """Let one of the threads do it, after all that was submitted before."""
        task = Task(work)
        self._tasks.put(task)
        if len(self._members) < self._most:
            self._members.append(_Member(self._tasks))
            try:
                self._members[-1].start()
            except RuntimeError as error:
                self._do_with_fewer(error)
        return task

    def _do_with_fewer(self, error: RuntimeError) -> None:
        """Go on with the threads that there are, after the system has refused another one."""
        self._members.pop()
        self._most = len(self._members)
        if not self._most:
            raise RuntimeError("the system starts no thread; this needs at least one besides its own") from error

    def close(self) -> None:
        """Wait until all tasks are done that were not cancelled, and the threads have ended."""
        for _ in self._members:
            self._tasks.put(None)
        for member in self._members:
            member.join()
