"""Threads that share what the package hands out. Without a GIL they do so at the same moment; nothing may crash."""
from __future__ import annotations

import io
import os
import pickle
import random
import subprocess
import sys
import sysconfig
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy
import pytest
from boards import sample
from patience import PATIENCE
from stress import THREADS, at_once

import hashi_fast as hf
from hashi_fast.formats import registry
from hashi_fast.support.plugins import Plugins
from hashi_fast.support.shared import SharedIterator

MANY = hf.loads("3x3:232343232")  # has 31 solutions
GRID = hf.loads("3x3:3a3c3a3")
FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))

IMPORT_ALL = """
import importlib, importlib.machinery, pkgutil, sys
import hashi_fast

for module in pkgutil.walk_packages(hashi_fast.__path__, "hashi_fast."):
    if module.name.endswith("__main__"):
        continue
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as error:  # of an extra
        assert not error.name.startswith("hashi_fast"), error
endings = tuple(importlib.machinery.EXTENSION_SUFFIXES)
loaded = [module for name, module in sys.modules.items() if name.startswith("hashi_fast")]
print(sum(module.__file__.endswith(endings) for module in loaded), sys._is_gil_enabled())
"""

IMPORT_AT_ONCE = """
import threading

start = threading.Barrier(8)
answers = []

def work():
    start.wait()
    import hashi_fast as hf

    puzzle = hf.loads("3x3:232343232")
    made = hf.generate(7, 7, seed=1)
    solved = hf.solve_batch([puzzle, made.puzzle], threads=2)
    answers.append((hf.count_solutions(puzzle, None), hf.rate(made.puzzle).score, *solved.status.tolist()))

threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(answers), len(set(answers)), answers[0][0])
"""


