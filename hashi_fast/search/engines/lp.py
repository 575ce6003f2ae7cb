"""lp, the puzzle as an integer program for other solvers, in the LP format of CPLEX; only written.

The program is that of `flow_model`. Comments at the top explain the variables and list the islands at the ends of each
edge. Lines have fewer than 255 characters, the most that some readers take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.formats.record import Record
from hashi_fast.search.engines.flow_model import Column, FlowModel, flow_model, legend

__all__ = ["dumps"]

_WIDTH = 100


def dumps(record: Record) -> str:
    """Return the program of a record's puzzle.

    >>> print(dumps(Record(Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)]))))
    \\ A Hashi puzzle: width 3, height 1, islands 2, max_bridges 2, loops allowed.
    \\ x_e: the bridges on edge e; y_e_k: 1 if it has k or more; f_e: a flow that joins the islands.
    \\ The edges, by (row, column) of the islands at their ends, counted from 0:
    \\ x_0: (0, 0) - (0, 2)
    Minimize
     obj: x_0
    Subject To
     count_0: x_0 - y_0_1 = 0
     there_0: f_0 - y_0_1 <= 0
     back_0: f_0 + y_0_1 >= 0
     sum_0: x_0 = 1
     flow_0: f_0 = 1
     sum_1: x_0 = 1
     flow_1: - f_0 = -1
     used: y_0_1 >= 1
    Bounds
     0 <= x_0 <= 1
     0 <= y_0_1 <= 1
     -1 <= f_0 <= 1
    General
     x_0 y_0_1
    End
    """
    return "\n".join(_lines(record.puzzle, flow_model(record.puzzle)))


def _lines(puzzle: Puzzle, model: FlowModel) -> Iterator[str]:
    for line in legend(puzzle):
        yield f"\\ {line}"
    columns = model.columns
    yield "Minimize"
    yield from _wrap("obj:", _sum(columns, ((column.cost, i) for i, column in enumerate(columns) if column.cost)))
    yield "Subject To"
    for row in model.rows:
        yield from _wrap(f"{row.name}:", [*_sum(columns, row.terms), f"{row.sense} {row.right}"])
    yield "Bounds"
    for column in columns:
        yield f" {column.lower} <= {column.name} <= {column.upper}"
    yield "General"
    yield from _wrap("", (column.name for column in columns if column.whole))
    yield "End"


def _sum(columns: list[Column], terms: Iterable[tuple[int, int]]) -> list[str]:
    """Return the terms of a sum with their signs, without a leading plus; an empty sum is 0 times the first column."""
    words: list[str] = []
    for coefficient, column in terms:
        sign = "- " if coefficient < 0 else "+ " if words else ""
        times = f"{abs(coefficient)} " if abs(coefficient) != 1 else ""
        words.append(f"{sign}{times}{columns[column].name}")
    return words or [f"0 {columns[0].name}"]


def _wrap(head: str, words: Iterable[str]) -> Iterator[str]:
    """Yield lines with the head and then these words; words are not split, and every line begins with a blank."""
    line = f" {head}".rstrip()
    for word in words:
        if len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = ""
        line += f" {word}"
    yield line
