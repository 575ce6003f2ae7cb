"""The ladder of techniques: the one table from which ratings, hints and the generator take names, levels and weights.

The kernels look for steps (`_rungs_*.pyx`, in the order of `RUNGS` in `_ladder.pyx`). Everything that is a matter of
judgement is here. A new technique takes a function in `_rungs_*.pyx`, a row in `RUNGS`, a row here and a sentence in
`coaching/sentences/`.

Levels. A puzzle is as hard as the hardest technique that it needs.

Weights say how long people look for a step once nothing easier is left, compared with 10 for a full island. Only their
ratios count, and the score takes a logarithm, so rough values will do. They depend on how many places one has to keep
in mind (one island, its neighbours, a group, a whole side of the board), on whether the facts are printed or have to be
worked out, and on whether a step can be seen or has to be tried. They were set for these reasons and then compared with
one known scale (Simon Tatham's three levels; see docs/decisions/rating.md). They were not fitted to any scale.
"""
from __future__ import annotations

from typing import NamedTuple

from hashi_fast.deduction._boundary import LADDER, Ladder
from hashi_fast.levels import DIFFICULTIES, Difficulty


class Technique(NamedTuple):
    """A rung: its name, its number in the literature, its level, its weight and the reason for the weight.

    >>> from hashi_fast.deduction.techniques import TECHNIQUES
    >>> [technique.name for technique in TECHNIQUES if technique.level == "easy"]
    ['completion', 'full island', 'one each way']
    """

    name: str
    number: str
    level: Difficulty
    weight: int
    why: str


# In the order of the rungs.
TECHNIQUES = (
    Technique("completion", "4", "easy", 1, "done in passing: the number is reached, or a line is in the way"),
    Technique("full island", "1", "easy", 10, "one island, and the numbers printed around it"),
    Technique("one each way", "2", "easy", 15, "one island and its number of open directions, but an 'at least'"),
    Technique("limited directions", "3", "medium", 60, "adding up printed numbers around an island, one left out"),
    # Many would call this a part of limited directions. It is hard because Tatham's generator has it in its hardest
    # level: with that, the levels up to hard agreed with his on all of 2,700 boards.
    Technique("limited neighbours", "3b", "hard", 150, "the same with what each neighbour still needs, kept in mind"),
    Technique("forbidden pair", "5", "hard", 180, "two printed numbers; but a rule about the whole board"),
    Technique("no way out", "6", "hard", 300, "an island and all neighbours, and what they would close together"),
    Technique("group isolation", "7", "hard", 500, "adding up what groups of islands still need"),
    Technique("no loop", "7b", "hard", 200, "following a chain of bridges that can be seen"),
    Technique("only way out", "8", "hard", 500, "looking along the border of a group for ways that are left"),
    Technique("starvation", "9", "hard", 900, "trying a bridge, and looking at islands two steps away"),
    Technique("combinations", "10", "expert", 2500, "listing all ways to serve an island and checking each"),
    Technique("parity", "11", "expert", 3500, "adding up a whole part of the board; few people know it"),
    Technique("contradiction", "12", "expert", 6000, "trying a bridge, and following what it leads to"),
    Technique("case split", "13", "extreme", 30_000, "following two cases to the end and comparing them"),
    Technique("search", "14", "extreme", 150_000, "guessing, and remembering where to go back to"),
)

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
