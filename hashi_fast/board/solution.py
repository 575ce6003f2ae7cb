"""Solution: the number of bridges on every edge of a puzzle, as an immutable value.

There are two views of the same numbers: `counts` has one number per edge, in the order of the topology, and
`bridges` lists the edges that carry any, by the cells of their ends. A Solution need not obey the rules:
`check` finds out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from hashi_fast.board.puzzle import Immutable, Puzzle, cell_in_words, check_puzzle
from hashi_fast.errors import shown
from hashi_fast.support.arguments import whole_number

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

__all__ = ["Solution"]

Bridge = tuple[int, int, int, int, int]


class Solution(Immutable):
    """How many bridges each edge of a puzzle carries, given as one count per edge in the order of the topology.

    The number of counts and their range, 0..max_bridges, are checked; the rules of the puzzle are not.

    >>> puzzle = Puzzle(3, 3, [(0, 0, 3), (0, 2, 2), (2, 0, 1)])
    >>> solution = Solution(puzzle, [2, 1])
    >>> solution.bridges
    ((0, 0, 0, 2, 2), (0, 0, 2, 0, 1))
    >>> print(solution)
    3=2
    |..
    1..
    """

    __slots__ = ("_bridges", "edge_counts", "puzzle")

    puzzle: Puzzle
    edge_counts: bytes  # the same as `counts`, without numpy
    _bridges: tuple[Bridge, ...] | None

    def __init__(self, puzzle: Puzzle, counts: Iterable[SupportsIndex]) -> None:
        check_puzzle(puzzle)
        try:
            plain = [whole_number(count) for count in counts]
        except TypeError:
            raise ValueError(f"counts must be whole numbers, one per edge, not {shown(counts)}") from None
        edges = puzzle.topology.n_edges
        if len(plain) != edges:
            raise ValueError(f"{len(plain)} counts; expected {edges}, one per edge of the puzzle")
        for edge, count in enumerate(plain):
            if not 0 <= count <= puzzle.max_bridges:
                r1, c1, r2, c2 = edge_ends(puzzle)[edge]
                where = f"between {cell_in_words(r1, c1)} and {cell_in_words(r2, c2)}"
                raise ValueError(f"count {shown(count)} {where}; expected 0 to {puzzle.max_bridges}")
        self._fill(puzzle, bytes(plain))

    def _fill(self, puzzle: Puzzle, counts: bytes) -> None:
        put = object.__setattr__
        put(self, "puzzle", puzzle)
        put(self, "edge_counts", counts)
        put(self, "_bridges", None)

    @classmethod
    def of_counts(cls, puzzle: Puzzle, counts: bytes) -> Solution:
        """Return the Solution with these counts, one byte per edge, without checks: they come from the kernels."""
        solution = cls.__new__(cls)
        solution._fill(puzzle, counts)
        return solution

    @classmethod
    def from_bridges(cls, puzzle: Puzzle, bridges: Iterable[Iterable[SupportsIndex]]) -> Solution:
        """Return the Solution with these (r1, c1, r2, c2, count) bridges, in any order and from either end.

        Counts of the same pair add up. A bridge that is not on an edge of the puzzle raises ValueError.

        >>> puzzle = Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])
        >>> Solution.from_bridges(puzzle, [(0, 2, 0, 0, 2)])
        Solution.from_bridges(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]), ((0, 0, 0, 2, 2),))
        """
        check_puzzle(puzzle)
        edge_at = {ends: edge for edge, ends in enumerate(edge_ends(puzzle))}
        counts = [0] * len(edge_at)
        try:
            items = iter(bridges)
        except TypeError:
            raise ValueError(f"expected (r1, c1, r2, c2, count) bridges, not {shown(bridges)}") from None
        for item in items:
            try:
                r1, c1, r2, c2, count = map(whole_number, item)
            except (TypeError, ValueError):
                expected = "expected (r1, c1, r2, c2, count), all whole numbers"
                raise ValueError(f"bridge {shown(item)}: {expected}") from None
            edge = edge_at.get(min((r1, c1, r2, c2), (r2, c2, r1, c1)))
            if edge is None:
                raise ValueError(f"bridge {shown(item)}: its ends must be two islands that see each other")
            if count < 0:
                raise ValueError(f"bridge {shown(item)}: expected a count from 0 to {puzzle.max_bridges}")
            counts[edge] += count
        return cls(puzzle, counts)

    @property
    def bridges(self) -> tuple[Bridge, ...]:
        """All bridges (r1, c1, r2, c2, count) with count >= 1, the upper or left end first, sorted."""
        bridges = self._bridges
        if bridges is None:
            bridges = bridges_of(edge_ends(self.puzzle), self.edge_counts)
            object.__setattr__(self, "_bridges", bridges)
        return bridges

    @property
    def counts(self) -> NDArray[numpy.int8]:
        """Read-only int8 array: the number of bridges on each edge of the topology."""
        import numpy

        return numpy.frombuffer(self.edge_counts, dtype=numpy.int8)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self.edge_counts == other.edge_counts and self.puzzle == other.puzzle

    def __hash__(self) -> int:
        return hash((self.puzzle, self.edge_counts))

    def __repr__(self) -> str:
        return f"Solution.from_bridges({self.puzzle!r}, {self.bridges!r})"

    def __str__(self) -> str:
        from hashi_fast.board.drawing import draw_solution

        return draw_solution(self.puzzle, self.bridges)

    def to_svg(self, theme: Literal["light", "dark", "auto"] = "light") -> str:
        """Return the puzzle with its bridges as an SVG picture; "auto" is light or dark as the viewer prefers.

        >>> "H" in Solution(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]), [2]).to_svg()
        True
        """
        from hashi_fast.board.svg import draw_svg

        return draw_svg(self.puzzle, self.bridges, theme=theme)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __reduce__(self) -> tuple[Any, ...]:
        return Solution, (self.puzzle, self.edge_counts)


def edge_ends(puzzle: Puzzle) -> list[tuple[int, int, int, int]]:
    """Return the ends (r1, c1, r2, c2) of each edge in order, the upper or left one first.

    Islands are in row-major order and edges ordered by (a, b), so the ends come out sorted.
    """
    cells = [(row, col) for row, col, _ in puzzle.islands]
    return [cells[a] + cells[b] for a, b, _ in puzzle.topology.edge_list()]


def differing_edges(one: bytes, other: bytes) -> list[int]:
    """Return the edges on which two solutions differ, each given as one count per edge."""
    return [edge for edge, (x, y) in enumerate(zip(one, other, strict=True)) if x != y]


def bridges_of(ends: Iterable[tuple[int, int, int, int]], counts: Iterable[int]) -> tuple[Bridge, ...]:
    """Return the bridges of the edges that carry any, given the ends and the count of each edge."""
    return tuple([(*pair, count) for pair, count in zip(ends, counts, strict=True) if count])
