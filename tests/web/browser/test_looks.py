"""How the page looks: light and dark, 320 px to a 40x40 board on a desktop, contrast, sizes of targets, focus."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playing import Board, Player
from playwright.sync_api import expect

import hashi_fast as hf
from hashi_fast.web.server import PlayServer

pytestmark = pytest.mark.browser

BOARD = "7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2"

Opener = Callable[..., Player]

# Whether the end of a text that may be longer than its card is in sight.
LAST_WORDS_SEEN = """() => {
    const words = document.querySelector(".card.hint .words");
    return words.scrollTop + words.clientHeight >= words.scrollHeight - 1;
}"""
# Buttons whose words are broken in the middle.
BROKEN = """() => [...document.querySelectorAll(".card .button")].filter((button) => {
    const range = document.createRange();
    const lines = (from, to) => {
        range.setStart(button.firstChild, from);
        range.setEnd(button.firstChild, to);
        return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
    };
    return [...button.textContent.matchAll(/\\S+/g)].some((word) => lines(word.index, word.index + word[0].length) > 1);
}).map((button) => button.textContent)"""
COLOURS = """(names) => {
    const probe = document.body.appendChild(document.createElement("i"));
    const found = Object.fromEntries(names.map((name) => {
        probe.style.color = `var(--${name})`;
        return [name, getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map(Number)];
    }));
    probe.remove();
    return found;
}"""
# What is read on what, and what only has to be seen.
READ = [
    ("ink", "page"), ("ink", "card"), ("ink", "island"), ("ink", "tint"), ("soft", "page"), ("soft", "card"),
    ("met-ink", "met"), ("accent-ink", "accent"), ("warn", "warn-tint"), ("warn", "card"), ("accent", "card"),
    ("page", "ink"),
]  # fmt: skip
SEEN = [
    ("ring", "water"),
    ("bridge", "water"),
    ("met", "water"),
    ("select", "water"),
    ("hint", "water"),
    ("warn", "water"),
    ("soft", "water"),
]
GROUPS = [(f"g{number}", "water") for number in range(8)]


def luminance(colour: list[float]) -> float:
    parts = [value / 255 for value in colour]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: list[float], other: list[float]) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast(on_board: Opener, theme: str) -> None:
    player = on_board(BOARD, color_scheme=theme)
    assert player.page.evaluate("() => document.documentElement.dataset.theme") == theme
    names = sorted({name for pair in READ + SEEN + GROUPS for name in pair})
    colours = player.page.evaluate(COLOURS, names)
    low = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in READ}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 4.5} == {}
    low = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in SEEN + GROUPS}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 3} == {}


def test_dark_by_choice_and_by_system(on_board: Opener) -> None:
    player = on_board(BOARD, color_scheme="light")
    theme = "() => document.documentElement.dataset.theme"
    player.page.emulate_media(color_scheme="dark")
    player.page.wait_for_function(f"() => ({theme})() === 'dark'")
    player.menu("Settings")
    player.page.get_by_role("radio", name="Light").click()
    assert player.page.evaluate(theme) == "light"
    player.page.reload()
    player.page.wait_for_selector(".board .island")
    assert player.page.evaluate(theme) == "light"


SMALL = """() => [...document.querySelectorAll("button, select, textarea, input:not([type=file]):not([type=range])")]
    .filter((node) => node.checkVisibility() && !node.closest(".toast"))
    .map((node) => [node, (node.closest("label.switch") ?? node).getBoundingClientRect()])
    .filter(([, box]) => box.height < 44 || box.width < 44)
    .map(([node, box]) => `${node.textContent || node.getAttribute("aria-label")} ${box.width}x${box.height}`)"""
WIDE = """() => [...document.querySelectorAll("body *")].filter((node) => {
    const { left, right, width } = node.getBoundingClientRect();
    const seen = width && node.checkVisibility() && !node.closest("svg, .unseen, .cards");
    return seen && (left < -1 || right > innerWidth + 1);
}).map((node) => node.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (667, 375), (768, 1024), (1280, 800)])
def test_everything_fits_and_can_be_touched(open_page: Opener, server: PlayServer, width: int, height: int) -> None:
    player = open_page(server.url, viewport={"width": width, "height": height}, has_touch=True)
    page = player.page

    def look() -> None:
        page.wait_for_timeout(250)  # until sheets have come up
        assert page.evaluate(SMALL) == []
        assert page.evaluate(WIDE) == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    look()
    player.press("h", "h", "h")
    page.wait_for_selector(".card.hint")
    look()
    # The board and its hint are seen at the same time.
    board, card = page.locator(".board").bounding_box(), page.locator(".card.hint").bounding_box()
    assert board is not None
    assert card is not None
    assert min(board["width"], board["height"]) > 120
    assert card["y"] + card["height"] <= height + 1
    assert page.evaluate(LAST_WORDS_SEEN)
    if height > 400:
        assert card["y"] >= board["y"] + board["height"] - 1 or card["x"] >= board["x"] + board["width"] - 1
    player.press("Escape", "c")
    look()
    for open_ in ("Settings", "How to play", "Choose a puzzle", "Import", "Share", "Checkpoints"):
        player.menu(open_)
        look()
        player.press("Escape")
    player.menu("Replay the solution with reasons")
    page.wait_for_selector(".card.replay")
    look()
    player.button("Back to the game")
    player.menu("Editor")
    page.wait_for_selector(".card.editor")
    look()


