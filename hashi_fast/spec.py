"""What kind of puzzle is wanted: a Spec, checked when it is made."""
from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from hashi_fast.errors import check_choice, shown
from hashi_fast.levels import DIFFICULTIES, Difficulty
from hashi_fast.puzzle import whole_number
from hashi_fast.techniques import NAMES, TECHNIQUES

Strategy = Literal["grow", "tree"]
Symmetry = Literal["rotate", "mirror-h", "mirror-v", "diagonal"]

MAX_SIDE = 1000  # growing cannot be interrupted; a board of this size takes some 50 ms, 0.2 s when it is full

_STRATEGIES = ("grow", "tree")
_SYMMETRIES = ("rotate", "mirror-h", "mirror-v", "diagonal")


@dataclass(frozen=True, repr=False)
class Spec:
    """What kind of puzzle is wanted.

    difficulty: its level, or None for any. islands: how many. density: islands a cell. doubles: share of the pairs with
    bridges that have two or more. cycles: independent cycles of the solution. Each of them is a number, a (low, high)
    range with both ends included, or None for what suits the level; a share alone is met as nearly as may be. symmetry:
    of the places of the islands. require, exclude: names of techniques that it must take, or must not. unknown_clues:
    share of clues that are hidden.

    What cannot be at all is refused, as far as that is plain from the numbers.

    >>> from hashi_fast import Spec
    >>> Spec(10, 10, difficulty="hard", islands=(20, 24)).islands
    (20, 24)
    >>> Spec(10, 10, difficulty="tough")
    Traceback (most recent call last):
        ...
    ValueError: difficulty is one of 'easy', 'medium', 'hard', 'expert', 'extreme', None, not 'tough'
    """

    width: int
    height: int
    difficulty: Difficulty | None = field(default=None, kw_only=True)
    islands: int | tuple[int, int] | None = field(default=None, kw_only=True)
    density: float | tuple[float, float] | None = field(default=None, kw_only=True)
    doubles: float | tuple[float, float] | None = field(default=None, kw_only=True)
    cycles: int | tuple[int, int] | None = field(default=None, kw_only=True)
    loops: bool = field(default=True, kw_only=True)
    max_bridges: int = field(default=2, kw_only=True)
    strategy: Strategy = field(default="grow", kw_only=True)
    symmetry: Symmetry | None = field(default=None, kw_only=True)
    require: tuple[str, ...] = field(default=(), kw_only=True)
    exclude: tuple[str, ...] = field(default=(), kw_only=True)
    unknown_clues: float = field(default=0.0, kw_only=True)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "width", _whole("width", self.width, 1, MAX_SIDE))
        put(self, "height", _whole("height", self.height, 1, MAX_SIDE))
        cells = self.width * self.height
        check_choice("difficulty", self.difficulty, (*DIFFICULTIES, None))
        check_choice("strategy", self.strategy, _STRATEGIES)
        check_choice("symmetry", self.symmetry, (*_SYMMETRIES, None))
        put(self, "islands", _whole_range("islands", self.islands, 1, cells))
        put(self, "density", _share_range("density", self.density))
        put(self, "doubles", _share_range("doubles", self.doubles))
        put(self, "cycles", _whole_range("cycles", self.cycles, 0, cells))
        if self.islands is not None and self.density is not None:
            raise ValueError("islands and density say the same thing; expected one of them")
        _check_islands(self)
        if not isinstance(self.loops, bool):
            raise ValueError(f"loops is True or False, not {shown(self.loops)}")
        if not self.loops and self.cycles is not None and self.cycles != (0, 0):
            raise ValueError(f"without loops there are no cycles; expected cycles 0 or None, not {shown(self.cycles)}")
        _check_cycles(self)
        put(self, "max_bridges", _whole("max_bridges", self.max_bridges, 1, 4))
        if self.max_bridges == 1 and isinstance(self.doubles, tuple) and self.doubles[0] > 0:
            raise ValueError(f"with one bridge a pair there are no doubles; expected 0 or None, not {self.doubles[0]}")
        if self.symmetry == "diagonal" and self.width != self.height:
            raise ValueError(f"a diagonal symmetry needs a square board, not {self.width}x{self.height}")
        put(self, "require", _techniques("require", self.require))
        put(self, "exclude", _techniques("exclude", self.exclude))
        both = [name for name in self.require if name in self.exclude]
        if both:
            raise ValueError(f"{both[0]!r} is required and excluded; expected one of the two")
        _check_techniques(self)
        put(self, "unknown_clues", _share("unknown_clues", self.unknown_clues))

    def __repr__(self) -> str:
        """Show what was asked for, and nothing of what was not."""
        values = ((each.name, getattr(self, each.name), each.default) for each in fields(self)[2:])
        asked = [f"{name}={value!r}" for name, value, default in values if value != default]
        return f"Spec({', '.join([str(self.width), str(self.height), *asked])})"


