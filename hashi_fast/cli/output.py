"""Where a command writes: standard output, or files that are whole or not there."""
from __future__ import annotations

import os
import sys
from typing import IO

from hashi_fast.cli import Failure
from hashi_fast.whole_file import WholeFile

NUMBER = "{n}"  # in the name of a file: the number of the puzzle, from 1


class Output:
    """Standard output or, given a path, a file that takes that name when all is written; `.gz` is compressed.

    Where files may be `numbered`, a path with `{n}` stands for many, one a puzzle.
    """

    def __init__(self, path: str | None, numbered: bool = False) -> None:
        self.path = path
        self._numbered = numbered and path is not None and NUMBER in path
        self._parts = 0
        self._file: IO[bytes] | None = None
        self._whole: WholeFile | None = None  # what it is the inside of, where there is a path
        if path is None:
            if sys.stdout is None:
                raise Failure("standard output is closed")
            self._file = sys.stdout.buffer
            self.encoding = sys.stdout.encoding
        else:
            self.encoding = "utf-8"
            if not self._numbered:
                self._open(path)

    @property
    def is_terminal(self) -> bool:
        """Whether somebody sees the answers as they are written."""
        return self.path is None and sys.stdout.isatty()

    def write(self, text: str) -> None:
        """Write text; what the encoding of standard output lacks is written as an escape."""
        self.write_bytes(text.encode(self.encoding, errors="backslashreplace"))

    def write_bytes(self, data: bytes) -> None:
        """Write what is encoded already."""
        assert self._file is not None, "where files are numbered, begin_part opens them"
        self._file.write(data)

    def begin_part(self, alone: bool) -> None:
        """Get ready for the next puzzle, in its own file where they are numbered; one that is `alone` must have one."""
        self._parts += 1
        if self._numbered and self.path is not None:
            self.commit()
            self._open(self.path.replace(NUMBER, str(self._parts)))
        elif alone and self._parts > 1:
            raise Failure(f"several puzzles, and each fills a file: put {NUMBER} into its name, and they are numbered")

    def flush(self) -> None:
        """Let whoever reads standard output have what there is; a file is nobody's before it is whole."""
        if self.path is None and self._file is not None:
            self._file.flush()

    def commit(self) -> None:
        """Give the file its name."""
        if self._whole is not None:
            whole, self._whole, self._file = self._whole, None, None
            whole.commit()
        elif self._file is not None:
            self._file.flush()

    def discard(self) -> None:
        """Leave no trace of the file; what was written to standard output stays written."""
        if self._whole is not None:
            whole, self._whole, self._file = self._whole, None, None
            whole.discard()

    def _open(self, path: str) -> None:
        try:
            self._whole = WholeFile(path)
        except OSError as error:
            raise Failure(f"{path}: {error.strerror}") from None
        self._file = self._whole.file


def check_folder(path: str) -> None:
    """Raise Failure where a file that is made in the end would have no folder: better now than after the work."""
    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(folder):
        raise Failure(f"{path}: there is no folder {folder}")
