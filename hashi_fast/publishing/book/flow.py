"""Running text: pages that are filled from the top, paragraph by paragraph, and the numbers of pages."""

from __future__ import annotations

from hashi_fast.publishing.book.canvas import Canvas
from hashi_fast.publishing.book.fonts import Face
from hashi_fast.publishing.book.paper import Leaf

# Font sizes on A4, and the line spacing for a font of size 1.
TEXT = 11.0
SMALL = 8.5
HEADING = 24.0
LEADING = 1.42
_FOLIO = 9.0


class Flow:
    """Pages of text from the next page on; `y` is how far the current one is filled."""

    def __init__(self, canvas: Canvas, leaf: Leaf) -> None:
        self.canvas = canvas
        self.leaf = leaf
        self.width, self._height = leaf.box()
        self.text = TEXT * leaf.scale
        self.small = SMALL * leaf.scale
        self._new_page()

    def _new_page(self) -> None:
        self.canvas.begin_page(self.leaf.paper)
        draw_folio(self.canvas, self.leaf)
        self.left, self.y = self.leaf.corner(self.canvas.page)
        self._bottom = self.y + self._height - 8

    def room(self, height: float) -> None:
        """Start a new page unless the current one has room for this height."""
        if self.y + height > self._bottom:
            self._new_page()

    def heading(self, title: str, anchor: str) -> None:
        """Set the heading of a part of the book, which the outline names."""
        self.canvas.anchor(anchor)
        self.canvas.outline(title, anchor)
        size = HEADING * self.leaf.scale
        for line in self.canvas.fonts.wrapped(title, size, self.width, "bold"):
            self.canvas.text(self.left, self.y + 0.8 * size, line, size, face="bold")
            self.y += 1.2 * size
        self.y += 0.5 * size

    def paragraph(self, text: str, *, bullet: bool = False, face: Face = "plain") -> None:
        """Set a paragraph. One that has no room on this page goes on on the next."""
        size, leading = self.text, LEADING * self.text
        indent = 1.3 * size if bullet else 0.0
        lines = self.canvas.fonts.wrapped(text, size, self.width - indent, face)
        self.room(leading * min(len(lines), 3))  # no line alone at the end of a page
        if bullet:
            self.canvas.discs([(self.left + 0.4 * size, self.y + 0.62 * size)], 0.14 * size, 0.5, 0)
        for line in lines:
            self.room(leading)
            self.canvas.text(self.left + indent, self.y + size, line, size, face=face)
            self.y += leading
        self.y += 0.35 * size


def draw_folio(canvas: Canvas, leaf: Leaf, turned: bool = False) -> None:
    """Write the number of the page below its box."""
    (x, y), (width, height) = leaf.corner(canvas.page, turned), leaf.box(turned)
    size = _FOLIO * leaf.magnify
    base = y + height + 0.5 * leaf.margin + 0.3 * size
    canvas.text(x + width / 2, base, str(canvas.page), size, align="centre", grey=0.2)
