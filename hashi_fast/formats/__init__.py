"""Readers and writers of puzzle texts and files.

registry.py has the list of formats, one module each, and `loads` and `dumps` over it; files.py has `load`,
`iter_load` and `dump`. A new format is one module and one row in the registry. Programs for other solvers, clauses
(dimacs) and linear ones (lp), are formats that are only written; dimacs.py reads a solver's answer, too.
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
