"""The two faces of a book, plain and bold: which letters they have, how wide texts are, and where lines break.

The fonts are those of reportlab, which have the letters of western Europe, or TrueType files that the user names. The
shapes of all letters used are embedded, so a letter that a font lacks is an error, not an empty box on paper.
"""

from __future__ import annotations

import os
import re
import unicodedata
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from hashi_fast.errors import shown

Face = Literal["plain", "bold"]
_FILES: dict[Face, str] = {"plain": "Vera.ttf", "bold": "VeraBd.ttf"}

SUITABLE = "a TrueType font (.ttf) that has it"  # of a letter that another font lacks

# Half the height of a digit, as a share of the font size; used to centre it.
HALF_DIGIT = 0.365

# Not those that must not break a line, such as the no-break space.
_SPACES = re.compile(r"[ \t\r\n\u3000]+")
# In scripts that break lines anywhere: what must not begin a line, or end one, by Unicode category; and small kana.
_NOT_FIRST = ("Pe", "Pf", "Po", "Lm")
_NOT_LAST = ("Ps", "Pi")
_SMALL = frozenset("ぁぃぅぇぉっゃゅょァィゥェォッャュョ")


class LetterMissing(ValueError):
    """A letter that a font lacks. `problem` names it, without the advice that Python callers get.

    `option` is the parameter that names another font.
    """

    def __init__(self, problem: str, option: str) -> None:
        super().__init__(f"{problem}; {option} takes {SUITABLE}")
        self.problem = problem
        self.option = option


class Fonts:
    """Fonts registered with reportlab. `names` are their names there."""

    def __init__(self, plain: str | os.PathLike[str] | None = None, bold: str | os.PathLike[str] | None = None) -> None:
        self._metrics, self._ttf = _reportlab()
        self._built_in = plain is None
        # A font of the user's is better for headings than a bold one of another design.
        bold = plain if bold is None else bold
        files: dict[Face, str | os.PathLike[str] | None] = {"plain": plain, "bold": bold}
        self.names: dict[Face, str] = {face: self._registered(face, file) for face, file in files.items()}
        self._letters = {face: self._metrics.getFont(name).face.charToGlyph for face, name in self.names.items()}

    def width_of(self, text: str, size: float, face: Face = "plain") -> float:
        """Return how wide a line of text is."""
        width: float = self._metrics.stringWidth(text, self.names[face], size)
        return width

    def wrapped(self, text: str, size: float, width: float, face: Face = "plain") -> list[str]:
        """Return the text as lines of at most this width. A word that is wider gets its own line."""
        lines = [""]
        for piece, space in _pieces(text):
            longer = f"{lines[-1]}{space}{piece}" if lines[-1] else piece
            if not lines[-1] or self.width_of(longer, size, face) <= width:
                lines[-1] = longer
            else:
                lines.append(piece)
        return lines

    def checked(self, name: str, text: object, most: int | None = None) -> str:
        """Return a text in one line, or raise ValueError for the first character that cannot be printed."""
        if not isinstance(text, str):
            raise ValueError(f"{name} must be a text, not {shown(text)}")
        plain = unicodedata.normalize("NFC", _SPACES.sub(" ", text).strip(" "))
        if most is not None and len(plain) > most:
            raise ValueError(f"{name}: expected at most {most} characters, found {len(plain):,}")
        for char in plain:
            code = f"{shown(char)} (U+{ord(char):04X})"
            # These need more than placing one shape after the other, which is all that is done here.
            if unicodedata.bidirectional(char) in ("R", "AL", "AN") or unicodedata.category(char).startswith("M"):
                raise ValueError(f"{name}: {code} runs right to left or joins others; expected letters side by side")
            for face, letters in self._letters.items():
                if ord(char) not in letters:
                    raise self._missing(name, code, face)
        return plain

    def _missing(self, name: str, code: str, face: Face) -> LetterMissing:
        if face == "bold":  # and the plain one has it
            return LetterMissing(f"{name}: the bold font has no {code}", "bold_font")
        return LetterMissing(f"{name}: the {'built-in ' if self._built_in else ''}font has no {code}", "font")

    def checked_lines(self, name: str, text: object) -> list[str]:
        """Return a text line by line, each without spaces at its ends, or raise ValueError as `checked` does."""
        if not isinstance(text, str):
            raise ValueError(f"{name} must be a text, not {shown(text)}")
        lines = text.strip().splitlines()
        return [self.checked(f"{name}, line {number}", line) for number, line in enumerate(lines, 1)]

    def path_of(self, face: Face) -> str:
        """Return the file of a face."""
        path: str = self._metrics.getFont(self.names[face]).face.filename
        return path

    def _registered(self, face: Face, font: str | os.PathLike[str] | None) -> str:
        """Register a font with reportlab, unless it is known, and return its name there."""
        path = Path(self._ttf.__file__).parents[1] / "fonts" / _FILES[face] if font is None else Path(font)
        # Reportlab keeps fonts by name for the whole process, so every file needs its own name.
        name = f"hashi-{zlib.crc32(path.read_bytes()):08x}"
        other = f"{name}-other"
        known = self._metrics.getRegisteredFontNames()
        if other in known:
            return other
        if name not in known:
            try:
                loaded = self._ttf.TTFont(name, os.fspath(path))
            except self._ttf.TTFError as error:
                raise ValueError(f"font: expected a TrueType font (.ttf), found {path}: {error}") from None
            self._metrics.registerFont(loaded)
            if self._metrics.getFont(name).face.filename != os.fspath(path):
                # It took another file whose font has the same name inside, so this one gets a new name there, too.
                loaded.fontName, loaded.face.name = other, loaded.face.name + f"-{name}".encode()
                self._metrics.registerFont(loaded)
                return other
        return name


def joined(lines: list[str]) -> str:
    """Return the lines of a paragraph as one, with spaces between them where the script has any."""
    text = ""
    for line in lines:
        text += line if not text or (_is_wide(text[-1]) and _is_wide(line[0])) else f" {line}"
    return text


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts that a line may end after, each with the space before it: words, or letters of East Asia."""
    for word in filter(None, _SPACES.split(text)):
        space, piece = " ", ""
        for char in word:
            if piece and _may_break(piece[-1], char):
                yield piece, space
                space, piece = "", ""
            piece += char
        yield piece, space


def _may_break(before: str, after: str) -> bool:
    """Return whether a line may end between two characters of a word."""
    if after in _SMALL or unicodedata.category(after) in _NOT_FIRST or unicodedata.category(before) in _NOT_LAST:
        return False
    return _is_wide(before) or _is_wide(after)


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in ("W", "F")


def _reportlab() -> tuple[Any, Any]:
    """Return the modules of reportlab, or say how to get it."""
    try:
        from reportlab.pdfbase import pdfmetrics, ttfonts  # type: ignore[import-untyped]
    except ImportError:
        raise ImportError('PDF and PNG files need reportlab: pip install "hashi-fast[book]"') from None
    return pdfmetrics, ttfonts
