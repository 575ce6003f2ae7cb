"""Boards made by hand, some by name and some by kind, and puzzles spoilt on purpose."""
import random

import hashi_fast as hf

# Every clue is unknown, so there are more solutions than can be counted.
ENDLESS = hf.Puzzle(12, 12, [(r, c, None) for r in range(12) for c in range(12)])


def grid(text: str, **rules: object) -> hf.Puzzle:
    rows = text.split("/")
    islands = [
        (r, c, None if char == "?" else int(char))
        for r, row in enumerate(rows)
        for c, char in enumerate(row)
        if char != "."
    ]
    return hf.Puzzle(len(rows[0]), len(rows), islands, **rules)


# name: board, rules, number of solutions
HAND_MADE = {
    "nine in a square": ("232/343/232", {}, 31),
    "four 1s in a square": ("1.1/.../1.1", {}, 0),
    "two squares out of sight": ("2.2..../......./2.2..../......./....2.2/......./....2.2", {}, 0),
    "ring through eight": ("22/22/../22/22", {}, 1),
    "lone 0": ("0", {}, 1),
    "lone unknown": ("?", {}, 1),
    "lone 1": ("..1..", {}, 0),
    "pair of 1s": ("1.1", {}, 1),
    "pair of 2s": ("2.2", {}, 1),
    "pair of 2s, one bridge per pair": ("2.2", {"max_bridges": 1}, 0),
    "pair of 4s, four bridges per pair": ("4.4", {"max_bridges": 4}, 1),
    "pair of unknowns": ("?.?", {}, 2),
    "pair of unknowns, four bridges per pair": ("?.?", {"max_bridges": 4}, 4),
    "unequal pair": ("1.2", {}, 0),
    "neighbours": ("121", {}, 1),
    "square of 2s": ("2.2/.../2.2", {}, 1),
    "square of 2s without loops": ("2.2/.../2.2", {"loops": False}, 0),
    "double bridges are no loop": ("2.4.2", {"loops": False}, 1),
    "square of 3s": ("3.3/.../3.3", {}, 2),
    "square of unknowns without loops": ("?.?/.../?.?", {"loops": False}, 4 * 8),
    "cross that only one may use": (".1./1.1/.1.", {}, 0),
    "out of sight": ("1../.../..1", {}, 0),
    "target that nothing can serve": ("8.8", {}, 0),
    "odd total": ("1.2.2", {}, 0),
}


def spoilt(rng: random.Random, puzzle: hf.Puzzle) -> hf.Puzzle:
    """Change one target a little, so that the board is likely to have no solution."""
    islands = list(puzzle.islands)
    i = rng.randrange(len(islands))
    if islands[i].target is not None:
        target = min(max(1, islands[i].target + rng.choice((-2, -1, 1, 2))), 4 * puzzle.max_bridges)
        islands[i] = islands[i]._replace(target=target)
    if len(islands) == 1:
        return puzzle
    return hf.Puzzle(puzzle.width, puzzle.height, islands, max_bridges=puzzle.max_bridges, loops=puzzle.loops)


def all_twos(width: int, height: int) -> hf.Puzzle:
    """Solved by a ring through every cell; there is none if the number of cells is odd."""
    return hf.Puzzle(width, height, [(r, c, 2) for r in range(height) for c in range(width)])


def dense(width: int, height: int, targets: tuple[int, ...], seed: int) -> hf.Puzzle:
    rng = random.Random(seed)
    return hf.Puzzle(width, height, [(r, c, rng.choice(targets)) for r in range(height) for c in range(width)])


def two_rings(side: int) -> hf.Puzzle:
    """Two blocks of 2s that see each other along their whole height; a solution is one ring through both."""
    cells = [(r, c) for r in range(side) for c in range(side)]
    return hf.Puzzle(2 * side + 1, side, [(r, c + x, 2) for r, c in cells for x in (0, side + 1)])
