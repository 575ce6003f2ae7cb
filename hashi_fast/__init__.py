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

from hashi_fast._checkout import is_built as _is_built
from hashi_fast._checkout import use_installed as _use_installed

if not _is_built(__path__[0]):
    _use_installed(__name__, __path__[0])

from hashi_fast._version import __version__ as __version__

if TYPE_CHECKING:
    from hashi_fast.board._topology import Topology as Topology
    from hashi_fast.board.batch import PuzzleBatch as PuzzleBatch
    from hashi_fast.board.checker import Violation as Violation
    from hashi_fast.board.checker import check as check
    from hashi_fast.board.puzzle import Island as Island
    from hashi_fast.board.puzzle import Puzzle as Puzzle
    from hashi_fast.board.rating import Conclusion as Conclusion
    from hashi_fast.board.rating import Rating as Rating
    from hashi_fast.board.rating import Step as Step
    from hashi_fast.board.solution import Solution as Solution
    from hashi_fast.board.status import Status as Status
    from hashi_fast.cluster.fleet import Fleet as Fleet
    from hashi_fast.cluster.fleet import fleet as fleet
    from hashi_fast.cluster.mapping import map_batches as map_batches
    from hashi_fast.cluster.merge import Merged as Merged
    from hashi_fast.cluster.merge import merge as merge
    from hashi_fast.cluster.shards import shard as shard
    from hashi_fast.coaching.diagnosis import Diagnosis as Diagnosis
    from hashi_fast.coaching.diagnosis import diagnose as diagnose
    from hashi_fast.coaching.game import Game as Game
    from hashi_fast.coaching.game import Move as Move
    from hashi_fast.coaching.hints import Hint as Hint
    from hashi_fast.coaching.hints import hint as hint
    from hashi_fast.coaching.walkthrough import explain as explain
    from hashi_fast.deduction.rating import BatchRating as BatchRating
    from hashi_fast.deduction.rating import rate as rate
    from hashi_fast.deduction.rating import rate_batch as rate_batch
    from hashi_fast.deduction.techniques import TECHNIQUES as TECHNIQUES
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
    from hashi_fast.formats.schema import json_schema as json_schema
    from hashi_fast.generation.generator import generate as generate
    from hashi_fast.generation.production import produce as produce
    from hashi_fast.generation.rated_puzzle import RatedPuzzle as RatedPuzzle
    from hashi_fast.generation.repair import Change as Change
    from hashi_fast.generation.repair import ClueChange as ClueChange
    from hashi_fast.generation.repair import Repaired as Repaired
    from hashi_fast.generation.repair import make_unique as make_unique
    from hashi_fast.generation.spec import Spec as Spec
    from hashi_fast.publishing.book import make_book as make_book
    from hashi_fast.publishing.packs import Pack as Pack
    from hashi_fast.publishing.packs import pack as pack
    from hashi_fast.publishing.pictures import make_pictures as make_pictures
    from hashi_fast.search import engines as engines
    from hashi_fast.search.batch import BatchResult as BatchResult
    from hashi_fast.search.batch import solve_batch as solve_batch
    from hashi_fast.search.engines.dimacs import solution_from_dimacs as solution_from_dimacs
    from hashi_fast.search.results import Gear as Gear
    from hashi_fast.search.results import Result as Result
    from hashi_fast.search.results import Stats as Stats
    from hashi_fast.search.results import Uniqueness as Uniqueness
    from hashi_fast.search.solver import common_bridges as common_bridges
    from hashi_fast.search.solver import count_solutions as count_solutions
    from hashi_fast.search.solver import enumerate_solutions as enumerate_solutions
    from hashi_fast.search.solver import is_unique as is_unique
    from hashi_fast.search.solver import solve as solve
    from hashi_fast.search.solver import uniqueness as uniqueness
    from hashi_fast.web.notebook import play as play

    from . import capi as capi

# Where the public names live.
_ROOMS = {
    "board._topology": ("Topology",),
    "board.batch": ("PuzzleBatch",),
    "board.checker": ("Violation", "check"),
    "board.puzzle": ("Island", "Puzzle"),
    "board.rating": ("Conclusion", "Rating", "Step"),
    "board.solution": ("Solution",),
    "board.status": ("Status",),
    "cluster.fleet": ("Fleet", "fleet"),
    "cluster.mapping": ("map_batches",),
    "cluster.merge": ("Merged", "merge"),
    "cluster.shards": ("shard",),
    "coaching.diagnosis": ("Diagnosis", "diagnose"),
    "coaching.game": ("Game", "Move"),
    "coaching.hints": ("Hint", "hint"),
    "coaching.walkthrough": ("explain",),
    "deduction.rating": ("BatchRating", "rate", "rate_batch"),
    "deduction.techniques": ("TECHNIQUES",),
    "errors": ("BudgetExceeded", "FormatError", "InvalidPuzzle", "TargetNotReached", "Unsolvable"),
    "formats": ("Record", "dump", "dumps", "iter_load", "load", "loads", "loads_record"),
    "formats.schema": ("json_schema",),
    "generation.generator": ("generate",),
    "generation.production": ("produce",),
    "generation.rated_puzzle": ("RatedPuzzle",),
    "generation.repair": ("Change", "ClueChange", "Repaired", "make_unique"),
    "generation.spec": ("Spec",),
    "publishing.book": ("make_book",),
    "publishing.packs": ("Pack", "pack"),
    "publishing.pictures": ("make_pictures",),
    "search.batch": ("BatchResult", "solve_batch"),
    "search.engines.dimacs": ("solution_from_dimacs",),
    "search.results": ("Gear", "Result", "Stats", "Uniqueness"),
    "search.solver": ("common_bridges", "count_solutions", "enumerate_solutions", "is_unique", "solve", "uniqueness"),
    "web.notebook": ("play",),
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}
_SUBMODULES = {"capi": "capi", "engines": "search.engines", "formats": "formats"}

__all__ = sorted([*_HOME, *_SUBMODULES])


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    elif name in _SUBMODULES:
        value = importlib.import_module(f"{__name__}.{_SUBMODULES[name]}")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{_meant(name)}")
    globals()[name] = value  # the next look-up finds it without coming here
    return value


def _meant(name: str) -> str:
    if name.startswith("_"):
        return ""  # asked for by programs
    from hashi_fast.errors import did_you_mean

    return did_you_mean(name, __all__)


def __dir__() -> list[str]:
    return sorted([*__all__, *(name for name in list(globals()) if name.startswith("__"))])
