"""Compressed files: recognised by their content, whatever their name, so that pipes may carry them, too."""
from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

# What reading may raise if a file is packed, and damaged.
UNREADABLE = (EOFError, gzip.BadGzipFile, zlib.error)

_MAGIC = b"\x1f\x8b"


def unpacked(file: Any) -> Any:
    """Return a buffered binary file or, if it begins like gzip, a file of what is packed in it."""
    return gzip.GzipFile(fileobj=file) if file.peek(len(_MAGIC)).startswith(_MAGIC) else file


@contextmanager
def open_text(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """Open a file, compressed or not, as text in UTF-8; bytes that are not become surrogates."""
    with open(path, "rb") as raw, io.TextIOWrapper(unpacked(raw), encoding="utf-8", errors="surrogateescape") as text:
        yield text
