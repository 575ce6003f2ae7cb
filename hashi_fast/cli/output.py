"""Where a command writes: standard output, or files that are complete or absent."""
from __future__ import annotations

import os
import sys
from typing import IO, NoReturn

from hashi_fast.cli import Failure
from hashi_fast.support.atomic_file import WholeFile
from hashi_fast.support.numbered import is_numbered
from hashi_fast.support.numbered import numbered as numbered_name

NUMBER = "{n}"  # in the name of a file; stands for the number of the puzzle, from 1 (support/numbered.py)


class Output:
    """Standard output or, given a path, a file that gets that name when all is written; `.gz` is compressed.

    If files may be `numbered`, a path with `{n}` or `{n:03}` stands for many files, one per puzzle. If they must be
    `new`, existing files are refused. `unused` says that nothing will be written, so standard output may be closed.
    """

    def __init__(
        self, path: str | None, numbered: bool = False, *, new: bool = False, unused: bool = False
    ) -> None:
        self.path = path
        self._new = new
        self._numbered = numbered and path is not None and is_numbered(path)
        self._parts = 0
        self._file: IO[bytes] | None = None
        self._whole: WholeFile | None = None  # the complete-or-absent file around it, if there is a path
        if path is None:
            if sys.stdout is None and not unused:
                raise Failure("standard output is closed")
            self._file = None if unused else sys.stdout.buffer
            self.encoding = "utf-8" if unused else sys.stdout.encoding
        else:
            self.encoding = "utf-8"
            if not self._numbered:
                self._open(path)

    @property
    def is_terminal(self) -> bool:
        """Whether the answers appear on a terminal as they are written."""
        return self.path is None and self._file is not None and sys.stdout.isatty()

    def write(self, text: str) -> None:
        """Write text. Characters that the encoding of standard output lacks are written as escapes."""
        self.write_bytes(self.encoded(text))

    def encoded(self, text: str) -> bytes:
        """Return text as `write` writes it."""
        return text.encode(self.encoding, errors="backslashreplace")

    def write_bytes(self, data: bytes) -> None:
        """Write text that is already encoded."""
        assert self._file is not None, "the output is used, and begin_part has opened a numbered file"
        try:
            self._file.write(data)
        except OSError as error:
            self._fail(error)

    def begin_part(
        self, alone: bool, *, number: int | None = None, drawn: bool = False, option: str = "--out"
    ) -> None:
        """Get ready for the next puzzle, in its own file if files are numbered. A puzzle that is `alone` must have one.

        `number` is that of the puzzle in the input; without it, the files are counted. On standard output, an empty
        line separates puzzles that are `drawn` for people. `option` is the option that names the file.
        """
        self._parts += 1
        if self._numbered and self.path is not None:
            self.commit()
            self._open(numbered_name(self.path, number or self._parts))
        elif alone and self._parts > 1:
            if self.path is not None or not drawn:
                raise each_fills_a_file(self.path, option)
            self.write("\n")

    def flush(self) -> None:
        """Flush standard output or a pipe for its readers. A file has no readers before it is complete."""
        if self._file is not None and (self._whole is None or self._whole.is_stream):
            try:
                self._file.flush()
            except OSError as error:
                self._fail(error)

    def commit(self) -> None:
        """Give the file its name."""
        if self._whole is not None:
            whole, self._whole, self._file = self._whole, None, None
            try:
                whole.commit()
            except OSError as error:
                self._fail(error)
        elif self._file is not None:
            self._file.flush()

    def discard(self) -> None:
        """Leave no trace of the file. What was written to standard output stays."""
        if self._whole is not None:
            whole, self._whole, self._file = self._whole, None, None
            whole.discard()

    def _open(self, path: str) -> None:
        # The output of some commands is hours of work, so they overwrite nothing.
        if self._new and os.path.isfile(path) and os.path.getsize(path):
            raise Failure(f"{path} already exists; nothing is overwritten")
        try:
            self._whole = WholeFile(path)
        except OSError as error:
            raise Failure(f"{path}: {error.strerror}") from None
        self._file = self._whole.file

    def _fail(self, error: OSError) -> NoReturn:
        """End the command with the name of the file. A broken pipe is not a failure of the file."""
        if self.path is None or isinstance(error, BrokenPipeError):
            raise error
        raise Failure(f"{self.path}: {error.strerror or error}") from None


def each_fills_a_file(path: str | None, option: str = "--out") -> Failure:
    """Return the failure of a command that has several puzzles for one file, with a name that would work."""
    stem, ending = ("board", ".txt") if path is None else os.path.splitext(path)
    return Failure(f"several puzzles, but a file holds one; expected {option} '{stem}_{NUMBER}{ending}' or similar")


def check_folder(path: str) -> None:
    """Raise Failure if the folder of a file does not exist: better now than after the work."""
    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(folder):
        raise Failure(f"{path}: the folder {folder} does not exist")