def most_islands(width: int, height: int) -> int:
    """Return how many islands a board could have at the very most, no two of them side by side.

    >>> most_islands(7, 7), most_islands(2, 7)
    (25, 4)
    """
    # On boards that are one or two cells wide all islands stand in a line, or they could not be joined.
    return (width * height + 1) // 2 if min(width, height) > 2 else (max(width, height) + 1) // 2


def island_range(spec: Spec) -> tuple[int, int] | None:
    """Return what `islands` or `density` asks for as numbers of islands, both included; None: nothing.

    >>> island_range(Spec(7, 7, density=0.2)), island_range(Spec(10, 10, density=(0.2, 0.29)))
    ((10, 10), (20, 29))
    """
    if isinstance(spec.islands, tuple):
        return spec.islands
    if not isinstance(spec.density, tuple):
        return None
    cells = spec.width * spec.height
    low, high = (share * cells for share in spec.density)
    if low == high:
        # By one more or less, where a symmetric board may have none with as many.
        count, spread = max(1, round(low)), 0 if spec.symmetry is None else 1
        return max(1, count - spread), count + spread
    # 0.29 * 100 is a little less than 29.
    return max(1, math.ceil(low - 1e-6)), math.floor(high + 1e-6)


def _check_islands(spec: Spec) -> None:
    asked = island_range(spec)
    if asked is None:
        return
    (low, high), most = asked, most_islands(spec.width, spec.height)
    if low > high:
        raise ValueError(f"density is {spec.density}; expected a range with a number of islands in it")
    if low > most:
        raise ValueError(
            f"{low} islands do not fit on {spec.width}x{spec.height}; expected at most {most}, no two side by side"
        )


def _check_cycles(spec: Spec) -> None:
    # Each cycle has an area of 2 by 2 at least to itself.
    most = (spec.width - 1) * (spec.height - 1) // 4 if min(spec.width, spec.height) > 2 else 0
    where = f"on {spec.width}x{spec.height}"
    asked = island_range(spec)
    if asked is not None:
        # n islands in r rows and c columns, n <= r c, have at most 2 n - r - c pairs that see each other.
        islands = asked[1]
        by_islands = islands - math.isqrt(4 * islands - 1)
        if by_islands < most:
            most, where = by_islands, f"with {islands} islands"
    if isinstance(spec.cycles, tuple) and spec.cycles[0] > most:
        raise ValueError(f"cycles is {spec.cycles[0]} or more; expected at most {most} {where}")


def _check_techniques(spec: Spec) -> None:
    if spec.loops and "no loop" in spec.require:
        raise ValueError("'no loop' is required, but loops are allowed; expected loops=False")
    if spec.difficulty is None:
        return
    level = DIFFICULTIES.index(spec.difficulty)
    for technique in TECHNIQUES:
        if technique.name in spec.require and DIFFICULTIES.index(technique.level) > level:
            raise ValueError(
                f"{technique.name!r} is required, which is {technique.level}; expected difficulty {technique.level!r} "
                f"or above, not {spec.difficulty!r}"
            )
    if all(technique.name in spec.exclude for technique in TECHNIQUES if technique.level == spec.difficulty):
        raise ValueError(f"all techniques that make a puzzle {spec.difficulty} are excluded; expected one to be left")


def _whole(name: str, value: object, low: int, high: int) -> int:
    try:
        number = whole_number(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {shown(value)}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} is {shown(number)}; expected {low}..{high}")
    return number


def _share(name: str, value: object) -> float:
    if isinstance(value, bool | str) or not hasattr(value, "__float__"):
        raise TypeError(f"{name} is a share from 0 to 1, not {shown(value)}")
    number = float(value)
    if not 0 <= number <= 1:
        raise ValueError(f"{name} is {shown(value)}; expected a share from 0 to 1")
    return number


def _pair(value: Any) -> tuple[Any, Any]:
    """Return a range: a number alone stands for both ends."""
    if isinstance(value, tuple | list) and len(value) == 2:
        return value[0], value[1]
    return value, value


def _whole_range(name: str, value: object, low: int, high: int) -> tuple[int, int] | None:
    if value is None:
        return None
    first, last = (_whole(name, end, low, high) for end in _pair(value))
    if first > last:
        raise ValueError(f"{name} is from {first} to {last}; expected the lower end first")
    return first, last


def _share_range(name: str, value: object) -> tuple[float, float] | None:
    if value is None:
        return None
    first, last = (_share(name, end) for end in _pair(value))
    if first > last:
        raise ValueError(f"{name} is from {first} to {last}; expected the lower end first")
    return first, last


def _techniques(name: str, value: Iterable[str]) -> tuple[str, ...]:
    if isinstance(value, str):
        raise TypeError(f"{name} is several names of techniques, not one text: expected ({value!r},)")
    if not isinstance(value, Iterable):
        raise TypeError(f"{name} is several names of techniques, not {shown(value)}")
    names = tuple(value)
    for each in names:
        check_choice(f"a technique in {name}", each, NAMES)
    return names
