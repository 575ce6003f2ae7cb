"""Sentences about groups of islands: what would cut them off, and their only ways out."""
from __future__ import annotations

from collections.abc import Collection

from hashi_fast.board.rating import Step
from hashi_fast.coaching.position import Piece, State
from hashi_fast.coaching.sentences.talk import Talk, Telling
from hashi_fast.coaching.sentences.wording import are, counted, listed, number


def tell_forbidden_pair(state: State, step: Step) -> Telling:
    """Two islands would use each other up."""
    talk, edge, pair = _about_edge(state, step)
    need = state.need(state.board.ends[edge][0]) or 0
    joined = f"{counted(need)} between {pair} would give both all they need, and cut them off from the other islands"
    return talk.telling(f"look at {pair}", joined, _at_most(need - 1))


def tell_no_way_out(state: State, step: Step) -> Telling:
    """An island whose other directions would close a group with it."""
    assert step.island is not None
    talk = Talk(state)
    talk.rely_on_ways([step.island])
    name = talk.name(step.island)
    others = [way for way in state.open_ways(step.island) if way.edge != step.edge]
    (out,) = (way for way in state.board.ways[step.island] if way.edge == step.edge)
    joined = {island for way in others for island in state.group(way.island)} | {*state.group(step.island)}
    has = state.least[out.edge]
    if has:
        joined |= {*state.group(out.island)}
    talk.rely_on_bridges(joined)
    bridges = "the rest of its bridges" if state.has(step.island) else "all its bridges"
    if state.need(step.island) == 1:
        bridges = "its last bridge" if state.has(step.island) else "its bridge"
    must = f"{name} must have {'another' if has else 'a'} bridge to {talk.beside(out)}"
    without = f"without it, {bridges} would go to {listed(map(talk.beside, others))}"
    these = f"these {number(len(joined))} islands"
    if len(joined) > len(others) + 1:
        these = f"all {number(len(joined))} islands joined that way"
    cut_off = f"{these} would have what they need, but be cut off from the others"
    return talk.telling(f"look at {name}", must, f"{without}; and {cut_off}", islands=sorted(joined))


def tell_group_isolation(state: State, step: Step) -> Telling:
    """Joining two groups would close them."""
    if step.island is not None:
        return tell_no_way_out(state, step)
    talk, edge, pair = _about_edge(state, step)
    a, b = state.board.ends[edge]
    need, has = state.need(a) or 0, state.least[edge]
    joined = {*state.group(a), *state.group(b)}
    talk.rely_on_bridges(joined)
    if state.group(a) == state.group(b):
        head = f"{pair} are the only ones of their group of {counted(len(joined), 'island')} that need more bridges"
    else:
        head = f"{_last_of_group(talk, a)}, and {_last_of_group(talk, b)}"
    bridges = f"{number(need)}{' more' if has else ''} bridge{'' if need == 1 else 's'} between them"
    these = "both islands" if len(joined) == 2 else f"all {number(len(joined))} islands"
    closed = f"{bridges} would give {these} what they need, and cut them off from the others"
    return talk.telling(f"look at {pair}", head, closed, _at_most(has + need - 1), islands=sorted(joined))


def _last_of_group(talk: Talk, island: int) -> str:
    size = len(talk.state.group(island))
    if size == 1:
        return f"{talk.name(island)} needs {counted(talk.state.need(island) or 0)}"
    return f"{talk.name(island)} is the only one of its group of {counted(size, 'island')} that needs more"


def tell_no_loop(state: State, step: Step) -> Telling:
    """Two islands are joined already."""
    talk, _, pair = _about_edge(state, step)
    talk.rely_on_bridges(step.islands)
    joined = f"{pair} are joined already, by way of {counted(len(step.islands) - 2, 'other island')}"
    loop = "a bridge between them would close a loop, which is not allowed here"
    return talk.telling(f"look at {pair}", joined, loop, islands=step.islands)


def tell_only_way_out(state: State, step: Step) -> Telling:
    """Without this edge the board falls apart."""
    assert step.edge is not None
    talk = Talk(state)
    a, b = state.board.ends[step.edge]
    side, inside, outside = min(
        ((state.reach(inside, step.edge), inside, outside) for inside, outside in ((a, b), (b, a))),
        key=lambda found: len(found[0]),
    )
    talk.rely_on(way.edge for way in state.board.leaving(side) if way.edge != step.edge)
    islands = _with_those_behind(talk, inside, side)
    others = "the other islands" if len(side) == 1 else "the others"
    why = f"{islands} can be joined to {others} only by a bridge to {talk.name(outside)}"
    return talk.telling(f"look at {islands}, and at the ways out", why, islands=side)


def _with_those_behind(talk: Talk, island: int, side: Collection[int]) -> str:
    more = len(side) - 1
    behind = "the island behind it" if more == 1 else f"the {counted(more, 'island')} behind it"
    return f"{talk.name(island)} and {behind}" if more else talk.name(island)


def tell_parity(state: State, step: Step) -> Telling:
    """The needs on one side of an edge that alone leaves it."""
    ((edge, least, most),) = step.conclusions
    talk = Talk(state)
    sides = sorted((Piece(state, end, edge) for end in state.board.ends[edge]), key=lambda side: len(side.islands))
    side = next(side for side in sides if (least, most) in (_by_total(state, edge, side), _by_kinds(state, edge, side)))
    talk.rely_on_ways(side.islands)
    start = side.islands[0]
    islands = _with_those_behind(talk, start, side.islands)
    (out,) = (talk.name(end) for end in state.board.ends[edge] if end != start)
    if (least, most) == _by_total(state, edge, side):
        odd, further = "odd" if side.total % 2 else "even", "further " if state.least[edge] else ""
        needs = f"together, {islands} still need {number(side.total)}"
        takes = f"a bridge between two of them takes two off that, so an {odd} number of {further}bridges goes to {out}"
    else:
        here, between = side.needs
        needs = f"from neighbour to neighbour, {talk.name(start)} and every second island behind it"
        needs = f"{needs} still need {number(here)} in all, and those in between {number(between)}"
        just = f"just {number(here - between)}{' more' if state.least[edge] else ''}" if here > between else "none"
        takes = f"a bridge between them takes one off each, so {just} must go to {out}"
    where = f"look at {islands}, whose only way out is to {out}"
    return talk.telling(where, needs, takes, f"so {talk.bounds(step.conclusions[0])} there", islands=side.islands)


def _by_total(state: State, edge: int, side: Piece) -> tuple[int, int] | None:
    """The bounds of the only edge out of a side by the sum of its needs, which is as odd as what goes out."""
    has, room = state.least[edge], state.room(edge)
    return (has + side.total % 2, has + room - (room + side.total) % 2) if side.known else None


def _by_kinds(state: State, edge: int, side: Piece) -> tuple[int, int] | None:
    """The same by the difference of the needs of two kinds of islands, where only different kinds are neighbours."""
    exact = state.least[edge] + side.needs[0] - side.needs[1]
    return (exact, exact) if side.known and not side.mixed else None


def _about_edge(state: State, step: Step) -> tuple[Talk, int, str]:
    assert step.edge is not None
    talk = Talk(state)
    return talk, step.edge, talk.pair(step.edge)


def _at_most(count: int) -> str:
    return f"so there {are(count)} {'at most ' if count else ''}{counted(count)} between them"
