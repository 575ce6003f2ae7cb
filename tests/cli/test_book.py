"""`book`: from nothing to a printable book in one command, and every option on the command line."""
import json
import re
from pathlib import Path

import pypdf
import pytest
from command_line import PAIR
from japanese_font import VERA

import hashi_fast as hf
from hashi_fast.cli import main

KINDS = "7x7 easy 4; 8x8 medium 3"


def test_a_book_of_puzzles_that_are_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, again = tmp_path / "book.pdf", tmp_path / "again.pdf"
    assert main(["book", "--make", KINDS, "--seed", "7", "--out", str(path)]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == (f"{path}: 5 pages; 4 easy, 3 medium\n", "")
    # The same puzzles as those of `generate`, whoever makes them.
    source = tmp_path / "made.jsonl"
    assert main(["generate", "--kinds", KINDS, "--seed", "7", "--out", str(source), "-q"]) == 0
    assert main(["book", str(source), "--out", str(again)]) == 0
    assert path.read_bytes() == again.read_bytes()
    assert main(["book", "--make", KINDS, "--seed", "7", "--out", str(again), "--workers", "1"]) == 0
    assert path.read_bytes() == again.read_bytes()
    assert main(["book", "--make", KINDS, "--seed", "8", "--out", str(again)]) == 0
    assert path.read_bytes() != again.read_bytes()


def test_a_random_seed_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, again = tmp_path / "book.pdf", tmp_path / "again.pdf"
    assert main(["book", "--make", "7x7 easy 2", "--out", str(path)]) == 0
    found = re.fullmatch(r"hashi-fast: --seed ([0-9]+) makes these puzzles again\n", capsys.readouterr().err)
    assert found is not None
    assert main(["book", "--make", "7x7 easy 2", "--seed", found[1], "--out", str(again)]) == 0
    assert path.read_bytes() == again.read_bytes()


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--make", "7x7 esy 4"), 2, "--make: kind '7x7 esy 4': expected name=value .*did you mean 'easy'"),
        (("--make", "7x7 easy 0", "--seed", "1"), 2, "no puzzles, so no book"),
        (("--make", "7x7 easy 2", "some.jsonl"), 2, "--make makes the puzzles; expected no FILE, found some.jsonl"),
        (("--seed", "7"), 2, "--seed needs --make"),
        (("--workers", "2"), 2, "--workers needs --make"),
        (("--make", "3x1 easy 99", "--seed", "1"), 3, "too many candidates in a row.*; no book is written"),
        # Looked at before anything is made: this kind would never end.
        (("--make", "60x60 extreme 9999999", "--paper", "a99"), 2, "paper must be one of"),
        (("--make", "60x60 extreme 9999999", "--gutter", "wide"), 2, "gutter must be a length"),
        (("--make", "60x60 extreme 9999999", "--language", "xx"), 2, "language must be one of en, de, fr, es, ja or"),
        (
            ("--make", "60x60 extreme 9999999", "--language", "ja"), 2,
            r"the built-in font has no 'は' \(U\+306F\); --font FILE takes a TrueType font \(.ttf\) that has it",
        ),
        (
            ("--make", "60x60 extreme 9999999", "--title", "橋", "--font", str(VERA)), 2,
            r"title: the font has no '橋' \(U\+6A4B\); --font FILE takes a TrueType font",
        ),
        (("--make", "60x60 extreme 9999999", "--font", "none.ttf"), 2, "none.ttf: No such file"),
        (("--make", "60x60 extreme 9999999", "--introduction", "none.txt"), 2, "none.txt: No such file"),
    ],
)
def test_books_that_are_not_made(
    words: tuple[str, ...], code: int, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["book", "--out", str(tmp_path / "book.pdf"), *words]) == code
    assert re.search(message, capsys.readouterr().err)
    assert list(tmp_path.iterdir()) == []


def test_a_text_that_is_not_utf8(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "intro.txt").write_bytes("Brücken".encode("latin-1"))
    words = ["book", "--make", "7x7 easy 1", "--seed", "1", "--introduction", str(tmp_path / "intro.txt")]
    assert main([*words, "-o", str(tmp_path / "book.pdf")]) == 2
    assert "intro.txt: expected a text file in UTF-8: invalid start byte at byte 2" in capsys.readouterr().err


def test_every_option_gets_through(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, path, direct = tmp_path / "two.txt", tmp_path / "book.pdf", tmp_path / "direct.pdf"
    source.write_text(f"{PAIR}\n4x1:1b1\n")
    texts = {"copyright": "© 2026 Ada", "dedication": "Für dich", "introduction": "# Vorwort\nHallo."}
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    lengths = {"paper": "6x9in", "margin": "0.5in", "gutter": "9mm", "bleed": "3mm"}
    words = {"title": "Brücken", "subtitle": "Band 2", "author": "Ada", "language": "de", **lengths}
    fonts = {"font": str(VERA), "bold_font": str(VERA.with_name("VeraBd.ttf"))}
    flags = {"right_hand": True, "tabs": True, "large_print": True, "ids": True, "scores": False}
    arguments = [word for name, value in words.items() for word in (f"--{name}", value)]
    arguments += [word for name in texts for word in (f"--{name}", str(tmp_path / f"{name}.txt"))]
    arguments += ["--font", fonts["font"], "--bold-font", fonts["bold_font"], "--right-hand", "--tabs", "--large-print"]
    arguments += ["--ids", "--no-scores", "--per-page", "1", "--answers", "next", "--date", "2026-11-30", "--json"]
    assert main(["book", str(source), "-o", str(path), *arguments]) == 0
    import datetime

    book = hf.make_book(
        hf.load(source), direct, **texts, **words, **fonts, **flags, per_page=1, answers="next",  # type: ignore[arg-type]
        date=datetime.date(2026, 11, 30),
    )  # fmt: skip
    assert path.read_bytes() == direct.read_bytes()
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(book._asdict()))


def test_the_date_of_today(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, path = tmp_path / "pair.txt", tmp_path / "book.pdf"
    source.write_text(PAIR)
    assert main(["book", str(source), "-o", str(path), "--date", "today"]) == 0
    info = pypdf.PdfReader(path).metadata
    assert info is not None
    assert info.creation_date is not None
    assert info.creation_date.year >= 2025
    with pytest.raises(SystemExit):
        main(["book", str(source), "-o", str(path), "--date", "30.11.2026"])
    assert "expected today or a date such as 2026-11-30, found '30.11.2026'" in capsys.readouterr().err
