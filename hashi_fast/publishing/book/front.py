"""What comes before the rules: the title page, copyright, dedication and introduction."""

from __future__ import annotations

from typing import NamedTuple

from hashi_fast.formats import loads
from hashi_fast.publishing.book.board import draw_board, framed
from hashi_fast.publishing.book.canvas import Canvas
from hashi_fast.publishing.book.flow import LEADING, SMALL, TEXT, Flow
from hashi_fast.publishing.book.fonts import Fonts, joined
from hashi_fast.publishing.book.language import Language
from hashi_fast.publishing.book.paper import Leaf
from hashi_fast.search.solver import solve

# On the title page, with its bridges.
ART = "10x10:1b4c4a2j2a3b2c1l2b4a5a34b5d1e2a4c4a2f4a1a3b5a2j2"
MOST_LETTERS = 120  # of title, subtitle and author, each
_HEADING = "# "  # begins a line of an introduction that is a heading


class Words(NamedTuple):
    """The author's own words. Those in lists are lines; an empty line ends a paragraph."""

    title: str
    subtitle: str
    author: str
    copyright: list[str]
    dedication: list[str]
    introduction: list[str]


def words_of(
    fonts: Fonts, title: str, subtitle: str, author: str, copyright: str, dedication: str, introduction: str
) -> Words:
    """Return the words of a book, or raise ValueError for those that cannot be printed."""
    return Words(
        fonts.checked("title", title, MOST_LETTERS),
        fonts.checked("subtitle", subtitle, MOST_LETTERS),
        fonts.checked("author", author, MOST_LETTERS),
        fonts.checked_lines("copyright", copyright),
        fonts.checked_lines("dedication", dedication),
        fonts.checked_lines("introduction", introduction),
    )


def draw_cover(canvas: Canvas, leaf: Leaf, words: Words, summary: str) -> None:
    """Draw the title page."""
    paper, fonts = leaf.paper, canvas.fonts
    canvas.begin_page(paper)
    (left, _), (width, _) = leaf.corner(canvas.page), leaf.box()
    middle = left + width / 2
    size = min(0.09 * paper.width, 54.0)
    while (lines := fonts.wrapped(words.title, size, width, "bold")) and size > 4:
        if len(lines) <= 3 and all(fonts.width_of(line, size, "bold") <= width for line in lines):
            break
        size *= 0.92
    y = 0.15 * paper.height
    for line in _balanced(fonts, words.title, size, width):
        canvas.text(middle, y, line, size, face="bold", align="centre")
        y += 1.2 * size
    under = min(max(0.36 * size, 10.0), 18.0)
    for line in _balanced(fonts, words.subtitle, under, width):
        canvas.text(middle, y, line, under, face="bold", align="centre", grey=0.35)
        y += 1.4 * under
    below = paper.height - leaf.margin - 60 * paper.scale
    art = loads(ART)
    side = min(0.62 * paper.width, 0.9 * width, 0.9 * (below - y))
    solution = solve(art).solution
    assert solution is not None, "the picture has a solution"
    if side > 60:
        x, cell = middle - side / 2, side / max(framed(art))
        draw_board(canvas, art, x, (y + below - under - side) / 2, cell, solution.bridges, grid=False)
    size = min(13 * leaf.scale, width / max(fonts.width_of(words.author, 1, "bold"), 1))
    canvas.text(middle, below + 18 * paper.scale, words.author, size, face="bold", align="centre")
    size = min(10 * leaf.scale, width / fonts.width_of(summary, 1))
    canvas.text(middle, below + 40 * paper.scale, summary, size, align="centre", grey=0.35)


def _balanced(fonts: Fonts, text: str, size: float, width: float) -> list[str]:
    """Return a bold text in as few lines as possible, which are as narrow as possible: no word is left alone."""
    lines = best = fonts.wrapped(text, size, width, "bold")
    narrow = width
    while len(lines) == len(best) > 1 and max(fonts.width_of(line, size, "bold") for line in lines) <= narrow:
        best = lines
        narrow *= 0.95
        lines = fonts.wrapped(text, size, narrow, "bold")
    return best


def draw_copyright(canvas: Canvas, leaf: Leaf, lines: list[str]) -> None:
    """Draw the page behind the title: small lines that end at the foot of the page."""
    canvas.begin_page(leaf.paper)
    (left, top), (width, height) = leaf.corner(canvas.page), leaf.box()
    size = SMALL * leaf.scale
    wrapped = [piece for line in lines for piece in canvas.fonts.wrapped(line, size, width)]
    y = top + height - LEADING * size * (len(wrapped) - 1)
    if y - size < top:
        raise ValueError(f"copyright: {len(wrapped)} lines are too many for one page of this paper")
    for line in wrapped:
        canvas.text(left, y, line, size)
        y += LEADING * size


def draw_dedication(canvas: Canvas, leaf: Leaf, lines: list[str]) -> None:
    """Draw a page with a few centred lines above its middle."""
    canvas.begin_page(leaf.paper)
    (left, top), (width, height) = leaf.corner(canvas.page), leaf.box()
    size = 1.1 * TEXT * leaf.scale
    wrapped = [piece for line in lines for piece in canvas.fonts.wrapped(line, size, 0.8 * width)]
    tall = LEADING * size * len(wrapped)
    if tall > height:
        raise ValueError(f"dedication: {len(wrapped)} lines are too many for one page of this paper")
    y = top + max(0.38 * height - tall / 2, 0.0) + size
    for line in wrapped:
        canvas.text(left + width / 2, y, line, size, align="centre")
        y += LEADING * size


def draw_introduction(flow: Flow, language: Language, lines: list[str]) -> None:
    """Draw an introduction: paragraphs are separated by empty lines; a line that begins with `# ` is a heading.

    If the first line is a heading, it replaces the usual one.
    """
    title = language.text("headings.introduction")
    if lines[0].startswith(_HEADING):
        title, lines = lines[0].removeprefix(_HEADING), lines[1:]
    flow.heading(title, "introduction")
    paragraph: list[str] = []
    for line in [*lines, ""]:
        if line and not line.startswith(_HEADING):
            paragraph.append(line)
            continue
        if paragraph:
            flow.paragraph(joined(paragraph))
            paragraph = []
        if line:
            flow.y += 0.6 * flow.text
            flow.room(4 * LEADING * flow.text)  # not at the foot of a page, without its text
            flow.paragraph(line.removeprefix(_HEADING), face="bold")
