"""Producing many puzzles: the same no matter who makes them, none twice, and an end when there are no more."""
import multiprocessing
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import accumulate, islice
from types import FrameType
from typing import Any

import pytest
from growing import puzzles_of
from patience import PATIENCE, wait_for_crews, wait_until

import hashi_fast as hf
from hashi_fast.board.workers import run_workers
from hashi_fast.generation import production
from hashi_fast.generation.block import Block, BlockMaker
from hashi_fast.generation.legs import Leg, legs_of
from hashi_fast.generation.production import MOST_WASTED, portions
from hashi_fast.support.crew import Task

EASY = hf.Spec(7, 7, difficulty="easy")
# There are few of this kind, so many candidates are earlier ones turned or mirrored.
SMALL = hf.Spec(5, 5, islands=(4, 6), difficulty="easy")


def produced(count: int, spec: hf.Spec, **how: object) -> list[tuple[int, hf.Puzzle]]:
    return [(made.index, made.puzzle) for made in hf.produce(count, spec, seed=1, **how)]


def collect(made: list[Any], stream: Iterator[Any]) -> None:
    """Collect all that comes, even if the stream ends with an error."""
    for each in stream:
        made.append(each)  # `extend` would lose what came before the error


def walked(*legs: Leg) -> list[tuple[int, hf.Puzzle]]:
    """Do the same with a loop over single calls."""
    found: list[tuple[int, hf.Puzzle]] = []
    seen = set()
    for leg in legs:
        index, end = leg.start, len(found) + leg.count
        while len(found) < end:
            made = puzzles_of(BlockMaker(leg.spec, 1, index, 1).make())
            if made and made[0].puzzle.canonical() not in seen:
                seen.add(made[0].puzzle.canonical())
                found.append((index, made[0].puzzle))
            index += 1
    return found


@pytest.mark.parametrize("start", [0, 77])
@pytest.mark.parametrize("workers", [1, 2, 5, None])
def test_the_same_with_any_number_of_threads(workers: int | None, start: int) -> None:
    expected = walked(Leg(SMALL, 60, start))
    assert produced(60, SMALL, workers=workers, start=start) == expected
    assert expected[-1][0] - start >= 60  # there are gaps, or this tests nothing


def records(count: int, spec: hf.Spec, **how: object) -> str:
    """Return what a file would hold: puzzles, solutions, ratings and all."""
    return "".join(hf.dumps(made.record(), "jsonl") + "\n" for made in hf.produce(count, spec, seed=1, **how))


EXECUTORS: dict[str, Callable[[], Executor]] = {
    "threads": lambda: ThreadPoolExecutor(3),
    "processes": lambda: ProcessPoolExecutor(2),
    "spawned processes": lambda: ProcessPoolExecutor(2, multiprocessing.get_context("spawn")),
}


@pytest.mark.parametrize("make", EXECUTORS.values(), ids=EXECUTORS.keys())
def test_the_same_records_from_any_executor(make: Callable[[], Executor]) -> None:
    with make() as executor:
        for workers in (1, 3):
            assert records(400, SMALL, executor=executor, workers=workers) == records(400, SMALL, workers=1)


