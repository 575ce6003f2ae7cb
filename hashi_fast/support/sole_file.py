"""Files that have one writer: a lock says so, and whatever somebody else does to the file is noticed.

a. The lock is on the file itself and ends with the process, however that ends. It leaves nothing behind.
b. Locks bind only those who ask for them, and some file systems have none. So the file is watched as well: its name
   must lead to it, and it must be as long as its writer left it.
c. Bytes are only appended. If the file was cut meanwhile, a write leaves no hole, and the length tells.
"""
from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from typing import NoReturn

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

# What file systems without locks answer.
_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL)
_FAR = 1 << 62  # a place behind all data; Windows locks bytes, and nobody can read those that are locked


class NotAlone(Exception):
    """Somebody else writes this file, or has changed, moved or removed it. It was left as it is."""


class SoleFile:
    """A file that this process alone appends to, from opening to closing; it is made if it does not exist.

    `say` gets a message if there are no locks. Raises NotAlone and OSError.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "notes")
    ...     file = SoleFile(path, print)
    ...     file.append(b"one writer")
    ...     try:
    ...         SoleFile(path, print)
    ...     except NotAlone as error:
    ...         print(str(error).partition(" by ")[0])
    ...     file.close()
    is being written
    """

    def __init__(self, path: str, say: Callable[[str], object]) -> None:
        self._target = os.path.realpath(path)  # a link stays; the file it points to is written, or made
        while True:
            # Not buffered: closing the file must not retry what could not be written.
            self._file = FileIO(os.open(self._target, os.O_RDWR | os.O_CREAT | os.O_APPEND | _BINARY, 0o666), "r+")
            try:
                if not _lock(self._file.fileno()):
                    say(f"{path}: no locks on this file system; make sure that nobody else writes this file")
                if self._is_in_place():
                    break
            except BaseException:
                self._file.close()
                raise
            self._file.close()  # somebody replaced it before it was locked
        # How long the file may be. The two differ only while it changes, or if Ctrl-C came just then.
        self._least = self._most = os.fstat(self._file.fileno()).st_size

    @property
    def size(self) -> int:
        """The number of bytes, without those of a write that did not come to its end."""
        return self._least

    @property
    def is_torn(self) -> bool:
        """Whether a write did not come to its end; then `cut` has to follow."""
        return self._least != self._most

    @property
    def position(self) -> int:
        """How many bytes have been read."""
        return self._file.tell()

    def read(self, most: int) -> bytes:
        """Return the next bytes of the file, b"" at its end."""
        return self._file.read(most) or b""

    def append(self, data: bytes) -> None:
        """Write bytes to the end."""
        self._check_size()  # or they might come after a line that was cut
        end = self._least + len(data)
        left = memoryview(data)
        self._most = end
        while left:
            left = left[self._file.write(left) :]
        self._least = end

    def cut(self, size: int) -> None:
        """Remove what comes after this number of bytes."""
        self.watch()
        self._least = size
        self._file.truncate(size)
        self._most = size

    def watch(self) -> None:
        """Raise NotAlone if the file is not as this process left it."""
        if not self._is_in_place():
            self._fail_out_of_place()
        self._check_size()

    def _check_size(self) -> None:
        found = os.fstat(self._file.fileno()).st_size
        if not self._least <= found <= self._most:
            how = "was cut" if found < self._least else "grew"
            raise NotAlone(f"{how} while it was being written, to {found:,} bytes; expected {self.size:,}")

    def sync(self) -> None:
        """Make sure that the file, its length and its name survive a power cut."""
        os.fsync(self._file.fileno())
        sync_folder(os.path.dirname(self._target))

    def close(self) -> None:
        """End the lock."""
        with suppress(OSError):
            self._file.close()

    def _is_in_place(self) -> bool:
        with suppress(FileNotFoundError):
            return os.path.samestat(os.fstat(self._file.fileno()), os.stat(self._target))
        return False

    def _fail_out_of_place(self) -> NoReturn:
        if os.fstat(self._file.fileno()).st_nlink == 0:
            raise NotAlone("was deleted while it was being written, with all that it held")
        where = ""
        with suppress(OSError):  # only Linux tells
            where = f", to {os.readlink(f'/proc/self/fd/{self._file.fileno()}')}"
        raise NotAlone(f"was renamed while it was being written{where}; give it its name back first")


def sync_folder(folder: str) -> None:
    """Make sure that the names in a folder survive a power cut, where the system lets folders be opened."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


_BINARY = getattr(os, "O_BINARY", 0)  # Windows would change line ends


def _lock(descriptor: int) -> bool:
    """Lock an open file until it is closed, and return whether there are locks."""
    try:
        if sys.platform == "win32":
            os.lseek(descriptor, _FAR, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            os.lseek(descriptor, 0, os.SEEK_SET)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            return False
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK):
            raise NotAlone(f"is being written by {_holder(descriptor)}; a file has one writer at a time") from None
        raise
    return True


def _holder(descriptor: int) -> str:
    """Return who has the lock of a file, as far as the system tells."""
    number = str(os.fstat(descriptor).st_ino)
    with suppress(OSError):
        with open("/proc/locks") as table:
            # 1: FLOCK  ADVISORY  WRITE 4711 fd:01:1234567 0 EOF
            rows = [line.split() for line in table]
        for row in rows:
            if len(row) >= 6 and row[1] == "FLOCK" and row[5].rpartition(":")[2] == number and int(row[4]) > 0:
                return f"process {row[4]}"
    return "another process"
