"""What the module of a peer provides, and the board that it gets."""
from __future__ import annotations

from typing import Any, NamedTuple

INVALID = -1  # an answer: the alleged solution breaks the rules


class Board(NamedTuple):
    """A board as every peer gets it: islands as (row, col, target) in row-major order, at most two bridges per pair."""

    id: str
    width: int
    height: int
    islands: list[tuple[int, int, int]]


class Unsupported(Exception):
    """The peer cannot handle this board, for this reason."""


class Solver:
    """A peer at work. Only `run` is timed."""

    # Whether `prepare` takes a list of boards and `answer` returns a list, all solved by one `run`.
    whole = False
    # Whether `run` changes what `prepare` returned, so that it cannot be run again.
    consumes = False
    # Whether `run` returns the seconds that count and then the outcome, because not all of its time counts.
    clocks_itself = False

    def prepare(self, board: Any) -> Any:
        """Return the board in the form in which users of the peer would hold it."""
        return board

    def run(self, prepared: Any) -> Any:
        """Count the solutions up to two."""
        raise NotImplementedError

    def answer(self, prepared: Any, outcome: Any) -> Any:
        """Turn what `run` returned into a count up to two, or INVALID."""
        return outcome
