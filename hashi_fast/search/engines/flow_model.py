"""The rules as an integer program with a flow for connectivity; it depends on no particular solver.

There are n islands. By the rules and the targets of its ends, edge e can carry at most m_e bridges.

    column    range              meaning
    x_e       0..m_e, whole      bridges on edge e
    y_e_k     0 or 1             edge e has at least k bridges, k from 1 to m_e; y_e_1 says that it is used
    f_e       -(n-1)..n-1        flow over edge e, from its upper or left end to the other

    row       for                says
    count     each edge          x_e is the sum of its y_e_k
    order     each k > 1         y_e_(k-1) >= y_e_k
    cross     each crossing      at most one of the two edges is used
    sum       each island        its bridges add up to its target, or to at least 1 if that is unknown
    there,    each edge          its flow, of either sign, is at most n - 1 times y_e_1: none without a bridge
    back
    flow      each island        the first sends out n - 1 units; every other island keeps one unit of what it gets
    used      the board          at least n - 1 edges are used, exactly n - 1 if loops are forbidden

Every island gets a unit only if all are connected, and connected islands with n - 1 edges in use have no loop. The
objective is the fewest bridges in total. It makes a difference only if there are unknown clues.

What lost, in mean time to the first solution on 15 of Coelho's boards with 100 islands: two flows per edge, one each
way and both >= 0, took 2.5 times as long as one flow with a sign. Where the flow starts, and whether x_e is written
out, made no difference beyond noise. The other rows imply the row `used`, but only for whole numbers: without it, HiGHS
did not find the fewest bridges of an 8x8 board full of unknown clues in 10 s; with it, HiGHS takes 0.8 s.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import edge_ends
from hashi_fast.formats._text import summary_of

__all__ = ["Column", "FlowModel", "Row", "exclude", "flow_model", "legend"]


class Column(NamedTuple):
    """A variable of the program."""

    name: str
    lower: int
    upper: int
    whole: bool  # only whole numbers
    cost: int = 0  # its coefficient in the objective, which is minimised


class Row(NamedTuple):
    """A linear constraint: a sum over columns, each at most once, compared with a number."""

    name: str
    terms: list[tuple[int, int]]  # (coefficient, column)
    sense: Literal["<=", "=", ">="]
    right: int


class FlowModel(NamedTuple):
    """The program of a puzzle. The first columns are the bridges on each edge, x_e, in the order of the edges.

    A board without edges has one column, fixed to 0, because no solver takes a program without columns.
    """

    columns: list[Column]
    rows: list[Row]
    at_least: list[range]  # for each edge, the columns y_e_1, y_e_2, ...


def flow_model(puzzle: Puzzle) -> FlowModel:
    """Return the program of a puzzle under its own rules.

    >>> model = flow_model(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]))
    >>> [column.name for column in model.columns]
    ['x_0', 'y_0_1', 'y_0_2', 'f_0']
    >>> model.rows[0]
    Row(name='count_0', terms=[(1, 0), (-1, 1), (-1, 2)], sense='=', right=0)
    """
    topology = puzzle.topology
    islands = topology.n_islands
    edges = [(a, b) for a, b, _ in topology.edge_list()]
    most = [_most(puzzle, a, b) for a, b in edges]
    at_least = [range(*ends) for ends in pairwise(accumulate(most, initial=len(edges)))]
    first_flow = len(edges) + sum(most)

    columns = [Column(f"x_{e}", 0, most[e], whole=True, cost=1) for e in range(len(edges))]
    columns += [Column(f"y_{e}_{k}", 0, 1, whole=True) for e in range(len(edges)) for k in range(1, most[e] + 1)]
    columns += [Column(f"f_{e}", 1 - islands, islands - 1, whole=False) for e in range(len(edges))]
    if not columns:
        columns.append(Column("zero", 0, 0, whole=True))

    rows: list[Row] = []
    sums: list[list[tuple[int, int]]] = [[] for _ in range(islands)]
    flows: list[list[tuple[int, int]]] = [[] for _ in range(islands)]
    used = [ys[0] for ys in at_least]
    for e, (a, b) in enumerate(edges):
        ys = at_least[e]
        rows.append(Row(f"count_{e}", [(1, e), *((-1, y) for y in ys)], "=", 0))
        rows += [Row(f"order_{e}_{k}", [(1, y), (-1, y + 1)], ">=", 0) for k, y in enumerate(ys[:-1], 2)]
        rows += [Row(f"cross_{e}_{f}", [(1, used[e]), (1, used[f])], "<=", 1) for f in topology.crossings(e) if f > e]
        flow = first_flow + e
        rows.append(Row(f"there_{e}", [(1, flow), (1 - islands, used[e])], "<=", 0))
        rows.append(Row(f"back_{e}", [(1, flow), (islands - 1, used[e])], ">=", 0))
        sums[a].append((1, e))
        sums[b].append((1, e))
        flows[a].append((1, flow))
        flows[b].append((-1, flow))
    for i, (_, _, target) in enumerate(puzzle.islands):
        if target is not None:
            rows.append(Row(f"sum_{i}", sums[i], "=", target))
        else:  # a lone island has nothing to connect to
            rows.append(Row(f"sum_{i}", sums[i], ">=", min(1, islands - 1)))
        rows.append(Row(f"flow_{i}", flows[i], "=", -1 if i else islands - 1))
    rows.append(Row("used", [(1, y) for y in used], ">=" if puzzle.loops else "=", islands - 1))
    return FlowModel(columns, rows, at_least)


def exclude(model: FlowModel, counts: Sequence[int]) -> Row:
    """Return the row that forbids exactly these counts of bridges: some edge must have a different count.

    An edge has fewer than c bridges if and only if y_e_c is 0, and more than c if and only if y_e_(c+1) is 1. So no
    other y_e_k needs to be in the row.

    >>> model = flow_model(Puzzle(3, 1, [(0, 0, None), (0, 2, None)]))
    >>> exclude(model, [1])
    Row(name='exclude', terms=[(-1, 1), (1, 2)], sense='>=', right=0)
    """
    fewer = [ys[count - 1] for ys, count in zip(model.at_least, counts, strict=True) if count]
    more = [ys[count] for ys, count in zip(model.at_least, counts, strict=True) if count < len(ys)]
    return Row("exclude", [*((-1, y) for y in fewer), *((1, y) for y in more)], ">=", 1 - len(fewer))


def legend(puzzle: Puzzle) -> Iterator[str]:
    """Yield what the formats that write the program say about it in comments.

    >>> for line in legend(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])):
    ...     print(line)
    A Hashi puzzle: width 3, height 1, islands 2, max_bridges 2, loops allowed.
    x_e: the bridges on edge e; y_e_k: 1 if it has k or more; f_e: a flow that joins the islands.
    The edges, by (row, column) of the islands at their ends, counted from 0:
    x_0: (0, 0) - (0, 2)
    """
    yield summary_of(puzzle)
    yield "x_e: the bridges on edge e; y_e_k: 1 if it has k or more; f_e: a flow that joins the islands."
    yield "The edges, by (row, column) of the islands at their ends, counted from 0:"
    for edge, (r1, c1, r2, c2) in enumerate(edge_ends(puzzle)):
        yield f"x_{edge}: ({r1}, {c1}) - ({r2}, {c2})"


def _most(puzzle: Puzzle, a: int, b: int) -> int:
    targets = (puzzle.islands[a].target, puzzle.islands[b].target)
    return min([puzzle.max_bridges, *(target for target in targets if target is not None)])
