"""What MkDocs does beyond its configuration: pages from outside docs/, the reference, links and examples.

Pages are written for readers of a code host, where links lead to files. On the site, links to pages stay inside it, and
links to the source lead to the repository. Nothing is downloaded.
"""
from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

import reference
from mkdocs.structure.files import File, Files

import hashi_fast

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "https://github.com/hashi-fast/hashi-fast/blob/main/"
# Pages at the top of the repository: by file, their path on the site.
TOP_PAGES = {
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
PLACES = {place: name for name, place in TOP_PAGES.items()}

_FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_PROMPTED = re.compile(r"^```python\n(?=>>> )(.*?)\n*^```$", re.MULTILINE | re.DOTALL)
_ROW = re.compile(r"^\|.*\|$", re.MULTILINE)
_UNIT = re.compile(r"(?<=\d) (?=(?:us|ms|s|h|%|KiB|MB|GB|TB)\b)")
_LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")


def on_config(config: Any) -> None:
    """Put the pages of the reference into the navigation, and document the package that is installed."""
    groups = [{group.title: f"reference/{group.page}.md"} for group in reference.GROUPS]
    for section in config.nav:
        if "Reference" in section:
            section["Reference"] = ["reference/README.md", *groups]
    handlers = config.plugins["mkdocstrings"].config.handlers
    handlers["python"]["paths"] = [str(Path(hashi_fast.__path__[0]).parent)]


def on_files(files: Files, config: Any) -> None:
    for name, place in TOP_PAGES.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / name)))
    for place, text in reference.pages().items():
        files.append(File.generated(config, place, content=text))


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Turn links between files into links between pages, and examples with prompts into what they are."""
    if page.is_homepage:
        page.meta["hide"] = ["navigation"]  # which would have one entry
    pieces = _FENCED.split(markdown)
    for number, piece in enumerate(pieces):
        if number % 2:
            pieces[number] = _PROMPTED.sub(r"```pycon\n\1\n```", piece)
        elif not page.file.src_uri.startswith("reference/"):
            piece = _ROW.sub(lambda row: _UNIT.sub("\N{NO-BREAK SPACE}", row[0]), piece)  # tables may be narrow
            pieces[number] = _LINK.sub(lambda match: f"]({site_link(match[1], page.file.src_uri)}", piece)
    return "".join(pieces)


def site_link(target: str, page: str) -> str:
    """Return where a link to a file leads on the site; both the link and its page are as on a code host.

    >>> site_link("../CHANGELOG.md", "compatibility.md"), site_link("docs/speed.md", "architecture.md")
    ('changelog.md', 'speed.md')
    >>> site_link("../../hashi_fast/errors.py", "decisions/search.md")
    'https://github.com/hashi-fast/hashi-fast/blob/main/hashi_fast/errors.py'
    """
    source = PLACES.get(page, f"docs/{page}")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    place = TOP_PAGES.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else None)
    if place is None:
        return SOURCE + path
    return posixpath.relpath(place, posixpath.dirname(page) or ".")
