"""The figures as text, as Markdown for docs/speed.md, and as JSON."""
from __future__ import annotations

import math
from typing import Any

from peers import PEERS

from comparison.figures import Bar, Series, Table, bars, best_rival, ratio
from comparison.sets import BoardSet
from comparison.sizes import PEERS as PEERS_WITH_CLAUSES
from comparison.sizes import size_of
from comparison.worker import GIVE_UP

Results = list[tuple[BoardSet, Table]]
HEADER = ("peer", "n", "median", "p99", "max", "medians of rounds", "/ batch", "/ call", "")


def in_units(seconds: float, limit: float | None = None) -> str:
    """Return a time with three digits in us, ms or s; a timeout is more than the limit."""
    if math.isinf(seconds):
        return "timeout" if limit is None else f"> {limit:g} s"
    for factor, unit in ((1e6, "us"), (1e3, "ms"), (1.0, "s")):
        if seconds * factor < 999.5 or unit == "s":
            return f"{seconds * factor:.3g} {unit}"
    raise AssertionError


def times(value: float | None) -> str:
    if value is None:
        return "-"
    return "timeout" if math.isinf(value) else f"{value:.0f}x" if value >= 99.5 else f"{value:.3g}x"


def set_lines(board_set: BoardSet, table: Table, limit: float) -> list[str]:
    """Return a table of all peers on one set."""
    rows: list[tuple[str, ...]] = [HEADER]
    for series in table.values():
        remarks = []
        summary = series.summary()
        if series.unsupported:
            remarks.append(f"cannot handle these boards: {series.unsupported}")
        if series.peer.first_only and summary:
            remarks.append("first solution only, no count")
        if summary and summary.timeouts:
            given_up = ", then given up" if summary.timeouts >= GIVE_UP else ""
            remarks.append(f"{summary.timeouts} timeouts at {limit:g} s{given_up}")
        if series.errors:
            remarks.append(f"{len(series.errors)} errors")
        if series.whole:
            remarks.append("shares of the whole batch")
        if series.crowded():
            remarks.append(f"disturbed: at most {max(series.busy):.0%} of a processor")
        if summary is None:
            rows.append((series.peer.title, "0", *["-"] * 6, "; ".join(remarks)))
            continue
        spread = f"{in_units(summary.low, limit)} .. {in_units(summary.high, limit)}"
        tails = ("-", "-") if series.whole else (in_units(summary.p99, limit), in_units(summary.max, limit))
        compared = [times(ratio(series, table[key])) if key in table else "-" for key in ("batch", "call")]
        rows.append(
            (series.peer.title, str(summary.n), in_units(summary.median, limit), *tails, spread, *compared,
             "; ".join(remarks))
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADER))]
    lines = [f"{board_set.name}: {board_set.describe()}"]
    for row in rows:
        cells = [
            text.ljust(width) if column in (0, len(HEADER) - 1) else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  " + "  ".join(cells).rstrip())
    return lines


def bar_lines(results: Results) -> list[str]:
    """Return one line per set: the best rival, and the bars against it."""
    lines = []
    for board_set, table in results:
        rival = best_rival(table)
        if rival is None:
            continue
        summary = rival.summary()
        assert summary is not None
        parts = ", ".join(_bar(bar) for bar in bars(board_set, table))
        lines.append(f"{board_set.name}: {rival.peer.title} {in_units(summary.median)}: {parts}")
    return lines


def _bar(bar: Bar) -> str:
    value = f"{bar.value:g}" if bar.what.startswith("boards") else times(bar.value)
    verdict = ""
    if bar.bar is not None:
        sign = ">=" if bar.at_least else "<="
        verdict = f" [{'ok' if bar.passed else 'MISSED'}, {sign} {bar.bar:g}]"
    note = f" ({bar.note})" if bar.note else ""
    return f"{bar.what} {value}{verdict}{note}"


def size_lines(results: Results) -> list[str]:
    """Return one line per set and peer with SAT clauses of ours: how many there are before the search."""
    return [
        f"{board_set.name}: {table[key].peer.title}: {size.variables:,.0f} variables, {size.clauses:,.0f} clauses"
        for board_set, table in results
        for key in PEERS_WITH_CLAUSES
        if key in table
        for size in [size_of(board_set, key)]
    ]


def wins(results: Results) -> list[str]:
    """Return, per set and peer, how many boards it solves faster than every single call of hashi_fast."""
    lines = []
    for board_set, table in results:
        ours = [series.tried() for series in table.values() if series.peer.ours and not series.whole]
        if not ours:
            continue
        for series in table.values():
            if series.peer.ours:
                continue
            theirs = series.best()
            beaten = [i for i, seconds in theirs.items() if all(seconds < each.get(i, math.inf) for each in ours)]
            if beaten:
                share = f"{len(beaten)} of {len(theirs)} boards"
                lines.append(f"{board_set.name}: {series.peer.title} is faster on {share}")
    return lines


def markdown(results: Results, machine: dict[str, str], limit: float) -> str:
    """Return the medians of all sets and peers, with the best of a row in bold, followed by the tails."""
    titles = {peer.key: peer.title for peer in PEERS if any(peer.key in table for _, table in results)}
    peers = list(titles)
    lines = ["| set | " + " | ".join(titles[key] for key in peers) + " |", "|---" * (len(peers) + 1) + "|"]
    for board_set, table in results:
        found = {key: table[key].summary() for key in peers if key in table}
        least = min((each.median for each in found.values() if each), default=0.0)
        cells = []
        for key in peers:
            summary = found.get(key)
            if summary is None:
                cells.append("no" if key in table and table[key].unsupported else "")
                continue
            text = in_units(summary.median, limit)
            if summary.median == least:
                text = f"**{text}**"
            if summary.n < len(board_set.boards):
                text += f" (n={summary.n})"
            cells.append(text)
        lines.append(f"| {board_set.name} ({board_set.describe()}) | " + " | ".join(cells) + " |")
    lines += ["", "| set | who | median | p99 | max |", "|---|---|---|---|---|"]
    for board_set, table in results:
        rival = best_rival(table)
        for series in (table.get("one") if board_set.tails else table.get("call"), rival):
            summary = series.summary() if series else None
            if series and summary:
                figures = " | ".join(in_units(each, limit) for each in (summary.median, summary.p99, summary.max))
                lines.append(f"| {board_set.name} | {series.peer.title} | {figures} |")
    lines += ["", "; ".join(f"{name} {value}" for name, value in machine.items()) + ".", ""]
    return "\n".join(lines)


def as_json(
    results: Results, machine: dict[str, str], missing: dict[str, str], wrong: list[str], options: dict[str, Any]
) -> dict[str, Any]:
    """Return all figures; times are in seconds, None for a timeout."""
    return {
        "machine": machine,
        "options": options,
        "missing": missing,
        "disagreements": wrong,
        "sets": {
            board_set.name: {
                "boards": [board.id for board in board_set.boards],
                "bars": [bar._asdict() | {"passed": bar.passed, "value": _finite(bar.value)}
                         for bar in bars(board_set, table)],
                "best rival": rival.peer.key if (rival := best_rival(table)) else None,
                "peers": {key: _series_json(board_set, series) for key, series in table.items()},
                "sizes": {key: size_of(board_set, key)._asdict() for key in PEERS_WITH_CLAUSES if key in table},
            }
            for board_set, table in results
        },
    }


def _series_json(board_set: BoardSet, series: Series) -> dict[str, Any]:
    summary = series.summary()
    ids = [board.id for board in board_set.boards]
    return {
        "title": series.peer.title,
        "summary": {name: _finite(value) for name, value in summary._asdict().items()} if summary else None,
        "first_only": series.peer.first_only,
        "unsupported": series.unsupported,
        "busy": [round(each, 3) for each in series.busy],
        "seconds": {ids[i]: seconds for i, seconds in sorted(series.best().items())},
        "answers": {ids[i]: answer for i, answer in sorted(series.answers.items())},
        "timeouts": [ids[i] for i in sorted(series.timeouts)],
        "errors": {ids[i]: error for i, error in sorted(series.errors.items())},
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
