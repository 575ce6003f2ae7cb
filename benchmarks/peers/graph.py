"""Shared by the peers that we model ourselves: edges and crossings of a board, and the groups of a proposal.

Plain Python on purpose: a peer pays for its own model and must not borrow the kernels that it is compared with.
"""
from __future__ import annotations

from typing import NamedTuple


class Graph(NamedTuple):
    """Edges as (island, island), the edges at each island, and the pairs of edges that cross."""

    edges: list[tuple[int, int]]
    incident: list[list[int]]
    crossings: list[tuple[int, int]]


def graph(islands: list[tuple[int, int, int]]) -> Graph:
    """Return the graph of these islands."""
    edges: list[tuple[int, int]] = []
    incident: list[list[int]] = [[] for _ in islands]
    above: dict[int, int] = {}  # the last island seen in each column
    for i, (row, col, _) in enumerate(islands):
        for other in ([i - 1] if i and islands[i - 1][0] == row else []) + ([above[col]] if col in above else []):
            incident[other].append(len(edges))
            incident[i].append(len(edges))
            edges.append((other, i))
        above[col] = i
    under: dict[tuple[int, int], int] = {}  # cell -> the horizontal edge over it
    for e, (a, b) in enumerate(edges):
        if islands[a][0] == islands[b][0]:
            for col in range(islands[a][1] + 1, islands[b][1]):
                under[islands[a][0], col] = e
    crossings = []
    for e, (a, b) in enumerate(edges):
        if islands[a][0] != islands[b][0]:
            col = islands[a][1]
            for row in range(islands[a][0] + 1, islands[b][0]):
                if (row, col) in under:
                    crossings.append((under[row, col], e))
    return Graph(edges, incident, crossings)


def groups(board: Graph, used: list[bool]) -> list[list[int]]:
    """Return the islands of each connected group if exactly these edges carry bridges."""
    group = [-1] * len(board.incident)
    found: list[list[int]] = []
    for start in range(len(group)):
        if group[start] < 0:
            group[start] = len(found)
            members = [start]
            for i in members:  # grows while it is walked
                for e in board.incident[i]:
                    a, b = board.edges[e]
                    if used[e] and group[a + b - i] < 0:
                        group[a + b - i] = group[start]
                        members.append(a + b - i)
            found.append(members)
    return found


def cuts(board: Graph, used: list[bool]) -> list[list[int]]:
    """Return the edges that lead out of each group but the largest; an empty list if all is connected."""
    found = groups(board, used)
    out = []
    for members in sorted(found, key=len)[:-1]:
        inside = set(members)
        out.append([e for i in members for e in board.incident[i] if (sum(board.edges[e]) - i) not in inside])
    return out
