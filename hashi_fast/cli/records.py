"""Writes puzzles in a format, for several subcommands."""
from __future__ import annotations

from hashi_fast import formats
from hashi_fast.board.checker import check
from hashi_fast.board.solution import Bridge
from hashi_fast.cli import Failure
from hashi_fast.cli.console import Console
from hashi_fast.cli.label import Label
from hashi_fast.errors import FormatError
from hashi_fast.formats import Record
from hashi_fast.formats.game import is_game
from hashi_fast.formats.registry import Format

DRAWING = "grid"  # for people: standard output may show several, one below the other


def shown_bridges(record: Record, solution: bool) -> tuple[Bridge, ...]:
    """Return the bridges that people may see: those of a game or an attempt, but no answer unless asked for."""
    if record.solution is None or not (solution or is_game(record) or check(record.puzzle, record.solution)):
        return ()
    return record.solution.bridges


class RecordWriter:
    """Writes records in one format; complains about records that the format cannot hold.

    Formats that draw solutions on the board get them only if they are asked for, with `solution`.
    """

    def __init__(self, console: Console, format: str, *, solution: bool) -> None:
        self._console = console
        self._format = formats.get(format)
        self._solution = solution or self._format.aside or not self._format.solutions

    def write(self, label: object, record: Record, **how: object) -> bool:
        """Write a record on its own line or, in formats that take several lines, to its own file.

        `how` are options of the format.

        Returns False if the format cannot hold it.
        """
        if record.solution is not None and not self._solution and not shown_bridges(record, False):
            record = record._replace(solution=None)
        try:
            text = formats.dumps(record, self._format.name, **how)
        except FormatError as error:
            self._console.complain(f"{label}: {error}")
            return False
        except ModuleNotFoundError as error:
            raise Failure(str(error)) from None
        alone = fills_a_file(self._format, text)
        number = label.number if isinstance(label, Label) else None
        self._console.output.begin_part(alone, number=number, drawn=self._format.name == DRAWING)
        self._console.write(text)
        return True


def fills_a_file(format: Format, text: str) -> bool:
    """Return whether a puzzle takes more than one line in a format, so that a file holds only one."""
    return format.one_line is None or not format.one_line(text)
