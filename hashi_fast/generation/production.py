"""Many puzzles: a run walks the candidates of a spec and a seed in order and keeps the new ones, spec after spec.

A *candidate* is what one index yields; a *block* is several candidates in a row (`block`); a *form* is what all ways to
turn and mirror a puzzle have in common (`_form_set`); a *portion* is what is new in a block; a *leg* is the part of a
run that makes puzzles of one spec (`legs`). `stopping` says where a leg ends.

a. The candidates and their order depend only on legs and seed. So the size of the blocks, who makes them and when they
   arrive do not show in the result.
b. Blocks are made ahead, two per worker, so that nobody has to wait. Once those under way are likely to be enough for a
   leg, blocks of the next legs are begun: a leg may be as short as one puzzle.
c. A block should take about 50 ms: short enough to stop soon, long enough that handing it over costs next to nothing.
   Blocks for an executor with many workers take longer; otherwise this process could not hand them over fast enough.
"""
from __future__ import annotations

import sys
import time
from array import array
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, wait
from contextlib import closing
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol

from hashi_fast.board.workers import thread_count
from hashi_fast.errors import TargetNotReached, shown
from hashi_fast.generation._boundary import STATUS
from hashi_fast.generation._form_set import SeenForms
from hashi_fast.generation.block import Block, BlockMaker
from hashi_fast.generation.excluded import Excluded
from hashi_fast.generation.generator import MOST_INDEX
from hashi_fast.generation.legs import Leg
from hashi_fast.generation.rated_puzzle import RatedPuzzle
from hashi_fast.generation.recipes import GENERATOR_VERSION
from hashi_fast.generation.spec import Spec
from hashi_fast.generation.stopping import MOST_WASTED, walk
from hashi_fast.generation.wishes import in_words, wish_in_the_way
from hashi_fast.support.arguments import whole_argument
from hashi_fast.support.crew import Crew
from hashi_fast.support.shared import shareable

if TYPE_CHECKING:
    from hashi_fast.generation.excluded import Exclude

_BLOCK_SECONDS = 0.05
_HANDING_SECONDS = 0.005  # more than this process needs to hand a block to an executor and back: 1.5 to 3 ms with Dask
_FIRST_BLOCK = 4
_MOST_BLOCK = 4096
_AHEAD = 2  # blocks per worker
_GLANCE = 1.0  # seconds between two looks at the number of workers, if it can change

Made = tuple[Block, float]  # and the seconds it took


class Promise(Protocol):
    """A block that somebody else makes."""

    def wait(self, seconds: float) -> bool:
        """Wait for it, that long at most; whether it is there."""

    def result(self) -> Made:
        """Wait for it and return it, or raise what went wrong."""

    def cancel(self) -> None:
        """Let nobody begin with it any more."""


class Work(Protocol):
    """Makes a block when it is called."""

    def __call__(self) -> Made:
        """Make it."""


class Hands(Protocol):
    """Whoever makes blocks: threads, an executor, a cluster."""

    def submit(self, work: Work) -> Promise:
        """Let one of them do it."""


class _Pending(NamedTuple):
    """A block under way, and what makes it end soon."""

    order: BlockOrder
    promise: Promise
    end: Callable[[], object]


class Portion(NamedTuple):
    """What is new in a block: candidates block.first + k for each k in `chosen`. `tried`: all candidates so far."""

    block: Block
    chosen: array[int]  # of type "q"
    tried: int


