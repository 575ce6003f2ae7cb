"""A picture made of pixels, in greys: a `Surface` that boards are drawn on, saved as PNG.

Lines run along rows and columns of pixels and are drawn without blurring. Only discs, corners and numbers have soft
edges. Needs Pillow, which reportlab brings along.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from hashi_fast.publishing.book.canvas import Align, Point, Segment
from hashi_fast.publishing.book.fonts import Face, Fonts

_FINE = 8  # discs are drawn this many times as large, then made smaller
_ANCHORS = {"left": "ls", "centre": "ms", "right": "rs"}


class Raster:
    """A white picture of `width` by `height` pixels. Lengths are points, and a point has `scale` pixels."""

    def __init__(self, width: int, height: int, scale: float, fonts: Fonts) -> None:
        from PIL import Image, ImageDraw, ImageFont

        self._image_module, self._draw_module, self._font_module = Image, ImageDraw, ImageFont
        self._scale = scale
        self._fonts = fonts
        self._sized: dict[tuple[Face, float], Any] = {}
        self._image = Image.new("L", (width, height), 255)

    @cached_property
    def _draw(self) -> Any:
        return self._draw_module.Draw(self._image)

    def png(self, dpi: int) -> bytes:
        """Return the picture as a PNG file that says how many pixels make an inch."""
        file = io.BytesIO()
        self._image.save(file, "PNG", dpi=(dpi, dpi), optimize=True)
        return file.getvalue()

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
        font = self._sized.get((face, size))
        if font is None:
            pixels = self._scale * size
            font = self._sized[face, size] = self._font_module.truetype(self._fonts.path_of(face), pixels)
        self._draw.text((self._scale * x, self._scale * y), text, fill=_level(grey), font=font, anchor=_ANCHORS[align])

    def lines(self, segments: Iterable[Segment], width: float, grey: float = 0) -> None:
        """Draw lines (x1, y1, x2, y2) along rows or columns."""
        thick = self._line(width)
        for segment in segments:
            x1, y1, x2, y2 = (self._scale * place for place in segment)
            left, top = (round(middle - thick / 2) for middle in (min(x1, x2), min(y1, y2)))
            right = left + thick - 1 if x1 == x2 else round(max(x1, x2))
            bottom = top + thick - 1 if y1 == y2 else round(max(y1, y2))
            self._draw.rectangle((left, top, right, bottom), fill=_level(grey))

    def discs(self, centres: Iterable[Point], radius: float, line: float, fill: float = 1) -> None:
        """Draw discs of this grey with a black ring of width `line`."""
        radius, line = self._scale * radius, self._line(line)
        side = 2 * (int(radius + line) + 2)
        disc = self._image_module.new("L", (side * _FINE, side * _FINE), 0)
        mask = disc.copy()
        middle = side * _FINE / 2
        for image, reach, grey in (
            (mask, radius + line / 2, 255),
            (disc, radius - line / 2, _level(fill)),
        ):
            ends = (middle - reach * _FINE, middle + reach * _FINE)
            self._draw_module.Draw(image).ellipse((ends[0], ends[0], ends[1], ends[1]), fill=grey)
        small = [image.resize((side, side), self._image_module.Resampling.BOX) for image in (disc, mask)]
        for x, y in centres:
            corner = (round(self._scale * x) - side // 2, round(self._scale * y) - side // 2)
            self._image.paste(small[0], corner, small[1])

    def frame(self, x: float, y: float, width: float, height: float, line: float, grey: float, radius: float) -> None:
        """Draw a rectangle with round corners."""
        left, top, right, bottom = (round(self._scale * place) for place in (x, y, x + width, y + height))
        ends = (left, top, right - 1, bottom - 1)
        self._draw.rounded_rectangle(ends, self._scale * radius, outline=_level(grey), width=self._line(line))

    def _line(self, width: float) -> int:
        """Return how many pixels a line is wide."""
        return max(round(self._scale * width), 1)


def _level(grey: float) -> int:
    return round(255 * grey)
