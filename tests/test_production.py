"""Producing many: the same puzzles whoever makes them, none twice, and an end where there are no more."""
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import islice

import pytest

import hashi_fast as hf
from hashi_fast import production
from hashi_fast.candidates import Block
from hashi_fast.production import MOST_IN_VAIN, portions

EASY = hf.Spec(7, 7, difficulty="easy")
# Of which there are few, so that many candidates are turns of earlier ones.
SMALL = hf.Spec(5, 5, islands=(4, 6), difficulty="easy")


def produced(count: int, spec: hf.Spec, **how: object) -> list[tuple[int, hf.Puzzle]]:
    return [(made.index, made.puzzle) for made in hf.produce(count, spec, seed=1, **how)]


def collect(made: list[hf.RatedPuzzle], stream: Iterator[hf.RatedPuzzle]) -> None:
    """Take all there is, also where it ends with an error."""
    for each in stream:
        made.append(each)  # extend would lose what came before the error


def walked(count: int, spec: hf.Spec, start: int = 0) -> list[tuple[int, hf.Puzzle]]:
    """Do the same with a loop over single calls."""
    found: list[tuple[int, hf.Puzzle]] = []
    seen = set()
    index = start
    while len(found) < count:
        made = list(production.Block(spec, 1, index, 1))
        if made and made[0].puzzle.canonical() not in seen:
            seen.add(made[0].puzzle.canonical())
            found.append((index, made[0].puzzle))
        index += 1
    return found


@pytest.mark.parametrize("start", [0, 77])
@pytest.mark.parametrize("workers", [1, 2, 5, None])
def test_the_same_with_any_number_of_threads(workers: int | None, start: int) -> None:
    expected = walked(60, SMALL, start)
    assert produced(60, SMALL, workers=workers, start=start) == expected
    assert expected[-1][0] - start >= 60  # there are gaps, or this tests nothing


def test_the_same_in_processes() -> None:
    with ProcessPoolExecutor(2) as executor:
        assert produced(400, EASY, executor=executor) == produced(400, EASY, workers=1)


class Backwards(Executor):
    """Does the task that was submitted last first, and all of them when one is asked for."""

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
        # The forms of the puzzles so far, and not of what was made beyond them.
        seen = production.SeenForms()
        if parts:
            seen.add_many(forms([puzzle for _, puzzle in parts]))
        for portion in portions(count, SMALL, seed=1, start=start, seen=seen):
            parts += [(made.index, made.puzzle) for made in map(portion.block.__getitem__, portion.chosen.tolist())]
    assert parts == whole


def forms(puzzles: list[hf.Puzzle]):  # type: ignore[no-untyped-def]
    from hashi_fast._seen import forms_of

    return forms_of(hf.PuzzleBatch.from_puzzles(puzzles)._boards)


@pytest.mark.parametrize("workers", [1, 3])
def test_an_end_where_nothing_new_comes(workers: int) -> None:
    tiny = hf.Spec(4, 4, islands=3, difficulty="easy")
    made: list[hf.RatedPuzzle] = []
    with pytest.raises(hf.TargetNotReached, match="brought nothing new") as caught:
        collect(made, hf.produce(1000, tiny, seed=1, workers=workers))
    assert len({each.puzzle.canonical() for each in made}) == len(made) > 0
    assert f"up to index {made[-1].index + MOST_IN_VAIN}," in str(caught.value)


@pytest.mark.parametrize("workers", [1, 3])
def test_an_end_where_nothing_can_be_made(workers: int) -> None:
    with pytest.raises(hf.TargetNotReached, match="up to index 19, brought nothing new") as caught:
        next(hf.produce(1, hf.Spec(3, 3, islands=5), seed=1, workers=workers))
    assert caught.value.closest is None


def walked(spec: hf.Spec, seed: int, most: int) -> tuple[list[int], int]:
    """Return the indices of new puzzles, and that of the last candidate, one call at a time."""
    seen, new, vain, index = set(), [], 0, -1
    while vain < most:
        index += 1
        vain += 1
        block = Block(spec, seed, index, 1)
        if (form := block[0].puzzle.canonical()) not in seen:
            seen.add(form)
            new.append(index)
            vain = 0
    return new, index


@pytest.mark.parametrize("size", [1, 7, 640])
def test_where_it_ends_does_not_depend_on_blocks(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from hashi_fast import production

    monkeypatch.setattr(production, "_FIRST_BLOCK", size)
    monkeypatch.setattr(production, "_MOST_BLOCK", size)
    monkeypatch.setattr(production, "MOST_IN_VAIN", 150)
    spec = hf.Spec(4, 4, islands=(4, 6))
    new, last = walked(spec, 3, 150)
    made: list[hf.RatedPuzzle] = []
    with pytest.raises(hf.TargetNotReached, match=f"up to index {last},"):
        collect(made, hf.produce(1000, spec, seed=3, workers=1))
    assert [each.index for each in made] == new


def test_closing_early_ends_what_is_under_way() -> None:
    large = hf.Spec(60, 60, difficulty="hard")
    began = time.perf_counter()
    for workers in (1, 2):
        stream = hf.produce(10**6, large, seed=1, workers=workers)
        assert [made.index for made in islice(stream, 2)]
        stream.close()
    with ThreadPoolExecutor(2) as executor:
        stream = hf.produce(10**6, EASY, seed=1, executor=executor)
        next(stream)
        stream.close()
    assert time.perf_counter() - began < 20


def test_little_is_made_beyond_what_is_asked_for() -> None:
    run = production._Run(10, EASY, 1, 0)
    assert sum(len(portion.chosen) for portion in run.portions(2, None, production.SeenForms())) == 10
    assert run.next < 40


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"count": -1}, "count is -1"),
        ({"count": 1.5}, "count is a whole number"),
        ({"spec": "7x7"}, "expected a Spec"),
        ({"seed": -1}, "seed is -1"),
        ({"start": 2**64}, "start is"),
        ({"workers": 0}, "threads"),
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


@pytest.mark.slow
def test_a_killed_dask_worker_changes_nothing() -> None:
    pytest.importorskip("distributed")
    # In a process of its own: a cluster of spawned processes imports the main module again.
    script = """
import os, signal, hashi_fast as hf
from distributed import Client, LocalCluster

def main():
    spec = hf.Spec(10, 10, difficulty="hard")
    expected = [made.index for made in hf.produce(3000, spec, seed=1, workers=1)]
    with LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            pids = [worker["pid"] for worker in client.run(lambda: {"pid": os.getpid()}).values()]
            found = []
            for made in hf.produce(3000, spec, seed=1, executor=client.get_executor(), workers=3):
                found.append(made.index)
                if len(found) == 700:
                    os.kill(pids[0], signal.SIGKILL)
                last = made
            assert found == expected, "other puzzles than with one thread"
            assert last == hf.generate(10, 10, difficulty="hard", seed=1, index=last.index)
    print("same", len(found))

if __name__ == "__main__":
    main()
"""
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(script)
        file.flush()
        done = subprocess.run([sys.executable, file.name], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.startswith("same 3000"), done.stderr
