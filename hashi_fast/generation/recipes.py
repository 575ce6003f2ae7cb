"""How puzzles of each level are made: from a Spec to the numbers of a Plan, all of them whole.

Everything here is policy: what suits a level where the Spec does not say, and what makes the kernels arrive there with
the least work. The figures behind the table are in docs/decisions/generation.md. Changing any of it changes the
puzzles, and with them `GENERATOR_VERSION`.
"""
from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from hashi_fast.deduction.techniques import LADDER_WEIGHTS, NAMES, TECHNIQUES
from hashi_fast.generation._boundary import MOST_FLOCK_BRIDGES, STRATEGIES, SYMMETRIES, Plan
from hashi_fast.generation.spec import Spec, checked_spec, island_range, least_islands, most_islands
from hashi_fast.generation.styles import FULL, KINDS, Style, usual_islands, with_doubles, without_doubles
from hashi_fast.levels import DIFFICULTIES, TATHAM_LEVELS, TATHAM_TECHNIQUES, Difficulty, TathamLevel

GENERATOR_VERSION = 6

_ONE = 65536  # shares and chances are counted in these
_MANY_ISLANDS = 200
_FEW_CELLS = 60
_TINY_BOARD = 64  # cells
_LITTLE_BOARD = 100
_SMALL_BOARD = 150
_MUCH_MIXED = 8  # changes for each island of a flock, from which on the look of the draft is lost
_LEAST_TURNED = 9  # the shorter side of boards that half a turn nearly keeps; smaller ones have few such layouts
_LEAST_MUCH_TURNED = 15  # the same for as many pairs as published boards have; smaller ones would be too much alike
_WORK_LIMIT = 1 << 25  # for one puzzle: about two seconds,
_WORK_A_CELL = 1 << 14  # or a millisecond for each cell of a large board, whichever is more
_NODE_LIMIT = 1 << 16  # for one search
_EDIT_LIMIT = 40  # and more on a large board: a draft that takes more changes than usual may take any number of them
_ANY_SCORE = (0, 2**31 - 1)
# An order without a style.
NO_LOOK = {
    "choosy": False, "longest": 0, "spans": (0,) * 8, "places": (0,) * 4, "diagonals": (0,) * 5, "fresh": (0,) * 3,
    "leaning": 0, "linking": 0, "kinds": (0,) * 3 * len(KINDS), "lengths": (0,) * 8, "costs": (0,) * 6,
    "spread_doubles": 0, "spread_links": 0, "sweeps": 0,
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Knobs:
    """What of an order suits a level, whatever the spec.

    more_bridges: chance that a pair gets a second bridge. winding: chance that the last island grows on, which makes
    chains. closeness: chance that an island is put as near as it may stand. choices: drafts grown of which the one is
    taken whose layout promises most; promise: by what it promises per island, edge, crossing and so on (_promise.pxd
    has the list). weights: how likely a change is, by kind (raised, lowered, linked, cut, split, told, moved; hidden
    clues are never told). eased: for a board without islands; two for every five islands are added. _maker.pxd explains
    the rest.
    """

    more_bridges: int
    winding: int = 0
    closeness: int = 0
    choices: int = 1
    promise: tuple[int, int, int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0, 0, 0)
    weights: tuple[int, int, int, int, int, int, int]
    looks: int
    patience: int
    mended: bool = False
    mixing: int = 0
    flocks: int = 1
    shaved: bool = False
    shaved_first: bool = False
    stirs: int = 0
    polishes: int = 0
    walks: int = 0
    milestone: int = 0
    worth: int = 0
    thin: int = 0
    hidden_first: int = _ONE
    eased: int = 0
    eased_rungs: int = 0
    knot_last: bool = False


@dataclass(frozen=True, kw_only=True)
class Order(Knobs):
    """What the kernels are told to make.

    Its fields fill the structs of _grow.pxd, _repair.pxd, _maker.pxd and _draft.pxd by their names. Shares and chances
    are in 1/65536; both ends of a range are meant.

    usual_cycles: drafts are grown for so many at most, though what comes of them may have up to cycles_high.
    required, excluded, any_of: techniques, bit k for rung k. hidden: share of the clues.
    """

    longest: int
    choosy: bool
    spans: tuple[int, ...]
    places: tuple[int, ...]
    diagonals: tuple[int, ...]
    fresh: tuple[int, ...]
    leaning: int
    linking: int
    kinds: tuple[int, ...]
    lengths: tuple[int, ...]
    costs: tuple[int, ...]
    spread_doubles: int
    spread_links: int
    sweeps: int

    width: int
    height: int
    max_bridges: int
    loops: bool
    symmetry: int
    strategy: int
    islands_low: int
    islands_high: int
    cycles_low: int
    cycles_high: int
    usual_cycles: int
    doubles_low: int
    doubles_high: int
    nearly: int
    n_rungs: int
    required: int
    excluded: int
    any_of: tuple[int, ...]
    score_low: int
    score_high: int
    hidden: int
    edit_limit: int
    work_limit: int
    node_limit: int


class Recipe(NamedTuple):
    """What suits a level.

    crowded: islands as a share of what is usual, in percent. cycles: a draft is grown for so many at most, and one more
    for every 200 cells. and_more: by how much `more_bridges` grows with each island, as long as they are not many.
    Where there is a style, none of them counts, nor do the knobs for growing.
    """

    crowded: int
    cycles: int
    knobs: Knobs
    and_more: int = 0


# Many doubles: full islands and "one each way" follow from high numbers.
_MANY_DOUBLES = Recipe(crowded=100, cycles=4, knobs=Knobs(
    more_bridges=40000, winding=40000, weights=(2, 0, 4, 8, 0, 0, 0), looks=40, patience=4, stirs=4, thin=42000,
))  # fmt: skip
# Single bridges in long chains and few cycles leave open what only the whole group decides.
_CHAINS = Recipe(crowded=100, cycles=3, knobs=Knobs(
    more_bridges=6000, winding=50000, weights=(2, 4, 0, 4, 2, 0, 0), looks=10, patience=2, stirs=8, thin=36000,
))  # fmt: skip
_OPEN: dict[Difficulty, Recipe] = {
    "easy": _MANY_DOUBLES,
    "medium": _CHAINS,
    "hard": _CHAINS,
    # The denser, the more there is to combine.
    "expert": Recipe(crowded=110, cycles=2, knobs=Knobs(
        more_bridges=6000, winding=30000, closeness=40000, weights=(4, 4, 1, 8, 2, 0, 0), mended=True, looks=40,
        patience=4,
    )),
    # Near each other and in chains: few ends to begin with, and most islands see several others.
    "extreme": Recipe(crowded=110, cycles=1, knobs=Knobs(
        more_bridges=1000, winding=45000, closeness=52000, weights=(4, 4, 1, 8, 4, 0, 0), mended=True, shaved=True,
        looks=40, patience=4, thin=36000, eased=100, eased_rungs=NAMES.index("starvation") + 1,
    )),
}  # fmt: skip
# A small board has to be denser yet.
_OPEN_SMALL: dict[Difficulty, Recipe] = _OPEN | {
    "extreme": Recipe(120, 1, replace(_OPEN["extreme"].knobs, closeness=56000)),
}
# With one bridge per pair, counts cannot be changed: links are, and chains of near islands leave most to combine.
_OPEN_SINGLE: dict[Difficulty, Recipe] = {
    level: Recipe(recipe.crowded, 0, replace(
        recipe.knobs, winding=50000, closeness=64000, weights=(4, 4, 8, 8, 0, 0, 0), eased_rungs=0,
    ))
    for level, recipe in _OPEN_SMALL.items() if recipe.knobs.mended
}  # fmt: skip
_OPEN_TATHAM: dict[TathamLevel, Recipe] = {
    "easy": _MANY_DOUBLES,
    # Low numbers beside each other limit directions; cycles would let easier techniques through. On a large board some
    # direction is always limited, and more doubles keep the rest from being harder.
    "medium": Recipe(crowded=100, cycles=0, and_more=130, knobs=Knobs(
        more_bridges=8000, weights=(8, 1, 1, 1, 0, 0, 0), looks=4, patience=0,
    )),
    "hard": _CHAINS,
}  # fmt: skip
_OPEN_ANY = Recipe(crowded=100, cycles=4, knobs=Knobs(
    more_bridges=20000, weights=(2, 2, 2, 4, 1, 0, 0), mended=True, looks=40, patience=4, stirs=4,
))  # fmt: skip


# Full boards: a style says how they grow, and the level which changes lead to it. All kinds of change are about as
# likely, since the look decides between them.
_WEIGHTS = (4, 4, 2, 4, 0, 0, 4)


def _full(*, patience: int = 4, **knobs: Any) -> Recipe:
    return Recipe(crowded=100, cycles=0, knobs=Knobs(more_bridges=0, weights=_WEIGHTS, patience=patience, **knobs))


# What layouts promise: their share of the logarithm of the odds that a walk ends at the level, fitted to 24,000 and
# 28,000 walks; in hundredths.
_HARD_PROMISE = (-91, 81, -44, 0, -57, 97, -121, -57)
_EXTREME_PROMISE = (-32, 30, -17, -9, 0, 0, 0, 0)


_FULL: dict[Difficulty, Recipe] = {
    "easy": _full(looks=100, stirs=4, thin=50000),
    "medium": _full(looks=100, stirs=4, thin=50000),
    "hard": _full(looks=400, stirs=25, patience=6, thin=44000),
    "expert": _full(looks=400, stirs=15, thin=50000),
    "extreme": _full(mended=True, shaved=True, shaved_first=True, looks=10_000, walks=25),
}
# On a small board hardly anything is expert or extreme by chance, so walks look for it. An extreme one takes long
# walks, and those that have not come far by the milestone are not worth the rest. The more layouts there are to choose
# from, the more the chosen ones are alike.
_FULL_SMALL: dict[Difficulty, Recipe] = _FULL | {
    "expert": _full(mended=True, looks=10_000, walks=25),
    "extreme": _full(
        mended=True, shaved=True, looks=10_000, walks=60, milestone=150, worth=36, choices=6, promise=_EXTREME_PROMISE,
    ),
}
# On a smaller one not even hard boards come by chance, so flocks bring them, and walks to extreme ones begin at the
# best board of two flocks. The less these are mixed, the more they look like boards of other levels.
_FLOCKS_AND_WALKS: dict[str, Any] = {
    "mended": True, "shaved": True, "looks": 10_000, "mixing": 5, "flocks": 2, "walks": 60, "milestone": 100,
    "worth": 36, "promise": _EXTREME_PROMISE,
}  # fmt: skip
_FULL_LITTLE: dict[Difficulty, Recipe] = _FULL_SMALL | {
    "hard": _full(mixing=4, looks=10_000),
    "extreme": _full(**_FLOCKS_AND_WALKS, choices=3),
}
# And on a tiny one, most layouts allow nothing hard at all.
_FULL_TINY: dict[Difficulty, Recipe] = _FULL_SMALL | {
    "hard": _full(mixing=_MUCH_MIXED, looks=10_000, choices=2, promise=_HARD_PROMISE),
    "extreme": _full(**_FLOCKS_AND_WALKS, choices=2),
}
# By the most cells that they are for. In rich boards, flocks show unless these are tiny.
_FULL_UP_TO: dict[str, tuple[tuple[int, dict[Difficulty, Recipe]], ...]] = {
    "classic": ((_TINY_BOARD, _FULL_TINY), (_LITTLE_BOARD, _FULL_LITTLE), (_SMALL_BOARD, _FULL_SMALL)),
    "rich": ((_TINY_BOARD, _FULL_TINY), (_SMALL_BOARD, _FULL_SMALL)),
}
# Where clues are hidden, hard boards are no longer rare, but expert ones are: only trials of known clues make them. So
# they are looked for with fewer hidden clues.
_FULL_HIDDEN: dict[Difficulty, Recipe] = _FULL | {
    "expert": _full(looks=10_000, thin=50000, walks=100, hidden_first=39_000),
    "extreme": _full(mended=True, shaved=True, looks=10_000, walks=25),
}
# Knots are turned and put anywhere, so it matters less that their layouts are alike.
_KNOT: dict[str, Any] = {"choices": 32, "flocks": 4, "leaning": 0, "polishes": 0}
_KNOT_SIDE = 8
_LEAST_KNOT = 7
_AROUND_KNOT = 4  # lines that are left to the rest of the board
# What is around a knot is eased; where there is none after all, nothing is.
_AROUND: dict[str, Any] = {"thin": 50000, "eased": 2**30, "eased_rungs": NAMES.index("starvation") + 1}
_LEAST_KNOTTED = _SMALL_BOARD + 1  # cells
_LEAST_KNOTTED_FIRST: dict[str, int] = {"classic": 0, "rich": 600}  # a knot shows in rich boards that are smaller
_FULL_TATHAM: dict[TathamLevel, Recipe] = {"easy": _FULL["easy"], "medium": _FULL["easy"], "hard": _FULL["medium"]}
_FULL_ANY = _full(mended=True, looks=40, stirs=4)


class Ranges(NamedTuple):
    """From where to where all puzzles of a kind are, both ends included.

    doubles: shares, in 1/65536 of the pairs. nearly: by so many 1/65536 of one pair there may be fewer or more doubles.
    """

    islands: tuple[int, int]
    cycles: tuple[int, int]
    doubles: tuple[int, int]
    nearly: int


def ranges_of(spec: Spec) -> Ranges:
    """Return the ranges that all puzzles of a spec are in. Where it does not say, islands are as suits the level."""
    recipe = _recipe_of(spec)
    # A share alone need not be met exactly, which few numbers of pairs allow: by half a pair.
    alone = isinstance(spec.doubles, tuple) and spec.doubles[0] == spec.doubles[1]
    any_cycles = _cycles(spec, spec.width * spec.height)
    return Ranges(_islands(spec, recipe), any_cycles, _doubles(spec), _ONE // 2 if alone else 0)


def _recipe_of(spec: Spec) -> Recipe:
    cells = spec.width * spec.height
    small = cells <= _SMALL_BOARD
    levels, tatham, any_level = _OPEN_SMALL if small else _OPEN, _OPEN_TATHAM, _OPEN_ANY
    if spec.max_bridges == 1:
        # (On a large board some part is extreme anyway.)
        levels = levels | {level: _OPEN_SINGLE[level] for level in _OPEN_SINGLE if small or level != "extreme"}
    if style_of(spec) is not None:
        levels = next((table for most, table in _FULL_UP_TO[spec.style] if cells <= most), _FULL)
        if spec.max_bridges == 1 and small:  # flocks mix less where there are no doubles
            levels = levels | {"extreme": _FULL_SMALL["extreme"]}
        if spec.max_bridges > MOST_FLOCK_BRIDGES:
            levels = levels | {level: _FULL_SMALL[level] for level in levels if levels[level].knobs.mixing}
        tatham, any_level = _FULL_TATHAM, _FULL_ANY
        if spec.unknown_clues:
            levels = _FULL_HIDDEN
    if spec.difficulty is not None:
        return levels[spec.difficulty]
    if spec.tatham is not None:
        return tatham[spec.tatham]
    # Hardly any board takes one of the hardest techniques unless it is made for their level.
    required = [DIFFICULTIES.index(each.level) for each in TECHNIQUES if each.name in spec.require]
    recipe = levels[DIFFICULTIES[max(required, default=0)]]
    return recipe if recipe.knobs.mended else any_level


def style_of(spec: Spec) -> Style | None:
    """Return the style of boards of this kind; None if there is none, or too few or too many islands for it."""
    style = FULL.get(spec.style)
    asked = island_range(spec)
    if style is None or asked is None:
        return style
    low, high = usual_islands(style, spec.width, spec.height)
    return style if asked[0] <= high and asked[1] >= low else None


def plan_of(spec: Spec, node_limit: int | None = None) -> Plan:
    """Return what the kernels make puzzles of this kind by.

    The salt gives each kind layouts of its own: otherwise index 0 would have the same islands at every level.
    """
    spec = checked_spec(spec)
    salt = hashlib.blake2b(repr(spec).encode(), digest_size=8).digest()
    knot = knot_of(spec)
    return Plan(
        LADDER_WEIGHTS,
        vars(order_of(spec, node_limit)),
        int.from_bytes(salt, "little"),
        None if knot is None else vars(replace(order_of(knot, node_limit), **_KNOT)),
    )


def knot_of(spec: Spec) -> Spec | None:
    """Return the kind of small board that boards of this kind grow around; None: they are made as a whole.

    A knot has the rules of the board, its share of doubles and its techniques, and otherwise the usual look. Whoever
    asks for more gets boards without one.

    >>> knot_of(Spec(25, 25, difficulty="extreme")), knot_of(Spec(25, 25, difficulty="hard"))
    (Spec(8, 8, difficulty='extreme'), None)
    """
    side = min(spec.width, spec.height) - _AROUND_KNOT
    # With one bridge per pair, hardly any 8x8 is extreme, so the side is odd.
    side = min(side - 1 + side % 2, _KNOT_SIDE + 1) if spec.max_bridges == 1 else min(side, _KNOT_SIDE)
    if spec.difficulty != "extreme" or side < _LEAST_KNOT or spec.width * spec.height < _LEAST_KNOTTED:
        return None
    knot = replace(spec, width=side, height=side, islands=None, density=None, score=None)
    plain = replace(knot, tatham=None, cycles=None, strategy="grow", symmetry=None, unknown_clues=0.0)
    return knot if knot == plain and style_of(spec) else None


def order_of(spec: Spec, node_limit: int | None = None) -> Order:
    """Return the order for puzzles of this kind."""
    recipe, ranges, style = _recipe_of(spec), ranges_of(spec), style_of(spec)
    cells = spec.width * spec.height
    levels, scores = _wanted_levels(spec), _scores(spec)
    knobs = replace(
        recipe.knobs,
        more_bridges=recipe.knobs.more_bridges + recipe.and_more * min(ranges.islands[1], _MANY_ISLANDS),
        looks=recipe.knobs.looks + cells // 16,
        eased=recipe.knobs.eased + ranges.islands[1] * 2 // 5,
    )
    usual_cycles = recipe.cycles + cells // 200
    if style is not None:
        knobs = replace(knobs, more_bridges=style.more_bridges, polishes=style.polishes)
        usual_cycles = ranges.islands[1] * style.cycles // 1000
    look = _look_of(spec, style)
    if knobs.mixing >= _MUCH_MIXED and not knobs.polishes:
        look = look | {"sweeps": 0}
    if knot_of(spec) is not None:
        knobs = replace(knobs, **_AROUND, knot_last=cells < _LEAST_KNOTTED_FIRST[spec.style])
    return Order(
        **vars(knobs),
        **look,
        width=spec.width,
        height=spec.height,
        max_bridges=spec.max_bridges,
        loops=spec.loops,
        symmetry=SYMMETRIES[spec.symmetry],
        strategy=STRATEGIES[spec.strategy],
        islands_low=ranges.islands[0],
        islands_high=ranges.islands[1],
        cycles_low=ranges.cycles[0],
        cycles_high=ranges.cycles[1],
        usual_cycles=_cycles(spec, usual_cycles)[1],
        doubles_low=ranges.doubles[0],
        doubles_high=ranges.doubles[1],
        nearly=ranges.nearly,
        n_rungs=min((last + 1 for last, _ in levels), default=len(NAMES)),
        required=_rungs(spec.require),
        excluded=_rungs(spec.exclude),
        any_of=(*(rungs for _, rungs in levels), 0, 0)[:2],
        score_low=scores[0],
        score_high=scores[1],
        hidden=math.ceil(spec.unknown_clues * _ONE),
        edit_limit=_EDIT_LIMIT + (ranges.islands[1] // 8 if style is None else 4 * ranges.islands[1]),
        work_limit=max(_WORK_LIMIT, _WORK_A_CELL * cells * (16 if spec.unknown_clues else 1)),
        node_limit=_NODE_LIMIT if node_limit is None else node_limit,
    )


def _wanted_levels(spec: Spec) -> list[tuple[int, int]]:
    """Return for each scale on which a level is asked for the last rung it may take, and the rungs that make it."""
    wanted = []
    if spec.difficulty is not None:
        names = tuple(each.name for each in TECHNIQUES if each.level == spec.difficulty)
        wanted.append((NAMES.index(names[-1]), 0 if spec.difficulty == DIFFICULTIES[0] else _rungs(names)))
    if spec.tatham is not None:
        # (He sees "no loop" earlier than our ladder does.)
        names = tuple(name for name in TATHAM_TECHNIQUES[spec.tatham] if name != "no loop")
        wanted.append((NAMES.index(names[-1]), 0 if spec.tatham == TATHAM_LEVELS[0] else _rungs(names)))
    return wanted


def _scores(spec: Spec) -> tuple[int, int]:
    """Return the range of scores that is asked for, in thousandths."""
    if not isinstance(spec.score, tuple):
        return _ANY_SCORE
    low, high = spec.score
    return math.ceil(low * 1000 - 1e-6), math.floor(high * 1000 + 1e-6)


def _look_of(spec: Spec, style: Style | None) -> dict[str, Any]:
    """Return what an order says about the look of boards. What the spec says overrules the style."""
    if style is None:
        return NO_LOOK
    look: dict[str, Any] = {name: getattr(style, name) for name in NO_LOOK if hasattr(style, name)}
    kinds = style.kinds
    if spec.max_bridges == 1:
        kinds = without_doubles(kinds)
    elif isinstance(spec.doubles, tuple):
        kinds = with_doubles(kinds, *_doubles(spec))
        look["spread_doubles"] = 0
    if spec.symmetry is not None or min(spec.width, spec.height) < _LEAST_TURNED:
        look["leaning"] = 0
    elif min(spec.width, spec.height) < _LEAST_MUCH_TURNED:
        look["leaning"] = look["leaning"] * 2 // 3
    longest = max(span for span, weight in enumerate(style.spans) if weight)
    return look | {"choosy": True, "longest": longest, "kinds": sum(kinds, ())}


def _rungs(techniques: tuple[str, ...]) -> int:
    """Return the rungs of techniques as bits."""
    return sum(1 << NAMES.index(name) for name in techniques)


def open_islands(cells: int) -> int:
    """Return the fewest islands an open board of this many cells has as a rule: 0.83 times their 0.7th power.

    That is what boards of Simon Tatham's generator have on average, from 7x7 to 40x40. Whole numbers only, so that it
    is the same everywhere.

    >>> [open_islands(side * side) for side in (7, 10, 15, 20, 25, 30, 40)]
    [12, 20, 36, 55, 75, 97, 145]
    """
    low, high = 1, max(cells, 1)
    while low < high:
        middle = (low + high + 1) // 2
        # middle <= 0.83 cells ** 0.7, to the tenth power
        if (100 * middle) ** 10 <= 83**10 * cells**7:
            low = middle
        else:
            high = middle - 1
    return low


def _islands(spec: Spec, recipe: Recipe) -> tuple[int, int]:
    asked = island_range(spec)
    most = most_islands(spec.width, spec.height)
    if asked is not None:
        return asked[0], min(asked[1], most)
    cells = spec.width * spec.height
    style = style_of(spec)
    if style is None:
        low = open_islands(cells) * recipe.crowded // 100
        high = low + max(low - 2, 0) // 10
        if recipe.crowded > 100:
            high += 2  # small boards may well be more so
    else:
        low, high = usual_islands(style, spec.width, spec.height)
        if cells <= _FEW_CELLS:
            low = low * 3 // 4  # where islands have little room, some boards are full with fewer
    if spec.symmetry is not None:
        low = min(low, most, _symmetric_room(spec)) * 4 // 5
        high = max(high, low + 4)  # not all numbers can be had
    if cells <= 25:
        low, high = low - 1, high + 1  # what is asked for may be there with one number only
    low = max(least_islands(spec), min(low, most))
    return low, max(low, min(high, most))


def _symmetric_room(spec: Spec) -> int:
    """Return about how many islands have room on a symmetric board."""
    width, height = spec.width, spec.height
    # Beside an axis between two lines no island can stand, since its image would be next to it.
    if spec.symmetry == "mirror-h" and width % 2 == 0:
        return 2 * _room(width // 2 - 1, height)
    if spec.symmetry == "mirror-v" and height % 2 == 0:
        return 2 * _room(width, height // 2 - 1)
    return _room(width, height)


def _room(width: int, height: int) -> int:
    """Return how many islands have room on any board: one on a third of all cells, or a line of them."""
    return (max(width, height) + 1) // 2 if min(width, height) <= 2 else max(4, width * height // 3)


def _cycles(spec: Spec, most: int) -> tuple[int, int]:
    """Return the range that is asked for; where none is, up to `most`."""
    if not spec.loops:
        return 0, 0
    return spec.cycles if isinstance(spec.cycles, tuple) else (0, most)


def _doubles(spec: Spec) -> tuple[int, int]:
    if not isinstance(spec.doubles, tuple):
        return 0, _ONE
    low, high = spec.doubles
    return int(low * _ONE), math.ceil(high * _ONE)
