"""What a print shop looks at: sizes, boxes, margins, greys and fonts; and what each option does to the file."""
import datetime
import re
import shutil
import subprocess
from pathlib import Path

import paths
import pypdf
import pytest
from command_line import PAIR
from japanese_font import VERA, japanese_font

import hashi_fast as hf
from hashi_fast.formats import Record, load
from hashi_fast.publishing.book import Book
from hashi_fast.publishing.book.paper import MILLIMETRE

SEVEN = load(paths.BOARDS / "tatham_7.jsonl")[:12]
FIFTEEN = load(paths.BOARDS / "tatham_15.jsonl")[:3]
TWO = [hf.loads(PAIR), hf.loads("4x1:1b1")]
WIDE = hf.Puzzle(40, 5, [(0, 0, 2), (0, 39, 2)])
BLEED = 3 * MILLIMETRE


def made(items: list[Record] | list[hf.Puzzle], path: Path, **options: object) -> tuple[Book, pypdf.PdfReader]:
    """Make a book and open it."""
    book = hf.make_book(items, path / "book.pdf", **options)  # type: ignore[arg-type]
    return book, pypdf.PdfReader(path / "book.pdf")


def text_of(reader: pypdf.PdfReader, page: int) -> str:
    return reader.pages[page].extract_text()


def starts(reader: pypdf.PdfReader) -> dict[str, int]:
    """Return the number of the page on which each entry of the outline begins, from 1."""
    return {entry["/Title"]: reader.get_destination_page_number(entry) + 1 for entry in reader.outline}  # type: ignore[arg-type, call-overload, index]


def ink(page: pypdf.PageObject) -> tuple[float, float]:
    """Return the leftmost and the rightmost start of a text on a page."""
    places: list[float] = []

    def visit(text: str, matrix: list[float], placed: list[float], *_: object) -> None:
        if text.strip():
            places.append(matrix[4] + placed[4])

    page.extract_text(visitor_text=visit)
    return min(places), max(places)


def asked(*command: object) -> str:
    """Return what a program outside our code says about a file; skip the test if it is not installed."""
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# What checkers say


