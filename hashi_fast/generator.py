"""Making puzzles: `generate` one, or a `Block` of many candidates, each a pure function of (spec, seed, index)."""
from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from hashi_fast._factory import STATUS, MakeJob, MakeWorker, Plan
from hashi_fast.errors import TargetNotReached
from hashi_fast.formats import Record
from hashi_fast.puzzle import Island, Puzzle, whole_number
from hashi_fast.rating import Rating
from hashi_fast.recipes import GENERATOR_VERSION, plan_of
from hashi_fast.solution import Solution
from hashi_fast.spec import Spec
from hashi_fast.techniques import DIFFICULTIES, NAMES
from hashi_fast.workers import run_workers

_MADE = STATUS["made"]
_MOST = (1 << 64) - 1  # of a seed and an index


class RatedPuzzle(NamedTuple):
    """A puzzle that was made: unique, with its solution and its rating, and where it comes from.

    The same seed, index and spec give the same puzzle again, always and everywhere, as long as the version is the same.
    """

    puzzle: Puzzle
    solution: Solution
    rating: Rating
    seed: int
    index: int
    version: int = GENERATOR_VERSION

    def record(self) -> Record:
        """Return all of it as a record, as files hold it.

        >>> from hashi_fast import generate
        >>> sorted(generate(7, 7, seed=1).record().extra)
        ['generator', 'index', 'seed']
        """
        extra = {"seed": self.seed, "index": self.index, "generator": self.version}
        return Record(self.puzzle, self.solution, self.rating.to_dict(), extra)


class Block:
    """Candidates first to first + count - 1 of a spec and a seed, in flat arrays; puzzles are built on request."""

    def __init__(self, spec: Spec, seed: int, first: int, count: int, threads: int = 1, plan: Plan | None = None) -> None:
        self.spec, self.seed, self.first = spec, seed, first
        plan = _plan(spec, None) if plan is None else plan
        room = plan.room
        self.room = room
        self.status = numpy.empty(count, dtype=numpy.int8)
        self.islands = numpy.empty(count, dtype=numpy.int32)
        self.edges = numpy.empty(count, dtype=numpy.int32)
        self.row = numpy.empty(count * room, dtype=numpy.int32)
        self.col = numpy.empty(count * room, dtype=numpy.int32)
        self.target = numpy.empty(count * room, dtype=numpy.int8)
        self.bridges = numpy.empty(2 * count * room, dtype=numpy.int8)
        self.difficulty = numpy.empty(count, dtype=numpy.int8)
        self.score = numpy.empty(count, dtype=numpy.int32)
        self.hardest = numpy.empty(count, dtype=numpy.int8)
        self.steps = numpy.empty(count * len(NAMES), dtype=numpy.int32)
        self.scarcest = numpy.empty(count, dtype=numpy.int64)
        self.backtracks = numpy.empty(count, dtype=numpy.int64)
        self.form: NDArray[numpy.uint64] = numpy.empty(count, dtype=numpy.uint64)
        job = MakeJob(
            plan, seed, first, count, self.status, self.islands, self.edges, self.row, self.col, self.target,
            self.bridges, self.difficulty, self.score, self.hardest, self.steps, self.scarcest, self.backtracks, self.form,
        )
        run_workers(job, MakeWorker, min(threads, max(count, 1)))

    def __len__(self) -> int:
        return len(self.status)

    def made(self, k: int) -> bool:
        """Whether candidate first + k is what was asked for."""
        return bool(self.status[k] == _MADE)

    def __getitem__(self, k: int) -> RatedPuzzle:
        """Return candidate first + k, or the closest to it that was found; KeyError where nothing was."""
        islands, edges = int(self.islands[k]), int(self.edges[k])
        if islands == 0:
            raise KeyError(k)
        at = k * self.room
        puzzle = Puzzle.__new__(Puzzle)
        targets = self.target[at : at + islands].tolist()
        if self.spec.unknown_clues:
            targets = [None if target < 0 else target for target in targets]
        places = zip(
            self.row[at : at + islands].tolist(), self.col[at : at + islands].tolist(), targets, strict=True
        )
        spec = self.spec
        puzzle._fill(spec.width, spec.height, tuple(map(Island._make, places)), spec.max_bridges, spec.loops, None)
        solution = Solution._trusted(puzzle, self.bridges[2 * at : 2 * at + edges].tobytes())
        return RatedPuzzle(puzzle, solution, self._rating(k), self.seed, self.first + k)

    def _rating(self, k: int) -> Rating:
        steps = self.steps[k * len(NAMES) : (k + 1) * len(NAMES)].tolist()
        hardest = int(self.hardest[k])
        return Rating(
            "rated",
            DIFFICULTIES[self.difficulty[k]],
            int(self.score[k]) / 1000,
            sum(steps),
            int(self.backtracks[k]),
            NAMES[hardest] if hardest >= 0 else None,
            {name: count for name, count in zip(NAMES, steps, strict=True) if count},
            int(self.scarcest[k]) / 1000,
        )

    def __iter__(self) -> Iterator[RatedPuzzle]:
        """Iterate over the candidates that are what was asked for."""
        return (self[k] for k in numpy.flatnonzero(self.status == _MADE).tolist())


def generate(
    width: int, height: int, *, seed: int, index: int = 0, node_limit: int | None = None, **targets: Any
) -> RatedPuzzle:
    """Make one puzzle: a pure function of its arguments. `targets` are those of `Spec`.

    What cannot be made within the budget of work raises `TargetNotReached` with the closest puzzle found (or None).
    `node_limit` is for each search.

    >>> from hashi_fast import generate
    >>> made = generate(7, 7, difficulty="easy", seed=1)
    >>> made.rating.difficulty, made == generate(7, 7, difficulty="easy", seed=1)
    ('easy', True)
    """
    spec = _spec(width, height, **targets)
    seed, index = check_stream("seed", seed), check_stream("index", index)
    block = Block(spec, seed, index, 1, plan=_plan(spec, node_limit))
    if block.made(0):
        return block[0]
    closest = block[0] if block.islands[0] else None
    if block.status[0] == STATUS["nothing grows"]:
        raise TargetNotReached(f"no board of {spec} has room for what is asked for", closest=closest)
    raise TargetNotReached(f"the work for index {index} was used up before {spec} was reached", closest=closest)


def check_stream(name: str, value: object) -> int:
    """Return a seed or an index, or raise for what is none."""
    try:
        number = whole_number(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {value!r}") from None
    if not 0 <= number <= _MOST:
        raise ValueError(f"{name} is {number}; expected 0..{_MOST}")
    return number


# Making the same kind over and over is the rule, and checking it takes longer than making a small puzzle.
@functools.lru_cache(64)
def _plan(spec: Spec, node_limit: int | None) -> Plan:
    return plan_of(spec, node_limit)


@functools.lru_cache(64)
def _checked_spec(width: int, height: int, targets: tuple[tuple[str, Any], ...]) -> Spec:
    return Spec(width, height, **dict(targets))


def _spec(width: int, height: int, **targets: Any) -> Spec:
    try:
        return _checked_spec(width, height, tuple(targets.items()))
    except TypeError:
        return Spec(width, height, **targets)  # some value cannot be hashed, such as a list
