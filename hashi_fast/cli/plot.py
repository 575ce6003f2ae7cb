"""The picture of a histogram of ratings. Only this module imports matplotlib."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hashi_fast.cli import Failure
from hashi_fast.cli.histogram import Histogram
from hashi_fast.deduction.techniques import TECHNIQUES
from hashi_fast.levels import Difficulty
from hashi_fast.support.atomic_file import WholeFile

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_KINDS = ("png", "svg", "pdf")
# Darker is harder, so the levels can be told apart in grey and by colour-blind eyes, too.
_COLOURS: dict[Difficulty, str] = {
    "easy": "#b5de2b",
    "medium": "#35b779",
    "hard": "#26828e",
    "expert": "#3e4989",
    "extreme": "#440154",
}


def check(path: str) -> None:
    """Raise Failure, before the work begins, if the picture cannot be drawn or its kind is not supported."""
    if _kind(path) not in _KINDS:
        raise Failure(f"{path}: expected a name that ends in .{', .'.join(_KINDS[:-1])} or .{_KINDS[-1]}")
    if not Path(path).parent.is_dir():
        raise Failure(f"{path}: the folder does not exist")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise Failure("--plot needs matplotlib: pip install 'hashi-fast[plot]'") from None


def draw(histogram: Histogram, path: str) -> None:
    """Draw the scores by level and the hardest techniques into a file."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 7), layout="constrained")
    FigureCanvasAgg(figure)
    scores, techniques = figure.subplots(2, 1, height_ratios=[3, 2])
    _draw_scores(histogram, scores)
    _draw_techniques(histogram, techniques)
    figure.suptitle(f"Difficulty of {histogram.summary}")
    with WholeFile(path) as file:
        figure.savefig(file, format=_kind(path), dpi=150)


def _kind(path: str) -> str:
    return Path(path).suffix[1:].lower()


def _draw_scores(histogram: Histogram, axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    bins = histogram.bins()
    below = [0] * len(bins)
    for level in histogram.levels:
        heights = [row.puzzles.get(level, 0) for row in bins]
        label = f"{level}: {histogram.puzzles(level):,}, median {histogram.median(level):.2f}"
        axes.bar(
            [row.start for row in bins], heights, [row.end - row.start for row in bins], below, align="edge",
            color=_COLOURS[level], edgecolor="white", linewidth=0.6, label=label,
        )
        below = [low + height for low, height in zip(below, heights, strict=True)]
    axes.set_xlabel("score (one more is twice the work)")
    axes.set_ylabel("puzzles")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.spines[["top", "right"]].set_visible(False)
    if bins:
        axes.legend(frameon=False)


def _draw_techniques(histogram: Histogram, axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    used = [technique for technique in TECHNIQUES if histogram.hardest[technique.name]]
    counts = [histogram.hardest[technique.name] for technique in used]
    bars = axes.barh([technique.name for technique in used], counts, color=[_COLOURS[t.level] for t in used])
    axes.bar_label(bars, [f"{count:,}" for count in counts], padding=3)
    axes.invert_yaxis()  # so that the easiest is on top
    axes.margins(x=0.1)
    axes.set_xlabel("puzzles by the hardest technique they take")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.spines[["top", "right"]].set_visible(False)
