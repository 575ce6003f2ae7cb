"""smtlib, the puzzle as an integer program for SMT solvers, in SMT-LIB 2 with the logic QF_LIA; only written.

The program is that of `flow_model`, without its objective. Flows are whole numbers here: wherever there is a flow,
there is a whole one. The last line asks for the bridges on each edge. Comments at the top explain the variables and
list the islands at the ends of each edge.
"""
from __future__ import annotations

from collections.abc import Iterator

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.formats.record import Record
from hashi_fast.search.engines.flow_model import Column, Row, flow_model, legend

__all__ = ["dumps"]


def dumps(record: Record) -> str:
    """Return the program of a record's puzzle.

    >>> print(dumps(Record(Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)]))))
    ; A Hashi puzzle: width 3, height 1, islands 2, max_bridges 2, loops allowed.
    ; x_e: the bridges on edge e; y_e_k: 1 if it has k or more; f_e: a flow that joins the islands.
    ; The edges, by (row, column) of the islands at their ends, counted from 0:
    ; x_0: (0, 0) - (0, 2)
    (set-option :produce-models true)
    (set-logic QF_LIA)
    (declare-const x_0 Int) (assert (<= 0 x_0 1))
    (declare-const y_0_1 Int) (assert (<= 0 y_0_1 1))
    (declare-const f_0 Int) (assert (<= (- 1) f_0 1))
    (assert (= (+ x_0 (* (- 1) y_0_1)) 0)) ; count_0
    (assert (<= (+ f_0 (* (- 1) y_0_1)) 0)) ; there_0
    (assert (>= (+ f_0 y_0_1) 0)) ; back_0
    (assert (= x_0 1)) ; sum_0
    (assert (= f_0 1)) ; flow_0
    (assert (= x_0 1)) ; sum_1
    (assert (= (* (- 1) f_0) (- 1))) ; flow_1
    (assert (>= y_0_1 1)) ; used
    (check-sat)
    (get-value (x_0))
    """
    return "\n".join(_lines(record.puzzle))


def _lines(puzzle: Puzzle) -> Iterator[str]:
    model = flow_model(puzzle)
    columns = model.columns
    for line in legend(puzzle):
        yield f"; {line}"
    yield "(set-option :produce-models true)"
    yield "(set-logic QF_LIA)"
    for column in columns:
        bounds = f"(<= {_number(column.lower)} {column.name} {_number(column.upper)})"
        yield f"(declare-const {column.name} Int) (assert {bounds})"
    for row in model.rows:
        yield f"(assert ({row.sense} {_sum(columns, row)} {_number(row.right)})) ; {row.name}"
    yield "(check-sat)"
    if edges := puzzle.topology.n_edges:
        yield f"(get-value ({' '.join(column.name for column in columns[:edges])}))"


def _sum(columns: list[Column], row: Row) -> str:
    terms = [
        columns[i].name if coefficient == 1 else f"(* {_number(coefficient)} {columns[i].name})"
        for coefficient, i in row.terms
    ]
    return f"(+ {' '.join(terms)})" if len(terms) > 1 else terms[0] if terms else "0"


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"
