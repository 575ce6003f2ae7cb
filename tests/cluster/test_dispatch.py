"""Who does what, with a clock of our own: late, silent, dying, lying and returning workers."""
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

from hashi_fast.cluster import dispatch
from hashi_fast.cluster.dispatch import AHEAD, LATE_SECONDS, MOST_DEATHS, SILENCE, Assignment, Dispatcher, WorkersDied


class Desk:
    """A dispatcher with what it has sent and said."""

    def __init__(self, *workers: str, even: bool = True) -> None:
        self.sent: list[tuple[str, int]] = []
        self.withdrawn: list[tuple[str, int]] = []
        self.said: list[str] = []
        self.dispatcher = Dispatcher(
            lambda name, number, _: self.sent.append((name, number)),
            lambda name, number: self.withdrawn.append((name, number)),
            self.said.append,
            even=even,
        )
        for name in workers:
            self.dispatcher.joined(name, 1, 0)

    def submit(self, number: int, work: Callable[[], Any] = int) -> list[Assignment]:
        return [self.dispatcher.submit(work, 0) for _ in range(number)]

    def to(self, name: str) -> list[int]:
        """Return the tasks that were sent to a worker."""
        return [number for worker, number in self.sent if worker == name]


def test_tasks_are_spread_and_bounded() -> None:
    desk = Desk("a", "b")
    desk.dispatcher.joined("c", 3, 0)
    tasks = desk.submit(20)
    assert Counter(name for name, _ in desk.sent) == {"a": AHEAD, "b": AHEAD, "c": 3 * AHEAD}
    assert [number for _, number in desk.sent] == list(range(5 * AHEAD))
    assert desk.dispatcher.slots == 5
    first = desk.to("a")[0]
    desk.dispatcher.answered("a", first, "value", 1)
    assert tasks[first].outcome == ("value", None)
    assert desk.sent[-1] == ("a", 5 * AHEAD)


def test_a_worker_that_leaves_gives_its_tasks_to_others_first() -> None:
    desk = Desk("a", "b")
    desk.submit(9)
    had = desk.to("a")
    desk.dispatcher.gone("a", 1)
    for number in desk.to("b")[:AHEAD]:
        desk.dispatcher.answered("b", number, None, 2)
    assert desk.to("b")[AHEAD:] == had


@pytest.mark.parametrize("silent", [True, False])
def test_a_worker_that_hangs_costs_less_than_fifteen_seconds(silent: bool) -> None:
    desk = Desk("a", "b")
    tasks = desk.submit(400)
    late = desk.to("a")
    seconds = 0.0
    while not all(tasks[number].is_done for number in late):
        seconds += 0.5
        for number in [number for number in desk.to("b") if not tasks[number].is_done][:1]:
            desk.dispatcher.answered("b", number, None, seconds)
        desk.dispatcher.alive("b", seconds)
        if not silent:
            desk.dispatcher.alive("a", seconds)
        desk.dispatcher.look(seconds)
        assert seconds < 15
    assert [line.partition(" has ")[0] for line in desk.said] == ["the worker at a"]
    assert desk.dispatcher.slots == 1
    # Its answer comes after all: nobody needs it, but it gets work again.
    before = len(desk.to("a"))
    desk.dispatcher.answered("a", late[0], None, seconds)
    assert len(desk.to("a")) == before + 1
    assert desk.said[-1] == "the worker at a is heard of again"


def test_silence_is_noticed_before_anything_was_answered() -> None:
    desk = Desk("a", "b")
    desk.submit(4)
    desk.dispatcher.alive("b", SILENCE)
    desk.dispatcher.look(SILENCE + 0.1)
    assert desk.said == [
        f"the worker at a has given no sign of life for {SILENCE:.0f} s; others get its work until it is heard of again"
    ]
    desk.dispatcher.alive("a", SILENCE + 1)
    assert desk.said[-1] == "the worker at a is heard of again"
    assert desk.dispatcher.slots == 2


