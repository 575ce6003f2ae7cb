"""What a run of `hashi-fast generate` has made: the number of puzzles per level, and a histogram of scores."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from hashi_fast.levels import DIFFICULTIES

_BAR = 40  # characters of the longest bar


class Summary:
    """Counts of levels, and of scores rounded down to whole numbers.

    >>> summary = Summary()
    >>> summary.add([0, 0, 2], [4100, 4900, 6000])
    >>> summary.fields()
    {'puzzles': 3, 'levels': {'easy': 2, 'hard': 1}, 'scores': {'4': 2, '6': 1}}
    """

    def __init__(self) -> None:
        self._levels: Counter[int] = Counter()
        self._scores: Counter[int] = Counter()

    def __len__(self) -> int:
        return self._levels.total()

    def add(self, difficulty: Iterable[int], score: Iterable[int]) -> None:
        """Count puzzles by their levels, as positions in DIFFICULTIES, and by their scores, in thousandths."""
        self._levels.update(difficulty)
        self._scores.update([each // 1000 for each in score])

    def fields(self) -> dict[str, Any]:
        """Return the counts that are not zero, for JSON."""
        levels = {DIFFICULTIES[level]: count for level, count in sorted(self._levels.items())}
        scores = {str(low): count for low, count in sorted(self._scores.items())}
        return {"puzzles": len(self), "levels": levels, "scores": scores}

    def text(self) -> str:
        """Return the counts for people: the levels, and a bar for each score in use."""
        lines = [f"{name:8}{count:12,}" for name, count in self.fields()["levels"].items()]
        if self._scores:
            most = max(self._scores.values())
            for low in range(min(self._scores), max(self._scores) + 1):
                count = self._scores[low]
                bar = "#" * -(-count * _BAR // most)
                lines.append(f"score {low:2}{count:12,} {bar}".rstrip())
        return "\n".join(lines)
