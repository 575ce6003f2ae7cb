"""What kind of puzzle is wanted: a Spec, checked when it is made."""
from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypedDict, Unpack, get_args

from hashi_fast.deduction.techniques import NAMES, TECHNIQUES
from hashi_fast.errors import check_choice, check_keywords, shown
from hashi_fast.generation.styles import STYLES, StyleName
from hashi_fast.levels import DIFFICULTIES, TATHAM_LEVELS, Difficulty, TathamLevel
from hashi_fast.support.arguments import as_float, bool_argument, whole_argument, whole_number

Strategy = Literal["grow", "tree"]
Symmetry = Literal["rotate", "mirror-h", "mirror-v", "diagonal"]

MAX_GENERATED_SIDE = 1000  # growing cannot be interrupted; a board of this size takes some 50 ms, 0.2 s when it is full
_MOST_SCORE = 60  # more than any board can have
_MOST = MAX_GENERATED_SIDE**2  # of anything on a board; a range may end above what its board has room for

STRATEGIES = get_args(Strategy)
SYMMETRIES = get_args(Symmetry)


class SpecTargets(TypedDict, total=False):
    """The keywords of `Spec`, for functions that pass them on; so editors know them there, too."""

    difficulty: Difficulty | None
    style: StyleName
    score: float | tuple[float, float] | None
    tatham: TathamLevel | None
    islands: int | tuple[int, int] | None
    density: float | tuple[float, float] | None
    doubles: float | tuple[float, float] | None
    cycles: int | tuple[int, int] | None
    loops: bool
    max_bridges: int
    strategy: Strategy
    symmetry: Symmetry | None
    require: tuple[str, ...]
    exclude: tuple[str, ...]
    unknown_clues: float


