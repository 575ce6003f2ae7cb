"""Candidates of a spec and a seed: a `Block` holds them in flat arrays and returns each as a `RatedPuzzle` on request.

*Candidate* i of a spec and a seed is what the kernels make of index i: a pure function of the three. It is *made* if it
is what the spec asks for. Otherwise there may be a closest puzzle that was found.
"""
from __future__ import annotations

import functools
from _thread import allocate_lock
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from hashi_fast.board.puzzle import Island, Puzzle
from hashi_fast.board.rating import Rating
from hashi_fast.board.solution import Solution
from hashi_fast.deduction.techniques import NAMES, by_technique
from hashi_fast.formats._checked_records import check_records
from hashi_fast.generation._boundary import STATUS, MakeJob, MakeWorker, Plan
from hashi_fast.generation.rated_puzzle import Parts, RatedPuzzle
from hashi_fast.generation.recipes import GENERATOR_VERSION, plan_of
from hashi_fast.generation.spec import Spec
from hashi_fast.levels import DIFFICULTIES

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from hashi_fast.formats.record_line import RecordLine

MADE = STATUS["made"]
_IS_MADE = bytes(status == MADE for status in range(256))  # by status, as one byte
_RUNGS = len(NAMES)
_TYPES = {"q": "int64", "Q": "uint64", "i": "int32", "b": "int8"}  # of views and arrays


class Arrays(NamedTuple):
    """What is known about the candidates of a block: `RecordArrays`, and the status and form of each."""

    island_at: NDArray[numpy.int64]
    edge_at: NDArray[numpy.int64]
    status: NDArray[numpy.int8]
    islands: NDArray[numpy.int32]
    edges: NDArray[numpy.int32]
    row: NDArray[numpy.int32]
    col: NDArray[numpy.int32]
    target: NDArray[numpy.int8]
    bridges: NDArray[numpy.int8]
    difficulty: NDArray[numpy.int8]
    score: NDArray[numpy.int32]  # thousandths
    hardest: NDArray[numpy.int8]
    steps: NDArray[numpy.int32]
    scarcest: NDArray[numpy.int64]  # thousandths
    backtracks: NDArray[numpy.int64]
    form: NDArray[numpy.uint64]


class BlockMaker:
    """Makes candidates first to first + count - 1 of a spec and a seed; `plan` defaults to that of the spec.

    All methods are safe to call from any thread.
    """

    def __init__(self, spec: Spec, seed: int, first: int, count: int, plan: Plan | None = None) -> None:
        self._origin = spec, seed, first
        self._count = count
        self._plan = plan_for(spec) if plan is None else plan
        self._job = MakeJob(self._plan, seed, first, count)

    def make(self) -> Block:
        """Make the candidates. The interpreter lock is released meanwhile."""
        MakeWorker(self._job).run()
        return Block(*self._origin, self._count, self._arrays, peek=self._views)

    def stop(self) -> None:
        """Make `make` return soon, whatever thread it runs in. Its result is then useless."""
        self._job.stop()

    def status_of(self, k: int) -> int:
        """Return the status of candidate first + k, one of STATUS, without loading the arrays."""
        return self._job.status_of(k)

    def _arrays(self) -> Arrays:
        import numpy

        at = self._plan.room * numpy.arange(self._count, dtype=numpy.int64)
        arrays = {name: numpy.frombuffer(view, _TYPES[view.format]) for name, view in self._job.views().items()}
        return Arrays(at, 2 * at, **arrays)

    def _views(self) -> Any:
        room, end = self._plan.room, self._plan.room * self._count
        at, edge_at = array("q", range(0, end, room)), array("q", range(0, 2 * end, 2 * room))
        return Arrays(at, edge_at, **self._job.views())  # type: ignore[arg-type]


