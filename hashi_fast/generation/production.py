"""Many puzzles of one kind: `produce` walks the candidates of a spec and a seed in order and keeps what is new.

Vocabulary: a *candidate* is what is made of one index, a *block* several of them in a row (`block`); a *form* is what
all turns and mirrors of a puzzle share (`_form_set`); a *portion* is what is new in a block. `stopping` says where it
ends.

a. Which candidates there are, and in which order they are looked at, depends on nothing but spec, seed and start. So
   neither the size of the blocks, nor who makes them, nor when they come in, can be seen in the result.
b. Blocks are made ahead of those that are being looked at, two a worker, so that nobody waits for anybody.
c. A block is to take some 50 ms: short enough to stop soon, long enough that handing it over costs nothing. Those of an
   executor with many workers take longer, or handing over would be all that happens here.
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
_HANDING_SECONDS = 0.005  # more than it takes here to hand a block to an executor and back: 1.5 to 3 ms with Dask
_FIRST_BLOCK = 4
_MOST_BLOCK = 4096
_AHEAD = 2  # blocks a worker
_GLANCE = 1.0  # seconds between two looks at how many workers there are, where they come and go

_Made = tuple[Block, float]  # and the seconds it took


class Portion(NamedTuple):
    """What is new in a block, if anything: candidates block.first + k for the k in `chosen`; `tried`: all so far."""

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
    """Iterate over `count` puzzles of a kind: candidates start, start + 1, ... without those that were there before.

    A candidate is dropped when it could not be made, or when it is an earlier one of this run, turned or mirrored;
    `index` shows which candidate a puzzle is, and so the gaps. Forms are compared by 64 bits, so that two different
    puzzles count as one with a chance of n * n / 2**65 among n; they take up to 24 bytes a puzzle, all else stays the
    same however many there are. What comes out depends on spec, seed and start only.

    `workers` threads make them, one a processor unless told otherwise. An `executor` of `concurrent.futures` takes
    their place, with processes or machines of its own (Dask: `client.get_executor()`); then `workers` is how many
    blocks it can make at a time. Closing the iterator, an error or Ctrl-C ends what is under way, but for blocks that
    an executor has begun with, of which nothing more is heard.

    When 1,000 candidates in a row bring nothing new, or 20 cannot be made at all, it raises `TargetNotReached`, with
    the closest puzzle to the last, if any was found.

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
    """Do what `produce` does, a block at a time; what is in `seen` already is not new.

    Where the workers of an executor come and go, or somebody wants to look in, `workers` is a function that says how
    many there are. It is called before every block and, while one is waited for, every second; what it raises ends the
    run.
    """
    if not isinstance(spec, Spec):
        raise TypeError(f"expected a Spec of what to produce, not {shown(spec)}")
    wanted = whole_argument("count", count, 0)
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"executor is one of concurrent.futures or None, not {shown(executor)}")
    first = whole_argument("start", start, 0, MOST_INDEX)
    run = _Run(wanted, spec, whole_argument("seed", seed, 0, MOST_INDEX), first)
    crew = workers if callable(workers) else thread_count(workers, "workers")
    return run.portions(crew, executor, SeenForms() if seen is None else seen)


class _Run:
    """One run: how far it is, and how large the blocks should be."""

    def __init__(self, wanted: int, spec: Spec, seed: int, start: int) -> None:
        self.spec = spec
        self.seed = seed
        self.start = start
        self.left = wanted  # puzzles
        self.new = 0
        self.next = start  # the first candidate of which nothing has been asked for yet
        self.done = start  # and the first that has not been looked at
        self.size = _FIRST_BLOCK
        self.seconds = _BLOCK_SECONDS  # that a block should take

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
        raise TargetNotReached(f"index {MOST_INDEX} is the last, and {self.left} puzzles are missing", closest=None)

    def _give_up(self, block: Block, k: int) -> NoReturn:
        bare = "none was made" if not block.made[k] else "all that were made had been there before"
        raise TargetNotReached(
            f"too many candidates in a row, up to index {block.first + k}, brought nothing new of {self.spec} ({bare} "
            f"at the last); {self.new} puzzles had been found, and {self.left} are missing",
            closest=block.closest(k),
        )

    # Blocks in order

    def _called(self) -> Generator[Block, None, None]:
        """Yield blocks that are made here and now."""
        while self.next <= MOST_INDEX:
            block, seconds = _timed(BlockMaker(self.spec, self.seed, *self._take(1)))
            self._adapt(len(block), seconds)
            yield block

    def _submitted(self, crew: int | Callable[[], int], executor: Executor | None) -> Generator[Block, None, None]:
        """Yield blocks that are made by an executor or, if there is none, by threads of our own."""
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
        """Whether another block should be made now: not if those under way are enough, by the experience so far."""
        return self.next <= MOST_INDEX and (not under_way or self._missing() > 0)

    def _missing(self) -> int:
        """About how many candidates it will take beyond those that were asked for."""
        # As if one had been found: nothing is known before the first block, and something has to be tried after it.
        needed = -(-self.left * (self.done - self.start + 1) // (self.new + 1))
        return needed - (self.next - self.done)

    def _take(self, workers: int) -> tuple[int, int]:
        """Return the first candidate of the next block and how many it has."""
        first = self.next
        share = max(1, -(-self._missing() // workers))
        size = min(self.size, share, MOST_INDEX + 1 - first)
        self.next += size
        return first, size

    def _adapt(self, size: int, seconds: float) -> None:
        """Let blocks take about as long as they should, by how long this one took."""
        fitting = int(size * self.seconds / max(seconds, 1e-6))
        self.size = max(1, min(fitting, 2 * max(size, self.size), _MOST_BLOCK))


def make_block(spec: Spec, seed: int, first: int, count: int, version: int) -> _Made:
    """Make candidates first to first + count - 1, and say how many seconds it took: a pure task for an executor.

    `version` is that of the generator of whoever asks: another one here would make other puzzles.
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