class Backwards(Executor):
    """Runs the last task first, and all tasks as soon as one result is asked for."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future, object]] = []

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        executor = self

        class Lazy(Future):
            def result(self, timeout: float | None = None) -> object:
                while executor.waiting:
                    future, task = executor.waiting.pop()
                    future.set_result(task())
                return super().result(timeout)

        future = Lazy()
        self.waiting.append((future, lambda: fn(*args, **kwargs)))
        return future


def test_the_same_in_whatever_order_blocks_come() -> None:
    assert produced(200, SMALL, executor=Backwards(), workers=3) == produced(200, SMALL, workers=1)


class Observed(ThreadPoolExecutor):
    """Threads that keep all futures. `change` gets the number of a task and the task, and runs in its place."""

    def __init__(self, change: Callable[[int, Callable[[], Any]], Any] = lambda number, task: task()) -> None:
        super().__init__(4)
        self.futures: list[Future[Any]] = []
        self.change = change

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        number = len(self.futures)
        future = super().submit(lambda: self.change(number, lambda: fn(*args, **kwargs)))
        self.futures.append(future)
        return future


def test_blocks_in_flight_are_bounded_however_slow_the_first_is() -> None:
    submitted: list[int] = []

    def first_is_slow(number: int, task: Callable[[], Any]) -> Any:
        if number == 0:
            wait_until(lambda: executor.futures and main_waits_for(executor.futures[0]))
            submitted.append(len(executor.futures))
        return task()

    with Observed(first_is_slow) as executor:
        assert produced(300, SMALL, executor=executor, workers=4) == produced(300, SMALL, workers=1)
        assert submitted == [production._AHEAD * 4]
        assert len(executor.futures) > submitted[0]


class Breakdown(Exception):
    pass


def test_an_error_of_a_task_comes_through() -> None:
    end = threading.Event()

    def seventh_fails(number: int, task: Callable[[], Any]) -> Any:
        if number == 7:
            raise Breakdown
        assert number < 7 or end.wait(PATIENCE)  # some are under way, and some have no thread
        return task()

    made: list[hf.RatedPuzzle] = []
    with Observed(seventh_fails) as executor:
        with pytest.raises(Breakdown):
            collect(made, hf.produce(10**6, EASY, seed=1, executor=executor, workers=8))
        assert executor.futures[-1].cancelled()
        end.set()
    assert [each.index for each in made] == list(range(7 * production._FIRST_BLOCK))


def test_an_error_of_the_executor_comes_through() -> None:
    executor = Observed()
    stream = hf.produce(10**6, EASY, seed=1, executor=executor)
    next(stream)
    executor.shutdown()
    with pytest.raises(RuntimeError, match="shutdown"):
        collect([], stream)


def test_closing_early_cancels_what_an_executor_has_not_begun() -> None:
    never = threading.Event()

    def later_ones_wait(number: int, task: Callable[[], Any]) -> Any:
        assert number < 2 or never.wait(PATIENCE)
        return task()

    for leave in ("close", "break"):
        never.clear()
        with Observed(later_ones_wait) as executor:
            stream = hf.produce(10**6, EASY, seed=1, executor=executor, workers=8)
            if leave == "close":
                next(stream)
                stream.close()
            else:
                for _ in stream:
                    break
                del stream
            # Two were done, and there are four threads.
            assert [future.cancelled() for future in executor.futures[6:]] == [True] * (8 * production._AHEAD - 6)
            never.set()


Press = Callable[[Callable[[], object]], None]


@pytest.fixture
def ctrl_c_when() -> Iterator[Press]:
    """Return a function that presses Ctrl-C as soon as something is true."""
    if sys.platform == "win32":
        pytest.skip("Windows cannot send Ctrl-C to one process")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs start with it ignored
    is_over = threading.Event()
    watchers: list[threading.Thread] = []

    def watch(something: Callable[[], object]) -> None:
        wait_until(lambda: something() or is_over.is_set())
        if not is_over.is_set():
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    def press_when(something: Callable[[], object]) -> None:
        watchers.append(threading.Thread(target=watch, args=(something,), daemon=True))
        watchers[-1].start()

    yield press_when
    is_over.set()
    for watcher in watchers:
        watcher.join()
    signal.signal(signal.SIGINT, before)


def main_is_in(function: Callable[..., Any]) -> FrameType | None:
    """Return the frame of this function on the stack of the main thread."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    while frame is not None and frame.f_code is not function.__code__:
        frame = frame.f_back
    return frame


def main_waits_for(future: Future[Any]) -> bool:
    frame = main_is_in(Future.result)
    return frame is not None and frame.f_locals["self"] is future


