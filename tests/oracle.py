"""The slow, obvious oracle: tries every number of bridges on every edge and asks the checker.

It shares no code with the kernels. It walks from cell to cell to find islands that see each other. The only shortcut:
an assignment is abandoned as soon as an island has more bridges than its clue.
"""
import random
from collections import Counter
from collections.abc import Callable, Iterator

from boards import random_puzzle, solvable_puzzle

from hashi_fast.board.checker import check
from hashi_fast.board.puzzle import Puzzle

Bridges = tuple[tuple[int, int, int, int, int], ...]


def visible_pairs(puzzle: Puzzle) -> list[tuple[int, int, int, int]]:
    """All (r1, c1, r2, c2) of islands that see each other to the right or downwards."""
    cells = {(island.row, island.col) for island in puzzle.islands}
    pairs = []
    for row, col in sorted(cells):
        for down, right in ((0, 1), (1, 0)):
            r, c = row + down, col + right
            while r < puzzle.height and c < puzzle.width and (r, c) not in cells:
                r, c = r + down, c + right
            if (r, c) in cells:
                pairs.append((row, col, r, c))
    return pairs


def all_solutions(puzzle: Puzzle) -> Iterator[Bridges]:
    """Every solution, as a sorted tuple of (r1, c1, r2, c2, count)."""
    pairs = visible_pairs(puzzle)
    room = {
        (island.row, island.col): 4 * puzzle.max_bridges if island.target is None else island.target
        for island in puzzle.islands
    }

    def extend(index: int, chosen: list[tuple[int, int, int, int, int]]) -> Iterator[Bridges]:
        if index == len(pairs):
            if not check(puzzle, chosen):
                yield tuple(sorted(chosen))
            return
        r1, c1, r2, c2 = pairs[index]
        for count in range(puzzle.max_bridges + 1):
            if count > min(room[r1, c1], room[r2, c2]):
                break
            room[r1, c1] -= count
            room[r2, c2] -= count
            yield from extend(index + 1, [*chosen, (r1, c1, r2, c2, count)] if count else chosen)
            room[r1, c1] += count
            room[r2, c2] += count

    return extend(0, [])


def size(puzzle: Puzzle) -> int:
    """The most assignments that the oracle may look at; keep it to a few ten thousand."""
    return (puzzle.max_bridges + 1) ** len(visible_pairs(puzzle))


def compare_all_kinds(
    compare: Callable[[Puzzle], int], rng: random.Random, *, boards: int, largest: int, least: int
) -> None:
    """Compare `boards` boards with the oracle, over every rule variant, half of them grown from a solution.

    `compare` returns the number of solutions of a board. No board is larger than `largest` (see `size`). There are at
    least `least` of each kind, because the sample is worth little unless every kind is in it.
    """
    seen: Counter[str] = Counter()
    while seen["boards"] < boards:
        puzzle = random_puzzle(rng) if seen["boards"] % 2 else solvable_puzzle(rng, max_side=6, max_islands=9)[0]
        if size(puzzle) > largest:
            continue
        found = compare(puzzle)
        seen["boards"] += 1
        seen["none" if found == 0 else "one" if found == 1 else "several"] += 1
        seen[f"{puzzle.max_bridges} bridges"] += 1
        seen["no loops"] += not puzzle.loops
        seen["unknown clues"] += any(island.target is None for island in puzzle.islands)
    kinds = ("none", "one", "several", "1 bridges", "2 bridges", "3 bridges", "4 bridges", "no loops", "unknown clues")
    assert all(seen[kind] >= least for kind in kinds), seen
