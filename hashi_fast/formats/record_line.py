"""The line of a generated record: the one place that knows how it looks.

    {"w": 7, "h": 7, "islands": [...], "solution": [...], "rating": {...}, "seed": 1, "index": 0, "generator": 1}

It is what the json format writes for such a record, byte for byte. A line is texts and values in turn: the native
writer (`_jsonl_writer`) puts values between the texts, and the pattern that finds such lines is made of the same texts.
"""
from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy
from numpy.typing import NDArray

from hashi_fast.formats._jsonl_writer import RecordLines
from hashi_fast.formats.json_ import header
from hashi_fast.levels import DIFFICULTIES, Difficulty


class RecordArrays(Protocol):
    """Generated records in flat arrays, one entry per record unless it says otherwise.

    The islands of record k are islands[k] entries of row, col and target (-1: hidden clue) from island_at[k] on, its
    bridges edges[k] entries of bridges from edge_at[k] on, and its steps one entry per technique.
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
    """The text before a value, and a pattern of the value; what readers want of a line is a group in it."""

    before: str
    pattern: str


# In the order of the native writer, after the islands. What could be too large for those who count it is not matched:
# scores are logarithms.
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
    """The lines of records of one kind: the same board size and rules, seed, and version of the generator.

    `head` is how they begin, up to their first island, and `shared` is what they all say. `techniques` are the names
    that ratings have.

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
        """How many characters a line has at most."""
        # An island is written in less than 48, and so is each of its bridges; it has no more than two of its own.
        width, height, *_ = self._board
        return 4096 + 128 * width * height

    def write(self, first: int, chosen: NDArray[numpy.int64], arrays: RecordArrays) -> bytes:
        """Return the lines of records k, for the k in `chosen`; record k has index first + k."""
        texts = [text.encode() for text in self._texts]
        return RecordLines(*self._board, texts, DIFFICULTIES, self._techniques).write(first, chosen, arrays)

    def pattern(self, level: Difficulty | None) -> re.Pattern[bytes]:
        """Return what finds lines of this kind, of one level or of any.

        Its groups: the line up to its last island, its bridges, level, score, counts of techniques and index. Most
        groups could go on beyond the end of a line, which shows in that there are fewer matches than lines.
        """
        head, *texts, tail = map(re.escape, self._texts)
        looks = [value.pattern if value is not _LEVEL or level is None else f"({level})" for value in _VALUES]
        values = "".join(text + look for text, look in zip(texts, (*looks, r"(\d{1,20})"), strict=True))
        return re.compile(f"(?m)^({head}[^]]*){values}{tail}".encode())


def origin_fields(seed: int, index: int, generator: int) -> dict[str, Any]:
    """Return what a record says about where it comes from."""
    return {"seed": seed, "index": index, "generator": generator}
