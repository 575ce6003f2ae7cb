"""The puzzles that come with the package: a pack over all levels, sizes and styles, made by our own generator.

tests/web/make_built_in.py says which kinds it holds, and makes it.
"""
from __future__ import annotations

from pathlib import Path

from hashi_fast.formats import Record, load

NAME = "Built-in"
PATH = Path(__file__).with_name("built_in.json.gz")


def built_in() -> list[Record]:
    """Return the built-in puzzles, from the easiest to the hardest.

    >>> records = built_in()
    >>> len(records), records[0].rating.difficulty, records[-1].rating.difficulty
    (275, 'easy', 'extreme')
    """
    return load(PATH)
