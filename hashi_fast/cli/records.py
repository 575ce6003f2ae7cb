"""Writing puzzles in a format, for the subcommands that do."""
from __future__ import annotations

from hashi_fast import formats
from hashi_fast.cli import Failure
from hashi_fast.cli.console import Console
from hashi_fast.errors import FormatError
from hashi_fast.formats import Record
from hashi_fast.formats.registry import Format

DRAWING = "grid"  # is for people to look at: on standard output there may be several, one below the other


class RecordWriter:
    """Writes records in one format, with its options; those that it cannot say are complained about."""

    def __init__(self, console: Console, format: str, **options: str) -> None:
        self._console = console
        self._format = formats.get(format)
        self._options = options

    def write(self, label: str, record: Record) -> bool:
        """Write a record, on a line of its own or, in formats that take several, in a file of its own.

        False: the format cannot say it.
        """
        try:
            text = formats.dumps(record, self._format.name, **self._options)
        except FormatError as error:
            self._console.complain(f"{label}: {error}")
            return False
        except ModuleNotFoundError as error:
            raise Failure(str(error)) from None
        alone = fills_a_file(self._format, text)
        self._console.output.begin_part(alone, drawn=self._format.name == DRAWING)
        self._console.write(text)
        return True


def fills_a_file(format: Format, text: str) -> bool:
    """Return whether a puzzle as text in a format takes more than a line, so that a file holds no other."""
    return format.one_line is None or not format.one_line(text)
