"""Engines: independent ways to search, all behind one small protocol (`base.Engine`).

    native   our kernels; the default of every call, and by far the fastest
    sat      a SAT solver over clauses, in one of three encodings; the extra `sat`
    ilp      an integer program with flow for connectivity; the extra `ilp`

"sat" and "ilp" share only the topology with the search kernels. They are second opinions, and show how to express the
rules for solvers of these kinds. They started from earlier notes on Hashi solvers, numbered 000 to 003;
docs/decisions/engines.md says what changed. The module of an engine is imported on first use.

Other packages add engines and encodings, either with `register_engine` and `register_encoding` or as entry points in
the groups `hashi_fast.engines` and `hashi_fast.encodings`. This module is public as `hashi_fast.engines`.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import cache

from hashi_fast.errors import shown
from hashi_fast.search.engines.base import Connectivity, Count, Engine
from hashi_fast.search.engines.encodings import (
    Clause,
    Encoding,
    OrderEncoding,
    encoding_names,
    register_encoding,
)
from hashi_fast.search.results import Phases
from hashi_fast.support.plugins import Plugins

__all__ = [
    "Clause",
    "Connectivity",
    "Count",
    "Encoding",
    "Engine",
    "OrderEncoding",
    "Phases",
    "encoding_names",
    "engine_names",
    "get_engine",
    "register_encoding",
    "register_engine",
    "solver_names",
]

_ENGINES = Plugins[Callable[..., Engine]](
    "engine",
    "hashi_fast.engines",
    {
        "native": f"{__name__}.native:NativeEngine",
        "sat": f"{__name__}.sat:SatEngine",
        "ilp": f"{__name__}.ilp:IlpEngine",
    },
)
OWN_ENGINES = _ENGINES.own


def engine_names() -> tuple[str, ...]:
    """Return the names of all engines, also of those that other packages offer.

    >>> engine_names()[:3]
    ('native', 'sat', 'ilp')
    """
    return _ENGINES.names()


def register_engine(name: str, maker: Callable[..., Engine]) -> None:
    """Add an engine: a class or function that returns an `Engine`, and may take options as keywords.

    It is called once for each set of options. `solve`, `count_solutions` and `uniqueness` then take the name as
    `engine`, from any number of threads.

    >>> register_engine("sat", Engine)
    Traceback (most recent call last):
        ...
    ValueError: the engine 'sat' already exists
    """
    _ENGINES.register(name, maker)


def get_engine(name: str, **options: object) -> Engine:
    """Return the engine of this name, made with these options.

    >>> from hashi_fast import loads
    >>> get_engine("native").count(loads("3x3:232343232"), limit=None).found
    31
    """
    maker = _ENGINES.get(name)
    if options:
        from inspect import Parameter, signature

        known = signature(maker).parameters
        takes_all = any(parameter.kind is Parameter.VAR_KEYWORD for parameter in known.values())
        for option, value in options.items():
            if option not in known and not takes_all:
                raise ValueError(f"{option}={shown(value)} is not an option of engine={name!r}")
    return _made(maker, **options)


def solver_names() -> tuple[str, ...]:
    """Return the names of the SAT solvers that PySAT knows, for `solver`; it knows further names for most of them.

    >>> {"minisat22", "glucose4", "cadical195", "lingeling"} <= set(solver_names())
    True
    """
    from hashi_fast.search.engines import pysat_solvers

    return pysat_solvers.solver_names()


@cache  # engines have no state
def _made(maker: Callable[..., Engine], **options: object) -> Engine:
    return maker(**options)
