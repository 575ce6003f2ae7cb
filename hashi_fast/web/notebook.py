"""`play`: the game in a notebook, as a page inside the output of a cell.

The page is whole and in a sandbox: it needs no server and no storage, and cannot touch the notebook. Under it lies a
picture of the puzzle, which shows where such pages are removed, as on sites that only display notebooks.
"""
from __future__ import annotations

import base64
import html
from collections.abc import Iterable

from hashi_fast.coaching.game import Game
from hashi_fast.errors import shown
from hashi_fast.formats import Record
from hashi_fast.formats.record import Item, record_of
from hashi_fast.support.arguments import whole_argument
from hashi_fast.web.entries import Entry, digits, entry_of
from hashi_fast.web.page import config, whole

__all__ = ["Playable", "play"]

_SANDBOX = "allow-scripts allow-downloads allow-modals allow-popups"
_LEAST, _MOST = 200, 5000  # of the height


class Playable:
    """Puzzles to play in a notebook; see `play`."""

    def __init__(self, entries: Iterable[Entry], picture: str, height: int) -> None:
        self._entries = list(entries)
        self._picture = picture
        self._height = height

    def __repr__(self) -> str:
        count = len(self._entries)
        return f"<a game of {count} puzzle{'' if count == 1 else 's'}: shown in notebooks>"

    def _repr_svg_(self) -> str:
        return self._picture

    def _repr_html_(self) -> str:
        page = whole(config("notebook", [("Notebook", self._entries)]), self._picture)
        picture = base64.b64encode(self._picture.encode()).decode()
        image = f'<img alt="A Hashi puzzle" src="data:image/svg+xml;base64,{picture}" style="max-height: 100%">'
        cover = "position: absolute; inset: 0; width: 100%; height: 100%; border: 0; background: #fff"
        frame = f'<iframe title="Hashi" sandbox="{_SANDBOX}" style="{cover}" srcdoc="{html.escape(page)}"></iframe>'
        return f'<div style="position: relative; height: {self._height}px">{image}{frame}</div>'


def play(puzzles: Item | Game | Iterable[Item | Game], *, height: int = 640) -> Playable:
    """Return something that a notebook shows as a game: as the last value of a cell, or with `display`.

    Takes a puzzle, a record, what `generate` returns, a game, which keeps its bridges, or several of them. `height` is
    that of the output in pixels. To play in a tab of its own, use `hashi-fast play`.

    >>> from hashi_fast import loads, play
    >>> play(loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2"))
    <a game of 1 puzzle: shown in notebooks>
    """
    pixels = whole_argument("height", height, _LEAST, _MOST)
    items = [puzzles] if isinstance(puzzles, Game) or record_of(puzzles) is not None else _several(puzzles)
    if not items:
        raise ValueError("expected at least one puzzle to play")
    entries = [_entry(item, str(number)) for number, item in enumerate(items, 1)]
    return Playable(entries, _picture(items[0]), pixels)


def _several(puzzles: object) -> list[object]:
    if not isinstance(puzzles, Iterable) or isinstance(puzzles, str | bytes):
        raise TypeError(f"expected a puzzle, a record, a game or several of them, not {shown(puzzles)}")
    return list(puzzles)


def _record(item: object) -> Record:
    record = Record(item.puzzle) if isinstance(item, Game) else record_of(item)
    if record is None:
        raise TypeError(f"expected a puzzle, a record or a game, not {shown(item)}")
    return record


def _entry(item: object, name: str) -> Entry:
    entry = entry_of(_record(item), name, walkthrough=True)
    if isinstance(item, Game) and any(item.counts):
        entry["start"] = digits(item.counts)
    return entry


def _picture(item: object) -> str:
    from hashi_fast.board.svg import draw_svg

    return draw_svg(_record(item).puzzle, item.bridges if isinstance(item, Game) else ())
