"""What sentences are built with: names of islands, and notes of what was named and what is relied on."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hashi_fast.board.rating import Conclusion
from hashi_fast.coaching.layout import Way
from hashi_fast.coaching.sentences.wording import are, counted, listed, sentence
from hashi_fast.coaching.state import State

_NAMED = 3  # islands; if there are more, they are counted


class Telling(NamedTuple):
    """Something in words: where to look, and why it is so.

    islands: the islands to highlight, by index; every island that the words name is among them.
    edges: the edges whose bounds are relied on. The steps that moved these bounds are the reasons.
    """

    where: str
    why: str
    islands: tuple[int, ...]
    edges: tuple[int, ...]


class Talk:
    """Builds one telling about a state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.layout = state.layout
        self._islands: dict[int, None] = {}  # in the order in which they were mentioned
        self._edges: dict[int, None] = {}

    def note(self, islands: Iterable[int]) -> None:
        """Note that these islands are to be highlighted."""
        self._islands.update(dict.fromkeys(islands))

    def name(self, island: int) -> str:
        """Return the full name of an island, as in "the 5 at row 3, column 7"."""
        self._islands[island] = None
        return self.layout.name(island)

    def names(self, islands: Iterable[int]) -> str:
        """Return the full names of islands as a list."""
        return listed(map(self.name, islands))

    def some(self, islands: Sequence[int], how: str = "") -> str:
        """Return the names of a few islands; of more, the first name and how many others there are.

        `how` says how the others relate to the first, as in "the 5 at row 3, column 7 and six islands around it".
        """
        if len(islands) <= _NAMED:
            return self.names(islands)
        others = counted(len(islands) - 1, "island" if how else "more island")
        return f"{self.name(islands[0])} and {others} {how}".rstrip()

    def with_those_behind(self, island: int, side: Sequence[int]) -> str:
        """Return the name of the island at which a side of the board begins, and how many more the side has."""
        more = len(side) - 1
        behind = "the island behind it" if more == 1 else f"the {counted(more, 'island')} behind it"
        return f"{self.name(island)} and {behind}" if more else self.name(island)

    def beside(self, way: Way) -> str:
        """Return the short name of a neighbour of the island named last, as in "the 4 on the right"."""
        self._islands[way.island] = None
        return f"the {self.layout.number(way.island)} {way.side}"

    def pair(self, edge: int) -> str:
        """Return the names of the ends of an edge, to follow "between"."""
        return self.names(self.layout.ends[edge])

    def amount(self, concluded: Conclusion) -> str:
        """Return what is new in a conclusion, as in "at least one bridge"."""
        how, count = self._news(concluded)
        return f"{how} {counted(count)}".lstrip()

    def there_are(self, concluded: Conclusion) -> str:
        """Return the same as a clause, as in "there is at least one bridge"."""
        return f"there {are(self._news(concluded)[1])} {self.amount(concluded)}"

    def _news(self, concluded: Conclusion) -> tuple[str, int]:
        edge, least, most = concluded
        if least == most:
            return "exactly" if least else "", least
        return ("at least", least) if least > self.state.least[edge] else ("at most", most)

    def rely_on(self, edges: Iterable[int]) -> None:
        """Note that the bounds of these edges are taken as known."""
        self._edges.update(dict.fromkeys(edges))

    def rely_on_ways(self, islands: Iterable[int]) -> None:
        """Note that the bridges of these islands, and which of their ways are closed, are taken as known."""
        for island in islands:
            self.rely_on(way.edge for way in self.layout.ways[island])

    def rely_on_bridges(self, islands: Iterable[int]) -> None:
        """Note that the bridges of these islands are taken as known."""
        for island in islands:
            self.rely_on(way.edge for way in self.layout.ways[island] if self.state.least[way.edge])

    def telling(self, where: str, *why: str, islands: Iterable[int] = ()) -> Telling:
        """Return the telling: each part of `why` becomes a sentence; `islands` are highlighted besides those named."""
        self.note(islands)
        words = " ".join(map(sentence, why))
        return Telling(sentence(where), words, tuple(self._islands), tuple(self._edges))
