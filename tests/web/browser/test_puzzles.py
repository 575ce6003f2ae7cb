"""Puzzles in and out: the selector, random, daily and practice, seeds, import, share, links, print and files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

import pytest
from playing import Board, Player, pack_of, serving
from playwright.sync_api import Locator, expect

import hashi_fast as hf
from hashi_fast.web.entries import Entry
from hashi_fast.web.page import config, whole
from hashi_fast.web.server import PlayServer

pytestmark = pytest.mark.browser

BOARD = "7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2"
PRINTING = "globalThis.printed = 0; globalThis.print = () => { globalThis.printed++; };"

Opener = Callable[..., Player]


def name(player: Player) -> str:
    return player.page.locator(".title .name").inner_text()


def selector(player: Player) -> Locator:
    player.page.locator(".title").click()
    return player.page.get_by_role("dialog", name="Puzzles")


def number_of(dialog: Locator) -> int:
    return int(re.findall(r"\d+", dialog.locator("p[aria-live]").inner_text())[0])


def test_selector(open_page: Opener, server: PlayServer, entries: list[Entry]) -> None:
    player = open_page(server.url)
    dialog = selector(player)
    dialog.get_by_role("radio", name="Hard").click()
    assert number_of(dialog) == sum(entry["level"] == "hard" for entry in entries)
    # Sorted by difficulty, with rating and techniques.
    scores = [int(score) for score in re.findall(r"score (\d+)", dialog.locator(".cards").inner_text())]
    assert scores == sorted(scores)
    assert len(scores) > 20
    size = dialog.get_by_label("Size").first
    size.select_option("9\u00d79")
    assert number_of(dialog) == sum((entry["level"], entry["w"], entry["h"]) == ("hard", 9, 9) for entry in entries)
    size.select_option("")
    dialog.get_by_role("radio", name="All").click()
    dialog.get_by_label("Practise").select_option("only way out")
    assert number_of(dialog) == sum("only way out" in entry["techniques"] for entry in entries)
    expect(dialog.locator("p[aria-live]")).to_contain_text("that need only way out")
    expect(dialog.locator(".puzzle").first).to_contain_text("Only way out")
    dialog.locator(".puzzle").nth(2).click()
    expect(dialog).to_be_hidden()
    assert "Only way out" in player.page.locator(".card.about").inner_text()
    # Keys alone can choose a level.
    dialog = selector(player)
    dialog.get_by_role("radio", name="Hard").press("ArrowRight")
    expect(dialog.get_by_role("radio", name="Expert")).to_be_checked()


def test_random_next_and_daily(open_page: Opener, server: PlayServer, entries: list[Entry]) -> None:
    player = open_page(server.url)
    first, kind = name(player), player.page.locator(".title .kind").inner_text()
    player.menu("Next of this kind")
    assert (name(player) != first, player.page.locator(".title .kind").inner_text()) == (True, kind)
    seen = set()
    for _ in range(4):
        player.menu("Random")
        seen.add(name(player))
    assert len(seen) > 1
    player.menu("Today\u2019s puzzle")
    today = name(player)
    again = open_page(server.url)
    again.menu("Today\u2019s puzzle")
    assert name(again) == today
    level = ("easy", "easy", "medium", "medium", "hard", "hard", "expert")[datetime.now().weekday()]
    assert today.lower().startswith(level)


def test_a_seed_gives_the_same_puzzle_as_python(open_page: Opener, server: PlayServer) -> None:
    player = open_page(server.url)
    dialog = selector(player)
    dialog.get_by_label("Seed", exact=True).fill("42")
    dialog.locator("form").get_by_label("Size").select_option("7\u00d77")
    dialog.get_by_role("button", name="Make it").click()
    expect(player.page.locator(".title .name")).to_contain_text("seed 42", timeout=30_000)
    made = hf.generate(7, 7, difficulty="easy", seed=42).puzzle
    labels = [spot.label for spot in player.islands]
    assert [tuple(map(int, re.findall(r"\d+", label)[:3])) for label in labels] == [
        (target, row + 1, col + 1) for row, col, target in made.islands
    ]
    # It is kept among the player's own puzzles.
    player.page.reload()
    player.page.wait_for_selector(".board .island")
    assert "seed 42" in name(player)
    dialog = selector(player)
    dialog.get_by_role("radio", name="Mine").click()
    expect(dialog.locator(".puzzle")).to_have_count(1)


def import_text(player: Player, text: str) -> Locator:
    player.menu("Import")
    dialog = player.page.get_by_role("dialog", name="Import")
    dialog.get_by_role("textbox").fill(text)
    dialog.get_by_role("button", name="Import", exact=True).click()
    return dialog


@pytest.mark.parametrize("format", ["json", "task", "tatham", "puzzlink", "grid"])
def test_import(on_board: Opener, format: str) -> None:
    player = on_board("3x3:3a2c1b")
    puzzle = hf.loads(BOARD)
    expect(import_text(player, hf.dumps(puzzle, format))).to_be_hidden()
    assert len(player.islands) == len(puzzle.islands)
    board = Board(puzzle)
    for (a, b), count in zip(board.edges, board.solution, strict=True):
        for _ in range(count):
            player.drag(a, b)
    player.expect_solved()


def test_import_tells_what_is_wrong(on_board: Opener, refused: list[str]) -> None:
    refused.append("400 (Bad Request)")
    player = on_board("3x3:3a2c1b")
    dialog = import_text(player, "nonsense?")
    expect(dialog.locator(".notice.bad")).to_be_visible()
    dialog.get_by_role("textbox").fill("3x3:9a1")
    dialog.get_by_role("button", name="Import", exact=True).click()
    expect(dialog.locator(".notice.bad")).to_contain_text("expected")
    dialog.get_by_role("textbox").fill(f"10000x1:{'1' * 10000}")
    dialog.get_by_role("button", name="Import", exact=True).click()
    expect(dialog.locator(".notice.bad")).to_contain_text("at most 4000 can be played here")
    for text, words in [("3x3:3a3c3a3", "several solutions"), ("3x3:1a1c1a1", "no solution")]:
        dialog.get_by_role("textbox").fill(text)
        dialog.get_by_role("button", name="Import", exact=True).click()
        expect(dialog.locator(".notice")).to_contain_text(words)
    dialog.get_by_role("button", name="Play it anyway").click()
    assert len(player.islands) == 4
    player.menu("Correct so far?")
    player.toast("does not have exactly one solution")


def shared(player: Player) -> dict[str, str]:
    player.menu("Share")
    dialog = player.page.get_by_role("dialog", name="Share this puzzle")
    fields = dialog.locator("label.field")
    found = {field.locator("span").inner_text(): field.locator("input").input_value() for field in fields.all()}
    for refused in dialog.locator("div.field").all():
        found[refused.locator("span").inner_text()] = refused.locator(".notice").inner_text()
    player.press("Escape")
    return found


def test_share(on_board: Opener) -> None:
    player = on_board(BOARD, "https://puzz.link/p?hashi/4/3/1344g542g2g1")
    texts = shared(player)
    puzzle = hf.loads(BOARD)
    assert texts["puzz.link"] == hf.dumps(puzzle, "puzzlink")
    assert texts["Game ID for Simon Tatham\u2019s Bridges"] == hf.dumps(puzzle, "tatham")
    assert hf.loads(texts["Text of this game"]).islands == puzzle.islands
    player.menu("Next of this kind")
    texts = shared(player)
    assert texts["Game ID for Simon Tatham\u2019s Bridges"].startswith("Not possible: ")


def test_links_open_puzzles_on_hosted_pages(open_page: Opener, server: PlayServer) -> None:
    # As a hosted page: the whole file, from a web server.
    page = whole(config("file", [("Pack", pack_of("3x3:3a2c1b"))]))
    hosted = open_page(f"{server.url}#p={quote(hf.dumps(hf.loads(BOARD), 'task'))}")
    expect(hosted.page.locator(".title .name")).to_have_text("From a link")
    assert len(hosted.islands) == len(hf.loads(BOARD).islands)
    hosted.page.evaluate("() => { location.hash = '#p=nonsense'; }")
    hosted.toast("The link holds no puzzle")
    hosted.page.context.route("**/game.html", lambda route: route.fulfill(body=page, content_type="text/html"))
    hosted.page.goto(f"{server.url}game.html")
    hosted.page.wait_for_selector(".board .island")
    link = shared(hosted)["Link to this page"]
    assert link.startswith(f"{server.url}game.html#p=")
    hosted.page.goto("about:blank")
    hosted.page.goto(link)
    expect(hosted.page.locator(".title .name")).to_have_text("From a link")


def test_print(on_board: Opener) -> None:
    player = on_board(BOARD, script=PRINTING)
    board = Board.of(BOARD)
    player.drag(*board.edges[0])
    paper = player.page.locator("#paper")
    player.menu("Print the empty board")
    assert player.page.evaluate("() => globalThis.printed") == 1
    assert paper.locator(".island").count() == len(board.cells)
    assert paper.locator(".edge[d]:not([d=''])").count() == 0
    player.menu("Print the board as it is")
    assert paper.locator(".edge.n1").count() == 1
    # On paper there is nothing else.
    player.page.emulate_media(media="print")
    expect(paper.locator("svg")).to_be_visible()
    expect(player.page.locator(".toolbar")).to_be_hidden()
    expect(player.page.locator(".topbar")).to_be_hidden()
    assert "Bridges do not cross" in paper.inner_text()
    player.page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    assert paper.inner_html() == ""


def test_games_in_files(on_board: Opener, open_page: Opener, tmp_path: Path) -> None:
    player = on_board(BOARD)
    board = Board.of(BOARD)
    for edge in board.edges[:3]:
        player.drag(*edge)
    player.press("Control+z")
    before = player.edges
    with player.page.expect_download() as download:
        player.menu("Save the game to a file")
    file = tmp_path / "game.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["hashi"] == "game"
    # Another browser, with another pack.
    other = on_board("3x3:3a2c1b")
    other.menu("Load a game from a file")
    other.page.locator("input[type=file]").set_input_files(file)
    other.expect_edges(before)
    other.press("Control+y")
    assert other.edges != before
    other.press("Control+z", "Control+z", "Control+z")
    assert set(other.edges) == {"0"}


HOSTILE = [
    "</script><script>globalThis.hacked = 1</script>",
    "<img src=x onerror='globalThis.hacked = 1'>",
    "\"><svg onload='globalThis.hacked = 1'>",
    "javascript:globalThis.hacked=1",
    "__proto__",
    "\u2028\u2029\u0000\ud7ff<!--",
    "x" * 3000,
]


@pytest.mark.parametrize("served", [True, False])
def test_hostile_packs_stay_text(open_page: Opener, tmp_path: Path, served: bool) -> None:
    (base,) = pack_of(BOARD)
    hostile = [
        {**base, "id": text, "title": text, "style": text, "hardest": text, "techniques": {text: 1}} for text in HOSTILE
    ]
    # Boards that are none must not keep the others from being played.
    hostile += [
        {**base, "task": "zzz9"},
        {**base, "w": 10**9},
        {**base, "solution": "9"},
        {"id": "none", "w": 3, "h": 3},
    ]
    pack = ("<b>pack</b>", hostile)
    with serving([pack]) as server:
        url = server.url
        if not served:
            path = tmp_path / "game.html"
            path.write_text(whole(config("file", [pack], title="</title><script>globalThis.hacked = 1</script>")))
            url = path.as_uri()
        player = open_page(url)
        for number in range(len(hostile)):
            dialog = selector(player)
            dialog.locator(".puzzle").nth(number).click()
            shared(player)
        dialog = selector(player)
        shown = dialog.locator(".puzzle").all_inner_texts()
        assert any(HOSTILE[1] in text for text in shown)
        assert player.page.evaluate("() => globalThis.hacked") is None
        assert player.page.evaluate("() => document.querySelectorAll('img, script[src=x]').length") == 0
        player.press("Escape")
        player.drag(0, 1)
        assert player.edges.startswith("1")


def test_offline_the_seed_box_says_what_it_needs(open_page: Opener, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text(whole(config("file", [("Pack", pack_of(BOARD))])))
    player = open_page(path.as_uri())
    expect(selector(player).locator(".notice")).to_contain_text("run hashi-fast play")


def test_the_page_without_any_pack_has_a_puzzle(open_page: Opener, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text(whole(config("file", [])))
    player = open_page(path.as_uri())
    assert len(player.islands) > 5


def test_notebook(open_page: Opener, tmp_path: Path) -> None:
    game = hf.Game(hf.loads(BOARD))
    board = Board.of(BOARD)
    first = next(edge for edge, count in enumerate(board.solution) if count)
    ends = (*board.cells[board.edges[first][0]], *board.cells[board.edges[first][1]])
    game.set_bridge(*ends, 1)
    path = tmp_path / "notebook.html"
    path.write_text(f"<!doctype html><meta charset=utf-8><body>{hf.play(game)._repr_html_()}")
    page = open_page(path.as_uri(), ready="iframe").page
    frame = page.frame_locator("iframe")
    drawn = frame.locator(f".board .edge >> nth={first}")
    # It has the bridges of the game, and nothing is said about storage, which it does not need.
    expect(drawn).to_have_class(re.compile("n1"))
    expect(frame.locator(".toast")).to_have_count(0)
    frame.get_by_role("button", name="Hint", exact=True).click()
    expect(frame.locator(".card.hint .words")).to_have_text(hf.hint(game).text(1))
    frame.get_by_role("button", name="Show me").click()
    frame.get_by_role("button", name="Place it").click()
    expect(frame.locator(".card.hint")).to_be_hidden()
    frame.get_by_role("button", name="Undo", exact=True).click()
    expect(drawn).to_have_class(re.compile("n1"))
