"""Engines: independent ways to search, all behind one small protocol (`base.Engine`).

    native   our kernels; the default of every call, and by far the fastest
    sat      a SAT solver over clauses, in one of three encodings; the extra `sat`
    ilp      an integer program with flow for connectivity; the extra `ilp`

The second and the third share nothing with the search kernels but the topology: they are second opinions, and show
how to put the rules to solvers of those kinds. They go back to the project's seeds, notes on solvers of Hashi that are
named by their numbers; docs/decisions/engines.md says what changed. A module is imported when its engine is first asked
for.
"""
from __future__ import annotations

from functools import cache
from importlib import import_module

from hashi_fast.errors import check_choice
from hashi_fast.search.engines.base import Count, EncodingName, Engine, EngineName

__all__ = ["Count", "EncodingName", "Engine", "EngineName", "get_engine"]

# Where each engine lives: module below this package, class.
_HOME = {"native": ("native", "NativeEngine"), "sat": ("sat", "SatEngine"), "ilp": ("ilp", "IlpEngine")}


@cache  # engines have no state
def get_engine(name: EngineName, **options: object) -> Engine:
    """Return the engine of this name, with these options (those of its class).

    >>> from hashi_fast import loads
    >>> get_engine("native").count(loads("3x3:232343232"), limit=None).found
    31
    """
    check_choice("engine", name, _HOME)
    module, maker = _HOME[name]
    engine: Engine = getattr(import_module(f"{__name__}.{module}"), maker)(**options)
    return engine
