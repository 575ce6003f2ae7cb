"""One small board per technique: it needs that technique and nothing harder.

All but the smallest were found by search and then made smaller, step by step, as long as this stayed true.
"""
from __future__ import annotations

from hashi_fast import Puzzle, loads

BOARDS: dict[str, Puzzle] = {
    # The 2s and the 4 between them need all bridges that are possible.
    "full island": loads("5x1:2a4a2"),
    # A 3 with two directions has at least one bridge each way.
    "one each way": loads("5x3:2a3a2e2c3"),
    # At most one bridge of the 2 below the 1 goes up.
    "limited directions": loads("5x3:1a2a3e2c2"),
    # The 2 in the lower left has two 2s as neighbours. By then each has a bridge from a 3 and needs one more.
    "limited neighbours": loads("3x5:3a3c2e2a2"),
    # Two bridges between two 2s would cut them off from the others.
    "forbidden pair": loads("3x3:2a2c2a2"),
    # The 2 between the 1s of the upper row would be cut off together with them.
    "no way out": loads("7x5:1c2a1g2a5a2k3c2"),
    # The group of the 2 and the 4 needs two more, and so does that of the 3 and the 1. A 2 that gave both of its
    # bridges to one of them would close it.
    "group isolation": loads("7x3:b2a3a1g2a4a2b"),
    # Three sides of the square have a bridge by then.
    "no loop": Puzzle(3, 3, [(0, 0, 3), (0, 2, 2), (2, 0, 3), (2, 2, 2)], loops=False),
    # The lower five islands see the others only between two 3s.
    "only way out": loads("6x9:a2a3i2k3a3h3b3a3f2d2"),
    # Two bridges between the 2 and the 3 of the top row would make both 3s beside the 1 in the corner need it.
    "starvation": loads("6x5:c2a3f2a1b3f3b3a1"),
    # Every way to give the 5 its bridges without the 1 below it leaves the second 4 of the top row short, or the 2 at
    # the right.
    "combinations": loads("7x7:4a4a2i3e2i4a5a3g2a4a1b"),
    # The six islands in the upper right add up to 14, so an even number of bridges leaves them.
    "parity": loads("11x9:b3a4a3a2u3a3k2a2c1c2k3a4a5s1a2f"),
    # A ring of islands: an assumption in one place runs round it and comes back as its opposite.
    "contradiction": loads("7x5:1c2a3g2m3a2a2a3"),
    # No trial fails by sums and closed groups alone; the ways out of groups show which of two cases fails.
    "case split": loads("9x9:3g3m1a3a6k1c3a4i3a2a3m1a3a4d"),
    # No other technique finds anything.
    "search": loads("7x11:3a2m3c2i3a1k1a3a3g3a4a3k1a2b"),
}
