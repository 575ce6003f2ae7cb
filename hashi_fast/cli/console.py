"""The surroundings of a running subcommand: input, output, complaints, colours, progress bar and exit code."""
from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import stat
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Literal

from hashi_fast.board.drawing import Bridge, Ends, Role, draw, side_by_side
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.cli import BAD_INPUT, Failure
from hashi_fast.cli.label import Label
from hashi_fast.cli.output import Output
from hashi_fast.cli.progress import Progress
from hashi_fast.cli.source import STANDARD_INPUT, Source
from hashi_fast.formats import Record

if TYPE_CHECKING:
    from hashi_fast.formats._jsonl_reader import Lines

NEGATIVE = 1
OUT_OF_BUDGET = 3

Colour = Role | Literal["good", "bad", "open"]
_CODES: dict[Colour, str] = {
    "empty": "2",
    "island": "1",
    "bridge": "36",
    "mark": "1;31",
    "good": "32",
    "bad": "31",
    "open": "33",
}


_WIDTH = 100  # of paragraphs, at most

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


class Console:
    """Made from the parsed arguments and used in a `with`. Its end puts files in place or, after an error, drops them.

    The command sets `negative` (a negative answer) and `exceeded` (one that a budget cut short), itself or through
    `note_answer`. Together with the puzzles that could not be read, they determine the exit code. `at_end` says that
    nothing is written before all is done, `silent` that nothing is written at all; `numbered` and `new` are those of
    `Output`.
    """

    def __init__(
        self,
        arguments: argparse.Namespace,
        *,
        numbered: bool = False,
        new: bool = False,
        at_end: bool = False,
        silent: bool = False,
    ) -> None:
        self._paths: list[str] = getattr(arguments, "files", None) or [STANDARD_INPUT]
        self.format: str | None = getattr(arguments, "format", None)
        self._strict: bool = getattr(arguments, "strict", False)
        self._quiet: bool = arguments.quiet
        self.output = Output(arguments.output, numbered, new=new, unused=silent)
        self._colours = _has_colours(arguments.color, sys.stdout if arguments.output is None else None)
        self._ascii = getattr(arguments, "ascii", False) or not _can_draw(self.output.encoding)
        self._error_colours = _has_colours(arguments.color, sys.stderr)
        self.puzzles = 0  # read so far
        self.place = ("", 0)  # the file of the latest one, and the line on which it begins
        self._number = 0  # of the latest one in the input, where those that were refused count, too
        self.refused = 0
        self.negative = False
        self.exceeded = False
        self._source: Source | None = None
        self._bytes_before = 0  # of the files before this one
        # Answers on the terminal show the progress themselves.
        self._shown = not self._quiet and _is_terminal(sys.stderr) and (at_end or not self.output.is_terminal)
        self._progress = Progress(_total_size(self._paths) if self._shown else None, self._shown)
        # Numbers of puzzles, for a command that makes them or works on all of them.
        self._expected = 0
        self._made = 0
        self._note = ""
        self._noun = ""

    def __enter__(self) -> Console:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.close()
        if error is not None:
            self.output.discard()
            return
        if self.refused:
            read = "" if self._source is None else f", {self.puzzles:,} read"
            self._print_error(f"{self.refused:,} refused{read}")
        elif self._source is not None and not self.puzzles:
            self.note("no puzzles in the input")
        self.output.commit()

    @property
    def code(self) -> int:
        """The exit code, given what has happened so far."""
        if self.refused:
            return BAD_INPUT
        if self.exceeded:
            return OUT_OF_BUDGET
        return NEGATIVE if self.negative else 0

    # Puzzles in

    def sources(self) -> Iterator[Source]:
        """Yield the input files in order, opened; complain about those that cannot be opened."""
        for number, path in enumerate(self._paths, 1):
            try:
                source = Source(path, number)
            except OSError as error:
                self.complain(f"{path}: {error.strerror}")
                continue
            with source:
                self._source = source
                if path == STANDARD_INPUT and _is_terminal(sys.stdin):
                    self.note("reading puzzles from the terminal until the end of input (Ctrl-D)")
                yield source
                if self._progress.is_visible:
                    self._show_progress()
                self._bytes_before += source.size or 0

    def records(self) -> Iterator[Record]:
        """Yield the puzzles of all files."""
        for source in self.sources():
            yield from self.records_of(source)

    def records_of(self, source: Source) -> Iterator[Record]:
        """Yield the puzzles of one file."""
        records = source.records(self.format, self._refuse)
        while True:
            try:
                found = next(records, None)
            except OSError as error:  # of the input, not of the output
                self.complain(f"{source.name}: {error.strerror or error}")
                return
            if found is None:
                return
            self.puzzles += 1
            self._number += 1
            line, record = found
            self.place = source.name, line
            yield record
            self.advance()

    def advance(self) -> None:
        """Flush the output, and move the progress bar if it is time."""
        self.output.flush()
        if self._progress.is_due():
            self._show_progress()

    def _show_progress(self) -> None:
        assert self._source is not None
        self._progress.update(self.puzzles, self._bytes_before + self._source.position)

    def expect(self, puzzles: int, before: int) -> None:
        """For a command that reads nothing: show the progress towards `puzzles`, of which `before` exist already."""
        self._progress.close()
        self._note = ""
        self._progress = Progress(puzzles, self._shown, before)
        self._expected, self._made = puzzles, before

    def made(self, puzzles: int, note: str) -> None:
        """Do what `advance` does, with the number of puzzles made so far."""
        self._made, self._note = puzzles, note
        self.output.flush()
        if self._progress.is_due() or (self._progress.is_visible and puzzles >= self._expected):
            self._progress.update(puzzles, puzzles, note)

    def wait(self) -> None:
        """While nothing is made: let the progress bar show the time, if it is due."""
        if self._progress.is_due():
            self._progress.update(self._made, self._made, self._note)

    def begin_work(self, puzzles: int, note: str = "") -> None:
        """Restart the progress bar, for work on the puzzles that have been read or made."""
        self._progress.close()
        self._expected = puzzles
        self._progress = Progress(puzzles, self._shown)
        self._note = f", {note}" if note else ""

    def advance_work(self, done: int, total: int) -> None:
        """Move the progress bar of that work, if it is time; when all is done, the file still has to be written."""
        is_done = done == total
        if self._progress.is_due() or (self._progress.is_visible and is_done):
            puzzles = self._expected * done // total
            self._progress.update(puzzles, puzzles, ", writing the file" if is_done else self._note)

    def read_back(self, puzzles: int, position: int, size: int) -> None:
        """For a command that goes on with its own file: show the progress of reading that."""
        if not self._expected:
            self._progress = Progress(size, self._shown)
            self._expected = size
        self._made, self._note = puzzles, ", checking the file"
        if self._progress.is_due() or (self._progress.is_visible and position >= size):
            self._progress.update(puzzles, position, self._note)

    def show_parts(self, noun: str, done: int, total: int, note: str) -> None:
        """For a command that works on many parts: show how many are done, counted in `noun`."""
        if self._expected != total or self._noun != noun:
            self._progress.close()
            self._progress = Progress(total, self._shown, done, noun)
            self._expected, self._noun = total, noun
        self._made, self._note = done, note
        if self._progress.is_due() or (self._progress.is_visible and done >= total):
            self._progress.update(done, done, note)

    def tell(self, what: str) -> None:
        """Say beside the progress bar, if there is one, what is done now and cannot be measured."""
        if self._progress.is_visible:
            self._progress.tell(f", {what}")

    def end_work(self) -> None:
        """Leave the progress bar as it is; what follows begins on a line of its own."""
        self._progress.close()

    def label(self, record: Record) -> Label:
        """Return where the puzzle just read comes from; known only until the next one is read."""
        return Label(*self.place, self._number, record.id, len(self._paths) > 1)

    def labels(self, lines: Lines, first: int, last: int) -> list[Label]:
        """Return where puzzles first..last - 1 of a block of lines come from; answers to them get no files."""
        assert self._source is not None
        several = len(self._paths) > 1
        ids = enumerate(lines.record_ids(first, last), first)
        return [Label(self._source.name, lines.line_of(i), None, name, several) for i, name in ids]

    # Answers out

    def note_answer(self, colour: Colour) -> None:
        """Count an answer for the exit code: "bad" is negative, and "open" was cut short by a budget."""
        self.negative |= colour == "bad"
        self.exceeded |= colour == "open"

    def write(self, text: str) -> None:
        """Write an answer, or a part of one, on its own lines."""
        self.output.write(text + "\n")

    def write_json(self, fields: dict[str, Any]) -> None:
        """Write an answer as JSON, on its own line."""
        self.output.write(json.dumps(fields) + "\n")

    def coloured(self, text: str, colour: Colour) -> str:
        """Return the text with the codes of its colour, if there are colours."""
        return f"\x1b[{_CODES[colour]}m{text}\x1b[0m" if self._colours and not text.isspace() else text

    def drawing(
        self,
        puzzle: Puzzle,
        bridges: Iterable[Bridge] = (),
        marks: Iterable[Ends] = (),
        highlight: Iterable[tuple[int, int]] = (),
    ) -> str:
        """Return the board as text, in the style and colours of the output."""
        style: Literal["ascii", "unicode"] = "ascii" if self._ascii else "unicode"
        paint = self.coloured if self._colours else None
        return draw(puzzle, bridges, style=style, marks=marks, highlight=highlight, paint=paint)

    def paragraph(self, text: str) -> str:
        """Return text wrapped to a readable width, each of its lines separately."""
        width = min(shutil.get_terminal_size().columns, _WIDTH)
        return "\n".join(textwrap.fill(line, width) for line in text.split("\n"))

    def drawings(self, puzzle: Puzzle, several: Sequence[Iterable[Bridge]], marks: Sequence[Ends] = ()) -> str:
        """Return drawings of one board side by side, or one below the other if the terminal is too narrow."""
        boards = [self.drawing(puzzle, bridges, marks) for bridges in several]
        together = side_by_side(boards, width=_width)
        if max(map(_width, together.split("\n"))) + 4 > shutil.get_terminal_size().columns:
            return "\n\n".join(side_by_side([board]) for board in boards)
        return together

    # Messages

    def complain(self, message: str) -> None:
        """Report on standard error what was refused, and count it; in a strict run, stop there."""
        if self._strict:
            raise Failure(message)
        self.refused += 1
        self._print_error(message)

    def _refuse(self, message: str) -> None:
        """Report what is not a puzzle, and count its place in the input."""
        self._number += 1
        self.complain(message)

    def note(self, message: str) -> None:
        """Write a message to standard error, unless the run is quiet."""
        if not self._quiet:
            self._print_error(message)

    def announce(self, message: str) -> None:
        """Say on a terminal what takes a while and has no progress bar."""
        if self._shown:
            self.note(message)

    def warn(self, message: str) -> None:
        """Write to standard error why a command did less than asked for, even in a quiet run."""
        self._print_error(message)

    def _print_error(self, message: str) -> None:
        self._progress.hide()
        name = "\x1b[1;31mhashi-fast:\x1b[0m" if self._error_colours else "hashi-fast:"
        if sys.stderr is not None:
            print(f"{name} {message}", file=sys.stderr)


def _width(line: str) -> int:
    """Return the number of columns of a line, without colour codes."""
    return len(_ESCAPE.sub("", line))


def _has_colours(when: str, stream: IO[str] | None) -> bool:
    if when != "auto":
        return when == "always"
    return _is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _is_terminal(stream: IO[str] | None) -> bool:
    return stream is not None and stream.isatty()


def _can_draw(encoding: str) -> bool:
    try:
        "─═≡≣│║┼╫╪╬·\N{MULTIPLICATION SIGN}".encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _total_size(paths: list[str]) -> int | None:
    """Return the total size of all files, or None if one is a pipe or the like. Missing files are reported later."""
    total = 0
    for path in paths:
        try:
            status = os.stat(0 if path == STANDARD_INPUT else path)
        except OSError:
            continue
        if not stat.S_ISREG(status.st_mode):
            return None
        total += status.st_size
    return total
