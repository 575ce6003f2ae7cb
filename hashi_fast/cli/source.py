"""Where a command reads: files or standard input, as records or as blocks of lines."""
from __future__ import annotations

import gzip
import io
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import IO, Any

from hashi_fast import formats
from hashi_fast.cli import Failure
from hashi_fast.formats import Record
from hashi_fast.formats.files import BULK, RecordReader
from hashi_fast.formats.line_blocks import BOM, line_blocks

STANDARD_INPUT = "-"
# What reading may raise if a file is not what its name says.
UNREADABLE = (EOFError, gzip.BadGzipFile, zlib.error)


class Source:
    """One open file, with its name for messages. `size` is None if it is not known before the end.

    `with` closes it. Raises OSError if it cannot be opened.
    """

    block_size = 1 << 16  # of `blocks`; may change between two blocks

    def __init__(self, path: str) -> None:
        self._is_stdin = path == STANDARD_INPUT
        if self._is_stdin:
            if sys.stdin is None:
                raise Failure("standard input is closed")
            self._raw: IO[bytes] = sys.stdin.buffer
            self.name = sys.stdin.name
        else:
            self._raw = open(path, "rb", buffering=1 << 16)  # noqa: SIM115  # __exit__ closes it
            self.name = path
        self._binary: Any = gzip.GzipFile(fileobj=self._raw) if path.endswith(".gz") else self._raw
        self.size = size_of(self._raw.fileno())

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._is_stdin:
            self._raw.close()

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

    def records(self, format: str | None, on_error: Callable[[str], object]) -> Iterator[Record]:
        """Yield the records of the file; `on_error` gets file, line and reason for what is not a puzzle."""
        text = io.TextIOWrapper(self._binary, encoding="utf-8", errors="surrogateescape")
        try:
            named = None if format is None else formats.get(format)
            in_bulk = self.size is not None and self.size >= BULK
            reader = RecordReader(text, self.name, named, lambda line, error: on_error(str(error)), in_bulk=in_bulk)
            yield from reader.records()
        finally:
            with suppress(ValueError):  # after an error, the file may have been closed before its readers
                text.detach()

    def blocks(self) -> Iterator[bytes]:
        """Yield whole lines, about `block_size` bytes at a time, or fewer if the writer of a pipe is slow.

        Every block ends with a newline, and all its lines end with newlines alone.
        """
        read = self._binary.read if self.size is not None else self._binary.read1
        return line_blocks(read, lambda: self.block_size)


def size_of(file: int) -> int | None:
    """Return the size of a file, given its descriptor, or None if it is a pipe or the like."""
    status = os.fstat(file)
    return status.st_size if stat.S_ISREG(status.st_mode) else None
