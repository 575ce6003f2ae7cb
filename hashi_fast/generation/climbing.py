"""Specs whose scores climb evenly, so that a pack gets harder bit by bit."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from hashi_fast.generation.recipes import ranges_of, style_of
from hashi_fast.generation.spec import Spec
from hashi_fast.levels import DIFFICULTIES, Difficulty
from hashi_fast.support.arguments import whole_argument

# Scores that boards of a level have, in tenths: nine of ten are above the first and below the second. By the number of
# islands: 8, 16, 32, 64, 128, 256, 512.
_Scores = dict[Difficulty, tuple[tuple[int, ...], tuple[int, ...]]]
_FULL: _Scores = {
    "easy": ((23, 35, 50, 63, 75, 86, 98), (36, 56, 69, 80, 89, 97, 105)),
    "medium": ((57, 63, 72, 84, 95, 105, 116), (69, 79, 90, 99, 107, 115, 124)),
    "hard": ((84, 82, 90, 98, 107, 116, 126), (94, 99, 107, 115, 122, 129, 136)),
    "expert": ((92, 94, 98, 105, 114, 121, 130), (100, 105, 113, 122, 130, 137, 144)),
    "extreme": ((116, 118, 121, 125, 129, 133, 137), (126, 129, 132, 140, 146, 152, 158)),
}
# Few islands with many doubles are easier than many islands with a few.
_OPEN: _Scores = _FULL | {
    "easy": ((21, 29, 39, 47, 57, 67, 77), (33, 45, 55, 64, 73, 82, 91)),
    "medium": ((51, 61, 75, 85, 96, 105, 114), (72, 82, 90, 99, 106, 114, 122)),
}
_TOLERANCE = 20  # on both sides of a score, in hundredths: about one draft of five is within it


def climbing_specs(n: int, width: int, height: int, targets: Any) -> list[Spec]:
    """Return the specs of `Spec.climb`."""
    number = whole_argument("n", n, 1)
    if targets.get("score") is not None:
        raise ValueError("score is what the specs of a climb differ in; expected no score")
    spec = Spec(width, height, **targets)
    low, high = usual_scores(spec)
    # In hundredths, from the middle of the first step to the middle of the last one.
    middles = [10 * low + 10 * (high - low) * (2 * k + 1) // (2 * number) for k in range(number)]
    tolerance = max(_TOLERANCE, -(-5 * (high - low) // number))
    return [replace(spec, score=((at - tolerance) / 100, (at + tolerance) / 100)) for at in middles]


def usual_scores(spec: Spec) -> tuple[int, int]:
    """Return the lowest and the highest score that most puzzles of a kind have, in tenths.

    >>> usual_scores(Spec(10, 10, difficulty="hard")), usual_scores(Spec(10, 10))
    ((91, 108), (52, 114))
    """
    table = _OPEN if style_of(spec) is None else _FULL
    islands = sum(ranges_of(spec).islands) // 2
    if spec.difficulty is not None:
        lows, highs = table[spec.difficulty]
    else:
        lows, highs = table[DIFFICULTIES[0]][0], table[DIFFICULTIES[3]][1]
    return _between(lows, islands), _between(highs, islands)


def _between(values: tuple[int, ...], islands: int) -> int:
    """Return the value for a number of islands: linear between powers of two, and that of the nearest one beyond."""
    if islands <= 8:
        return values[0]
    k = islands.bit_length() - 4
    if k >= len(values) - 1:
        return values[-1]
    first = 8 << k
    return values[k] + (values[k + 1] - values[k]) * (islands - first) // first
