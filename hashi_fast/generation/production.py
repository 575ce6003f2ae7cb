"""Many puzzles of one kind: `produce` walks the candidates of a spec and a seed in order and keeps the new ones.

A *candidate* is what one index yields; a *block* is several candidates in a row (`block`); a *form* is what all ways to
turn and mirror a puzzle have in common (`_form_set`); a *portion* is what is new in a block. `stopping` says where a
run ends.

a. The candidates and their order depend only on spec, seed and start. So the size of the blocks, who makes them and
   when they arrive do not show in the result.
b. Blocks are made ahead, two per worker, so that nobody has to wait.
c. A block should take about 50 ms: short enough to stop soon, long enough that handing it over costs next to nothing.
   Blocks for an executor with many workers take longer; otherwise this process could not hand them over fast enough.
"""
from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, Future, wait
from contextlib import closing
from functools import partial
from typing import NamedTuple, NoReturn

import numpy
from numpy.typing import NDArray

from hashi_fast.board.workers import thread_count
from hashi_fast.errors import TargetNotReached, shown
from hashi_fast.generation._form_set import SeenForms
from hashi_fast.generation.block import Block, BlockMaker
from hashi_fast.generation.generator import MOST_INDEX
from hashi_fast.generation.rated_puzzle import RatedPuzzle
from hashi_fast.generation.recipes import GENERATOR_VERSION
from hashi_fast.generation.spec import Spec
from hashi_fast.generation.stopping import MOST_WASTED, walk
from hashi_fast.support.arguments import whole_argument
from hashi_fast.support.crew import Crew, Task

_BLOCK_SECONDS = 0.05
_HANDING_SECONDS = 0.005  # more than this process needs to hand a block to an executor and back: 1.5 to 3 ms with Dask
_FIRST_BLOCK = 4
_MOST_BLOCK = 4096
_AHEAD = 2  # blocks per worker
_GLANCE = 1.0  # seconds between two looks at the number of workers, if it can change

_Made = tuple[Block, float]  # and the seconds it took


class Portion(NamedTuple):
    """What is new in a block: candidates block.first + k for each k in `chosen`. `tried`: all candidates so far."""

    block: Block
    chosen: NDArray[numpy.int64]
    tried: int


def produce(
    count: int,
    spec: Spec,
    *,
    seed: int,
    start: int = 0,
    workers: int | None = None,
    executor: Executor | None = None,
) -> Iterator[RatedPuzzle]:
    """Iterate over `count` puzzles of a kind: candidates start, start + 1, ... without failures and duplicates.

    A candidate is dropped if it could not be made, or if it equals an earlier one of this run, turned or mirrored. Each
    puzzle carries its `index`, so gaps are visible. The result depends only on spec, seed and start.

    Duplicates are found by 64-bit forms: among n puzzles, two different ones are taken for the same with a chance of
    n * n / 2**65. The forms take up to 24 bytes per puzzle; all other memory is constant.

    `workers` threads make the puzzles, by default one per processor. An `executor` of `concurrent.futures` replaces
    them, with its own processes or machines (Dask: `client.get_executor()`); then `workers` is the number of blocks it
    can make at a time. Closing the iterator, an error or Ctrl-C ends the work under way, except for blocks that an
    executor has already begun; their results are ignored.

    If 1,000 candidates in a row bring nothing new, or 20 cannot be made, it raises `TargetNotReached` with the closest
    puzzle found for the last candidate, if any.

    >>> from hashi_fast import Spec, produce
    >>> made = list(produce(3, Spec(7, 7, difficulty="easy"), seed=1))
    >>> [puzzle.index for puzzle in made], made == list(produce(3, Spec(7, 7, difficulty="easy"), seed=1, workers=1))
    ([0, 1, 2], True)
    """
    found = portions(count, spec, seed=seed, start=start, workers=workers, executor=executor)
    return _puzzles(found)


def _puzzles(found: Generator[Portion, None, None]) -> Iterator[RatedPuzzle]:
    with closing(found):
        for block, chosen, _ in found:
            for k in chosen.tolist():
                yield block.puzzle(k)


def portions(
    count: int,
    spec: Spec,
    *,
    seed: int,
    start: int = 0,
    workers: int | Callable[[], int] | None = None,
    executor: Executor | None = None,
    seen: SeenForms | None = None,
) -> Generator[Portion, None, None]:
    """Do what `produce` does, one block at a time. Forms that are already in `seen` are not new.

    If the number of workers of an executor can change, or the caller wants to look in, `workers` is a function that
    returns that number. It is called before every block, and every second while waiting for one. Whatever it raises
    ends the run.
    """
    if not isinstance(spec, Spec):
        raise TypeError(f"expected a Spec of what to produce, not {shown(spec)}")
    wanted = whole_argument("count", count, 0)
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"executor must be one of concurrent.futures or None, not {shown(executor)}")
    first = whole_argument("start", start, 0, MOST_INDEX)
    run = _Run(wanted, spec, whole_argument("seed", seed, 0, MOST_INDEX), first)
    crew = workers if callable(workers) else thread_count(workers, "workers")
    return run.portions(crew, executor, SeenForms() if seen is None else seen)


