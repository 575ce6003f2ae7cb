"""Walkthroughs: the steps that `hint` gives, one after the other, from the empty board to the solution.

The page finds easy steps by itself, in the same words as `hint` (core/hints). So a packed walkthrough has words for the
harder steps only, and bare numbers for the others: 0.8 KiB per puzzle instead of 3.
"""
from __future__ import annotations

import base64
import gzip
import json
from typing import Any

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Bridge, edge_ends
from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.game import Game
from hashi_fast.coaching.hints import Hint, hint
from hashi_fast.deduction.techniques import NAMES

Step = dict[str, Any]

# The techniques that the page knows: all that need no trying and no look at a whole side of the board.
LADDER = NAMES[: NAMES.index("no loop") + 1]


def follow(puzzle: Puzzle, budget: Budget) -> list[Step]:
    """Return the steps that hints alone lead through, up to the solution or to where no hint is a step.

    Each step has the words of `Hint`, "islands" to highlight, "bridges" to place as [edge, count], where count is how
    many there will be in all, and "rests": the edges with bridges that the words speak of. Raises BudgetExceeded if the
    time runs out; the limit of nodes holds for each step.

    >>> from hashi_fast import loads
    >>> [(step["technique"], step["bridges"]) for step in follow(loads("3x3:3a2c1b"), Budget(None, None))]
    [('full island', [[0, 2]]), ('full island', [[1, 1]])]
    """
    game = Game(puzzle, strict=False)
    edges = _Edges(puzzle)
    steps: list[Step] = []
    while True:
        found = hint(game, time_limit=budget.time_left, node_limit=budget.nodes_left)
        if found.kind != "step":
            return steps
        placed = game.bridges
        for bridge in found.bridges:
            game.set_bridge(*bridge)
        if game.bridges == placed:
            return steps  # or the same hint would come forever: someone has changed the puzzle by force
        steps.append(edges.step(found, placed))


class _Edges:
    """The edges of a puzzle by their ends, and which ones meet each cell."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._topology = puzzle.topology
        self._number = {ends: edge for edge, ends in enumerate(edge_ends(puzzle))}
        self._at: dict[tuple[int, int], list[int]] = {(row, col): [] for row, col, _ in puzzle.islands}
        for (r1, c1, r2, c2), edge in self._number.items():
            self._at[r1, c1].append(edge)
            self._at[r2, c2].append(edge)

    def step(self, found: Hint, placed: tuple[Bridge, ...]) -> Step:
        """Return a hint as a step, given the bridges that it was found with."""
        taken = {self._number[bridge[:4]] for bridge in placed}
        around = {edge for cell in found.islands for edge in self._at[cell]}
        crossing = {other for edge in around for other in self._topology.crossings(edge)}
        return {
            "technique": found.technique,
            "where": found.where,
            "why": found.why,
            "what": found.what,
            "islands": [list(cell) for cell in found.islands],
            "bridges": [[self._number[bridge[:4]], bridge[4]] for bridge in found.bridges],
            "rests": sorted(taken & (around | crossing)),
        }


def packed(steps: list[Step]) -> str:
    """Return steps as base64 of compressed JSON: a flat list of edges and counts for those that the page finds itself.

    >>> unpacked(packed([{"technique": "full island", "bridges": [[0, 2], [3, 1]]}, {"technique": "parity"}]))
    [[0, 2, 3, 1], {'technique': 'parity'}]
    """
    items = [
        [number for bridge in step["bridges"] for number in bridge] if step["technique"] in LADDER else step
        for step in steps
    ]
    text = json.dumps(items, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def unpacked(text: str) -> list[Any]:
    """Return the items of a packed walkthrough."""
    items: list[Any] = json.loads(gzip.decompress(base64.b64decode(text)))
    return items
