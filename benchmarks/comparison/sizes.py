"""How large the clauses of the SAT engine are on a set, lazy and eager. No solver is needed to find out."""
from __future__ import annotations

from statistics import median
from typing import NamedTuple

from peers.ours import puzzle_of

from comparison.sets import BoardSet
from hashi_fast.search.engines.cnf import Formula

PEERS = {"sat": "lazy", "sat-eager": "eager"}  # by key: when the clauses for connectivity come


class Size(NamedTuple):
    """Medians over the boards of a set."""

    variables: float
    clauses: float


def size_of(board_set: BoardSet, key: str) -> Size:
    """Return the size of the clauses that one of these peers starts with; on the boards that slow peers get."""
    variables, clauses = [], []
    for i in board_set.sample:
        formula = Formula(puzzle_of(board_set.boards[i]), "order", PEERS[key])  # type: ignore[arg-type]
        clauses.append(sum(map(len, formula.parts())))
        variables.append(formula.encoding.top)
    return Size(median(variables), median(clauses))
