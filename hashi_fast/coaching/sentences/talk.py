"""What a sentence is made with: names of islands, and notes of what it named and what it relies on."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hashi_fast.board.rating import Conclusion
from hashi_fast.coaching.position import State, Way
from hashi_fast.coaching.sentences.wording import counted, listed, sentence

_NAMED = 3  # islands; more are counted


class Telling(NamedTuple):
    """Something in words: where to look, and why it is so.

    islands: those to look at, by index, all that the words name among them.
    edges: those whose bounds it relies on; how they came about are its reasons.
    """

    where: str
    why: str
    islands: tuple[int, ...]
    edges: tuple[int, ...]


class Talk:
    """One telling in the making, about a state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.board = state.board
        self._islands: dict[int, None] = {}  # in the order in which they came up
        self._edges: dict[int, None] = {}

    def note(self, islands: Iterable[int]) -> None:
        """Note that these islands come up."""
        self._islands.update(dict.fromkeys(islands))

    def name(self, island: int) -> str:
        """Return the name of an island by its place."""
        self._islands[island] = None
        return self.board.name(island)

    def names(self, islands: Iterable[int]) -> str:
        """Return the names of islands in a list."""
        return listed(map(self.name, islands))

    def some(self, islands: Sequence[int], how: str = "") -> str:
        """Return the names of few islands, or the first one's and the number of others, which are so to it."""
        if len(islands) <= _NAMED:
            return self.names(islands)
        others = counted(len(islands) - 1, "island" if how else "more island")
        return f"{self.name(islands[0])} and {others} {how}".rstrip()

    def beside(self, way: Way) -> str:
        """Return the name of a neighbour of the island that is talked about, as in "the 4 on the right"."""
        self._islands[way.island] = None
        return f"the {self.board.number(way.island)} {way.side}"

    def pair(self, edge: int) -> str:
        """Return the names of an edge's ends, to follow a "between"."""
        return self.names(self.board.ends[edge])

    def amount(self, concluded: Conclusion) -> str:
        """Return what is new in a conclusion, as in "at least one bridge"."""
        edge, least, most = concluded
        if least == most:
            return f"{'just ' if least else ''}{counted(least)}"
        return f"at least {counted(least)}" if least > self.state.least[edge] else f"at most {counted(most)}"

    def bounds(self, concluded: Conclusion) -> str:
        """Return the same as in "there is at least one bridge"."""
        amount = self.amount(concluded)
        return f"there {'are' if amount.endswith('s') else 'is'} {amount}"

    def rely_on(self, edges: Iterable[int]) -> None:
        """Note that the bounds of these edges are taken as known."""
        self._edges.update(dict.fromkeys(edges))

    def rely_on_ways(self, islands: Iterable[int]) -> None:
        """Note that what these islands have got, and which of their ways are closed, is taken as known."""
        for island in islands:
            self.rely_on(way.edge for way in self.board.ways[island])

    def rely_on_bridges(self, islands: Iterable[int]) -> None:
        """Note that what these islands have got is taken as known."""
        for island in islands:
            self.rely_on(way.edge for way in self.board.ways[island] if self.state.least[way.edge])

    def telling(self, where: str, *why: str, islands: Iterable[int] = ()) -> Telling:
        """Return it, with these sentences, about the islands it named and these."""
        self.note(islands)
        words = " ".join(map(sentence, why))
        return Telling(sentence(where), words, tuple(self._islands), tuple(self._edges))
