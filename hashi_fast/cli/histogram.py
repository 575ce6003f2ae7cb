"""Counts of puzzles by level, score and hardest technique, as text, as JSON and for pictures."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from hashi_fast.board.rating import Rating
from hashi_fast.deduction.techniques import NAMES
from hashi_fast.levels import DIFFICULTIES, Difficulty

# By status: why a puzzle has no rating.
NOT_RATED = {"multiple": "several solutions", "none": "no solution", "unknown": "the budget ran out"}

_MANY_ROWS = 24  # from this many rows on, each covers twice the range
_LONGEST_BAR = 40


class Bin(NamedTuple):
    """The puzzles with scores from `start` up to `end`."""

    start: float
    end: float
    puzzles: dict[Difficulty, int]


class Histogram:
    """Counts ratings. Scores are multiples of 0.001 up to a few tens, so memory does not grow with the puzzles."""

    def __init__(self) -> None:
        self.statuses: Counter[str] = Counter()
        self.hardest: Counter[str] = Counter()
        self._scores: dict[Difficulty, Counter[float]] = {}

    def add(self, rating: Rating) -> None:
        """Count a rating."""
        self.statuses[rating.status] += 1
        if rating.difficulty is not None and rating.score is not None:
            self._scores.setdefault(rating.difficulty, Counter())[rating.score] += 1
        if rating.hardest is not None:  # None if there was nothing to do
            self.hardest[rating.hardest] += 1

    @property
    def levels(self) -> list[Difficulty]:
        """The levels that occur, easiest first."""
        return [level for level in DIFFICULTIES if level in self._scores]

    def puzzles(self, level: Difficulty) -> int:
        """Return how many puzzles have a level."""
        return self._scores[level].total()

    def median(self, level: Difficulty) -> float:
        """Return the median score of a level, the lower one of two."""
        scores = self._scores[level]
        left = (scores.total() + 1) // 2
        for score in sorted(scores):
            left -= scores[score]
            if left <= 0:
                break
        return score

    def bins(self) -> list[Bin]:
        """Return the scores in bins of width 0.5, or 1 if there would be too many."""
        if not self._scores:
            return []
        least = min(min(scores) for scores in self._scores.values())
        most = max(max(scores) for scores in self._scores.values())
        width = 0.5 if 2 * (most - least) < _MANY_ROWS else 1.0
        first, last = int(least / width), int(most / width)
        rows: list[dict[Difficulty, int]] = [{} for _ in range(first, last + 1)]
        for level in self.levels:
            for score, puzzles in self._scores[level].items():
                row = rows[int(score / width) - first]
                row[level] = row.get(level, 0) + puzzles
        return [Bin(width * (first + i), width * (first + i + 1), row) for i, row in enumerate(rows)]

    def to_dict(self) -> dict[str, Any]:
        """Return everything, for JSON."""
        return {
            "puzzles": self.statuses.total(),
            "statuses": {status: self.statuses[status] for status in ("rated", *NOT_RATED)},
            "levels": {
                level: {"puzzles": self.puzzles(level), "median": self.median(level)} for level in self.levels
            },
            "hardest": {name: self.hardest[name] for name in NAMES if self.hardest[name]},
            "bins": [{"from": start, "to": end, "puzzles": puzzles} for start, end, puzzles in self.bins()],
        }

    def text(self) -> str:
        """Return everything as a table with a bar for each row of scores."""
        return "\n".join((*self._rows(), self.summary))

    def _rows(self) -> Iterator[str]:
        if not self._scores:
            return
        levels, bins = self.levels, self.bins()
        yield f"{'score':>9} " + "".join(f"{level:>9}" for level in levels)
        longest = max(sum(row.puzzles.values()) for row in bins)
        for row in bins:
            counts = "".join(f"{row.puzzles.get(level, '-'):>9}" for level in levels)
            total = sum(row.puzzles.values())
            # Rounded up, so that a single puzzle is visible.
            yield f"{row.start:4.1f}-{row.end:4.1f} {counts}  {'#' * -(-_LONGEST_BAR * total // longest)}".rstrip()
        rated = self.statuses["rated"]
        shares = (f"{100 * self.puzzles(level) / rated:.1f} %" for level in levels)
        yield ""
        yield f"{'puzzles':>9} " + "".join(f"{self.puzzles(level):>9,}" for level in levels)
        yield f"{'share':>9} " + "".join(f"{share:>9}" for share in shares)
        yield f"{'median':>9} " + "".join(f"{self.median(level):>9.3f}" for level in levels)
        yield ""
        for name in NAMES:
            if self.hardest[name]:
                yield f"{self.hardest[name]:>9,}  {name}"
        yield ""

    @property
    def summary(self) -> str:
        """The number of puzzles, how many of them are rated, and why the others are not."""
        total = self.statuses.total()
        others = [f"{words}: {self.statuses[status]:,}" for status, words in NOT_RATED.items() if self.statuses[status]]
        return "; ".join((f"{total:,} puzzle{'' if total == 1 else 's'}, {self.statuses['rated']:,} rated", *others))
