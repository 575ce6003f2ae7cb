"""What every engine provides, whatever it is made of, and how it asks for the package it needs."""
from __future__ import annotations

import importlib
from types import ModuleType
from typing import Literal, NamedTuple, Protocol

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.search.results import Result, Stats

EngineName = Literal["native", "sat", "ilp"]
EncodingName = Literal["order", "pb", "direct"]


class Count(NamedTuple):
    """The answer of `Engine.count`."""

    found: int
    witnesses: tuple[Solution, ...]  # the first two solutions at most
    exceeded: str | None  # the limit that ran out ("time_limit"), else None
    stats: Stats


class Engine(Protocol):
    """One way to search. Each call searches anew and stands for itself.

    Arguments have been checked. A time limit is kept within about 50 ms, on boards of up to some thousand islands, and
    Ctrl-C is let through as often.
    """

    def solve(self, puzzle: Puzzle, *, time_limit: float | None = None) -> Result:
        """Find a solution, or prove that there is none."""
        ...

    def count(self, puzzle: Puzzle, limit: int | None, *, time_limit: float | None = None) -> Count:
        """Count the solutions, up to `limit` (None: all of them)."""
        ...


def need(user: str, module: str, package: str, extra: str) -> ModuleType:
    """Import `module` of `package`, or say which extra of hashi-fast brings it for its `user`.

    >>> need('engine "sat"', "no_such_module", "python-sat", "sat")
    Traceback (most recent call last):
        ...
    ModuleNotFoundError: engine "sat" needs python-sat: pip install "hashi-fast[sat]"
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        # What is missing further down is another story; and another package may go by the same name.
        if error.name is None or error.name.partition(".")[0] != module.partition(".")[0]:
            raise
        message = f'{user} needs {package}: pip install "hashi-fast[{extra}]"'
        raise ModuleNotFoundError(message, name=error.name) from None
