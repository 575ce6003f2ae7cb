"""The game in a notebook: an escaped page in a sandbox, with a picture under it."""
import base64
from typing import Any

import pytest
from pages import config_of, elements

import hashi_fast as hf

BOARD = hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2")


def page_in(output: str) -> str:
    (frame,) = elements(output, "iframe")
    page = frame.attributes["srcdoc"]
    assert page is not None
    return page


def entries_of(shown: Any) -> list[dict[str, Any]]:
    config = config_of(page_in(shown._repr_html_()))
    assert config["mode"] == "notebook"
    found: list[dict[str, Any]] = config["packs"][0]["puzzles"]
    return found


def test_the_page_is_in_a_sandbox() -> None:
    output = hf.play(BOARD)._repr_html_()
    assert [element.tag for element in elements(output)] == ["div", "img", "iframe"]
    (frame,) = elements(output, "iframe")
    assert "allow-same-origin" not in str(frame.attributes["sandbox"])
    assert "allow-scripts" in str(frame.attributes["sandbox"])
    assert "src" not in frame.attributes
    assert page_in(output).startswith("<!doctype html>")


def test_a_picture_where_scripts_do_not_run() -> None:
    shown = hf.play(BOARD)
    assert shown._repr_svg_() == BOARD.to_svg()
    output = shown._repr_html_()
    (image,) = elements(output, "img")
    assert base64.b64decode(str(image.attributes["src"]).partition(",")[2]).decode() == BOARD.to_svg()
    assert f"<noscript>{BOARD.to_svg()}</noscript>" in page_in(output)


def test_everything_that_is_a_puzzle_can_be_played() -> None:
    made = hf.generate(7, 7, difficulty="easy", seed=1)
    for one in (made, made.record(), made.puzzle, hf.Game(made.puzzle)):
        (entry,) = entries_of(hf.play(one))
        assert (entry["level"], entry["id"]) == ("easy", "1")
        assert "walkthrough" in entry
        assert "start" not in entry
    several = hf.play(iter([made, BOARD.with_id("named")]))
    assert [entry["id"] for entry in entries_of(several)] == ["1", "named"]
    assert repr(several) == "<a game of 2 puzzles: shown in notebooks>"


def test_a_game_keeps_its_bridges() -> None:
    game = hf.Game(BOARD)
    game.cycle(0, 0, 0, 4)
    shown = hf.play(game)
    (entry,) = entries_of(shown)
    assert entry["start"] == "".join(map(str, game.counts))
    assert shown._repr_svg_() == hf.Solution.from_bridges(BOARD, game.bridges).to_svg()


def test_boards_without_one_solution_can_be_played() -> None:
    (entry,) = entries_of(hf.play(hf.loads("5x5:2a3a2e3a4a3e2a3a2")))
    assert entry["status"] == "multiple"


def test_hostile_ids_stay_text() -> None:
    name = "\"></iframe><script>alert(1)</script>' onload=alert(1) x='"
    output = hf.play(BOARD.with_id(name))._repr_html_()
    assert [element.tag for element in elements(output)] == ["div", "img", "iframe"]
    assert entries_of(hf.play(BOARD.with_id(name)))[0]["id"] == name


@pytest.mark.parametrize("wrong", ["7x7:1a1", b"x", 5, None, [BOARD, "x"], [None]])
def test_other_things_cannot(wrong: Any) -> None:
    with pytest.raises(TypeError, match="expected a puzzle, a record"):
        hf.play(wrong)


def test_nothing_cannot_be_played_and_heights_are_bounded() -> None:
    with pytest.raises(ValueError, match="at least one puzzle"):
        hf.play([])
    with pytest.raises(ValueError, match="height"):
        hf.play(BOARD, height=10)
    assert "height: 900px" in hf.play(BOARD, height=900)._repr_html_()
