"""What comes before the puzzles: the title page, and the rules with the list of chapters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from hashi_fast.formats import loads
from hashi_fast.levels import DIFFICULTIES, Difficulty
from hashi_fast.publishing.book.board import draw_board, framed
from hashi_fast.publishing.book.canvas import STAR_STEP, Canvas
from hashi_fast.publishing.book.contents import Contents
from hashi_fast.publishing.book.paper import Paper
from hashi_fast.search.solver import solve

# On the title page, with its bridges.
ART = "10x10:1b4c4a2j2a3b2c1l2b4a5a34b5d1e2a4c4a2f4a1a3b5a2j2"
# The example: a puzzle in which the islands on these three cells are clear at first sight.
EXAMPLE = "6x6:b2b1l3a4b2f4a6b4"
CLEAR = ((5, 0), (5, 2), (5, 5))
STEPS = (
    "A puzzle with at most two bridges per pair.",
    "The grey islands need all they can get: two bridges each way.",
    "The 2 on the right is done, so the 1 above goes to the left. The rest follows.",
)
TAKES: dict[Difficulty, str] = {
    "easy": "one island at a time",
    "medium": "what the neighbours can take",
    "hard": "groups that must not be cut off",
    "expert": "trying a bridge and looking ahead",
    "extreme": "following cases to their end",
}
_NUMBERS = ("", "one bridge", "two bridges", "three bridges", "four bridges")

# Font sizes on A4, and the line spacing for a font of size 1.
_TEXT = 11.0
_SMALL = 8.5
_HEADING = 24.0
_LEADING = 1.42


class Line(NamedTuple):
    """A line of the list of chapters; the level is None if a chapter has several or none."""

    title: str
    level: Difficulty | None
    puzzles: str
    page: int
    anchor: str


def draw_cover(canvas: Canvas, paper: Paper, title: str, subtitle: str, author: str, summary: str) -> None:
    """Draw the title page."""
    canvas.begin_page(paper)
    middle, width = paper.width / 2, paper.width - 2 * paper.margin
    size = min(0.09 * paper.width, 54.0)
    while (lines := canvas.wrapped(title, size, width, "title")) and size > 4:
        if len(lines) <= 3 and all(canvas.width_of(line, size, "title") <= width for line in lines):
            break
        size *= 0.92
    y = 0.15 * paper.height
    for line in lines:
        canvas.text(middle, y, line, size, face="title", align="centre")
        y += 1.2 * size
    under = min(max(0.36 * size, 10.0), 18.0)
    for line in canvas.wrapped(subtitle, under, width, "title"):
        canvas.text(middle, y, line, under, face="title", align="centre", grey=0.35)
        y += 1.4 * under
    below = paper.height - paper.margin - 60 * paper.scale
    art = loads(ART)
    side = min(0.62 * paper.width, 0.9 * (below - y))
    solution = solve(art).solution
    assert solution is not None, "the picture has a solution"
    if side > 60:
        x, cell = middle - side / 2, side / max(framed(art))
        draw_board(canvas, art, x, (y + below - under - side) / 2, cell, solution.bridges, grid=False)
    size = min(13 * paper.scale, width / max(canvas.width_of(author, 1, "title"), 1))
    canvas.text(middle, below + 18 * paper.scale, author, size, face="title", align="centre")
    canvas.text(middle, below + 40 * paper.scale, summary, 10 * paper.scale, align="centre", grey=0.35)


def draw_rules(
    canvas: Canvas, paper: Paper, contents: Contents, lines: Iterable[Line], footer: Callable[[], None]
) -> None:
    """Draw the rules and the list of chapters, on as many pages as needed."""
    flow = _Flow(canvas, paper, footer)
    canvas.anchor("rules")
    canvas.outline("How to play", "rules")
    heading = _HEADING * paper.scale
    canvas.text(flow.left, flow.y + 0.8 * heading, "How to play", heading, face="bold")
    flow.y += 1.7 * heading
    flow.paragraph("Join the islands by bridges, so that each has as many as its number says.")
    for rule in rules_of(contents):
        flow.paragraph(rule, bullet=True)
    flow.y += 0.8 * flow.text
    _draw_example(flow)
    flow.y += 1.7 * flow.text
    _draw_lines(flow, list(lines))
    if any(entry.score is not None for entry in contents.entries):
        flow.y += 0.8 * flow.text
        flow.paragraph("The number after the size of a puzzle is its score: one more means about twice the work.")


def rules_of(contents: Contents) -> list[str]:
    """Return the rules of these puzzles, one or two sentences each."""
    puzzles = [entry.puzzle for entry in contents.entries]
    usual = usual_bridges(contents)
    unless = ", unless a puzzle says otherwise" if any(puzzle.max_bridges != usual for puzzle in puzzles) else ""
    rules = [
        "Bridges run straight, across or down, from one island to the next; never over an island.",
        f"Two islands are joined by at most {_NUMBERS[usual]}{unless}.",
        "Bridges do not cross.",
        "In the end, bridges lead from every island to every other.",
    ]
    if any(island.target is None for puzzle in puzzles for island in puzzle.islands):
        rules.append("An island with a ? may have any number of bridges, but at least one.")
    if not all(puzzle.loops for puzzle in puzzles):
        where = "In puzzles marked “no loops”, bridges" if any(puzzle.loops for puzzle in puzzles) else "Bridges"
        rules.append(f"{where} never form a closed ring. Two bridges side by side are not a ring.")
    if contents.ambiguous:
        rules.append("Some puzzles have more than one solution; the answers show one.")
    else:
        rules.append("Every puzzle has exactly one solution.")
    return rules


def usual_bridges(contents: Contents) -> int:
    """Return the most bridges per pair in puzzles that do not say otherwise."""
    found = {entry.puzzle.max_bridges for entry in contents.entries}
    return found.pop() if len(found) == 1 else 2


class _Flow:
    """Pages that are filled from the top; `y` is how far the current one is filled."""

    def __init__(self, canvas: Canvas, paper: Paper, footer: Callable[[], None]) -> None:
        self.canvas = canvas
        self.paper = paper
        self.left = paper.margin
        self.width = paper.width - 2 * paper.margin
        self.text = _TEXT * paper.scale
        self.small = _SMALL * paper.scale
        self._footer = footer
        self._new_page()

    def _new_page(self) -> None:
        self.canvas.begin_page(self.paper)
        self._footer()
        self.y = self.paper.margin

    def room(self, height: float) -> None:
        """Start a new page unless the current one has room for this height."""
        if self.y + height > self.paper.height - self.paper.margin - 8:
            self._new_page()

    def paragraph(self, text: str, *, bullet: bool = False) -> None:
        """Set a paragraph."""
        size, leading = self.text, _LEADING * self.text
        indent = 1.3 * size if bullet else 0.0
        lines = self.canvas.wrapped(text, size, self.width - indent)
        self.room(leading * len(lines))
        if bullet:
            self.canvas.discs([(self.left + 0.4 * size, self.y + 0.62 * size)], 0.14 * size, 0.5, 0)
        for line in lines:
            self.canvas.text(self.left + indent, self.y + size, line, size)
            self.y += leading
        self.y += 0.35 * size


def _draw_example(flow: _Flow) -> None:
    puzzle = loads(EXAMPLE)
    solution = solve(puzzle).solution
    assert solution is not None, "the example has a solution"
    bridges = solution.bridges
    clear = [bridge for bridge in bridges if bridge[:2] in CLEAR or bridge[2:4] in CLEAR]
    pictures = (((), ()), (clear, CLEAR), (bridges, ()))
    gap = 24 * flow.paper.scale
    side = min((flow.width - 2 * gap) / 3, 150.0)
    words = [flow.canvas.wrapped(step, flow.small, side) for step in STEPS]
    leading = _LEADING * flow.small
    height = side + 6 + leading * max(map(len, words))
    flow.room(height)
    x = flow.left + (flow.width - 3 * side - 2 * gap) / 2
    for (shown, marked), lines in zip(pictures, words, strict=True):
        draw_board(flow.canvas, puzzle, x, flow.y, side / max(framed(puzzle)), shown, marked=marked)
        for i, line in enumerate(lines):
            flow.canvas.text(x, flow.y + side + 6 + flow.small + i * leading, line, flow.small, grey=0.25)
        x += side + gap
    flow.y += height


def _draw_lines(flow: _Flow, lines: list[Line]) -> None:
    canvas, text, small = flow.canvas, flow.text, flow.small
    star, height = 0.8 * text, 1.8 * text
    right = flow.left + flow.width
    names = flow.left + width_of_stars(star) + 0.8 * text
    takes = names + max(canvas.width_of(line.title, text, "bold") for line in lines) + text
    pages = right - max(canvas.width_of(f"page {line.page}", small) for line in lines) - text
    # Narrow paper has no room for what a level takes.
    room = pages - takes - max(canvas.width_of(line.puzzles, small) for line in lines) - text
    wordy = room >= max(canvas.width_of(words, small) for words in TAKES.values())
    flow.room(height * min(len(lines), 8))
    for line in lines:
        base = flow.y + 1.2 * text
        canvas.lines([(flow.left, flow.y, right, flow.y)], 0.4, 0.75)
        if line.level is not None:
            canvas.stars(flow.left, base - 0.36 * text, star, *stars_of(line.level))
            if wordy:
                canvas.text(takes, base, TAKES[line.level], small, grey=0.35)
        canvas.text(names, base, line.title, text, face="bold")
        canvas.text(pages, base, line.puzzles, small, align="right", grey=0.35)
        canvas.text(right, base, f"page {line.page}", small, align="right")
        canvas.link(flow.left, flow.y, flow.width, height, line.anchor)
        flow.y += height
    canvas.lines([(flow.left, flow.y, right, flow.y)], 0.4, 0.75)


def stars_of(level: Difficulty) -> tuple[int, int]:
    """Return how many stars of a level are full, and how many there are in all."""
    return DIFFICULTIES.index(level) + 1, len(DIFFICULTIES)


def width_of_stars(size: float) -> float:
    """Return how wide the stars of a level are."""
    return size * STAR_STEP * len(DIFFICULTIES)
