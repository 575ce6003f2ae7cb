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
    "easy": ((22, 35, 52, 66, 78, 88, 98), (38, 56, 71, 83, 91, 98, 106)),
    "medium": ((57, 62, 72, 83, 95, 105, 115), (70, 78, 88, 97, 106, 115, 123)),
    "hard": ((85, 83, 89, 96, 103, 111, 118), (92, 95, 101, 109, 116, 124, 131)),
    "expert": ((92, 94, 98, 104, 110, 118, 127), (100, 107, 115, 121, 129, 136, 143)),
    # Large ones grow around a small one, so they are hardly harder.
    "extreme": ((116, 119, 120, 123, 126, 128, 132), (126, 128, 133, 134, 136, 137, 140)),
}
# Few islands with many doubles are easier than many islands with a few.
_OPEN: _Scores = {
    "easy": ((20, 29, 38, 47, 58, 67, 77), (34, 46, 57, 65, 73, 81, 90)),
    "medium": ((50, 62, 74, 84, 95, 103, 111), (71, 80, 87, 95, 104, 112, 119)),
    "hard": ((84, 83, 88, 95, 102, 108, 114), (91, 94, 100, 105, 111, 118, 125)),
    "expert": ((92, 96, 99, 104, 112, 120, 128), (100, 109, 116, 122, 129, 135, 142)),
    "extreme": ((116, 119, 122, 125, 130, 136, 142), (126, 127, 133, 141, 145, 150, 156)),
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
    ((90, 102), (54, 115))
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
