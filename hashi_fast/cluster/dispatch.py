"""Who does what: hands tasks out to workers that may be slow, hang, die, come back or give wrong answers.

Tasks are pure: whoever does one gets the same result, and the first answer counts. So a task may be given to several
workers, and no decision here can be seen in the results.

a. Every worker gets up to AHEAD tasks for each of its slots, and the one with the fewest per slot gets the next task.
b. A worker is *suspect* if it has given no sign of life for SILENCE seconds, or if a task of it takes far longer than
   tasks usually do. It gets nothing more until it is heard of again, and others get copies of its tasks, before
   everything else.
c. When nothing is left to hand out, idle workers get tasks that others have not begun, and then copies of those that
   have been under way longest: a fleet would otherwise wait for its slowest machine at the end.
d. A worker is *left out* for good if it has another version or gives wrong answers. Work that fails on several workers
   is to blame itself, and ends the run.

Nothing here waits, knows a clock or starts a thread: whoever uses it reports what has happened and at what time.
"""
from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

AHEAD = 2  # tasks per slot, so that no worker has to wait for the next one
SILENCE = 8.0  # seconds without a sign of life
LATE_SECONDS = 3.0  # a task is not late before
LATE_TIMES = 5  # nor before this many times the usual time
IDLE_TIMES = 1.5  # the usual time, after which an idle worker gets a copy of a task
MOST_COPIES = 3  # of a task under way
MOST_FAILURES = 3  # of a task, on different workers
MOST_DEATHS = 10  # of workers with the same task; machines also die for other reasons
MOST_WORDS = 4  # about one worker: who is slow once is slow again


class WorkersDied(Exception):
    """So many workers died of a task that the task must be to blame."""


class Assignment:
    """A task that is wanted. `outcome` is its value or what went wrong; `is_done` tells whether there is one."""

    def __init__(self, work: Callable[[], Any], number: int) -> None:
        self.work = work
        self.number = number  # in the order of submission
        self.is_done = False
        self.outcome: tuple[Any, BaseException | None] = None, None
        self.copies: dict[str, float] = {}  # by worker, since when
        self.failed_on: list[str] = []
        self.deaths = 0  # of workers that had it


@dataclass
class _Worker:
    """What is known about a worker."""

    slots: int
    tasks: dict[int, Assignment] = field(default_factory=dict)  # in the order in which it got them
    seen: float = 0.0  # the last sign of life
    suspicion: Literal["silent", "late"] | None = None

    @property
    def is_suspect(self) -> bool:
        return self.suspicion is not None


