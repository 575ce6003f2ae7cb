"""Reads JSON Lines, one puzzle per line, for a batch."""
from __future__ import annotations

import os
from collections.abc import Iterator

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.errors import FormatError
from hashi_fast.formats.registry import loads
from hashi_fast.support.packed import open_text


def puzzles_of_lines(path: str | os.PathLike[str]) -> Iterator[Puzzle]:
    """Yield the puzzles of a file; a FormatError names the bad line."""
    with open_text(path) as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                try:
                    yield loads(line, "json")
                except FormatError as error:
                    raise FormatError(f"{os.fspath(path)}, line {number}: {error}") from None
