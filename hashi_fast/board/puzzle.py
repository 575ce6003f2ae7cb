"""Puzzle: the immutable value that everything else starts from. It is checked once, here.

Vocabulary: an *island* stands on a cell (row, column), both numbered from 0, and has a *target*: the number of
bridges that must end on it, or None for an unknown clue. Islands are kept in row-major order, and their position
in that order is their index everywhere else. Everything behind this module trusts a Puzzle.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple, NoReturn, Self, SupportsIndex

from hashi_fast.errors import InvalidPuzzle, shown
from hashi_fast.support.arguments import bool_argument, optional_whole, whole_argument, whole_number

if TYPE_CHECKING:
    from hashi_fast.board._topology import Topology

__all__ = ["MAX_BRIDGES", "MAX_SIDE", "Island", "Puzzle"]

MAX_SIDE = 10_000
MAX_BRIDGES = 4
# The lowest limit on printed digits that Python can be set to: a smaller id can always be shown.
_MAX_ID = 10**640


class Island(NamedTuple):
    """One island: its cell and how many bridges must end on it (None: unknown).

    >>> Island(0, 2, 3)
    Island(row=0, col=2, target=3)
    """

    row: int
    col: int
    target: int | None


# Island._make without its checks, in half the time.
_new_island: Callable[[tuple[int, int, int | None]], Island] = partial(tuple.__new__, Island)


class Immutable:
    """Base of values that never change and so are their own copies; only `object.__setattr__` fills their slots."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed: tried to set {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed: tried to delete {name!r}")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Puzzle(Immutable):
    """A Hashi puzzle: immutable, hashable, and valid from the moment it exists.

    `islands` is any iterable of (row, col, target) triples in any order. Two puzzles are equal if they have the
    same board, islands and rules; the `id`, a string or a whole number, is not compared. Invalid input raises
    InvalidPuzzle. A target that the neighbours cannot reach is accepted: such a puzzle is unsolvable.

    >>> puzzle = Puzzle(3, 1, [(0, 2, 2), (0, 0, 2)])
    >>> puzzle
    Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])
    >>> puzzle.islands[1].col
    2
    >>> print(puzzle)
    2.2
    """

    __slots__ = ("_topology", "height", "id", "islands", "loops", "max_bridges", "width")

    width: int
    height: int
    islands: tuple[Island, ...]
    max_bridges: int
    loops: bool
    id: str | int | None
    _topology: Topology | None

    def __init__(
        self,
        width: SupportsIndex,
        height: SupportsIndex,
        islands: Iterable[Iterable[SupportsIndex | None]],
        *,
        max_bridges: SupportsIndex = 2,
        loops: bool = True,
        id: str | int | None = None,
    ) -> None:
        columns, rows = board_size(width, height)
        most = whole_argument("max_bridges", max_bridges, 1, MAX_BRIDGES, error=InvalidPuzzle)
        allowed = bool_argument("loops", loops, error=InvalidPuzzle)
        checked = _checked_islands(islands, columns, rows, 4 * most)
        self._fill(columns, rows, checked, most, allowed, None if id is None else checked_id(id))

    def _fill(
        self,
        width: int,
        height: int,
        islands: tuple[Island, ...],
        max_bridges: int,
        loops: bool,
        id: str | int | None,
    ) -> None:
        put = object.__setattr__
        put(self, "width", width)
        put(self, "height", height)
        put(self, "islands", islands)
        put(self, "max_bridges", max_bridges)
        put(self, "loops", loops)
        put(self, "id", id)
        put(self, "_topology", None)

    @classmethod
    def of_checked(
        cls,
        width: int,
        height: int,
        islands: tuple[Island, ...],
        max_bridges: int,
        loops: bool,
        id: str | int | None,
    ) -> Puzzle:
        """Return the puzzle with these values without checks: they come from another puzzle or from the kernels."""
        puzzle = cls.__new__(cls)
        puzzle._fill(width, height, islands, max_bridges, loops, id)
        return puzzle

    @property
    def topology(self) -> Topology:
        """The edges and crossings of the board, built on first use and kept."""
        topology = self._topology
        if topology is None:
            from hashi_fast.board._topology import Topology

            # Two threads may both build it; they build the same, and it does not matter which one stays.
            topology = Topology(self)
            object.__setattr__(self, "_topology", topology)
        return topology

    def transformed(self, k: SupportsIndex) -> Puzzle:
        """Return the puzzle after k quarter turns clockwise; for k = 4..7, mirrored first and then turned k - 4 times.

        Mirroring swaps left and right.

        >>> print(Puzzle(3, 1, [(0, 0, 1), (0, 1, 3), (0, 2, 2)]).transformed(1))
        1
        3
        2
        """
        which = whole_argument("k", k, 0, 7, error=ValueError)
        bottom, right = self.height - 1, self.width - 1
        turns = which % 4
        moved = []
        for row, col, target in self.islands:
            if which >= 4:
                col = right - col
            if turns == 1:
                row, col = col, bottom - row
            elif turns == 2:
                row, col = bottom - row, right - col
            elif turns == 3:
                row, col = right - col, row
            moved.append((row, col, target))
        moved.sort()  # cells are distinct, so targets, which may be None, are never compared
        width, height = (self.height, self.width) if turns % 2 else (self.width, self.height)
        islands = tuple(map(_new_island, moved))
        return Puzzle.of_checked(width, height, islands, self.max_bridges, self.loops, self.id)

    def canonical(self) -> Puzzle:
        """Return the least of the eight `transformed` puzzles by (width, height, islands).

        An unknown target counts as less than any number.

        >>> print(Puzzle(3, 1, [(0, 0, 3), (0, 2, 1)]).canonical())
        1
        .
        3
        """
        from hashi_fast.board._symmetry import canonical_form

        return self.transformed(canonical_form(self)[1])

    def with_id(self, id: str | int | None) -> Puzzle:
        """Return the same puzzle with another id, or with none.

        >>> Puzzle(1, 1, [(0, 0, 0)]).with_id("lone")
        Puzzle(1, 1, [(0, 0, 0)], id='lone')
        """
        name = None if id is None else checked_id(id)
        return Puzzle.of_checked(self.width, self.height, self.islands, self.max_bridges, self.loops, name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self is other or self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        return self.width, self.height, self.max_bridges, self.loops, self.islands

    def __repr__(self) -> str:
        extras = "".join(
            f", {name}={value!r}"
            for name, value, default in (
                ("max_bridges", self.max_bridges, 2),
                ("loops", self.loops, True),
                ("id", self.id, None),
            )
            if value != default
        )
        return f"Puzzle({self.width}, {self.height}, {[tuple(island) for island in self.islands]}{extras})"

    def __str__(self) -> str:
        from hashi_fast.board.drawing import draw_puzzle

        return draw_puzzle(self)

    def to_svg(self, theme: Literal["light", "dark", "auto"] = "light") -> str:
        """Return the puzzle as an SVG picture; "auto" is light or dark as the viewer prefers.

        >>> Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]).to_svg().count("<text")
        2
        """
        from hashi_fast.board.svg import draw_svg

        return draw_svg(self, theme=theme)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __reduce__(self) -> tuple[object, ...]:
        plain = tuple(map(tuple, self.islands))  # half the size of pickled named tuples
        return _puzzle, (self.width, self.height, plain, self.max_bridges, self.loops, self.id)


def board_size(width: object, height: object) -> tuple[int, int]:
    """Return width and height as plain ints, or raise InvalidPuzzle; readers call it before they read cells."""
    return (
        whole_argument("width", width, 1, MAX_SIDE, error=InvalidPuzzle),
        whole_argument("height", height, 1, MAX_SIDE, error=InvalidPuzzle),
    )


def check_puzzle(value: object, expected: str = "a Puzzle") -> None:
    """Raise TypeError if a value is not a Puzzle; the message says how to get one, as from a text or a record.

    >>> check_puzzle("3x1:2a2")
    Traceback (most recent call last):
        ...
    TypeError: expected a Puzzle, not '3x1:2a2'; loads('3x1:2a2') makes a Puzzle of a text
    """
    if not isinstance(value, Puzzle):
        raise TypeError(f"expected {expected}, not {shown(value)}{puzzle_remedy(value)}")


def puzzle_remedy(value: object) -> str:
    """Return how to get a Puzzle from a value that is none, to be put behind it in a message."""
    if isinstance(getattr(value, "puzzle", None), Puzzle):
        return "; its .puzzle is one"
    if isinstance(value, str):
        return f"; loads({shown(value)}) makes a Puzzle of a text"
    if isinstance(value, os.PathLike):
        return "; load(path) reads the records of a file, and each has a .puzzle"
    if isinstance(value, Iterable):
        return "; solve_batch and rate_batch take several"
    return ""


def cell_in_words(row: int, col: int) -> str:
    """Return the name of a cell in sentences about a board: people number rows and columns from 1.

    >>> cell_in_words(0, 2)
    'row 1, column 3'
    """
    return f"row {shown(row + 1)}, column {shown(col + 1)}"


def island_in_words(row: int, col: int) -> str:
    """Return the name of an island in sentences about a board."""
    return f"island at {cell_in_words(row, col)}"


def checked_id(value: object) -> str | int:
    """Return the id of a puzzle as a plain string or int, or raise InvalidPuzzle.

    >>> checked_id("a"), checked_id(7)
    ('a', 7)
    """
    if isinstance(value, str):
        return str.__str__(value)  # a plain str even from a subclass, whose repr may not be readable back
    try:
        number = whole_number(value)
    except TypeError:
        raise InvalidPuzzle(f"id must be a string, a whole number or None, not {shown(value)}") from None
    if abs(number) >= _MAX_ID:
        raise InvalidPuzzle("id must have at most 640 digits if it is a number")
    return number


def _checked_islands(
    islands: Iterable[Iterable[SupportsIndex | None]], width: int, height: int, most: int
) -> tuple[Island, ...]:
    """Check all islands and return them in row-major order."""
    try:
        items = iter(islands)
    except TypeError:
        raise InvalidPuzzle(f"islands must be (row, col, target) triples, not {shown(islands)}") from None
    by_cell: dict[int, tuple[int, int, int | None]] = {}
    zero: tuple[int, int] | None = None
    for item in items:
        try:
            row, col, target = item
        except (TypeError, ValueError):
            message = f"islands[{len(by_cell)}] must be a (row, col, target) triple, not {shown(item)}"
            raise InvalidPuzzle(message) from None
        if type(row) is not int or type(col) is not int or (type(target) is not int and target is not None):
            row, col, target = _plain_island(len(by_cell), row, col, target)
        if not (0 <= row < height and 0 <= col < width):
            expected = f"expected rows 1..{height}, columns 1..{width}"
            raise InvalidPuzzle(f"{island_in_words(row, col)} (counted from 1): outside the board; {expected}")
        if target is not None and not 0 < target <= most:
            if target:
                expected = f"expected 1..{most} or None"
                raise InvalidPuzzle(f"{island_in_words(row, col)}: target {shown(target)}; {expected}")
            zero = row, col
        cell = row * width + col
        if cell in by_cell:
            raise InvalidPuzzle(f"{island_in_words(row, col)}: given twice; expected at most one island per cell")
        by_cell[cell] = row, col, target
    if not by_cell:
        raise InvalidPuzzle("no islands; expected at least one")
    if zero is not None and len(by_cell) > 1:
        expected = f"expected 1..{most} or None if there are other islands"
        raise InvalidPuzzle(f"{island_in_words(*zero)}: target 0; {expected}")
    return tuple(map(_new_island, [by_cell[cell] for cell in sorted(by_cell)]))


def _plain_island(index: int, row: object, col: object, target: object) -> tuple[int, int, int | None]:
    """Return all three as plain ints (numpy's integers come this way), or raise an error that names the bad one."""
    plain_row = whole_argument(f"islands[{index}]: row", row, error=InvalidPuzzle)
    plain_col = whole_argument(f"islands[{index}]: column", col, error=InvalidPuzzle)
    place = island_in_words(plain_row, plain_col)
    return plain_row, plain_col, optional_whole(f"{place}: target", target, error=InvalidPuzzle)


def _puzzle(
    width: int,
    height: int,
    islands: tuple[tuple[int, int, int | None], ...],
    max_bridges: int,
    loops: bool,
    id: str | int | None,
) -> Puzzle:
    """Rebuild a pickled puzzle with all checks: a pickle is input like any other."""
    return Puzzle(width, height, islands, max_bridges=max_bridges, loops=loops, id=id)