def produce(
    count: int,
    spec: Spec,
    *,
    seed: int,
    start: int = 0,
    stop: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    exclude: Exclude = (),
) -> Iterator[RatedPuzzle]:
    """Iterate over `count` puzzles of a kind: candidates start, start + 1, ... without failures and duplicates.

    A candidate is dropped if it could not be made, or if it equals an earlier one of this run, turned or mirrored. Each
    puzzle carries its `index`, so gaps are visible. With `stop`, it ends before that candidate, with as many puzzles as
    there are. The result depends only on spec, seed, start and stop, and on what is excluded.

    `exclude` holds puzzles that must not be made again, turned or mirrored, such as those of an earlier release:
    puzzles, records, a `PuzzleBatch`, or paths of files of puzzles in any format.

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
    legs = [Leg(spec, count, start, stop)]
    found = portions(legs, seed=seed, workers=workers, executor=executor, excluded=Excluded(exclude))
    return shareable(_puzzles(found))


def _puzzles(found: Generator[Portion, None, None]) -> Generator[RatedPuzzle, None, None]:
    with closing(found):
        for block, chosen, _ in found:
            for k in chosen.tolist():
                yield block.puzzle(k)


def portions(
    legs: Iterable[Leg],
    *,
    seed: int,
    workers: int | Callable[[], int] | None = None,
    executor: Executor | None = None,
    hands: Hands | None = None,
    seen: SeenForms | None = None,
    excluded: Excluded | None = None,
    most_wasted: int | None = MOST_WASTED,
) -> Generator[Portion, None, None]:
    """Do what `produce` does for one leg after the other, one block at a time.

    No puzzle appears twice, whatever legs it could come from. Forms that are already in `seen` are not new, either.
    Puzzles that are `excluded` are not taken.

    If the number of workers of an executor can change, or the caller wants to look in, `workers` is a function that
    returns that number. It is called before every block, and every second while waiting for one. Whatever it raises
    ends the run. `hands` may make the blocks instead of an executor. `most_wasted`: how much may bring nothing new
    before a leg is given up (`stopping`); None: it never is.
    """
    checked = [_checked(leg) for leg in legs]
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"executor must be one of concurrent.futures or None, not {shown(executor)}")
    run = _Run(checked, whole_argument("seed", seed, 0, MOST_INDEX), most_wasted, excluded)
    crew = workers if callable(workers) else thread_count(workers, "workers")
    if executor is not None:
        hands = _Employed(executor)
    return run.portions(crew, hands, SeenForms() if seen is None else seen)


def _checked(leg: Leg) -> Leg:
    if not isinstance(leg.spec, Spec):
        raise TypeError(f"expected a Spec of what to produce, not {shown(leg.spec)}")
    count = whole_argument("count", leg.count, 0)
    start = whole_argument("start", leg.start, 0, MOST_INDEX)
    stop = None if leg.stop is None else whole_argument("stop", leg.stop, start, MOST_INDEX + 1)
    return Leg(leg.spec, count, start, stop)


class _Walker:
    """Walks the candidates of a leg: how far it has come, what is made ahead, and how large blocks should be."""

    def __init__(self, leg: Leg, most_wasted: int | None, excluded: Excluded) -> None:
        self.spec = leg.spec
        self.excluded = excluded
        self.met: set[int] = set()  # forms of those that this leg has come across
        self.most_wasted = sys.maxsize if most_wasted is None else most_wasted
        self.start = leg.start
        self.end = MOST_INDEX + 1 if leg.stop is None else leg.stop  # the first candidate that is none of ours
        self.ends_quietly = leg.stop is not None
        self.left = leg.count  # puzzles
        self.new = 0
        self.wasted = 0
        self.next = leg.start  # the first candidate that is in no block yet
        self.done = leg.start  # the first candidate that has not been looked at
        self.size = _FIRST_BLOCK
        self.pending: deque[_Pending] = deque()  # blocks under way, in order

    def take(self, block: Block, seen: SeenForms) -> tuple[array[int], int | None]:
        """Return the candidates of the next block that are taken, and the one at which the leg ends, if it does."""
        made, forms = block.forms_made()
        free: set[int] = set()
        unwanted = self.excluded.has(forms)
        if 1 in unwanted:
            free = self._first_met(compress(zip(made, forms, strict=True), unwanted))
            wanted = [not each for each in unwanted]
            made, forms = list(compress(made, wanted)), array("Q", compress(forms, wanted))
        new = self._new_in(made, forms, seen)
        taken, self.wasted, last = walk(block.made_flags, new, self.left, self.wasted, self.most_wasted, free)
        self.done = block.first + (len(block) if last is None else last + 1)
        self.left -= len(taken)
        self.new += len(taken)
        return taken, last

    def _first_met(self, unwanted: Iterable[tuple[int, int]]) -> set[int]:
        """Return those of excluded candidates, given with their forms, that the leg has not met before."""
        found = set()
        for k, form in unwanted:
            if form not in self.met:
                self.met.add(form)
                found.add(k)
        return found

    def _new_in(self, made: Sequence[int], forms: Any, seen: SeenForms) -> list[int]:
        """Return which of these candidates are new, as many as are missing.

        Forms after those are not added: what a later leg takes must not depend on where a block ends.
        """
        new: list[int] = []
        at = 0
        while len(new) < self.left and at < len(made):
            end = min(at + self.left - len(new), len(made))
            new += compress(made[at:end], seen.add_each(forms[at:end]))
            at = end
        return new

    def give_up(self, block: Block, k: int) -> NoReturn:
        """Raise TargetNotReached: candidate k of a block was one too many that brought nothing new."""
        made, closest = bool(block.made_flags[k]), block.closest(k)
        why = "was a duplicate" if made else "could not be made"
        grown = block.status_of(k) != STATUS["nothing grows"]
        wish = None if made else wish_in_the_way(self.spec, closest, grown=grown)
        raise TargetNotReached(
            f"too many candidates in a row, up to index {block.first + k}, brought nothing new for {self.spec} (the "
            f"last one {why}){in_words(wish)}; puzzles found: {self.new}, still missing: {self.left}",
            closest=closest,
            wish=wish,
        )

    def is_over(self) -> bool:
        """Whether it has all its puzzles, or has come to where it was told to stop."""
        return self.left == 0 or (self.ends_quietly and self.done == self.end)

    def run_out(self) -> NoReturn:
        """Raise TargetNotReached: there are no more candidates."""
        missing = f"puzzles still missing: {self.left} of {self.spec}"
        raise TargetNotReached(f"index {MOST_INDEX} is the last; {missing}", closest=None)

    def has_more(self) -> bool:
        """Whether another block should be made now: not if those under way are likely to be enough."""
        return self.next < self.end and (not self.pending or self._missing() > 0)

    def _missing(self) -> int:
        """Estimate how many candidates are needed beyond those already in blocks."""
        # As if one more had been found: before the first block nothing is known, and after it something must be tried.
        needed = -(-self.left * (self.done - self.start + 1) // (self.new + 1))
        return needed - (self.next - self.done)

    def next_block(self, workers: int) -> tuple[int, int]:
        """Return the first candidate and the size of the next block."""
        first = self.next
        share = max(1, -(-self._missing() // workers))
        size = min(self.size, share, self.end - first)
        self.next += size
        return first, size

    def adapt(self, size: int, seconds: float, goal: float) -> None:
        """Adapt the size of blocks so that they take about as long as they should, given how long this one took."""
        fitting = int(size * goal / max(seconds, 1e-6))
        self.size = max(1, min(fitting, 2 * max(size, self.size), _MOST_BLOCK))

    def stop(self) -> None:
        """End what is under way."""
        for pending in self.pending:
            pending.promise.cancel()
            pending.end()
        self.pending.clear()


class _Run:
    """One run: the legs that are still to be walked, the first of them under way."""

    def __init__(
        self,
        legs: Iterable[Leg],
        seed: int,
        most_wasted: int | None = MOST_WASTED,
        excluded: Excluded | None = None,
    ) -> None:
        unwanted = Excluded() if excluded is None else excluded
        self.walkers = deque(_Walker(leg, most_wasted, unwanted) for leg in legs if leg.count)
        self.seed = seed
        self.seconds = _BLOCK_SECONDS  # per block, as a goal

    def portions(
        self, workers: int | Callable[[], int], hands: Hands | None, seen: SeenForms
    ) -> Generator[Portion, None, None]:
        tried = 0
        blocks = self._called() if workers == 1 and hands is None else self._submitted(workers, hands)
        try:
            for walker, block in blocks:
                before = walker.done
                taken, last = walker.take(block, seen)
                tried += walker.done - before
                yield Portion(block, taken, tried)
                if last is not None and walker.left:
                    walker.give_up(block, last)
        finally:
            blocks.close()

    # Blocks in order, and who walks them. A leg gets blocks for as long as puzzles are left to find.

    def _called(self) -> Generator[tuple[_Walker, Block], None, None]:
        """Yield blocks that are made in this thread."""
        for walker in self.walkers:
            while not walker.is_over():
                if walker.next == walker.end:
                    walker.run_out()
                block, seconds = _timed(BlockMaker(walker.spec, self.seed, *walker.next_block(1)))
                walker.adapt(len(block), seconds, self.seconds)
                yield walker, block

    def _submitted(
        self, crew: int | Callable[[], int], hands: Hands | None
    ) -> Generator[tuple[_Walker, Block], None, None]:
        """Yield blocks that are made by others or, without them, by threads of our own."""
        threads: Crew | None = None
        try:
            while self.walkers:
                walker = self.walkers[0]
                if walker.is_over():
                    walker.stop()
                    self.walkers.popleft()
                    continue
                workers = crew() if callable(crew) else crew
                if hands is not None:
                    self.seconds = max(_BLOCK_SECONDS, _HANDING_SECONDS * workers)
                for other in self._in_need(_AHEAD * workers):
                    order = BlockOrder(other.spec, self.seed, *other.next_block(workers))
                    if hands is not None:
                        promise = hands.submit(order)
                        other.pending.append(_Pending(order, promise, promise.cancel))
                    else:
                        threads = threads or Crew(workers)
                        maker = order.maker()
                        other.pending.append(_Pending(order, threads.submit(partial(_timed, maker)), maker.stop))
                if not walker.pending:
                    walker.run_out()
                order, promise, _ = walker.pending[0]
                if callable(crew) and not promise.wait(_GLANCE):
                    continue
                made = promise.result()
                order.check(made)
                block, seconds = made
                walker.pending.popleft()
                walker.adapt(len(block), seconds, self.seconds)
                yield walker, block
        finally:
            for walker in self.walkers:
                walker.stop()
            if threads is not None:
                threads.close()

    def _in_need(self, most: int) -> Iterator[_Walker]:
        """Yield the leg of each block that should be made now, in order, until `most` are under way."""
        under_way = 0
        for walker in self.walkers:
            under_way += len(walker.pending)
            while under_way < most and walker.has_more():
                yield walker
                under_way += 1
            if under_way >= most:
                return


class BlockOrder(NamedTuple):
    """Candidates first to first + size - 1 of a spec and a seed, to be made by anybody who is called with it.

    `version` is the version of the generator that is wanted: another one would make other puzzles.
    """

    spec: Spec
    seed: int
    first: int
    size: int
    version: int = GENERATOR_VERSION

    def maker(self) -> BlockMaker:
        """Return what makes the block here."""
        return BlockMaker(self.spec, self.seed, self.first, self.size)

    def __call__(self) -> Made:
        """Make the candidates, and return them with the seconds it took."""
        if self.version != GENERATOR_VERSION:
            found = f"a worker has version {GENERATOR_VERSION} of the generator"
            raise WrongResult(f"{found}; expected {self.version}, as where the run began")
        return _timed(self.maker())

    def check(self, made: object) -> None:
        """Raise WrongResult if this is not what was ordered, whoever made it."""
        if not (isinstance(made, tuple) and len(made) == 2 and isinstance(made[0], Block)):
            raise WrongResult(f"{shown(made)} came back; expected the block from index {self.first} on")
        block = made[0]
        found = block.spec, block.seed, block.first, len(block), block.generator
        for name, value, expected in zip(self._fields, found, self, strict=True):
            if value != expected:
                what = f"a block came back whose {name} is {shown(value)}"
                raise WrongResult(f"{what}; expected {shown(expected)}, from index {self.first} on")


class WrongResult(RuntimeError):
    """A worker has another version, or its answer is none to what it was asked."""


class _Employed:
    """An executor as those who make blocks."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, work: Work) -> Promise:
        return _Awaited(self._executor.submit(work))


class _Awaited:
    """The future of an executor as a promise."""

    def __init__(self, future: Future[Made]) -> None:
        self._future = future

    def wait(self, seconds: float) -> bool:
        return bool(wait([self._future], seconds).done)

    def result(self) -> Made:
        return self._future.result()

    def cancel(self) -> None:
        self._future.cancel()


def _timed(maker: BlockMaker) -> Made:
    began = time.perf_counter()
    block = maker.make()
    return block, time.perf_counter() - began
