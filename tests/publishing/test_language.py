"""Languages: five complete translations, and files of one's own that are checked text by text."""
from pathlib import Path

import paths
import pytest
from readme import blocks

from hashi_fast.levels import DIFFICULTIES
from hashi_fast.publishing.book.fonts import Fonts
from hashi_fast.publishing.book.language import LANGUAGES, language_of

ENGLISH = language_of("en").all_texts


@pytest.mark.parametrize("code", LANGUAGES)
def test_shipped_languages_are_complete_by_the_rules_for_files_of_ones_own(code: str, tmp_path: Path) -> None:
    import hashi_fast.publishing.book

    shipped = Path(hashi_fast.publishing.book.__file__).parent / "languages" / f"{code}.toml"
    copy = tmp_path / "copy.toml"
    copy.write_bytes(shipped.read_bytes())
    language = language_of(copy)
    assert language.all_texts == language_of(code).all_texts
    assert language.code == code
    assert list(language.all_texts) == list(ENGLISH)
    levels = [language.text(f"levels.{level}") for level in DIFFICULTIES]
    assert len(set(levels)) == len(levels)


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_translations_are_translated(code: str) -> None:
    texts = language_of(code).all_texts
    same = [name for name in ENGLISH if texts[name] == ENGLISH[name] and len(ENGLISH[name]) > 1]
    words = {"levels.expert", "headings.introduction", "words.page"}  # the same in French
    assert set(same) <= (words if code == "fr" else set())


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "ja"])
def test_the_usual_fonts_have_all_letters_but_those_of_japanese(code: str) -> None:
    fonts = Fonts()
    for name, text in language_of(code).all_texts.items():
        fonts.checked(name, text)


def test_numbers() -> None:
    assert [language_of(code).score(8.5) for code in LANGUAGES] == ["8.5", "8,5", "8,5", "8,5", "8.5"]
    assert [language_of(code).whole(1234) for code in LANGUAGES] == ["1,234", "1.234", "1\xa0234", "1.234", "1,234"]


def test_a_file_that_changes_some_texts(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('extends = "de"\n[levels]\neasy = "Für Anfänger"\n', encoding="utf-8")
    language = language_of(path)
    assert language.text("levels.easy") == "Für Anfänger"
    assert language.text("headings.answers") == "Lösungen"
    assert language.code == "de"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('code = "pt"', r"own.toml: no text 'thousands' and \d+ more; expected all texts, or extends = \"en\""),
        ('extends = "xx"', "own.toml: extends must be one of en, de, fr, es, ja, not 'xx'"),
        ('extends = "en"\n[levels]\neasi = "x"', "there is no text 'levels.easi' .did you mean 'levels.easy'?"),
        ('extends = "en"\n[levels]\neasy = 3', "levels.easy must be a text, not 3"),
        ('extends = "en"\n[levels]\neasy = " "', "levels.easy is empty; expected a text"),
        ('extends = "en"\n[words]\npage = "page"', r"words.page must have \{page\}, not 'page'"),
        ('extends = "en"\n[words]\npage = "{page!r}"', r"words.page must have \{page\}"),
        ('extends = "en"\n[words]\npage = "{page"', "own.toml: words.page: expected '}' before end of string"),
        ('extends = "en"\n[rules]\naim = "{page}"', r"rules.aim must have no \{fields\}"),
        ("= 3", r"own.toml: expected a translation file \(TOML in UTF-8\): "),
    ],
)
def test_files_that_are_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        language_of(path)


@pytest.mark.parametrize("name", ["xx", "de.json", None, 7])
def test_languages_that_are_none(name: object) -> None:
    with pytest.raises(ValueError, match="language must be one of en, de, fr, es, ja or a translation file"):
        language_of(name)


def test_a_file_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes('extends = "de"\n[levels]\neasy = "Anfänger"\n'.encode("latin-1"))
    with pytest.raises(ValueError, match=r"own.toml: expected a translation file \(TOML in UTF-8\)"):
        language_of(path)
    with pytest.raises(FileNotFoundError):
        language_of(tmp_path / "none.toml")


def test_the_file_in_the_documentation(tmp_path: Path) -> None:
    page = (paths.ROOT / "docs" / "packs-and-books.md").read_text(encoding="utf-8")
    ((_, text),) = blocks(page, "toml")
    own = tmp_path / "own.toml"
    own.write_text(text, encoding="utf-8")
    changed = language_of(own).all_texts.items() - language_of("de").all_texts.items()
    assert dict(changed) == {"levels.easy": "Zum Aufwärmen", "levels.extreme": "Für Verrückte"}