def test_ctrl_c_while_an_executor_works(ctrl_c_when: Press) -> None:
    never = threading.Event()

    def later_ones_wait(number: int, task: Callable[[], Any]) -> Any:
        assert number < 2 or never.wait(PATIENCE)
        return task()

    with Observed(later_ones_wait) as executor:
        ctrl_c_when(lambda: len(executor.futures) > 2 and main_waits_for(executor.futures[2]))
        with pytest.raises(KeyboardInterrupt):
            collect([], hf.produce(10**6, EASY, seed=1, executor=executor, workers=8))
        assert executor.futures[-1].cancelled()
        never.set()


@pytest.mark.parametrize(("workers", "busy"), [(1, BlockMaker.make), (2, Task.wait)])
def test_ctrl_c_ends_workers_of_our_own(ctrl_c_when: Press, workers: int, busy: Callable[..., Any]) -> None:
    vast = hf.Spec(400, 400, difficulty="hard")  # the first block of which takes 9 s of a processor
    began = time.process_time()
    ctrl_c_when(lambda: main_is_in(busy) and time.process_time() > began + 0.3)
    with pytest.raises(KeyboardInterrupt):
        next(hf.produce(10**6, vast, seed=1, workers=workers))
    assert time.process_time() < began + 4
    wait_for_crews()


def test_ctrl_c_while_another_worker_has_the_last_piece(ctrl_c_when: Press) -> None:
    class Job:
        def __init__(self) -> None:
            self.stopped = threading.Event()

        def stop(self) -> None:
            self.stopped.set()

    class Worker:
        def __init__(self, job: Job) -> None:
            self.job = job

        def run(self) -> None:
            if threading.current_thread() is not threading.main_thread():
                assert self.job.stopped.wait(PATIENCE)

    job = Job()
    ctrl_c_when(lambda: main_is_in(Task.wait))
    with pytest.raises(KeyboardInterrupt):
        run_workers(job, Worker, 3)
    assert job.stopped.is_set()


def test_workers_may_come_and_go() -> None:
    crew = [1, 1, 1, 4, 4, 4, 4, 2]  # workers by the number of portions so far
    in_flight: list[int] = []
    indices: list[int] = []
    with Observed() as executor:
        how = {"executor": executor, "workers": lambda: crew[min(len(in_flight), len(crew) - 1)]}
        for block, chosen, _ in portions([Leg(EASY, 4000)], seed=1, **how):
            in_flight.append(len(executor.futures) - len(in_flight))
            indices += [block.first + k for k in chosen.tolist()]
    assert indices == [made.index for made in hf.produce(4000, EASY, seed=1, workers=1)]
    assert in_flight[:5] == [2, 2, 2, 8, 8]
    assert max(in_flight[11:]) <= 4


def test_workers_are_counted_while_a_block_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(production, "_GLANCE", 0.01)
    never = threading.Event()

    def all_are_gone() -> int:
        calls.append(1)
        if len(calls) == 10:
            raise Breakdown
        return 2

    calls: list[int] = []
    with Observed(lambda number, task: never.wait(PATIENCE)) as executor:
        with pytest.raises(Breakdown):
            next(portions([Leg(EASY, 10)], seed=1, executor=executor, workers=all_are_gone))
        never.set()


def test_blocks_for_many_workers_take_longer() -> None:
    run = production._Run([Leg(EASY, 10**6)], 1)
    with Observed() as executor:
        stream = run.portions(100, production._Employed(executor), production.SeenForms())
        next(stream)
        assert run.seconds == pytest.approx(0.5)
        stream.close()
    run = production._Run([Leg(EASY, 10**6)], 1)
    stream = run.portions(100, None, production.SeenForms())
    next(stream)
    assert run.seconds == production._BLOCK_SECONDS
    stream.close()


