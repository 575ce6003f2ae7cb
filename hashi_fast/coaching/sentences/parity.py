"""Sentences about the needs of a whole region: a bridge inside it counts at both ends."""
from __future__ import annotations

from hashi_fast.board.rating import Step
from hashi_fast.coaching.sentences.talk import Talk, Telling
from hashi_fast.coaching.sentences.wording import bare_number, counted, number
from hashi_fast.coaching.state import Region, State


def tell_parity(state: State, step: Step) -> Telling:
    """Tell how many bridges must leave one side of an edge, which is the only way out of that side."""
    (concluded,) = step.conclusions
    edge, least, most = concluded
    talk = Talk(state)
    sides = sorted((Region(state, end, edge) for end in state.layout.ends[edge]), key=lambda side: len(side.islands))
    side = next(side for side in sides if (least, most) in (_by_total(state, edge, side), _by_kinds(state, edge, side)))
    talk.rely_on_ways(side.islands)
    start = side.islands[0]
    islands = talk.with_those_behind(start, side.islands)
    (out,) = (talk.name(end) for end in state.layout.ends[edge] if end != start)
    if (least, most) == _by_total(state, edge, side):
        odd, further = "odd" if side.total % 2 else "even", "further " if state.least[edge] else ""
        needs = f"together, {islands} still need {counted(side.total)}"
        leaves = f"a bridge between two of them counts twice, so an {odd} number of {further}bridges must go to {out}"
    else:
        here, between = side.needs
        more = " more" if state.least[edge] else ""
        needs = f"from neighbour to neighbour, {talk.name(start)} and every second island behind it"
        needs = f"{needs} still need {counted(here)}, and those in between need {bare_number(between)}"
        exactly = f"exactly {number(here - between)}{more}" if here > between else "none"
        leaves = f"a bridge between them counts once for each kind, so {exactly} must go to {out}"
    where = f"look at {islands}, whose only way out is to {out}"
    return talk.telling(where, needs, leaves, f"so {talk.there_are(concluded)} there", islands=side.islands)


def _by_total(state: State, edge: int, side: Region) -> tuple[int, int] | None:
    """Return the bounds of the only edge out of a side: what leaves is odd or even, as the total of its needs is."""
    has, room = state.least[edge], state.room(edge)
    return (has + side.total % 2, has + room - (room + side.total) % 2) if side.known else None


def _by_kinds(state: State, edge: int, side: Region) -> tuple[int, int] | None:
    """Return the same where neighbours are always of different kinds: the difference of their needs must leave."""
    exact = state.least[edge] + side.needs[0] - side.needs[1]
    return (exact, exact) if side.known and not side.mixed else None


def tell_odd_region(state: State) -> Telling | None:
    """Tell which islands have only each other, but needs that do not add up; None if there are none."""
    left = set(range(len(state.layout.targets)))
    while left:
        region = Region(state, min(left))
        left.difference_update(region.islands)
        if not region.adds_up:
            return _tell_sums(state, region)
    return None


def _tell_sums(state: State, region: Region) -> Telling:
    talk = Talk(state)
    talk.rely_on_ways(region.islands)
    name = talk.name(region.islands[0])
    more = len(region.islands) - 1
    islands = f"{name} and {counted(more, 'island')} around it" if more else name
    if more + 1 == len(state.layout.targets) and not any(state.least):
        islands = "all islands"
    if region.total % 2:
        needs = f"the needs of {islands} add up to {number(region.total)}, which is odd"
        but = "but a bridge between two of them counts twice"
    else:
        here, between = region.needs
        needs = f"from neighbour to neighbour, {name} and every second island need {counted(here)}"
        needs = f"{needs}, and those in between need {bare_number(between)}"
        but = "but a bridge between them counts once for each kind"
    return talk.telling(f"look at {islands}", needs, but, islands=sorted(region.islands))
