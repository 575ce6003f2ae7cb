"""Pieces of HTML for notebooks: boards with captions, side by side. Text is escaped, and nothing is a script.

Styles are attributes, since a style element would apply to the whole notebook.
"""
from __future__ import annotations

import html
from collections.abc import Iterable

SMALL = 16.0  # the side of a cell, in points, where several boards stand side by side


def words(text: str, *, bold: bool = False) -> str:
    """Return text as a paragraph; its lines stay lines.

    >>> words("2 < 3")
    '<p style="margin: 0.3em 0">2 &lt; 3</p>'
    """
    inside = "<br>".join(map(html.escape, text.split("\n")))
    return f'<p style="margin: 0.3em 0">{f"<b>{inside}</b>" if bold else inside}</p>'


def bullets(texts: Iterable[str]) -> str:
    """Return texts as a list.

    >>> bullets(["one"])
    '<ul style="margin: 0.3em 0"><li>one</li></ul>'
    """
    return f'<ul style="margin: 0.3em 0">{"".join(f"<li>{html.escape(text)}</li>" for text in texts)}</ul>'


def figure(picture: str, caption: str = "") -> str:
    """Return a picture, which is SVG of ours, with a caption below it.

    >>> figure("<svg></svg>", "a & b")
    '<figure style="margin: 0.3em"><svg></svg><figcaption>a &amp; b</figcaption></figure>'
    """
    below = f"<figcaption>{html.escape(caption)}</figcaption>" if caption else ""
    return f'<figure style="margin: 0.3em">{picture.strip()}{below}</figure>'


def side_by_side(parts: Iterable[str]) -> str:
    """Return pieces of HTML beside each other, or below if there is no room.

    >>> side_by_side([])
    '<div style="display: flex; flex-wrap: wrap; gap: 0.8em; align-items: flex-start"></div>'
    """
    style = "display: flex; flex-wrap: wrap; gap: 0.8em; align-items: flex-start"
    return f'<div style="{style}">{"".join(parts)}</div>'


def block(*parts: str) -> str:
    """Return pieces of HTML one below the other.

    >>> block("<p>1</p>", "<p>2</p>")
    '<div><p>1</p><p>2</p></div>'
    """
    return f"<div>{''.join(parts)}</div>"
