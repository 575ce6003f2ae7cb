"""Threads that work for one which Ctrl-C may interrupt."""
import _thread
import itertools
import os
import subprocess
import sys
import threading
from typing import Any

import pytest
from patience import PATIENCE, crew_threads, wait_for_crews, wait_until

import hashi_fast as hf
from hashi_fast.support.crew import Crew


def test_tasks_are_begun_in_order_by_as_many_threads_as_needed() -> None:
    crew = Crew(1)
    begun: list[int] = []
    tasks = [crew.submit(lambda k=k: (begun.append(k), k * k)[1]) for k in range(5)]
    assert [task.result() for task in tasks] == [0, 1, 4, 9, 16]
    assert begun == [0, 1, 2, 3, 4]
    assert crew_threads() == 1
    crew.close()
    wait_for_crews()


def test_threads_work_side_by_side() -> None:
    crew = Crew(3)
    meeting = threading.Barrier(3)
    tasks = [crew.submit(lambda: meeting.wait(PATIENCE)) for _ in range(3)]
    assert sorted(task.result() for task in tasks) == [0, 1, 2]
    crew.close()


def test_errors_are_raised_where_the_result_is_asked_for() -> None:
    crew = Crew(1)
    failing, fine = crew.submit(lambda: 1 // 0), crew.submit(lambda: 7)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            failing.result()
    assert fine.result() == 7
    crew.close()


def test_waiting_has_an_end_and_what_is_cancelled_is_not_begun() -> None:
    crew = Crew(1)
    go_on = threading.Event()
    first, second = crew.submit(lambda: go_on.wait(PATIENCE)), crew.submit(lambda: go_on.wait(PATIENCE))
    assert not first.wait(0)
    assert not second.wait(0.01)
    second.cancel()
    go_on.set()
    assert first.wait()
    assert first.wait(0)
    crew.close()
    assert not second.wait(0)


def test_a_crew_closes_twice_after_a_start_that_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    crew = Crew(1)
    with monkeypatch.context() as patched:
        patched.setattr("_thread.start_new_thread", interrupted)
        with pytest.raises(KeyboardInterrupt):
            crew.submit(lambda: 1)

    def close_twice() -> None:
        crew.close()
        crew.close()

    closer = threading.Thread(target=close_twice, daemon=True)
    closer.start()
    closer.join(PATIENCE)
    assert not closer.is_alive()


def no_more_than(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system refuse threads of crews after the first ones."""
    started = itertools.count(1)
    start = _thread.start_new_thread

    def refusing(*arguments: Any) -> int:
        if next(started) > most:
            raise RuntimeError("can't start new thread")
        return start(*arguments)

    monkeypatch.setattr("hashi_fast.support.crew._thread.start_new_thread", refusing)


def test_a_crew_does_with_as_many_threads_as_the_system_has(monkeypatch: pytest.MonkeyPatch) -> None:
    no_more_than(2, monkeypatch)
    crew = Crew(20_000)
    tasks = [crew.submit(lambda k=k: k) for k in range(100)]
    assert [task.result() for task in tasks] == list(range(100))
    wait_until(lambda: crew_threads() == 2)  # one of them may not have begun yet
    crew.close()
    wait_for_crews()


def test_a_batch_for_more_threads_than_the_system_has(monkeypatch: pytest.MonkeyPatch) -> None:
    no_more_than(3, monkeypatch)
    puzzles = hf.PuzzleBatch.from_puzzles([hf.loads("3x1:2a2")] * 5000)
    assert (hf.solve_batch(puzzles, threads=20_000).status == hf.Status.ONE).all()


def test_not_a_single_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    no_more_than(0, monkeypatch)
    crew = Crew(2)
    with pytest.raises(RuntimeError, match="the system starts no thread; this needs at least one"):
        crew.submit(lambda: 1)
    crew.close()


# Each round starts crews until Ctrl-C comes, and closes the last one until Ctrl-C comes again.
HAMMER = """
import random, signal, threading, time
from hashi_fast.support.crew import Crew
signal.signal(signal.SIGINT, signal.default_int_handler)
main = threading.main_thread().ident
rng = random.Random(1)
for _ in range(ROUNDS):
    working, closing = threading.Event(), threading.Event()
    def press():
        for moment in (working, closing):
            moment.wait()
            time.sleep(rng.uniform(0, 0.002))
            signal.pthread_kill(main, signal.SIGINT)
    presser = threading.Thread(target=press)
    presser.start()
    crew = Crew(2)
    try:
        working.set()
        while True:
            tasks = [crew.submit(lambda: time.sleep(1e-5)) for _ in range(4)]
            for task in tasks:
                task.result()
            if rng.random() < 0.5:
                crew.close()
                crew = Crew(2)
    except KeyboardInterrupt:
        pass
    try:
        closing.set()
        while True:
            crew.close()
    except KeyboardInterrupt:
        crew.close()
    presser.join()
print("all closed")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot send Ctrl-C to one process")
@pytest.mark.parametrize("rounds", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_crew_closes_wherever_ctrl_c_comes(rounds: int) -> None:
    hammer = HAMMER.replace("ROUNDS", str(rounds))
    done = subprocess.run(
        [sys.executable, "-P", "-c", hammer], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "all closed\n", "")


LEFT_OPEN = """
import os, sys
import hashi_fast as hf
stream = hf.produce(10**6, hf.Spec(7, 7), seed=1, workers=2)
print(next(stream).index, flush=True)
"""
FORKED = """
child = os.fork()
if child:
    sys.exit(os.waitpid(child, 0)[1])
try:
    list(stream)
except RuntimeError as error:
    print(error)
"""


def output_of(program: str) -> tuple[int, str, str]:
    command = [sys.executable, "-P", "-W", "ignore", "-c", program]  # Python warns of forks while there are threads
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


# Python 3.13 without a GIL takes modules apart before it closes what is open.
TAKEN_APART = """
for name, module in list(sys.modules.items()):
    if name.startswith("hashi_fast."):
        for key in [key for key in vars(module) if not key.startswith("__")]:
            setattr(module, key, None)
"""


@pytest.mark.parametrize("before", ["", TAKEN_APART])
def test_python_ends_while_a_crew_is_at_work(before: str) -> None:
    assert output_of(LEFT_OPEN + before) == (0, "0\n", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_fork_does_not_wait_for_threads_of_its_parent() -> None:
    why = "this process was forked while threads were at work, and has none of them"
    assert output_of(LEFT_OPEN + FORKED) == (0, f"0\n{why}\n", "")
