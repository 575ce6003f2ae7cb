"""Sentences about what to place and what to remove.

Numbers of bridges are given by edge.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from hashi_fast.coaching.layout import Layout
from hashi_fast.coaching.sentences.wording import counted, listed, number, sentence


def tell_placing(layout: Layout, counts: Sequence[int], placed: Mapping[int, int], island: int | None) -> str:
    """Return what to place so that edges with `counts` bridges get as many as `placed` says.

    `island` is one that all these edges share, if any.
    """
    added = {edge: count - counts[edge] for edge, count in placed.items()}
    if island is None:
        return sentence(f"place {listed(f'{_bridges(added[e], counts[e])} between {_pair(layout, e)}' for e in added)}")
    first, *others = (way for way in layout.ways[island] if way.edge in added)
    bridges = _bridges(added[first.edge], counts[first.edge])
    parts = [f"{bridges} from {layout.name(island)} to {layout.name(first.island)}"]
    for way in others:
        parts.append(f"{_number(added[way.edge], counts[way.edge])} to {layout.name(way.island)}")
    return sentence(f"place {listed(parts)}")


def tell_removing(layout: Layout, counts: Sequence[int], wrong: Mapping[int, int]) -> str:
    """Return what to remove if edges with `counts` bridges cannot all have as many as `wrong` says."""
    bridges = [f"{_surplus(counts[edge], count)} between {_pair(layout, edge)}" for edge, count in wrong.items()]
    if len(bridges) > 1:
        return sentence(f"remove at least one of these: {listed(bridges, 'or')}")
    return sentence(f"remove {bridges[0]}")


def bridges_in_words(layout: Layout, bridges: Mapping[int, int]) -> str:
    """Return bridges as a list, as in "the two bridges between the 5 at ... and the 3 at ..."."""
    return listed(f"{_the_bridges(count)} between {_pair(layout, edge)}" for edge, count in bridges.items())


def _pair(layout: Layout, edge: int) -> str:
    return listed(map(layout.name, layout.ends[edge]))


def _number(n: int, has: int) -> str:
    return f"{number(n)}{' more' if has else ''}"


def _bridges(n: int, has: int) -> str:
    return counted(n, "more bridge" if has else "bridge")


def _the_bridges(count: int) -> str:
    return "the bridge" if count == 1 else f"the {counted(count)}"


def _surplus(has: int, wrong: int) -> str:
    """Return, of the bridges on an edge, those to remove so that fewer than `wrong` are left."""
    surplus = has - wrong + 1
    return _the_bridges(has) if surplus == has else f"{number(surplus)} of {_the_bridges(has)}"