def test_tasks_that_take_long_are_not_late_as_such() -> None:
    for even in (True, False):
        desk = Desk("a", "b", even=even)
        desk.submit(4)
        now = 0.0
        for _ in range(5):
            now += 100
            for name in ("a", "b"):
                desk.dispatcher.alive(name, now)
            desk.dispatcher.look(now)
            for name in ("a", "b"):
                desk.dispatcher.answered(name, desk.to(name)[-1], None, now)
                desk.submit(1)
        assert desk.said == []
    # With tasks of different length, none is late.
    for second in range(10_000):
        desk.dispatcher.alive("a", now + second)
        desk.dispatcher.alive("b", now + second)
        desk.dispatcher.look(now + second)
    assert desk.said == []


def test_little_is_said_about_a_slow_worker() -> None:
    desk = Desk("a", "b")
    tasks = desk.submit(10_000)
    now = 0.0
    for _ in range(50):
        for _ in range(100):
            now += LATE_SECONDS / 20
            number = next(number for number in desk.to("b") if not tasks[number].is_done)
            desk.dispatcher.answered("b", number, None, now)
            desk.dispatcher.alive("a", now)
            desk.dispatcher.look(now)
        desk.dispatcher.answered("a", desk.to("a")[-1], None, now)
    assert sum("worker at a " in line for line in desk.said) == dispatch.MOST_WORDS


class Checked:
    """Work whose answer must be "right"."""

    def __call__(self) -> str:
        return "right"

    def check(self, value: object) -> None:
        if value != "right":
            raise ValueError(f"{value} is not right")


def test_whoever_gives_wrong_answers_is_left_out() -> None:
    desk = Desk("a", "b")
    tasks = desk.submit(3, Checked())
    first = desk.to("a")[0]
    desk.dispatcher.answered("a", first, "wrong", 1)
    assert not tasks[first].is_done
    assert desk.said == ["the worker at a gave a wrong answer: wrong is not right; it is left out"]
    assert desk.dispatcher.workers == ["b"]
    desk.dispatcher.joined("a", 1, 2)  # it is not taken again
    assert desk.dispatcher.workers == ["b"]
    assert len(desk.said) == 1
    for number in (0, 1, 2):
        assert number in desk.to("b") or desk.dispatcher.answered("b", desk.to("b")[0], "right", 3) is None
    desk.dispatcher.answered("b", first, "right", 4)
    assert tasks[first].outcome == ("right", None)


def test_one_that_was_left_out_may_come_back_as_another() -> None:
    desk = Desk("a")
    desk.dispatcher.leave_out("a", "has another version", 1)
    assert desk.dispatcher.workers == []
    desk.dispatcher.gone("a", 2)
    desk.dispatcher.joined("a", 1, 3)
    assert desk.dispatcher.workers == ["a"]


def test_work_that_fails_everywhere_is_to_blame() -> None:
    desk = Desk("a", "b", "c", "d")
    (task,) = desk.submit(1)
    tried = []
    while not task.is_done:
        (name, _) = desk.sent[-1]
        tried.append(name)
        desk.dispatcher.failed(name, task.number, ZeroDivisionError(), 1)
    assert len(set(tried)) == len(tried) == dispatch.MOST_FAILURES
    assert isinstance(task.outcome[1], ZeroDivisionError)
    desk = Desk("a")
    (task,) = desk.submit(1)
    desk.dispatcher.failed("a", task.number, ZeroDivisionError(), 1)
    assert task.is_done


def test_a_task_that_kills_its_workers_ends() -> None:
    desk = Desk()
    (task,) = desk.submit(1)
    for number in count():
        desk.dispatcher.joined(str(number), 1, number)
        desk.dispatcher.gone(str(number), number)
        if task.is_done:
            break
    assert number == MOST_DEATHS - 1
    assert isinstance(task.outcome[1], WorkersDied)


def test_results_that_are_not_handed_over_are_made_again() -> None:
    desk = Desk("a", "b")
    desk.submit(2)
    (number,) = desk.to("a")
    desk.dispatcher.unanswered("a", number, 1)
    assert "the worker at a does not hand over its results" in desk.said[0]
    assert number in desk.to("b")


