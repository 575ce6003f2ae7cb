"""make_unique: turns a board with several solutions into a unique puzzle, and lists the changes.

The work is native (`_repair`). Here the changes are replayed on the clues, so that each says what it did to them.
"""
from __future__ import annotations

from typing import Literal, NamedTuple, SupportsIndex, cast

from hashi_fast.board.checker import check
from hashi_fast.board.puzzle import Puzzle, cell_in_words, check_puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.errors import TargetNotReached, Unsolvable, shown
from hashi_fast.generation._boundary import Mend
from hashi_fast.search.solver import solve
from hashi_fast.support.arguments import MOST_UINT64, optional_whole, whole_argument

Kind = Literal["raised", "lowered", "linked", "cut", "split", "told"]
Cell = tuple[int, int]

# The most solves per attempt, search nodes per solve, and attempts. Each attempt has its own random numbers.
_SOLVES = 1_000
_NODES = 1_000_000
_NODES_PER_ISLAND = 100
_ATTEMPTS = 8
_NO_LIMIT = 2**62


class ClueChange(NamedTuple):
    """The clue of an island before and after a change: None if unknown; 0 before if there was no island.

    `row` and `col` count from 0 as everywhere; the text counts rows and columns from 1.

    >>> print(ClueChange(0, 2, 3, 4))
    clue at row 1, column 3 from 3 to 4
    """

    row: int
    col: int
    before: int | None
    after: int | None

    def __str__(self) -> str:
        place = f"at {cell_in_words(self.row, self.col)}"
        if self.before == 0:
            return f"new clue {self.after} {place}"
        if self.before is None:
            return f"unknown clue {place} revealed: {self.after}"
        return f"clue {place} from {self.before} to {self.after}"


class Change(NamedTuple):
    """One change that ruled out another solution.

    kind: "raised" or "lowered": there are now more or fewer bridges between two islands; "linked" or "cut": bridges
    were added where there were none, or all removed; "split": a new island was put into them; "told": an unknown clue
    was revealed.
    between: the cells of the two islands. before, after: the number of bridges between them. clues: the clues that
    changed.

    >>> print(Change("raised", ((0, 0), (0, 2)), 1, 2, (ClueChange(0, 0, 3, 4), ClueChange(0, 2, 1, 2))))
    clue at row 1, column 1 from 3 to 4, clue at row 1, column 3 from 1 to 2: 2 bridges between them instead of 1
    """

    kind: Kind
    between: tuple[Cell, Cell]
    before: int
    after: int
    clues: tuple[ClueChange, ...]

    def __str__(self) -> str:
        one, other = (cell_in_words(*cell) for cell in self.between)
        what = ", ".join(map(str, self.clues)) or f"{one} and {other}"
        if self.kind == "split":
            return f"{what}: an island in the bridge from {one} to {other}"
        if self.kind == "told":
            return what
        bridges = "1 bridge" if self.after == 1 else f"{self.after or 'no'} bridges"
        return f"{what}: {bridges} between them instead of {self.before or 'none'}"


class Repaired(NamedTuple):
    """The answer of `make_unique`: the puzzle, its solution, and the changes in order.

    >>> from hashi_fast import loads, make_unique
    >>> make_unique(loads("3x1:2a2")).changes
    ()
    """

    puzzle: Puzzle
    solution: Solution
    changes: tuple[Change, ...]


