"""Fonts: what they lack is refused with its name, and lines break where the script allows it."""
from pathlib import Path

import pytest
from japanese_font import VERA, japanese_font

from hashi_fast.publishing.book.fonts import Fonts, joined

NO_SPACE = 0.01  # a width that no letter fits into, so that lines break wherever they may


def test_lines_are_as_wide_as_allowed() -> None:
    fonts = Fonts()
    text = "the quick brown fox jumps over the lazy dog " * 5
    for width in (60, 100, 300):
        lines = fonts.wrapped(text, 10, width)
        assert " ".join(lines).split() == text.split()
        assert all(fonts.width_of(line, 10) <= width for line in lines)
    assert fonts.wrapped("", 10, 100) == [""]


def test_no_break_spaces_hold_words_together() -> None:
    assert Fonts().wrapped("un\xa0mot : deux", 10, NO_SPACE) == ["un\xa0mot", ":", "deux"]


def test_japanese_breaks_anywhere_but_before_punctuation_and_small_letters(tmp_path: Path) -> None:
    fonts = Fonts(japanese_font(tmp_path))
    assert fonts.wrapped("「橋」をかけ、ちょっと10本。", 10, NO_SPACE) == [
        "「橋」", "を", "か", "け、", "ちょっ", "と", "10", "本。"
    ]  # fmt: skip


def test_lines_of_a_paragraph_are_joined() -> None:
    assert joined(["one", "two", "three"]) == "one two three"
    assert joined(["橋を", "かけろ", "no 1"]) == "橋をかけろ no 1"
    assert joined([]) == ""


def test_what_the_fonts_lack() -> None:
    fonts = Fonts()
    assert fonts.checked("title", "  Ponts &\n Bru\u0308cken ") == "Ponts & Brücken"
    with pytest.raises(ValueError, match=r"line 3: the built-in font has no '橋' \(U\+6A4B\); font takes a T"):
        fonts.checked_lines("copyright", "one\n\n橋")
    with pytest.raises(ValueError, match="dedication must be a text, not 7"):
        fonts.checked_lines("dedication", 7)
    with pytest.raises(ValueError, match=r"title: 'ש' \(U\+05E9\) runs right to left"):
        fonts.checked("title", "ש")


def test_both_faces_must_have_a_letter(tmp_path: Path) -> None:
    plain = japanese_font(tmp_path)
    assert Fonts(plain).checked("title", "解答") == "解答"
    with pytest.raises(ValueError, match=r"the bold font has no '解' .*; bold_font takes a TrueType font"):
        Fonts(plain, VERA).checked("title", "解答")


def test_headings_are_in_the_font_that_was_named() -> None:
    fonts = Fonts(VERA)
    assert fonts.path_of("plain") == fonts.path_of("bold") == str(VERA)
    bold = VERA.with_name("VeraBd.ttf")
    assert Fonts(VERA, bold).path_of("bold") == str(bold) == Fonts().path_of("bold")


def test_two_files_of_one_font_are_kept_apart(tmp_path: Path) -> None:
    assert Fonts(VERA).path_of("plain") == str(VERA)
    other = japanese_font(tmp_path, "漢字")  # it names itself as VERA does
    for _ in range(2):
        assert Fonts(other).path_of("plain") == str(other)
    assert Fonts().path_of("plain") == str(VERA)
