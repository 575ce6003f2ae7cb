"""Where a command reads: files, standard input or its arguments, as records or as blocks of lines."""
from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import IO, Any

from hashi_fast import formats
from hashi_fast.cli import Failure
from hashi_fast.errors import FormatError
from hashi_fast.formats import Record
from hashi_fast.formats.files import BULK, RecordReader
from hashi_fast.formats.line_blocks import BOM, line_blocks
from hashi_fast.support.packed import UNREADABLE, unpacked

STANDARD_INPUT = "-"
ARGUMENT = "argument"  # with a number behind it, the name of a puzzle given as text


class Source:
    """One open file, with its name for messages. `size` is None if it is not known before the end.

    A puzzle as text counts as a file, unless there is a file of that name; `number` tells such texts apart. `with`
    closes it. Raises OSError if it cannot be opened.
    """

    block_size = 1 << 16  # of `blocks`; may change between two blocks

    def __init__(self, path: str, number: int = 1) -> None:
        self._is_stdin = path == STANDARD_INPUT
        self._is_text = not self._is_stdin and is_puzzle(path)
        if self._is_stdin:
            if sys.stdin is None:
                raise Failure("standard input is closed")
            self._raw: IO[bytes] = sys.stdin.buffer
            self.name = sys.stdin.name
        elif self._is_text:
            self._raw = io.BufferedReader(io.BytesIO(path.encode(errors="surrogateescape")))
            self.name = f"{ARGUMENT} {number}"
        else:
            self._raw = open(path, "rb", buffering=1 << 16)  # noqa: SIM115  # __exit__ closes it
            self.name = path
        self._unpacked: Any = None
        self.size = len(path) if self._is_text else size_of(self._raw.fileno())

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._is_stdin:
            self._raw.close()

    @property
    def _binary(self) -> Any:
        """The content of the file. Only asking for it waits for the first bytes of a pipe."""
        if self._unpacked is None:
            self._unpacked = unpacked(self._raw)
        return self._unpacked

    @property
    def position(self) -> int:
        """How many bytes have been read; of a compressed file, how many compressed bytes."""
        return self._raw.tell() if self.size is not None else 0

    def head(self) -> bytes:
        """Return the first bytes that are available, at most a few thousand, without consuming them."""
        try:
            head: bytes = self._binary.peek(1)
        except UNREADABLE:  # will occur, and be reported, again
            return b""
        return head.removeprefix(BOM)

    def records(self, format: str | None, on_error: Callable[[str], object]) -> Iterator[tuple[int, Record]]:
        """Yield the line on which each record begins, and the record.

        `on_error` gets file, line and reason for what is not a puzzle.
        """
        def report(_: int, error: FormatError) -> None:
            on_error(str(error))

        text = io.TextIOWrapper(self._binary, encoding="utf-8", errors="surrogateescape")
        try:
            named = None if format is None else formats.get(format)
            in_bulk = self.size is not None and self.size >= BULK
            reader = RecordReader(text, self.name, named, report, in_bulk=in_bulk)
            for record in reader.records():
                yield reader.line, record
        finally:
            with suppress(ValueError):  # after an error, the file may have been closed before its readers
                text.detach()

    def blocks(self) -> Iterator[bytes]:
        """Yield whole lines, about `block_size` bytes at a time, or fewer if the writer of a pipe is slow.

        Every block ends with a newline, and all its lines end with newlines alone.
        """
        read = self._binary.read if self.size is not None else self._binary.read1
        return line_blocks(read, lambda: self.block_size)


def is_puzzle(argument: str) -> bool:
    """Return whether an argument is a puzzle as text, and not the name of a file."""
    return not os.path.lexists(argument) and formats.detect(argument) is not None


def size_of(file: int) -> int | None:
    """Return the size of a file, given its descriptor, or None if it is a pipe or the like."""
    status = os.fstat(file)
    return status.st_size if stat.S_ISREG(status.st_mode) else None
