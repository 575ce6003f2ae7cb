"""Sentences about what is tried out."""
from __future__ import annotations

from itertools import groupby, product

from hashi_fast.board.rating import Step
from hashi_fast.coaching.position import State
from hashi_fast.coaching.sentences.talk import Talk, Telling
from hashi_fast.coaching.sentences.trial import Change, Conflict, Trial
from hashi_fast.coaching.sentences.wording import counted, listed, number

_LISTED_WAYS = 4  # of sharing out bridges; more are summed up


def tell_trial(state: State, step: Step) -> Telling:
    """Starvation and contradiction: an assumption about an edge, and what it leads to."""
    ((edge, least, most),) = step.conclusions
    talk = Talk(state)
    pair = talk.pair(edge)
    trials = []
    if most < state.most[edge]:
        trials.append(Trial(state))
        trials[-1].at_least(edge, most + 1)
    if least > state.least[edge]:
        trials.append(Trial(state))
        trials[-1].at_most(edge, least - 1)
    why = []
    for trial in trials:
        trial.spread()
        why.append(f"suppose there were {_supposed(state, trial.changes[0])} between {pair}")
        why += _then(talk, trial)
    if least <= most:  # else nothing is possible, and the board has no solution
        why.append(f"so {talk.bounds(step.conclusions[0])} between {pair}")
    what_if = f"what if there were {_supposed(state, trials[0].changes[0])} between them?"
    return talk.telling(f"look at {pair}: {what_if}", *why)


def _supposed(state: State, change: Change) -> str:
    """What a trial begins with, to follow a "there were"."""
    edge, up, bound = change[:3]
    if up:
        bridges = "a bridge" if bound == 1 else counted(bound)
        return bridges if bound in (1, state.most[edge]) else f"at least {bridges}"
    if bound == 0:
        return counted(0)
    return f"{'only' if bound == state.least[edge] else 'at most'} {counted(bound)}"


def events_in(talk: Talk, trial: Trial) -> tuple[list[str], str]:
    """Return what leads to the conflict of a trial, and the conflict, in words; note what they rely on."""
    assert trial.conflict is not None
    told = [change for change in trial.told() if change.cause != "supposed"]
    events = [_event(talk, list(changes)) for _, changes in groupby(told, key=lambda change: (change.cause, change.by))]
    return events, _conflict(talk, trial, trial.conflict)


def _then(talk: Talk, trial: Trial) -> list[str]:
    if trial.conflict is None:
        return ["working on from there with all the rules ends in a contradiction"]
    events, conflict = events_in(talk, trial)
    return [f"then {'; '.join(events)}", f"so {conflict}"] if events else [f"then {conflict}"]


def _event(talk: Talk, changes: list[Change]) -> str:
    """Changes of one cause."""
    cause, by = changes[0].cause, changes[0].by
    if cause == "blocked":
        between = listed(f"between {talk.pair(change.edge)}" for change in changes)
        return f"the bridge between {talk.pair(by)} blocks the way{'s' if len(changes) > 1 else ''} {between}"
    ways = {way.edge: way for way in talk.board.ways[by]}
    name = talk.name(by)
    if cause == "needed":
        talk.rely_on_ways([by])
        return f"{name} needs {listed(f'{number(c.bound)} to {talk.beside(ways[c.edge])}' for c in changes)}"
    talk.rely_on_bridges([by])
    parts = []
    for left, some in groupby(sorted(changes, key=lambda change: change.bound), key=lambda change: change.bound):
        others = listed((talk.beside(ways[change.edge]) for change in some), "and" if left else "or")
        parts.append(f"at most {number(left)} for {others}" if left else f"no bridge left for {others}")
    return f"{name} has {listed(parts)}"


