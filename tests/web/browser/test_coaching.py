"""Hints in three strengths and replays, from Python and from the page alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playing import Board, Player
from playwright.sync_api import expect

import hashi_fast as hf
from hashi_fast.web.built_in import built_in
from hashi_fast.web.entries import entry_of
from hashi_fast.web.page import config, whole

pytestmark = pytest.mark.browser

BOARD = "7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2"

Opener = Callable[..., Player]


@pytest.fixture
def on_file(open_page: Opener, tmp_path: Path) -> Opener:
    """Open a page without a server that has one puzzle with its walkthrough."""

    def open_(record: hf.Record, **options: object) -> Player:
        entry = entry_of(record, "one", walkthrough=True)
        path = tmp_path / "game.html"
        path.write_text(whole(config("file", [("Pack", [entry])])))
        return open_page(path.as_uri(), **options)

    return open_


@pytest.fixture(params=["served", "file"])
def player(request: pytest.FixtureRequest, on_board: Opener, on_file: Opener) -> Player:
    """A page with the board, with hints from Python or from the page alone."""
    return on_board(BOARD) if request.param == "served" else on_file(hf.Record(hf.loads(BOARD)))


def hint_card(player: Player) -> str:
    expect(player.page.locator(".card.hint")).to_be_visible()
    return player.card


def test_three_strengths(player: Player) -> None:
    board = Board.of(BOARD)
    advice = hf.hint(board.puzzle)
    marks, bridges = player.page.locator(".mark"), player.page.locator(".mark-bridge")
    player.button("Hint")
    assert hint_card(player) == advice.text(1)
    assert (marks.count(), bridges.count()) == (len(advice.islands), 0)
    player.button("Why?")
    assert hint_card(player) == advice.text(2)
    player.button("Show me")
    assert hint_card(player) == advice.text(3)
    assert (marks.count(), bridges.count()) == (len(advice.islands), len(advice.bridges))
    # The highlight goes when the move is made, whoever makes it.
    ends = {(*board.cells[a], *board.cells[b]): (a, b) for a, b in board.edges}
    for *cells, count in advice.bridges:
        for _ in range(count):
            player.click_pair(*ends[tuple(cells)])
    expect(player.page.locator(".card.hint")).to_be_hidden()
    assert (marks.count(), bridges.count()) == (0, 0)
    # The next one is for the position that the player has reached.
    player.press("h", "h", "h")
    expected = hf.hint(board.puzzle, advice.bridges)
    expect(player.page.locator(".card .words")).to_have_text(expected.text(3))
    player.button("Place it")
    expect(player.page.locator(".card.hint")).to_be_hidden()
    player.press("h", "Escape")
    expect(player.page.locator(".card.hint")).to_be_hidden()
    assert marks.count() == 0


def test_mistakes(player: Player) -> None:
    board = Board.of(BOARD)
    wrong = board.solution.index(0)
    player.drag(*board.edges[wrong])
    player.press("h")
    expect(player.page.get_by_role("region", name="Something is wrong")).to_be_visible()
    player.button("Why?")
    player.button("Show me")
    assert player.page.locator(".mark-wrong").count() == 1
    (r1, c1), (r2, c2) = (board.cells[island] for island in board.edges[wrong])
    expected = hf.hint(board.puzzle, [(r1, c1, r2, c2, 1)])
    # Without Python, the page knows that it is wrong, but not always why.
    assert hint_card(player).splitlines()[-1] == expected.what
    assert player.page.url.startswith("file:") or hint_card(player) == expected.text(3)
    player.button("Undo to where it was right")
    expect(player.page.locator(".card.hint")).to_be_hidden()
    assert set(player.edges) == {"0"}
    # A cross where a bridge belongs is a mistake as well, although Python knows no crosses.
    right = next(edge for edge, count in enumerate(board.solution) if count)
    player.button("Crosses: no bridge here")
    player.drag(*board.edges[right])
    player.press("h")
    expect(player.page.get_by_role("region", name="Something is wrong")).to_be_visible()
    player.drag(*board.edges[right])
    expect(player.page.locator(".card.hint")).to_be_hidden()


def test_replay_with_reasons(player: Player) -> None:
    board = Board.of(BOARD)
    player.drag(*board.edges[0])
    before = player.edges
    player.menu("Replay the solution with reasons")
    slider = player.page.get_by_role("slider")
    steps = int(slider.get_attribute("max") or 0)
    bridges: list[tuple[int, ...]] = []
    for step in range(1, steps + 1):
        player.button("Step forward") if step % 2 else player.press("ArrowRight")
        advice = hf.hint(board.puzzle, bridges)
        assert player.card == advice.text(3)
        bridges = [each for each in bridges if each[:4] not in [new[:4] for new in advice.bridges]]
        bridges += advice.bridges
    assert player.edges == "".join(map(str, board.solution))
    player.button("Step back")
    assert player.edges != "".join(map(str, board.solution))
    slider.fill("0")
    assert set(player.edges) == {"0"}
    player.button("Back to the game")
    assert player.edges == before


def test_hints_alone_solve_an_extreme_puzzle_without_python(on_file: Opener) -> None:
    record = built_in()[-1]
    player = on_file(record)
    board = Board(record.puzzle)
    pale = 0
    # One bridge out of turn: walkthroughs do not rest on it.
    last = max(edge for edge, count in enumerate(board.solution) if count)
    player.drag(*board.edges[last])
    while not player.page.locator(".card.win").is_visible():
        player.press("h")
        player.page.wait_for_selector(".card.hint, .card.win")
        player.press("h", "h")
        pale += player.page.locator(".edge.pale").count()
        player.button("Place it")
    player.expect_solved()
    assert pale > 0


def test_a_hint_that_the_server_cannot_give_comes_from_the_page(on_board: Opener) -> None:
    player = on_board(BOARD)
    # A request that fails would be reported in the console by the browser itself.
    player.page.evaluate("() => { globalThis.fetch = async () => new Response('{}', { status: 503 }); }")
    player.button("Hint")
    assert hint_card(player) == hf.hint(hf.loads(BOARD)).text(1)