def test_another_version_of_the_generator_is_refused() -> None:
    with pytest.raises(RuntimeError, match=r"a worker has version \d+ of .* expected 0, as where the run began"):
        production.BlockOrder(EASY, 1, 0, 1, 0)()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda made: None, r"None came back; expected the block from index \d+ on"),
        (lambda made: (made[0], 1.0, 2.0), "came back; expected the block"),
        (lambda made: (other_block(made[0], first=made[0].first + 1), 0.1), r"whose first is \d+; expected \d+"),
        (lambda made: (other_block(made[0], count=1), 0.1), r"whose size is 1; expected 4"),
        (lambda made: (other_block(made[0], spec=SMALL), 0.1), r"whose spec is Spec\(5, 5"),
        (lambda made: (other_block(made[0], seed=2), 0.1), "whose seed is 2; expected 1"),
        (lambda made: (other_block(made[0], generator=0), 0.1), "whose version is 0; expected"),
    ],
)
def test_results_of_any_executor_are_checked(change: Callable[[Any], Any], message: str) -> None:
    with (
        Observed(lambda number, task: change(task()) if number == 3 else task()) as executor,
        pytest.raises(RuntimeError, match=message),
    ):
        list(hf.produce(10**6, EASY, seed=1, executor=executor, workers=2))


def other_block(block: Block, **changes: Any) -> Block:
    """Return a block that says something else about itself."""
    says = {"spec": block.spec, "seed": block.seed, "first": block.first, "count": len(block)} | changes
    return Block(load=lambda: block.arrays, **says)


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_it_ends_quietly_where_it_was_told_to_stop(workers: int) -> None:
    whole = produced(60, SMALL, workers=1)
    for stop in (0, 1, 17, whole[-1][0]):
        expected = [(index, puzzle) for index, puzzle in whole if index < stop]
        assert produced(60, SMALL, workers=workers, stop=stop) == expected
    assert produced(5, SMALL, workers=workers, stop=10**9) == whole[:5]
    assert produced(5, SMALL, workers=workers, start=7, stop=7) == []
    legs = [Leg(EASY, 9, 3, 5), Leg(EASY, 9, 0, 2), Leg(EASY, 1, 10)]
    indexes = [
        portion.block.first + k for portion in portions(legs, seed=1, workers=workers) for k in portion.chosen.tolist()
    ]
    assert indexes == [3, 4, 0, 1, 10]


def test_the_end_of_a_range_is_checked() -> None:
    for stop, error in ((4, ValueError), (2**64 + 1, ValueError), ("9", TypeError)):
        with pytest.raises(error, match="stop"):
            hf.produce(5, EASY, seed=1, start=5, stop=stop)
    assert [each.index for each in hf.produce(5, EASY, seed=1, start=2**64 - 2, stop=2**64)] == [2**64 - 2, 2**64 - 1]