def make_unique(
    puzzle: Puzzle,
    solution: Solution | None = None,
    *,
    seed: SupportsIndex = 0,
    max_changes: SupportsIndex | None = None,
) -> Repaired:
    """Make a few changes to a puzzle so that it has exactly one solution; the answer is proved unique.

    Clues are changed so that `solution` (None: any that is found), with some bridges more or fewer, is the only one
    left. If that is not enough, islands are put into bridges. No island is moved or removed, and the size and the rules
    of the board stay. Islands are put side by side only if some already are. The same arguments give the same answer on
    every machine; another `seed` gives another answer.

    Raises `Unsolvable` if there is no solution, ValueError if `solution` is not one, and `TargetNotReached` with the
    `closest` Repaired if `max_changes` or the allowed work is not enough.

    >>> from hashi_fast import is_unique, loads, make_unique
    >>> repaired = make_unique(loads("3x3:3a3c3a3"))
    >>> print(repaired.changes[0])
    clue at row 1, column 1 from 3 to 4, clue at row 3, column 1 from 3 to 4: 2 bridges between them instead of 1
    >>> is_unique(repaired.puzzle)
    True
    """
    check_puzzle(puzzle)
    stream = whole_argument("seed", seed, 0, MOST_UINT64)
    most = optional_whole("max_changes", max_changes, 0)
    change_limit = _NO_LIMIT if most is None else min(most, _NO_LIMIT)
    start = _checked_solution(puzzle, solution)
    nodes = _NODES + _NODES_PER_ISLAND * len(puzzle.islands)
    closest: Repaired | None = None
    status = ""
    for attempt in range(_ATTEMPTS):
        mend = Mend(puzzle.topology, start.edge_counts, stream, attempt, change_limit, _SOLVES, nodes)
        status = mend.run()
        repaired = _repaired(puzzle, mend)
        if status == "unique":
            return repaired
        if closest is None:
            closest = repaired
    if status == "limit" and most is not None:
        reason = f"not unique within max_changes={most}"
    elif status == "limit":
        reason = f"not unique within {_SOLVES:,} solves of {nodes:,} nodes"
    else:
        reason = "no allowed change makes it unique"
    raise TargetNotReached(f"{reason}, in {_ATTEMPTS} attempts", closest=closest)


def _checked_solution(puzzle: Puzzle, solution: Solution | None) -> Solution:
    if solution is None:
        found = solve(puzzle).solution
        if found is None:
            raise Unsolvable("the puzzle has no solution, so it cannot be made unique")
        return found
    if not isinstance(solution, Solution):
        raise TypeError(f"solution must be a Solution or None, not {shown(solution)}")
    bridges = tuple(solution.bridges)
    broken = check(puzzle, bridges)
    if broken:
        more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
        raise ValueError(f"not a solution of the puzzle: {broken[0].message}{more}")
    return Solution.from_bridges(puzzle, bridges)  # made anew: what was checked is what the kernels get


def _repaired(puzzle: Puzzle, mend: Mend) -> Repaired:
    """Return the outcome of a repair as Python values."""
    changed = Puzzle(
        puzzle.width,
        puzzle.height,
        mend.islands(),
        max_bridges=puzzle.max_bridges,
        loops=puzzle.loops,
        id=puzzle.id,
    )
    return Repaired(changed, Solution.from_bridges(changed, mend.bridges()), _replayed(puzzle, changed, mend))


def _replayed(puzzle: Puzzle, changed: Puzzle, mend: Mend) -> tuple[Change, ...]:
    """Return the changes with what each did to the clues, found by going back from the last change."""
    sums = {(row, col): 0 for row, col, _ in changed.islands}
    for r1, c1, r2, c2, count in mend.bridges():
        sums[r1, c1] += count
        sums[r2, c2] += count
    hidden = {(row, col) for row, col, target in changed.islands if target is None}
    changes = []
    for kind, a, b, at, before, after in reversed(mend.changes()):
        clues = []
        if kind == "split":
            assert at is not None
            clues.append(ClueChange(*at, 0, sums.pop(at)))
        elif kind == "told":
            assert at is not None
            hidden.add(at)
            clues.append(ClueChange(*at, None, sums[at]))
        else:
            for cell in (a, b):
                if cell not in hidden:
                    clues.append(ClueChange(*cell, sums[cell] + before - after, sums[cell]))
                sums[cell] += before - after
        changes.append(Change(cast(Kind, kind), (a, b), before, after, tuple(clues)))
    return tuple(reversed(changes))
