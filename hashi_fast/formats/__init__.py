"""Readers and writers of puzzles as text and files.

registry.py has the list of formats, one module per format, with `loads` and `dumps`. files.py has `load`, `iter_load`
and `dump`. A new format is one module and one row in the registry. Input for other solvers, as clauses (dimacs) or as a
linear program (lp), counts as a format that is only written; it lives in `search/engines/`.

This room stands on `board`; everything that reads or writes puzzles uses it.
"""

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
