"""The pages of a book: lines, discs, stars and text as PDF. Only this module knows reportlab.

The same calls give the same bytes. All fonts are embedded: those of reportlab, which have the letters of western
Europe, or, for titles in other scripts, a font that the user names.
"""

from __future__ import annotations

import io
import math
import os
import unicodedata
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any, Literal

from hashi_fast.errors import shown
from hashi_fast.publishing.book.paper import Paper

Face = Literal["plain", "bold", "title"]
Align = Literal["left", "centre", "right"]
Point = tuple[float, float]
Segment = tuple[float, float, float, float]

_FILES: dict[Face, str] = {"plain": "Vera.ttf", "bold": "VeraBd.ttf", "title": "VeraBd.ttf"}
# Half the height of a digit, as a share of the font size; used to centre it.
HALF_DIGIT = 0.365
MOST_LETTERS = 120  # of title, subtitle and author, each
# Distance from one star to the next, for stars of size 1.
STAR_STEP = 1.15


class Canvas:
    """Pages of a PDF. Greys run from 0, black, to 1, white."""

    def __init__(self, file: IO[bytes], font: str | os.PathLike[str] | None) -> None:
        self._module, self._metrics, self._ttf = _reportlab()
        self._font = font
        self._fonts = {face: self._registered(face, font if face == "title" else None) for face in _FILES}
        # Reportlab names an initial font on every page; that one must be embedded, too.
        first = self._fonts["plain"]
        self._canvas = self._module.Canvas(file, invariant=1, pageCompression=1, initialFontName=first, lang="en")
        self._height = 0.0
        self.page = 0  # the number of the current page

    def sketch(self) -> Canvas:
        """Return another canvas with the same fonts, for finding out how much room things take."""
        return Canvas(io.BytesIO(), self._font)

    def describe(self, title: str, author: str, subject: str, creator: str) -> None:
        """Set the metadata that viewers and catalogues show."""
        self._canvas.setTitle(title)
        self._canvas.setAuthor(author)
        self._canvas.setSubject(subject)
        self._canvas.setCreator(creator)

    def begin_page(self, paper: Paper) -> None:
        """Finish the current page and start one of this size."""
        if self.page:
            self._canvas.showPage()
        self.page += 1
        self._height = paper.height
        self._canvas.setPageSize((paper.width, paper.height))

    def save(self) -> None:
        """Write the document."""
        self._canvas.save()

    # Text

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
        self._canvas.setFont(self._fonts[face], size)
        self._canvas.setFillGray(grey)
        draw = {
            "left": self._canvas.drawString,
            "centre": self._canvas.drawCentredString,
            "right": self._canvas.drawRightString,
        }[align]
        draw(x, self._height - y, text)

    def width_of(self, text: str, size: float, face: Face = "plain") -> float:
        """Return how wide a line of text is."""
        width: float = self._metrics.stringWidth(text, self._fonts[face], size)
        return width

    def wrapped(self, text: str, size: float, width: float, face: Face = "plain") -> list[str]:
        """Return the text as lines of at most this width. A word that is wider gets its own line."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines[-1] else word
            if not lines[-1] or self.width_of(longer, size, face) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def checked(self, name: str, text: str) -> str:
        """Return a text for the title page, or raise ValueError for the first character that cannot be set."""
        if not isinstance(text, str):
            raise ValueError(f"{name} must be a text, not {shown(text)}")
        plain = unicodedata.normalize("NFC", " ".join(text.split()))
        if len(plain) > MOST_LETTERS:
            raise ValueError(f"{name}: expected at most {MOST_LETTERS} characters, found {len(plain):,}")
        letters = self._metrics.getFont(self._fonts["title"]).face.charToGlyph
        for char in plain:
            code = f"{shown(char)} (U+{ord(char):04X})"
            # These need more than placing one shape after the other, which is all that is done here.
            if unicodedata.bidirectional(char) in ("R", "AL", "AN") or unicodedata.category(char).startswith("M"):
                raise ValueError(f"{name}: {code} runs right to left or joins others; expected letters side by side")
            if ord(char) not in letters:
                raise ValueError(f"{name}: the font has no {code}; name a TrueType font (.ttf) that has it")
        return plain

    # Shapes

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

    def _registered(self, face: Face, font: str | os.PathLike[str] | None) -> str:
        """Register a font with reportlab, unless it is known, and return its name there."""
        path = Path(self._ttf.__file__).parents[1] / "fonts" / _FILES[face] if font is None else Path(font)
        # Reportlab keeps fonts by name for the whole process, so every file needs its own name.
        name = f"hashi-{zlib.crc32(path.read_bytes()):08x}"
        if name not in self._metrics.getRegisteredFontNames():
            try:
                self._metrics.registerFont(self._ttf.TTFont(name, os.fspath(path)))
            except self._ttf.TTFError as error:
                raise ValueError(f"font: expected a TrueType font (.ttf), found {path}: {error}") from None
        return name


def _reportlab() -> tuple[Any, Any, Any]:
    """Return the modules of reportlab, or say how to get it."""
    try:
        from reportlab.pdfbase import pdfmetrics, ttfonts  # type: ignore[import-untyped]
        from reportlab.pdfgen import canvas  # type: ignore[import-untyped]
    except ImportError:
        raise ImportError('books need reportlab: pip install "hashi-fast[book]"') from None
    return canvas, pdfmetrics, ttfonts
