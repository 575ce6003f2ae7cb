"""The picture: medians by set and peer, with a whisker up to p99."""
from __future__ import annotations

import math
from pathlib import Path

from peers import PEERS

from comparison.report import Results

# Paul Tol's bright colours for the others; ours are in black.
COLOURS = ("#4477AA", "#66CCEE", "#228833", "#CCBB44", "#EE6677", "#AA3377", "#BBBBBB")
MARKS = "osD^vP*X"


def draw(results: Results, path: Path, caption: str, limit: float) -> None:
    """Write a PNG; needs matplotlib."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    peers = {peer.key: peer for peer in PEERS if any(peer.key in table for _, table in results)}
    figure, axes = pyplot.subplots(figsize=(max(6.0, 1.05 * len(results) + 3.5), 6.5), layout="constrained")
    others = [peer for peer in peers.values() if not peer.ours]
    ours = [peer for peer in peers.values() if peer.ours]
    for number, peer in enumerate(peers.values()):
        rank = (ours if peer.ours else others).index(peer)
        style = "black" if peer.ours else COLOURS[rank % len(COLOURS)]
        # Side by side within the column of a set, so that whiskers do not overlap.
        shift = 0.7 * ((number + 0.5) / len(peers) - 0.5)
        label = peer.title
        for place, (_, table) in enumerate(results):
            summary = table[peer.key].summary() if peer.key in table else None
            if summary is None:
                continue
            if math.isinf(summary.median):
                axes.plot(place + shift, limit, marker="$?$", color=style, markersize=8, linestyle="none")
                continue
            mark = MARKS[(rank if peer.ours else rank + len(ours)) % len(MARKS)]
            axes.plot(
                place + shift, summary.median, marker=mark, color=style, markersize=6, linestyle="none", label=label,
                markerfacecolor=style if rank == 0 or not peer.ours else "white",
            )
            label = "_"  # one entry in the legend
            top = min(summary.p99, limit)
            if not table[peer.key].whole and top > summary.median:
                axes.plot([place + shift] * 2, [summary.median, top], color=style, linewidth=1, alpha=0.6)
    axes.set_yscale("log")
    axes.set_xticks(range(len(results)), [board_set.name.replace("_", "\n") for board_set, _ in results])
    axes.set_ylabel("seconds per board, median; line up to p99; ?: timeout")
    axes.set_title("Counting solutions up to two, one thread")
    axes.grid(axis="y", alpha=0.3)
    for place in range(1, len(results)):
        axes.axvline(place - 0.5, color="0.9", linewidth=0.8)
    figure.legend(loc="outside right upper", frameon=False)
    figure.text(0.005, 0.005, caption, fontsize=7, color="0.4")
    axes.set_xlabel(" ")  # room for the caption
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
