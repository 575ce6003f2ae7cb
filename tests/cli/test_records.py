"""Answers that come with puzzles are shown only where they are asked for; bridges of players are shown."""
import json
from pathlib import Path

import pytest
from command_line import run

import hashi_fast as hf
from hashi_fast import formats
from hashi_fast.cli import main

DRAWN = [name for name in formats.names() if formats.get(name).solutions and not formats.get(name).aside]
ASIDE = [name for name in formats.names() if formats.get(name).aside]


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A generated file of one puzzle."""
    path = tmp_path / "made.jsonl"
    assert hf.dump(hf.generate(5, 5, seed=3), path) == 1
    return path


def output_of(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    assert main(list(map(str, words))) == 0
    return capsys.readouterr().out


def bridges_in(text: str, format: str | None = None) -> tuple[object, ...]:
    solution = hf.loads_record(text, format).solution
    return () if solution is None else solution.bridges


def test_formats_that_draw_answers() -> None:
    assert DRAWN == ["game", "pzpr", "janko", "sav", "grid"]
    assert ASIDE == ["json", "jsonl", "task", "compact"]


@pytest.mark.parametrize("format", DRAWN)
def test_answers_are_drawn_only_where_asked_for(format: str, made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (record,) = hf.load(made)
    assert record.solution is not None
    generate = ("generate", "1", "--size", "5", "--seed", "3", "-q", "--to", format)
    repair = ("repair", made, "--to", format)
    for command in (("convert", made, "--to", format), generate, repair):
        hidden = output_of(capsys, *command)
        assert hf.loads(hidden, format) == record.puzzle
        assert bridges_in(hidden, format) == ()
        assert bridges_in(output_of(capsys, *command, "--solution"), format) == record.solution.bridges


@pytest.mark.parametrize("format", ASIDE)
def test_answers_in_a_field_of_their_own_are_kept(
    format: str, made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bridges_in(output_of(capsys, "convert", made, "--to", format), format)


def test_show_hides_answers(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (record,) = hf.load(made)
    assert record.solution is not None
    assert str(record.puzzle) in output_of(capsys, "show", made, "--ascii")
    assert str(record.solution) in output_of(capsys, "show", made, "--ascii", "--solution")
    assert json.loads(output_of(capsys, "show", made, "--ascii", "--json"))["drawing"] == str(record.puzzle)
    picture = tmp_path / "board.svg"
    output_of(capsys, "show", made, "-o", picture)
    assert picture.read_text() == record.puzzle.to_svg()
    output_of(capsys, "show", made, "-o", picture, "--solution")
    assert picture.read_text() == record.solution.to_svg()


@pytest.mark.parametrize("ending", ["png", "pdf"])
def test_pictures_hide_answers(ending: str, made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("reportlab")
    plain = tmp_path / "plain.txt"
    hf.dump(hf.load(made)[0].puzzle, plain, "tatham")
    for name, source, words in (("a", made, ()), ("b", plain, ()), ("c", made, ("--solution",))):
        output_of(capsys, "show", source, "-o", tmp_path / f"{name}.{ending}", *words)
    hidden, bare, drawn = ((tmp_path / f"{name}.{ending}").read_bytes() for name in "abc")
    assert hidden == bare != drawn


def test_hint_does_not_begin_at_the_end(made: Path) -> None:
    done = run("hint", made)
    assert (done.returncode, done.stderr) == (0, "")
    assert "solved" not in done.stdout
    assert "Place" in done.stdout
    assert "solved" in run("hint", made, "--solution").stdout


def test_attempts_are_shown() -> None:
    begun = '{"w": 3, "h": 1, "task": "2a2", "solution": [[0, 0, 0, 2, 1]]}'
    assert "2-2" in run("show", "--ascii", stdin=begun).stdout
    assert run("convert", "--to", "grid", stdin=begun).stdout == "2-2\n"
    assert "Place one more bridge" in run("hint", stdin=begun).stdout


def test_games_are_shown_even_if_they_are_solved(tmp_path: Path) -> None:
    game = hf.Game(hf.loads("3x1:2a2"))
    game.set_bridge(0, 0, 0, 2, 1)
    path = tmp_path / "game.json"
    game.save(path)
    assert "2-2" in run("show", path, "--ascii").stdout
    hint = run("hint", path)
    assert (hint.returncode, hint.stderr) == (0, "")
    assert "Place one more bridge" in hint.stdout
    game.set_bridge(0, 0, 0, 2, 2)
    game.save(path)
    assert "2=2" in run("show", path, "--ascii").stdout
    assert run("convert", path, "--to", "grid").stdout == "2=2\n"
    assert "solved" in run("hint", path).stdout
    assert "2.2" in run("show", path, "--ascii", "--unsolved").stdout
    assert run("convert", path, "--to", "game").stdout == path.read_text()
