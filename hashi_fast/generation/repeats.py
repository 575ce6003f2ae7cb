"""How many of the puzzles made are repeats, and what that says about how many different ones there are.

If a kind had N different puzzles, all equally likely, then after n different ones a share of n / N of what is made
would be repeats. Some are more likely than others, so there are rather more of them than that.
"""
from __future__ import annotations

from collections import deque

WINDOW = 2000  # puzzles, of which more than half are repeats when these have become the rule


class Repeats:
    """Counts repeats among the latest puzzles of a leg.

    >>> repeats = Repeats()
    >>> repeats.add(made=1500, new=1400), repeats.add(made=1000, new=100), repeats.add(made=1000, new=50)
    (None, None, 1594)
    """

    def __init__(self) -> None:
        self._blocks: deque[tuple[int, int]] = deque()
        self._made = self._new = 0  # in these blocks
        self._different = 0
        self._is_told = False

    def add(self, made: int, new: int) -> int | None:
        """Count a block. When repeats have become the rule, return once about how many different puzzles there are."""
        self._different += new
        self._blocks.append((made, new))
        self._made += made
        self._new += new
        while self._made - self._blocks[0][0] >= WINDOW:
            first_made, first_new = self._blocks.popleft()
            self._made -= first_made
            self._new -= first_new
        if self._is_told or self._made < WINDOW or 2 * self._new >= self._made:
            return None
        self._is_told = True
        # As of the middle of the latest ones.
        return (2 * self._different - self._new) * self._made // (2 * (self._made - self._new))
