"""PyPI's hashiwokakero: rules, then trial and error, in plain Python.

It cannot count up to two: it either stops at the first solution or lists every order of moves that leads to one, and it
cannot prove uniqueness. So it is asked for a first solution, which is then checked.
"""
from __future__ import annotations

from hashi.core import Node
from hashi.solver import Solution, solve

import hashi_fast as hf
from peers.base import INVALID, Board, Solver, Unsupported
from peers.graph import graph
from peers.ours import puzzle_of


class Prepared:
    """The board, and the grid of nodes by column and row, which `solve` changes."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.grid = [[Node(x, y) for y in range(board.height)] for x in range(board.width)]
        for row, col, target in board.islands:
            self.grid[col][row].make_island(target)


class Hashiwokakero(Solver):
    consumes = True

    def prepare(self, board: Board) -> Prepared:
        taken = {(row, col) for row, col, _ in board.islands}
        if any((row, col + 1) in taken or (row + 1, col) in taken for row, col in taken):
            raise Unsupported("islands on neighbouring cells: it cannot hold a bridge between them")
        return Prepared(board)

    def run(self, prepared: Prepared) -> list[Solution]:
        found: list[Solution] = solve(prepared.grid)
        return found

    def answer(self, prepared: Prepared, outcome: list[Solution]) -> int:
        if not outcome:
            return 0
        islands, grid = prepared.board.islands, outcome[0].grid
        bridges = []
        for a, b in graph(islands).edges:
            (row, col, _), (other_row, other_col, _) = islands[a], islands[b]
            # The first cell between the two shows what lies on all of them.
            vertical = row != other_row
            node = grid[col + (not vertical)][row + vertical]
            if node.n_type == 2 and node.b_dir == vertical:
                bridges.append((row, col, other_row, other_col, node.b_thickness))
        return INVALID if hf.check(puzzle_of(prepared.board), bridges) else 1
