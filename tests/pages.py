"""Reads pages of the game as a browser does: the elements, and what is inside those that hold text alone."""
from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any, NamedTuple


class Element(NamedTuple):
    tag: str
    attributes: dict[str, str | None]
    text: list[str]  # directly inside, in pieces


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.elements: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs), []))

    def handle_data(self, data: str) -> None:
        if self.elements:
            self.elements[-1].text.append(data)


def elements(page: str, tag: str | None = None) -> list[Element]:
    """Return all elements of a page, or those with a tag, in order."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return [element for element in reader.elements if tag in (None, element.tag)]


def config_of(page: str) -> Any:
    """Return what a page is told."""
    (element,) = [each for each in elements(page, "script") if each.attributes.get("id") == "hashi-config"]
    # What follows the end of the script is no longer inside.
    return json.loads(element.text[0])
