"""Sentences about one island and what its neighbours can take."""
from __future__ import annotations

from hashi_fast.board.rating import Step
from hashi_fast.coaching.position import State, Way
from hashi_fast.coaching.sentences.talk import Talk, Telling
from hashi_fast.coaching.sentences.wording import counted, listed, number, ordinal


def tell_completion(state: State, step: Step) -> Telling:
    """The number is reached, or a bridge is in the way."""
    talk = Talk(state)
    if step.island is None:
        return _tell_blocking(talk, step)
    talk.rely_on_bridges([step.island])
    name = talk.name(step.island)
    closed = {edge for edge, _, _ in step.conclusions}
    others = [way for way in state.board.ways[step.island] if way.edge in closed]
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
    """It needs all that its directions take."""
    talk, island, name = _about(state, step)
    ways = state.open_ways(island)
    head = f"{name} {_open_ways(talk, island)}"
    if len(ways) == 1:
        must = f"{_all_it_needs(state, island)} must go to {talk.beside(ways[0])}"
        return talk.telling(f"look at {name}", head, must)
    gives = [_by_print(state, island, way) for way in ways]
    most = state.board.most
    if all(give == most for give in gives):
        takes = f"{counted(most)} to each of them"
    else:
        takes = _shares(talk, island, ways, gives)
    still = "still " if state.has(island) else ""
    return talk.telling(f"look at {name}", head, f"{takes} are all it can get, and just what it {still}needs")


def tell_one_each_way(state: State, step: Step) -> Telling:
    """The number is so high that each direction gets some even if all others are full."""
    talk, island, name = _about(state, step)
    ways = [way for way in state.board.ways[island] if state.most[way.edge]]
    most = state.board.most
    share = (state.board.targets[island] or 0) - most * (len(ways) - 1)
    rest = "the other" if len(ways) == 2 else f"the {ordinal(len(ways))}"
    head = f"{name} {_neighbours(talk, island, ways)}"
    even = f"even with {counted(most)} to {number(len(ways) - 1)} of them it needs {number(share)} to {rest}"
    return talk.telling(f"look at {name}", f"{head}; {even}", f"so each of them gets at least {number(share)}")


def tell_limited_directions(state: State, step: Step) -> Telling:
    """A direction gets what the others leave over, going by printed numbers."""
    assert step.island is not None
    ways = state.open_ways(step.island)
    return _tell_limits(state, step, ways, [_by_print(state, step.island, way) for way in ways])


def tell_limited_neighbours(state: State, step: Step) -> Telling:
    """The same, going by what the neighbours still need."""
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
        only = f"{_all_it_needs(state, island)} must go to {talk.beside(ways[0])}"
        return talk.telling(where, f"{name} {_open_ways(talk, island)}", only)
    still = "still " if state.has(island) else ""
    head = f"{name} {still}needs {counted(need)}{aside}"
    raised = {edge: least - state.least[edge] for edge, least, _ in step.conclusions}
    getting = [way for way in ways if way.edge in raised]
    gets = _shares(talk, island, getting, [raised[way.edge] for way in getting], "go", limits=False)
    if len(getting) > 1:
        spare = sum(gives) - need
        takes = _shares(talk, island, ways, gives, "can go")
        if spare == 0:
            return talk.telling(where, head, f"at most {takes}, which is just enough", f"so {gets}")
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
        left = f" left{_aside(talk, island, ways)}" if talk.board.ways[island] else ""
        return f"{name} {needs}, but has no neighbour{left}"
    gives = [state.room(way.edge) for way in ways]
    if all(give == talk.board.most for give in gives):
        each = f"{'which' if len(ways) == 1 else 'each of which'} can take only {number(gives[0])}"
        return f"{name} {needs}, but {_open_ways(talk, island)}, {each}"
    return f"{name} {needs}, but can get only {_shares(talk, island, ways, gives)}"


