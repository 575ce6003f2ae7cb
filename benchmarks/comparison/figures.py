"""From times to figures: medians, tails, spreads, ratios, disagreements, and the bars that the package has to clear.

A board's time is the best of its rounds; medians, p99 and maxima are over the boards. A timeout counts as an infinite
time: it can raise a median but is never an answer.
"""
from __future__ import annotations

import math
import statistics
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from peers import Peer
from peers.base import INVALID

from comparison.sets import BoardSet
from comparison.worker import Block

CROWDED = 0.9  # a block that got less of a processor than this was disturbed


@dataclass
class Series:
    """The results of a peer on a set in all rounds, by the index of the board in the set."""

    peer: Peer
    whole: bool
    rounds: list[dict[int, float]] = field(default_factory=list)
    answers: dict[int, int] = field(default_factory=dict)
    timeouts: set[int] = field(default_factory=set)
    errors: dict[int, str] = field(default_factory=dict)
    unsupported: str = ""
    busy: list[float] = field(default_factory=list)

    def add(self, block: Block, order: list[int]) -> None:
        """Add a round in which the boards were in this order."""
        self.rounds.append({order[i]: seconds for i, seconds in block.seconds.items()})
        for i, answer in block.answers.items():
            if self.answers.setdefault(order[i], answer) != answer:
                self.errors[order[i]] = f"it found {self.answers[order[i]]} solutions, then {answer}"
        self.timeouts |= {order[i] for i in block.timeouts}
        self.errors |= {order[i]: error for i, error in block.errors.items()}
        self.unsupported = block.unsupported
        self.busy.append(block.busy)

    def best(self) -> dict[int, float]:
        """Return the best time of each board that was answered."""
        times: dict[int, float] = {}
        for each in self.rounds:
            for i, seconds in each.items():
                times[i] = min(seconds, times.get(i, math.inf))
        return {i: seconds for i, seconds in times.items() if i not in self.timeouts and i not in self.errors}

    def tried(self) -> dict[int, float]:
        """Return the same, with timeouts as infinite times."""
        return self.best() | dict.fromkeys(self.timeouts, math.inf)

    def summary(self) -> Summary | None:
        """Return the figures, or None if no board was tried."""
        times = sorted(self.tried().values())
        if not times:
            return None
        endless = [math.inf] * len(self.timeouts)
        medians = [median([*each.values(), *endless]) for each in self.rounds if each] or [math.inf]
        return Summary(
            len(times), median(times), p99(times), times[-1], min(medians), max(medians), len(self.timeouts)
        )

    def crowded(self) -> bool:
        return max(self.busy, default=1.0) < CROWDED


class Summary(NamedTuple):
    """Seconds over n boards; `low` and `high` are the least and largest median of a round."""

    n: int
    median: float
    p99: float
    max: float
    low: float
    high: float
    timeouts: int


def median(times: Iterable[float]) -> float:
    """Return the median of times, of which some may be infinite."""
    ordered = sorted(times)
    middle = len(ordered) // 2
    if len(ordered) % 2 or math.isinf(ordered[middle]):
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def p99(times: Iterable[float]) -> float:
    """Return the least time that 99 % of the boards do not exceed; for fewer than 100 boards, the largest time."""
    ordered = sorted(times)
    return ordered[math.ceil(0.99 * len(ordered)) - 1]


def ratio(series: Series, base: Series) -> float | None:
    """Return how many times as long as `base` a peer takes, by medians over the boards that both have tried.

    A whole batch has no times per board: every board gets an equal share.
    """
    theirs, ours = series.tried(), base.tried()
    common = theirs.keys() & ours.keys()
    if not common:
        return None
    least = median(ours[i] for i in common)
    return median(theirs[i] for i in common) / least if least < math.inf else None


Table = dict[str, Series]  # by key of the peer


def best_rival(table: Table) -> Series | None:
    """Return the rival's solver with the best median on this set."""
    rivals = [series for series in table.values() if series.peer.rival and series.tried()]
    return min(rivals, key=lambda series: median(series.tried().values()), default=None)


def best_native(table: Table) -> Series | None:
    """Return the solver whose native part has the best median on this set."""
    natives = [series for series in table.values() if series.peer.native and series.tried()]
    return min(natives, key=lambda series: median(series.tried().values()), default=None)


