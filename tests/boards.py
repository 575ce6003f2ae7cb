"""Random boards for the tests: arbitrary ones and ones grown from a solution; and a hypothesis strategy."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from hashi_fast.board.puzzle import Puzzle

Bridge = tuple[int, int, int, int, int]


def random_puzzle(
    rng: random.Random,
    *,
    max_side: int = 6,
    max_islands: int = 8,
    max_bridges: int | None = None,
    loops: bool | None = None,
    unknown: float | None = None,
) -> Puzzle:
    """Return an arbitrary board: it may have neighbouring islands, cut-off islands and impossible targets.

    `unknown` is the share of unknown clues. Arguments that are None are drawn at random. Most targets are within
    reach of the island's neighbours, so that a fair share of the boards has solutions.
    """
    most, loops, unknown = _rules(rng, max_bridges, loops, unknown)
    width, height = rng.randint(1, max_side), rng.randint(1, max_side)
    islands = rng.randint(1, min(max_islands, width * height))
    cells = sorted(divmod(cell, width) for cell in rng.sample(range(width * height), islands))
    triples: list[tuple[int, int, int | None]] = []
    for row, col in cells:
        sides = {
            (r > row) - (r < row) or 2 * ((c > col) - (c < col)) for r, c in cells if (r == row) != (c == col)
        }
        top = 4 * most if rng.random() < 0.1 else max(1, most * len(sides))
        triples.append((row, col, None if rng.random() < unknown else rng.randint(1, top)))
    if len(triples) == 1 and rng.random() < 0.5:
        triples = [(*cells[0], 0)]
    return Puzzle(width, height, triples, max_bridges=most, loops=loops)


def solvable_puzzle(
    rng: random.Random,
    *,
    min_side: int = 1,
    max_side: int = 7,
    max_islands: int = 12,
    max_bridges: int | None = None,
    loops: bool | None = None,
    unknown: float | None = None,
) -> tuple[Puzzle, list[Bridge]]:
    """Return a board and the bridges of one of its solutions, from which it was grown.

    Bridges are laid one after the other, from a random island in a random direction, to a new or an existing
    island.
    """
    most, loops, unknown = _rules(rng, max_bridges, loops, unknown)
    width, height = rng.randint(min_side, max_side), rng.randint(min_side, max_side)
    islands = [(rng.randrange(height), rng.randrange(width))]
    under_bridges: set[tuple[int, int]] = set()
    laid: dict[tuple[int, int, int, int], int] = {}
    wanted = rng.randint(1, max_islands)
    for _ in range(6 * wanted):
        row, col = rng.choice(islands)
        down, right = rng.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        length = rng.randint(1, max(width, height))
        between = []
        while True:
            row, col, length = row + down, col + right, length - 1
            if not (0 <= row < height and 0 <= col < width) or (row, col) in under_bridges:
                break
            met = (row, col) in islands
            if met or length == 0:
                far = (row - down * (len(between) + 1), col - right * (len(between) + 1))
                (r1, c1), (r2, c2) = sorted([(row, col), far])
                if (met and (not loops or (r1, c1, r2, c2) in laid)) or (not met and len(islands) == wanted):
                    break
                laid[r1, c1, r2, c2] = rng.randint(1, most)
                under_bridges.update(between)
                if not met:
                    islands.append((row, col))
                break
            between.append((row, col))
    totals = dict.fromkeys(islands, 0)
    for (r1, c1, r2, c2), count in laid.items():
        totals[r1, c1] += count
        totals[r2, c2] += count
    triples = [(*cell, None if rng.random() < unknown else total) for cell, total in totals.items()]
    bridges = sorted((*ends, count) for ends, count in laid.items())
    return Puzzle(width, height, triples, max_bridges=most, loops=loops), bridges


def sample(count: int, seed: int) -> list[Puzzle]:
    """Return boards of both kinds; two in three are arbitrary."""
    rng = random.Random(seed)
    return [
        random_puzzle(rng) if turn % 3 else solvable_puzzle(rng, max_side=9, max_islands=20)[0] for turn in range(count)
    ]


def _rules(
    rng: random.Random, max_bridges: int | None, loops: bool | None, unknown: float | None
) -> tuple[int, bool, float]:
    most = rng.choice([1, 2, 2, 2, 3, 4]) if max_bridges is None else max_bridges
    with_loops = rng.random() < 0.7 if loops is None else loops
    share = rng.choice([0.0, 0.0, 0.3, 1.0]) if unknown is None else unknown
    return most, with_loops, share


@st.composite
def puzzles(
    draw: st.DrawFn,
    *,
    max_side: int = 8,
    max_islands: int = 12,
    usual_rules: bool = False,
    unknown: bool = True,
    zero: bool = True,
    max_target: int = 16,
    neighbours: bool = True,
) -> Puzzle:
    """Puzzles of every kind, with all rules and any id, unless the arguments leave some out.

    `usual_rules` means two bridges per pair and loops allowed. The other arguments say whether unknown clues, the lone
    target 0, larger targets and islands on neighbouring cells may occur.
    """
    width, height = draw(st.integers(1, max_side)), draw(st.integers(1, max_side))
    cells = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))
    chosen = draw(st.lists(cells, min_size=1, max_size=max_islands, unique=True))
    if not neighbours:
        kept: list[tuple[int, int]] = []
        for row, col in chosen:
            if all(abs(row - r) + abs(col - c) > 1 for r, c in kept):
                kept.append((row, col))
        chosen = kept
    most = 2 if usual_rules else draw(st.integers(1, 4))
    loops = usual_rules or draw(st.booleans())
    known = st.integers(0 if zero and len(chosen) == 1 else 1, min(4 * most, max_target))
    targets = st.none() | known if unknown else known
    islands = [(row, col, draw(targets)) for row, col in chosen]
    name = draw(st.none() | st.integers() | st.text(max_size=8))
    return Puzzle(width, height, islands, max_bridges=most, loops=loops, id=name)


def counts_of(puzzle: Puzzle, bridges: Sequence[Bridge]) -> list[int]:
    """Return the bridges of each edge."""
    laid = {(r1, c1, r2, c2): count for r1, c1, r2, c2, count in bridges}
    edges = zip(puzzle.topology.edge_a.tolist(), puzzle.topology.edge_b.tolist(), strict=True)
    ends = ((puzzle.islands[a], puzzle.islands[b]) for a, b in edges)
    return [laid.get((a.row, a.col, b.row, b.col), 0) for a, b in ends]


def with_counts(puzzle: Puzzle, counts: list[int]) -> Puzzle:
    """Return the puzzle with these islands that has these bridges, one number per edge, as a solution."""
    targets = [0] * len(puzzle.islands)
    edges = zip(puzzle.topology.edge_a.tolist(), puzzle.topology.edge_b.tolist(), counts, strict=True)
    for a, b, count in edges:
        targets[a] += count
        targets[b] += count
    islands = [(i.row, i.col, target) for i, target in zip(puzzle.islands, targets, strict=True)]
    return Puzzle(puzzle.width, puzzle.height, islands, max_bridges=puzzle.max_bridges, loops=puzzle.loops)
