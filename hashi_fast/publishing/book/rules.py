"""The rules of the puzzles in a book, with an example, and the list of its chapters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hashi_fast.formats import loads
from hashi_fast.levels import Difficulty
from hashi_fast.publishing.book.board import draw_board, framed
from hashi_fast.publishing.book.captions import stars_of, usual_bridges, width_of_stars
from hashi_fast.publishing.book.contents import Contents
from hashi_fast.publishing.book.flow import LEADING, Flow
from hashi_fast.publishing.book.language import Language
from hashi_fast.search.solver import solve

# The example: a puzzle in which the islands on these three cells are clear at first sight.
EXAMPLE = "6x6:b2b1l3a4b2f4a6b4"
CLEAR = ((5, 0), (5, 2), (5, 5))
_PICTURE = 150.0  # the largest side of a picture on A4
_LEAST_PICTURE = 90.0  # the smallest, for pictures side by side


class Line(NamedTuple):
    """A line of the list of chapters; the level is None if a chapter has several or none."""

    title: str
    level: Difficulty | None
    puzzles: str
    page: int
    anchor: str


def draw_rules(flow: Flow, language: Language, contents: Contents, lines: Iterable[Line], scores: bool) -> None:
    """Draw the rules and the list of chapters, on as many pages as needed."""
    flow.heading(language.text("headings.rules"), "rules")
    flow.paragraph(language.text("rules.aim"))
    for rule in rules_of(contents, language):
        flow.paragraph(rule, bullet=True)
    flow.y += 0.8 * flow.text
    _draw_example(flow, language)
    flow.y += 1.7 * flow.text
    _draw_lines(flow, language, list(lines))
    if scores and any(entry.score is not None for entry in contents.entries):
        flow.y += 0.8 * flow.text
        flow.paragraph(language.text("rules.score"))


def rules_of(contents: Contents, language: Language) -> list[str]:
    """Return the rules of these puzzles, one or two sentences each."""
    puzzles = [entry.puzzle for entry in contents.entries]
    usual = usual_bridges(contents)
    names = ["straight", f"at_most_{usual}"]
    if any(puzzle.max_bridges != usual for puzzle in puzzles):
        names.append("unless")
    names += ["crossing", "connected"]
    if any(island.target is None for puzzle in puzzles for island in puzzle.islands):
        names.append("unknown")
    if not all(puzzle.loops for puzzle in puzzles):
        names.append("some_no_loops" if any(puzzle.loops for puzzle in puzzles) else "no_loops")
    names.append("ambiguous" if contents.ambiguous else "unique")
    return [language.text(f"rules.{name}") for name in names]


def _draw_example(flow: Flow, language: Language) -> None:
    puzzle = loads(EXAMPLE)
    solution = solve(puzzle).solution
    assert solution is not None, "the example has a solution"
    bridges = solution.bridges
    clear = [bridge for bridge in bridges if bridge[:2] in CLEAR or bridge[2:4] in CLEAR]
    pictures = (((), (), "start"), (clear, CLEAR, "clear"), (bridges, (), "rest"))
    gap, leading = 24 * flow.leaf.paper.scale, LEADING * flow.small
    side = min((flow.width - 2 * gap) / 3, _PICTURE)
    # On narrow pages, pictures are one below the other, with their texts at the right.
    stacked = side < _LEAST_PICTURE * flow.leaf.magnify
    width = flow.width - side - gap if stacked else side
    texts = [language.text(f"example.{name}") for _, _, name in pictures]
    words = [flow.canvas.fonts.wrapped(text, flow.small, width) for text in texts]
    below = 0.0 if stacked else 6 + leading * max(map(len, words))
    flow.room(3 * side + gap if stacked else side + below)
    left, top = flow.left, flow.y
    if not stacked:
        left += (flow.width - 3 * side - 2 * gap) / 2
    for i, ((shown, marked, _), lines) in enumerate(zip(pictures, words, strict=True)):
        x, y = (left, top + i * (side + gap / 2)) if stacked else (left + i * (side + gap), top)
        draw_board(flow.canvas, puzzle, x, y, side / max(framed(puzzle)), shown, marked=marked)
        if stacked:
            x, y = x + side + gap, y + (side - leading * len(lines)) / 2
        else:
            y += side + 6
        for k, line in enumerate(lines):
            flow.canvas.text(x, y + flow.small + k * leading, line, flow.small, grey=0.25)
    flow.y = top + (3 * side + gap if stacked else side + below)


def _draw_lines(flow: Flow, language: Language, lines: list[Line]) -> None:
    canvas, text, small, fonts = flow.canvas, flow.text, flow.small, flow.canvas.fonts
    star, height = 0.8 * text, 1.8 * text
    flow.room(height * min(len(lines), 8))
    right = flow.left + flow.width
    pages = {line: language.text("words.page", page=line.page) for line in lines}
    names = flow.left + width_of_stars(star) + 0.8 * text
    takes = names + max(fonts.width_of(line.title, text, "bold") for line in lines) + text
    before_pages = right - max(fonts.width_of(page, small) for page in pages.values()) - text
    # Narrow paper has no room for what a level takes.
    room = before_pages - takes - max(fonts.width_of(line.puzzles, small) for line in lines) - text
    words = {line: language.text(f"takes.{line.level}") for line in lines if line.level is not None}
    wordy = room >= max((fonts.width_of(take, small) for take in words.values()), default=0.0)
    for line in lines:
        base = flow.y + 1.2 * text
        canvas.lines([(flow.left, flow.y, right, flow.y)], 0.4, 0.75)
        if line.level is not None:
            canvas.stars(flow.left, base - 0.36 * text, star, *stars_of(line.level))
            if wordy:
                canvas.text(takes, base, words[line], small, grey=0.35)
        canvas.text(names, base, line.title, text, face="bold")
        canvas.text(before_pages, base, line.puzzles, small, align="right", grey=0.35)
        canvas.text(right, base, pages[line], small, align="right")
        canvas.link(flow.left, flow.y, flow.width, height, line.anchor)
        flow.y += height
    canvas.lines([(flow.left, flow.y, right, flow.y)], 0.4, 0.75)
