"""How puzzles of each level are made: from a Spec to the numbers of a Plan, all of them whole.

Everything here is policy: what suits a level where the Spec does not say, and what makes the kernels arrive there with
the least work. The figures behind the table are in docs/decisions/generation.md. Changing any of it changes the
puzzles, and with them `GENERATOR_VERSION`.
"""
from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

from hashi_fast.deduction.techniques import LADDER_WEIGHTS, NAMES, TECHNIQUES
from hashi_fast.generation._boundary import STRATEGIES, SYMMETRIES, Plan
from hashi_fast.generation.spec import Spec, island_range, least_islands, most_islands
from hashi_fast.levels import DIFFICULTIES

GENERATOR_VERSION = 1

_ONE = 65536  # shares and chances are counted in these
_MANY_ISLANDS = 200
_WORK_LIMIT = 1 << 23  # for one puzzle: half a second,
_WORK_A_CELL = 1 << 15  # and 2 ms more for each cell, since larger boards take longer
_NODE_LIMIT = 1 << 16  # for one search
_EDIT_LIMIT = 40  # and more on a large board: a draft that takes more changes than usual may take any number of them


@dataclass(frozen=True, kw_only=True)
class Knobs:
    """What of an order suits a level, whatever the spec.

    more_bridges: chance that a pair gets a second bridge. winding: chance that the last island grows on, which makes
    chains. closeness: chance that an island is put as near as it may stand. weights: how likely a change is, by kind
    (raised, lowered, linked, cut, split, told; hidden clues are never told). The rest is explained in _maker.pxd.
    """

    more_bridges: int
    winding: int = 0
    closeness: int = 0
    weights: tuple[int, int, int, int, int, int]
    looks: int
    patience: int
    mended: bool = False
    shaved: bool = False
    stirs: int = 0
    thin: int = 0


@dataclass(frozen=True, kw_only=True)
class Order(Knobs):
    """What the kernels are told to make.

    Its fields fill the structs of _grow.pxd, _repair.pxd, _maker.pxd and _draft.pxd by their names. Shares and chances
    are in 1/65536; both ends of a range are meant.

    usual_cycles: drafts are grown for so many at most, though what comes of them may have up to cycles_high.
    required, excluded: techniques, bit k for rung k. hidden: share of the clues.
    """

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
    level_low: int
    level_high: int
    required: int
    excluded: int
    hidden: int
    edit_limit: int
    work_limit: int
    node_limit: int


class Recipe(NamedTuple):
    """What suits a level.

    crowded: islands as a share of what is usual, in percent. cycles: a draft is grown for so many at most, and one more
    for every 200 cells. and_more: by how much `more_bridges` grows with each island, as long as they are not many.
    """

    crowded: int
    cycles: int
    knobs: Knobs
    and_more: int = 0


_RECIPES = {
    # Many doubles: full islands and "one each way" follow from high numbers.
    "easy": Recipe(crowded=100, cycles=4, knobs=Knobs(
        more_bridges=40000, winding=40000, weights=(2, 0, 4, 8, 0, 0), looks=40, patience=4, stirs=4, thin=42000,
    )),
    # Low numbers beside each other limit directions; cycles would let easier techniques through. On a large board some
    # direction is always limited, and more doubles keep the rest from being harder.
    "medium": Recipe(crowded=100, cycles=0, and_more=130, knobs=Knobs(
        more_bridges=8000, weights=(8, 1, 1, 1, 0, 0), looks=4, patience=0,
    )),
    # Single bridges in long chains and few cycles leave open what only the whole group decides.
    "hard": Recipe(crowded=100, cycles=3, knobs=Knobs(
        more_bridges=6000, winding=50000, weights=(2, 4, 0, 4, 2, 0), looks=10, patience=2, stirs=2,
    )),
    # The denser, the more there is to combine.
    "expert": Recipe(crowded=110, cycles=2, knobs=Knobs(
        more_bridges=6000, winding=30000, closeness=40000, weights=(4, 4, 1, 8, 2, 0), mended=True, looks=40,
        patience=4,
    )),
    # Near each other and in chains: few ends to begin with, and most islands see several others.
    "extreme": Recipe(crowded=120, cycles=1, knobs=Knobs(
        more_bridges=1000, winding=45000, closeness=56000, weights=(4, 4, 1, 8, 4, 0), mended=True, shaved=True,
        looks=40, patience=4,
    )),
}  # fmt: skip
_ANY = Recipe(crowded=100, cycles=4, knobs=Knobs(
    more_bridges=20000, weights=(2, 2, 2, 4, 1, 0), mended=True, looks=40, patience=4, stirs=4,
))  # fmt: skip


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
    if spec.difficulty is not None:
        return _RECIPES[spec.difficulty]
    # Hardly any board takes one of the hardest techniques unless it is made for their level.
    required = [DIFFICULTIES.index(each.level) for each in TECHNIQUES if each.name in spec.require]
    recipe = _RECIPES[DIFFICULTIES[max(required, default=0)]]
    return recipe if recipe.knobs.mended else _ANY


def plan_of(spec: Spec, node_limit: int | None = None) -> Plan:
    """Return what the kernels make puzzles of this kind by."""
    return Plan(LADDER_WEIGHTS, vars(order_of(spec, node_limit)))


def order_of(spec: Spec, node_limit: int | None = None) -> Order:
    """Return the order for puzzles of this kind."""
    recipe, ranges = _recipe_of(spec), ranges_of(spec)
    cells = spec.width * spec.height
    level = None if spec.difficulty is None else DIFFICULTIES.index(spec.difficulty)
    knobs = replace(
        recipe.knobs,
        more_bridges=recipe.knobs.more_bridges + recipe.and_more * min(ranges.islands[1], _MANY_ISLANDS),
        looks=recipe.knobs.looks + cells // 16,
    )
    return Order(
        **vars(knobs),
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
        usual_cycles=_cycles(spec, recipe.cycles + cells // 200)[1],
        doubles_low=ranges.doubles[0],
        doubles_high=ranges.doubles[1],
        nearly=ranges.nearly,
        level_low=0 if level is None else level,
        level_high=len(DIFFICULTIES) - 1 if level is None else level,
        required=_rungs(spec.require),
        excluded=_rungs(spec.exclude),
        hidden=math.ceil(spec.unknown_clues * _ONE),
        edit_limit=_EDIT_LIMIT + ranges.islands[1] // 8,
        work_limit=_WORK_LIMIT + _WORK_A_CELL * cells,
        node_limit=_NODE_LIMIT if node_limit is None else node_limit,
    )


def _rungs(techniques: tuple[str, ...]) -> int:
    """Return the rungs of techniques as bits."""
    return sum(1 << NAMES.index(name) for name in techniques)


def usual_islands(cells: int) -> int:
    """Return the fewest islands a board of this many cells has as a rule: 0.83 times their 0.7th power.

    That is what boards of Simon Tatham's generator have on average, from 7x7 to 40x40. Whole numbers only, so that it
    is the same everywhere.

    >>> [usual_islands(side * side) for side in (7, 10, 15, 20, 25, 30, 40)]
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
    low = usual_islands(cells) * recipe.crowded // 100
    high = low + max(low - 2, 0) // 10
    if recipe.crowded > 100:
        high += 2  # small boards may well be more so
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
