"""Sentences about groups of islands: what would cut them off, and what connects them to the rest."""
from __future__ import annotations

from hashi_fast.board.rating import Step
from hashi_fast.coaching.sentences.talk import Talk, Telling
from hashi_fast.coaching.sentences.wording import counted, listed, number
from hashi_fast.coaching.state import State


def tell_forbidden_pair(state: State, step: Step) -> Telling:
    """Tell which two islands would complete each other and be cut off."""
    talk, edge, pair = _about_edge(state, step)
    need = state.need(state.layout.ends[edge][0]) or 0
    closed = f"{counted(need)} between {pair} would complete both and cut them off from the other islands"
    return talk.telling(f"look at {pair}", closed, _at_most(need - 1))


def tell_no_way_out(state: State, step: Step) -> Telling:
    """Tell which island needs a bridge one way, because all other ways lead to a group that would be cut off."""
    assert step.island is not None
    talk = Talk(state)
    talk.rely_on_ways([step.island])
    name = talk.name(step.island)
    others = [way for way in state.open_ways(step.island) if way.edge != step.edge]
    (out,) = (way for way in state.layout.ways[step.island] if way.edge == step.edge)
    group = {island for way in others for island in state.group(way.island)} | {*state.group(step.island)}
    has = state.least[out.edge]
    if has:
        group |= {*state.group(out.island)}
    talk.rely_on_bridges(group)
    bridges = "the rest of its bridges" if state.has(step.island) else "all its bridges"
    if state.need(step.island) == 1:
        bridges = "its last bridge" if state.has(step.island) else "its bridge"
    must = f"{name} must have {'another' if has else 'a'} bridge to {talk.beside(out)}"
    otherwise = f"otherwise {bridges} would go to {listed(map(talk.beside, others))}"
    these = f"these {number(len(group))} islands"
    if len(group) > len(others) + 1:
        these = f"all {number(len(group))} islands connected that way"
    closed = f"{these} would be complete but cut off from the others"
    return talk.telling(f"look at {name}", must, f"{otherwise}, and {closed}", islands=sorted(group))


def tell_group_isolation(state: State, step: Step) -> Telling:
    """Tell which two groups, or which two ends of one group, would complete each other and be cut off."""
    if step.island is not None:
        return tell_no_way_out(state, step)
    talk, edge, pair = _about_edge(state, step)
    a, b = state.layout.ends[edge]
    need, has = state.need(a) or 0, state.least[edge]
    group = {*state.group(a), *state.group(b)}
    talk.rely_on_bridges(group)
    if len(group) == 2 and has:
        head = f"{pair} are connected only to each other"
    elif state.group(a) == state.group(b):
        head = f"{pair} are the only islands in their group of {number(len(group))} that need more bridges"
    else:
        head = f"{_last_of_group(talk, a)}, and {_last_of_group(talk, b)}"
    bridges = counted(need, "more bridge" if has else "bridge")
    these = "both islands" if len(group) == 2 else f"all {number(len(group))} islands"
    closed = f"{bridges} between them would complete {these} and cut them off from the others"
    return talk.telling(f"look at {pair}", head, closed, _at_most(has + need - 1), islands=sorted(group))


def _last_of_group(talk: Talk, island: int) -> str:
    size = len(talk.state.group(island))
    if size == 1:
        return f"{talk.name(island)} needs {counted(talk.state.need(island) or 0)}"
    return f"{talk.name(island)} is the only island in its group of {number(size)} that needs more bridges"


def tell_no_loop(state: State, step: Step) -> Telling:
    """Tell which two islands are already connected."""
    talk, _, pair = _about_edge(state, step)
    talk.rely_on_bridges(step.islands)
    connected = f"{pair} are already connected through {counted(len(step.islands) - 2, 'other island')}"
    loop = "a bridge between them would close a loop, which this puzzle does not allow"
    return talk.telling(f"look at {pair}", connected, loop, islands=step.islands)


def tell_only_way_out(state: State, step: Step) -> Telling:
    """Tell which part of the board only one edge can connect to the rest."""
    assert step.edge is not None
    talk = Talk(state)
    a, b = state.layout.ends[step.edge]
    side, inside, outside = min(
        ((state.reach(inside, step.edge), inside, outside) for inside, outside in ((a, b), (b, a))),
        key=lambda found: len(found[0]),
    )
    talk.rely_on(way.edge for way in state.layout.leaving(side) if way.edge != step.edge)
    islands = talk.with_those_behind(inside, side)
    why = f"{islands} can be connected to the other islands only by a bridge to {talk.name(outside)}"
    return talk.telling(f"look at {islands}, and at the ways out", why, islands=side)


def _about_edge(state: State, step: Step) -> tuple[Talk, int, str]:
    assert step.edge is not None
    talk = Talk(state)
    return talk, step.edge, talk.pair(step.edge)


def _at_most(count: int) -> str:
    return f"so there can be {'at most ' if count else ''}{counted(count)} between them"
