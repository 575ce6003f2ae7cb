"""A game from its first move to its last: marks, undo, checkpoints, help, checks, time, and what is kept."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

import pytest
from playing import Board, Player, pack_of, serving
from playwright.sync_api import BrowserContext, Page, expect

import hashi_fast as hf

pytestmark = pytest.mark.browser

BOARD = "7x7:a4d32a4b4b2j2a3a4c4h1a2b3"
OTHER = "7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2"  # harder
OPPOSITE = "5x5:1c1j1c1e"  # two pairs, each complete, and not connected

Opener = Callable[..., Player]


def moves(player: Player, board: Board, number: int = 99) -> list[str]:
    """Make moves of all kinds; return what the board looked like before, after each, and so on."""
    looks = [look(player)]
    for edge, (a, b) in enumerate(board.edges[:number]):
        if edge % 4 == 3:
            player.button("Crosses: no bridge here")
            player.click_water(a, b)
            player.button("Bridges")
        elif edge % 4 == 2:
            player.button("Locks: keep an island as it is")
            spot = player.islands[a]
            player.page.mouse.click(spot.x, spot.y)
            player.button("Bridges")
        else:
            player.drag(a, b)
        if look(player) != looks[-1]:
            looks.append(look(player))
    return looks


def look(player: Player) -> str:
    """Everything that a move can change."""
    return f"{player.edges} {[spot.look for spot in player.islands]} {[spot.label for spot in player.islands]}"


def test_undo_everything_and_redo_it(on_board: Opener) -> None:
    player = on_board(BOARD)
    looks = moves(player, Board.of(BOARD))
    assert len(looks) > 8
    player.menu("Start over")
    looks.append(look(player))
    undo, redo = (player.page.get_by_role("button", name=name, exact=True) for name in ("Undo", "Redo"))
    for before in reversed(looks[:-1]):
        undo.first.click()
        assert look(player) == before
    expect(undo.first).to_be_disabled()
    for after in looks[1:]:
        redo.first.click()
        assert look(player) == after
    expect(redo.first).to_be_disabled()


def test_reload_in_mid_game_finds_everything(on_board: Opener) -> None:
    player = on_board(BOARD, OTHER)
    looks = moves(player, Board.of(BOARD))
    player.menu("Checkpoints")
    player.button("Set a checkpoint here")
    player.press("Control+z", "Control+z")
    here = look(player)
    assert here == looks[-3]
    player.page.reload()
    player.page.wait_for_selector(".board .island")
    player.toast("Last time you were here")
    assert look(player) == here
    player.press("Control+y", "Control+y")
    assert look(player) == looks[-1]
    for before in reversed(looks[:-1]):
        player.press("Control+z")
        assert look(player) == before
    player.menu("Checkpoints")
    player.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Checkpoint 1")).click()
    assert look(player) == looks[-1]
    player.press("Control+z")
    assert look(player) == looks[0]


def test_games_are_kept_when_the_server_starts_again(
    open_page: Opener, context: Callable[..., BrowserContext], refused: list[str]
) -> None:
    board, own = Board.of(BOARD), context()
    with serving([("Pack", pack_of(BOARD))]) as server:
        port = server.server_port
        player = open_page(server.url, own)
        looks = moves(player, board, 5)
        left = open_page(server.url, own)
        player.page.close()
    # Another pack, in which the same board has another name.
    with serving([("Pack", [{**pack_of(BOARD)[0], "id": "renamed"}])], port=port) as server:
        player = open_page(server.url, own)
        assert look(player) == looks[-1]
        # A page from before does not know the new token. Hints come all the same; the rest says what to do.
        refused.append("403 (Forbidden)")
        left.press("h")
        expect(left.page.locator(".card.hint")).to_be_visible()
        left.menu("Replay the solution with reasons")
        left.toast("reload this page")


def test_a_new_game_can_be_undone(on_board: Opener) -> None:
    player = on_board(BOARD, OTHER)
    player.drag(*Board.of(BOARD).edges[0])
    before, name = player.edges, player.page.locator(".title .name").inner_text()
    player.menu("Next of this kind")
    expect(player.page.locator(".title .name")).not_to_have_text(name)
    assert set(player.edges) == {"0"}
    player.button("Undo")
    expect(player.page.locator(".title .name")).to_have_text(name)
    assert player.edges == before
    player.button("Redo")
    expect(player.page.locator(".title .name")).not_to_have_text(name)
    # After a move, undo takes back that move and then stops: nobody leaves a puzzle by undoing.
    player.drag(*Board.of(OTHER).edges[0])
    player.button("Undo")
    expect(player.page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()


def wrong_moves(board: Board) -> tuple[int, int, int]:
    """Return three edges, for a right bridge, a wrong one and a right one, all of them legal in this order."""
    ends = [(*board.cells[a], *board.cells[b]) for a, b in board.edges]
    for edges in itertools.permutations(range(len(ends)), 3):
        game = hf.Game(board.puzzle)
        right = [board.solution[edge] > 0 for edge in edges]
        if right == [True, False, True] and all(game.set_bridge(*ends[edge], 1) for edge in edges):
            return edges
    raise AssertionError


def test_the_way_back_to_where_it_was_right(on_board: Opener) -> None:
    player = on_board(BOARD)
    board = Board.of(BOARD)
    right, wrong, after = wrong_moves(board)
    player.drag(*board.edges[right])
    good = player.edges
    player.menu("Correct so far?")
    player.toast("Yes")
    player.drag(*board.edges[wrong])
    player.drag(*board.edges[after])
    bad = player.edges
    assert bad.count("0") == good.count("0") - 2
    player.menu("Correct so far?")
    player.toast("No, something is wrong.")
    player.page.locator(".toast").get_by_role("button", name="Undo to where it was right").click()
    player.toast("2 moves undone")
    assert player.edges == good
    player.page.locator(".toast").get_by_role("button", name="Redo").click()
    assert player.edges == bad
    player.menu("Undo to where it was right")
    assert player.edges == good


def setting(player: Player, name: str) -> None:
    player.menu("Settings")
    dialog = player.page.get_by_role("dialog", name="Settings")
    dialog.get_by_text(name, exact=True).click()
    player.press("Escape")
    expect(dialog).to_be_hidden()


def test_help_in_three_settings(on_board: Opener) -> None:
    player = on_board(BOARD)
    board = Board.of(BOARD)
    wrong = board.solution.index(0)
    player.drag(*board.edges[wrong])
    classes = player.page.locator(".board .edge").nth(wrong)
    expect(classes).not_to_have_class(re.compile("wrong"))
    setting(player, "Mistakes")
    expect(classes).to_have_class(re.compile("wrong"))
    setting(player, "Off")
    expect(classes).not_to_have_class(re.compile("wrong"))
    setting(player, "Rules")
    # Crosses all around an island: it cannot be filled any more, and says so in a shape and in words.
    player.press("Control+z")
    player.button("Crosses: no bridge here")
    a = board.edges[0][0]
    for pair in board.edges:
        if a in pair:
            player.drag(*pair)
    spot = player.islands[a]
    assert "starved" in spot.look
    assert "Cannot be filled any more" in spot.label
    setting(player, "Off")
    assert "starved" not in player.islands[a].look


def test_free_play_shows_what_is_too_much(on_board: Opener) -> None:
    player = on_board("3x3:1a1c1a1")
    setting(player, "Refuse moves that break a rule")
    edges = Board.of("3x1:2a2").edges
    assert edges == [(0, 1)]
    player.click_pair(0, 1)
    player.click_pair(0, 1)
    spot = player.islands[0]
    assert "over" in spot.look
    assert "1 too many" in spot.label
    assert player.page.locator(".island .badge").first.inner_html() == "!"


def test_a_closed_group_and_the_strict_check(on_board: Opener) -> None:
    player = on_board(OPPOSITE)
    player.click_pair(0, 1)
    assert ["closed" in spot.look for spot in player.islands] == [True, True, False, False]
    player.button("Check")
    banner = player.page.locator(".banner")
    expect(banner).to_contain_text("2 islands unfinished. Disconnected: 3 groups.")
    assert ["unmet" in spot.look for spot in player.islands] == [False, False, True, True]
    player.click_pair(2, 3)
    expect(banner).to_be_hidden()
    player.button("Check")
    expect(banner).to_have_text("Disconnected: 2 groups.")
    expect(player.page.locator(".card.win")).to_be_hidden()


def test_refusals_say_why(on_board: Opener) -> None:
    player = on_board("3x3:3a2c1b")
    player.click_pair(0, 2)
    player.click_pair(0, 2)
    # Cycling passes through legal counts only: the 1 takes one bridge, so the next count is none.
    assert player.edges == "00"
    player.button("Locks: keep an island as it is")
    player.page.mouse.click(*player.islands[0][:2])
    player.button("Bridges")
    player.drag(0, 1)
    player.toast("The island at row 1, column 1 is locked.")
    assert player.edges == "00"


def test_marks_that_settings_add(on_board: Opener) -> None:
    player = on_board(BOARD)
    board = Board.of(BOARD)
    player.drag(*board.edges[0])
    a = board.edges[0][0]
    assert player.page.locator(".rest").count() == 0
    setting(player, "Show how many bridges are missing")
    missing = board.puzzle.islands[a][2] - 1
    expect(player.page.locator(".island").nth(a).locator(".rest")).to_have_text(str(missing))
    setting(player, "Show bridges as dots on islands")
    assert player.page.locator(".island").nth(a).locator(".pips").get_attribute("d")
    setting(player, "Show the grid")
    assert player.page.locator(".grid").count() == 0
    player.press("g")
    assert "Group A" in player.islands[a].label
    expect(player.page.locator(".island").nth(a).locator(".badge")).to_have_text("A")
    before = look(player)
    player.page.reload()
    player.page.wait_for_selector(".board .island")
    assert look(player) == before


def test_the_timer_stops_when_paused_hidden_or_off(on_board: Opener) -> None:
    player = on_board(BOARD, script="performance.now = () => (globalThis.clock ??= 1000);")
    page = player.page

    def advance(seconds: int) -> None:
        page.evaluate("(seconds) => { globalThis.clock = performance.now() + 1000 * seconds; }", seconds)

    time = page.locator(".time")
    advance(65)
    expect(time).to_have_text("1:05")
    time.click()
    expect(page.locator(".cover")).to_contain_text("Paused")
    assert not page.locator(".board").is_visible()
    advance(100)
    player.button("Go on")
    advance(1)
    expect(time).to_have_text("1:06")
    hide(page, True)
    advance(100)
    hide(page, False)
    advance(1)
    expect(time).to_have_text("1:07")
    player.drag(*Board.of(BOARD).edges[0])
    page.reload()
    page.wait_for_selector(".board .island")
    expect(time).to_have_text("1:07")
    setting(player, "Timer")
    expect(time).to_be_hidden()


def hide(page: Page, hidden: bool) -> None:
    page.evaluate(
        """(state) => {
            Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        "hidden" if hidden else "visible",
    )


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_end_is_celebrated(on_board: Opener, motion: str) -> None:
    player = on_board("3x3:3a2c1b", reduced_motion=motion)
    player.click_pair(0, 1)
    player.click_pair(0, 1)
    player.click_pair(0, 2)
    player.expect_solved()
    running = player.page.evaluate("() => document.getAnimations().length")
    assert (running == 0) == (motion == "reduce")
    # Undo goes on with the game; solved once, it is marked in the list.
    player.press("Control+z")
    expect(player.page.locator(".card.win")).to_be_hidden()
    player.page.locator(".title").click()
    expect(player.page.locator(".puzzle .done")).to_contain_text("✓")


