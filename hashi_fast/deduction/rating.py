"""Ratings: how hard a puzzle is for people, judged by the path they would take (see `techniques.py` for the ladder).

A puzzle is worked out in rounds: all steps of the easiest technique that has any, then again from the easiest. Luck and
order play no part, so a puzzle has exactly one rating, however it is turned. Safe to call from any number of threads;
the interpreter lock is released.
"""
from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from hashi_fast.board.puzzle import Puzzle, check_puzzle
from hashi_fast.board.rating import Rating, RatingStatus
from hashi_fast.board.status import Status
from hashi_fast.deduction._boundary import Path, RateJob, RateWorker
from hashi_fast.deduction.steps import read_log
from hashi_fast.deduction.techniques import LADDER_WEIGHTS, NAMES, by_technique
from hashi_fast.levels import DIFFICULTIES
from hashi_fast.support.arguments import check_budget
from hashi_fast.support.arrays import same_arrays
from hashi_fast.support.shared import shareable

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from hashi_fast.board.batch import HasPuzzle, PuzzleBatch

_STATUS: dict[str | None, RatingStatus] = {"unique": "rated", "multiple": "multiple", "none": "none", None: "unknown"}
_BATCH_STATUS: dict[int, RatingStatus] = {
    Status.NONE: "none",
    Status.ONE: "rated",
    Status.SEVERAL: "multiple",
    Status.UNKNOWN: "unknown",
}


def rate(
    puzzle: Puzzle, *, path: bool = False, time_limit: float | None = None, node_limit: int | None = None
) -> Rating:
    """Rate a puzzle; with `path`, keep every step of the way.

    `node_limit` limits the search. The search is the last resort, and it proves that there is exactly one solution
    before cases are split.

    >>> from hashi_fast import loads, rate
    >>> rating = rate(loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2"))
    >>> rating.status, rating.difficulty, rating.score, rating.hardest
    ('rated', 'medium', 6.305, 'forbidden pair')
    """
    check_budget(time_limit, node_limit)
    check_puzzle(puzzle)
    run = Path(puzzle.topology, path)
    start = run.bounds if path else None
    status = _STATUS[run.run(len(NAMES), time_limit, node_limit)]
    rated = status == "rated"
    level, score, hardest = run.summary(LADDER_WEIGHTS)
    steps, scarcest, backtracks = run.tally
    way = None
    if start is not None:
        way = read_log(puzzle.topology, *start, run.log)
        for step in way:
            step.placed(puzzle, start[0], way)
    return Rating(
        status,
        DIFFICULTIES[level] if rated else None,
        score / 1000 if rated else None,
        sum(steps),
        backtracks,
        NAMES[hardest] if rated and hardest >= 0 else None,
        by_technique(steps),
        scarcest / 1000,
        way,
    )


class BatchRating(NamedTuple):
    """The ratings of a batch, one entry per puzzle, with the meanings of `Rating`.

    status: a `Status` as a plain number. NONE: no solution; ONE: exactly one, so the puzzle is rated; SEVERAL: two or
    more; UNKNOWN: the budget ran out.
    difficulty: 0 easy to 4 extreme, -1 where not rated; score: -1 where not rated.
    hardest: index into `hashi_fast.TECHNIQUES`, -1 where not rated or where there was nothing to do.
    counts: a row per puzzle with a column per technique.
    Batch ratings are equal if all their arrays are.
    """

    status: NDArray[numpy.int8]
    difficulty: NDArray[numpy.int8]
    score: NDArray[numpy.float64]
    hardest: NDArray[numpy.int8]
    steps: NDArray[numpy.int64]
    backtracks: NDArray[numpy.int64]
    counts: NDArray[numpy.int32]
    bottleneck: NDArray[numpy.float64]

    def __eq__(self, other: object) -> bool:
        return same_arrays(self, other)

    def __ne__(self, other: object) -> bool:  # a tuple has its own
        return not same_arrays(self, other)

    def ratings(self, first: int = 0, last: int | None = None) -> Iterator[Rating]:
        """Iterate over the ratings of puzzles first..last - 1 as `rate` returns them.

        >>> from hashi_fast import PuzzleBatch, loads, rate, rate_batch
        >>> puzzle = loads("3x1:2a2")
        >>> list(rate_batch(PuzzleBatch.from_puzzles([puzzle])).ratings()) == [rate(puzzle)]
        True
        """
        return shareable(self._ratings(first, last))

    def _ratings(self, first: int, last: int | None) -> Generator[Rating, None, None]:
        for status, level, score, hardest, steps, backtracks, counts, bottleneck in zip(
            *(array[first:last].tolist() for array in self), strict=True
        ):
            yield Rating(
                _BATCH_STATUS[status],
                DIFFICULTIES[level] if level >= 0 else None,
                score if level >= 0 else None,
                steps,
                backtracks,
                NAMES[hardest] if hardest >= 0 else None,
                by_technique(counts),
                bottleneck,
            )


def rate_batch(
    batch: PuzzleBatch | Iterable[Puzzle | HasPuzzle],
    threads: int | None = None,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> BatchRating:
    """Rate every puzzle of a batch on `threads` threads (None: one per processor). Limits apply to each puzzle.

    A batch that is used once may be any iterable of puzzles or records.

    >>> from hashi_fast import loads, rate_batch
    >>> rated = rate_batch([loads("3x1:2a2"), loads("3x3:232343232")])
    >>> rated.status.tolist(), rated.difficulty.tolist()
    ([1, 2], [0, -1])
    """
    import numpy

    from hashi_fast.board.batch import batch_of
    from hashi_fast.board.workers import run_workers, thread_count

    batch = batch_of(batch, "rate_batch")
    check_budget(time_limit, node_limit)
    boards = batch.boards
    n = boards.n
    status, difficulty, hardest = (numpy.full(n, -1, dtype=numpy.int8) for _ in range(3))
    score = numpy.full(n, -1, dtype=numpy.int32)
    counts = numpy.zeros((n, len(NAMES)), dtype=numpy.int32)
    scarcest, backtracks = numpy.zeros(n, dtype=numpy.int64), numpy.zeros(n, dtype=numpy.int64)
    job = RateJob(
        boards, LADDER_WEIGHTS, time_limit, node_limit,
        status, difficulty, score, hardest, counts, scarcest, backtracks,
    )
    run_workers(job, RateWorker, min(thread_count(threads), max(n, 1)))
    scores = numpy.where(score < 0, -1.0, score / 1000)
    return BatchRating(
        status, difficulty, scores, hardest, counts.sum(axis=1, dtype=numpy.int64), backtracks, counts, scarcest / 1000
    )
