"""game, the saved game: a puzzle with the moves of a player, who may undo them or have undone some.

    {"save": 1, "strict": true, "puzzle": {"w": 7, "h": 7, "islands": [...]}, "undo": [[[3, 0, 2]], ...], "redo": []}

`undo` lists the actions that were made, in order, and `redo` those that were taken back, the latest last. An action is
a list of [edge, before, after]: the number of bridges on an edge of the topology. The bridges follow from the history.

The page saves games in a layout of its own, with the number of bridges on each edge as a digit, which is read, too:

    {"hashi": "game", "entry": {"w": 7, "h": 7, "task": "...", ...}, "game": {"save": 1, "counts": "0120", ...}}

As a record, a game is its puzzle with the bridges placed so far as the solution. Its key `game` in `extra` has the rest
(`strict`, `undo`, `redo`), so that a game stays one when it is written again. Other records become a game in which
their bridges have been placed one pair after the other. `Game.from_json` replays the moves and refuses illegal ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.errors import FormatError, shown
from hashi_fast.formats import json_
from hashi_fast.formats.record import Record

__all__ = ["SavedGame", "detect", "dumps", "is_game", "loads", "one_line", "parse", "text_of"]

KEY = "game"  # in `extra`
_VERSION = 1
_START = re.compile(r'\s*+\{\s*+(?:"save"\s*+:|"hashi"\s*+:\s*+"game")')
_PAGE = "hashi"  # the key that tells a game of the page
_BOARD = ("id", "w", "h", "task", "islands", "max_bridges", "loops")  # of its entry

Change = tuple[int, int, int]  # edge, before, after
Action = tuple[Change, ...]


class SavedGame(NamedTuple):
    """What a saved game holds; whether its moves are legal is not checked."""

    puzzle: Puzzle
    strict: bool
    undo: list[Action]
    redo: list[Action]


def detect(text: str) -> bool:
    """Return whether `text` starts like a saved game."""
    return _START.match(text) is not None


def one_line(text: str) -> bool:
    """Return whether `text` may be a whole game, so that other lines of the file are games, too."""
    text = text.strip()
    return detect(text) and text.endswith("}") and "\n" not in text


def is_game(record: Record) -> bool:
    """Return whether the bridges of a record are those of a player, not an answer that came with the puzzle."""
    return KEY in record.extra


def loads(text: str) -> Record:
    """Return a saved game as a record.

    >>> puzzle = '{"w": 3, "h": 1, "islands": [{"r": 0, "c": 0, "target": 2}, {"r": 0, "c": 2, "target": 2}]}'
    >>> saved = f'{{"save": 1, "strict": true, "puzzle": {puzzle}, "undo": [[[0, 0, 1]]], "redo": []}}'
    >>> print(loads(saved).solution)
    2-2
    """
    game = parse(text)
    counts = [0] * game.puzzle.topology.n_edges
    for i, action in enumerate(game.undo):
        for k, (edge, before, after) in enumerate(action):
            place = f"game, undo[{i}][{k}]"
            if not 0 <= edge < len(counts):
                raise FormatError(f"{place}: expected an edge from 0 to {len(counts) - 1}, found {shown(edge)}")
            if before != counts[edge]:
                expected = f"expected edge {edge} to go from its count of {counts[edge]}"
                raise FormatError(f"{place}: {expected}, found {shown(before)}")
            if not 0 <= after <= game.puzzle.max_bridges:
                raise FormatError(f"{place}: expected 0..{game.puzzle.max_bridges} bridges, found {shown(after)}")
            counts[edge] = after
    rest = {"strict": game.strict, "undo": _plain(game.undo), "redo": _plain(game.redo)}
    return Record(game.puzzle, Solution(game.puzzle, counts), None, {KEY: rest})


def dumps(record: Record) -> str:
    """Return a record as a saved game on one line.

    >>> puzzle = Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])
    >>> dumps(Record(puzzle, Solution(puzzle, [2])))[-34:]
    '"undo": [[[0, 0, 2]]], "redo": []}'
    """
    stored = record.extra.get(KEY)
    if stored is not None:
        text = _text(record.puzzle, stored)
        with_moves = loads(text)
        if with_moves.solution == record.solution:
            return text
    counts = () if record.solution is None else record.solution.edge_counts
    return text_of(SavedGame(record.puzzle, False, _placed(counts), []))


def text_of(game: SavedGame) -> str:
    """Return the text of a saved game."""
    return _text(game.puzzle, {"strict": game.strict, "undo": game.undo, "redo": game.redo})


def _text(puzzle: Puzzle, rest: Any) -> str:
    try:
        fields = {"save": _VERSION, "strict": rest["strict"], "puzzle": json_.fields_of(puzzle)}
        return json.dumps({**fields, "undo": rest["undo"], "redo": rest["redo"]}, allow_nan=False)
    except (KeyError, RecursionError, TypeError, ValueError):
        raise FormatError(f"game cannot write the extra key {KEY!r}: expected strict, undo and redo") from None


def parse(text: str) -> SavedGame:
    """Return what a text says; raise FormatError if it is not a saved game."""
    if not isinstance(text, str):
        raise FormatError(f"game: expected a saved game as text (str), found {shown(text)}")
    fields = json_.parse_object(text, "game")
    if fields.get(_PAGE) == "game":
        return _of_page(fields)
    version = json_.required(fields, "save", "game")
    if version != _VERSION or isinstance(version, bool):
        raise FormatError(f"game, save: expected version {_VERSION}, found {shown(version)}")
    strict = json_.required(fields, "strict", "game")
    if not isinstance(strict, bool):
        raise FormatError(f"game, strict: expected true or false, found {shown(strict)}")
    return SavedGame(
        json_.puzzle_from(json_.required(fields, "puzzle", "game"), "game, puzzle"),
        strict,
        _actions(json_.required(fields, "undo", "game"), "game, undo"),
        _actions(json_.required(fields, "redo", "game"), "game, redo"),
    )


def _of_page(fields: dict[str, Any]) -> SavedGame:
    """Return a game that the page saved: its bridges, without crosses, locks and the order of moves."""
    entry, game = (json_.required(fields, key, "game") for key in ("entry", "game"))
    if not isinstance(entry, dict) or not isinstance(game, dict):
        raise FormatError(f"game: expected objects as 'entry' and 'game', found {shown(entry)} and {shown(game)}")
    board = {key: entry[key] for key in _BOARD if key in entry}
    puzzle = json_.loads(json.dumps(board)).puzzle
    digits = json_.required(game, "counts", "game, game")
    edges, most = puzzle.topology.n_edges, puzzle.max_bridges
    if not isinstance(digits, str) or not re.fullmatch(f"[0-{most}]{{{edges}}}", digits):
        raise FormatError(f"game, counts: expected a digit 0..{most} for each of {edges} edges, found {shown(digits)}")
    return SavedGame(puzzle, False, _placed(map(int, digits)), [])


def _placed(counts: Iterable[int]) -> list[Action]:
    """Return the actions that place these bridges, one edge after the other."""
    return [((edge, 0, count),) for edge, count in enumerate(counts) if count]


def _actions(value: object, place: str) -> list[Action]:
    """Return a saved list of actions; whether its numbers make sense is checked when they are replayed."""
    if not isinstance(value, list):
        raise FormatError(f"{place}: expected a list of actions, found {shown(value)}")
    actions = []
    for i, changes in enumerate(value):
        if not isinstance(changes, list) or not changes or not all(map(_is_change, changes)):
            expected = "expected a list of [edge, before, after] changes"
            raise FormatError(f"{place}[{i}]: {expected}, found {shown(changes)}")
        actions.append(tuple([(edge, before, after) for edge, before, after in changes]))
    return actions


def _plain(actions: list[Action]) -> list[list[list[int]]]:
    """Return actions as JSON has them, like everything in `extra`."""
    return [[list(change) for change in action] for action in actions]


def _is_change(value: object) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(type(number) is int for number in value)
