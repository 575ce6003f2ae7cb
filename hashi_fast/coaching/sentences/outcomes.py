"""Sentences about how it ends: why there is no solution, what only search finds, and how two solutions differ."""
from __future__ import annotations

from collections.abc import Sequence

from hashi_fast.board.rating import Step
from hashi_fast.board.solution import differing_edges
from hashi_fast.coaching.layout import Layout
from hashi_fast.coaching.sentences.parity import tell_odd_region
from hashi_fast.coaching.sentences.sums import tell_lack
from hashi_fast.coaching.sentences.talk import Talk, Telling
from hashi_fast.coaching.sentences.trial import Trial
from hashi_fast.coaching.sentences.trials import conflict_in_words, events_in_words
from hashi_fast.coaching.sentences.wording import are, bare_number, counted, listed, sentence, shared
from hashi_fast.coaching.state import State

_LISTED_EDGES = 6  # on which solutions differ; if there are more, a drawing shows them better
_NAMED_ISLANDS = 3  # whose numbers leave no solution; if there are more, they are counted


def tell_failure(state: State) -> Telling | None:
    """Tell why a state leads to no solution, or return None if sums, crossings, groups and parity do not show it."""
    return tell_plain_failure(state) or _tell_conflict(state)


def tell_plain_failure(state: State) -> Telling | None:
    """Tell the same if it can be seen without following a chain of events."""
    return _tell_clash(state) or _tell_parting(state) or _tell_conflict(state, plain=True) or tell_odd_region(state)


def _tell_clash(state: State) -> Telling | None:
    """Tell which bridges cross, or which edge needs more bridges than it can have."""
    for edge, (least, most) in enumerate(zip(state.least, state.most, strict=True)):
        crossed = [other for other in state.layout.crossings(edge) if state.least[other]] if least else []
        talk = Talk(state)
        if crossed:
            talk.rely_on([edge, crossed[0]])
            cross = f"the bridges between {talk.pair(edge)} and between {talk.pair(crossed[0])} would cross"
            return talk.telling("look at these bridges", cross)
        if least > most:
            talk.rely_on([edge])
            pair = talk.pair(edge)
            must = f"there would have to be at least {counted(least)} between {pair}"
            but = f"but there can be {'only ' if most else ''}{bare_number(most)}"
            return talk.telling(f"look at {pair}", f"{must}, {but}")
    return None


def _tell_parting(state: State) -> Telling | None:
    """Tell which islands cannot be connected to the others."""
    piece = min(state.pieces(), key=len)
    if len(piece) == len(state.layout.targets):
        return None
    talk = Talk(state)
    talk.rely_on(way.edge for way in state.layout.leaving(piece))
    name = talk.some(piece, "around it")
    return talk.telling(f"look at {name}", f"{name} cannot be connected to the other islands", islands=sorted(piece))


def _tell_conflict(state: State, *, plain: bool = False) -> Telling | None:
    """Tell what contradicts itself: a sum, bridges that cross, a group that is cut off, a loop."""
    trial = Trial(state)
    trial.wait_everywhere()
    if plain:
        trial.look_everywhere()
        trial.look_at_groups()
    else:
        trial.spread()
    if trial.conflict is None:
        return None
    talk = Talk(state)
    if trial.conflict.kind == "short" and not trial.conflict.after:
        (island,) = trial.conflict.places
        return talk.telling(f"look at {talk.name(island)}", tell_lack(talk, island))
    events = events_in_words(talk, trial)
    conflict = conflict_in_words(talk, trial)
    return talk.telling("look at these islands", *(["; ".join(events), f"so {conflict}"] if events else [conflict]))


def tell_premises(layout: Layout, islands: Sequence[int], rules: Sequence[str]) -> str:
    """Return which numbers and rules leave no solution."""
    parts = []
    if 0 < len(islands) <= _NAMED_ISLANDS:
        parts.append(f"the number{'s' if len(islands) > 1 else ''} of {listed(map(layout.name, islands))}")
    elif len(islands) == len(layout.targets):
        parts.append("the numbers of all islands")
    elif islands:
        parts.append(f"the numbers of {counted(len(islands), 'island')}")
    words = {
        "connected": "all islands must be connected",
        "loop": "loops are not allowed",
        "crossing": "bridges must not cross",
        "max_bridges": f"a pair of islands has at most {counted(layout.most)}",
    }
    if rules:
        parts.append(f"the rule{'s' if len(rules) > 1 else ''} {listed(f'that {words[rule]}' for rule in rules)}")
    return sentence(f"this follows from {listed(parts)}")


_NO_SIMPLE_STEP = "no simple step is left"


def tell_search(state: State, step: Step) -> Telling:
    """Tell that only search leads on."""
    found = "but trying all possibilities shows that there is only one solution"
    return Talk(state).telling("look at the whole board", _NO_SIMPLE_STEP, found)


def tell_found_by_search(state: State, edge: int, count: int) -> Telling:
    """Tell which bridges search has found."""
    talk = Talk(state)
    pair = talk.pair(edge)
    found = f"but trying all possibilities shows that there {are(count)} {counted(count)} between {pair}"
    return talk.telling(f"look at {pair}", _NO_SIMPLE_STEP, found)


def tell_difference(layout: Layout, one: bytes, other: bytes) -> Telling:
    """Tell how two solutions differ."""
    talk = Talk(State(layout, one, one, one))
    edges = differing_edges(one, other)
    islands = sorted({end for edge in edges for end in layout.ends[edge]})
    where = f"look at {talk.some(islands, 'around it')}"
    same = "with everything else unchanged"
    if len(edges) > _LISTED_EDGES:
        why = f"the bridges of these {counted(len(islands), 'island')} can be placed in two ways, {same}"
        return talk.telling(where, why, islands=islands)
    first = shared((one[edge], f"between {talk.pair(edge)}") for edge in edges)
    second = listed(bare_number(other[edge]) for edge in edges)
    alternative = f"; or, in the same order, {second}" if len(edges) > 1 else f", or {second}"
    return talk.telling(where, f"there can be {first}{alternative}, {same}", islands=islands)
