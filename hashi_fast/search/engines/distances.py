"""Connectivity in clauses, and the ban on loops: the distance of every island from a root, over edges in use.

One island is the *root*. Every other island has a neighbour that is one edge nearer to it, its *parent*, so all are
connected to it. There are n islands, and a distance is a number of b bits, the least b with 2^b >= n.

    variables      for             mean
    distance       each island     bits 0 to b - 1 of its distance
    next, carry    each island     bits of that plus 1: next_i = distance_i xor carry_i, carry_1 = distance_0, and
                                   carry_(i+1) = carry_i and distance_i; next_0 is "not distance_0"
    away, back     each edge       it is in use, and its second end is one farther from the root than its first; and
                                   the other way round

    clauses        for             say
    step           each edge       away: the distance of the second end is the next of the first; back: the reverse
    level          each edge       in use, but neither away nor back: both ends have the same distance
    parent         each island     some edge leads to it from nearer to the root; none leads to the root, which is at 0
    tree           no loops        no edge in use is level, and no island has two parents

Why this is enough. From an island, go from parent to parent: the distance goes down by 1, modulo 2^b. A way that never
came to the root would be a ring of fewer than n <= 2^b islands, but its length would have to be a multiple of 2^b. So
every way ends at the root. Only the root is at 0 and no edge leads to it, so no distance is ever counted past 2^b.

Why a solution has only one model. Edges in use change the distance by 1 at most, and every island has a parent: this
makes each distance that of the shortest way. All other variables follow from the distances, so that programs that count
models count solutions.

What lost: distances in unary (a variable for "at most k edges away") take 14 times as many clauses with 144 islands.
Steps through a shift register instead of a counter save a quarter of the clauses, but searches with 200 islands take
3 to 4 times as long.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from hashi_fast.search.engines.encodings import Clause
from hashi_fast.search.engines.graph import Graph

_PORTION = 100  # islands or edges whose clauses are made in one go


def distance_clauses(
    graph: Graph, active: Sequence[int], loops: bool, top: int
) -> Iterator[tuple[list[Clause], int]]:
    """Yield the clauses in portions, each with the last variable so far.

    `active` has the variable of each edge that says whether it is in use; variables after `top` are free.

    >>> from hashi_fast import loads
    >>> for clauses, last in distance_clauses(Graph(loads("3x1:1a1")), [1], True, 1):
    ...     print(last, clauses)
    3 [(-2,)]
    5 [(-4, 1), (-5, 1), (-4, -5), (-4, -3, -2), (-4, 3, 2), (-5, -2, -3), (-5, 2, 3), (-1, 4, 5, -2, 3), \
(-1, 4, 5, 2, -3)]
    5 [(-5,), (4,)]
    """
    islands = len(graph.incident)
    if islands == 1:
        return
    bits = (islands - 1).bit_length()
    root = max(range(islands), key=lambda island: len(graph.incident[island]))
    distance: list[range] = []
    following: list[list[int]] = []  # the bits of the distance plus 1
    for first in range(0, islands, _PORTION):
        clauses: list[Clause] = []
        for island in range(first, min(first + _PORTION, islands)):
            distance.append(range(top + 1, top + bits + 1))
            plus_one, top = _add_one(distance[-1], top + bits, clauses)
            following.append(plus_one)
            if island == root:
                clauses += [(-bit,) for bit in distance[root]]
        yield clauses, top
    parents: list[list[int]] = [[] for _ in range(islands)]
    for first in range(0, len(active), _PORTION):
        clauses = []
        for edge in range(first, min(first + _PORTION, len(active))):
            one, other, _ = graph.edges[edge]
            used, away, back, top = active[edge], top + 1, top + 2, top + 2
            parents[other].append(away)
            parents[one].append(back)
            clauses += [(-away, used), (-back, used), (-away, -back)]
            clauses += _equal((-away,), distance[other], following[one])
            clauses += _equal((-back,), distance[one], following[other])
            if loops:
                clauses += _equal((-used, away, back), distance[one], distance[other])
            else:
                clauses.append((-used, away, back))
        yield clauses, top
    clauses = []
    for island, ways in enumerate(parents):
        if island == root:
            clauses += [(-way,) for way in ways]
            continue
        clauses.append(tuple(ways))
        if not loops:
            clauses += [(-one, -other) for one, other in combinations(ways, 2)]
    yield clauses, top


def _add_one(number: Sequence[int], top: int, clauses: list[Clause]) -> tuple[list[int], int]:
    """Return the bits of a number plus 1 and the last variable so far; add the clauses that define them."""
    bits = [-number[0]]
    carry = number[0]
    for place, bit in enumerate(number[1:], 2):
        top += 1
        bits.append(top)
        clauses += [(-top, carry, bit), (-top, -carry, -bit), (top, -carry, bit), (top, carry, -bit)]
        if place < len(number):
            top += 1
            clauses += [(-top, carry), (-top, bit), (top, -carry, -bit)]
            carry = top
    return bits, top


def _equal(unless: tuple[int, ...], number: Sequence[int], other: Sequence[int]) -> list[Clause]:
    """Return the clauses that make two numbers equal unless one of these literals is true."""
    pairs = zip(number, other, strict=True)
    return [clause for one, two in pairs for clause in ((*unless, -one, two), (*unless, one, -two))]
