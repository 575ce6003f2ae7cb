"""Styles: how boards look, whatever their level. The tables that the kernels grow and change drafts by.

"classic" boards are full, with short bridges, a third of them doubles and hardly a cycle, as magazines and most sites
print them. "rich" ones have cycles and large numbers as well, and the islands nearly stay in place under half a turn.
"open" ones have few islands and long bridges; there the look is left to the recipe of the level.

The first two follow puzzles that people publish: 125 boards of 9x13 and 16x22, and 310 from 11x11 to 20x20. Kinds of
islands are as frequent on one size as on another, once they are counted apart on the rim, beside it and inside; so one
table serves all sizes. Changing drafts until they have one solution favours some kinds over others. The tables below
allow for that: they were fitted until finished puzzles had the frequencies of published ones.
docs/decisions/generation.md says how that was measured, and what still tells ours from theirs.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

StyleName = Literal["classic", "rich", "open"]

STYLES = get_args(StyleName)

# The kinds of islands as _look.pxd counts them: (links, doubles among them).
KINDS = tuple((links, doubles) for links in range(5) for doubles in range(links + 1))

_ONE = 65536  # chances are counted in these
_EVEN = 1024  # and odds in these

Zones = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, kw_only=True)
class Style:
    """What boards of a style look like.

    inside, rim: islands per cell there, in 1/1000. fewest, most: islands of a board, in percent of what these give.
    cycles: independent cycles per 1,000 islands, at most.

    How boards grow. more_bridges: chance of a double. spans: how likely a new island is by the length of its bridge,
    from 0 on. places: chance that it is accepted inside, on a line beside the rim, on the rim and in a corner.
    diagonals: by the number of islands diagonally beside it. fresh: by how many of its row and column have no island
    yet. leaning: share of islands put in pairs under half a turn. linking: chance that it is linked to another one
    that it sees.

    How they are changed. kinds: how many islands there should be of each of KINDS, on the rim, beside it and inside;
    lengths: how many bridges of each length. Only ratios count. costs: what deviations cost (see _look.pxd).
    spread_doubles, spread_links: by how much the odds of both vary from board to board, in 1/1024. sweeps: changes
    tried per island before a board is made unique. polishes: changes tried for the look alone once it is finished.
    """

    inside: int
    rim: int
    fewest: int
    most: int
    cycles: int
    more_bridges: int
    spans: tuple[int, ...]
    places: tuple[int, int, int, int]
    diagonals: tuple[int, int, int, int, int]
    fresh: tuple[int, int, int]
    leaning: int = 0
    linking: int = 0
    kinds: Zones
    lengths: tuple[int, ...]
    costs: tuple[int, int, int, int, int, int] = (2048, 2048, 2048, 2048, 2048, 1024)
    spread_doubles: int
    spread_links: int = 0
    sweeps: int = 6
    polishes: int = 0


FULL: dict[StyleName, Style] = {
    "classic": Style(
        inside=300, rim=420, fewest=93, most=125, cycles=15,
        more_bridges=21600,
        spans=(0, 0, 1000, 576, 100, 31, 10, 3),
        places=(45000, _ONE, _ONE, 48000), diagonals=(40000, 58500, _ONE, _ONE, _ONE), fresh=(47000, _ONE, _ONE),
        kinds=(
            (0, 58, 105, 194, 377, 3, 128, 89, 2, 1, 0, 0, 0, 0, 0),
            (0, 135, 142, 265, 259, 3, 108, 60, 0, 1, 0, 0, 0, 0, 0),
            (0, 117, 124, 196, 193, 14, 112, 103, 27, 6, 17, 10, 11, 19, 22),
        ),
        lengths=(0, 0, 624, 264, 104, 2, 4, 1),
        spread_doubles=250,
    ),
    "rich": Style(
        inside=300, rim=420, fewest=95, most=112, cycles=250,
        more_bridges=16000,
        spans=(0, 0, 1000, 510, 40, 6, 2, 0),
        places=(39000, _ONE, 61000, _ONE), diagonals=(43700, 62600, _ONE, 50000, 28000), fresh=(48000, _ONE, _ONE),
        leaning=30000, linking=21200,
        kinds=(
            (0, 274, 6, 585, 78, 0, 50, 7, 0, 0, 0, 0, 0, 0, 0),
            (0, 147, 1, 150, 28, 1, 379, 195, 98, 1, 0, 0, 0, 0, 0),
            (0, 82, 2, 133, 33, 2, 124, 69, 35, 4, 227, 139, 97, 47, 5),
        ),
        lengths=(0, 0, 675, 256, 47, 22, 0, 0),
        spread_doubles=150, spread_links=100, polishes=20,
    ),
}  # fmt: skip


def usual_islands(style: Style, width: int, height: int) -> tuple[int, int]:
    """Return the fewest and the most islands that a board of a style has as a rule.

    >>> usual_islands(FULL["classic"], 10, 10)
    (31, 43)
    """
    inside = max(width - 2, 0) * max(height - 2, 0)
    usual = style.inside * inside + style.rim * (width * height - inside)
    return usual * style.fewest // 100_000, -(-usual * style.most // 100_000)


def without_doubles(kinds: Zones) -> Zones:
    """Return the table for boards with one bridge per pair: each kind counts as the one with as many links."""
    first, second, third = (
        tuple(0 if doubles else sum(_with_links(zone, links)) for links, doubles in KINDS) for zone in kinds
    )
    return first, second, third


def _with_links(zone: tuple[int, ...], links: int) -> list[int]:
    return [weight for weight, kind in zip(zone, KINDS, strict=True) if kind[0] == links]


def with_doubles(kinds: Zones, low: int, high: int) -> Zones:
    """Return the table with the odds of doubles changed, so that their share is in the middle of a range, in 1/65536.

    >>> kinds = with_doubles(FULL["classic"].kinds, 32768, 32768)
    >>> [round(sum(w * j for w, (_, j) in zip(z, KINDS)) / sum(w * n for w, (n, _) in zip(z, KINDS)), 1) for z in kinds]
    [0.5, 0.5, 0.5]
    """
    first, second, third = (_tilted(zone, low + high) for zone in kinds)
    return first, second, third


def _tilted(zone: tuple[int, ...], twice: int) -> tuple[int, ...]:
    """Return the weights at the odds that give half of `twice`, found by bisection in whole numbers."""
    if twice <= 0:
        return tuple(weight if not doubles else 0 for weight, (_, doubles) in zip(zone, KINDS, strict=True))
    least, most = 1, _EVEN * _EVEN
    while least < most:
        odds = (least + most) // 2
        tilted = _at_odds(zone, odds)
        doubles = sum(weight * kind[1] for weight, kind in zip(tilted, KINDS, strict=True))
        links = sum(weight * kind[0] for weight, kind in zip(tilted, KINDS, strict=True))
        if 2 * _ONE * doubles < twice * links:
            least = odds + 1
        else:
            most = odds
    tilted = _at_odds(zone, least)
    return tuple(10_000 * weight // sum(tilted) for weight in tilted)


def _at_odds(zone: tuple[int, ...], odds: int) -> tuple[int, ...]:
    # One in a thousand more of each: a kind that is hardly ever there may have to become usual.
    return tuple(
        (weight + (links > 0)) * odds**doubles * _EVEN ** (4 - doubles)
        for weight, (links, doubles) in zip(zone, KINDS, strict=True)
    )
