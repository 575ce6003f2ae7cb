"""Lines with one puzzle each, in one format or in several: which format a line is in, and what it says."""
from __future__ import annotations

import re

from hashi_fast.errors import FormatError
from hashi_fast.formats import game, registry
from hashi_fast.formats._text import where
from hashi_fast.formats.record import Record
from hashi_fast.formats.registry import Format

# Enough for the largest board with a blank after each cell. A limit on the size of a compressed file would not
# help: a file of zeros shrinks to a thousandth.
MAX_CHARACTERS = 1 << 28
_NOT_UTF8 = re.compile("[\udc80-\udcff]")  # what "surrogateescape" makes of bytes that are not UTF-8


class LineReader:
    """Reads lines in the named format, or each in the format that it looks like.

    `kind` is the format of the line before; a line that looks like nothing is taken for another one of that format.

    >>> reader = LineReader(None, registry.get("json"))
    >>> reader.read("3x1:2a2").puzzle, reader.kind.name, reader.read(" ")
    (Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]), 'tatham', None)
    """

    def __init__(self, named: Format | None, kind: Format) -> None:
        self._named = named
        self.kind = kind

    def read(self, line: str) -> Record | None:
        """Return the record of a line, or None if it is blank. Raises FormatError."""
        line = line.removesuffix("\n")  # the last one may have none, and that must not show in any message
        if not line or line.isspace():
            return None
        # A saved game would pass for json.
        if self._named is None and (game.detect(line) or not self.kind.detect(line)):
            self.kind = whole_line_kind(line, None) or self.kind
        return read_text(line, self.kind)


def whole_line_kind(line: str, named: Format | None) -> Format | None:
    """Return the format in which a line is a whole puzzle, or None."""
    kind = named
    if kind is None and (name := registry.detect(line)) is not None:
        kind = registry.get(name)
    return kind if kind is not None and kind.one_line is not None and kind.one_line(line) else None


def read_text(text: str, kind: Format | None) -> Record:
    """Return the record of a text, which was decoded with "surrogateescape"; without a kind, it is detected."""
    if len(text) >= MAX_CHARACTERS:
        raise FormatError(f"expected fewer than {MAX_CHARACTERS:,} characters for a puzzle")
    if not text.isascii() and (broken := _NOT_UTF8.search(text)):
        raise FormatError(f"{where(text, broken.start())}: expected text in UTF-8")
    if kind is None or kind.loads is None:
        return registry.loads_record(text)
    return kind.loads(text)
