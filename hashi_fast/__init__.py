"""hashi-fast: solve, count, check and play Hashi (Hashiwokakero, Bridges) puzzles.

>>> import hashi_fast as hf
>>> puzzle = hf.loads('{"w": 3, "h": 3, "islands": [{"r": 0, "c": 0, "target": 2}, {"r": 0, "c": 2, "target": 2}]}')
>>> hf.is_unique(puzzle)
True
>>> print(hf.solve(puzzle).solution)
2=2
...
...

Names are loaded on first use, so that importing the package costs next to nothing.
"""
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from hashi_fast._topology import Topology as Topology
    from hashi_fast.batch import BatchResult as BatchResult
    from hashi_fast.batch import PuzzleBatch as PuzzleBatch
    from hashi_fast.batch import solve_batch as solve_batch
    from hashi_fast.book import make_book as make_book
    from hashi_fast.candidates import RatedPuzzle as RatedPuzzle
    from hashi_fast.checker import Violation as Violation
    from hashi_fast.checker import check as check
    from hashi_fast.diagnosis import Diagnosis as Diagnosis
    from hashi_fast.diagnosis import diagnose as diagnose
    from hashi_fast.errors import BudgetExceeded as BudgetExceeded
    from hashi_fast.errors import FormatError as FormatError
    from hashi_fast.errors import InvalidPuzzle as InvalidPuzzle
    from hashi_fast.errors import TargetNotReached as TargetNotReached
    from hashi_fast.errors import Unsolvable as Unsolvable
    from hashi_fast.formats import Record as Record
    from hashi_fast.formats import dump as dump
    from hashi_fast.formats import dumps as dumps
    from hashi_fast.formats import iter_load as iter_load
    from hashi_fast.formats import load as load
    from hashi_fast.formats import loads as loads
    from hashi_fast.formats import loads_record as loads_record
    from hashi_fast.formats.dimacs import solution_from_dimacs as solution_from_dimacs
    from hashi_fast.game import Game as Game
    from hashi_fast.game import Move as Move
    from hashi_fast.generator import generate as generate
    from hashi_fast.hints import Hint as Hint
    from hashi_fast.hints import hint as hint
    from hashi_fast.packs import Pack as Pack
    from hashi_fast.packs import pack as pack
    from hashi_fast.production import produce as produce
    from hashi_fast.puzzle import Island as Island
    from hashi_fast.puzzle import Puzzle as Puzzle
    from hashi_fast.rating import BatchRating as BatchRating
    from hashi_fast.rating import Rating as Rating
    from hashi_fast.rating import rate as rate
    from hashi_fast.rating import rate_batch as rate_batch
    from hashi_fast.repair import Change as Change
    from hashi_fast.repair import ClueChange as ClueChange
    from hashi_fast.repair import Repaired as Repaired
    from hashi_fast.repair import make_unique as make_unique
    from hashi_fast.results import Result as Result
    from hashi_fast.results import Stats as Stats
    from hashi_fast.results import Uniqueness as Uniqueness
    from hashi_fast.solution import Solution as Solution
    from hashi_fast.solver import common_bridges as common_bridges
    from hashi_fast.solver import count_solutions as count_solutions
    from hashi_fast.solver import enumerate_solutions as enumerate_solutions
    from hashi_fast.solver import is_unique as is_unique
    from hashi_fast.solver import solve as solve
    from hashi_fast.solver import uniqueness as uniqueness
    from hashi_fast.spec import Spec as Spec
    from hashi_fast.steps import Conclusion as Conclusion
    from hashi_fast.steps import Step as Step
    from hashi_fast.walkthrough import explain as explain

    from . import capi as capi

# Where each public name lives.
_HOME = {
    "BatchRating": "rating",
    "BatchResult": "batch",
    "BudgetExceeded": "errors",
    "Change": "repair",
    "ClueChange": "repair",
    "Conclusion": "steps",
    "Diagnosis": "diagnosis",
    "FormatError": "errors",
    "Game": "game",
    "Hint": "hints",
    "InvalidPuzzle": "errors",
    "Island": "puzzle",
    "Move": "game",
    "Pack": "packs",
    "Puzzle": "puzzle",
    "PuzzleBatch": "batch",
    "RatedPuzzle": "candidates",
    "Rating": "rating",
    "Record": "formats",
    "Repaired": "repair",
    "Result": "results",
    "Solution": "solution",
    "Spec": "spec",
    "Stats": "results",
    "Step": "steps",
    "TargetNotReached": "errors",
    "Topology": "_topology",
    "Uniqueness": "results",
    "Unsolvable": "errors",
    "Violation": "checker",
    "check": "checker",
    "common_bridges": "solver",
    "count_solutions": "solver",
    "diagnose": "diagnosis",
    "dump": "formats",
    "dumps": "formats",
    "enumerate_solutions": "solver",
    "explain": "walkthrough",
    "generate": "generator",
    "hint": "hints",
    "is_unique": "solver",
    "iter_load": "formats",
    "load": "formats",
    "loads": "formats",
    "loads_record": "formats",
    "make_book": "book",
    "make_unique": "repair",
    "pack": "packs",
    "produce": "production",
    "rate": "rating",
    "rate_batch": "rating",
    "solution_from_dimacs": "formats.dimacs",
    "solve": "solver",
    "solve_batch": "batch",
    "uniqueness": "solver",
}
_SUBMODULES = ("capi", "formats")

__all__ = [*_HOME, *_SUBMODULES]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    elif name in _SUBMODULES:
        value = importlib.import_module(f"{__name__}.{name}")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value  # the next look-up finds it without coming here
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
