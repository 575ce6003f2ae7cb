"""The pictures in docs/ are what the code draws today, and every page about boards has them."""
from __future__ import annotations

import doctest
import re
from importlib import import_module
from xml.etree import ElementTree

import draw
import paths
import pytest
from pictures.glossary import file_name

import hashi_fast as hf

FOLDER = paths.ROOT / "docs" / "pictures"
PAGES = {page: page.read_text() for page in (paths.ROOT / "docs").rglob("*.md")}
IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)]*\.svg)\)")


def test_pictures_are_up_to_date() -> None:
    drawn = draw.all_pictures()
    there = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert drawn.keys() == there.keys()
    stale = [name for name, picture in drawn.items() if there[name] != picture]
    assert not stale, "run `python website/draw.py`"


def test_pictures_are_light_and_dark_and_need_nothing_else() -> None:
    for path in FOLDER.iterdir():
        text = path.read_text(encoding="utf-8")
        root = ElementTree.fromstring(text)
        assert root[0].tag.endswith("title"), path.name
        assert root[0].text, path.name
        assert "prefers-color-scheme:dark" in text
        assert not re.search(r"href|url\(|<script|https?://(?!www\.w3\.org/2000/svg)", text), path.name
        assert len(text) < 20_000, path.name


def test_every_picture_is_shown_somewhere_and_said_in_words() -> None:
    shown = {
        (page.parent / target).resolve(): words
        for page, text in PAGES.items()
        for words, target in IMAGE.findall(text)
    }
    assert {path.name for path in shown} == {path.name for path in FOLDER.iterdir()} - {"favicon.svg"}
    assert all(len(words) > 20 for words in shown.values())


def test_every_technique_has_its_place_and_a_board() -> None:
    page = (paths.ROOT / "docs" / "techniques.md").read_text()
    levels = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL))
    for technique in hf.TECHNIQUES:
        place = levels[technique.level.capitalize()]
        match = re.search(rf"^### {technique.name.capitalize()}\n(.*?)(?=^### |\Z)", place, re.MULTILINE | re.DOTALL)
        assert match, technique.name
        assert f"(pictures/{file_name(technique.name)})" in match[1]
    assert page.count("\n### ") == len(hf.TECHNIQUES)


def test_every_term_has_a_board() -> None:
    page = (paths.ROOT / "docs" / "terms.md").read_text()
    sections = page.split("\n## ")[1:]
    assert len(sections) > 10
    assert [section.splitlines()[0] for section in sections if "(pictures/term-" not in section] == [
        "Level, score, rating"  # which is for techniques to show
    ]


@pytest.mark.parametrize("name", ["reference", "pictures.glossary", "pictures.kernels", "pictures.speed"])
def test_docstrings(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