@dataclass(frozen=True, repr=False)
class Spec:
    """What kind of puzzle is wanted.

    difficulty: its level, or None for any. score: the score of its rating, or a range. tatham: its level on the scale
    of Simon Tatham's Bridges, "easy", "medium" or "hard".
    style: how it looks, whatever its level. "classic": full boards with short bridges, a third of them doubles, and
    hardly a cycle; "rich": cycles and large numbers as well; "open": few islands and long bridges.
    islands: how many. density: islands per cell. doubles: share of the pairs with bridges that have two or more.
    cycles: independent cycles of the solution. Each of them is a number, a (low, high) range with both ends included,
    or None for what suits style and level; a share alone is met as nearly as may be. What is asked for overrules the
    style.
    loops: whether the rules allow loops. max_bridges: most a pair, 1 to 4. strategy: "grow", each island reaching out
    from those that are there, or "tree", a random tree that joins scattered places.
    symmetry: of the places of the islands; bridges and clues may break it. "rotate": they stay the same after half a
    turn, "mirror-h": with left and right swapped, "mirror-v": with top and bottom swapped, "diagonal": with rows and
    columns swapped, on square boards.
    require, exclude: techniques that it must take, or must not, by the names that `Rating.counts` has: "completion",
    "full island", "one each way", "limited directions", "limited neighbours" (easy), "forbidden pair", "no way out",
    "group isolation", "no loop" (medium), "only way out", "starvation" (hard), "combinations", "parity",
    "contradiction" (expert), "case split", "search" (extreme). They are kept in this order.
    unknown_clues: share of clues that are hidden.

    Some islands stand in the first row, in the last one, in the first column and in the last one, and no two islands
    are side by side. So boards of three rows and columns or more have three islands at least, four with the symmetries
    "rotate", "mirror-h" and "mirror-v". What cannot be at all is refused, as far as that is plain from the numbers.

    >>> from hashi_fast import Spec
    >>> Spec(10, 10, difficulty="hard", islands=(20, 24)).islands
    (20, 24)
    >>> Spec(10, 10, difficulty="tough")
    Traceback (most recent call last):
        ...
    ValueError: difficulty must be one of 'easy', 'medium', 'hard', 'expert', 'extreme', None, not 'tough'
    """

    width: int
    height: int
    difficulty: Difficulty | None = field(default=None, kw_only=True)
    style: StyleName = field(default="classic", kw_only=True)
    score: float | tuple[float, float] | None = field(default=None, kw_only=True)
    tatham: TathamLevel | None = field(default=None, kw_only=True)
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

    def __new__(cls, *_: object, **given: object) -> Spec:
        """Refuse unknown keywords with the one that may be meant; the rest is done by `__init__`."""
        check_keywords("Spec", given, _KEYWORDS)
        return super().__new__(cls)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "width", whole_argument("width", self.width, 1, MAX_GENERATED_SIDE))
        put(self, "height", whole_argument("height", self.height, 1, MAX_GENERATED_SIDE))
        check_choice("difficulty", self.difficulty, (*DIFFICULTIES, None))
        check_choice("style", self.style, STYLES)
        check_choice("tatham", self.tatham, (*TATHAM_LEVELS, None))
        put(self, "score", _score_range(self.score))
        check_choice("strategy", self.strategy, STRATEGIES)
        check_choice("symmetry", self.symmetry, (*SYMMETRIES, None))
        most = most_islands(self.width, self.height)
        put(self, "islands", _whole_range("islands", self.islands, 1, least_islands(self), most))
        put(self, "density", _share_range("density", self.density))
        put(self, "doubles", _share_range("doubles", self.doubles))
        if self.islands is not None and self.density is not None:
            raise ValueError("islands and density say the same thing; expected one of them")
        _check_islands(self)
        put(self, "cycles", _whole_range("cycles", self.cycles, 0, 0, _most_cycles(self)[0]))
        put(self, "loops", bool_argument("loops", self.loops))
        if not self.loops and isinstance(self.cycles, tuple) and self.cycles[0] > 0:
            raise ValueError(f"without loops there are no cycles; expected 0, (0, high) or None, not {self.cycles}")
        _check_cycles(self)
        put(self, "max_bridges", whole_argument("max_bridges", self.max_bridges, 1, 4))
        if self.max_bridges == 1 and isinstance(self.doubles, tuple) and self.doubles[0] > 0:
            raise ValueError(f"with one bridge a pair there are no doubles; expected 0 or None, not {self.doubles[0]}")
        _check_symmetry(self)
        put(self, "require", _techniques("require", self.require))
        put(self, "exclude", _techniques("exclude", self.exclude))
        both = [name for name in self.require if name in self.exclude]
        if both:
            raise ValueError(f"{both[0]!r} is required and excluded; expected one of the two")
        _check_techniques(self)
        put(self, "unknown_clues", _share("unknown_clues", self.unknown_clues))

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the fields of a pickled spec with all checks: a pickle is input like any other."""
        vars(self).update(vars(Spec(**state)))

    @classmethod
    def parse(cls, text: str) -> tuple[Spec, int]:
        """Read a kind and a number of puzzles: size, level and count, then any keywords of Spec.

        Level and count may be left out: any level, and one puzzle. Keywords are written as in name=value; a range is
        LOW-HIGH, several techniques are separated by commas, and spaces in their names may be written as hyphens.

        >>> from hashi_fast import Spec
        >>> Spec.parse("10x10 hard 60 style=rich symmetry=rotate")
        (Spec(10, 10, difficulty='hard', style='rich', symmetry='rotate'), 60)
        >>> Spec.parse("7x7 3 islands=12-14 require=only-way-out")
        (Spec(7, 7, islands=(12, 14), require=('only way out',)), 3)
        """
        from hashi_fast.generation.spec_text import parse_kind

        return parse_kind(text)

    @classmethod
    def climb(cls, n: int, width: int, height: int, **targets: Unpack[SpecTargets]) -> list[Spec]:
        """Return n specs whose scores rise in even steps over those of a level, or of all levels up to expert.

        The arguments are those of Spec, except for `score`: that is what the specs differ in. Steps may overlap, so
        that each of them can be met.

        >>> from hashi_fast import Spec
        >>> [spec.score for spec in Spec.climb(3, 10, 10, difficulty="hard")]
        [(9.0, 9.4), (9.4, 9.8), (9.8, 10.2)]
        """
        from hashi_fast.generation.climbing import climbing_specs

        return climbing_specs(n, width, height, targets)

    def __repr__(self) -> str:
        """Show what was asked for, and nothing of what was not."""
        values = ((each.name, getattr(self, each.name), each.default) for each in fields(self)[2:])
        asked = [f"{name}={value!r}" for name, value, default in values if value != default]
        return f"Spec({', '.join([str(self.width), str(self.height), *asked])})"


_KEYWORDS = tuple(each.name for each in fields(Spec))


def checked_spec(spec: Spec) -> Spec:
    """Return an equal spec that has passed all checks, or raise what is wrong with it.

    A spec is checked when it is made. But its fields can be changed by force, and a subclass may have others.

    >>> spec = Spec(7, 7)
    >>> object.__setattr__(spec, "max_bridges", 100)
    >>> checked_spec(spec)
    Traceback (most recent call last):
        ...
    ValueError: max_bridges must be a whole number from 1 to 4, not 100
    """
    return Spec(**{each.name: getattr(spec, each.name) for each in fields(Spec)})


def most_islands(width: int, height: int) -> int:
    """Return how many islands a board could have at the very most, no two of them side by side.

    >>> most_islands(7, 7), most_islands(2, 7)
    (25, 4)
    """
    # On boards that are one or two cells wide all islands stand in a line, or they could not be joined.
    return (width * height + 1) // 2 if min(width, height) > 2 else (max(width, height) + 1) // 2


def least_islands(spec: Spec) -> int:
    """Return how many islands a board must have: they are joined, and some stand on each border.

    Of two rows or columns side by side only one is used, so that both count as its border.

    >>> [least_islands(Spec(*size)) for size in ((2, 2), (1, 7), (2, 7), (7, 7))]
    [1, 2, 2, 3]
    >>> least_islands(Spec(7, 7, symmetry="rotate"))
    4
    """
    if min(spec.width, spec.height) <= 2:
        return 1 if max(spec.width, spec.height) <= 2 else 2
    # Three reach all borders from a corner, and that only the diagonal maps onto itself.
    return 3 if spec.symmetry in (None, "diagonal") else 4


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
    (low, high), least, most = asked, least_islands(spec), most_islands(spec.width, spec.height)
    size = f"{spec.width}x{spec.height}" if spec.symmetry is None else f"{spec.width}x{spec.height} ({spec.symmetry})"
    if low > high:
        raise ValueError(f"density is {spec.density}; expected a range with a number of islands in it")
    if high < least:
        found = f"density is {spec.density[1]:g}" if isinstance(spec.density, tuple) else f"islands is {high}"
        why = "islands are joined, and some stand on each border"
        raise ValueError(f"{found}, too few for {size}; expected {least} islands or more, since {why}")
    if low > most:
        raise ValueError(f"{low} islands do not fit on {size}; expected at most {most}, no two side by side")


def _most_cycles(spec: Spec) -> tuple[int, str]:
    """Return how many cycles there could be at the very most, and what sets that limit."""
    # Each cycle has an area of 2 by 2 at least to itself.
    most = (spec.width - 1) * (spec.height - 1) // 4 if min(spec.width, spec.height) > 2 else 0
    asked = island_range(spec)
    if asked is not None:
        # n islands in r rows and c columns, n <= r c, have at most 2 n - r - c pairs that see each other.
        islands = asked[1]
        by_islands = islands - math.isqrt(4 * islands - 1)
        if by_islands < most:
            return by_islands, f"with {islands} islands"
    return most, f"on {spec.width}x{spec.height}"


def _check_cycles(spec: Spec) -> None:
    most, where = _most_cycles(spec)
    if isinstance(spec.cycles, tuple) and spec.cycles[0] > most:
        raise ValueError(f"cycles is {spec.cycles[0]} or more; expected at most {most} {where}")


def _check_symmetry(spec: Spec) -> None:
    if spec.symmetry == "diagonal" and spec.width != spec.height:
        raise ValueError(f"a diagonal symmetry needs a square board, not {spec.width}x{spec.height}")
    narrow = (spec.width == 2 and spec.symmetry in ("rotate", "mirror-h")) or (
        spec.height == 2 and spec.symmetry in ("rotate", "mirror-v")
    )
    if narrow:
        # Islands on one of two lines side by side have their images on the other, and nothing joins the lines.
        raise ValueError(f"symmetry {spec.symmetry!r} swaps two lines side by side on {spec.width}x{spec.height}")


def _check_techniques(spec: Spec) -> None:
    if spec.loops and "no loop" in spec.require:
        raise ValueError("'no loop' is required, but loops are allowed; expected loops=False")
    if spec.max_bridges == 1 and (spec.tatham == "medium" or "limited directions" in spec.require):
        # Where all directions take one bridge, what the others leave over is what a full island says.
        raise ValueError("with one bridge per pair no direction is limited; expected max_bridges 2..4")
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


def _share(name: str, value: object) -> float:
    if isinstance(value, bool | str) or not hasattr(value, "__float__"):
        raise TypeError(f"{name} must be a share from 0 to 1, not {shown(value)}")
    number = as_float(value)
    if not 0 <= number <= 1:
        raise ValueError(f"{name} is {shown(value)}; expected a share from 0 to 1")
    return number


def _ends(value: Any) -> tuple[Any, Any]:
    """Return both ends of a range, for which a number alone stands as well."""
    return (value[0], value[1]) if isinstance(value, tuple | list) and len(value) == 2 else (value, value)


def _whole_range(name: str, value: object, low: int, least: int, most: int) -> tuple[int, int] | None:
    """Return a range of numbers from `low` on; `least` and `most` are what a board of the kind could have."""
    if value is None:
        return None
    try:
        first, last = map(whole_number, _ends(value))
    except TypeError:
        raise TypeError(f"{name} must be a whole number or (low, high), not {shown(value)}") from None
    for end in (first, last):
        if not low <= end <= _MOST:
            raise ValueError(f"{name} is {shown(end)}; expected {least}..{most}")
    _check_order(name, first, last)
    return first, last


def _share_range(name: str, value: object) -> tuple[float, float] | None:
    if value is None:
        return None
    try:
        first, last = (_share(name, end) for end in _ends(value))
    except TypeError:
        raise TypeError(f"{name} must be a share from 0 to 1 or (low, high), not {shown(value)}") from None
    _check_order(name, first, last)
    return first, last


def _score_range(value: object) -> tuple[float, float] | None:
    if value is None:
        return None
    ends = _ends(value)
    if any(isinstance(end, bool | str) or not hasattr(end, "__float__") for end in ends):
        raise TypeError(f"score must be a number or (low, high), not {shown(value)}")
    first, last = map(as_float, ends)
    for end in (first, last):
        if not 0 <= end <= _MOST_SCORE:
            raise ValueError(f"score is {shown(end)}; expected 0..{_MOST_SCORE}")
    _check_order("score", first, last)
    return first, last


def _check_order(name: str, first: float, last: float) -> None:
    if first > last:
        raise ValueError(f"{name} is from {first} to {last}; expected the lower end first")


def _techniques(name: str, value: Iterable[str]) -> tuple[str, ...]:
    """Return the names in the order of the ladder, each once, so that equal wishes make equal specs."""
    if isinstance(value, str):
        raise TypeError(f"{name} is several names of techniques, not one text: expected ({value!r},)")
    if not isinstance(value, Iterable):
        raise TypeError(f"{name} is several names of techniques, not {shown(value)}")
    asked = tuple(value)
    for each in asked:
        check_choice(f"a technique in {name}", each, NAMES)
    return tuple(each for each in NAMES if each in asked)