def test_words_on_buttons_stay_whole(on_board: Opener) -> None:
    player = on_board("3x1:2a2", viewport={"width": 320, "height": 568}, has_touch=True)
    player.drag(0, 1)
    player.drag(0, 1)
    player.expect_solved()
    assert player.page.evaluate(BROKEN) == []
    for button in player.page.locator(".card .button").all():
        button.evaluate("(button) => Object.assign(button.style, { flex: '1 1 0', overflowWrap: 'anywhere' })")
    assert "Next puzzle" in player.page.evaluate(BROKEN)  # or the look above sees nothing


def test_a_large_board_on_a_desktop_and_on_a_phone(on_board: Opener) -> None:
    made = hf.generate(40, 40, seed=1)
    text = hf.dumps(made.puzzle, "task")
    player = on_board(text, viewport={"width": 1440, "height": 900})
    board = Board(made.puzzle)
    spots = player.islands
    stage = player.page.locator("#stage").bounding_box()
    assert stage is not None
    assert all(stage["x"] <= spot.x <= stage["x"] + stage["width"] for spot in spots)
    assert all(stage["y"] <= spot.y <= stage["y"] + stage["height"] for spot in spots)
    player.drag(*board.edges[0])
    assert player.edges.startswith("1")
    phone = on_board(text, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    # It starts large enough to be played, and fits when asked to.
    size = phone.page.locator(".disc").first.bounding_box()
    assert size is not None
    assert size["width"] > 20
    phone.button("Fit the whole board")
    assert all(0 <= spot.x <= 390 for spot in phone.islands)
    # Keys bring their island into view.
    phone.button("Zoom in")
    for _ in range(4):
        phone.button("Zoom in")
    phone.page.locator(".island").first.focus()
    for _ in range(25):
        phone.press("ArrowDown", "ArrowRight")
    spot = phone.islands[phone.focus]
    assert 0 < spot.x < 390
    assert 0 < spot.y < 844


def test_focus_is_seen_and_the_board_is_one_stop(on_board: Opener) -> None:
    player = on_board(BOARD)
    page = player.page
    stops = []
    for _ in range(20):
        player.press("Tab")
        stops.append(
            page.evaluate("() => document.activeElement.getAttribute('role') ?? document.activeElement.tagName")
        )
        if player.focus >= 0:
            ring = page.evaluate("() => getComputedStyle(document.activeElement.querySelector('.disc')).strokeWidth")
            assert ring == "5px"
    assert stops.count("button") in (1, 2)  # one island, perhaps met again after going round
    assert page.locator('[role="application"]').count() == 1
    assert page.locator('.board [tabindex="0"]').count() == 1
    label = page.locator(".island").first.get_attribute("aria-label") or ""
    assert re.match(r"\d, row \d, column \d, \d more needed\. (Right|Down): no bridge to", label)
    assert page.locator("#live").get_attribute("aria-live") == "polite"


def test_a_screen_reader_can_click_islands(on_board: Opener) -> None:
    player = on_board(BOARD)
    a, b = Board.of(BOARD).edges[0]
    for island in (a, b):
        player.page.locator(".island").nth(island).dispatch_event("click", {"detail": 0})
    assert player.edges.startswith("1")
    expect(player.page.locator("#live")).to_contain_text("1 bridge between")
