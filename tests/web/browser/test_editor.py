"""The editor: boards drawn by hand, and what is known about them at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playing import Player, pack_of, serving
from playwright.sync_api import expect

import hashi_fast as hf
from hashi_fast.web.page import config, whole
from hashi_fast.web.server import PlayServer

pytestmark = pytest.mark.browser

Opener = Callable[..., Player]


class Drawer(Player):
    """Somebody at the editor."""

    def cell(self, row: int, col: int) -> tuple[float, float]:
        """Return the middle of a cell."""
        x, y, size = self.page.evaluate(
            """() => {
                const { x, y, width, height } = document.querySelector(".water").getBoundingClientRect();
                const size = width / (document.querySelector(".water").width.baseVal.value / 40);
                return [x + size * 0.2, y + size * 0.2, size];
            }"""
        )
        return x + (col + 0.5) * size, y + (row + 0.5) * size

    def tap_cell(self, row: int, col: int) -> None:
        self.page.mouse.click(*self.cell(row, col))

    def draw(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.page.mouse.move(*self.cell(*start))
        self.page.mouse.down()
        self.page.mouse.move(*self.cell(*end), steps=5)
        self.page.mouse.up()

    def answer(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.locator(".card.editor .words")).to_contain_text(words, timeout=15_000)

    @property
    def numbers(self) -> list[str]:
        return self.page.locator(".island .number").all_text_contents()


@pytest.fixture
def drawer(open_page: Opener) -> Iterator[Drawer]:
    with serving([("Pack", pack_of("3x3:3a2c1b"))], edit=True) as server:
        yield Drawer(open_page(server.url).page)


def test_bridges_make_clues_and_the_answer_is_live(drawer: Drawer) -> None:
    drawer.answer("Tap the water")
    drawer.tap_cell(0, 0)
    # A drag to water makes an island there; again adds a bridge; clues follow.
    drawer.draw((0, 0), (0, 4))
    drawer.draw((0, 0), (0, 4))
    drawer.draw((0, 4), (4, 4))
    assert drawer.numbers == ["2", "3", "1"]
    drawer.answer(re.compile("Exactly one solution. Easy, score "))
    # An island on a bridge divides it.
    drawer.tap_cell(0, 2)
    assert drawer.numbers == ["2", "4", "3", "1"]
    drawer.answer("Exactly one solution")
    # A bridge that would cross another one is refused.
    drawer.tap_cell(2, 0)
    drawer.tap_cell(2, 6)
    drawer.draw((2, 0), (2, 6))
    drawer.toast("would cross")
    for _ in range(2):
        drawer.press("Control+z")
    assert drawer.numbers == ["2", "4", "3", "1"]
    # Hidden clues are unknown to the solver, too.
    drawer.button("Hide or show a clue")
    drawer.tap_cell(0, 2)
    assert drawer.numbers == ["2", "?", "3", "1"]
    drawer.answer("Exactly one solution")
    drawer.button("Erase")
    drawer.tap_cell(4, 4)
    assert drawer.numbers == ["2", "?", "2"]
    # The draft is kept.
    drawer.page.reload()
    drawer.page.wait_for_selector(".card.editor")
    assert drawer.numbers == ["2", "?", "2"]
    drawer.button("Play it")
    expect(drawer.page.locator(".title .name")).to_have_text("My board")
    assert len(drawer.edges) == 2


def test_several_solutions_none_and_one(drawer: Drawer) -> None:
    for row, col in ((0, 0), (0, 2), (2, 0), (2, 2)):
        drawer.tap_cell(row, col)
        drawer.page.locator(".clues").get_by_role("button", name="3", exact=True).click()
    assert drawer.numbers == ["3"] * 4
    drawer.answer("Several solutions")
    texts = drawer.page.locator(".differs").all_text_contents()
    assert sorted(texts) in (["1/2", "1/2", "2/1", "2/1"],)
    drawer.button("Make it unique")
    drawer.answer("Exactly one solution")
    assert drawer.page.locator(".differs").count() == 0
    drawer.page.locator(".toast").get_by_role("button", name="Undo").click()
    assert drawer.numbers == ["3"] * 4
    drawer.press("1")  # the last island is not selected any more: nothing changes
    drawer.tap_cell(2, 2)
    drawer.press("1")
    assert drawer.numbers == ["3", "3", "3", "1"]
    drawer.answer(re.compile("Several|No solution|Exactly"))
    drawer.press("7")
    drawer.answer("No solution. The 7 at row 3, column 3")
    assert drawer.page.locator(".mark").count() >= 1


def test_keys_draw_boards(drawer: Drawer) -> None:
    drawer.page.locator(".board").focus()
    drawer.press("ArrowDown", "Enter", "ArrowRight", "ArrowRight", "2", "Shift+ArrowLeft")
    assert drawer.numbers == ["1", "2"]
    expect(drawer.page.locator("#live")).to_contain_text("Row 1, column 3")
    drawer.press("0", "Shift+ArrowLeft")
    assert drawer.numbers == ["2", "2"]
    drawer.press("Delete")
    assert drawer.numbers == ["?"]


def test_size_rules_and_export(drawer: Drawer) -> None:
    drawer.tap_cell(0, 0)
    for _ in range(3):
        drawer.draw((0, 0), (0, 3))
    assert drawer.numbers == ["?", "?"]  # the third drag went round to none
    drawer.button("Board")
    dialog = drawer.page.get_by_role("dialog", name="Board")
    dialog.get_by_label("Bridges between two islands").select_option("4")
    dialog.get_by_label("Columns").fill("9")
    dialog.get_by_label("Columns").blur()
    drawer.press("Escape")
    for _ in range(4):
        drawer.draw((0, 0), (0, 3))
    assert drawer.numbers == ["4", "4"]
    drawer.answer("Exactly one solution")
    drawer.button("Export")
    dialog = drawer.page.get_by_role("dialog", name="Export")
    text, puzzle = dialog.get_by_role("textbox"), hf.Puzzle(9, 7, [(0, 0, 4), (0, 3, 4)], max_bridges=4)
    for format in ("json", "tatham", "puzzlink"):
        dialog.get_by_label("Format").select_option(format)
        if format == "puzzlink":
            expect(text).to_have_value(re.compile("max_bridges|at most|bridges"))
        else:
            expect(text).not_to_have_value("")
            drawer.page.wait_for_timeout(50)
            assert hf.loads(text.input_value()).islands == puzzle.islands
    with drawer.page.expect_download():
        dialog.get_by_role("button", name="Download").click()


def test_served_formats(drawer: Drawer) -> None:
    drawer.tap_cell(0, 0)
    drawer.draw((0, 0), (0, 2))
    drawer.button("Export")
    dialog = drawer.page.get_by_role("dialog", name="Export")
    for format in ("grid", "janko", "pzpr", "has", "conceptis"):
        dialog.get_by_label("Format").select_option(format)
        expected = hf.dumps(hf.Puzzle(7, 7, [(0, 0, 1), (0, 2, 1)]), format)
        expect(dialog.get_by_role("textbox")).to_have_value(
            re.compile(re.escape(expected.strip()[:60])), timeout=15_000
        )


def test_the_board_is_in_place_at_once(open_page: Opener, server: PlayServer) -> None:
    player = open_page(server.url)
    player.button("Menu")
    item = player.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Editor"))
    # The first tap may come before the page is next drawn.
    placed = item.evaluate(
        "(item) => { item.click(); return document.querySelector('.board > g').getAttribute('transform'); }"
    )
    expect(player.page.locator(".card.editor")).to_be_visible()
    player.page.wait_for_timeout(100)  # until it has been drawn
    assert placed
    assert placed == player.view


def test_a_change_leaves_the_view_as_it_is(drawer: Drawer) -> None:
    out = drawer.page.get_by_role("button", name="Zoom out")
    expect(out).to_be_hidden()
    drawer.page.mouse.move(*drawer.cell(3, 3))
    drawer.page.keyboard.down("Control")
    drawer.page.mouse.wheel(0, -100)
    drawer.page.keyboard.up("Control")
    expect(out).to_be_visible()
    before = drawer.view
    drawer.tap_cell(3, 3)
    assert drawer.numbers == ["?"]
    drawer.page.wait_for_timeout(100)  # until it has been drawn
    assert drawer.view == before
    expect(out).to_be_visible()


def test_without_python(open_page: Opener, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text(whole(config("file", [("Pack", pack_of("3x3:3a2c1b"))])))
    player = open_page(path.as_uri())
    player.menu("Editor")
    drawer = Drawer(player.page)
    for row, col in ((0, 0), (0, 2), (2, 0), (2, 2)):
        drawer.tap_cell(row, col)
        drawer.press("3")
    drawer.answer("Several solutions")
    assert drawer.page.locator(".differs").count() == 4
    assert drawer.page.get_by_role("button", name="Make it unique").count() == 0
    drawer.press("8")
    drawer.answer("No solution")
    drawer.menu("Back to the game")
    assert len(player.islands) == 3
