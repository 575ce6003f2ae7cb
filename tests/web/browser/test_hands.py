"""A puzzle solved by mouse, by keys, by fingers, and from the accessibility tree's text alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playing import ARROWS, Board, Player
from playwright.sync_api import expect

import hashi_fast as hf
from hashi_fast.web.built_in import built_in
from hashi_fast.web.server import PlayServer

BOARD = "7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2"

OnBoard = Callable[..., Player]

pytestmark = pytest.mark.browser


def test_mouse(on_board: OnBoard) -> None:
    player = on_board(BOARD)
    board = Board.of(BOARD)
    first = board.edges[0]
    # A drag shows what it will do, and Escape or a way back takes it back.
    player.drag(*first, drop=False)
    assert "set" in (player.page.locator(".ghost").get_attribute("class") or "")
    assert player.page.locator(".ghost").get_attribute("d")
    player.press("Escape")
    player.page.mouse.up()
    assert set(player.edges) == {"0"}
    player.drag(*first, part=0.05)
    assert set(player.edges) == {"0"}
    # The right button goes backwards: from none to the most that fit.
    player.click_water(*first, button="right")
    most = player.edges[0]
    player.click_pair(*first, button="right")
    assert (most, player.edges[0]) == ("2", "1")
    # With Ctrl, a click is a right click, as on a Mac.
    player.page.keyboard.down("Control")
    player.click_water(*first)
    player.page.keyboard.up("Control")
    assert set(player.edges) == {"0"}
    player.drag(*first, button="right")
    player.drag(*first)
    assert set(player.edges) == {"0"}
    # Then all bridges, in three ways.
    ways = (player.click_pair, player.drag, player.click_water)
    for edge, ((a, b), count) in enumerate(zip(board.edges, board.solution, strict=True)):
        for _ in range(count):
            ways[edge % 3](a, b)
    assert player.edges == "".join(map(str, board.solution))
    player.expect_solved()
    assert all("met" in spot.look for spot in player.islands)


def test_selection_is_let_go_by_water_escape_and_the_same_island(on_board: OnBoard) -> None:
    player = on_board(BOARD)
    halo = player.page.locator(".halo")
    spots = player.islands

    def select() -> None:
        player.page.mouse.click(spots[0].x, spots[0].y)
        expect(halo).to_have_attribute("visibility", "visible")

    select()
    player.page.mouse.click(spots[0].x, spots[0].y)
    expect(halo).to_have_attribute("visibility", "hidden")
    select()
    player.press("Escape")
    expect(halo).to_have_attribute("visibility", "hidden")
    select()
    # An island that is no neighbour is selected instead.
    player.page.mouse.click(spots[-1].x, spots[-1].y)
    expect(halo).to_have_attribute("visibility", "visible")
    assert set(player.edges) == {"0"}


def test_keyboard_alone(on_board: OnBoard) -> None:
    player = on_board(BOARD)
    board = Board.of(BOARD)
    while player.focus < 0:
        player.press("Tab")
    for edge, ((a, b), count) in enumerate(zip(board.edges, board.solution, strict=True)):
        player.walk(board, board.path(player.focus, a))
        if count and edge % 3 == 0:
            for _ in range(count):
                player.press(f"Shift+{ARROWS[board.slot(a, b)]}")
        elif count:
            player.press(ARROWS[board.slot(a, b)])
            player.press(*[" ", "Enter"][:count] if edge % 3 == 1 else [str(count)])
    player.expect_solved()
    player.press("Control+z")
    player.press("Control+z")
    player.press("Control+Shift+z")
    player.press("Control+y")
    assert player.edges == "".join(map(str, board.solution))


def test_keys_for_marks_and_refusals(on_board: OnBoard) -> None:
    player = on_board(BOARD)
    board = Board.of(BOARD)
    while player.focus < 0:
        player.press("Tab")
    a, b = board.edges[0]
    player.walk(board, board.path(player.focus, a))
    player.press(ARROWS[board.slot(a, b)], "x")
    assert player.edges[0] == "x"
    player.press("1")
    player.toast("crossed out")
    player.press("x", "3")
    player.toast("can have 0 to 2 bridges, not 3")
    player.press("l")
    assert "locked" in player.islands[b].look
    player.press("2")
    player.toast("is locked")
    assert set(player.edges) == {"0"}
    player.press("?")
    expect(player.page.get_by_role("dialog", name="How to play")).to_be_visible()


def test_touch(on_board: OnBoard) -> None:
    player = on_board(BOARD, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 780})
    board = Board.of(BOARD)
    spots = player.islands
    ways: tuple[Callable[[int, int], None], ...] = (
        lambda a, b: (player.tap(spots[a].x, spots[a].y), player.tap(spots[b].x, spots[b].y))[0],
        lambda a, b: player.swipe((spots[a].x, spots[a].y), player.middle(a, b, 0.6)),
        lambda a, b: player.tap(*player.middle(a, b, 0.4)),
    )
    # Held water is crossed out, a held island is locked; both again takes them back.
    a, b = board.edges[0]
    for mark in ("x", "0"):
        player.hold(*player.middle(a, b))
        player.expect_edges(mark + "0" * (len(board.edges) - 1))
    player.hold(spots[a].x, spots[a].y)
    assert "locked" in player.islands[a].look
    player.hold(spots[a].x, spots[a].y)
    assert "locked" not in player.islands[a].look
    # What the system interrupts is no move.
    player.swipe((spots[a].x, spots[a].y), player.middle(a, b), drop="touchCancel")
    assert set(player.edges) == {"0"}
    for edge, ((a, b), count) in enumerate(zip(board.edges, board.solution, strict=True)):
        for _ in range(count):
            ways[edge % 3](a, b)
    player.expect_solved()


def test_fingers_that_zoom_and_pan_never_change_the_board(on_board: OnBoard) -> None:
    player = on_board(BOARD, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 780})
    board = Board.of(BOARD)
    spots = player.islands
    a, b = board.edges[0]
    player.drag(a, b)
    before, view = player.edges, player.view
    assert before.startswith("1")
    centres = [(spots[3].x, spots[3].y), player.middle(a, b), (195, 390)]
    for centre in centres:
        player.pinch(centre, 60, 75)
        assert player.view != view
        view = player.view
    # The first finger had begun to drag a bridge when the second one came.
    spots = player.islands
    player.touch("touchStart", (spots[a].x, spots[a].y))
    player.touch("touchMove", player.middle(a, b))
    player.touch("touchStart", player.middle(a, b), (40, 700))
    player.touch("touchMove", (100, 400), (60, 600))
    player.touch("touchEnd", (100, 400))
    player.touch("touchMove", (140, 300))
    player.touch("touchEnd")
    view = player.view
    # One finger on open water moves what is seen.
    player.swipe((200, 300), (120, 380))
    assert player.view != view
    assert player.edges == before
    for centre in centres:
        player.pinch(centre, 160, 40)
    assert player.edges == before
    # A tap is still a tap.
    player.tap(*player.middle(a, b))
    assert player.edges.startswith("2")


def test_wheel(on_board: OnBoard) -> None:
    player = on_board(BOARD)
    view, spot = player.view, player.islands[0]
    player.page.mouse.move(spot.x, spot.y)
    player.page.mouse.wheel(0, 200)
    player.page.wait_for_timeout(100)
    assert player.view == view
    player.page.keyboard.down("Control")
    player.page.mouse.wheel(0, -300)
    player.page.keyboard.up("Control")
    player.page.wait_for_function(
        "(view) => document.querySelector('.board > g').getAttribute('transform') !== view", arg=view
    )
    near = player.islands[0]
    assert abs(near.x - spot.x) < 30
    assert abs(near.y - spot.y) < 30
    player.press("f")
    assert player.view == view
    assert set(player.edges) == {"0"}


# What a screen reader says about an island, and nothing else.
_NAME = re.compile(r"(\w+), row (\d+), column (\d+), ([^.]*)\.(.*)")
_WAY = re.compile(r"(Up|Right|Down|Left): (no|\d+) bridges? to \w+ in (?:row|column) (\d+)")


def test_the_text_of_the_accessibility_tree_is_enough(on_board: OnBoard) -> None:
    player = on_board(BOARD)
    tree = player.devtools.send("Accessibility.getFullAXTree")["nodes"]
    roles = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree if "role" in node]
    (application,) = [name for role, name in roles if role == "application"]
    found = re.match(r"Hashi, (\d+) by (\d+), (\d+) islands", application)
    assert found is not None
    width, height, count = map(int, found.groups())
    told = [match for role, name in roles if role == "button" and (match := _NAME.match(name))]
    assert len(told) == count
    islands = [(int(each[2]) - 1, int(each[3]) - 1, int(each[1])) for each in told]
    board = Board(hf.Puzzle(width, height, islands))
    # Every neighbour was told, too.
    assert sum(len(_WAY.findall(each[5])) for each in told) == 2 * len(board.edges)

    def heard() -> re.Match[str]:
        name = player.page.evaluate("() => document.activeElement.getAttribute('aria-label')")
        match = _NAME.match(name or "")
        assert match is not None
        return match

    while player.focus < 0:
        player.press("Tab")
    for (a, b), number in zip(board.edges, board.solution, strict=True):
        here = heard()
        at = board.cells.index((int(here[2]) - 1, int(here[3]) - 1))
        player.walk(board, board.path(at, a))
        player.press(ARROWS[board.slot(a, b)], str(number))
        if number:
            ways = {way: bridges for way, bridges, _ in _WAY.findall(heard()[5])}
            assert ways[("Down", "Left", "Up", "Right")[board.slot(a, b)]] == str(number)
    assert heard()[4] == "complete"
    player.expect_solved()


VARIANTS = [
    ("10x10m4:a2a6c9a33d4m4c4g7cDaFaBza4c2h6dAc7", "Up to 4 bridges between two islands."),
    ("10x10m2L:3g1b4c5c4l4b4a3e2b1j2e2a4c5b2h4a3a4b2a4a3f2", "Bridges must not form a loop."),
    ("https://puzz.link/p?hashi/6/6/3g1g2.g.g2h.g2g.h.g4g3h4g.g2g.h2", "A ? stands for any number."),
    ("https://puzz.link/p?hashi/4/3/1344g542g2g1", ""),  # islands on neighbouring cells
    ("5x1m1:1a2a1", "Up to 1 bridge between two islands."),
]


@pytest.mark.parametrize(("text", "words"), VARIANTS)
def test_all_kinds_of_rules(on_board: OnBoard, text: str, words: str) -> None:
    player = on_board(text)
    board = Board.of(text)
    assert words in player.page.locator(".card.about").inner_text()
    for (a, b), count in zip(board.edges, board.solution, strict=True):
        for _ in range(count):
            player.drag(a, b)
    assert player.edges == "".join(map(str, board.solution))
    player.expect_solved()


# Tap along every edge of an empty board, a quarter of a cell at a time, until three taps side by side change this edge
# and nothing else. Returns the edges for which there is no such place.
TAP_ALL = """(edges) => {
    const board = document.querySelector(".board");
    const spots = [...board.querySelectorAll(".disc")].map((disc) => disc.getBoundingClientRect());
    const undo = document.querySelector('[aria-label="Undo"]');
    const tap = (clientX, clientY) => {
        const finger = { pointerId: 7, pointerType: "touch", isPrimary: true, clientX, clientY, bubbles: true };
        board.dispatchEvent(new PointerEvent("pointerdown", finger));
        board.dispatchEvent(new PointerEvent("pointerup", finger));
        const hit = [...board.querySelectorAll(".edge")].flatMap((edge, id) => (edge.getAttribute("d") ? [id] : []));
        if (hit.length) undo.click();
        return hit.join();
    };
    const canBeTapped = ([a, b], edge) => {
        const rim = spots[a].width / 2, step = rim * 2 / 3;
        const [dx, dy] = [spots[b].x - spots[a].x, spots[b].y - spots[a].y];
        const length = Math.hypot(dx, dy);
        const hits = (at) => {
            const part = at / length;
            return tap(spots[a].x + rim + dx * part, spots[a].y + rim + dy * part) === String(edge);
        };
        const places = [length / 2];
        for (let at = rim + 2; at < length - rim - 2; at += step) places.push(at);
        return places.some((at) => [-2, 0, 2].every((aside) => hits(at + aside)));
    };
    return edges.flatMap((ends, edge) => (canBeTapped(ends, edge) ? [] : [edge]));
}"""


def test_every_edge_of_100_boards_can_be_tapped(open_page: OnBoard, server: PlayServer) -> None:
    player = open_page(server.url, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 780})
    boards = [record.puzzle for record in built_in()[::2][:95]] + [hf.loads(text) for text, _ in VARIANTS]
    assert len(boards) == 100
    for puzzle in boards:
        edges = [[a, b] for a, b, _ in puzzle.topology.edge_list()]
        link = f"#p={quote(hf.dumps(puzzle, 'json'))}"
        player.page.evaluate("(link) => { document.querySelector('.board').id = 'old'; location.hash = link; }", link)
        player.page.wait_for_selector(".board:not(#old)")
        assert player.page.evaluate(TAP_ALL, edges) == []
