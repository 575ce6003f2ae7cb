"""Folders and files by their URL, on this machine or in an object store, through fsspec.

A file is whole or not there: it gets its name only after all of it has been written.
"""
from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, NamedTuple

from hashi_fast.support.atomic_file import WholeFile


class Place(NamedTuple):
    """A file or a folder: its file system and its path there."""

    system: Any
    path: str
    is_local: bool

    def __truediv__(self, name: str) -> Place:
        return self._replace(path=posixpath.join(self.path, name))

    @property
    def url(self) -> str:
        """The URL, from which another process gets the same place."""
        return self.path if self.is_local else str(self.system.unstrip_protocol(self.path))

    @property
    def name(self) -> str:
        """The last part of the path."""
        return posixpath.basename(self.path)

    def is_file(self) -> bool:
        """Whether there is such a file."""
        return bool(self.system.isfile(self.path))

    def is_folder(self) -> bool:
        """Whether there is such a folder."""
        return bool(self.system.isdir(self.path))

    def files(self) -> dict[str, int]:
        """Return the paths of all files in a folder, from there on, with their sizes; nothing if there is no folder."""
        if not self.is_folder():
            return {}
        self.system.invalidate_cache()
        found = self.system.find(self.path, detail=True)
        root = self.path.rstrip("/") + "/"
        return {path.removeprefix(root): int(each["size"]) for path, each in sorted(found.items())}

    def make_folder(self) -> None:
        """Make a folder, if it is not there."""
        self.system.makedirs(self.path, exist_ok=True)

    def open(self) -> IO[bytes]:
        """Open a file for reading."""
        file: IO[bytes] = self.system.open(self.path, "rb")
        return file

    @contextmanager
    def whole(self) -> Iterator[IO[bytes]]:
        """Open a file for writing; it gets its name at the end of the `with`, unless there was an error."""
        if self.is_local:
            with WholeFile(self.path) as file:
                yield file
            return
        hidden = posixpath.join(posixpath.dirname(self.path), f".{os.urandom(8).hex()}.tmp")
        try:
            with self.system.open(hidden, "wb") as file:
                yield file
            self.system.mv(hidden, self.path)
        except BaseException:
            with suppress(Exception):
                self.system.rm_file(hidden)
            raise


def place_of(url: str | os.PathLike[str]) -> Place:
    """Return the place of a path or a URL; ModuleNotFoundError says what to install."""
    try:
        from fsspec.core import url_to_fs  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise ModuleNotFoundError("files of shards need fsspec: pip install 'hashi-fast[parquet]'") from None
    system, path = url_to_fs(os.fspath(url))
    protocols = system.protocol if isinstance(system.protocol, tuple) else (system.protocol,)
    return Place(system, path, "file" in protocols)