class Block:
    """Candidates first to first + count - 1 of a spec and a seed, as they were made.

    `load` returns their arrays. It is called once, and only if needed: building a dozen arrays takes as long as making
    a small puzzle, and loading numpy much longer. `peek` returns the same as memoryviews. Only
    the used part of each array is pickled. `generator` is the version that made them.
    """

    def __init__(
        self,
        spec: Spec,
        seed: int,
        first: int,
        count: int,
        load: Callable[[], Arrays],
        generator: int = GENERATOR_VERSION,
        peek: Callable[[], Any] | None = None,
    ) -> None:
        self.spec, self.seed, self.first, self._count, self._load = spec, seed, first, count, load
        self.generator = generator
        self._peek = load if peek is None else peek
        self._slicing = allocate_lock()  # without a GIL, memoryviews miscount slices that threads take of them

    @functools.cached_property
    def arrays(self) -> Arrays:
        """What is known about the candidates."""
        return self._load()

    @functools.cached_property
    def _views(self) -> Any:
        """The same for reading single values and slices."""
        return self._peek()

    def __len__(self) -> int:
        return self._count

    @property
    def made(self) -> NDArray[numpy.bool_]:
        """For each candidate, whether it is what was asked for."""
        made: NDArray[numpy.bool_] = self.arrays.status == MADE
        return made

    @functools.cached_property
    def made_flags(self) -> bytes:
        """The same, one byte each."""
        return bytes(self._views.status).translate(_IS_MADE)

    def status_of(self, k: int) -> int:
        """Return the status of candidate first + k, one of STATUS."""
        return int(self._views.status[k])

    def forms_made(self) -> tuple[Sequence[int], Any]:
        """Return the k of all candidates first + k that are what was asked for, and their forms in a flat array."""
        flags, forms = self.made_flags, self._views.form
        if 0 not in flags:
            return range(len(flags)), forms
        made = [k for k, flag in enumerate(flags) if flag]
        return made, array("Q", [forms[k] for k in made])

    def grades(self, chosen: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the levels of these candidates, as positions in DIFFICULTIES, and their scores, in thousandths."""
        difficulty, score = self._views.difficulty, self._views.score
        return [difficulty[k] for k in chosen], [score[k] for k in chosen]

    def all_made(self) -> NDArray[numpy.int64]:
        """Return the k of all candidates first + k that are what was asked for."""
        import numpy

        return numpy.flatnonzero(self.made)

    def puzzle(self, k: int) -> RatedPuzzle:
        """Return candidate first + k, which must have been made."""
        return RatedPuzzle.of_block(self, k)

    def closest(self, k: int) -> RatedPuzzle | None:
        """Return candidate first + k if it was made, otherwise the closest puzzle that was found, if any."""
        return self.puzzle(k) if self._views.islands[k] else None

    def lines(self, chosen: Iterable[int]) -> bytes:
        """Return the records of these candidates as JSON Lines, the same bytes that `formats.dumps` gives.

        >>> from hashi_fast import Spec, dumps
        >>> block = BlockMaker(Spec(7, 7), 1, 0, 1).make()
        >>> block.lines(block.all_made()).decode() == dumps(block.puzzle(0), "jsonl") + "\\n"
        True
        """
        places = array("q", chosen)
        return line_of(self.spec, self.seed).write(self.indexes(places), places, self._views)

    def indexes(self, chosen: Sequence[int]) -> array[int]:
        """Return the indices of these candidates, as an array of type "Q"."""
        return array("Q", [self.first + k for k in chosen])

    def parts(self, k: int) -> Parts:
        """Return the parts of the RatedPuzzle of candidate first + k, for which there must be a puzzle."""
        a, spec = self._views, self.spec
        at, end = int(a.island_at[k]), int(a.island_at[k] + a.islands[k])
        targets: list[int | None]
        with self._slicing:
            rows, cols, targets = a.row[at:end].tolist(), a.col[at:end].tolist(), a.target[at:end].tolist()
            counts = a.bridges[int(a.edge_at[k]) : int(a.edge_at[k] + a.edges[k])].tobytes()
            steps: list[int] = a.steps[k * _RUNGS : (k + 1) * _RUNGS].tolist()
        if spec.unknown_clues:
            targets = [None if target == -1 else target for target in targets]
        islands = tuple(map(Island._make, zip(rows, cols, targets, strict=True)))
        puzzle = Puzzle.of_checked(spec.width, spec.height, islands, spec.max_bridges, spec.loops, None)
        solution = Solution.of_counts(puzzle, counts)
        return Parts(puzzle, solution, self._rating(k, steps), self.seed, self.first + k, GENERATOR_VERSION)

    def _rating(self, k: int, steps: list[int]) -> Rating:
        a = self._views
        hardest = int(a.hardest[k])
        return Rating(
            "rated",
            DIFFICULTIES[a.difficulty[k]],
            int(a.score[k]) / 1000,
            sum(steps),
            int(a.backtracks[k]),
            NAMES[hardest] if hardest >= 0 else None,
            by_technique(steps),
            int(a.scarcest[k]) / 1000,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _block, (self.spec, self.seed, self.first, self.generator, _compact(self.arrays))


def line_of(spec: Spec, seed: int) -> RecordLine:
    """Return the layout of record lines of a spec and a seed."""
    from hashi_fast.formats.record_line import RecordLine

    return RecordLine(
        spec.width, spec.height, spec.max_bridges, spec.loops, seed=seed, generator=GENERATOR_VERSION, techniques=NAMES
    )


def _compact(a: Arrays) -> Arrays:
    """Return the arrays without their unused parts."""
    import numpy

    islands = _entries(a.island_at, a.islands)
    bridges = a.bridges[_entries(a.edge_at, a.edges)]
    # Sides of at most 1,000 fit 16 bits.
    row, col = (cast("NDArray[numpy.int32]", each[islands].astype(numpy.int16)) for each in (a.row, a.col))
    return a._replace(
        island_at=_starts(a.islands), edge_at=_starts(a.edges), row=row, col=col, target=a.target[islands],
        bridges=bridges,
    )  # fmt: skip


def _entries(at: NDArray[numpy.int64], sizes: NDArray[numpy.int32]) -> NDArray[numpy.int64]:
    """Return at[0], ..., at[0] + sizes[0] - 1, at[1], ..."""
    import numpy

    return numpy.repeat(at - _starts(sizes), sizes) + numpy.arange(int(sizes.sum()))


def _starts(sizes: NDArray[numpy.int32]) -> NDArray[numpy.int64]:
    import numpy

    return numpy.cumsum(sizes, dtype=numpy.int64) - sizes


def _block(spec: Spec, seed: int, first: int, generator: int, arrays: Arrays) -> Block:
    """Rebuild a pickled block with all checks: a pickle is input like any other."""
    import numpy

    wide = arrays._replace(row=arrays.row.astype("int32"), col=arrays.col.astype("int32"))
    check_records(numpy.flatnonzero(wide.islands), spec.width, spec.height, spec.max_bridges, wide)
    return Block(spec, seed, first, len(arrays.status), lambda: wide, generator)


# The same spec is usually used many times, and planning takes longer than making a small puzzle.
@functools.lru_cache(64)
def plan_for(spec: Spec, node_limit: int | None = None) -> Plan:
    """Return the plan of a spec, the same one each time."""
    return plan_of(spec, node_limit)
