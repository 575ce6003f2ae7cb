"""A font with the letters of the Japanese translation, made of those of another font: shapes do not matter to tests."""
from pathlib import Path

import reportlab
from fontTools.ttLib import TTFont

from hashi_fast.publishing.book.language import language_of

VERA = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"


def japanese_font(folder: Path, more: str = "") -> Path:
    """Write a font in which every letter of the translation, and `more`, looks like an m."""
    font = TTFont(VERA)
    shape = font.getBestCmap()[ord("m")]
    letters = {ord(char) for text in language_of("ja").all_texts.values() for char in text + more}
    for table in font["cmap"].tables:
        if table.isUnicode():
            for letter in letters - set(table.cmap):
                table.cmap[letter] = shape
    path = folder / "japanese.ttf"
    font.save(path)
    return path
