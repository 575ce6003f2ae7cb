"""Threads that work for one which Ctrl-C may interrupt."""
import subprocess
import sys
import threading

import pytest
from patience import PATIENCE, crew_threads, wait_for_crews

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


# Each round starts crews until Ctrl-C comes, and closes the last one until Ctrl-C comes again.
HAMMER = """
import random, signal, threading, time
from hashi_fast.support.crew import Crew
signal.signal(signal.SIGINT, signal.default_int_handler)
main = threading.main_thread().ident
rng = random.Random(1)
for _ in range(600):
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
def test_a_crew_closes_wherever_ctrl_c_comes() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", HAMMER], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "all closed\n", "")
