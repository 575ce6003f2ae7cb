"""The page put together: served, with its files beside it, or whole, as one file that needs nothing else.

The page is plain HTML with a few places that are filled here: its *config* (the puzzles, and how the page was opened)
and, in a whole page, also its style and its modules. Modules import each other by bare names, such as "#core/rules.js".
An import map says where these are: files beside the page, or `data:` URLs in a whole page.

Ids and titles of puzzles come from anywhere. In the page they are text inside JSON, in which no character has a
meaning in HTML. Behind that stands a Content Security Policy: nothing runs but the page's own scripts.
"""
from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from hashi_fast._version import __version__
from hashi_fast.deduction.techniques import TECHNIQUES
from hashi_fast.web.entries import Entry
from hashi_fast.web.lean import lean_script, lean_style

Mode = Literal["served", "file", "notebook"]
Config = dict[str, Any]
Pack = tuple[str, Sequence[Entry]]  # its name, and its puzzles

TITLE = "Hashi"

_FOLDER = Path(__file__).parent
_STYLE_SHEET = "hashi.css"
_ROOTS = {"hashi.js": "#hashi", "hashi_core.js": "#core", "hashi_ui.js": "#ui"}
_IMPORT = re.compile(r"""(?:^|;)\s*(?:import|export)\b(?:[^'"`;=]*?\bfrom)?\s*["'](#[^"']+)["']""", re.MULTILINE)

# The places that are filled, each of which the page has once.
_CHARSET = '<meta charset="utf-8">'
_TITLE = f"<title>{TITLE}</title>"
_STYLE = '<link rel="stylesheet" href="./hashi.css">'
_CONFIG = '<script type="application/json" id="hashi-config">{}</script>'
_START = '<script type="module" src="./hashi.js"></script>'
_MAP = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)
_NOSCRIPT = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)

# What JSON may hold that means something in HTML. (Everything that is not ASCII is escaped anyway.)
_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
# What stays as it is in a data: URL, and is common in JavaScript. "<" does not: the URL stands inside a script.
_PLAIN = " !\"$&'()*+,-./:;=>?@[\\]^_`{|}~"


def config(
    mode: Mode,
    packs: Iterable[Pack],
    *,
    title: str = TITLE,
    edit: bool = False,
    token: str | None = None,
) -> Config:
    """Return what the page is told: how it was opened, the puzzles by pack, and the ladder of techniques."""
    return {
        "version": __version__,
        "mode": mode,
        **({} if token is None else {"token": token}),
        "edit": edit,
        "title": title,
        "packs": [{"name": name, "puzzles": entries} for name, entries in packs],
        "techniques": [{"name": technique.name, "level": technique.level} for technique in TECHNIQUES],
    }


def in_script(value: object) -> str:
    """Return JSON that can stand inside a script element, whatever its strings hold.

    >>> in_script({"id": "</script>"})
    '{"id":"\\\\u003c/script\\\\u003e"}'
    """
    return json.dumps(value, separators=(",", ":"), allow_nan=False).translate(_ESCAPES)


@cache
def files() -> dict[str, bytes]:
    """Return the files beside the page that it loads, by their path below it, as they are sent."""
    scripts = {path.relative_to(_FOLDER).as_posix(): lean_script(path.read_text()) for path in _FOLDER.rglob("*.js")}
    texts = {_STYLE_SHEET: lean_style((_FOLDER / _STYLE_SHEET).read_text()), **dict(sorted(scripts.items()))}
    return {path: text.encode() for path, text in texts.items()}


def modules() -> dict[str, str]:
    """Return the text of every module that the page needs, by the name that others import it by."""
    known = {_module_name(path): data.decode() for path, data in files().items() if path.endswith(".js")}
    needed = ["#hashi"]
    for name in needed:  # grows during the loop
        needed += [other for other in imports_of(known[name]) if other not in needed]
    return {name: known[name] for name in sorted(needed)}


def imports_of(module: str) -> list[str]:
    """Return the names that the text of a module imports, in order.

    >>> imports_of('import { solve } from "#core";\\nexport * from "#core/rules.js";\\nexport const WHITE = "#fff";')
    ['#core', '#core/rules.js']
    """
    return list(dict.fromkeys(_IMPORT.findall(module)))


def served(told: Config) -> tuple[str, str]:
    """Return the page as it is served, and its Content Security Policy."""
    text = _filled(_page(), _CONFIG, _config_element(told))
    inline = base64.b64encode(hashlib.sha256(_only(_MAP, text)[1].encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'self' 'sha256-{inline}'; style-src 'self'; connect-src 'self';"
        " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return text, policy


def whole(told: Config, picture: str = "") -> str:
    """Return the page as one file; `picture` is an SVG that shows where scripts do not run.

    The same config gives the same bytes. The nonce that lets scripts run is a hash of everything in the page, so nobody
    can put it into a puzzle.
    """
    places = {name: _data_url(text) for name, text in modules().items()}
    imports, style, start = json.dumps({"imports": places}), files()[_STYLE_SHEET].decode(), 'import "#hashi";'
    settings = in_script(told)
    title = html.escape(told["title"]).encode(errors="replace").decode()  # it may come from a command line
    nonce = hashlib.sha256("\0".join((_page(), imports, style, settings, title, picture)).encode()).hexdigest()[:32]
    allowed = f"'nonce-{nonce}'"
    policy = (
        f"default-src 'none'; script-src {allowed}; style-src {allowed}; img-src data:; base-uri 'none';"
        " form-action 'none'"
    )
    text = _page()
    text = _filled(text, _CHARSET, f'{_CHARSET}\n<meta http-equiv="Content-Security-Policy" content="{policy}">')
    text = _filled(text, _TITLE, f"<title>{title}</title>")
    text = _filled(text, _STYLE, f'<style nonce="{nonce}">{style}</style>')
    text = _filled(text, _only(_MAP, text)[0], f'<script type="importmap" nonce="{nonce}">{imports}</script>')
    text = _filled(text, _START, f'<script type="module" nonce="{nonce}">{start}</script>')
    if picture:
        text = _filled(text, _only(_NOSCRIPT, text)[0], f"<noscript>{picture}</noscript>")
    # Last, because only now may anything stand in the text.
    return _filled(text, _CONFIG, _config_element(told))


@cache
def _page() -> str:
    return (_FOLDER / "hashi.html").read_text()


def _config_element(told: Config) -> str:
    return _CONFIG.replace("{}", in_script(told))


def _module_name(path: str) -> str:
    return _ROOTS.get(path, f"#{path}")


def _data_url(module: str) -> str:
    """Return a module as a URL; percent signs take less room than base64, and can be read."""
    return f"data:text/javascript,{quote(module.strip(), safe=_PLAIN)}"


def _filled(text: str, place: str, contents: str) -> str:
    """Return the text with the one place of this kind replaced."""
    before, found, after = text.partition(place)
    if not found or place in after:
        raise ValueError(f"the page must have {place[:60]!r} exactly once")
    return before + contents + after


def _only(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = list(pattern.finditer(text))
    if len(found) != 1:
        raise ValueError(f"the page must have {pattern.pattern!r} exactly once")
    return found[0]
