"""A file of JSON Lines that `hashi-fast generate` writes as it goes, and can resume after it was stopped.

Records are written many at a time, to a plain or a compressed file (`members`) that has one writer (`sole_file`). When
the command ends by itself, the file ends with a whole record; after a kill, the last line may be cut short. The file
itself shows what is needed to resume it: which leg and candidate come next, and the forms of all puzzles so far
(`OwnRecords`). Nothing is removed from a file that is not this command's: a last line without a line end stays until
the record that belongs there has been made, and that record must begin with it.
"""
from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NoReturn

from hashi_fast.errors import shown
from hashi_fast.generation._form_set import SeenForms
from hashi_fast.generation.block import line_of
from hashi_fast.generation.excluded import Excluded
from hashi_fast.generation.legs import Leg
from hashi_fast.generation.production import Portion
from hashi_fast.generation.resume import FileRefused, OwnRecords
from hashi_fast.generation.summary import Summary
from hashi_fast.support.members import Members, NotOurs, PlainText
from hashi_fast.support.sole_file import NotAlone, SoleFile

WATCH_SECONDS = 1.0  # between two looks at what others do to the file
SYNC_SECONDS = 20.0  # after which what was written must survive a power cut

Tell = Callable[[int, int, int], object]  # how many puzzles were read, and bytes of how many
_GO_ON = "the same command with --resume goes on"


class GrowingFile:
    """The file and, if it existed before, its contents. To be used in a `with`; at its end, all is on disk.

    `excluded` puzzles are not in it. `say` gets messages for people, and `tell` the progress of reading a file back.
    """

    def __init__(
        self,
        path: str,
        legs: Sequence[Leg],
        seed: int,
        summary: Summary,
        *,
        resume: bool,
        excluded: Excluded | None = None,
        say: Callable[[str], object] = print,
        tell: Tell | None = None,
    ) -> None:
        self.path = path
        self._say = say
        self._tell = tell
        self._records = OwnRecords(path, legs, seed, summary, Excluded() if excluded is None else excluded)
        self._whole = 0  # bytes of text up to the end of the last whole record
        self._rest = b""  # what comes after these bytes
        self._is_sound = True  # as far as known, the file is as this command left it
        self._synced = self._watched = time.monotonic()
        self._file = self._opened(resume)
        self._text: PlainText | Members = PlainText(self._file)
        if path.endswith(".gz"):
            largest = max((leg.spec for leg in legs), key=lambda spec: spec.width * spec.height)
            self._text = Members(self._file, line_of(largest, seed).longest)
        try:
            self._read_back()
            self._mend()
        except BaseException as error:
            self._file.close()
            self._refuse(error)

    def _opened(self, resume: bool) -> SoleFile:
        """Open the file as its only writer."""
        path = self.path
        try:
            if os.path.isdir(path):
                raise FileRefused(f"{path}: expected the name of a file, found a directory")
            file = SoleFile(path, self._say)
        except (OSError, NotAlone) as error:
            self._refuse(error)
        if file.size and not resume:
            file.close()
            raise FileRefused(f"{path} already exists; --resume continues it, and nothing is overwritten")
        return file

    @property
    def legs_left(self) -> list[Leg]:
        """What is still to be made, given what was in it at first."""
        return self._records.legs_left

    @property
    def seen(self) -> SeenForms:
        """The forms of its puzzles."""
        return self._records.seen

    def __enter__(self) -> GrowingFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if self._is_sound:
                if self._file.is_torn:
                    self._text.take_back(self._whole)
                self._text.settle()
                self._file.watch()
                self._file.sync()
        except (OSError, NotAlone) as error:
            if kind is None or isinstance(error, NotAlone):
                self._fail(error)
        finally:
            self._file.close()
        if self._rest and kind is None:
            self._refuse_rest("nothing")

    def write(self, portion: Portion) -> None:
        """Append the records of a portion."""
        text = portion.block.lines(portion.chosen)
        if text:
            if self._rest and not text.startswith(self._rest):
                self._refuse_rest(f"the record of index {portion.block.first + int(portion.chosen[0])}")
            try:
                self._text.append(text[len(self._rest) :])
            except (OSError, NotAlone) as error:
                self._fail(error)
            self._rest = b""
            self._whole += len(text)
        self.look_after()

    def look_after(self) -> None:
        """Look what others do to the file, and bring it to disk, if it is time. To be called every second or so."""
        now = time.monotonic()
        try:
            if now >= self._watched + WATCH_SECONDS:
                self._watched = now
                self._file.watch()
            if now >= self._synced + SYNC_SECONDS:
                self._text.settle()
                self._file.sync()
                self._synced = time.monotonic()
        except (OSError, NotAlone) as error:
            self._fail(error)

    def _fail(self, error: OSError | NotAlone) -> NoReturn:
        """End the run, with no more than whole records in the file. What somebody else did to it stays."""
        self._is_sound = False
        if isinstance(error, OSError):
            with suppress(OSError, NotAlone):
                self._text.take_back(self._whole)
        self._refuse(error, f"; {_GO_ON}" if isinstance(error, NotAlone) else "")

    # Resuming

    def _read_back(self) -> None:
        for text in self._lines():
            self._records.take(text)
            self._whole += len(text)
            if self._tell is not None:
                self._tell(self._records.lines, self._file.position, self._file.size)
        self._records.prove()
        # Most foreign text is recognised at once, without waiting for the record.
        self._check_rest()

    def _mend(self) -> None:
        """Remove what a kill or a power cut has left, and say so."""
        if isinstance(self._text, Members) and (torn := self._text.torn):
            self._rest, rest = torn[: self._records.line.longest], self._rest
            self._check_rest()
            self._rest = rest
        if removed := self._text.mend():
            what = "an unfinished member" if isinstance(self._text, Members) else "zeros, as a power cut leaves them"
            self._say(f"{self.path}: the last {removed:,} bytes were {what}; they are cut off")
        if self._rest:
            self._say(f"{self.path}, line {self._records.lines + 1}: the line is cut short; it will be completed")

    def _lines(self) -> Iterator[bytes]:
        """Yield whole lines, many at a time, and leave what follows them in `_rest`."""
        for chunk in self._text.read():
            whole, newline, self._rest = (self._rest + chunk).rpartition(b"\n")
            if newline:
                yield whole + newline
            if len(self._rest) > self._records.line.longest:
                self._refuse_rest("a record as this command writes it")

    def _check_rest(self) -> None:
        head = self._records.line.head
        if not (self._rest.startswith(head) or head.startswith(self._rest)):
            self._refuse_rest("a record as this command writes it")

    def _refuse_rest(self, expected: str) -> NoReturn:
        found = shown(self._rest[:200].decode(errors="replace"))
        problem = f"expected {expected}, found {found} without a line end, which was kept"
        self._records.fail(self._records.lines + 1, problem)

    def _refuse(self, error: BaseException, more: str = "") -> NoReturn:
        """Raise a FileRefused that names the file, or another error as it is."""
        if isinstance(error, NotAlone):
            raise FileRefused(f"{self.path} {error}{more}") from None
        if isinstance(error, NotOurs):
            raise FileRefused(f"{self.path}: {error}; only the command that began a file can resume it") from None
        if isinstance(error, OSError):
            raise FileRefused(f"{self.path}: {error.strerror or error}") from None
        raise error