# A page that does not hear of other tabs, as when it was asleep.
DEAF = """
    const listen = EventTarget.prototype.addEventListener;
    globalThis.addEventListener = (type, ...rest) => type !== "storage" && listen.call(globalThis, type, ...rest);
"""


def test_two_tabs_lose_nothing(on_board: Opener, open_page: Opener) -> None:
    one = on_board(BOARD)
    board = Board.of(BOARD)
    one.drag(*board.edges[0])
    two = open_page(one.page.url, one.page.context)
    assert two.edges == one.edges
    two.drag(*board.edges[1])
    # A game that goes on in one tab is shown in the other.
    one.expect_edges(two.edges)
    one.toast("went on in another tab")
    one.drag(*board.edges[1])
    two.expect_edges(one.edges)
    # If both went on without hearing of each other, somebody has to choose; the other game becomes a checkpoint.
    three = open_page(one.page.url, one.page.context, script=DEAF)
    one.drag(*board.edges[2])
    kept = one.edges
    three.drag(*board.edges[4])
    mine = three.edges
    dialog = three.page.get_by_role("dialog", name="Played in another tab")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="The newer one").click()
    three.expect_edges(kept)
    three.menu("Checkpoints")
    three.page.get_by_role("dialog").get_by_role("button", name="From this tab", exact=True).click()
    three.expect_edges(mine)


