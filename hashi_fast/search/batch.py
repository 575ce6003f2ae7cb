"""`solve_batch`: solves many puzzles without a Python object per puzzle.

It releases the interpreter lock and may be called from several threads at the same time, even on the same batch.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from hashi_fast.board.batch import HasPuzzle, PuzzleBatch, batch_of
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.workers import run_workers, thread_count
from hashi_fast.search._boundary import SolveJob, SolveWorker
from hashi_fast.support.arguments import check_budget, check_limit
from hashi_fast.support.arrays import same_arrays


class BatchResult(NamedTuple):
    """The answers to a batch, one entry per puzzle.

    status: a `Status` as a plain number. NONE: no solution; ONE: one was found, which proves uniqueness if the limit is
    above 1; SEVERAL: two or more were found; UNKNOWN: the budget ran out after `solutions_found`.
    The first solution of puzzle i is `bridges[bridge_offsets[i]:bridge_offsets[i + 1]]`, in the order of its edges; all
    zeros if there is none.
    nodes, conflicts: what the search of a puzzle took, as in `Stats`; gear: a `Gear` as a plain number. Results are
    equal if all their arrays are.

    >>> from hashi_fast import PuzzleBatch, loads, solve_batch
    >>> result = solve_batch(PuzzleBatch.from_puzzles([loads("3x1:2a2"), loads("3x3:3a2c1b")]))
    >>> result.bridges[result.bridge_offsets[1] : result.bridge_offsets[2]].tolist()
    [2, 1]
    """

    status: NDArray[numpy.int8]
    solutions_found: NDArray[numpy.int64]
    nodes: NDArray[numpy.int64]
    bridges: NDArray[numpy.int8]
    bridge_offsets: NDArray[numpy.int64]
    conflicts: NDArray[numpy.int64]
    gear: NDArray[numpy.int8]

    def __eq__(self, other: object) -> bool:
        return same_arrays(self, other)

    def __ne__(self, other: object) -> bool:  # a tuple has its own
        return not same_arrays(self, other)


def solve_batch(
    batch: PuzzleBatch | Iterable[Puzzle | HasPuzzle],
    *,
    limit: int | None = 1,
    threads: int | None = None,
    node_limit: int | None = None,
    time_limit: float | None = None,
) -> BatchResult:
    """Look for up to `limit` solutions (None: all) of every puzzle, on `threads` threads (None: one per processor).

    A batch that is used once may be any iterable of puzzles or records. Limits apply to each puzzle. Without a time
    limit, the answers do not depend on the number of threads.

    >>> from hashi_fast import Status, loads, solve_batch
    >>> puzzles = [loads("3x1:2a2"), loads("3x3:232343232"), loads("3x3:1a1c1a1")]
    >>> [Status(number).name for number in solve_batch(puzzles, limit=2).status]
    ['ONE', 'SEVERAL', 'NONE']
    """
    batch = batch_of(batch, "solve_batch")
    check_budget(time_limit, node_limit)
    most = check_limit(limit, least=1)
    boards = batch.boards
    n = boards.n
    result = BatchResult(
        numpy.zeros(n, dtype=numpy.int8),
        numpy.zeros(n, dtype=numpy.int64),
        numpy.zeros(n, dtype=numpy.int64),
        numpy.empty(2 * boards.n_islands, dtype=numpy.int8),
        numpy.zeros(n + 1, dtype=numpy.int64),
        numpy.zeros(n, dtype=numpy.int64),
        numpy.zeros(n, dtype=numpy.int8),
    )
    edges = numpy.zeros(n, dtype=numpy.int32)
    job = SolveJob(
        boards, most, time_limit, node_limit, result.status, result.solutions_found, result.nodes,
        result.conflicts, result.gear, edges, result.bridges,
    )
    run_workers(job, SolveWorker, min(thread_count(threads), max(n, 1)))
    job.pack_bridges(result.bridge_offsets)
    return result._replace(bridges=result.bridges[: result.bridge_offsets[-1]].copy())