def _about(state: State, step: Step) -> tuple[Talk, int, str]:
    assert step.island is not None
    talk = Talk(state)
    talk.rely_on_ways([step.island])
    talk.note(step.islands)
    return talk, step.island, talk.name(step.island)


def _by_print(state: State, island: int, way: Way) -> int:
    """How many more bridges a direction takes by printed numbers and by what the island itself needs."""
    room = state.caps[way.edge] - state.least[way.edge]
    need = state.need(island)
    return room if need is None else min(room, need)


def _all_it_needs(state: State, island: int) -> str:
    """The bridges an island still needs, as the subject of a sentence."""
    need, has = state.need(island) or 0, state.has(island)
    if need == 1:
        return "its last bridge" if has else "its bridge"
    return f"{'both' if need == 2 else f'all {number(need)}'} bridges it {'still ' if has else ''}needs"


def _shares(
    talk: Talk, island: int, ways: list[Way], gives: list[int], verb: str = "", *, limits: bool = True
) -> str:
    """How many bridges go to each of these neighbours, and why no more where that is not to be seen at once."""
    state = talk.state
    words: list[str] = []
    for way, give in zip(ways, gives, strict=True):
        more = " more" if state.least[way.edge] else ""
        limit = _limit(talk, island, way, give) if limits else ""
        goes = "" if words or not verb else " goes" if verb == "go" and give == 1 else f" {verb}"
        noun = "" if words or verb else f" bridge{'' if give == 1 else 's'}"
        words.append(f"{number(give)}{more}{noun}{goes} to {talk.beside(way)}{limit}")
    return listed(words)


def _limit(talk: Talk, island: int, way: Way, give: int) -> str:
    state = talk.state
    if state.least[way.edge] + give >= state.board.capacity(way.edge) or give == state.need(island):
        return ""
    if state.need(way.island) == give:
        talk.rely_on_bridges([way.island])
        return f" (which needs only {number(give)} more)"
    return " (no more, as shown)"


def _open_ways(talk: Talk, island: int) -> str:
    """How many ways of an island can take more bridges, and why not the others."""
    ways = talk.state.open_ways(island)
    if not talk.state.has(island):
        return _neighbours(talk, island, ways)
    return f"has {'only one way' if len(ways) == 1 else counted(len(ways), 'way')} left{_aside(talk, island, ways)}"


def _neighbours(talk: Talk, island: int, ways: list[Way]) -> str:
    """How many neighbours of an island count, and why not the others."""
    words = counted(len(ways), "neighbour")
    if len(ways) == len(talk.board.ways[island]):
        return f"has {'only ' if len(ways) == 1 else ''}{words}"
    return f"has only {words} left{_aside(talk, island, ways)}"


def _aside(talk: Talk, island: int, ways: list[Way]) -> str:
    """Why an island has only these ways, in brackets; nothing where that goes without saying."""
    state = talk.state
    finished, blocked, closed = [], [], []
    for way in talk.board.ways[island]:
        if way in ways or state.least[way.edge] == talk.board.most:
            continue
        if state.need(way.island) == 0:
            talk.rely_on_bridges([way.island])
            finished.append(talk.beside(way))
        elif blocking := [edge for edge in talk.board.crossings(way.edge) if state.least[edge]]:
            talk.rely_on(blocking[:1])
            blocked.append(way.towards)
        else:
            closed.append(way.towards)
    reasons = []
    if finished:
        reasons.append(f"{listed(finished)} {'has all its' if len(finished) == 1 else 'have all their'} bridges")
    if blocked:
        block = "a bridge blocks the way" if len(blocked) == 1 else "bridges block the ways"
        reasons.append(f"{block} {listed(blocked)}")
    if closed:
        reasons.append(f"no {'further ' if state.has(island) else ''}bridge goes {listed(closed, 'or')}, as shown")
    return f" ({listed(reasons)})" if reasons else ""
