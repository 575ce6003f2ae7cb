"""`generate` makes one puzzle. `production` makes many of a kind."""
from __future__ import annotations

import functools
from typing import Unpack

from hashi_fast.errors import TargetNotReached
from hashi_fast.generation._boundary import STATUS
from hashi_fast.generation.block import MADE, BlockMaker, plan_for
from hashi_fast.generation.rated_puzzle import RatedPuzzle
from hashi_fast.generation.spec import Spec, SpecTargets
from hashi_fast.generation.wishes import in_words, wish_in_the_way
from hashi_fast.support.arguments import MOST_UINT64, check_budget, whole_argument

MOST_INDEX = MOST_UINT64  # and seed


def generate(
    width: int,
    height: int,
    *,
    seed: int,
    index: int = 0,
    node_limit: int | None = None,
    **targets: Unpack[SpecTargets],
) -> RatedPuzzle:
    """Make one puzzle: a pure function of its arguments. `targets` are those of `Spec`.

    Raises `TargetNotReached`, with the closest puzzle found (or None), if the allowed work is not enough. `node_limit`
    applies to each search.

    >>> from hashi_fast import generate
    >>> made = generate(7, 7, difficulty="easy", seed=1)
    >>> made.rating.difficulty, made == generate(7, 7, difficulty="easy", seed=1)
    ('easy', True)
    """
    spec = _spec(width, height, **targets)
    seed, index = whole_argument("seed", seed, 0, MOST_INDEX), whole_argument("index", index, 0, MOST_INDEX)
    check_budget(None, node_limit)
    maker = BlockMaker(spec, seed, index, 1, plan_for(spec, node_limit))
    block = maker.make()
    status = maker.status_of(0)
    if status == MADE:
        return block.puzzle(0)
    closest = block.closest(0)
    wish = wish_in_the_way(spec, closest, grown=status != STATUS["nothing grows"])
    if status == STATUS["nothing grows"]:
        message = f"no board could be grown that has room for all of {spec}"
    else:
        message = f"the work allowed for index {index} ran out before {spec} was reached"
    raise TargetNotReached(f"{message}{in_words(wish)}", closest=closest, wish=wish)


# The same spec is usually used many times, and checking it takes longer than making a small puzzle.
@functools.lru_cache(64, typed=True)
def _checked_spec(width: int, height: int, **targets: Unpack[SpecTargets]) -> Spec:
    return Spec(width, height, **targets)


def _spec(width: int, height: int, **targets: Unpack[SpecTargets]) -> Spec:
    try:
        return _checked_spec(width, height, **targets)
    except TypeError:
        return Spec(width, height, **targets)  # some value cannot be hashed, such as a list
