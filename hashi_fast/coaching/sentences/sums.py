"""Sentences about one island and the bridges that its neighbours can take."""
from __future__ import annotations

from typing import Literal

from hashi_fast.board.rating import Step
from hashi_fast.coaching.layout import Way
from hashi_fast.coaching.sentences.talk import Talk, Telling
from hashi_fast.coaching.sentences.wording import counted, listed, number
from hashi_fast.coaching.state import State


def tell_completion(state: State, step: Step) -> Telling:
    """Tell which island has all its bridges, or which bridge blocks which ways."""
    talk = Talk(state)
    if step.island is None:
        return _tell_blocking(talk, step)
    talk.rely_on_bridges([step.island])
    name = talk.name(step.island)
    closed = {edge for edge, _, _ in step.conclusions}
    others = [way for way in state.layout.ways[step.island] if way.edge in closed]
    further = "further " if any(state.least[way.edge] for way in others) else ""
    to = listed((talk.beside(way) for way in others), "or")
    return talk.telling(f"look at {name}", f"{name} has all its bridges, so no {further}bridge goes to {to}")


def _tell_blocking(talk: Talk, step: Step) -> Telling:
    assert step.edge is not None
    talk.rely_on([step.edge])
    pair = talk.pair(step.edge)
    between = [f"between {talk.pair(edge)}" for edge, _, _ in step.conclusions]
    ways = "the way" if len(between) == 1 else "the ways"
    why = f"the bridge between {pair} blocks {ways} {listed(between)}"
    return talk.telling(f"look at the bridge between {pair}", why)


def tell_full_island(state: State, step: Step) -> Telling:
    """Tell which island needs all the bridges that its open ways can take."""
    talk, island, name = _about(state, step)
    ways = state.open_ways(island)
    head = f"{name} {_open_ways(talk, island)}"
    if len(ways) == 1:
        return talk.telling(f"look at {name}", head, _all_must_go(talk, island, ways[0]))
    gives = [_by_print(state, island, way) for way in ways]
    most = state.layout.most
    if all(give == most for give in gives):
        takes = f"{counted(most)} can go to each of them"
    else:
        takes = _shares(talk, island, ways, gives, "can go", noun=True)
    still = "still " if state.has(island) else ""
    return talk.telling(f"look at {name}", head, f"at most {takes}, which is exactly what it {still}needs")


def tell_one_each_way(state: State, step: Step) -> Telling:
    """Tell which island needs a bridge every way, even if all the other ways are full."""
    talk, island, name = _about(state, step)
    ways = [way for way in state.layout.ways[island] if state.most[way.edge]]
    most = state.layout.most
    share = (state.layout.targets[island] or 0) - most * (len(ways) - 1)
    full, rest = ("one", "the other") if len(ways) == 2 else ("all but one", "the last")
    even = f"even with {counted(most)} to {full} of them, it needs {number(share)} to {rest}"
    head = f"{name} {_neighbours(talk, island, ways)}"
    return talk.telling(f"look at {name}", head, even, f"so each of them gets at least {number(share)}")


def tell_limited_directions(state: State, step: Step) -> Telling:
    """Tell which ways get what the others leave over, going by printed numbers."""
    assert step.island is not None
    ways = state.open_ways(step.island)
    return _tell_limits(state, step, ways, [_by_print(state, step.island, way) for way in ways])


def tell_limited_neighbours(state: State, step: Step) -> Telling:
    """Tell the same, going by what the neighbours still need."""
    assert step.island is not None
    ways = state.open_ways(step.island)
    return _tell_limits(state, step, ways, [state.room(way.edge) for way in ways])


def _tell_limits(state: State, step: Step, ways: list[Way], gives: list[int]) -> Telling:
    talk, island, name = _about(state, step)
    need = state.need(island)
    where, aside = f"look at {name}", _aside(talk, island, ways)
    if need is None:
        only = f"and can get it only from {talk.beside(ways[0])}{aside}"
        return talk.telling(where, f"{name} needs at least one bridge, {only}")
    if len(ways) == 1:
        return talk.telling(where, f"{name} {_open_ways(talk, island)}", _all_must_go(talk, island, ways[0]))
    still = "still " if state.has(island) else ""
    head = f"{name} {still}needs {counted(need)}{aside}"
    raised = {edge: least - state.least[edge] for edge, least, _ in step.conclusions}
    getting = [way for way in ways if way.edge in raised]
    gets = _shares(talk, island, getting, [raised[way.edge] for way in getting], "must go", limits=False)
    if len(getting) > 1:
        spare = sum(gives) - need
        takes = _shares(talk, island, ways, gives, "can go")
        if spare == 0:
            return talk.telling(where, head, f"at most {takes}, which is exactly what it needs", f"so {gets}")
        enough = f"which is only {number(spare)} more than it needs"
        return talk.telling(where, head, f"at most {takes}, {enough}", f"so at least {gets}")
    others = [(way, give) for way, give in zip(ways, gives, strict=True) if way not in getting]
    other_ways, other_gives = [way for way, _ in others], [give for _, give in others]
    if len(others) == 1:
        takes = _shares(talk, island, other_ways, other_gives, "can go")
        return talk.telling(where, head, f"only {takes}, so at least {gets}")
    takes = _shares(talk, island, other_ways, other_gives)
    only = f"its other neighbours can take only {number(sum(other_gives))}: {takes}"
    return talk.telling(where, head, only, f"so at least {gets}")


