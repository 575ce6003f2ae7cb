"""The line of a generated record. No other module knows what it looks like.

    {"w": 7, "h": 7, "islands": [...], "solution": [...], "rating": {...}, "seed": 1, "index": 0, "generator": 1}

It is the same, byte for byte, as the json format writes for such a record. In a line, fixed texts and values alternate:
the native writer (`_jsonl_writer`) puts values between the texts, and the pattern that finds such lines is made from
the same texts.
"""
from __future__ import annotations

import json
import re
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from hashi_fast.formats._checked_records import check_records
from hashi_fast.formats._jsonl_writer import RecordLines
from hashi_fast.formats.json_ import header
from hashi_fast.levels import DIFFICULTIES, Difficulty

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


class RecordArrays(Protocol):
    """Generated records in flat arrays, with one entry per record except where noted.

    Record k has islands[k] entries in row, col and target (-1: hidden clue), from island_at[k] on. It has edges[k]
    entries in bridges, from edge_at[k] on. In steps it has one entry per technique.
    """

    @property
    def island_at(self) -> NDArray[numpy.int64]: ...
    @property
    def edge_at(self) -> NDArray[numpy.int64]: ...
    @property
    def islands(self) -> NDArray[numpy.int32]: ...
    @property
    def edges(self) -> NDArray[numpy.int32]: ...
    @property
    def row(self) -> NDArray[numpy.int32]: ...
    @property
    def col(self) -> NDArray[numpy.int32]: ...
    @property
    def target(self) -> NDArray[numpy.int8]: ...
    @property
    def bridges(self) -> NDArray[numpy.int8]: ...
    @property
    def difficulty(self) -> NDArray[numpy.int8]: ...
    @property
    def score(self) -> NDArray[numpy.int32]: ...  # thousandths
    @property
    def hardest(self) -> NDArray[numpy.int8]: ...
    @property
    def steps(self) -> NDArray[numpy.int32]: ...
    @property
    def scarcest(self) -> NDArray[numpy.int64]: ...  # thousandths
    @property
    def backtracks(self) -> NDArray[numpy.int64]: ...


class _Value(NamedTuple):
    """The text before a value, and a pattern for the value, with a group for each part that readers need."""

    before: str
    pattern: str


# In the order of the native writer, after the islands. Numbers that would be too large for readers do not match; a
# score needs few digits, because it is a logarithm.
_LEVEL = _Value('], "rating": {"status": "rated", "difficulty": "', f"({'|'.join(DIFFICULTIES)})")
_VALUES = (
    _Value('], "solution": [', r'([^"]*)'),
    _LEVEL,
    _Value('", "score": ', r"(\d{1,3}\.\d{1,3})"),
    _Value(', "steps": ', r"\d+"),
    _Value(', "backtracks": ', r"\d+"),
    _Value(', "hardest": ', r"[^{]*"),
    _Value(', "counts": {', r"([^}]*)"),
    _Value('}, "bottleneck": ', r"\d+\.\d+"),
)


class RecordLine:
    """The lines of records of one kind: the same board size, rules, seed and generator version.

    `head` is the start of each line, up to the first island. `shared` holds the fields that all lines share.
    `techniques` are the names used in ratings.

    >>> RecordLine(7, 5, 2, False, seed=1, generator=1, techniques=()).head
    b'{"w": 7, "h": 5, "loops": false, "islands": ['
    """

    def __init__(
        self,
        width: int,
        height: int,
        max_bridges: int,
        loops: bool,
        *,
        seed: int,
        generator: int,
        techniques: Sequence[str],
    ) -> None:
        self._board = width, height, max_bridges, loops
        self._techniques = techniques
        board = {"w": width, "h": height, "max_bridges": max_bridges, "loops": loops}
        self.shared: dict[str, Any] = {**board, "seed": seed, "generator": generator}
        head = json.dumps(header(*self._board))[:-1] + ', "islands": ['
        before_index, tail = f'}}, "seed": {seed}, "index": ', f', "generator": {generator}}}\n'
        self._texts = (head, *(value.before for value in _VALUES), before_index, tail)
        self.head = head.encode()

    @property
    def longest(self) -> int:
        """The most characters that a line can have."""
        # An island takes fewer than 48, and so does an edge with bridges; there are at most two edges per island.
        width, height, *_ = self._board
        return 4096 + 128 * width * height

    def write(
        self,
        indexes: NDArray[numpy.uint64] | array[int],
        chosen: NDArray[numpy.int64] | array[int],
        arrays: RecordArrays,
    ) -> bytes:
        """Return the lines of records k, for the k in `chosen`, each with its index."""
        width, height, max_bridges, _ = self._board
        check_records(chosen, width, height, max_bridges, arrays)
        texts = [text.encode() for text in self._texts]
        return RecordLines(*self._board, texts, DIFFICULTIES, self._techniques).write(indexes, chosen, arrays)

    def pattern(self, level: Difficulty | None) -> re.Pattern[bytes]:
        """Return the pattern that finds lines of this kind, of one level or of any.

        Its groups are the line up to its last island, the bridges, level, score, counts by technique, and index. Most
        groups could match beyond the end of a line; then there are fewer matches than lines.
        """
        head, *texts, tail = map(re.escape, self._texts)
        looks = [value.pattern if value is not _LEVEL or level is None else f"({level})" for value in _VALUES]
        values = "".join(text + look for text, look in zip(texts, (*looks, r"(\d{1,20})"), strict=True))
        return re.compile(f"(?m)^({head}[^]]*){values}{tail}".encode())


def origin_fields(seed: int, index: int, generator: int) -> dict[str, Any]:
    """Return the fields of a record that say where it comes from."""
    return {"seed": seed, "index": index, "generator": generator}
