"""A real browser on the real server. A page fails its test if anything goes wrong in its console.

Run them with `pytest -m browser`. Without playwright there are no tests to run, which pytest reports as a failure;
without a browser they fail.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
from patience import PATIENCE

from hashi_fast.web.built_in import built_in
from hashi_fast.web.entries import Entry, entry_of
from hashi_fast.web.server import PlayServer

if TYPE_CHECKING:
    from playing import Player
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

collect_ignore_glob = [] if find_spec("playwright") else ["test_*.py"]

READY = ".board .island, .card.editor"
NAMES = ("chromium", "chromium-browser", "google-chrome")

Opener = Callable[..., "Player"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE * 1000)
    path = os.environ.get("HASHI_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.fail(f"no browser: expected one of {', '.join(NAMES)}, or its path in HASHI_CHROMIUM")
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def entries() -> list[Entry]:
    """The built-in puzzles, as the server sends them."""
    return [entry_of(record, "") for record in built_in()]


@pytest.fixture(scope="session")
def server(entries: list[Entry]) -> Iterator[PlayServer]:
    """The server with all built-in puzzles."""
    from playing import serving

    with serving([("Built-in", entries)]) as running:
        yield running


@pytest.fixture
def context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Make contexts, each with a storage of its own."""
    made: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        made.append(browser.new_context(**{"viewport": {"width": 1100, "height": 760}, **options}))
        made[-1].set_default_timeout(PATIENCE * 1000)
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def refused() -> list[str]:
    """What the browser itself may write, because the test makes the server refuse something."""
    return []


@pytest.fixture
def open_page(context: Callable[..., BrowserContext], refused: list[str]) -> Iterator[Opener]:
    """Open pages; at the end, nothing may have gone wrong in any of them."""
    from playing import Player

    problems: list[str] = []

    def listen(page: Page) -> None:
        def on_console(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning") and not any(each in message.text for each in refused):
                problems.append(f"{message.type}: {message.text}")

        page.on("console", on_console)
        page.on("pageerror", lambda error: problems.append(f"{error}\n{error.stack}"))

    def open_(
        url: str, within: BrowserContext | None = None, script: str = "", ready: str = READY, **options: Any
    ) -> Player:
        page = (within or context(**options)).new_page()
        listen(page)
        if script:
            page.add_init_script(script)
        page.goto(url)
        page.wait_for_selector(ready)
        return Player(page)

    yield open_
    assert problems == []


@pytest.fixture
def on_board(open_page: Opener) -> Iterator[Callable[..., Player]]:
    """Open a page that has a few boards, given as text."""
    from playing import pack_of, serving

    running: list[Any] = []

    def open_(*texts: str, **options: Any) -> Player:
        server = serving([("Pack", pack_of(*texts))])
        running.append(server)
        return open_page(server.__enter__().url, **options)

    yield open_
    for server in running:
        server.__exit__(None, None, None)
