"""minizinc, the puzzle as a model for all solvers behind MiniZinc; only written.

The model is the program of `flow_model`, in linear constraints that every solver takes. Flows are whole numbers here:
wherever there is a flow, there is a whole one. It prints one line for each edge: the cells of the islands at its ends,
and its bridges. Comments at the top explain the variables and list the islands at the ends of each edge.
"""
from __future__ import annotations

from collections.abc import Iterator

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import edge_ends
from hashi_fast.formats.record import Record
from hashi_fast.search.engines.flow_model import Column, Row, flow_model, legend

__all__ = ["dumps"]


def dumps(record: Record) -> str:
    """Return the model of a record's puzzle.

    >>> print(dumps(Record(Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)]))))
    % A Hashi puzzle: width 3, height 1, islands 2, max_bridges 2, loops allowed.
    % x_e: the bridges on edge e; y_e_k: 1 if it has k or more; f_e: a flow that joins the islands.
    % The edges, by (row, column) of the islands at their ends, counted from 0:
    % x_0: (0, 0) - (0, 2)
    var 0..1: x_0;
    var 0..1: y_0_1;
    var -1..1: f_0;
    constraint x_0 - y_0_1 = 0; % count_0
    constraint f_0 - y_0_1 <= 0; % there_0
    constraint f_0 + y_0_1 >= 0; % back_0
    constraint x_0 = 1; % sum_0
    constraint f_0 = 1; % flow_0
    constraint x_0 = 1; % sum_1
    constraint -f_0 = -1; % flow_1
    constraint y_0_1 >= 1; % used
    solve satisfy;
    output ["0 0 0 2 \\(x_0)\\n"];
    """
    return "\n".join(_lines(record.puzzle))


def _lines(puzzle: Puzzle) -> Iterator[str]:
    model = flow_model(puzzle)
    columns = model.columns
    for line in legend(puzzle):
        yield f"% {line}"
    for column in columns:
        yield f"var {column.lower}..{column.upper}: {column.name};"
    for row in model.rows:
        yield f"constraint {_sum(columns, row)} {row.sense} {row.right}; % {row.name}"
    yield "solve satisfy;"
    ends = enumerate(edge_ends(puzzle))
    shown = (f'"{r1} {c1} {r2} {c2} \\({columns[edge].name})\\n"' for edge, (r1, c1, r2, c2) in ends)
    yield f"output [{', '.join(shown)}];"


def _sum(columns: list[Column], row: Row) -> str:
    words: list[str] = []
    for coefficient, i in row.terms:
        sign = "-" if coefficient < 0 else "+" if words else ""
        times = f"{abs(coefficient)} * " if abs(coefficient) != 1 else ""
        words.append(f"{sign}{' ' if words else ''}{times}{columns[i].name}")
    return " ".join(words) or "0"