@pytest.fixture(scope="module")
def printable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book in German with all that a print shop may ask for."""
    folder = tmp_path_factory.mktemp("printable")
    shape = {"paper": "6x9in", "gutter": "10mm", "bleed": "3mm", "right_hand": True, "tabs": True}
    made([*SEVEN, *FIFTEEN], folder, **shape, language="de", title="Brücken", date=datetime.date(2026, 11, 30))
    return folder / "book.pdf"


def test_qpdf_finds_no_error(printable: Path) -> None:
    assert "No syntax or stream encoding errors found" in asked("qpdf", "--check", printable)


def test_pdffonts_finds_all_fonts_embedded(printable: Path) -> None:
    _, dashes, *fonts = asked("pdffonts", printable).splitlines()
    columns = dashes.split()
    start = sum(len(column) + 1 for column in columns[:3])
    assert len(fonts) >= 2
    assert {font[start:].split()[0] for font in fonts} == {"yes"}


def test_pdfinfo_finds_the_boxes_of_every_page(printable: Path) -> None:
    said = asked("pdfinfo", "-box", "-l", "-1", printable)
    pages = len(pypdf.PdfReader(printable).pages)
    boxes = {name: re.findall(rf"{name}: +(.*)", said) for name in ("MediaBox", "BleedBox", "TrimBox")}
    assert [box.split() for box in boxes["TrimBox"]] == [["8.50", "8.50", "440.50", "656.50"]] * pages
    assert boxes["BleedBox"] == boxes["MediaBox"]


# Paper


def test_every_page_has_its_boxes(tmp_path: Path) -> None:
    _, reader = made([*SEVEN, Record(WIDE)], tmp_path, paper="6x9in", gutter="10mm", bleed="3mm", right_hand=True)  # type: ignore[list-item]
    for page in reader.pages:
        assert [float(side) for side in page.mediabox] == pytest.approx([0, 0, 432 + 2 * BLEED, 648 + 2 * BLEED])
        assert page.bleedbox == page.mediabox
        assert [float(side) for side in page.trimbox] == pytest.approx([BLEED, BLEED, 432 + BLEED, 648 + BLEED])
    _, reader = made(TWO, tmp_path)
    assert all(page.trimbox == page.bleedbox == page.mediabox and "/TrimBox" in page for page in reader.pages)


def test_margins_are_wider_at_the_binding(tmp_path: Path) -> None:
    _, plain = made(SEVEN, tmp_path, paper="a5", per_page=1, margin="12mm", answers="none")
    _, bound = made(SEVEN, tmp_path, paper="a5", per_page=1, margin="12mm", gutter="8mm", answers="none")
    for number, page in enumerate(bound.pages[2:], 3):
        left, _ = ink(page)
        assert left == pytest.approx((20 if number % 2 else 12) * MILLIMETRE)
    assert {round(ink(page)[0], 3) for page in plain.pages[2:]} == {round(12 * MILLIMETRE, 3)}


def test_boards_lie_sideways_in_bound_books_alone(tmp_path: Path) -> None:
    _, loose = made([WIDE], tmp_path, paper="a5", answers="none")
    width, height = (float(side) for side in loose.pages[2].mediabox[2:])
    assert width > height
    book, bound = made([WIDE], tmp_path, paper="a5", answers="none", gutter="5mm")
    width, height = (float(side) for side in bound.pages[2].mediabox[2:])
    assert width < height
    assert book.outsized == ()
    content = bound.pages[2].get_contents()
    assert content is not None
    assert re.search(rb"\b0 1 -1 0 [0-9.]+ [0-9.]+ cm", content.get_data())


@pytest.mark.parametrize("front", [{}, {"copyright": "me"}, {"copyright": "me", "dedication": "you"}])
def test_chapters_begin_on_right_hand_pages(front: dict[str, str], tmp_path: Path) -> None:
    levels = 4 * ("easy", "medium", "expert")
    by_hand = [Record(record.puzzle, rating={"difficulty": level}) for record, level in zip(SEVEN, levels, strict=True)]
    book, reader = made(by_hand, tmp_path, right_hand=True, introduction="Hello.", per_page=2, **front)
    found = starts(reader)
    assert list(found) == ["Introduction", "How to play", "Easy", "Medium", "Expert", "Answers"]
    assert all(page % 2 for page in found.values())
    # The list of chapters tells the same pages, and blank pages are blank.
    rules = text_of(reader, found["How to play"] - 1)
    for title in ("Easy", "Medium", "Expert", "Answers"):
        assert f"page {found[title]}" in rules
    blank = [number for number in range(1, book.pages + 1) if not text_of(reader, number - 1).strip()]
    assert blank
    assert all(number % 2 == 0 and number + 1 in (*found.values(), 3) for number in blank)


def test_tabs_reach_over_the_edge(tmp_path: Path) -> None:
    _, reader = made(SEVEN, tmp_path, paper="6x9in", bleed="3mm", tabs=True, per_page=4)
    edges = []
    for page in reader.pages[2:]:
        content = page.get_contents()
        assert content is not None
        (x, width), = ((float(a), float(b)) for a, b in re.findall(rb"n (\S+) \S+ (\S+) \S+ re f", content.get_data()))
        edges.append((round(x, 2), round(x + width, 2)))
    outer = round(432 + BLEED, 2)
    assert len(edges) > 3
    for number, (left, right) in enumerate(edges, 3):
        assert right == outer if number % 2 else left == round(-BLEED, 2)


def test_all_is_grey(tmp_path: Path) -> None:
    _, reader = made([*SEVEN, *FIFTEEN], tmp_path, tabs=True, introduction="Hello.")
    for page in reader.pages:
        content = page.get_contents()
        assert content is not None
        operators = set(re.findall(rb"(?<![^\s])(rg|RG|k|K|cs|CS|sc|SC|scn|SCN|sh|Do)(?![^\s])", content.get_data()))
        assert operators == set()
        assert "/XObject" not in page["/Resources"]


# Words


def test_front_matter(tmp_path: Path) -> None:
    introduction = "One\ntwo.\n\nThree.\n# Four\nFive"
    _, reader = made(TWO, tmp_path, copyright="© 2026 Ada\n\nISBN 3", dedication="To you", introduction=introduction)
    assert text_of(reader, 1).splitlines() == ["© 2026 Ada", "ISBN 3"]
    assert text_of(reader, 2).strip() == "To you"
    lines = text_of(reader, 3).splitlines()
    assert "4" in lines  # the page number
    assert [line for line in lines if line != "4"] == ["Introduction", "One two.", "Three.", "Four", "Five"]
    assert starts(reader) == {"Introduction": 4, "How to play": 5, "Easy": 6, "Answers": 7}


def test_an_introduction_of_several_pages_with_its_own_title(tmp_path: Path) -> None:
    book, reader = made(TWO, tmp_path, introduction="# Preface\n" + "Word upon word. " * 2000, paper="a5")
    assert "Preface" in starts(reader)
    assert "Introduction" not in starts(reader)
    assert book.pages > 10
    assert sum(text_of(reader, page).count("upon") for page in range(book.pages)) == 2000


@pytest.mark.parametrize("name", ["copyright", "dedication"])
def test_words_that_do_not_fit(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=rf"{name}: 100 lines are too many for one page of this paper"):
        made(TWO, tmp_path, **{name: "line\n" * 100})
    assert list(tmp_path.iterdir()) == []


def test_a_book_in_german(tmp_path: Path) -> None:
    book, reader = made(SEVEN, tmp_path, language="de", title="Brücken")
    assert book.chapters == {"Leicht": 12}
    assert list(starts(reader)) == ["So wird gespielt", "Leicht", "Lösungen"]
    whole = "\n".join(text_of(reader, page) for page in range(book.pages))
    for words in ("12 Rätsel mit Lösungen", "Jedes Rätsel hat genau eine Lösung.", "Rätsel 1–12", "Seite 3"):  # noqa: RUF001
        assert words in whole
    for words in ("page", "puzzle", "Easy", "Answers"):
        assert words not in whole
    assert reader.trailer["/Root"]["/Lang"] == "de"
    assert re.search(r"7 × 7\s+·\s+[0-9],[0-9]", whole)  # noqa: RUF001


def test_a_book_in_japanese_takes_a_font(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"language 'ja', headings.introduction: the built-in font has no 'は'"):
        made(TWO, tmp_path, language="ja")
    assert list(tmp_path.iterdir()) == []
    book, reader = made(TWO, tmp_path, language="ja", font=japanese_font(tmp_path), title="橋をかけろ")
    assert book.chapters == {"かんたん": 2}
    assert "橋をかけろ" in text_of(reader, 0)
    assert "どの問題も答えはただ一つです。" in text_of(reader, 1)


def test_own_words_for_levels(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "fr"\n[levels]\neasy = "Débutant"\n', encoding="utf-8")
    book, _ = made(TWO, tmp_path, language=own)
    assert book.chapters == {"Débutant": 2}


def fonts_of(reader: pypdf.PdfReader) -> set[str]:
    fonts = [font.get_object() for page in reader.pages for font in page["/Resources"]["/Font"].values()]
    assert all("/FontFile2" in font["/FontDescriptor"] for font in fonts)
    return {font["/BaseFont"].partition("+")[2] for font in fonts}


def test_fonts_by_path(tmp_path: Path) -> None:
    slanted, bold = VERA.with_name("VeraIt.ttf"), VERA.with_name("VeraBI.ttf")
    _, reader = made(TWO, tmp_path)
    assert fonts_of(reader) == {"BitstreamVeraSans-Roman", "BitstreamVeraSans-Bold"}
    _, reader = made(TWO, tmp_path, font=slanted)
    assert fonts_of(reader) == {"BitstreamVeraSans-Oblique"}
    _, reader = made(TWO, tmp_path, font=slanted, bold_font=bold)
    assert fonts_of(reader) == {"BitstreamVeraSans-Oblique", "BitstreamVeraSans-BoldOblique"}
    with pytest.raises(OSError, match="No such file"):
        made(TWO, tmp_path, font=tmp_path / "none.ttf")


# What is printed


def test_scores_and_ids(tmp_path: Path) -> None:
    named = [record._replace(puzzle=record.puzzle.with_id(f"vol-{i}")) for i, record in enumerate(SEVEN)]
    score = re.compile(r"7 × 7\s+·\s+[0-9]")  # noqa: RUF001
    for scores in (True, False):
        for ids in (True, False):
            book, reader = made(named, tmp_path, scores=scores, ids=ids)
            whole = "\n".join(text_of(reader, page) for page in range(book.pages))
            assert (score.search(whole) is not None) is scores
            assert ("is its score" in whole) is scores
            assert [f"vol-{i}" in whole for i in range(12)] == [ids] * 12
    with pytest.raises(ValueError, match=r"the id of puzzle 1: the built-in font has no '橋'"):
        made([hf.loads(PAIR).with_id("橋")], tmp_path, ids=True)


def test_answers_overleaf(tmp_path: Path) -> None:
    book, reader = made(SEVEN, tmp_path, answers="next", per_page=4)
    assert (book.pages, starts(reader)) == (10, {"How to play": 3, "Easy": 5})
    bridges = [0, 0]
    for number in range(5, 11):
        assert reader.pages[number - 1].extract_text()
        targets = [link.get_object()["/Dest"][0].get_object() for link in reader.pages[number - 1]["/Annots"]]
        other = reader.pages[number if number % 2 else number - 2].get_object()
        assert targets == [other] * 4
        bridges[number % 2] += text_of(reader, number - 1).count("×")  # noqa: RUF001
    assert bridges == [0, 12]  # sizes are printed above puzzles alone
    told: list[tuple[int, int]] = []
    made(TWO, tmp_path, answers="next", on_progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (6, 6)


def smallest_letters(page: pypdf.PageObject) -> float:
    content = page.get_contents()
    assert content is not None
    return min(float(size) for size in re.findall(rb"/F\S+ ([0-9.]+) Tf", content.get_data()))


def test_large_print(tmp_path: Path) -> None:
    usual, plain = made(SEVEN, tmp_path)
    large, reader = made(SEVEN, tmp_path, large_print=True)
    assert large.pages > usual.pages
    assert smallest_letters(reader.pages[2]) == pytest.approx(1.5 * smallest_letters(plain.pages[2]))


def test_a_board_on_a_page_of_its_own_fills_it(tmp_path: Path) -> None:
    from hashi_fast.publishing.book.layout import Box, Frame, lay_out
    from hashi_fast.publishing.book.pages import PUZZLES
    from hashi_fast.publishing.book.paper import leaf_of

    leaf = leaf_of("6x9in", None, "10mm", 0, False)
    frame = Frame(leaf, 40, 20, 4)
    for side in (5, 7, 10, 15, 25):
        (sheet, second) = lay_out([Box(side + 0.3, side + 0.3, 80)] * 2, frame, PUZZLES, 1)
        for each in (sheet, second):
            (spot,) = each.spots
            assert spot.cell * (side + 0.3) == pytest.approx(leaf.box()[0])


# Dates


def test_dates(tmp_path: Path) -> None:
    _, reader = made(TWO, tmp_path)
    assert reader.metadata is not None
    assert reader.metadata["/CreationDate"].startswith("D:20000101")
    day = datetime.date(2026, 11, 30)
    _, reader = made(TWO, tmp_path, date=day)
    assert reader.metadata is not None
    assert reader.metadata["/CreationDate"] == reader.metadata["/ModDate"] == "D:20261130"
    zone = datetime.timezone(datetime.timedelta(hours=-3, minutes=-30))
    _, reader = made(TWO, tmp_path, date=datetime.datetime(2026, 11, 30, 12, 5, 9, tzinfo=zone))
    assert reader.metadata is not None
    assert reader.metadata["/CreationDate"] == "D:20261130120509-03'30'"
    assert reader.metadata.creation_date == datetime.datetime(2026, 11, 30, 12, 5, 9, tzinfo=zone)
    with pytest.raises(TypeError, match="date must be a date, a datetime or None, not '2026'"):
        made(TWO, tmp_path, date="2026")


def test_no_word_of_a_subtitle_is_left_alone(tmp_path: Path) -> None:
    subtitle = "200 Hashi puzzles from quite easy to the expert level"
    _, reader = made(TWO, tmp_path, paper="6x9in", gutter="10mm", subtitle=subtitle)
    lines = [line for line in text_of(reader, 0).splitlines() if "puzzles from" in line or line.endswith("level")]
    assert len(lines) == 2
    assert all(len(line.split()) > 2 for line in lines)
