"""The plot of docs/speed.md: how long solvers take on each set of boards."""
from __future__ import annotations

import math
from typing import Any

from pictures.canvas import Drawing

# By key in benchmarks/figures.json: the name of a solver, its mark and its colour.
SOLVERS = {
    "batch": ("hashi-fast", "disc", "new"),
    "pysat": ("PySAT", "square", "other"),
    "clingo": ("clingo", "diamond", "ink"),
    "cp-sat": ("CP-SAT", "triangle", "ink"),
    "highs": ("HiGHS", "ring", "soft"),
}
LEFT, RIGHT, TOP, ROW = 158, 24, 70, 30
WIDTH = 720
FIRST, LAST = -6, 1  # powers of ten of the axis, in seconds


def speed_plot(figures: dict[str, Any]) -> str:
    """Return the plot: a row per set, a mark per solver, on a logarithmic scale."""
    sets = figures["sets"]
    height = TOP + ROW * len(sets) + 40
    drawing = Drawing(WIDTH, height, "Median time to count solutions up to two, by set and solver")
    drawing.text(16, 24, "Median time per board to count solutions up to two, on one thread", says="soft")
    _legend(drawing)
    for power in range(FIRST, LAST + 1):
        x = _place(10.0**power)
        drawing.line(x, TOP - 8, x, height - 34, kind="soft", width=1, dash="1 5")
        drawing.text(x, height - 14, _unit(power), anchor="middle", says="soft", size=12)
    for number, each in enumerate(sets):
        y = TOP + ROW * (number + 0.5)
        drawing.text(LEFT - 18, y + 5, set_title(each["name"]), anchor="end")
        times = [seconds for key in SOLVERS if (seconds := each["seconds"].get(key))]
        if times:
            drawing.line(_place(min(times)), y, _place(max(times)), y, kind="soft", width=1)
        for key, (_, mark, kind) in SOLVERS.items():
            seconds = each["seconds"].get(key)
            if seconds is not None:
                _draw_mark(drawing, _place(seconds), y, mark, kind)
            elif key in each["seconds"]:
                x = _place(figures["time limit"])
                drawing.arrow(x - 16, y, x + 4, y, kind=kind, width=2)
    return drawing.svg()


def set_title(name: str) -> str:
    """Return how people call a set.

    >>> set_title("tatham_7"), set_title("coelho_100"), set_title("random_50")
    ('Tatham 7x7', 'Coelho, 100 islands', 'grown 50x50')
    """
    kind, _, number = name.partition("_")
    if kind == "coelho":
        return f"Coelho, {number} islands"
    words = {"tatham": "Tatham", "random": "grown"}.get(kind)
    return f"{words} {number}x{number}" if words else name


def _place(seconds: float) -> float:
    share = (math.log10(seconds) - FIRST) / (LAST - FIRST)
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def _unit(power: int) -> str:
    number = 10 ** (power % 3)
    return f"{number} {('us', 'ms', 's')[power // 3 + 2]}"


def _legend(drawing: Drawing) -> None:
    x = LEFT
    for title, mark, kind in SOLVERS.values():
        _draw_mark(drawing, x, 44, mark, kind)
        drawing.text(x + 12, 49, title)
        x += 34 + 8 * len(title)


def _draw_mark(drawing: Drawing, x: float, y: float, mark: str, kind: str) -> None:
    if mark == "disc":
        drawing.circle(x, y, 7, fill="new", kind="new")
    elif mark == "ring":
        drawing.circle(x, y, 5.5, fill="paper", kind=kind)
    elif mark == "square":
        drawing.box(x - 5, y - 5, 10, 10, fill="other", round_=0)
    else:
        shape = "l6 6l-6 6l-6 -6z" if mark == "diamond" else "l6.5 11h-13z"
        drawing.shape(f"M{x:.1f} {y - 6:.1f}{shape}", kind=kind)
