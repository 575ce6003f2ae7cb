"""The answers of searches as plain values, the same from every engine."""
from __future__ import annotations

from typing import Literal, NamedTuple

from hashi_fast.board.solution import Solution


class Stats(NamedTuple):
    """What a search did: nodes entered, nodes given up, islands visited, and the time it took.

    Engines other than the native one give the nearest figures they have: decisions or nodes, conflicts, propagations.
    What they do not count is 0.

    >>> from hashi_fast import loads, solve
    >>> solve(loads("3x1:2a2")).stats.nodes
    1
    """

    nodes: int
    backtracks: int
    propagations: int
    seconds: float


class Result(NamedTuple):
    """The answer of `solve`. "unknown" means that the budget ran out before there was an answer.

    >>> from hashi_fast import loads, solve
    >>> solve(loads("3x1:2a2")).status, solve(loads("3x1:1a2")).status
    ('solved', 'unsolvable')
    """

    status: Literal["solved", "unsolvable", "unknown"]
    solution: Solution | None
    stats: Stats


class Uniqueness(NamedTuple):
    """The answer of `uniqueness`: a proven status, up to two solutions, and the edges on which the two differ.

    "unknown" means that the budget ran out; `solutions` then holds the one found so far, if any.

    >>> from hashi_fast import loads, uniqueness
    >>> answer = uniqueness(loads("3x3:3a3c3a3"))
    >>> answer.status, answer.differing
    ('multiple', (0, 1, 2, 3))
    """

    status: Literal["unique", "multiple", "none", "unknown"]
    solutions: tuple[Solution, ...]
    differing: tuple[int, ...]
    stats: Stats