class Dispatcher:
    """Tasks and workers.

    `send(worker, number, work)` gives a copy of a task to a worker and `withdraw(worker, number)` takes it back, if it
    is not too late. `say` gets messages for people. Tasks that differ much in length are not `even`: none is late.
    """

    def __init__(
        self,
        send: Callable[[str, int, Callable[[], Any]], object],
        withdraw: Callable[[str, int], object],
        say: Callable[[str], object],
        *,
        even: bool = True,
    ) -> None:
        self._send = send
        self._withdraw = withdraw
        self._say = say
        self._even = even
        self._words: Counter[str] = Counter()  # about each worker
        self._workers: dict[str, _Worker] = {}
        self._left_out: set[str] = set()
        self._waiting: deque[Assignment] = deque()
        self._tasks: dict[int, Assignment] = {}  # that are not done
        self._next = 0
        self._usual: float | None = None  # seconds from sending a task to its answer

    # Tasks

    def submit(self, work: Callable[[], Any], now: float) -> Assignment:
        """Add a task after all others."""
        task = Assignment(work, self._next)
        self._next += 1
        self._tasks[task.number] = task
        self._waiting.append(task)
        self._hand_out(now)
        return task

    def cancel(self, task: Assignment) -> None:
        """Let nobody begin with a task any more."""
        self._drop(task)

    @property
    def slots(self) -> int:
        """How many tasks the workers that can be trusted do at a time."""
        return sum(worker.slots for worker in self._workers.values() if not worker.is_suspect)

    @property
    def workers(self) -> list[str]:
        """The workers that get tasks, or will again when they answer."""
        return list(self._workers)

    # What has happened

    def joined(self, name: str, slots: int, now: float) -> None:
        """A worker is there that may get tasks."""
        if name not in self._left_out and name not in self._workers:
            self._workers[name] = _Worker(slots, seen=now)
            self._hand_out(now)

    def gone(self, name: str, now: float) -> None:
        """A worker is not there any more. Others get its tasks. If it comes back, it may be another one."""
        self._left_out.discard(name)
        worker = self._workers.pop(name, None)
        if worker is not None:
            self._again(worker, name)
            self._hand_out(now)

    def alive(self, name: str, now: float) -> None:
        """A worker has given a sign of life; that does not mean that it answers."""
        worker = self._workers.get(name)
        if worker is not None:
            worker.seen = now
            if worker.suspicion == "silent":
                self._trust(name, worker)
                self._hand_out(now)

    def leave_out(self, name: str, why: str, now: float) -> None:
        """Give no task to a worker any more, whatever it says."""
        if name not in self._left_out:
            self._say(f"the worker at {name} {why}; it is left out")
        self.gone(name, now)
        self._left_out.add(name)

    def answered(self, name: str, number: int, value: Any, now: float) -> None:
        """A worker has done a task. An answer that is wrong is none."""
        task = self._answer(name, number, now)
        if task is None:
            return
        check = getattr(task.work, "check", None)
        if check is not None:
            try:
                check(value)
            except Exception as error:
                self._give_back(task)
                self.leave_out(name, f"gave a wrong answer: {error}", now)
                return
        task.outcome = value, None
        task.is_done = True
        self._drop(task)
        self._hand_out(now)

    def failed(self, name: str, number: int, error: BaseException, now: float) -> None:
        """A worker could not do a task. Another one may try; if several fail, the task is to blame."""
        task = self._answer(name, number, now)
        if task is None:
            return
        task.failed_on.append(name)
        others = [other for other in self._workers if other not in task.failed_on]
        if len(task.failed_on) >= MOST_FAILURES or not (others or task.copies):
            task.outcome = None, error
            task.is_done = True
            self._drop(task)
        elif not task.copies:
            self._give_back(task)
        self._hand_out(now)

    def unanswered(self, name: str, number: int, now: float) -> None:
        """A worker has done a task, but does not hand over the result."""
        worker = self._workers.get(name)
        if worker is not None and number in worker.tasks:
            self._suspect(name, worker, "late", "does not hand over its results", now)

    def look(self, now: float) -> None:
        """Find workers that are late or silent, and give copies of their tasks to others. Call it every second."""
        late = LATE_SECONDS if self._usual is None else max(LATE_SECONDS, LATE_TIMES * self._usual)
        for name, worker in list(self._workers.items()):
            if worker.is_suspect or not worker.tasks:
                continue
            silent = now - worker.seen
            task = next(iter(worker.tasks.values()))
            age = now - task.copies[name]
            if silent > SILENCE:
                self._suspect(name, worker, "silent", f"has given no sign of life for {silent:.0f} s", now)
            elif self._even and self._usual is not None and age > late * 2 ** (len(task.copies) - 1):
                self._suspect(name, worker, "late", f"has not answered for {age:.0f} s", now)
        self._hand_out(now)

    # Decisions

    def _answer(self, name: str, number: int, now: float) -> Assignment | None:
        """Note that a worker has done with a task. Return the task, or None if nobody needs it any more."""
        worker = self._workers.get(name)
        if worker is not None:
            worker.seen = now
            self._trust(name, worker)
            worker.tasks.pop(number, None)
        task = self._tasks.get(number)
        if task is None:
            self._hand_out(now)
            return None
        since = task.copies.pop(name, None)
        if since is not None:
            took = now - since
            self._usual = took if self._usual is None else self._usual + (took - self._usual) / 8
        return task

    def _suspect(
        self, name: str, worker: _Worker, suspicion: Literal["silent", "late"], why: str, now: float
    ) -> None:
        worker.suspicion = suspicion
        self._mention(name, f"{why}; others get its work until it is heard of again")
        # It keeps its tasks: it may come back, and the first answer counts.
        for task in reversed(worker.tasks.values()):
            if len(task.copies) < MOST_COPIES and task not in self._waiting:
                self._waiting.appendleft(task)
        self._hand_out(now)

    def _trust(self, name: str, worker: _Worker) -> None:
        if worker.is_suspect:
            worker.suspicion = None
            self._mention(name, "is heard of again")

    def _mention(self, name: str, what: str) -> None:
        self._words[name] += 1
        if self._words[name] <= MOST_WORDS:
            self._say(f"the worker at {name} {what}")

    def _again(self, worker: _Worker, name: str) -> None:
        """Give the tasks of a worker that has gone to others."""
        for k, task in reversed(list(enumerate(worker.tasks.values()))):
            task.copies.pop(name, None)
            task.deaths += k < worker.slots  # those that it was at work on
            if task.deaths >= MOST_DEATHS and not task.is_done:
                task.outcome = None, WorkersDied(f"{task.deaths} workers died of one task")
                task.is_done = True
                self._drop(task)
            elif not task.copies:
                self._give_back(task)

    def _give_back(self, task: Assignment) -> None:
        if task.number in self._tasks and task not in self._waiting:
            self._waiting.appendleft(task)

    def _drop(self, task: Assignment) -> None:
        """Forget a task that nobody needs any more."""
        self._tasks.pop(task.number, None)
        if task in self._waiting:
            self._waiting.remove(task)
        for name in task.copies:
            worker = self._workers.get(name)
            # The answer of one that is suspect is the sign that it works again.
            if worker is not None and not worker.is_suspect:
                self._withdraw(name, task.number)
                worker.tasks.pop(task.number, None)

    def _hand_out(self, now: float) -> None:
        free = self._free()
        stay: deque[Assignment] = deque()
        while self._waiting and free:
            task = self._waiting.popleft()
            name = self._best(free, task)
            if name is None:
                stay.append(task)
                continue
            self._give(name, task, now)
            if len(free[name].tasks) >= AHEAD * free[name].slots:
                del free[name]
        self._waiting.extendleft(reversed(stay))
        if not self._waiting:
            self._help_out(now)

    def _help_out(self, now: float) -> None:
        """Give idle workers what others have not begun, and then copies of what has been under way longest."""
        idle = [name for name, worker in self._workers.items() if not worker.tasks and not worker.is_suspect]
        idle = [name for name in idle if not self._take_over(name, now)]
        if not idle or self._usual is None:
            return
        old = sorted(
            (min(task.copies.values()), number)
            for number, task in self._tasks.items()
            if len(task.copies) == 1 and now - min(task.copies.values()) > IDLE_TIMES * self._usual
        )
        for name, (_, number) in zip(idle, old, strict=False):
            if name not in self._tasks[number].failed_on:
                self._give(name, self._tasks[number], now)

    def _take_over(self, idle: str, now: float) -> bool:
        """Move a task to an idle worker that another one has, but has no slot for; whether there was one."""
        full = [
            (len(worker.tasks) / worker.slots, name)
            for name, worker in self._workers.items()
            if len(worker.tasks) > worker.slots and not worker.is_suspect
        ]
        if not full:
            return False
        name = max(full)[1]
        task = next(reversed(self._workers[name].tasks.values()))
        if len(task.copies) > 1 or idle in task.failed_on:
            return False
        del self._workers[name].tasks[task.number], task.copies[name]
        self._withdraw(name, task.number)
        self._give(idle, task, now)
        return True

    def _give(self, name: str, task: Assignment, now: float) -> None:
        task.copies[name] = now
        self._workers[name].tasks[task.number] = task
        self._send(name, task.number, task.work)

    def _free(self) -> dict[str, _Worker]:
        return {
            name: worker
            for name, worker in self._workers.items()
            if not worker.is_suspect and len(worker.tasks) < AHEAD * worker.slots
        }

    def _best(self, free: dict[str, _Worker], task: Assignment) -> str | None:
        """Return the worker with the fewest tasks per slot, among those that have not tried this one, if there are."""
        tried = task.failed_on if any(name not in task.failed_on for name in self._workers) else []
        fitting: Iterable[str] = (name for name in free if name not in task.copies and name not in tried)
        return min(fitting, key=lambda name: (len(free[name].tasks) / free[name].slots, name), default=None)
