"""What a run of `hashi-fast generate` has made: the number of puzzles per level, and a histogram of scores."""
from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

from hashi_fast.levels import DIFFICULTIES

_BAR = 40  # characters of the longest bar


class Summary:
    """Counts of levels, and of scores rounded down to whole numbers.

    >>> summary = Summary()
    >>> summary.add(numpy.array([0, 0, 2]), numpy.array([4100, 4900, 6000]))
    >>> summary.fields()
    {'puzzles': 3, 'levels': {'easy': 2, 'hard': 1}, 'scores': {'4': 2, '6': 1}}
    """

    def __init__(self) -> None:
        self._levels = numpy.zeros(len(DIFFICULTIES), dtype=numpy.int64)
        self._scores = numpy.zeros(1, dtype=numpy.int64)

    def __len__(self) -> int:
        return int(self._levels.sum())

    def add(self, difficulty: NDArray[Any], score: NDArray[Any]) -> None:
        """Count puzzles by their levels, as positions in DIFFICULTIES, and by their scores, in thousandths."""
        self._levels += numpy.bincount(difficulty, minlength=len(DIFFICULTIES))
        scores = numpy.bincount(score // 1000, minlength=len(self._scores))
        scores[: len(self._scores)] += self._scores
        self._scores = scores

    def fields(self) -> dict[str, Any]:
        """Return the counts that are not zero, for JSON."""
        levels = {level: count for level, count in zip(DIFFICULTIES, self._levels.tolist(), strict=True) if count}
        scores = {str(low): count for low, count in enumerate(self._scores.tolist()) if count}
        return {"puzzles": len(self), "levels": levels, "scores": scores}

    def text(self) -> str:
        """Return the counts for people: the levels, and a bar for each score in use."""
        lines = [f"{name:8}{count:12,}" for name, count in self.fields()["levels"].items()]
        used = numpy.flatnonzero(self._scores)
        if len(used):
            most = int(self._scores.max())
            for low in range(int(used[0]), int(used[-1]) + 1):
                count = int(self._scores[low])
                bar = "#" * -(-count * _BAR // most)
                lines.append(f"score {low:2}{count:12,} {bar}".rstrip())
        return "\n".join(lines)
