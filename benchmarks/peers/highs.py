"""HiGHS with connectivity as a single-commodity flow, on one thread."""
from __future__ import annotations

import highspy
import numpy

from peers.base import Board, Solver
from peers.graph import Graph, cuts, graph

INFINITY = highspy.kHighsInf
FLAWED = "HiGHS returned a solution that is none after rounding"


class Highs(Solver):
    """Binaries "at least one" and "at least two" per edge; island 0 sends one unit of flow to each of the others.

    A no-good cut over the binaries asks for the second solution. Values are integral only within a tolerance, so every
    solution is rounded and checked before it counts. All options have their defaults: on a few boards per set, the
    median time without presolve was 1.0 to 4.9 times as long, and neither switching off symmetry detection nor more
    heuristics gained anything.
    """

    def run(self, prepared: Board) -> int:
        net = graph(prepared.islands)
        m = len(net.edges)
        if not m:  # HiGHS does not judge a program without columns
            return int([target for _, _, target in prepared.islands] == [0])
        solver = highspy.Highs()  # type: ignore[no-untyped-call]
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("threads", 1)
        solver.passModel(flow_model(prepared, net))
        columns = numpy.arange(2 * m, dtype=numpy.int32)
        found = 0
        while True:
            solver.run()
            status = solver.getModelStatus()
            if status == highspy.HighsModelStatus.kInfeasible:
                return found
            if status != highspy.HighsModelStatus.kOptimal:
                raise RuntimeError(f"HiGHS ended with {solver.modelStatusToString(status)}")
            values = numpy.rint(solver.getSolution().col_value[: 2 * m]).astype(int)
            bridges = (values[:m] + values[m:]).tolist()
            sums = [sum(bridges[e] for e in incident) for incident in net.incident]
            if sums != [target for _, _, target in prepared.islands] or cuts(net, [count > 0 for count in bridges]):
                raise RuntimeError(FLAWED)
            found += 1
            if found == 2:
                return found
            # At least one binary must change: the sum of those that are 0 minus the sum of those that are 1.
            solver.addRow(1.0 - values.sum(), INFINITY, 2 * m, columns, numpy.where(values == 1, -1.0, 1.0))


def flow_model(board: Board, net: Graph) -> highspy.HighsModel:
    """Return the program. Its columns are m "at least one", m "at least two", m flows there and m flows back."""
    n, m = len(board.islands), len(net.edges)
    rows: list[tuple[float, float, list[int], list[int]]] = []  # lower, upper, columns, coefficients
    for e in range(m):
        rows.append((0, INFINITY, [e, m + e], [1, -1]))
        rows.append((-INFINITY, 0, [2 * m + e, 3 * m + e, e], [1, 1, 1 - n]))
    for e, f in net.crossings:
        rows.append((-INFINITY, 1, [e, f], [1, 1]))
    for i, incident in enumerate(net.incident):
        target = board.islands[i][2]
        rows.append((target, target, [c for e in incident for c in (e, m + e)], [1] * 2 * len(incident)))
        supply = n - 1 if i == 0 else -1
        signs = [1 if net.edges[e][0] == i else -1 for e in incident]
        flows = [c for e in incident for c in (2 * m + e, 3 * m + e)]
        rows.append((supply, supply, flows, [value for sign in signs for value in (sign, -sign)]))
    model = highspy.HighsModel()
    program = model.lp_
    program.num_col_, program.num_row_ = 4 * m, len(rows)
    program.col_cost_ = numpy.zeros(4 * m)
    program.col_lower_ = numpy.zeros(4 * m)
    program.col_upper_ = numpy.repeat([1.0, float(n - 1)], 2 * m)
    program.row_lower_ = numpy.array([row[0] for row in rows], dtype=float)
    program.row_upper_ = numpy.array([row[1] for row in rows], dtype=float)
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    program.a_matrix_.start_ = numpy.cumsum([0, *(len(row[2]) for row in rows)])
    program.a_matrix_.index_ = numpy.array([c for row in rows for c in row[2]])
    program.a_matrix_.value_ = numpy.array([v for row in rows for v in row[3]], dtype=float)
    program.integrality_ = [highspy.HighsVarType.kInteger] * 2 * m + [highspy.HighsVarType.kContinuous] * 2 * m
    return model
