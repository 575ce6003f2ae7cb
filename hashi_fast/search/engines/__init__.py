"""Engines: independent ways to search, all behind one small protocol (`base.Engine`).

    native   our kernels; the default of every call, and by far the fastest
    sat      a SAT solver over clauses, in one of three encodings; the extra `sat`
    ilp      an integer program with flow for connectivity; the extra `ilp`

"sat" and "ilp" share only the topology with the search kernels. They are second opinions, and show how to express the
rules for solvers of these kinds. They started from earlier notes on Hashi solvers, numbered 000 to 003;
docs/decisions/engines.md says what changed. The module of an engine is imported on first use.
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
    """Return the engine of this name, made with these options of its class.

    >>> from hashi_fast import loads
    >>> get_engine("native").count(loads("3x3:232343232"), limit=None).found
    31
    """
    check_choice("engine", name, _HOME)
    module, maker = _HOME[name]
    engine: Engine = getattr(import_module(f"{__name__}.{module}"), maker)(**options)
    return engine