def python(*arguments: str) -> str:
    """Return what a process writes that is free to choose whether it has a GIL."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHON_GIL"}
    done = subprocess.run(
        [sys.executable, "-P", *arguments], capture_output=True, text=True, timeout=PATIENCE, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.skipif(not FREE_THREADED, reason="this build of Python always has the GIL")
def test_no_kernel_brings_the_gil_back_for_threads() -> None:
    kernels, has_gil = python("-W", "error::RuntimeWarning", "-c", IMPORT_ALL).split()
    assert int(kernels) > 30
    assert has_gil == "False"


def test_threads_import_the_package_at_once() -> None:
    assert python("-c", IMPORT_AT_ONCE) == "8 1 31"


def test_threads_share_a_puzzle_from_its_first_use() -> None:
    expected = hf.rate(GRID, path=True)
    for _ in range(20):
        puzzle = hf.Puzzle(GRID.width, GRID.height, GRID.islands)
        several = hf.Puzzle(MANY.width, MANY.height, MANY.islands)

        def use(puzzle: hf.Puzzle = puzzle, several: hf.Puzzle = several) -> None:
            topology = several.topology
            assert topology.edge_a.tolist() == MANY.topology.edge_a.tolist()
            assert topology.cross_list.tolist() == MANY.topology.cross_list.tolist()
            assert hf.count_solutions(several, None) == 31
            assert hf.rate(puzzle, path=True) == expected
            assert puzzle.canonical() == GRID.canonical()
            assert hash(puzzle) == hash(GRID)
            assert str(puzzle) == str(GRID)

        at_once(use)


def test_threads_share_a_topology() -> None:
    """Also its relatives, which use its memory, and arrays, each of which keeps it alive."""
    edges, crossings = MANY.topology.edge_list(), [MANY.topology.crossings(edge) for edge in range(12)]
    for _ in range(20):
        handed_out = [hf.Puzzle(MANY.width, MANY.height, MANY.islands).topology] * THREADS

        def use(handed_out: list[hf.Topology] = handed_out) -> None:
            topology = handed_out.pop()  # the last thread that is done with it frees it
            relaxed = topology.relaxed([0, 4], max_bridges=2, loops=True)
            arrays = [topology.edge_a, topology.edge_b, relaxed.edge_orient]
            del topology
            assert relaxed.edge_list() == edges
            assert [relaxed.crossings(edge) for edge in range(12)] == crossings
            assert relaxed.target.tolist() == [2, -1, -1, -1, 4, -1, -1, -1, -1]
            del relaxed
            assert list(zip(*(array.tolist() for array in arrays), strict=True)) == edges

        at_once(use)


def test_threads_share_a_batch() -> None:
    puzzles = sample(60, 4)
    batch = hf.PuzzleBatch(puzzles)
    solved, rated = hf.solve_batch(batch, threads=1), hf.rate_batch(batch, threads=1)
    ratings = list(rated.ratings())

    def use() -> None:
        assert list(batch) == puzzles
        assert hf.solve_batch(batch, threads=2) == solved
        assert hf.rate_batch(batch, threads=2) == rated
        assert list(rated.ratings()) == ratings
        assert list(pickle.loads(pickle.dumps(batch))) == puzzles
        assert all(not array.flags.writeable for array in batch.arrays())

    at_once(use)


def test_threads_share_what_is_built_on_first_use() -> None:
    expected = list(hf.produce(40, hf.Spec(7, 7), seed=5))
    values = [(made.puzzle, made.solution.bridges, made.rating, made.id) for made in expected]
    shared = list(hf.produce(40, hf.Spec(7, 7), seed=5))

    def use() -> None:
        assert [(made.puzzle, made.solution.bridges, made.rating, made.id) for made in shared] == values
        assert shared == expected

    at_once(use)


def test_threads_share_the_caches_of_the_generator() -> None:
    specs = [{"islands": (8, 12 + k)} for k in range(70)]  # more than are kept
    expected = [hf.generate(9, 9, seed=k, **targets).puzzle for k, targets in enumerate(specs)]
    order = random.Random(7)

    def use() -> None:
        for k in order.sample(range(len(specs)), 30):
            assert hf.generate(9, 9, seed=k, **specs[k]).puzzle == expected[k]

    at_once(use)


def test_threads_share_the_registry_of_formats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_FORMATS", dict(registry._FORMATS))
    before = registry.names()
    refused: list[str] = []

    def use() -> None:
        for k in range(50):
            try:
                registry.register(registry.get("json")._replace(name=f"format {k}"))
            except ValueError as error:
                refused.append(str(error))
            assert registry.detect("3x1:2a2") == "tatham"
            assert registry.names()[: len(before)] == before
            assert hf.loads("3x1:2a2").width == 3

    at_once(use)
    assert set(registry.names()) == {*before, *(f"format {k}" for k in range(50))}
    assert len(refused) == 50 * (THREADS - 1)


def test_threads_share_plugins() -> None:
    plugins = Plugins[Any]("colour", "hashi_fast.tests", {f"own {k}": "fractions:Fraction" for k in range(20)})
    added: list[str] = []

    def use() -> None:
        for k in range(20):
            assert plugins.get(f"own {k}").__name__ == "Fraction"
            try:
                plugins.register(f"other {k}", int)
                added.append(f"other {k}")
            except ValueError:
                assert plugins.get(f"other {k}") is int

    at_once(use)
    assert sorted(added) == sorted(f"other {k}" for k in range(20))
    assert len(plugins.names()) == 40


OPEN = hf.Puzzle(5, 5, [(row, col, None) for row in range(5) for col in range(5)])  # has millions of solutions
SMALL = hf.PuzzleBatch([MANY, GRID, *sample(8, 4)] * 150)
ITERATORS: dict[str, Callable[[], Iterator[Any]]] = {
    "solutions": lambda: hf.enumerate_solutions(OPEN, 1500),
    "made": lambda: hf.produce(1500, hf.Spec(5, 5), seed=2, workers=2),
    "made by the caller": lambda: hf.produce(1500, hf.Spec(5, 5), seed=2, workers=1),
    "records": lambda: hf.iter_load(io.StringIO("\n".join(map(hf.dumps, SMALL)))),
    "puzzles": lambda: iter(SMALL),
    "ratings": lambda: hf.rate_batch(SMALL).ratings(),
}


@pytest.mark.parametrize("name", ITERATORS)
def test_threads_share_an_iterator(name: str) -> None:
    """Each item goes to one thread. With the GIL, one that asks while another is being served may have to ask again."""
    expected = list(ITERATORS[name]())
    items = ITERATORS[name]()
    taken: list[Any] = []
    # A crash without the lock needs luck, so the test does not rely on it.
    assert isinstance(items, SharedIterator) == (not getattr(sys, "_is_gil_enabled", lambda: True)())

    def take() -> None:
        while True:
            try:
                taken.append(next(items))
            except StopIteration:
                return
            except ValueError as error:
                if "already executing" not in str(error):
                    raise
                time.sleep(0.001)

    at_once(take)
    assert Counter(map(repr, taken)) == Counter(map(repr, expected))


def test_threads_wait_for_their_turn_at_a_shared_iterator() -> None:
    items = SharedIterator(k for k in range(2000))
    taken: list[int] = []
    at_once(lambda: taken.extend(items))
    assert sorted(taken) == list(range(2000))
    items.close()
    items.close()
    assert list(items) == []


def test_a_shared_iterator_does_not_wait_for_itself() -> None:
    def greedy() -> Any:
        yield next(items)

    items: SharedIterator[object] = SharedIterator(greedy())
    with pytest.raises(ValueError, match="already executing"):
        next(items)


def test_a_shared_iterator_ends_its_generator_with_itself() -> None:
    ended: list[bool] = []

    def endless() -> Any:
        try:
            while True:
                yield 1
        finally:
            ended.append(True)

    items = SharedIterator(endless())
    assert next(items) == 1
    del items
    assert ended == [True]


def test_sharing_a_game_does_not_crash() -> None:
    """It is not made for that: a move may be lost or raise, and ThreadSanitizer would object."""
    game = hf.Game(hf.Puzzle(MANY.width, MANY.height, MANY.islands), strict=False)
    edges = [hf.Solution.of_counts(MANY, bytes([1] * 12)).bridges[k][:4] for k in range(12)]
    moved = threading.Event()

    def play() -> None:
        chance = random.Random()
        for _ in range(200):
            try:
                if game.cycle(*chance.choice(edges)):
                    moved.set()
                chance.choice([game.undo, game.redo, game.reset, game.violations, game.to_json])()
                assert len(game.counts) == 12
                assert len(game.components) <= 9
            except (IndexError, ValueError):
                pass

    at_once(play)
    assert moved.is_set()
    assert all(0 <= count <= 2 for count in game.counts)


def test_threads_share_the_searches_of_a_puzzle() -> None:
    """All that searches, on one puzzle, in another order in each thread."""
    puzzle = hf.generate(12, 12, seed=3).puzzle
    least, most = hf.common_bridges(puzzle)
    questions: list[Callable[[], object]] = [
        lambda: hf.solve(puzzle).solution,
        lambda: hf.is_unique(puzzle),
        lambda: hf.uniqueness(puzzle).status,
        lambda: [array.tolist() for array in hf.common_bridges(puzzle)],
        lambda: hf.hint(puzzle),
        lambda: str(hf.explain(puzzle)),
        lambda: hf.diagnose(puzzle).status,
        lambda: hf.rate(puzzle),
        lambda: hf.dumps(puzzle),
    ]
    answers = [ask() for ask in questions]
    assert numpy.array_equal(least, most)

    def ask_all() -> None:
        for k in random.Random().sample(range(len(questions)), len(questions)):
            assert questions[k]() == answers[k]

    at_once(ask_all)
