"""The protocol of all engines, and how they import the packages they need."""
from __future__ import annotations

import importlib
from types import ModuleType
from typing import Literal, NamedTuple, Protocol

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.search.results import Result, Stats

Connectivity = Literal["lazy", "eager"]
"""When the clauses for connectivity, and against loops, come: after an answer that breaks them, or all at first."""


class Count(NamedTuple):
    """The answer of `Engine.count`."""

    found: int
    witnesses: tuple[Solution, ...]  # up to two solutions, the first ones found
    exceeded: str | None  # the limit that ran out ("time_limit"), else None
    stats: Stats


class Engine(Protocol):
    """One way to search. Each call searches anew and is independent of all others.

    Arguments have been checked by the caller. On boards of up to a few thousand islands, time limits are kept within
    about 50 ms, and Ctrl-C is handled as promptly.
    """

    def solve(self, puzzle: Puzzle, *, time_limit: float | None = None) -> Result:
        """Find a solution, or prove that there is none."""
        ...

    def count(self, puzzle: Puzzle, limit: int | None, *, time_limit: float | None = None) -> Count:
        """Count the solutions, up to `limit` (None: all of them)."""
        ...


def need(user: str, module: str, package: str, extra: str) -> ModuleType:
    """Import `module` of `package` for `user`, or raise an error that says which extra of hashi-fast installs it.

    >>> need('engine "sat"', "no_such_module", "python-sat", "sat")
    Traceback (most recent call last):
        ...
    ModuleNotFoundError: engine "sat" needs python-sat: pip install "hashi-fast[sat]"
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        # If an import inside the package failed, the extra would not help. But it does help if another package has the
        # same name, so only the first part of the names is compared.
        if error.name is None or error.name.partition(".")[0] != module.partition(".")[0]:
            raise
        message = f'{user} needs {package}: pip install "hashi-fast[{extra}]"'
        raise ModuleNotFoundError(message, name=error.name) from None
