"""Sentences about what is tried out."""
from __future__ import annotations

from itertools import groupby, product

from hashi_fast.board.rating import Step
from hashi_fast.coaching.sentences.talk import Talk, Telling
from hashi_fast.coaching.sentences.trial import Shift, Trial
from hashi_fast.coaching.sentences.wording import counted, listed, number, shared
from hashi_fast.coaching.state import State

_LISTED_WAYS = 4  # of sharing out bridges; if more fail, the rest are counted


def tell_trial(state: State, step: Step) -> Telling:
    """Tell starvation and contradiction: an assumption about an edge, and what it leads to."""
    (concluded,) = step.conclusions
    edge, least, most = concluded
    talk = Talk(state)
    pair = talk.pair(edge)
    trials = []
    if most < state.most[edge]:
        trials.append(Trial(state, is_sound=True))
        trials[-1].at_least(edge, most + 1)
    if least > state.least[edge]:
        trials.append(Trial(state, is_sound=True))
        trials[-1].at_most(edge, least - 1)
    why = []
    for trial in trials:
        trial.spread()
        why.append(f"suppose there were {_supposed(state, trial.shifts[0])} between {pair}")
        why += consequences(talk, trial)
    if least <= most:  # otherwise nothing is possible, and the puzzle has no solution
        why.append(f"so {talk.there_are(concluded)} between {pair}")
    what_if = f"what if there were {_supposed(state, trials[0].shifts[0])} between them?"
    return talk.telling(f"look at {pair}: {what_if}", *why)


def _supposed(state: State, shift: Shift) -> str:
    """Return what a trial begins with, to follow "there were"."""
    edge, up, bound = shift[:3]
    if up:
        bridges = "a bridge" if bound == 1 else counted(bound)
        return bridges if bound in (1, state.most[edge]) else f"at least {bridges}"
    if bound == 0:
        return counted(0)
    return f"{'only' if bound == state.least[edge] else 'at most'} {counted(bound)}"


def consequences(talk: Talk, trial: Trial) -> list[str]:
    """Return what a trial leads to, as sentences."""
    if trial.conflict is None:
        return ["following this to the end leads to a contradiction"]
    events = events_in_words(talk, trial)
    conflict = conflict_in_words(talk, trial)
    return [f"then {'; '.join(events)}", f"so {conflict}"] if events else [f"then {conflict}"]


def events_in_words(talk: Talk, trial: Trial) -> list[str]:
    """Return the events that lead to the conflict of a trial."""
    told = [shift for shift in trial.told() if shift.cause != "supposed"]
    return [_event(talk, list(shifts)) for _, shifts in groupby(told, key=lambda shift: (shift.cause, shift.by))]


def _event(talk: Talk, shifts: list[Shift]) -> str:
    """Return shifts that have the same cause."""
    cause, by = shifts[0].cause, shifts[0].by
    if cause == "blocked":
        between = listed(f"between {talk.pair(shift.edge)}" for shift in shifts)
        return f"the bridge between {talk.pair(by)} would block the way{'s' if len(shifts) > 1 else ''} {between}"
    ways = {way.edge: way for way in talk.layout.ways[by]}
    name = talk.name(by)
    if cause == "needed":
        talk.rely_on_ways([by])
        needs = shared((shift.bound, f"to {talk.beside(ways[shift.edge])}") for shift in shifts)
        return f"{name} would need {needs}"
    talk.rely_on_bridges([by])
    parts = []
    for most, some in groupby(sorted(shifts, key=lambda shift: shift.bound), key=lambda shift: shift.bound):
        others = [talk.beside(ways[shift.edge]) for shift in some]
        if most == 0:
            parts.append(f"no bridge left for {listed(others, 'or')}")
        else:
            parts.append(f"at most {counted(most)} {'each ' if len(others) > 1 else ''}to {listed(others)}")
    return f"{name} would have {listed(parts)}"


