"""Misuse of solutions, games and searches."""
import pickle
from typing import Any

import numpy

import hashi_fast as hf
from hashi_fast.deduction._boundary import Path
from hashi_fast.generation import _boundary
from hashi_fast.search._boundary import Run
from misuse.cases import EDGES, PUZZLE, case


@case
def solution_with_other_counts() -> object:
    class Two(hf.Solution):
        """Shows other bridges than it has."""

        @property
        def bridges(self) -> Any:
            return hf.solve(PUZZLE).solution.bridges

    return len(hf.make_unique(PUZZLE, Two(PUZZLE, [1] * EDGES)).changes)


@case
def solution_reopened() -> object:
    counts = hf.Solution(PUZZLE, [1] * EDGES).counts
    counts.flags.writeable = True
    return counts


@case
def mend_with_many_bridges() -> object:
    return _boundary.Mend(PUZZLE.topology, b"\x7f" * EDGES, 0, 0, 10, 10, 10).run()


def game_with(counts: bytes) -> hf.Game:
    game = hf.Game(PUZZLE)
    game._counts = bytearray(counts)
    return game


@case
def game_with_far_edges() -> object:
    return hf.hint(game_with(b"\1" * 1000))


@case
def game_with_many_bridges() -> object:
    return hf.hint(game_with(b"\xff" * EDGES))


@case
def pickled_game_with_a_far_edge() -> object:
    game = hf.Game(PUZZLE)
    game._undo = [((10**6, 0, 2),)]
    return pickle.loads(pickle.dumps(game))


@case
def far_edge_required() -> object:
    return Run(PUZZLE.topology).require(10**8, 1)


@case
def many_bridges_allowed() -> object:
    return Run(PUZZLE.topology).allow(0, 100)


@case
def far_edge_placed() -> object:
    return Path(PUZZLE.topology).place(10**8, 1)


@case
def many_rungs() -> object:
    return Path(PUZZLE.topology).run(5000)


@case
def search_by_a_list() -> object:
    return hf.solve(PUZZLE, search=[])


@case
def limit_of_an_array() -> object:
    return hf.solve(PUZZLE, time_limit=numpy.array([1.0]))
