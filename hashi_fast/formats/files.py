"""Files of puzzles: one puzzle per line; one puzzle over many lines; or a pack (see pack.py).

Lines are read one at a time, so memory does not grow with the file. The first two lines that are not blank show
which kind a file is: two, so that one bad line at the top does not hide what follows. What begins like gzip is
unpacked; files whose names end in .gz are written compressed.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager
from itertools import chain
from typing import Any, TextIO

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.rating import stated_rating
from hashi_fast.errors import FormatError, shown
from hashi_fast.formats import json_, pack, registry
from hashi_fast.formats.line_reader import MAX_CHARACTERS, LineReader, read_text, whole_line_kind
from hashi_fast.formats.record import Item, Record, Recorded
from hashi_fast.formats.registry import Format
from hashi_fast.support.atomic_file import WholeFile
from hashi_fast.support.packed import UNREADABLE, open_text
from hashi_fast.support.shared import shareable

__all__ = ["dump", "iter_load", "load"]

Path = str | os.PathLike[str]
Report = Callable[[int, FormatError], object]

BULK = 1 << 17  # bytes of a file from which the native scanner, which needs numpy, is faster
BLOCK = 1 << 17  # characters that it gets at a time


def load(path: Path | TextIO, format: str | None = None) -> list[Record]:
    """Return all records of a file; see `iter_load`.

    >>> import io
    >>> [record.puzzle.width for record in load(io.StringIO("3x1:2a2\\n4x1:1b1\\n"))]
    [3, 4]
    """
    return list(iter_load(path, format))


def iter_load(path: Path | TextIO, format: str | None = None, on_error: Report | None = None) -> Iterator[Record]:
    """Iterate over the records of a file or of an open text stream, one at a time.

    The file is one of three kinds. It has one puzzle per line (JSON, game IDs, URLs, boards with their rows joined by
    "/", also mixed), where blank lines are skipped. Or it is one puzzle in any format. Or it is a pack, whose puzzles
    get their level as the difficulty in their rating.

    A puzzle that cannot be read raises a FormatError with the file and the line. If `on_error` is given, it is called
    with the line number and that error instead, and reading goes on.

    >>> import io
    >>> lines = io.StringIO("3x1:2a2\\n3x1:2?2\\n\\n4x1:1b1\\n")
    >>> for record in iter_load(lines, on_error=lambda line, error: print(error)):
    ...     print(record.puzzle)
    2.2
    <stream>, line 2: tatham, character 6: expected a digit 1..9, a letter A..G or a letter a..z, found '?'
    1..1
    """
    named = None if format is None else registry.get(format)
    if named is not None and not named.reads:
        raise FormatError(f"{named.name} is only written, not read")
    if not isinstance(path, (str, os.PathLike)) and not hasattr(path, "readline"):
        raise TypeError(f"expected the path of a file or an open text stream, not {shown(path)}")
    return shareable(_iterate(path, named, on_error))


def dump(items: Iterable[Item] | Item, path: Path, format: str | None = None, **options: Any) -> int:
    """Write puzzles, records or results of `produce` to a file and return how many there were.

    Without `format`, the ending of the file name decides; if it is unknown, the format is jsonl. The file is complete
    or absent: an existing file stays until everything is written. Formats that take several lines per puzzle hold
    one puzzle per file. Options are those of `dumps`.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "two.jsonl.gz")
    ...     count = dump([registry.loads("3x1:2a2"), registry.loads("4x1:1b1")], path)
    ...     print(count, [record.puzzle.width for record in load(path)])
    2 [3, 4]

    >>> from hashi_fast import Spec, produce
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "made.jsonl")
    ...     count = dump(produce(2, Spec(7, 7), seed=1), path)
    ...     print(count, [record.extra["index"] for record in load(path)])
    2 [0, 1]
    """
    name = os.fspath(path)
    kind = _by_ending(name) if format is None else registry.get(format)
    if isinstance(items, (Puzzle, Record, Recorded)):
        items = [items]
    count = 0
    alone = False
    with WholeFile(name) as file:
        for item in items:
            text = registry.dumps(item, kind.name, **options)
            alone = alone or kind.one_line is None or not kind.one_line(text)
            if alone and count:
                raise FormatError(f"{kind.name} cannot write more than one puzzle into a file")
            file.write(f"{text}\n".encode())
            count += 1
    return count


def _iterate(
    path: Path | TextIO, named: Format | None, on_error: Report | None
) -> Generator[Record, None, None]:
    if isinstance(path, (str, os.PathLike)):
        with _opened(os.fspath(path)) as source:
            reader = RecordReader(source, os.fspath(path), named, on_error, in_bulk=_is_long(source))
            yield from reader.records()
    else:
        name = getattr(path, "name", None)
        yield from RecordReader(path, name if isinstance(name, str) else "<stream>", named, on_error).records()


class RecordReader:
    """One pass over a stream: `line` is the number of the line on which the latest record begins, or of a bad line.

    `in_bulk`: the stream may be read ahead, and is long enough for that to help.
    """

    def __init__(
        self,
        source: TextIO,
        name: str,
        named: Format | None,
        on_error: Report | None,
        *,
        in_bulk: bool = False,
    ) -> None:
        self.source = source
        self.name = name
        self.named = named
        self.on_error = on_error
        self.in_bulk = in_bulk
        self.line = 0

    def records(self) -> Iterator[Record]:
        try:
            yield from self._records()
        except (*UNREADABLE, UnicodeDecodeError) as error:
            self.line += 1
            self._fail(f"expected text in UTF-8 that can be read to its end, found: {error}")

    def _records(self) -> Iterator[Record]:
        lines = self._lines()
        head = []
        kind = None
        looks = 2
        while looks and kind is None and (line := next(lines, "")):
            head.append(line)
            if not line.isspace():
                if self.named in (None, registry.get("json")) and pack.starts("".join(head)):
                    yield from self._pack("".join(head))
                    return
                kind = whole_line_kind(line, self.named)
                looks -= 1
        if kind is not None:
            reader = LineReader(self.named, kind)
            if self.in_bulk and kind.loads is json_.loads:
                yield from self._one_a_line(head, reader)
                yield from self._blocks(reader)
            else:
                yield from self._one_a_line(chain(head, lines), reader)
        elif looks < 2:
            yield from self._one_in_all("".join(head))

    def _lines(self) -> Iterator[str]:
        mark = "\ufeff"  # some editors put it before UTF-8
        while line := self._next_line():
            yield line.removeprefix(mark) or "\n"
            mark = ""

    def _next_line(self) -> str:
        """Return the next line, without the rest of one that is too long; an empty string at the end."""
        line = part = self.source.readline(MAX_CHARACTERS)
        if not isinstance(line, str):
            raise FormatError(f"{self.name}: expected a stream opened as text, found {shown(line)}")
        while len(part) == MAX_CHARACTERS and not part.endswith("\n"):
            part = self.source.readline(MAX_CHARACTERS)
        return line

    def _one_a_line(self, lines: Iterable[str], reader: LineReader) -> Iterator[Record]:
        for line in lines:
            self.line += 1
            if (record := self._read(line, reader)) is not None:
                yield record

    def _read(self, line: str, reader: LineReader) -> Record | None:
        try:
            return reader.read(line)
        except FormatError as error:
            self._fail(error)
            return None

    def _blocks(self, reader: LineReader) -> Iterator[Record]:
        """Yield the records of the rest of the stream, most of them read by the native scanner."""
        from hashi_fast.formats._jsonl_reader import Lines  # here, since it needs numpy
        from hashi_fast.formats.lines import BlockRecords

        json = reader.kind
        while text := self.source.read(BLOCK):
            if not text.endswith("\n"):
                text += self._next_line()
            block = text.encode("utf-8", "surrogateescape")
            if not block.endswith(b"\n"):
                block += b"\n"
            before = self.line
            found = Lines(block, before=before)
            records = BlockRecords(found)
            done = 0
            for at, n, left in (*found.left(), (block.count(b"\n") - 1, len(found), b"\n")):
                for i in range(done, n):
                    self.line = found.line_of(i)
                    reader.kind = json
                    try:
                        record = records[i]
                    except FormatError as error:
                        self._fail(error)
                    else:
                        yield record
                done = n
                self.line = before + at + 1
                if (record_left := self._read(left.decode("utf-8", "surrogateescape"), reader)) is not None:
                    yield record_left

    def _one_in_all(self, text: str) -> Iterator[Record]:
        text += self.source.read(MAX_CHARACTERS - len(text))
        try:
            record = read_text(text, self.named)
        except FormatError as error:
            self._fail(error)
        else:
            self.line = len(text[: len(text) - len(text.lstrip())].split("\n"))
            yield record

    def _pack(self, head: str) -> Iterator[Record]:
        reader = pack.PackReader(head, self.source.read)
        places = reader.places()
        while True:
            place = None
            try:
                place = next(places, None)
                if place is None:
                    return
                record = read_text(place.text, registry.get("json"))
            except FormatError as error:  # if there is no place, the pack itself is broken, and reading ends
                self.line = reader.line
                self._fail(error if place is None else f"pack, {place.level}[{place.number}]: {error}")
            else:
                self.line = reader.line - place.text.count("\n")
                stated = {} if record.rating is None else record.rating.to_dict()
                yield record._replace(rating=stated_rating({**stated, "difficulty": place.level}))

    def _fail(self, problem: object) -> None:
        error = FormatError(f"{self.name}{f', line {self.line}' if self.line else ''}: {problem}")
        if self.on_error is None:
            raise error from None
        self.on_error(max(self.line, 1), error)


def _is_long(source: TextIO) -> bool:
    status = os.fstat(source.fileno())
    return stat.S_ISREG(status.st_mode) and status.st_size >= BULK


def _opened(name: str) -> AbstractContextManager[TextIO]:
    if not os.path.lexists(name) and registry.detect(name) is not None:
        raise FileNotFoundError(errno.ENOENT, "no such file; loads, not load, takes a puzzle as text", name)
    return open_text(name)


def _by_ending(name: str) -> Format:
    ending = os.path.splitext(name.removesuffix(".gz"))[1].lower()
    kinds = map(registry.get, registry.names())
    return next((kind for kind in kinds if kind.writes and ending in kind.endings), registry.get("jsonl"))
