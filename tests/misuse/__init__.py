"""Misuse that used to crash the interpreter, or could: each case does one thing that no sane program does.

`python -m misuse NAME ...` does them one after the other. `tests/test_misuse.py` says what is expected.
"""
from misuse import batches, c, files, games, making, puzzles
from misuse.cases import CASES

__all__ = ["CASES", "batches", "c", "files", "games", "making", "puzzles"]
