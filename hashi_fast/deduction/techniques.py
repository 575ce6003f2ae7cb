"""The ladder of techniques: the one table from which ratings, hints and the generator take names, levels and weights.

The kernels look for steps (`_rungs_*.pyx`, in the order of `RUNGS` in `_ladder.pyx`). Everything that is a matter of
judgement is here. A new technique takes a function in `_rungs_*.pyx`, a row in `RUNGS`, a row here and a sentence in
`coaching/sentences/`.

Levels. A puzzle is as hard as the hardest technique that it needs. Where a level ends was taken from puzzles that
people publish with a level: counting around islands is easy, groups that may not close are medium, looking along a
whole group or two islands ahead is hard, trying is expert, and comparing what several trials lead to is extreme.

Weights say how long people look for a step once nothing easier is left, compared with 10 for a full island. Only their
ratios count, and the score takes a logarithm, so rough values will do. They depend on how many places one has to keep
in mind (one island, its neighbours, a group, a whole side of the board), on whether the facts are printed or have to be
worked out, and on whether a step can be seen or has to be tried. They were set for these reasons and then compared with
levels that people give; two of them were moved by what that showed (see docs/decisions/rating.md).
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hashi_fast.deduction._boundary import LADDER, Ladder
from hashi_fast.levels import DIFFICULTIES, Difficulty


class Technique(NamedTuple):
    """A rung: its name, its number in the literature, its level, its weight and the reason for the weight.

    >>> from hashi_fast.deduction.techniques import TECHNIQUES
    >>> [technique.name for technique in TECHNIQUES if technique.level == "hard"]
    ['only way out', 'starvation']
    """

    name: str
    number: str
    level: Difficulty
    weight: int
    why: str


TECHNIQUES = (
    Technique("completion", "4", "easy", 1, "done in passing: the number is reached, or a line is in the way"),
    Technique("full island", "1", "easy", 10, "one island, and the numbers printed around it"),
    Technique("one each way", "2", "easy", 15, "one island and its number of open directions, but an 'at least'"),
    Technique("limited directions", "3", "easy", 60, "adding up printed numbers around an island, one left out"),
    Technique("limited neighbours", "3b", "easy", 80, "the same with what each neighbour still needs, kept in mind"),
    Technique("forbidden pair", "5", "medium", 180, "two printed numbers; but a rule about the whole board"),
    Technique("no way out", "6", "medium", 300, "an island and all neighbours, and what they would close together"),
    Technique("group isolation", "7", "medium", 500, "adding up what groups of islands still need"),
    Technique("no loop", "7b", "medium", 200, "following a chain of bridges that can be seen"),
    Technique("only way out", "8", "hard", 500, "looking along the border of a group for ways that are left"),
    Technique("starvation", "9", "hard", 1500, "trying a bridge, and looking at islands two steps away"),
    Technique("combinations", "10", "expert", 2500, "listing all ways to serve an island and checking each"),
    Technique("parity", "11", "expert", 3500, "adding up a whole part of the board; few people know it"),
    Technique("contradiction", "12", "expert", 6000, "trying a bridge, and following what it leads to"),
    Technique("case split", "13", "extreme", 30_000, "following two cases to the end and comparing them"),
    Technique("search", "14", "extreme", 150_000, "guessing, and remembering where to go back to"),
)
"""All techniques, in the order of the rungs: each with its name, level, weight and the reason for the weight."""

# Drawing what a step concludes also takes time, a little and always the same. This orders puzzles that differ in length
# only.
STEP_WEIGHT = 2

NAMES = tuple(technique.name for technique in TECHNIQUES)
if NAMES != LADDER:
    raise ImportError(f"the table of techniques has the rungs {NAMES}, the kernels {LADDER}")

WEIGHTS = {technique.name: technique.weight for technique in TECHNIQUES}

# The same for the kernels.
LADDER_WEIGHTS = Ladder(
    [technique.weight for technique in TECHNIQUES],
    [DIFFICULTIES.index(technique.level) for technique in TECHNIQUES],
    STEP_WEIGHT,
)


def by_technique(steps: Sequence[int]) -> dict[str, int]:
    """Return the number of steps by technique, for the techniques that were used. `steps` has one entry per rung."""
    return {name: count for name, count in zip(NAMES, steps, strict=True) if count}
