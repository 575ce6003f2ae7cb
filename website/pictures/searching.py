"""Diagrams of docs/how-it-works.md about the two gears, learning, and rungs in rounds."""
from __future__ import annotations

from itertools import groupby, pairwise

import hashi_fast as hf
from pictures.canvas import Drawing
from pictures.glossary import EXAMPLE


def searching_pictures() -> dict[str, str]:
    return {
        "kernel-gears.svg": _gears(),
        "kernel-learning.svg": _learning(),
        "kernel-rounds.svg": _rounds(),
    }


def _gears() -> str:
    """Where the same mistake is made again and again, and where it is made once."""
    drawing = Drawing(740, 262, "Two gears: backtracking, and learning from conflicts")
    drawing.text(160, 24, "first gear: depth first", anchor="middle", bold=True)
    drawing.text(530, 24, "second gear: learning", anchor="middle", bold=True)
    _tree(drawing, 160, 48, 76, 4)
    drawing.text(160, 248, "cheap nodes, but one failure per branch", anchor="middle", says="soft")
    points = [(530, 48), (500, 92), (530, 136), (500, 180), (530, 220)]
    for (x1, y1), (x2, y2) in pairwise(points):
        drawing.line(x1, y1, x2, y2, kind="soft")
    for x, y in points[:-1]:
        drawing.circle(x, y, 7)
    _failure(drawing, *points[-1])
    drawing.path("M542 216C640 190 640 70 544 50", kind="new", width=2)
    drawing.arrow(556, 56, 543, 50, kind="new", width=2)
    drawing.text(622, 128, "why?", says="new", bold=True)
    drawing.text(622, 146, "keep the reason,", says="new")
    drawing.text(622, 164, "jump back", says="new")
    drawing.text(530, 248, "dearer nodes, no failure twice", anchor="middle", says="soft")
    return drawing.svg()


def _tree(drawing: Drawing, x: float, y: float, spread: float, depth: int) -> None:
    if depth == 0:
        _failure(drawing, x, y)
        return
    for side in (-1, 1):
        drawing.line(x, y, x + side * spread, y + 44, kind="soft")
        _tree(drawing, x + side * spread, y + 44, spread / 2, depth - 1)
    drawing.circle(x, y, 7)


def _failure(drawing: Drawing, x: float, y: float) -> None:
    drawing.path(f"M{x - 4:g} {y - 4:g}l8 8m0 -8l-8 8", kind="new", width=2.5)


def _learning() -> str:
    """How a conflict is traced back to one fact that alone is to blame."""
    drawing = Drawing(700, 218, "A conflict is traced back to its first unique implication point")
    places = {
        "decided long ago": (90, 46, "a has a bridge"),
        "decided last": (90, 150, "b has none"),
        "uip": (270, 150, "c has two"),
        "left": (430, 96, "d has none"),
        "right": (430, 190, "e has one"),
        "conflict": (610, 143, "a group without exit"),
    }
    arrows = [
        ("decided last", "uip"), ("uip", "left"), ("uip", "right"), ("decided long ago", "left"),
        ("left", "conflict"), ("right", "conflict"),
    ]
    for start, end in arrows:
        (x1, y1, _), (x2, y2, _) = places[start], places[end]
        drawing.arrow(x1 + 66, y1, x2 - 66 - (14 if end == "conflict" else 0), y2)
    for name, (x, y, words) in places.items():
        fill = {"uip": "halo", "conflict": "new"}.get(name, "faint")
        half = 80 if name == "conflict" else 64
        drawing.box(x - half, y - 15, 2 * half, 30, fill=fill, kind="soft")
        drawing.text(x, y + 5, words, anchor="middle", says="paper" if name == "conflict" else "")
    drawing.text(90, 24, "decided earlier", anchor="middle", says="soft")
    drawing.text(90, 128, "decided last", anchor="middle", says="soft")
    drawing.path("M352 62V214", kind="new", width=2, dash="6 4")
    drawing.text(362, 40, "learnt: not both “a has a bridge” and “c has two”", says="new")
    return drawing.svg()


def _rounds() -> str:
    """The rating of the example: one column per round, as high as the rung that it took."""
    path = hf.rate(hf.loads(EXAMPLE), path=True).path or ()
    rounds = [list(steps) for _, steps in groupby(path, key=lambda step: step.round)]
    names = [technique.name for technique in hf.TECHNIQUES]
    highest = max(names.index(step.technique) for step in path)
    rungs = names[: highest + 2]
    left, step, rise = 170, 58, 34
    height = rise * len(rungs) + 70
    drawing = Drawing(left + step * len(rounds) + 30, height, "A puzzle is rated in rounds")
    for number, name in enumerate(rungs):
        y = height - 58 - rise * number
        drawing.text(left - 14, y + 5, name, anchor="end", says="" if number <= highest else "soft")
        drawing.line(left, y, left + step * len(rounds), y, kind="soft", width=1, dash="1 5")
    for number, steps in enumerate(rounds):
        x = left + step * (number + 0.5)
        y = height - 58 - rise * names.index(steps[0].technique)
        kind = "new" if names.index(steps[0].technique) == highest else "other"
        drawing.line(x, height - 58, x, y, kind=kind, width=2)
        drawing.circle(x, y, 13, fill="paper", kind=kind)
        drawing.text(x, y + 5, str(len(steps)), anchor="middle", bold=True)
        drawing.text(x, height - 22, f"{number + 1}", anchor="middle", says="soft")
    drawing.text(left + step * len(rounds) / 2, height - 5, "round", anchor="middle", says="soft")
    return drawing.svg()
