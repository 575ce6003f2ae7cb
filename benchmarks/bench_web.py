"""What a move costs in the browser, how large the page is, and how soon an exported page is there.

A move is a tap on an edge of a 40x40 board with about 300 islands: the handlers of the pointer's two events, the change
of the state, everything drawn and spoken, then style and layout, which are forced. Painting is left to the browser.
"plain" is a new player's page; "all on" also colours groups, shows dots and missing bridges and points out mistakes.

    pytest benchmarks/bench_web.py -m browser -s
"""
from __future__ import annotations

import os
import shutil
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import hashi_fast as hf
from hashi_fast.formats import Record
from hashi_fast.web import page as web_page
from hashi_fast.web.built_in import built_in
from hashi_fast.web.entries import entry_of

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")

pytestmark = pytest.mark.browser

MEDIAN, P95, THROTTLED = 2.0, 8.0, 16.0  # milliseconds
LARGEST_PAGE = 200 * 1024
GAMES = 4

LargeBoard = tuple[str, list[list[int]]]

# Taps edge after edge and forces style and layout after each; returns milliseconds.
MOVES = """(edges) => {
    const board = document.querySelector(".board");
    const spots = [...board.querySelectorAll(".disc")].map((disc) => disc.getBoundingClientRect());
    const drawn = [...board.querySelectorAll(".edge")];
    return edges.map(([a, b], edge) => {
        const at = { pointerId: 7, pointerType: "touch", isPrimary: true, bubbles: true };
        at.clientX = (spots[a].x + spots[b].x + spots[a].width) / 2;
        at.clientY = (spots[a].y + spots[b].y + spots[a].height) / 2;
        const start = performance.now();
        board.dispatchEvent(new PointerEvent("pointerdown", at));
        board.dispatchEvent(new PointerEvent("pointerup", at));
        drawn[edge].getBBox();
        document.body.getBoundingClientRect();
        return performance.now() - start;
    });
}"""
# Notes when the board is there.
READY = """new MutationObserver(() => {
    if (document.querySelector(".island")) globalThis.ready ??= performance.now();
}).observe(document, { childList: true, subtree: true });"""
ALL_ON = """localStorage.setItem("hashi:v1:settings",
    '{"groups": true, "pips": true, "remaining": true, "help": "mistakes"}');"""


@pytest.fixture(scope="module")
def browser() -> Iterator[playwright.Browser]:
    path = os.environ.get("HASHI_CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.fail("no browser: expected chromium, or its path in HASHI_CHROMIUM")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        print(f"\nChromium {chromium.version}, Python {sys.version.split()[0]}")
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def large_board(tmp_path_factory: pytest.TempPathFactory) -> LargeBoard:
    """Return a page with a board of 40x40 cells and about 300 islands, and its edges."""
    puzzle = hf.generate(40, 40, islands=300, seed=1).puzzle
    path = tmp_path_factory.mktemp("page") / "large.html"
    path.write_text(web_page.whole(web_page.config("file", [("Pack", [entry_of(Record(puzzle), "large")])])))
    return path.as_uri(), [[a, b] for a, b, _ in puzzle.topology.edge_list()]


def times(browser: playwright.Browser, url: str, edges: list[list[int]], script: str, slower: float) -> list[float]:
    """Return the milliseconds of all moves, sorted. Of each move the fastest of several games counts: they are all the
    same, and what differs between them is what else the machine does."""
    games = []
    for _ in range(GAMES):
        context = browser.new_context(viewport={"width": 1440, "height": 1000})
        page = context.new_page()
        page.add_init_script(script)
        page.goto(url)
        page.wait_for_selector(".island")
        if slower > 1:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.evaluate(MOVES, edges[:20])  # compiled, and warm
        games.append(page.evaluate(MOVES, edges) + page.evaluate(MOVES, edges))
        context.close()
    return sorted(map(min, *games))


@pytest.mark.parametrize("slower", [1.0, 6.0])
@pytest.mark.parametrize("script", ["", ALL_ON], ids=["plain", "all on"])
def test_a_move(browser: playwright.Browser, large_board: LargeBoard, script: str, slower: float) -> None:
    url, edges = large_board
    found = times(browser, url, edges, script, slower)
    median, p95 = statistics.median(found), found[int(0.95 * len(found))]
    name = "all on" if script else "plain"
    print(f"\na move, {len(edges)} edges, {name}, {slower:g}x slower: median {median:.2f} ms, p95 {p95:.2f} ms")
    assert p95 <= (P95 if slower == 1 else THROTTLED)
    assert slower > 1 or median <= MEDIAN


def test_size() -> None:
    html = Path(web_page.__file__).with_name("hashi.html").stat().st_size
    files = web_page.files()
    size = html + sum(map(len, files.values()))
    whole = len(web_page.whole(web_page.config("file", [])))
    print(f"\nthe page in {len(files) + 1} files: {size / 1024:.0f} KiB; in one, no puzzles: {whole / 1024:.0f} KiB")
    assert size < LARGEST_PAGE


def test_first_paint(browser: playwright.Browser, tmp_path: Path) -> None:
    entries = [entry_of(record, "", walkthrough=True) for record in built_in()[:250]]
    path = tmp_path / "game.html"
    path.write_text(web_page.whole(web_page.config("file", [("Pack", entries)])))
    paints, boards = [], []
    for _ in range(5):
        page = browser.new_page()
        page.add_init_script(READY)
        page.goto(path.as_uri())
        page.wait_for_selector(".island")
        page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
        paints.append(page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        boards.append(page.evaluate("() => globalThis.ready"))
        page.close()
    size = path.stat().st_size / 1024
    paint, board = statistics.median(paints), statistics.median(boards)
    print(f"\n{len(entries)} puzzles in one file, {size:.0f} KiB: first paint {paint:.0f} ms, board {board:.0f} ms")
