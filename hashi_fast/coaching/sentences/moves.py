"""Sentences about what to place and what to take away."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from hashi_fast.coaching.position import Board
from hashi_fast.coaching.sentences.wording import counted, listed, number, sentence


def tell_placing(board: Board, counts: Sequence[int], placed: Mapping[int, int], island: int | None) -> str:
    """Return what to do so that these edges get so many bridges; `island` is one that all of them share, if any.

    `counts` says how many every edge has before.
    """
    added = {edge: count - counts[edge] for edge, count in placed.items()}
    if island is None:
        return sentence(f"place {listed(f'{_bridges(added[e], counts[e])} between {_pair(board, e)}' for e in added)}")
    ways = [way for way in board.ways[island] if way.edge in added]
    name = board.name(island)
    first = _bridges(added[ways[0].edge], counts[ways[0].edge])
    if len(ways) > 1 and len({(added[way.edge], counts[way.edge] > 0) for way in ways}) == 1:
        return sentence(f"place {first} each from {name} to {listed(board.name(way.island) for way in ways)}")
    parts = [f"{first} from {name} to {board.name(ways[0].island)}"]
    for edge, end, _ in ways[1:]:
        parts.append(f"{number(added[edge])}{' more' if counts[edge] else ''} to {board.name(end)}")
    return sentence(f"place {listed(parts)}")


def tell_taking_away(board: Board, counts: Sequence[int], wrong: Mapping[int, int]) -> str:
    """Return what to do about bridges that cannot be together, so many on each of these edges."""
    bridges = [f"{_these(counts[edge], count)} between {_pair(board, edge)}" for edge, count in wrong.items()]
    if len(bridges) > 1:
        return sentence(f"take at least one of these away: {listed(bridges, 'or')}")
    return sentence(f"take away {bridges[0]}")


def tell_bridges(board: Board, bridges: Mapping[int, int]) -> str:
    """Return bridges, so many on each of these edges, as something to look at."""
    return listed(f"the {_plain(count)} between {_pair(board, edge)}" for edge, count in bridges.items())


def _pair(board: Board, edge: int) -> str:
    return listed(map(board.name, board.ends[edge]))


def _bridges(n: int, has: int) -> str:
    return f"{number(n)} more bridge{'' if n == 1 else 's'}" if has else counted(n)


def _plain(count: int) -> str:
    return "bridge" if count == 1 else f"{number(count)} bridges"


def _these(has: int, wrong: int) -> str:
    """Of so many bridges, those beyond what could be there."""
    surplus = has - wrong + 1
    if surplus == has:
        return f"the {_plain(has)}"
    return f"{number(surplus)} of the {_plain(has)}"
