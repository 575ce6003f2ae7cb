"""Boards in a new order in each round, so that no processor learns the branches of a board that comes again."""
from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import hashi_fast as hf

ORDERS = 10  # of a batch; to make it takes longer than to solve it


def mixed(batch: hf.PuzzleBatch, **options: Any) -> Callable[[], tuple[tuple[hf.PuzzleBatch], dict[str, Any]]]:
    """Return a `setup` for rounds with a batch and options: each round gets the batch in another order."""
    puzzles, rng = list(batch), random.Random(0)
    orders = [hf.PuzzleBatch.from_puzzles(rng.sample(puzzles, len(puzzles))) for _ in range(ORDERS)]
    following = itertools.cycle(orders)
    return lambda: ((next(following),), options)


def shuffling(boards: list[Any]) -> Callable[[], None]:
    """Return a `setup` for rounds that loop over a list: it shuffles the list before each round."""
    rng = random.Random(0)
    return lambda: rng.shuffle(boards)
