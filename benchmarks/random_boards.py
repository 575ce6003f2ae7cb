"""Random boards of any size, grown from a solution: solvable, but in general not unique.

Growth: choose a random island that can still grow, a random free direction, a thickness and a length, and lay a bridge
with a new island at its end, never next to another island. Repeat until there are enough islands. The same seed always
gives the same board.
"""
from __future__ import annotations

import random

from hashi_fast import Puzzle

LONGEST = 8


def grown_board(side: int, islands: int, seed: int) -> Puzzle:
    """Return a side x side board with this number of islands and at least one solution."""
    rng = random.Random(f"{side} {islands} {seed}")
    totals: dict[int, int] = {}
    taken = bytearray(side * side)  # cells under an island or a bridge

    def lengths(cell: int, step: int) -> list[int]:
        """Return the distances at which a new island could stand in this direction."""
        row, col = divmod(cell, side)
        room = {1: side - 1 - col, -1: col, side: side - 1 - row, -side: row}[step]
        found = []
        for length in range(1, min(room, LONGEST) + 1):
            at = cell + length * step
            if taken[at]:
                break
            if length > 1 and not any(near in totals for near in neighbours(at)):
                found.append(length)
        return found

    def neighbours(cell: int) -> list[int]:
        row, col = divmod(cell, side)
        return [
            cell + step
            for step, inside in ((1, col < side - 1), (-1, col > 0), (side, row < side - 1), (-side, row > 0))
            if inside
        ]

    first = rng.randrange(side * side)
    totals[first] = 0
    taken[first] = 1
    growing = [first]
    while len(totals) < islands:
        if not growing:
            raise ValueError(f"no room for {islands} islands on {side}x{side}; only {len(totals)} fit")
        index = rng.randrange(len(growing))
        cell = growing[index]
        choices = [(step, found) for step in (1, -1, side, -side) if (found := lengths(cell, step))]
        if not choices:
            growing[index] = growing[-1]
            growing.pop()
            continue
        step, found = rng.choice(choices)
        length = rng.choice(found)
        thickness = rng.choice((1, 2))
        for distance in range(1, length + 1):
            taken[cell + distance * step] = 1
        totals[cell] += thickness
        totals[cell + length * step] = thickness
        growing.append(cell + length * step)
    grown = [(*divmod(cell, side), total) for cell, total in totals.items()]
    return Puzzle(side, side, grown, id=f"grown-{side}-{seed}")