class _Run:
    """One run: how far it has come, and how large blocks should be."""

    def __init__(self, wanted: int, spec: Spec, seed: int, start: int) -> None:
        self.spec = spec
        self.seed = seed
        self.start = start
        self.left = wanted  # puzzles
        self.new = 0
        self.next = start  # the first candidate that is in no block yet
        self.done = start  # the first candidate that has not been looked at
        self.size = _FIRST_BLOCK
        self.seconds = _BLOCK_SECONDS  # per block, as a goal

    def portions(
        self, workers: int | Callable[[], int], executor: Executor | None, seen: SeenForms
    ) -> Generator[Portion, None, None]:
        if self.left == 0:
            return
        wasted = 0
        blocks = self._called() if workers == 1 and executor is None else self._submitted(workers, executor)
        try:
            for block in blocks:
                made = block.all_made()
                new = made[seen.add_many(block.arrays.form[made])]
                taken, wasted, last = walk(block.made, new, self.left, wasted, MOST_WASTED)
                self.done = block.first + len(block)
                self.left -= len(taken)
                self.new += len(taken)
                end = self.done if last is None else block.first + last + 1
                yield Portion(block, taken, end - self.start)
                if self.left == 0:
                    return
                if last is not None:
                    self._give_up(block, last)
        finally:
            blocks.close()
        raise TargetNotReached(f"index {MOST_INDEX} is the last; puzzles still missing: {self.left}", closest=None)

    def _give_up(self, block: Block, k: int) -> NoReturn:
        why = "was a duplicate" if block.made[k] else "could not be made"
        raise TargetNotReached(
            f"too many candidates in a row, up to index {block.first + k}, brought nothing new for {self.spec} (the "
            f"last one {why}); puzzles found: {self.new}, still missing: {self.left}",
            closest=block.closest(k),
        )

    # Blocks in order

    def _called(self) -> Generator[Block, None, None]:
        """Yield blocks that are made in this thread."""
        while self.next <= MOST_INDEX:
            block, seconds = _timed(BlockMaker(self.spec, self.seed, *self._take(1)))
            self._adapt(len(block), seconds)
            yield block

    def _submitted(self, crew: int | Callable[[], int], executor: Executor | None) -> Generator[Block, None, None]:
        """Yield blocks that are made by the executor or, without one, by threads of our own."""
        threads: Crew | None = None
        pending: deque[tuple[Future[_Made] | Task[_Made], Callable[[], object]]] = deque()
        try:
            while True:
                workers = crew() if callable(crew) else crew
                if executor is not None:
                    self.seconds = max(_BLOCK_SECONDS, _HANDING_SECONDS * workers)
                while len(pending) < _AHEAD * workers and self._has_more(bool(pending)):
                    first, size = self._take(workers)
                    if executor is not None:
                        future = executor.submit(make_block, self.spec, self.seed, first, size, GENERATOR_VERSION)
                        pending.append((future, future.cancel))
                    else:
                        threads = threads or Crew(workers, "hashi-fast")
                        maker = BlockMaker(self.spec, self.seed, first, size)
                        pending.append((threads.submit(partial(_timed, maker)), maker.stop))
                if not pending:
                    return
                task = pending[0][0]
                if callable(crew) and not _is_done(task, _GLANCE):
                    continue
                block, seconds = task.result()
                pending.popleft()
                self._adapt(len(block), seconds)
                yield block
        finally:
            for task, stop in pending:
                task.cancel()
                stop()
            if threads is not None:
                threads.close()

    def _has_more(self, under_way: bool) -> bool:
        """Whether another block should be made now: not if those under way are likely to be enough."""
        return self.next <= MOST_INDEX and (not under_way or self._missing() > 0)

    def _missing(self) -> int:
        """Estimate how many candidates are needed beyond those already in blocks."""
        # As if one more had been found: before the first block nothing is known, and after it something must be tried.
        needed = -(-self.left * (self.done - self.start + 1) // (self.new + 1))
        return needed - (self.next - self.done)

    def _take(self, workers: int) -> tuple[int, int]:
        """Return the first candidate and the size of the next block."""
        first = self.next
        share = max(1, -(-self._missing() // workers))
        size = min(self.size, share, MOST_INDEX + 1 - first)
        self.next += size
        return first, size

    def _adapt(self, size: int, seconds: float) -> None:
        """Adapt the size of blocks so that they take about as long as they should, given how long this one took."""
        fitting = int(size * self.seconds / max(seconds, 1e-6))
        self.size = max(1, min(fitting, 2 * max(size, self.size), _MOST_BLOCK))


def make_block(spec: Spec, seed: int, first: int, count: int, version: int) -> _Made:
    """Make candidates first to first + count - 1, and return them with the seconds it took: a task for an executor.

    `version` is the caller's version of the generator: another version would make other puzzles.
    """
    if version != GENERATOR_VERSION:
        raise RuntimeError(f"a worker has version {GENERATOR_VERSION} of the generator; expected {version}, as here")
    return _timed(BlockMaker(spec, seed, first, count))


def _is_done(task: Future[_Made] | Task[_Made], seconds: float) -> bool:
    """Wait for it, that long at most; whether it is done."""
    return task.wait(seconds) if isinstance(task, Task) else bool(wait([task], seconds).done)


def _timed(maker: BlockMaker) -> _Made:
    began = time.perf_counter()
    block = maker.make()
    return block, time.perf_counter() - began