# Corrupts everything that is stored, and keeps the page from writing its game back when it is left.
CORRUPT = """(value) => {
    const names = ["settings", "lastPuzzle", "solved", "mine", "draft"].map((name) => `hashi:v1:${name}`);
    for (const name of [...Object.keys(localStorage), ...names]) localStorage.setItem(name, value);
    Storage.prototype.setItem = () => {};
}"""


@pytest.mark.parametrize("value", ["", "{", "null", "[]", "[null]", '{"revision":1,"game":{"save":1}}', '"x"', "0"])
def test_corrupt_storage(on_board: Opener, value: str) -> None:
    player = on_board(BOARD)
    board = Board.of(BOARD)
    player.drag(*board.edges[0])
    player.page.evaluate(CORRUPT, value)
    player.page.reload()
    player.page.wait_for_selector(".board .island")
    assert set(player.edges) == {"0"}
    player.drag(*board.edges[0])
    player.page.locator(".title").click()
    expect(player.page.get_by_role("dialog", name="Puzzles")).to_be_visible()
    player.press("Escape")
    player.page.reload()
    player.page.wait_for_selector(".board .island")
    assert player.edges.startswith("1")


@pytest.mark.parametrize(
    "script",
    [
        "Object.defineProperty(globalThis, 'localStorage', { get: () => { throw new DOMException('no'); } });",
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    ],
)
def test_without_storage_the_game_goes_on_with_a_notice(on_board: Opener, script: str) -> None:
    player = on_board(BOARD, OTHER, script=script)
    board = Board.of(BOARD)
    player.toast("does not store anything")
    player.drag(*board.edges[0])
    before = player.edges
    # It is kept as long as the page is open.
    player.menu("Next of this kind")
    player.menu("Next of this kind")
    assert player.edges == before
