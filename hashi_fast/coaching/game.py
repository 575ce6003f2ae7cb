"""Game: a puzzle being played, with legal moves, running totals, undo and redo, save and resume.

An *action* is what one undo takes back: a bridge set, a cycle or a whole reset. It is stored as its *changes*,
(edge, before, after) triples, never as a copy of the board.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple, SupportsIndex

from hashi_fast.board.checker import Violation, check
from hashi_fast.board.drawing import draw_solution
from hashi_fast.board.puzzle import Puzzle, check_puzzle, island_in_words
from hashi_fast.board.solution import Bridge, bridges_of, edge_ends
from hashi_fast.errors import FormatError, shown
from hashi_fast.formats import Record, dump, dumps, load, loads_record
from hashi_fast.formats import game as saves
from hashi_fast.support.arguments import whole_number

__all__ = ["Game", "Move"]

_Action = saves.Action


class Move(NamedTuple):
    """The outcome of a move: true if it was made, with the count before and after; if not, with the reason.

    >>> bool(Move(False, "there is no island at row 1, column 2", None, 0, 0))
    False
    """

    ok: bool
    reason: str | None
    edge: int | None
    before: int
    after: int

    def __bool__(self) -> bool:
        return self.ok


class Game:
    """The state of a puzzle being played.

    A strict game refuses a bridge that would exceed a target, cross another bridge or close a forbidden loop. A
    free game (`strict=False`) refuses only bridges that are on no edge and counts outside 0..max_bridges. Removing
    bridges is always legal. Not safe for use by several threads at once.

    >>> game = Game(Puzzle(3, 3, [(0, 0, 3), (0, 2, 2), (2, 0, 1)]))
    >>> game.set_bridge(0, 0, 2, 0, 2).reason
    'the island at row 3, column 1 would have 2 bridges, more than its target of 1'
    >>> bool(game.cycle(0, 0, 2, 0)), bool(game.set_bridge(0, 0, 0, 2, 2)), game.solved
    (True, True, True)
    >>> game.undo(), game.totals
    (True, (1, 0, 1))
    """

    __slots__ = (
        "_counts",
        "_edge_at",
        "_edges",
        "_ends",
        "_groups",
        "_island_at",
        "_puzzle",
        "_redo",
        "_strict",
        "_totals",
        "_undo",
        "_unmet",
    )

    def __init__(self, puzzle: Puzzle, *, strict: bool = True) -> None:
        check_puzzle(puzzle)
        if not isinstance(strict, bool):
            raise ValueError(f"strict must be True or False, not {shown(strict)}")
        self._puzzle = puzzle
        self._strict = strict
        self._edges = [(a, b) for a, b, _ in puzzle.topology.edge_list()]
        self._ends = edge_ends(puzzle)
        self._edge_at = {ends: edge for edge, ends in enumerate(self._ends)}
        self._island_at = {(row, col): i for i, (row, col, _) in enumerate(puzzle.islands)}
        self._counts = bytearray(len(self._edges))
        self._totals = [0] * len(puzzle.islands)
        self._unmet = sum(not self._is_met(i) for i in range(len(puzzle.islands)))
        self._groups: list[int] | None = None  # see `_connected`; None when out of date
        self._undo: list[_Action] = []
        self._redo: list[_Action] = []

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle being played."""
        return self._puzzle

    @property
    def strict(self) -> bool:
        """Whether moves that break a rule are refused."""
        return self._strict

    @property
    def counts(self) -> tuple[int, ...]:
        """How many bridges each edge of the topology carries."""
        return tuple(self._counts)

    @property
    def totals(self) -> tuple[int, ...]:
        """How many bridges end on each island."""
        return tuple(self._totals)

    @property
    def bridges(self) -> tuple[Bridge, ...]:
        """All (r1, c1, r2, c2, count) with count >= 1, the upper or left end first, sorted."""
        return bridges_of(self._ends, self._counts)

    @property
    def solved(self) -> bool:
        """Whether every rule holds."""
        # The sums are kept up to date and nearly always answer first.
        return self._unmet == 0 and not self.violations()

    @property
    def components(self) -> list[list[int]]:
        """The islands, by index, in groups connected by bridges; groups are sorted, and so are their islands."""
        groups: dict[int, list[int]] = {}
        for island, least in enumerate(self._connected()):
            groups.setdefault(least, []).append(island)
        return list(groups.values())

    def _repr_html_(self) -> str:
        from hashi_fast.board.html import figure
        from hashi_fast.board.svg import draw_svg

        islands = len(self._puzzle.islands)
        state = "solved" if self.solved else f"{islands - self._unmet} of {islands} islands have their bridges"
        return figure(draw_svg(self._puzzle, self.bridges), state)

    @property
    def can_undo(self) -> bool:
        """Whether there is an action to take back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Whether there is an action to repeat."""
        return bool(self._redo)

    def violations(self) -> list[Violation]:
        """Return every violation of a rule by the current bridges (see `hashi_fast.check`)."""
        return check(self._puzzle, self.bridges)

    def available_moves(self) -> list[Bridge]:
        """Return all legal moves that add one bridge, as (r1, c1, r2, c2, count after the move)."""
        return [
            (*ends, self._counts[edge] + 1)
            for edge, ends in enumerate(self._ends)
            if self._refusal(edge, self._counts[edge] + 1) is None
        ]

    def set_bridge(
        self, r1: SupportsIndex, c1: SupportsIndex, r2: SupportsIndex, c2: SupportsIndex, count: SupportsIndex
    ) -> Move:
        """Give two islands this many bridges; a refused move changes nothing and has a reason."""
        edge, reason = self._find_edge(r1, c1, r2, c2)
        number = _whole(count)
        if edge is None:
            return Move(False, reason, None, 0, 0)
        return self._move(edge, number)

    def cycle(
        self,
        r1: SupportsIndex,
        c1: SupportsIndex,
        r2: SupportsIndex,
        c2: SupportsIndex,
        *,
        backward: bool = False,
    ) -> Move:
        """Go to the next count, 0, 1, ..., max_bridges and 0 again, or backward, skipping illegal ones.

        A count that cannot be raised goes back to 0. If no bridge is legal at all, the move is refused.
        """
        edge, reason = self._find_edge(r1, c1, r2, c2)
        if edge is None:
            return Move(False, reason, None, 0, 0)
        before = self._counts[edge]
        choices = self._puzzle.max_bridges + 1
        direction = -1 if backward else 1
        for i in range(1, choices):
            count = (before + i * direction) % choices
            if self._refusal(edge, count) is None:
                return self._move(edge, count)
        return self._move(edge, before + 1)  # gets here only if there are no bridges, and is refused

    def undo(self) -> bool:
        """Take the last action back; return False if there is none."""
        if not self._undo:
            return False
        action = self._undo.pop()
        for edge, before, _ in reversed(action):
            self._put(edge, before)
        self._redo.append(action)
        return True

    def redo(self) -> bool:
        """Repeat the action that was last taken back; return False if there is none."""
        if not self._redo:
            return False
        action = self._redo.pop()
        for edge, _, after in action:
            self._put(edge, after)
        self._undo.append(action)
        return True

    def reset(self) -> bool:
        """Remove all bridges, as one action; return False if there are none."""
        action = tuple([(edge, count, 0) for edge, count in enumerate(self._counts) if count])
        if not action:
            return False
        for edge, _, after in action:
            self._put(edge, after)
        self._record(action)
        return True

    def to_json(self) -> str:
        """Return the whole game as JSON: puzzle, mode and history. The bridges follow from the history.

        >>> game = Game(Puzzle(2, 1, [(0, 0, 1), (0, 1, 1)]))
        >>> move = game.cycle(0, 0, 0, 1)
        >>> Game.from_json(game.to_json()).bridges
        ((0, 0, 0, 1, 1),)
        """
        # Copies, because the writer of Python 3.13 without a GIL crashes if another thread changes a list meanwhile.
        return saves.text_of(saves.SavedGame(self._puzzle, self._strict, list(self._undo), list(self._redo)))

    @classmethod
    def from_json(cls, text: str) -> Game:
        """Return the game that `to_json` saved; raise FormatError if the text is no such game."""
        return cls._replayed(saves.parse(text))

    @classmethod
    def _replayed(cls, saved: saves.SavedGame) -> Game:
        """Return the game after all its moves, each of which must be legal."""
        game = cls(saved.puzzle, strict=saved.strict)
        for i, action in enumerate(saved.undo):
            game._replay(action, f"game, undo[{i}]")
        # What was undone must be possible after what was done: repeat it, newest last, and take it back.
        for i in reversed(range(len(saved.redo))):
            game._replay(saved.redo[i], f"game, redo[{i}]")
        for _ in saved.redo:
            game.undo()
        return game

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the whole game to a file, which is complete or absent; `hashi-fast` and `load` read it, too.

        >>> import os, tempfile
        >>> game = Game(Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)]))
        >>> move = game.cycle(0, 0, 0, 2)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     game.save(os.path.join(folder, "game.json"))
        ...     print(Game.load(os.path.join(folder, "game.json")))
        1-1
        """
        dump(self, path, "game")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Game:
        """Return the game that `save` wrote; raise FormatError, with the name of the file, if there is no such game."""
        records = load(path)
        if len(records) != 1 or not saves.is_game(records[0]):
            remedy = "Game(record.puzzle) begins a game of a record"
            raise FormatError(f"{os.fspath(path)}: expected one saved game, found {len(records)} puzzles; {remedy}")
        try:
            return cls.from_json(dumps(records[0], "game"))
        except FormatError as error:
            raise FormatError(f"{os.fspath(path)}: {error}") from None

    def record(self) -> Record:
        """Return the game as a record, for `dump` and `dumps`: the puzzle with the bridges placed so far."""
        return loads_record(self.to_json(), "game")

    def __reduce__(self) -> tuple[Any, ...]:
        return Game.from_json, (self.to_json(),)

    def __repr__(self) -> str:
        mode = "" if self._strict else ", strict=False"
        return f"<Game({self._puzzle!r}{mode}) with {sum(self._counts)} bridges>"

    def __str__(self) -> str:
        return draw_solution(self._puzzle, self.bridges)

    def _find_edge(
        self, r1: SupportsIndex, c1: SupportsIndex, r2: SupportsIndex, c2: SupportsIndex
    ) -> tuple[int | None, str]:
        """Return the edge between two cells, or why there is none."""
        one, other = sorted(((_whole(r1), _whole(c1)), (_whole(r2), _whole(c2))))
        edge = self._edge_at.get(one + other)
        if edge is not None:
            return edge, ""
        for cell in (one, other):
            if cell not in self._island_at:
                return None, f"there is no {island_in_words(*cell)}"
        if one == other:
            return None, f"the {island_in_words(*one)} is both ends; a bridge joins two islands"
        pair = f"the {island_in_words(*one)} and the {island_in_words(*other)}"
        if one[0] != other[0] and one[1] != other[1]:
            return None, f"{pair} are not in the same row or column"
        return None, f"{pair} are not nearest neighbours: another island stands between them"

    def _move(self, edge: int, count: int) -> Move:
        before = self._counts[edge]
        reason = self._refusal(edge, count)
        if reason is not None:
            return Move(False, reason, edge, before, before)
        if count != before:
            self._put(edge, count)
            self._record(((edge, before, count),))
        return Move(True, None, edge, before, count)

    def _refusal(self, edge: int, count: int) -> str | None:
        """Return why the edge must not have this count, or None if it may."""
        before = self._counts[edge]
        if not 0 <= count <= self._puzzle.max_bridges:
            pair = f"the {self._name(self._edges[edge][0])} and the {self._name(self._edges[edge][1])}"
            return f"{pair} can have 0 to {self._puzzle.max_bridges} bridges, not {shown(count)}"
        if not self._strict or count <= before:
            return None
        a, b = self._edges[edge]
        for island in (a, b):
            target = self._puzzle.islands[island].target
            total = self._totals[island] - before + count
            if target is not None and total > target:
                # A target is at least 1, so the total is at least 2.
                return (
                    f"the {self._name(island)} would have {total} bridges, more than its target of {target}"
                )
        if before:
            return None
        for other in self._puzzle.topology.crossings(edge):
            if self._counts[other]:
                c, d = self._edges[other]
                crossed = f"the bridge between the {self._name(c)} and the {self._name(d)}"
                return f"a bridge between the {self._name(a)} and the {self._name(b)} would cross {crossed}"
        if not self._puzzle.loops:
            groups = self._connected()
            if groups[a] == groups[b]:
                pair = f"the {self._name(a)} and the {self._name(b)}"
                return f"{pair} are already connected: another bridge would close a loop"
        return None

    def _name(self, island: int) -> str:
        row, col, _ = self._puzzle.islands[island]
        return island_in_words(row, col)

    def _is_met(self, island: int) -> bool:
        target = self._puzzle.islands[island].target
        total = self._totals[island]
        return total == target if target is not None else total > 0 or len(self._totals) == 1

    def _put(self, edge: int, count: int) -> None:
        """Set a count and update everything that depends on it."""
        before = self._counts[edge]
        self._counts[edge] = count
        for island in self._edges[edge]:
            self._unmet += self._is_met(island)
            self._totals[island] += count - before
            self._unmet -= self._is_met(island)
        if (before == 0) != (count == 0):
            self._groups = None

    def _record(self, action: _Action) -> None:
        self._undo.append(action)
        self._redo.clear()

    def _connected(self) -> list[int]:
        """Return, for each island, the first island of its group."""
        groups = self._groups
        if groups is None:
            joined: list[list[int]] = [[] for _ in self._totals]
            for (a, b), count in zip(self._edges, self._counts, strict=True):
                if count:
                    joined[a].append(b)
                    joined[b].append(a)
            groups = [-1] * len(joined)
            for least in range(len(joined)):
                reached = [least] if groups[least] < 0 else []
                for island in reached:  # grows during the loop
                    if groups[island] < 0:
                        groups[island] = least
                        reached += joined[island]
            self._groups = groups
        return groups

    def _replay(self, action: _Action, place: str) -> None:
        """Make a saved action; raise FormatError if this game would have refused it."""
        for i, (edge, before, after) in enumerate(action):
            if not 0 <= edge < len(self._edges):
                expected = f"expected an edge from 0 to {len(self._edges) - 1}"
                raise FormatError(f"{place}[{i}]: {expected}, found {shown(edge)}")
            if before != self._counts[edge]:
                expected = f"expected edge {edge} to go from its count of {self._counts[edge]}"
                raise FormatError(f"{place}[{i}]: {expected}, found {shown(before)}")
            reason = self._refusal(edge, after)
            if reason is not None:
                raise FormatError(f"{place}[{i}]: expected a legal move, found that {reason}")
            self._put(edge, after)
        self._undo.append(action)


def _whole(value: object) -> int:
    try:
        return whole_number(value)
    except TypeError:
        raise ValueError(f"rows, columns and counts are whole numbers, not {shown(value)}") from None
