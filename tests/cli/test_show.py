"""`show`: pictures by the names of their files, of puzzles and answers, one or many."""
import sys
from pathlib import Path

import pytest
from command_line import CHOICE, PAIR, SPLIT, run

import hashi_fast as hf
from hashi_fast.cli import main

STARTS = {"svg": b"<svg", "png": b"\x89PNG", "PDF": b"%PDF"}


@pytest.mark.parametrize("ending", STARTS)
def test_pictures_by_their_names(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"board.{ending}"
    done = run("show", "-o", path, stdin=PAIR)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert path.read_bytes().startswith(STARTS[ending])


def test_an_svg_by_its_name_is_that_of_the_option(tmp_path: Path) -> None:
    run("show", "-o", tmp_path / "a.svg", "--dark", stdin=PAIR)
    run("show", "--svg", tmp_path / "b", "--dark", stdin=PAIR)
    assert (tmp_path / "a.svg").read_text() == (tmp_path / "b").read_text() == hf.loads(PAIR).to_svg("dark")


def test_numbered_pictures_with_answers(tmp_path: Path) -> None:
    solved = run("solve", "--to", "jsonl", stdin=PAIR).stdout
    names = ("-o", tmp_path / "p_{n:03}.svg", "--answers", tmp_path / "a_{n:03}.svg")
    assert run("show", *names, stdin=f"{solved}\n{CHOICE}\n").returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a_001.svg", "a_002.svg", "p_001.svg", "p_002.svg"]
    assert (tmp_path / "p_001.svg").read_text() == hf.loads(PAIR).to_svg()
    assert (tmp_path / "a_001.svg").read_text() == hf.solve(hf.loads(PAIR)).solution.to_svg()  # type: ignore[union-attr]
    assert "<path" in (tmp_path / "a_002.svg").read_text()


def test_sizes_of_pictures(tmp_path: Path) -> None:
    from PIL import Image

    assert run("show", "-o", tmp_path / "a.png", "--cell", "1in", "--dpi", "100", "--grid", stdin=PAIR).returncode == 0
    with Image.open(tmp_path / "a.png") as image:
        assert image.size == (round(100 * (hf.loads(PAIR).width + 0.3)), 130)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-o", "{}/a.png"), "several puzzles, but a file holds one; expected --out '{}/a_{{n}}.png' or similar"),
        (("-o", "{}/{{n}}.png", "--answers", "{}/b.png"), "expected --answers '{}/b_{{n}}.png' or similar"),
        (("-o", "{}/{{n}}.png", "--answers", "{}/b.txt"), "b.txt: expected a name that ends in .svg, .png or .pdf"),
        (("-o", "{}/{{n}}.jpg"), ".jpg: pictures have names that end in .svg, .png or .pdf"),
        (("-o", "{}/{{n}}.png", "--cell", "far"), "cell must be a length such as"),
        (("-o", "{}/{{n}}.png", "--dpi", "7"), "dpi must be a whole number from 30 to 2,400, not 7"),
        (("-o", "{}/{{n}}.svg", "--grid"), "grid needs a PNG or PDF picture"),
        (("-o", "{}/{{n}}.pdf", "--dark"), "theme 'dark' needs an SVG picture"),
        (("-o", "{}/{{n}}.svg", "--json"), "--json writes no pictures; expected another --out"),
        (("--answers", "{}/b_{{n}}.png"), "--answers needs a picture: --out FILE that ends in .svg, .png or .pdf"),
        (("--dpi", "90"), "--dpi needs a picture"),
    ],
)
def test_pictures_that_are_refused(
    words: tuple[str, ...], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "two.txt"
    source.write_text(f"{PAIR}\n{CHOICE}\n")
    assert main(["show", str(source), *(word.format(tmp_path) for word in words)]) == 2
    assert message.format(tmp_path) in capsys.readouterr().err
    assert all(path.stat().st_size for path in tmp_path.iterdir())  # what is there is complete


def test_no_picture_of_an_answer_without_solution(tmp_path: Path) -> None:
    done = run("show", "-o", tmp_path / "p.svg", "--answers", tmp_path / "a.svg", stdin=SPLIT)
    assert (done.returncode, done.stderr) == (2, "hashi-fast: line 1: no solution, so no picture of an answer\n")
    assert list(tmp_path.iterdir()) == []


def test_png_without_reportlab(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "reportlab.pdfbase", None)
    (tmp_path / "pair.txt").write_text(PAIR)
    assert main(["show", str(tmp_path / "pair.txt"), "-o", str(tmp_path / "a.png")]) == 2
    assert 'pip install "hashi-fast[book]"' in capsys.readouterr().err
    assert not (tmp_path / "a.png").exists()


def test_three_digits_number_files_of_other_commands_too(tmp_path: Path) -> None:
    assert run("convert", "--to", "has", "-o", tmp_path / "{n:03}.has", stdin=f"{PAIR}\n{CHOICE}\n").returncode == 0
    options = ("--size", "5x5", "--seed", "1", "-q", "--format", "grid", "--out", tmp_path / "{n:02}.txt")
    assert run("generate", "2", *options).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["001.has", "002.has", "01.txt", "02.txt"]