@pytest.mark.parametrize(("first", "most"), [(1, 1), (3, 7), (1000, 1000)])
def test_the_size_of_blocks_cannot_be_seen(first: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = produced(100, SMALL, workers=1)
    monkeypatch.setattr(production, "_FIRST_BLOCK", first)
    monkeypatch.setattr(production, "_MOST_BLOCK", most)
    assert produced(100, SMALL, workers=1) == expected
    assert produced(100, SMALL, workers=2) == expected


def test_going_on_is_the_same_as_not_stopping() -> None:
    whole = produced(150, SMALL)
    parts: list[tuple[int, hf.Puzzle]] = []
    for count in (60, 1, 89):
        start = parts[-1][0] + 1 if parts else 0
        # The forms of the puzzles so far, but not of those made ahead.
        seen = production.SeenForms()
        if parts:
            seen.add_many(forms([puzzle for _, puzzle in parts]))
        for portion in portions([Leg(SMALL, count, start)], seed=1, seen=seen):
            parts += [(made.index, made.puzzle) for made in map(portion.block.puzzle, portion.chosen.tolist())]
    assert parts == whole


# Each has many puzzles of the others.
MIXED = [Leg(SMALL, 60), Leg(hf.Spec(5, 5, islands=(5, 6)), 25, 7), Leg(SMALL, 0), Leg(SMALL, 40), Leg(SMALL, 1, 3)]


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_legs_follow_each_other_whatever_the_blocks(size: int, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(production, "_FIRST_BLOCK", size)
    monkeypatch.setattr(production, "_MOST_BLOCK", size)
    # All blocks are full, though fewer candidates are missing.
    monkeypatch.setattr(production._Walker, "_missing", lambda walker: size)
    found, tried = [], 0
    for portion in portions(MIXED, seed=1, workers=workers):
        found += [(made.index, made.puzzle) for made in map(portion.block.puzzle, portion.chosen.tolist())]
        assert portion.tried > tried
        tried = portion.tried
    assert found == walked(*MIXED)
    ends = accumulate(leg.count for leg in MIXED)
    lasts = [(leg, found[end - 1][0]) for leg, end in zip(MIXED, ends, strict=True) if leg.count]
    assert tried == sum(last + 1 - leg.start for leg, last in lasts)


def test_short_legs_keep_all_workers_busy() -> None:
    legs = [Leg(spec, 1, k) for k, spec in enumerate(hf.Spec.climb(40, 7, 7, difficulty="easy"))]
    in_flight: list[int] = []
    with Observed() as executor:
        for _ in portions(legs, seed=1, executor=executor, workers=3):
            in_flight.append(len(executor.futures) - len(in_flight))
    assert in_flight[0] == 6
    assert min(in_flight[:30]) == 6


def test_equal_steps_of_a_long_climb_are_one_leg() -> None:
    spec = hf.Spec(6, 6, difficulty="easy")
    specs = hf.Spec.climb(400, 6, 6, difficulty="easy")
    grouped = legs_of([(spec, 400)], 5, climb=True)
    assert [leg.spec for leg in grouped for _ in range(leg.count)] == specs
    assert len(grouped) < 400
    found = [list(production._puzzles(portions(legs, seed=1))) for legs in (grouped, [Leg(s, 1, 5) for s in specs])]
    assert found[0] == found[1]


def test_a_leg_that_ends_nowhere_ends_the_run() -> None:
    legs = [Leg(EASY, 2), Leg(hf.Spec(3, 3, islands=5), 1), Leg(EASY, 2)]
    made: list[hf.RatedPuzzle] = []
    with pytest.raises(hf.TargetNotReached, match=r"nothing new for Spec\(3, 3, islands=\(5, 5\)\)"):
        collect(made, production._puzzles(portions(legs, seed=1, workers=2)))
    assert len(made) == 2
    wait_for_crews()
    legs = [Leg(EASY, 2), Leg(SMALL, 2, 2**64 - 1), Leg(EASY, 2)]
    for workers in (1, 2):
        with pytest.raises(hf.TargetNotReached, match=r"is the last; puzzles still missing: 1 of Spec\(5, 5, "):
            list(portions(legs, seed=1, workers=workers))


def forms(puzzles: list[hf.Puzzle]):  # type: ignore[no-untyped-def]
    from hashi_fast.generation._form_set import forms_of

    return forms_of(hf.PuzzleBatch.from_puzzles(puzzles).boards)


@pytest.mark.parametrize("workers", [1, 3])
def test_an_end_where_nothing_new_comes(workers: int) -> None:
    tiny = hf.Spec(4, 4, islands=3, difficulty="easy")
    made: list[hf.RatedPuzzle] = []
    with pytest.raises(hf.TargetNotReached, match="brought nothing new") as caught:
        collect(made, hf.produce(1000, tiny, seed=1, workers=workers))
    assert len({each.puzzle.canonical() for each in made}) == len(made) > 0
    assert f"up to index {made[-1].index + MOST_WASTED}," in str(caught.value)


@pytest.mark.parametrize("workers", [1, 3])
def test_an_end_where_nothing_can_be_made(workers: int) -> None:
    with pytest.raises(hf.TargetNotReached, match="up to index 19, brought nothing new") as caught:
        next(hf.produce(1, hf.Spec(3, 3, islands=5), seed=1, workers=workers))
    assert len(caught.value.closest.puzzle.islands) == 4


def walked_to_the_end(spec: hf.Spec, seed: int, most: int) -> tuple[list[int], int]:
    """Return the indices of new puzzles and of the last candidate, by single calls."""
    seen, new, wasted, index = set(), [], 0, -1
    while wasted < most:
        index += 1
        wasted += 1
        block = BlockMaker(spec, seed, index, 1).make()
        if (form := block.puzzle(0).puzzle.canonical()) not in seen:
            seen.add(form)
            new.append(index)
            wasted = 0
    return new, index


@pytest.mark.parametrize("size", [1, 7, 640])
def test_where_it_ends_does_not_depend_on_blocks(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from hashi_fast.generation import production

    monkeypatch.setattr(production, "_FIRST_BLOCK", size)
    monkeypatch.setattr(production, "_MOST_BLOCK", size)
    spec = hf.Spec(4, 4, islands=(4, 6))
    new, last = walked_to_the_end(spec, 3, 150)
    made: list[production.Portion] = []
    with pytest.raises(hf.TargetNotReached, match=f"up to index {last},"):
        collect(made, portions([Leg(spec, 1000)], seed=3, workers=1, most_wasted=150))
    assert [block.first + k for block, chosen, _ in made for k in chosen.tolist()] == new


def test_closing_early_ends_what_is_under_way() -> None:
    large = hf.Spec(60, 60, difficulty="hard")
    for workers in (1, 2):
        stream = hf.produce(10**6, large, seed=1, workers=workers)
        assert [made.index for made in islice(stream, 2)]
        stream.close()
        wait_for_crews()
    with ThreadPoolExecutor(2) as executor:
        stream = hf.produce(10**6, EASY, seed=1, executor=executor)
        next(stream)
        stream.close()


def test_little_is_made_beyond_what_is_asked_for() -> None:
    run = production._Run([Leg(EASY, 10)], 1)
    walker = run.walkers[0]
    assert sum(len(portion.chosen) for portion in run.portions(2, None, production.SeenForms())) == 10
    assert walker.next < 40


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"count": -1}, "count must be a whole number from 0 up, not -1"),
        ({"count": 1.5}, "count must be a whole number from 0 up, not 1.5"),
        ({"count": -(10**5000)}, "count .*, not a whole number of 16610 bits"),
        ({"seed": 10**5000}, "seed .*, not a whole number of 16610 bits"),
        ({"spec": "7x7"}, "expected a Spec"),
        ({"seed": -1}, r"seed must be a whole number from 0 to 2\*\*64 - 1, not -1"),
        ({"start": 2**64}, "start must be"),
        ({"workers": 0}, "workers must be a whole number from 1 up or None, not 0"),
        ({"executor": 7}, "executor"),
    ],
)
def test_bad_arguments_are_refused_at_once(changes: dict[str, object], message: str) -> None:
    arguments = {"count": 1, "spec": EASY, "seed": 1} | changes
    with pytest.raises((TypeError, ValueError), match=message):
        hf.produce(arguments.pop("count"), arguments.pop("spec"), **arguments)


def test_none_and_the_last_index() -> None:
    assert list(hf.produce(0, EASY, seed=1)) == []
    last = 2**64 - 1
    made: list[hf.RatedPuzzle] = []
    with pytest.raises(hf.TargetNotReached, match="is the last"):
        collect(made, hf.produce(10, EASY, seed=1, start=last - 2))
    assert [each.index for each in made] == [last - 2, last - 1, last]
