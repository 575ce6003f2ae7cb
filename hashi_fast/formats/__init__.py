"""Readers and writers of puzzles as text and files.

registry.py has the list of formats, one module per format, with `loads` and `dumps`. files.py has `load`, `iter_load`
and `dump`. parquet.py has the columns of data sets, which are no format of single puzzles. A new format is one module
and one row in the registry. Input for other solvers, as clauses (dimacs) or as a linear program (lp, smtlib, minizinc),
counts as a format that is only written; it lives in `search/engines/`.

This room stands on `board`; everything that reads or writes puzzles uses it.

Names are loaded on first use: most of the formats are not needed to make a puzzle or to rate one.
"""
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hashi_fast.formats.files import dump, iter_load, load
    from hashi_fast.formats.record import Record
    from hashi_fast.formats.registry import Format, detect, dumps, get, loads, loads_record, names, register

__all__ = [
    "Format",
    "Record",
    "detect",
    "dump",
    "dumps",
    "get",
    "iter_load",
    "load",
    "loads",
    "loads_record",
    "names",
    "register",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "record" if name == "Record" else "files" if name in ("dump", "iter_load", "load") else "registry"
    value = getattr(importlib.import_module(f"{__name__}.{home}"), name)
    globals()[name] = value  # the next look-up finds it without coming here
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
