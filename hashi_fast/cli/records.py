"""Writing puzzles in a format, for the subcommands that do."""
from __future__ import annotations

from hashi_fast import formats
from hashi_fast.cli import Failure
from hashi_fast.cli.console import Console
from hashi_fast.errors import FormatError
from hashi_fast.formats import Record


class RecordWriter:
    """Writes records in one format, with its options; those that it cannot say are complained about."""

    def __init__(self, console: Console, format: str, **options: str) -> None:
        self._console = console
        self._format = formats.get(format)
        self._options = options

    def write(self, label: str, record: Record) -> None:
        """Write a record, on a line of its own or, in formats that take several, in a file of its own."""
        try:
            text = formats.dumps(record, self._format.name, **self._options)
        except FormatError as error:
            self._console.complain(f"{label}: {error}")
            return
        except ModuleNotFoundError as error:
            raise Failure(str(error)) from None
        one_line = self._format.one_line
        self._console.output.begin_part(alone=one_line is None or not one_line(text))
        self._console.write(text)
