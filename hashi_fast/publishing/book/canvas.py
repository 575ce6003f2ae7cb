"""The pages of a book: lines, discs, stars and text as PDF, in greys alone.

Only this module and `fonts` know reportlab. The same calls give the same bytes. Every page says where it is trimmed and
how far the bleed goes. All lengths are measured from the upper left corner of the trimmed page, as the reader holds it.
"""

from __future__ import annotations

import datetime
import io
import math
from collections.abc import Iterable
from typing import IO, Literal, Protocol

from hashi_fast.publishing.book.fonts import Face, Fonts
from hashi_fast.publishing.book.paper import Paper

Align = Literal["left", "centre", "right"]
Point = tuple[float, float]
Segment = tuple[float, float, float, float]

# Distance from one star to the next, for stars of size 1.
STAR_STEP = 1.15


class Surface(Protocol):
    """What a board is drawn on: a page of a PDF, or a picture. Greys run from 0, black, to 1, white."""

    def text(
        self, x: float, y: float, text: str, size: float, *, face: Face = ..., align: Align = ..., grey: float = ...
    ) -> None:
        """Write one line of text with its baseline at y."""

    def lines(self, segments: Iterable[Segment], width: float, grey: float = ...) -> None:
        """Draw straight lines (x1, y1, x2, y2)."""

    def discs(self, centres: Iterable[Point], radius: float, line: float, fill: float = ...) -> None:
        """Draw discs of this grey with a black ring of width `line`."""

    def frame(self, x: float, y: float, width: float, height: float, line: float, grey: float, radius: float) -> None:
        """Draw a rectangle with round corners."""


class Canvas:
    """Pages of a PDF, a `Surface`."""

    def __init__(
        self, file: IO[bytes], fonts: Fonts, *, bleed: float = 0.0, lang: str = "en", date: datetime.date | None = None
    ) -> None:
        from reportlab.pdfgen import canvas  # type: ignore[import-untyped]

        self.fonts = fonts
        self._bleed = bleed
        # Reportlab names an initial font on every page; that one must be embedded, too.
        first = fonts.names["plain"]
        self._canvas = canvas.Canvas(file, invariant=1, pageCompression=1, initialFontName=first, lang=lang)
        if date is not None:
            stamp = _stamp(date)
            self._canvas.setDateFormatter(lambda *_: stamp)
        self._height = 0.0
        self.page = 0  # the number of the current page

    def sketch(self) -> Canvas:
        """Return another canvas with the same fonts, for finding out how much room things take."""
        return Canvas(io.BytesIO(), self.fonts, bleed=self._bleed)

    def describe(self, title: str, author: str, subject: str, creator: str) -> None:
        """Set the metadata that viewers and catalogues show."""
        self._canvas.setTitle(title)
        self._canvas.setAuthor(author)
        self._canvas.setSubject(subject)
        self._canvas.setCreator(creator)

    def begin_page(self, paper: Paper, *, turned: bool = False) -> None:
        """Finish the current page and start one of this size.

        A `turned` page is drawn sideways on the upright paper, with its head at the left.
        """
        if self.page:
            self._canvas.showPage()
        self.page += 1
        self._height = paper.height
        width, height = paper.turned if turned else paper
        bleed = self._bleed
        self._canvas.setPageSize((width + 2 * bleed, height + 2 * bleed))
        self._canvas.setTrimBox((bleed, bleed, width + bleed, height + bleed))
        self._canvas.setBleedBox((0, 0, width + 2 * bleed, height + 2 * bleed))
        if bleed:
            self._canvas.translate(bleed, bleed)
        if turned:
            self._canvas.translate(width, 0)
            self._canvas.rotate(90)

    def save(self) -> None:
        """Write the document."""
        self._canvas.save()

    # Text and shapes: see `Surface`

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        face: Face = "plain",
        align: Align = "left",
        grey: float = 0,
    ) -> None:
        """Write one line of text with its baseline at y."""
        self._canvas.setFont(self.fonts.names[face], size)
        self._canvas.setFillGray(grey)
        draw = {
            "left": self._canvas.drawString,
            "centre": self._canvas.drawCentredString,
            "right": self._canvas.drawRightString,
        }[align]
        draw(x, self._height - y, text)

    def lines(self, segments: Iterable[Segment], width: float, grey: float = 0) -> None:
        """Draw straight lines (x1, y1, x2, y2)."""
        path = self._canvas.beginPath()
        for x1, y1, x2, y2 in segments:
            path.moveTo(x1, self._height - y1)
            path.lineTo(x2, self._height - y2)
        self._canvas.setLineWidth(width)
        self._canvas.setStrokeGray(grey)
        self._canvas.drawPath(path, stroke=1, fill=0)

    def discs(self, centres: Iterable[Point], radius: float, line: float, fill: float = 1) -> None:
        """Draw discs of this grey with a black ring of width `line`."""
        path = self._canvas.beginPath()
        for x, y in centres:
            path.circle(x, self._height - y, radius)
        self._canvas.setLineWidth(line)
        self._canvas.setStrokeGray(0)
        self._canvas.setFillGray(fill)
        self._canvas.drawPath(path, stroke=1, fill=1)

    def frame(self, x: float, y: float, width: float, height: float, line: float, grey: float, radius: float) -> None:
        """Draw a rectangle with round corners."""
        self._canvas.setLineWidth(line)
        self._canvas.setStrokeGray(grey)
        self._canvas.roundRect(x, self._height - y - height, width, height, radius, stroke=1, fill=0)

    def block(self, x: float, y: float, width: float, height: float, grey: float) -> None:
        """Fill a rectangle."""
        self._canvas.setFillGray(grey)
        self._canvas.rect(x, self._height - y - height, width, height, stroke=0, fill=1)

    def stars(self, x: float, y: float, size: float, full: int, of: int) -> None:
        """Draw a row of stars that starts at x and is centred on y: `full` are black, the rest empty."""
        self._canvas.setLineWidth(size / 16)
        for i in range(of):
            centre = x + size * (0.5 + STAR_STEP * i)
            path = self._canvas.beginPath()
            for corner in range(10):
                turn = math.pi * corner / 5
                reach = size / 2 * (1 if corner % 2 == 0 else 0.42)
                to = path.lineTo if corner else path.moveTo
                to(centre + reach * math.sin(turn), self._height - y + reach * math.cos(turn))
            path.close()
            self._canvas.setStrokeGray(0 if i < full else 0.6)
            self._canvas.setFillGray(0 if i < full else 1)
            self._canvas.drawPath(path, stroke=1, fill=1)

    # Navigation

    def anchor(self, name: str, y: float = 0) -> None:
        """Give a name to this place of the current page."""
        self._canvas.bookmarkHorizontal(name, 0, self._height - y)

    def link(self, x: float, y: float, width: float, height: float, name: str) -> None:
        """Link a part of the page to an anchor."""
        rectangle = (x, self._height - y - height, x + width, self._height - y)
        self._canvas.linkRect("", name, rectangle, Border="[0 0 0]")

    def outline(self, title: str, name: str) -> None:
        """Add a line to the outline that viewers show."""
        self._canvas.addOutlineEntry(title, name)


def _stamp(date: datetime.date) -> str:
    """Return a date, or a date and a time, as PDF writes it."""
    if not isinstance(date, datetime.datetime):
        return f"D:{date:%Y%m%d}"
    offset = f"{date:%z}"
    return f"D:{date:%Y%m%d%H%M%S}" + (f"{offset[:3]}'{offset[3:5]}'" if offset else "")
