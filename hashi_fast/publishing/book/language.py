"""The language of a book: everything that is printed beside title and puzzles, from a translation file.

A translation is a TOML file. English, German, French, Spanish and Japanese come with the package, in `languages/`; a
file of one's own has the same texts, or only some of them and the line `extends = "de"`. The English file is the model:
it says which texts there are, and which {fields} each has.
"""

from __future__ import annotations

import os
import string
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any

from hashi_fast.errors import shown

LANGUAGES = ("en", "de", "fr", "es", "ja")
_MODEL = "en"
_EXTENDS = "extends"
_MAY_BE_EMPTY = ("thousands",)


class Language:
    """The texts of a translation by their names, such as "headings.answers"."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = dict(texts)

    @property
    def code(self) -> str:
        """The language as viewers and screen readers know it, such as "de"."""
        return self._texts["code"]

    def text(self, name: str, **fields: object) -> str:
        """Return a text with its fields filled in."""
        return self._texts[name].format(**fields)

    def whole(self, number: int) -> str:
        """Return a whole number with its thousands apart."""
        return f"{number:,}".replace(",", self._texts["thousands"])

    def score(self, score: float) -> str:
        """Return a score with one decimal."""
        return f"{score:.1f}".replace(".", self._texts["decimal"])

    @property
    def all_texts(self) -> dict[str, str]:
        """All texts that may be printed, by their names."""
        return {name: text for name, text in self._texts.items() if name != "code"}


def language_of(name: object) -> Language:
    """Return a language by its code, or read it from a translation file (.toml).

    >>> language_of("de").text("headings.answers"), language_of("es").score(8.5)
    ('Lösungen', '8,5')
    """
    if isinstance(name, str) and name in LANGUAGES:
        return Language(_shipped(name))
    if not isinstance(name, str | os.PathLike) or not os.fspath(name).endswith(".toml"):
        known = ", ".join(LANGUAGES)
        raise ValueError(f"language must be one of {known} or a translation file (.toml), not {shown(name)}")
    with open(name, "rb") as file:
        return Language(_read(file.read(), os.fspath(name)))


@cache
def _shipped(code: str) -> Mapping[str, str]:
    data = files("hashi_fast.publishing.book").joinpath("languages", f"{code}.toml").read_bytes()
    return _flat(tomllib.loads(data.decode()), f"{code}.toml")


def _read(data: bytes, place: str) -> dict[str, str]:
    """Return the texts of a translation file, or raise ValueError with the place and what was expected."""
    try:
        tables = tomllib.loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{place}: expected a translation file (TOML in UTF-8): {error}") from None
    base = tables.pop(_EXTENDS, None)
    if base is not None and base not in LANGUAGES:
        raise ValueError(f"{place}: {_EXTENDS} must be one of {', '.join(LANGUAGES)}, not {shown(base)}")
    own = _flat(tables, place)
    model = _shipped(_MODEL)
    for name, text in own.items():
        if name not in model:
            close = get_close_matches(name, model, 1)
            raise ValueError(f"{place}: there is no text {name!r}{f' (did you mean {close[0]!r}?)' if close else ''}")
        if not text.strip() and name not in _MAY_BE_EMPTY:
            raise ValueError(f"{place}: {name} is empty; expected a text")
        _check_fields(name, text, model[name], place)
    texts = {**(_shipped(base) if base else {}), **own}
    if missing := [name for name in model if name not in texts]:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise ValueError(f"{place}: no text {missing[0]!r}{more}; expected all texts, or {_EXTENDS} = \"en\"")
    return texts


def _flat(tables: Mapping[str, Any], place: str, prefix: str = "") -> dict[str, str]:
    texts: dict[str, str] = {}
    for key, value in tables.items():
        name = prefix + key
        if isinstance(value, dict):
            texts |= _flat(value, place, f"{name}.")
        elif isinstance(value, str):
            texts[name] = value
        else:
            raise ValueError(f"{place}: {name} must be a text, not {shown(value)}")
    return texts


def _check_fields(name: str, text: str, model: str, place: str) -> None:
    expected = _fields(model)
    try:
        found = _fields(text)
    except ValueError as error:
        raise ValueError(f"{place}: {name}: {error}") from None
    if found != expected:
        wanted = ", ".join(f"{{{field}}}" for field in sorted(expected)) or "no {fields}"
        raise ValueError(f"{place}: {name} must have {wanted}, not {shown(text)}")


def _fields(text: str) -> set[str]:
    """Return the fields of a text; those with conversions or formats count as other fields."""
    parts = string.Formatter().parse(text)
    return {
        f"{field}{f'!{conversion}' if conversion else ''}{f':{form}' if form else ''}"
        for _, field, form, conversion in parts
        if field is not None
    }
