"""Sentences about how it ends: why there is no solution, and in what two solutions differ."""
from __future__ import annotations

from hashi_fast.board.solution import differing_edges
from hashi_fast.coaching.position import Board, Piece, State
from hashi_fast.coaching.sentences.sums import tell_lack
from hashi_fast.coaching.sentences.talk import Talk, Telling
from hashi_fast.coaching.sentences.trial import Trial
from hashi_fast.coaching.sentences.trials import events_in
from hashi_fast.coaching.sentences.wording import counted, listed, number

_LISTED_EDGES = 6  # in which solutions differ; more are for a drawing


def tell_failure(state: State) -> Telling | None:
    """Return why a state leads to no solution, as sums, crossings, groups or parity tell; None where they do not."""
    return tell_plain_failure(state) or _tell_conflict(state)


def tell_plain_failure(state: State) -> Telling | None:
    """Return the same for what is to be seen without following a chain of events."""
    return _tell_clash(state) or _tell_parting(state) or _tell_conflict(state, plain=True) or _tell_odd_piece(state)


def _tell_clash(state: State) -> Telling | None:
    """Bridges that cross, or an edge whose bounds exclude each other."""
    for edge, (least, most) in enumerate(zip(state.least, state.most, strict=True)):
        crossed = [other for other in state.board.crossings(edge) if state.least[other]] if least else []
        talk = Talk(state)
        if crossed:
            talk.rely_on([edge, crossed[0]])
            cross = f"the bridges between {talk.pair(edge)} and between {talk.pair(crossed[0])} would cross"
            return talk.telling("look at these bridges", cross)
        if least > most:
            talk.rely_on([edge])
            pair = talk.pair(edge)
            must = f"there would have to be at least {counted(least)} between {pair}"
            but = f"but there can be {f'only {number(most)}' if most else 'none'}"
            return talk.telling(f"look at {pair}", f"{must}, {but}")
    return None


def _tell_parting(state: State) -> Telling | None:
    """Islands that cannot be joined to the others."""
    piece = min(state.pieces(), key=len)
    if len(piece) == len(state.board.targets):
        return None
    talk = Talk(state)
    talk.rely_on(way.edge for way in state.board.leaving(piece))
    name = talk.some(piece, "around it")
    return talk.telling(f"look at {name}", f"{name} cannot be joined to the other islands", islands=sorted(piece))


def _tell_conflict(state: State, *, plain: bool = False) -> Telling | None:
    """A sum that cannot be, bridges that cross, a group cut off, a loop."""
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
    events, conflict = events_in(talk, trial)
    return talk.telling("look at these islands", "; ".join([*events, f"so {conflict}"]) if events else conflict)


def _tell_odd_piece(state: State) -> Telling | None:
    """Islands that are left to themselves, and whose needs do not add up."""
    left = set(range(len(state.board.targets)))
    while left:
        piece = Piece(state, min(left))
        left.difference_update(piece.islands)
        if not piece.adds_up:
            return _tell_sums(state, piece)
    return None


def _tell_sums(state: State, piece: Piece) -> Telling:
    talk = Talk(state)
    talk.rely_on_ways(piece.islands)
    name = talk.name(piece.islands[0])
    more = len(piece.islands) - 1
    islands = f"{name} and {counted(more, 'island')} around it" if more else name
    if more + 1 == len(state.board.targets) and not any(state.least):
        islands = "all islands"
    if piece.total % 2:
        needs = f"the needs of {islands} add up to {number(piece.total)}, which is odd"
        but = "but every bridge among them serves two"
    else:
        needs = f"from neighbour to neighbour, {name} and every second island from it need"
        needs = f"{needs} {number(piece.needs[0])} in all, and those in between {number(piece.needs[1])}"
        but = "but every bridge among them serves one of either kind"
    return talk.telling(f"look at {islands}", needs, but, islands=sorted(piece.islands))


def tell_difference(board: Board, one: bytes, other: bytes) -> Telling:
    """Return in what two solutions differ."""
    talk = Talk(State(board, one, one, one))
    edges = differing_edges(one, other)
    islands = sorted({end for edge in edges for end in board.ends[edge]})
    where = f"look at {talk.some(islands, 'around it')}"
    if len(edges) > _LISTED_EDGES:
        why = f"the bridges of these {counted(len(islands), 'island')} can be laid in two ways, all else being the same"
        return talk.telling(where, why, islands=islands)
    counts = [counted(one[edges[0]]), *(number(one[edge]) if one[edge] else "none" for edge in edges[1:])]
    first = listed(f"{count} between {talk.pair(edge)}" for count, edge in zip(counts, edges, strict=True))
    second = listed(number(other[edge]) if other[edge] else "none" for edge in edges)
    order = ", in this order," if len(edges) > 1 else ""
    why = f"there can be {first}; but also{order} {second}, all else being the same"
    return talk.telling(where, why, islands=islands)