def tell_lack(talk: Talk, island: int) -> str:
    """Return why the neighbours of an island cannot give it what it needs."""
    state = talk.state
    talk.rely_on_ways([island])
    ways = state.open_ways(island)
    name, need = talk.name(island), state.need(island)
    still = "still " if state.has(island) else ""
    needs = f"{still}needs {counted(need) if need is not None else 'at least one bridge'}"
    if not ways:
        left = f" left{_aside(talk, island, ways)}" if talk.layout.ways[island] else ""
        return f"{name} {needs}, but has no neighbour{left}"
    gives = [state.room(way.edge) for way in ways]
    if all(give == talk.layout.most for give in gives):
        each = f"{'which' if len(ways) == 1 else 'each of which'} can take only {number(gives[0])}"
        return f"{name} {needs}, but {_open_ways(talk, island)}, {each}"
    return f"{name} {needs}, but can have only {_shares(talk, island, ways, gives, noun=True)}"


def _about(state: State, step: Step) -> tuple[Talk, int, str]:
    assert step.island is not None
    talk = Talk(state)
    talk.rely_on_ways([step.island])
    talk.note(step.islands)
    return talk, step.island, talk.name(step.island)


def _by_print(state: State, island: int, way: Way) -> int:
    """Return how many more bridges a way takes, going by printed numbers and by what the island itself needs."""
    room = state.caps[way.edge] - state.least[way.edge]
    need = state.need(island)
    return room if need is None else min(room, need)


def _all_must_go(talk: Talk, island: int, way: Way) -> str:
    """Return that all bridges that an island still needs go one way."""
    need, has = talk.state.need(island) or 0, talk.state.has(island)
    if need == 1:
        bridges = "its last bridge" if has else "its bridge"
    else:
        bridges = f"{'both' if need == 2 else f'all {number(need)}'} bridges it {'still ' if has else ''}needs"
    return f"{bridges} must go to {talk.beside(way)}"


def _shares(
    talk: Talk,
    island: int,
    ways: list[Way],
    gives: list[int],
    verb: Literal["", "can go", "must go"] = "",
    *,
    noun: bool = False,
    limits: bool = True,
) -> str:
    """Return how many bridges go each of these ways; only the first is followed by the noun and the verb.

    `limits` adds why no more can go there, where that is not obvious.
    """
    parts: list[str] = []
    for way, give in zip(ways, gives, strict=True):
        bridges = number(give)
        if talk.state.least[way.edge]:
            bridges += " more"
        if noun and not parts:
            bridges += " bridge" if give == 1 else " bridges"
        if verb and not parts:
            bridges += f" {verb}"
        limit = _limit(talk, island, way, give) if limits else ""
        parts.append(f"{bridges} to {talk.beside(way)}{limit}")
    return listed(parts)


def _limit(talk: Talk, island: int, way: Way, give: int) -> str:
    """Return why no more bridges go a way, in brackets; nothing where the numbers or the rules show it."""
    state = talk.state
    if state.least[way.edge] + give >= state.layout.capacity(way.edge) or give == state.need(island):
        return ""
    if state.need(way.island) == give:
        talk.rely_on_bridges([way.island])
        return f" (which needs only {number(give)} more)"
    return " (no more, as shown)"


def _open_ways(talk: Talk, island: int) -> str:
    """Return how many ways of an island can take more bridges, and why the others cannot."""
    ways = talk.state.open_ways(island)
    if not talk.state.has(island):
        return _neighbours(talk, island, ways)
    only = "only " if len(ways) == 1 else ""
    return f"has {only}{counted(len(ways), 'open direction')}{_aside(talk, island, ways)}"


def _neighbours(talk: Talk, island: int, ways: list[Way]) -> str:
    """Return how many neighbours of an island matter, and why the others do not."""
    neighbours = counted(len(ways), "neighbour")
    if len(ways) == len(talk.layout.ways[island]):
        return f"has {'only ' if len(ways) == 1 else ''}{neighbours}"
    return f"has only {neighbours} left{_aside(talk, island, ways)}"


def _aside(talk: Talk, island: int, ways: list[Way]) -> str:
    """Return why an island has only these ways, in brackets; nothing where the others have as many as allowed."""
    state = talk.state
    complete, blocked, closed = [], [], []
    for way in talk.layout.ways[island]:
        if way in ways or state.least[way.edge] == talk.layout.most:
            continue
        if state.need(way.island) == 0:
            talk.rely_on_bridges([way.island])
            complete.append(talk.beside(way))
        elif blocking := [edge for edge in talk.layout.crossings(way.edge) if state.least[edge]]:
            talk.rely_on(blocking[:1])
            blocked.append(way.towards)
        else:
            closed.append(way.towards)
    reasons = []
    if complete:
        reasons.append(f"{listed(complete)} {'has all its' if len(complete) == 1 else 'have all their'} bridges")
    if blocked:
        block = "a bridge blocks the way" if len(blocked) == 1 else "bridges block the ways"
        reasons.append(f"{block} {listed(blocked)}")
    if closed:
        reasons.append(f"no {'further ' if state.has(island) else ''}bridge goes {listed(closed, 'or')}, as shown")
    return f" ({listed(reasons)})" if reasons else ""
