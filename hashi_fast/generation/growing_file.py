"""A file of JSON Lines that `hashi-fast generate` writes as it goes, and can resume after it was stopped.

Records are written many at a time. When the command ends by itself, the file ends with a whole record; after a kill,
the last line may be cut short. The file itself shows what is needed to resume it: which candidate comes next, and the
forms of all puzzles so far (`OwnRecords`). Nothing is removed from a file that is not this command's: a last line
without a line end stays until the record that belongs there has been made, and that record must begin with it.
"""
from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from io import FileIO
from typing import NoReturn

from hashi_fast.errors import shown
from hashi_fast.generation._form_set import SeenForms
from hashi_fast.generation.generator import MOST_INDEX
from hashi_fast.generation.production import Portion
from hashi_fast.generation.resume import FileRefused, OwnRecords
from hashi_fast.generation.spec import Spec
from hashi_fast.generation.summary import Summary

_CHUNK = 1 << 20


class GrowingFile:
    """The file and, if it existed before, its contents. To be used in a `with`; at its end, all is on disk."""

    def __init__(self, path: str, spec: Spec, seed: int, start: int, summary: Summary, *, resume: bool) -> None:
        self.path = path
        self._records = OwnRecords(path, spec, seed, start, summary)
        self._whole = 0  # bytes up to the end of the last whole record
        self._rest = b""  # what comes after these bytes
        try:
            if os.path.isdir(path):
                raise FileRefused(f"{path}: expected the name of a file, found a directory")
            if not resume and os.path.isfile(path) and os.path.getsize(path):
                raise FileRefused(f"{path} already exists; --resume continues it, and nothing is overwritten")
            target = os.path.realpath(path)  # a link stays a link, and its target is written, whether it exists or not
            # Not buffered: closing the file must not retry what could not be written.
            self._file = FileIO(target, "r+" if os.path.exists(target) else "x+")
        except OSError as error:
            self._fail(error)
        try:
            self._read_back()
            self._file.seek(self._whole)
        except BaseException as error:
            self._file.close()
            if isinstance(error, OSError):
                self._fail(error)
            raise

    @property
    def next_index(self) -> int:
        """The first candidate that is still to be tried. After the last one, that one again: it will not be new."""
        return min(self._records.next_index, MOST_INDEX)

    @property
    def seen(self) -> SeenForms:
        """The forms of its puzzles."""
        return self._records.seen

    def __enter__(self) -> GrowingFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if not self._rest:
                # A failed write may have left part of a record.
                self._file.truncate(self._whole)
                os.fsync(self._file.fileno())
        except OSError as error:
            if kind is None:
                self._fail(error)
        finally:
            with suppress(OSError):
                self._file.close()
        if self._rest and kind is None:
            self._refuse_rest("nothing")

    def write(self, portion: Portion) -> None:
        """Append the records of a portion."""
        text = portion.block.lines(portion.chosen)
        if not text:
            return
        if self._rest and not text.startswith(self._rest):
            self._refuse_rest(f"the record of index {portion.block.first + int(portion.chosen[0])}")
        self._rest = b""
        left = memoryview(text)
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            self._fail(error)
        self._whole += len(text)

    # Resuming

    def _read_back(self) -> None:
        for text in self._chunks():
            self._records.take(text)
            self._whole += len(text)
        self._records.prove()
        # Most foreign text is recognised at once, without waiting for the record.
        head = self._records.line.head
        if not (self._rest.startswith(head) or head.startswith(self._rest)):
            self._refuse_rest("a record as this command writes it")

    def _chunks(self) -> Iterator[bytes]:
        """Yield whole lines, many at a time, and leave what follows them in `_rest`."""
        while chunk := self._file.read(_CHUNK):
            whole, newline, self._rest = (self._rest + chunk).rpartition(b"\n")
            if newline:
                yield whole + newline
            if len(self._rest) > self._records.line.longest:
                self._refuse_rest("a record as this command writes it")

    def _refuse_rest(self, expected: str) -> NoReturn:
        found = shown(self._rest[:200].decode(errors="replace"))
        problem = f"expected {expected}, found {found} without a line end, which was kept"
        self._records.fail(self._records.lines + 1, problem)

    def _fail(self, error: OSError) -> NoReturn:
        raise FileRefused(f"{self.path}: {error.strerror or error}") from None
