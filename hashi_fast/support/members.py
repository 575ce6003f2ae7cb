"""Text that grows in a file: as it is, or compressed.

A compressed file is a row of gzip members, which all readers take for one. A member ends with the first line that
brings it to MEMBER bytes of text, so the same lines give the same bytes, however often their writer was stopped. What
follows the last such member is the *tail*: it is in memory, and in the file as a member that is replaced when the tail
has grown. A writer that is killed loses part of the tail at most.
"""
from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator

from hashi_fast.support.sole_file import SoleFile

MEMBER = 1 << 20
_CHUNK = 1 << 20
_ZEROS = 8
_TOO_LONG = f"expected gzip members of {MEMBER:,} bytes of text, found more"


class NotOurs(Exception):
    """A compressed file is not as `Members` writes it. It was left as it is."""


class PlainText:
    """A file of text. `read` must come first, to its end."""

    def __init__(self, file: SoleFile) -> None:
        self._file = file
        self._zeros = 0

    def read(self) -> Iterator[bytes]:
        """Yield what is in the file, except zero bytes at its end, which a power cut may leave."""
        while chunk := self._file.read(_CHUNK):
            text = chunk.rstrip(b"\0")
            if text:
                yield bytes(self._zeros) + text
                self._zeros = 0
            self._zeros += len(chunk) - len(text)

    def mend(self) -> int:
        """Remove what a power cut or a kill has left behind the text, and return how many bytes that were."""
        removed, self._zeros = self._zeros, 0
        if removed:
            self._file.cut(self._file.size - removed)
        return removed

    def append(self, text: bytes) -> None:
        """Write text to the end."""
        self._file.append(text)

    def take_back(self, size: int) -> None:
        """Remove the text after a write that failed, down to this number of bytes."""
        self._file.cut(size)

    def settle(self) -> None:
        """Bring all text into the file."""


class Members:
    """A compressed file of lines, with at most `longest` bytes each. `read` must come first, to its end.

    `torn` is the text of an unfinished member.
    """

    def __init__(self, file: SoleFile, longest: int) -> None:
        self._file = file
        self._most = MEMBER + longest
        self._whole = 0  # bytes of all members before the tail
        self._tail = bytearray()
        self._is_settled = True  # the tail is in the file, as one member
        self._sound = 0  # bytes of members that could be read
        self.torn = b""

    def read(self) -> Iterator[bytes]:
        """Yield the text of all members that are complete."""
        source = _Source(self._file, self._most)
        tails = 0
        while True:
            text = source.member()
            if text is None:
                break
            self._sound = source.used
            if tails == 0 and _fills_a_member(text):
                self._whole = source.used
            else:
                tails += 1
                self._tail += text
                if len(self._tail) > self._most:
                    raise NotOurs(_TOO_LONG)
            yield text
        self._is_settled = tails <= 1
        self.torn = source.torn

    def mend(self) -> int:
        """Remove an unfinished member, and return how many bytes that were."""
        removed = self._file.size - self._sound
        if removed:
            self._file.cut(self._sound)
        return removed

    def append(self, text: bytes) -> None:
        """Write lines to the end; members that are full go to the file."""
        self._is_settled = False
        self._tail += text
        self._put_full()

    def take_back(self, size: int) -> None:
        """Remove what a write that failed has left, whatever `size` is; the lines of the tail stay in memory."""
        self._is_settled = False
        self._file.cut(self._whole)

    def settle(self) -> None:
        """Bring all text into the file."""
        if not self._is_settled:
            self._put_full()
            self._put(bytes(self._tail))
            self._is_settled = True

    def _put_full(self) -> None:
        while len(self._tail) >= MEMBER and (end := self._tail.find(b"\n", MEMBER - 1) + 1):
            self._put(bytes(self._tail[:end]))
            size, tail = self._file.size, self._tail[end:]
            self._whole, self._tail = size, tail  # both or none, even if Ctrl-C comes now

    def _put(self, text: bytes) -> None:
        """Write a member in place of those of the tail."""
        self._file.cut(self._whole)
        if text:
            self._file.append(_member(text))


class _Source:
    """Reads members one after the other: `used` is where the last one ended."""

    def __init__(self, file: SoleFile, most: int) -> None:
        self._file = file
        self._most = most  # bytes of text
        self._data = b""
        self.used = 0
        self.torn = b""

    def member(self) -> bytes | None:
        """Return the text of the next member; None at the end, or if it is not complete."""
        reader = zlib.decompressobj(31)
        text = bytearray()
        size = 0
        begin = b""  # how the member begins
        while not reader.eof:
            self._data = self._data or self._file.read(_CHUNK)
            begin = (begin + self._data[: len(_HEAD)])[: len(_HEAD)]
            if not self._data:
                break
            try:
                text += reader.decompress(self._data, self._most + 1 - len(text))
            except zlib.error:
                break
            if len(text) > self._most:
                if not self._ends_with_zeros():
                    raise NotOurs(_TOO_LONG)
                break  # zeros may be read as any amount of text
            rest = reader.unused_data or reader.unconsumed_tail
            size += len(self._data) - len(rest)
            self._data = rest
        if reader.eof:
            self.used += size
            return bytes(text)
        if not (begin.startswith(_HEAD) or _HEAD.startswith(begin.rstrip(b"\0"))):
            raise NotOurs("expected a gzip member, found something else")
        self.torn = bytes(text)
        return None

    def _ends_with_zeros(self) -> bool:
        """Whether the file ends as a power cut leaves it; the size at the end of a member has fewer zeros."""
        end = self._data
        while chunk := self._file.read(_CHUNK):
            end = end[-_ZEROS:] + chunk
        return end.endswith(bytes(_ZEROS))


def _fills_a_member(text: bytes) -> bool:
    """Whether a text ends with the first line that brings it to MEMBER bytes."""
    return len(text) >= MEMBER and text.find(b"\n", MEMBER - 1) + 1 == len(text)


def _member(text: bytes) -> bytes:
    """Compress text, always to the same bytes."""
    data = io.BytesIO()
    with gzip.GzipFile("", "wb", 6, data, mtime=0) as file:
        file.write(text)
    return data.getvalue()


_HEAD = _member(b"")[:10]
