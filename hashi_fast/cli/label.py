"""Where an answer belongs: the file, the line and the id of its puzzle."""
from __future__ import annotations

from typing import Any, NamedTuple

from hashi_fast.cli.source import ARGUMENT


class Label(NamedTuple):
    """The place of a puzzle in the input, for people as text and for programs as fields.

    `number` counts all puzzles of the input from 1, also those that were refused; files of answers are named after it.
    None: a puzzle may have several, so these files are counted. `several` says that there are several input files, so
    that their names matter. `part` is added to the text.

    >>> str(Label("a.jsonl", 3, 2, "easy-001", True)), str(Label("a.jsonl", 3, 2, None, False))
    ('a.jsonl, line 3, easy-001', 'line 3')
    """

    file: str
    line: int
    number: int | None
    id: str | int | None
    several: bool
    part: str = ""

    def __str__(self) -> str:
        if self.file.startswith(f"{ARGUMENT} "):
            place = self.file
        else:
            place = f"{self.file}, line {self.line}" if self.several else f"line {self.line}"
        return f"{place}{'' if self.id is None else f', {self.id}'}{self.part}"

    def fields(self) -> dict[str, Any]:
        """Return the fields with which every answer in JSON begins."""
        return {"id": self.id, "file": self.file, "line": self.line}