def conflict_in_words(talk: Talk, trial: Trial) -> str:
    """Return the conflict of a trial."""
    conflict = trial.conflict
    assert conflict is not None
    ways, places = talk.layout.ways, conflict.places
    if conflict.kind == "crossing":
        talk.rely_on(places)
        return f"the bridges between {talk.pair(places[0])} and between {talk.pair(places[1])} would cross"
    if conflict.kind == "short":
        talk.rely_on_ways(places)
        gets, target = sum(trial.most[way.edge] for way in ways[places[0]]), talk.layout.targets[places[0]]
        some = f"only {number(gets)} of its {number(target)} bridges" if target and gets else "no bridge at all"
        return f"{talk.name(places[0])} could get {some}"
    talk.rely_on_bridges(places)
    talk.note(places)
    if conflict.kind == "crowded":
        return f"{talk.name(places[0])} would have {counted(sum(trial.least[way.edge] for way in ways[places[0]]))}"
    if conflict.kind == "apart":
        talk.rely_on_ways(places)
        return f"{talk.some(places, 'around it')} could not be connected to the others"
    if conflict.kind == "loop":
        return f"{talk.some(places)} would form a loop, which this puzzle does not allow"
    return f"{talk.some(places, 'connected to it')} would be complete but cut off from the others"


def tell_combinations(state: State, step: Step) -> Telling:
    """Tell which ways there are to give an island its bridges, and what those that do not fail have in common."""
    assert step.island is not None
    talk = Talk(state)
    talk.rely_on_ways([step.island])
    name = talk.name(step.island)
    ways = {way.edge: way for way in state.layout.ways[step.island]}
    every = _ways_to_share(state, step.island)
    failing = [(counts, trial) for counts in every if (trial := _share_out(state, step.island, counts)).conflict]
    bridges = "the bridges it still needs" if state.has(step.island) else "its bridges"
    why = [f"{name} can get {bridges} in {counted(len(every), 'way')}"]
    for counts, trial in failing[:_LISTED_WAYS]:
        shares = [
            (count - state.least[way.edge], way.towards)
            for way, count in zip(ways.values(), counts, strict=True)
            if count > state.least[way.edge]
        ]
        why.append(f"with {shared(shares) if shares else 'no further bridge'}, {conflict_in_words(talk, trial)}")
    more = len(failing) - _LISTED_WAYS
    if more > 0:
        why.append(f"{number(more)} more {'fails' if more == 1 else 'fail'} for similar reasons")
    left = len(every) - len(failing)
    where = f"look at {name}, and at all the ways to place its bridges"
    if left == 0:
        return talk.telling(where, *why, "so no way is left")
    common = listed(f"{talk.amount(bounds)} to {talk.beside(ways[bounds.edge])}" for bounds in step.conclusions)
    remaining = "the only remaining way" if left == 1 else f"the {number(left)} remaining ways"
    why.append(f"in {remaining}, {name} has {common}")
    return talk.telling(where, *why)


def _ways_to_share(state: State, island: int) -> list[tuple[int, ...]]:
    """Return all counts of an island's ways, in their order, that its number and the bounds allow."""
    ranges = [range(state.least[way.edge], state.most[way.edge] + 1) for way in state.layout.ways[island]]
    target = state.layout.targets[island]
    return [counts for counts in product(*ranges) if (sum(counts) == target if target is not None else any(counts))]


def _share_out(state: State, island: int, counts: tuple[int, ...]) -> Trial:
    """Give an island exactly these bridges, and look at its surroundings."""
    trial = Trial(state, is_sound=True)
    ways = state.layout.ways[island]
    for way, count in zip(ways, counts, strict=True):
        trial.at_least(way.edge, count)
        trial.at_most(way.edge, count)
    trial.look_at_groups()
    for way, count in zip(ways, counts, strict=True):
        if count and trial.conflict is None:
            trial.use_up(way.island)
    trial.look_everywhere()
    return trial


def tell_case_split(state: State, step: Step) -> Telling:
    """Tell what follows in both cases, fewer than `step.split` bridges on an edge or at least as many."""
    assert step.edge is not None
    assert step.split is not None
    if [edge for edge, _, _ in step.conclusions] == [step.edge]:
        return tell_trial(state, step)  # one of the cases fails
    talk = Talk(state)
    pair = talk.pair(step.edge)
    few = Shift(step.edge, False, step.split - 1, "supposed", -1, ())
    many = Shift(step.edge, True, step.split, "supposed", -1, ())
    either = f"there can be {_supposed(state, few)} or {_supposed(state, many)} between {pair}"
    common = listed(f"{talk.there_are(bounds)} between {talk.pair(bounds.edge)}" for bounds in step.conclusions)
    both = f"followed to the end, both cases show that {common}"
    return talk.telling(f"look at {pair}, and try both cases", either, both)