def disagreements(board_set: BoardSet, table: Table) -> list[str]:
    """Return every answer that contradicts another one, and every error."""
    found = []
    reference: dict[int, tuple[str, int]] = {}
    for series in table.values():
        title = series.peer.title
        for i, error in sorted(series.errors.items()):
            found.append(f"{board_set.name}, {board_set.boards[i].id}: {title} failed: {error}")
        for i, answer in sorted(series.answers.items()):
            where = f"{board_set.name}, {board_set.boards[i].id}: {title}"
            if answer == INVALID:
                found.append(f"{where} gave a solution that breaks the rules")
                continue
            if not series.peer.first_only:
                reference.setdefault(i, (title, answer))
            if i in reference:
                other, count = reference[i]
                if answer != (min(count, 1) if series.peer.first_only else count):
                    found.append(f"{where} found {answer} solutions, {other} {count}")
    return found


class Bar(NamedTuple):
    """One figure that the package should reach on a set."""

    what: str
    value: float
    bar: float | None  # None: no bar, only for information
    at_least: bool = True
    note: str = ""

    @property
    def passed(self) -> bool | None:
        if self.bar is None:
            return None
        return self.value >= self.bar if self.at_least else self.value <= self.bar


# By kind of set: speed relative to the best rival by median, in batch (of one if tails matter) and by calls.
MEDIAN_BARS = {"tatham": (40.0, 15.0), "coelho": (20.0, None), "random": (8.0, None)}
TAIL_BAR = 3.0  # the rival's p99 / ours
WORST_BAR = 0.5  # our time / the rival's on the same board
NATIVE_BARS = (3.0, 1.5)  # median and p99 of the native part of the rival alone / those of our calls
SAT_BAR = 1.2  # the time of our SAT engine with the order encoding / the rival's, by medians
NO_BARS = ("random_50",)


def bars(board_set: BoardSet, table: Table) -> list[Bar]:
    """Return the figures of a set compared with the best rival, as far as the peers that they need have run."""
    rival = best_rival(table)
    if rival is None:
        return []
    kind = board_set.name.partition("_")[0]
    in_batch, by_call = (None, None) if board_set.name in NO_BARS else MEDIAN_BARS.get(kind, (None, None))
    found = []
    main = table.get("one" if board_set.tails else "batch")
    for series, bar in ((main, in_batch), (table.get("call"), by_call)):
        if series is not None and (value := ratio(rival, series)) is not None:
            found.append(Bar(series.peer.title.removeprefix("hashi_fast "), value, bar))
    if (sat := table.get("sat")) is not None and (value := ratio(sat, rival)) is not None:
        found.append(Bar("sat order / rival", value, SAT_BAR, False))
    if board_set.tails and (whole := table.get("batch")) is not None and whole.best() and not rival.timeouts:
        means = [statistics.mean(series.best().values()) for series in (rival, whole)]
        found.append(Bar("batch by means", means[0] / means[1], None))
    if board_set.tails and main is not None and main.tried():
        theirs, ours = rival.tried(), main.tried()
        strict = kind == "coelho"
        found.append(Bar("p99", p99(theirs.values()) / p99(ours.values()), TAIL_BAR if strict else None))
        shares = {i: ours[i] / theirs[i] for i in ours.keys() & theirs.keys() if theirs[i] < math.inf}
        if shares:
            worst = max(shares, key=lambda i: shares[i])
            slower = sum(share > 1 for share in shares.values())
            note = f"{board_set.boards[worst].id}; slower than the rival on {slower} of {len(shares)}"
            found.append(Bar("worst board, ours / rival", shares[worst], WORST_BAR if strict else None, False, note))
        if (native := best_native(table)) is not None and (call := table.get("call")) is not None:
            found += _native_bars(native, call, strict)
        unfinished = len(board_set.boards) - len(main.best())
        found.append(Bar("boards not finished", unfinished, 0 if strict else None, False))
    return found


def _native_bars(native: Series, call: Series, strict: bool) -> list[Bar]:
    """Return our calls compared with the native part of a rival, which has its clauses as we have the topology."""
    title = native.peer.title
    value = ratio(native, call)
    tails = p99(native.tried().values()) / p99(call.tried().values())
    medians, p99s = NATIVE_BARS if strict else (None, None)
    return [Bar(title, value, medians), Bar(f"{title}, p99", tails, p99s)] if value is not None else []
