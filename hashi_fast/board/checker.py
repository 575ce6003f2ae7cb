"""The rules, checked in plain Python: simple enough to be obvious, and independent of the kernels.

The checker shares no code with the kernels and does not use the topology. It works from the islands and the
listed bridges alone. Rules are checked, and broken ones reported, in this order:

    line         a bridge is a straight line between two different islands, with a whole number as its count
    crossing     a bridge crosses no other bridge and runs over no island
    max_bridges  a pair of islands has at most `max_bridges` bridges
    sum          the bridges of an island add up to its target, or to at least 1 if the target is unknown
    connected    all islands are connected
    loop         if loops are forbidden, bridges form none (several bridges of one pair are not a loop)
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from hashi_fast.board.puzzle import cell_in_words, check_puzzle, island_in_words
from hashi_fast.errors import shown
from hashi_fast.support.arguments import whole_number

if TYPE_CHECKING:
    from hashi_fast.board.puzzle import Puzzle
    from hashi_fast.board.solution import Solution

__all__ = ["Violation", "check"]

# Crossings can far outnumber the bridges: 10,000 bridges across 10,000 others make 100 million.
_LISTED_CROSSINGS = 100_000

_Cell = tuple[int, int]
_Ends = tuple[int, int, int, int]  # r1, c1, r2, c2: the upper or left end first


class Violation(NamedTuple):
    """One broken rule: its name, the cells concerned, and a message that numbers rows and columns from 1.

    `where` holds cells (row, col), numbered from 0. line, max_bridges: the ends of the bridge. crossing: the ends
    of the bridge, then the island it runs over or the ends of the bridge it crosses. sum: the island. connected:
    all islands of the group that is cut off. loop: all islands of the loop. It is empty for an item that could
    not be read as a bridge.

    >>> Violation("sum", ((0, 0),), "island at row 1, column 1: 1 bridge; expected 2").rule
    'sum'
    """

    rule: str
    where: tuple[_Cell, ...]
    message: str


class Solved(Protocol):
    """Whatever has a solution, such as the answer of `solve` or a record."""

    @property
    def solution(self) -> Solution | None: ...


def check(puzzle: Puzzle, bridges: Solution | Solved | Iterable[tuple[int, int, int, int, int]]) -> list[Violation]:
    """Return every broken rule and where it is broken; an empty list means that the puzzle is solved.

    `bridges` is a Solution, something that has one (a Result, a Record), or an iterable of (r1, c1, r2, c2, count), in
    any order and from either end. Anything else is a TypeError, and so is a Result without a solution.
    Counts of the same pair add up, and a count of 0 is no bridge. No item of an iterable raises an exception:
    what is not a bridge is a broken rule. After 100,000 crossings, one last violation says that there are more.

    >>> from hashi_fast.board.puzzle import Puzzle
    >>> puzzle = Puzzle(3, 1, [(0, 0, 2), (0, 2, 1)])
    >>> check(puzzle, [(0, 0, 0, 2, 1)])
    [Violation(rule='sum', where=((0, 0),), message='island at row 1, column 1: 1 bridge; expected 2')]
    """
    check_puzzle(puzzle)
    broken: list[Violation] = []
    index = {(row, col): i for i, (row, col, _) in enumerate(puzzle.islands)}
    counts = _read_bridges(bridges, index, broken)
    broken += _crossings(puzzle, counts)

    totals = [0] * len(index)
    joined: list[list[int]] = [[] for _ in index]
    for (r1, c1, r2, c2), count in counts.items():
        if count > puzzle.max_bridges:
            message = (
                f"{_bridge(r1, c1, r2, c2)}: count {shown(count)}; expected at most {puzzle.max_bridges}"
            )
            broken.append(Violation("max_bridges", ((r1, c1), (r2, c2)), message))
        a, b = index[r1, c1], index[r2, c2]
        totals[a] += count
        totals[b] += count
        joined[a].append(b)
        joined[b].append(a)

    broken += _sums(puzzle, totals)
    cells = list(index)
    broken += _separate_groups(cells, joined)
    if not puzzle.loops:
        for block in _loops(joined):
            where = tuple(cells[i] for i in sorted(block))
            message = f"{island_in_words(*where[0])} and {len(where) - 1} more: connected in a loop; expected no loops"
            broken.append(Violation("loop", where, message))
    return broken


def _bridge(r1: int, c1: int, r2: int, c2: int) -> str:
    return f"bridge from {cell_in_words(r1, c1)} to {cell_in_words(r2, c2)}"


def _items(bridges: object) -> Iterator[Any]:
    """Return an iterator over the bridges of a solution, or of whatever has one."""
    solution: Any = getattr(bridges, "solution", bridges)
    if solution is None and bridges is not None:
        raise TypeError(f"there is no solution to check in {shown(bridges)}")
    try:
        if isinstance(solution, (str, bytes)):
            raise TypeError
        items: Iterator[Any] = iter(getattr(solution, "bridges", solution))
        return items
    except TypeError:
        expected = "a Solution, a Result with a solution, or bridges (r1, c1, r2, c2, count)"
        raise TypeError(f"expected {expected}, not {shown(bridges)}") from None


def _read_bridges(bridges: object, index: dict[_Cell, int], broken: list[Violation]) -> dict[_Ends, int]:
    """Return the count of each pair, sorted by its ends; report items that are not straight bridges in `broken`."""
    counts: defaultdict[_Ends, int] = defaultdict(int)
    for item in _items(bridges):
        try:
            r1, c1, r2, c2, count = map(whole_number, item)
        except (TypeError, ValueError):
            message = f"expected a bridge (r1, c1, r2, c2, count) of whole numbers, found {shown(item)}"
            broken.append(Violation("line", (), message))
            continue
        if count == 0:
            continue
        one, other = sorted(((r1, c1), (r2, c2)))
        if count < 0:
            reason = f"count {shown(count)}; expected at least 1"
        elif one not in index or other not in index:
            missing = one if one not in index else other
            reason = f"no {island_in_words(*missing)}; expected one at each end"
        elif one == other:
            reason = "both ends on one island; expected two"
        elif r1 != r2 and c1 != c2:
            reason = "a slanting line; expected two islands in one row or column"
        else:
            counts[one + other] += count
            continue
        broken.append(Violation("line", (one, other), f"{_bridge(*one, *other)}: {reason}"))
    return dict(sorted(counts.items()))


def _crossings(puzzle: Puzzle, counts: dict[_Ends, int]) -> Iterator[Violation]:
    def found() -> Iterator[Violation]:
        for ends, cell in _islands_run_over(puzzle, counts):
            message = f"{_bridge(*ends)}: runs over the {island_in_words(*cell)}"
            yield Violation("crossing", (ends[:2], ends[2:], cell), message)
        for ends, others in _bridges_crossed(counts):
            message = f"{_bridge(*ends)}: crosses the {_bridge(*others)}"
            yield Violation("crossing", (ends[:2], ends[2:], others[:2], others[2:]), message)

    crossings = found()
    yield from islice(crossings, _LISTED_CROSSINGS)
    if next(crossings, None) is not None:
        yield Violation("crossing", (), f"and more crossings than the {_LISTED_CROSSINGS:,} listed")


def _islands_run_over(puzzle: Puzzle, counts: Iterable[_Ends]) -> Iterator[tuple[_Ends, _Cell]]:
    in_row: defaultdict[int, list[int]] = defaultdict(list)
    in_col: defaultdict[int, list[int]] = defaultdict(list)
    for row, col, _ in puzzle.islands:  # row-major, so each list is ascending
        in_row[row].append(col)
        in_col[col].append(row)
    for ends in counts:
        r1, c1, r2, c2 = ends
        if r1 == r2:
            line = in_row[r1]
            for i in range(bisect_right(line, c1), bisect_left(line, c2)):
                yield ends, (r1, line[i])
        else:
            line = in_col[c1]
            for i in range(bisect_right(line, r1), bisect_left(line, r2)):
                yield ends, (line[i], c1)


def _bridges_crossed(counts: Iterable[_Ends]) -> Iterator[tuple[_Ends, _Ends]]:
    """Yield each horizontal bridge with each vertical one it crosses, from the top row to the bottom row.

    This is a sweep over the rows. `running` holds, sorted by column, the vertical bridges that pass through the
    current row between their ends. Bridges between neighbouring cells cannot be crossed and are left out.
    """
    across: defaultdict[int, list[_Ends]] = defaultdict(list)
    starting: defaultdict[int, list[_Ends]] = defaultdict(list)
    ending: defaultdict[int, list[_Ends]] = defaultdict(list)
    for ends in counts:
        r1, c1, r2, c2 = ends
        if c2 - c1 > 1:
            across[r1].append(ends)
        elif r2 - r1 > 1:
            starting[r1].append(ends)
            ending[r2].append(ends)
    if not across or not starting:
        return
    running: list[tuple[int, _Ends]] = []
    nothing: _Ends = (-1, -1, -1, -1)  # sorts before all bridges of its column
    for row in sorted(across.keys() | starting.keys() | ending.keys()):
        for ends in ending.get(row, ()):
            del running[bisect_left(running, (ends[1], ends))]
        for ends in across.get(row, ()):
            first = bisect_left(running, (ends[1] + 1, nothing))
            for i in range(first, bisect_left(running, (ends[3], nothing))):
                yield ends, running[i][1]
        for ends in starting.get(row, ()):
            insort(running, (ends[1], ends))


def _sums(puzzle: Puzzle, totals: list[int]) -> Iterator[Violation]:
    alone = len(totals) == 1
    for (row, col, target), total in zip(puzzle.islands, totals, strict=True):
        if target is None:
            if total or alone:
                continue
            expected = "at least 1"
        elif total == target:
            continue
        else:
            expected = str(target)
        bridges = "bridge" if total == 1 else "bridges"
        message = f"{island_in_words(row, col)}: {shown(total)} {bridges}; expected {expected}"
        yield Violation("sum", ((row, col),), message)


def _separate_groups(cells: list[_Cell], joined: list[list[int]]) -> Iterator[Violation]:
    """Yield every group of connected islands except the largest, to which the others should be connected."""
    groups: list[list[int]] = []
    seen = [False] * len(cells)
    for start in range(len(cells)):
        if seen[start]:
            continue
        seen[start] = True
        group = [start]
        for island in group:  # the loop also visits islands that are added below
            for other in joined[island]:
                if not seen[other]:
                    seen[other] = True
                    group.append(other)
        groups.append(group)
    largest = max(groups, key=len)
    for group in groups:
        if group is not largest:
            where = tuple(cells[i] for i in sorted(group))
            rest = f" and {len(group) - 1} more" if len(group) > 1 else ""
            message = f"{island_in_words(*where[0])}{rest}: not connected to the other islands; expected one group"
            yield Violation("connected", where, message)


def _loops(joined: list[list[int]]) -> Iterator[list[int]]:
    """Yield the blocks of three or more islands: sets in which any two islands lie on a common loop.

    Depth-first search with Tarjan's low points, without recursion. `path` leads from the root to the current
    island; `waiting` holds the visited islands whose block is not complete yet.
    """
    order = [0] * len(joined)  # when an island was first visited, from 1; 0 = not yet
    low = [0] * len(joined)  # the least `order` among the neighbours of an island and of all islands reached from it
    clock = 0
    for root in range(len(joined)):
        if order[root]:
            continue
        clock += 1
        order[root] = low[root] = clock
        path = [(root, iter(joined[root]))]
        waiting = [root]
        while path:
            island, others = path[-1]
            for other in others:
                if not order[other]:
                    clock += 1
                    order[other] = low[other] = clock
                    path.append((other, iter(joined[other])))
                    waiting.append(other)
                    break
                low[island] = min(low[island], order[other])
            else:
                path.pop()
                if not path:
                    continue
                before = path[-1][0]
                if low[island] < order[before]:
                    low[before] = min(low[before], low[island])
                    continue
                # Nothing reached from `island` leads back above `before`: these islands and `before` are a block.
                block = [before]
                while block[-1] != island:
                    block.append(waiting.pop())
                if len(block) > 2:
                    yield block