def test_cancelled_tasks_are_withdrawn() -> None:
    desk = Desk("a")
    tasks = desk.submit(3)
    for task in tasks:
        desk.dispatcher.cancel(task)
    assert desk.withdrawn == [("a", 0), ("a", 1)]
    desk.dispatcher.answered("a", 0, None, 1)
    assert not tasks[0].is_done
    assert desk.sent == [("a", 0), ("a", 1)]


# A fleet of a hundred machines


class Machine:
    """A machine that does its tasks one after the other, as fast as it can, while it is up."""

    def __init__(self, name: str, speed: float) -> None:
        self.name = name
        self.speed = speed
        self.tasks: dict[int, float] = {}  # the work that is left of each
        self.wakes = 0  # until then it hangs

    def work(self) -> Iterator[int]:
        """Work for a second, and yield the tasks that are done."""
        left = self.speed
        while self.tasks and left > 0:
            number = next(iter(self.tasks))
            done = min(left, self.tasks[number])
            self.tasks[number] -= done
            left -= done
            if self.tasks[number] <= 1e-9:
                del self.tasks[number]
                yield number


class Fleet:
    """Machines with made-up speeds; every second some die, hang, wake up or come new."""

    def __init__(self, seed: int, tasks: int, work: float) -> None:
        self.rng = random.Random(seed)
        self.names = map("machine-{}".format, count())
        self.machines: dict[str, Machine] = {}
        self.work = work
        self.said: list[str] = []
        self.dispatcher = Dispatcher(self._send, self._withdraw, self.said.append, even=False)
        self.capacity = 0.0  # of all machines while they were up
        self.answers: Counter[int] = Counter()
        for _ in range(100):
            self._boot(0)
        self.tasks = [self.dispatcher.submit(int, 0) for _ in range(tasks)]

    def run(self) -> int:
        """Return the seconds until all is done."""
        for second in count(1):
            for machine in list(self.machines.values()):
                self._happen(machine, second)
            self.dispatcher.look(second)
            if all(task.is_done for task in self.tasks):
                return second
        raise AssertionError

    def _happen(self, machine: Machine, now: int) -> None:
        fate = self.rng.random()
        if machine.wakes > now:
            return
        if fate < 1 / 8000:  # it dies, and another one is started soon
            del self.machines[machine.name]
            self.dispatcher.gone(machine.name, now)
            self._boot(now)
        elif fate < 3 / 8000:
            machine.wakes = now + self.rng.randrange(5, 600)
        else:
            self.capacity += machine.speed
            self.dispatcher.alive(machine.name, now)
            for number in machine.work():
                self.answers[number] += 1
                self.dispatcher.answered(machine.name, number, number, now)

    def _boot(self, now: int) -> None:
        slow = self.rng.random() < 0.05
        machine = Machine(next(self.names), 0.1 if slow else self.rng.uniform(0.5, 2))
        self.machines[machine.name] = machine
        self.dispatcher.joined(machine.name, 1, now)

    def _send(self, name: str, number: int, _: object) -> None:
        self.machines[name].tasks[number] = self.work

    def _withdraw(self, name: str, number: int) -> None:
        self.machines[name].tasks.pop(number, None)


@pytest.mark.parametrize("seed", range(3))
def test_a_fleet_of_a_hundred_bad_machines(seed: int) -> None:
    """Nothing is lost, no task counts twice, and it takes at most 1.2 times as long as with perfect foresight."""
    fleet = Fleet(seed, tasks=4000, work=60)
    seconds = fleet.run()
    assert [task.outcome for task in fleet.tasks] == [(number, None) for number in range(4000)]
    ideal = 4000 * 60 / (fleet.capacity / seconds)
    print(f"{seconds} s, {seconds / ideal:.3f} of the ideal, {sum(fleet.answers.values()) - 4000} tasks done twice")
    assert seconds <= 1.2 * ideal
    assert sum(fleet.answers.values()) < 1.1 * 4000
