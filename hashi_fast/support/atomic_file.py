"""Files that are complete or absent: a file gets its name only after all of it has been written."""
from __future__ import annotations

import gzip
import os
import stat
from contextlib import suppress
from types import TracebackType
from typing import IO, NoReturn, cast

from hashi_fast.support.sole_file import sync_folder


class WholeFile:
    """A file that is being written; an existing file of that name stays as it is until `commit`.

    A name that ends in `.gz` is compressed. In a `with` statement the file is committed at the end and discarded after
    an error. The same contents always give the same bytes. A pipe or a device cannot be replaced, so it is written to
    directly. An OSError names the path that was given.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with WholeFile(os.path.join(folder, "note.txt")) as file:
    ...         written = file.write(b"whole")
    ...     os.listdir(folder)
    ['note.txt']
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._name = name = os.fspath(path)
        self._target = os.path.realpath(name)  # a link stays; the file it points to is replaced
        self._temporary: str | None = None
        self._is_nameless = False
        try:
            if os.path.exists(name) and not os.path.isfile(name):
                # Opened as given: if /dev/stdout is a pipe, the target of the link has no name in the file system.
                self._raw: IO[bytes] = open(name, "wb")  # noqa: SIM115  # commit and discard close it
            else:
                # Hidden, and in the same folder: renaming works only within one file system.
                self._temporary = os.path.join(os.path.dirname(self._target), f".{os.urandom(8).hex()}.tmp")
                self._raw = self._nameless() or open(self._temporary, "xb")  # noqa: SIM115
        except OSError as error:
            self._fail(error)
        self.file: IO[bytes] = self._raw
        if name.endswith(".gz"):
            self.file = cast(IO[bytes], gzip.GzipFile("", "wb", 6, self._raw, mtime=0))

    @property
    def is_stream(self) -> bool:
        """Whether the file is a pipe or a device."""
        return self._temporary is None

    def commit(self) -> None:
        """Write the rest and give the file its name."""
        try:
            if self.file is not self._raw:
                self.file.close()
            self._raw.flush()
            if self._temporary is not None:
                with suppress(FileNotFoundError):
                    os.chmod(self._raw.fileno(), stat.S_IMODE(os.stat(self._target).st_mode))
                os.fsync(self._raw.fileno())
                self._give_name()
            self._raw.close()
            if self._temporary is not None:
                os.replace(self._temporary, self._target)
                self._temporary = None
                sync_folder(os.path.dirname(self._target))
        except OSError as error:
            self.discard()
            self._fail(error)
        except BaseException:
            self.discard()
            raise

    def _nameless(self) -> IO[bytes] | None:
        """Open a file that has no name yet, where the system can do that: it vanishes if this process is killed."""
        if not hasattr(os, "O_TMPFILE") or not os.path.isdir("/proc/self/fd"):  # where it gets its name from
            return None
        try:
            descriptor = os.open(os.path.dirname(self._target), os.O_TMPFILE | os.O_WRONLY, 0o666)
        except OSError:
            return None
        self._is_nameless = True
        return open(descriptor, "wb")

    def _give_name(self) -> None:
        if self._is_nameless and self._temporary is not None:
            itself = self._raw.fileno()
            # With a folder, even one that is not used, links are followed.
            os.link(f"/proc/self/fd/{itself}", self._temporary, src_dir_fd=itself, follow_symlinks=True)
            self._is_nameless = False

    def discard(self) -> None:
        """Remove what was written so far; what went into a pipe or a device stays there."""
        for file in (self.file, self._raw):
            with suppress(OSError):
                file.close()
        if self._temporary is not None:
            if not self._is_nameless:
                with suppress(OSError):
                    os.unlink(self._temporary)
            self._temporary = None

    def __enter__(self) -> IO[bytes]:
        return self.file

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.commit()
        else:
            self.discard()
            if isinstance(error, OSError) and error.filename is None:
                self._fail(error)

    def _fail(self, error: OSError) -> NoReturn:
        error.filename = self._name  # not the temporary file
        del error.filename2  # or the message would show None
        raise error


def is_stream(path: str) -> bool:
    """Return whether a path leads to a pipe or a device, which cannot be replaced or read back.

    >>> is_stream(os.devnull), is_stream(os.curdir)
    (True, False)
    """
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)