def _conflict(talk: Talk, trial: Trial, conflict: Conflict) -> str:
    board, places = talk.board, conflict.places
    if conflict.kind == "crossing":
        talk.rely_on(places)
        return f"the bridges between {talk.pair(places[0])} and between {talk.pair(places[1])} would cross"
    if conflict.kind == "short":
        talk.rely_on_ways(places)
        gets, target = sum(trial.most[way.edge] for way in board.ways[places[0]]), board.targets[places[0]]
        some = f"only {number(gets)} of its {number(target)} bridges" if target and gets else "no bridge at all"
        return f"{talk.name(places[0])} could get {some}"
    talk.rely_on_bridges(places)
    talk.note(places)
    if conflict.kind == "crowded":
        return f"{talk.name(places[0])} would have {counted(sum(trial.least[w.edge] for w in board.ways[places[0]]))}"
    if conflict.kind == "apart":
        talk.rely_on_ways(places)
        return f"{talk.some(places, 'around it')} could not be joined to the others"
    if conflict.kind == "loop":
        return f"{talk.some(places)} would be joined in a loop, which is not allowed here"
    return f"{talk.some(places, 'joined to it')} would have all they need, and be cut off from the others"


def tell_combinations(state: State, step: Step) -> Telling:
    """Listing all ways to serve an island."""
    assert step.island is not None
    talk = Talk(state)
    talk.rely_on_ways([step.island])
    name = talk.name(step.island)
    ways = {way.edge: way for way in state.board.ways[step.island]}
    every = _ways_to_share(state, step.island)
    failing = [(counts, trial) for counts in every if (trial := _share_out(state, step.island, counts)).conflict]
    bridges = "the bridges it still needs" if state.has(step.island) else "its bridges"
    why = [f"{name} can get {bridges} in {counted(len(every), 'way')}"]
    for counts, trial in failing[:_LISTED_WAYS]:
        assert trial.conflict is not None
        shares = [
            f"{number(count - state.least[way.edge])} {way.towards}"
            for way, count in zip(ways.values(), counts, strict=True)
            if count > state.least[way.edge]
        ]
        why.append(f"with {listed(shares) if shares else 'no more'}, {_conflict(talk, trial, trial.conflict)}")
    if len(failing) > _LISTED_WAYS:
        why.append(f"{number(len(failing) - _LISTED_WAYS)} more fail in the same manner")
    left = len(every) - len(failing)
    where = f"look at {name}, and at all ways to give it its bridges"
    if left == 0:
        return talk.telling(where, *why, "so no way is left")
    common = listed(f"{talk.amount(bounds)} to {talk.beside(ways[bounds.edge])}" for bounds in step.conclusions)
    ways_left = "one way that is" if left == 1 else f"{number(left)} ways that are"
    why.append(f"in the {ways_left} left, {name} has {common}")
    return talk.telling(where, *why)


def _ways_to_share(state: State, island: int) -> list[tuple[int, ...]]:
    """The counts of an island's ways, in their order, that its number and the bounds allow."""
    ranges = [range(state.least[way.edge], state.most[way.edge] + 1) for way in state.board.ways[island]]
    target = state.board.targets[island]
    return [counts for counts in product(*ranges) if (sum(counts) == target if target is not None else any(counts))]


def _share_out(state: State, island: int, counts: tuple[int, ...]) -> Trial:
    """Give an island just these bridges, and look at its surroundings."""
    trial = Trial(state)
    ways = state.board.ways[island]
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
    """Both values lead to the same."""
    assert step.edge is not None
    assert step.split is not None
    talk = Talk(state)
    pair = talk.pair(step.edge)
    where = f"look at {pair}, and try both cases"
    if [edge for edge, _, _ in step.conclusions] == [step.edge]:
        return tell_trial(state, step)  # one of the cases fails
    few = Change(step.edge, False, step.split - 1, "supposed", -1, ())
    many = Change(step.edge, True, step.split, "supposed", -1, ())
    either = f"there can be {_supposed(state, few)} or {_supposed(state, many)} between {pair}"
    common = listed(f"{talk.bounds(bounds)} between {talk.pair(bounds.edge)}" for bounds in step.conclusions)
    return talk.telling(where, either, f"working on from there with all the rules, in both cases {common}")
