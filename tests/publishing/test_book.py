"""Books: every puzzle and its answer appear once, without overlaps, in vectors, with the same bytes every time."""
import io
import json
import random
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import paths
import pypdf
import pytest
from boards import solvable_puzzle
from command_line import CHOICE, PAIR, SPLIT
from hypothesis import given
from hypothesis import strategies as st
from ladder import BOARDS as LADDER

import hashi_fast as hf
from hashi_fast.cli import main
from hashi_fast.formats import Record, load
from hashi_fast.publishing.book import Book, board, front, rules
from hashi_fast.publishing.book.canvas import Canvas
from hashi_fast.publishing.book.contents import contents_of
from hashi_fast.publishing.book.fonts import Fonts
from hashi_fast.publishing.book.front import Words
from hashi_fast.publishing.book.language import language_of
from hashi_fast.publishing.book.layout import Box, Frame, Style, lay_out
from hashi_fast.publishing.book.pages import ANSWERS, PUZZLES, Design, Drawing
from hashi_fast.publishing.book.paper import PAPERS, Leaf, Paper, leaf_of, paper_of

BOARDS = paths.BOARDS
# 14 easy puzzles, 4 medium ones and 2 hard ones.
SIZES = ((7, 12), (10, 2), (15, 3), (25, 1))
MANY = [record for side, count in SIZES for record in load(BOARDS / f"tatham_{side}.jsonl")[:count]]
MANY += [Record(LADDER[name]) for name in ("only way out", "starvation")]
TWO = [hf.loads(PAIR), hf.loads("4x1:1b1")]


def made(
    items: list[Record] | list[hf.Puzzle] | list[hf.RatedPuzzle], path: Path, **options: object
) -> tuple[Book, pypdf.PdfReader]:
    """Make a book and open it."""
    book = hf.make_book(items, path / "book.pdf", **options)  # type: ignore[arg-type]
    reader = pypdf.PdfReader(path / "book.pdf")
    assert len(reader.pages) == book.pages
    return book, reader


def words_of(reader: pypdf.PdfReader, page: int) -> list[str]:
    return reader.pages[page].extract_text().split()


def numbers_of(reader: pypdf.PdfReader, pages: range) -> Counter[int]:
    return Counter(int(word) for page in pages for word in words_of(reader, page) if word.isdigit())


def links_of(reader: pypdf.PdfReader, page: int) -> list[int]:
    """Return the target pages of the links of a page."""
    targets = []
    for link in reader.pages[page].get("/Annots", []):
        destination = link.get_object()["/Dest"][0].get_object()
        targets.append(next(i for i, other in enumerate(reader.pages) if other.get_object() == destination))
    return targets


# The book as a whole


def test_every_puzzle_is_there_once_and_its_answer_once(tmp_path: Path) -> None:
    book, reader = made(MANY, tmp_path, title="A Test of Bridges")
    assert (book.puzzles, book.chapters, book.outsized) == (20, {"Easy": 14, "Medium": 4, "Hard": 2}, ())
    titles = {entry["/Title"]: reader.get_destination_page_number(entry) for entry in reader.outline}  # type: ignore[arg-type, call-overload, index]
    assert list(titles) == ["How to play", "Easy", "Medium", "Hard", "Answers"]
    assert list(titles.values())[:2] == [1, 2]
    for title, page in titles.items():
        assert title in reader.pages[page].extract_text()
    answers = titles["Answers"]
    # Each puzzle links to its answer, and each answer back.
    forth = [links_of(reader, page) for page in range(2, answers)]
    back = [links_of(reader, page) for page in range(answers, book.pages)]
    assert sum(map(len, forth)) == sum(map(len, back)) == 20
    assert all(target >= answers for targets in forth for target in targets)
    assert [len(targets) for targets in forth] == [
        sum(targets.count(page) for targets in back) for page in range(2, answers)
    ]
    # All numbers on these pages: those of islands and puzzles, sizes, and page numbers.
    islands = [island.target for record in MANY for island in record.puzzle.islands]
    sizes = [side for record in MANY for side in (record.puzzle.width, record.puzzle.height)]
    numbers, pages = range(1, 21), range(1, book.pages + 1)
    assert numbers_of(reader, range(2, answers)) == Counter([*islands, *sizes, *numbers, *pages[2:answers]])
    assert numbers_of(reader, range(answers, book.pages)) == Counter([*islands, *numbers, *pages[answers:]])


def test_the_front(tmp_path: Path) -> None:
    _, reader = made(TWO, tmp_path, title="Ponts & Brücken", subtitle="Volume II", author="Ada Example")
    cover = reader.pages[0].extract_text()
    for text in ("Ponts & Brücken", "Volume II", "Ada Example", "2 puzzles with answers"):
        assert text in cover
    rules = reader.pages[1].extract_text()
    assert "Every puzzle has exactly one solution." in rules
    assert "page 3" in rules
    assert "page 4" in rules
    assert links_of(reader, 1) == [2, 3]
    # All pages but the first are numbered.
    assert all(str(page + 1) in words_of(reader, page) for page in range(1, 4))
    assert words_of(reader, 0)[-1] == "answers"
    info = reader.metadata
    assert info is not None
    assert (info.title, info.author, info.subject) == ("Ponts & Brücken", "Ada Example", "Hashi puzzles")
    assert info.creator == f"hashi-fast {hf.__version__}"


def test_all_is_vectors_and_all_fonts_are_embedded(tmp_path: Path) -> None:
    _, reader = made(MANY, tmp_path)
    for page in reader.pages:
        resources = page["/Resources"]
        assert "/XObject" not in resources
        for font in resources["/Font"].values():
            assert "/FontFile2" in font["/FontDescriptor"]


def test_the_same_book_every_time(tmp_path: Path) -> None:
    once, again = tmp_path / "once.pdf", tmp_path / "again.pdf"
    hf.make_book(MANY, once, title="Twice")
    hf.make_book(MANY, again, title="Twice")
    assert once.read_bytes() == again.read_bytes()
    hf.make_book(MANY, again, title="Another")
    assert once.read_bytes() != again.read_bytes()


@pytest.mark.parametrize("title", ["", "Long " * 24, "Long" * 30])
@pytest.mark.parametrize("paper", ["a4", "100x100"])
def test_titles_of_any_length(title: str, paper: str, tmp_path: Path) -> None:
    _, reader = made(TWO, tmp_path, title=title, author=title, subtitle="Short", paper=paper)
    assert words_of(reader, 0).count("Short") == 1
    assert words_of(reader, 2)


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    made(TWO, tmp_path, on_progress=lambda done, total: told.append((done, total)))
    assert told == [(done, 6) for done in range(1, 7)]


def test_without_answers(tmp_path: Path) -> None:
    book, reader = made(TWO, tmp_path, answers="none")
    assert book.pages == 3
    assert "Answers" not in "".join(page.extract_text() for page in reader.pages)
    assert links_of(reader, 2) == []


def test_other_papers(tmp_path: Path) -> None:
    for paper in (*PAPERS, "152x229", "100x100", "297x210mm"):
        book, reader = made(MANY[10:14], tmp_path, paper=paper)
        size = paper_of(paper)
        assert [float(side) for side in reader.pages[0].mediabox[2:]] == pytest.approx(size, abs=0.01)
        assert str(book.pages) in words_of(reader, book.pages - 1)


def test_boards_of_any_size(tmp_path: Path) -> None:
    wide = hf.Puzzle(60, 2, [(0, 0, 2), (0, 59, 2)])
    huge = hf.Puzzle(300, 300, [(0, 0, 2), (0, 299, 3), (299, 299, 1)])
    book, reader = made([hf.loads(PAIR), wide, huge], tmp_path, sort="as-is")
    assert book.outsized == (3,)
    sizes = [tuple(map(float, page.mediabox[2:])) for page in reader.pages]
    a4 = pytest.approx(paper_of("a4"), abs=0.01)
    assert sizes[2] == a4
    assert sizes[3] == pytest.approx(paper_of("a4").turned, abs=0.01)
    assert min(sizes[4]) > 300 * PUZZLES.least
    assert sizes[5] == a4  # answers
    with pytest.raises(ValueError, match=r"a board of 9000.* cells does not fit on any page"):
        made([hf.Puzzle(9000, 1, [(0, 0, 1), (0, 8999, 1)])], tmp_path)


# Which puzzles, and in which order


def test_chapters_by_level_and_as_is(tmp_path: Path) -> None:
    rng = random.Random(2)
    shuffled = rng.sample(MANY, len(MANY))
    contents = contents_of(shuffled, "level", False, lambda: None)
    assert [chapter.heading for chapter in contents.chapters] == ["levels.easy", "levels.medium", "levels.hard"]
    assert [entry.number for entry in contents.entries] == list(range(1, 21))
    for chapter in contents.chapters:
        scores = [entry.score for entry in chapter.entries]
        assert scores == sorted(scores)
    (chapter,) = contents_of(shuffled, "as-is", False, lambda: None).chapters
    assert [entry.puzzle for entry in chapter.entries] == [record.puzzle for record in shuffled]


def test_a_level_that_was_given_by_hand_is_kept() -> None:
    by_hand = [Record(puzzle, rating={"difficulty": "expert"}) for puzzle in TWO]
    (chapter,) = contents_of(by_hand, "level", False, lambda: None).chapters
    assert (chapter.level, [entry.score for entry in chapter.entries]) == ("expert", [None, None])
    assert [entry.puzzle for entry in chapter.entries] == TWO


def test_puzzles_without_one_solution_are_refused(tmp_path: Path) -> None:
    items = [hf.loads(PAIR), hf.loads(CHOICE).with_id("many"), hf.loads(SPLIT)]
    with pytest.raises(ValueError, match=r"puzzle 2 \(id 'many'\): several solutions; puzzle 3: no solution"):
        made(items, tmp_path)
    with pytest.raises(ValueError, match="puzzle 5: several solutions; and 4 more"):
        made([hf.loads(CHOICE)] * 9, tmp_path)
    with pytest.raises(ValueError, match="puzzle 3: no solution"):
        made(items, tmp_path, allow_ambiguous=True)
    with pytest.raises(ValueError, match="expected at least one puzzle"):
        made([], tmp_path)
    assert list(tmp_path.iterdir()) == []
    book, reader = made(items[:2], tmp_path, allow_ambiguous=True)
    assert book.chapters == {"Easy": 1, "Unrated": 1}
    assert "more than one solution" in reader.pages[1].extract_text()


def test_the_printed_answer_is_right_whatever_came_with_the_puzzle() -> None:
    wrong = Record(TWO[0], hf.Solution(TWO[0], [1]))
    (entry,) = contents_of([wrong], "level", False, lambda: None).entries
    assert hf.check(entry.puzzle, entry.solution) == []
    # If there are several solutions, the record's own is the intended one.
    choice = hf.loads(CHOICE)
    meant = list(hf.enumerate_solutions(choice))[-1]
    (entry,) = contents_of([Record(choice, meant)], "level", True, lambda: None).entries
    assert entry.solution == meant


# Rules


def rules_for(*puzzles: hf.Puzzle, ambiguous: bool = True) -> str:
    return " ".join(rules.rules_of(contents_of(puzzles, "level", ambiguous, lambda: None), language_of("en")))


def test_rules_are_those_of_the_puzzles() -> None:
    plain = rules_for(*TWO)
    assert "at most two bridges." in plain
    assert "?" not in plain
    assert "ring" not in plain
    islands = [(0, 0, 1), (0, 2, 1)]
    assert "at most three bridges." in rules_for(hf.Puzzle(3, 1, islands, max_bridges=3))
    assert "at most one bridge." in rules_for(hf.Puzzle(3, 1, islands, max_bridges=1))
    mixed = rules_for(TWO[0], hf.Puzzle(3, 1, islands, max_bridges=3))
    assert "at most two bridges. Puzzles with another limit say so." in mixed
    tree = hf.Puzzle(3, 1, islands, loops=False)
    assert "Bridges never form a closed ring" in rules_for(tree)
    assert "marked “no loops”" in rules_for(tree, TWO[0])
    assert "An island with a ?" in rules_for(hf.Puzzle(3, 1, [(0, 0, None), (0, 2, 1)]))


def test_special_rules_are_said_beside_a_puzzle(tmp_path: Path) -> None:
    islands = [(0, 0, 1), (0, 2, 1)]
    items = [
        hf.Puzzle(3, 1, islands), hf.Puzzle(4, 1, [(0, 0, 4), (0, 3, 4)], max_bridges=4),
        hf.Puzzle(1, 2, [(0, 0, None), (1, 0, 1)], max_bridges=1, loops=False),
    ]  # fmt: skip
    _, reader = made(items, tmp_path, sort="as-is")
    page = reader.pages[2].extract_text()
    for words in ("up to 4 bridges", "single bridges", "no loops", "?"):
        assert words in page


def test_what_the_generator_makes_is_taken(tmp_path: Path) -> None:
    once, again = tmp_path / "once.pdf", tmp_path / "again.pdf"
    spec = hf.Spec(7, 7, difficulty="easy")
    hf.make_book(hf.produce(4, spec, seed=1), once)
    hf.make_book([each.record() for each in hf.produce(4, spec, seed=1)], again)
    assert once.read_bytes() == again.read_bytes()


def test_columns_line_up_whatever_stands_above_the_boards() -> None:
    items = [
        made.record()
        for rules in ({}, {"max_bridges": 4}, {"loops": False}, {"max_bridges": 4, "loops": False})
        for made in hf.produce(6, hf.Spec(7, 7, difficulty="hard", **rules), seed=1)  # type: ignore[arg-type]
    ]
    contents = contents_of(items, "level", False, lambda: None)
    canvas = Canvas(io.BytesIO(), Fonts())
    design = Design(leaf_of("a4", None, 0, 0, False), language_of("en"))
    drawing = Drawing(canvas, design, Words("", "", "", [], [], []), contents)
    (part,) = drawing._chapters
    assert {len(sheet.spots) for sheet in part.sheets} == {12}
    for sheet in part.sheets:
        assert len({round(spot.x, 3) for spot in sheet.spots}) == 3
    for entry, spot in zip(part.entries, (spot for sheet in part.sheets for spot in sheet.spots), strict=True):
        assert drawing._captions.width(entry) <= spot.width
    assert any(drawing._captions.rules(entry) == "up to 4 bridges  ·  no loops" for entry in part.entries)


def test_answers_tell_hidden_clues(tmp_path: Path) -> None:
    items = [each.record() for each in hf.produce(6, hf.Spec(7, 7, unknown_clues=0.3), seed=1)]
    hidden = sum(island.target is None for each in items for island in each.puzzle.islands)
    assert hidden
    book, reader = made(items, tmp_path)
    *puzzles, answers = (reader.pages[page].extract_text() for page in range(2, book.pages))
    assert (sum(text.count("?") for text in puzzles), answers.count("?")) == (hidden, 0)
    # On the page of answers: each bridge counted at both ends, the puzzle numbers and the page number.
    bridges = sum(bridge[4] for each in items if each.solution for bridge in each.solution.bridges)
    assert sum(numbers_of(reader, range(book.pages - 1, book.pages)).elements()) == 2 * bridges + 21 + book.pages


def test_the_example_and_the_picture_have_one_solution() -> None:
    assert hf.is_unique(hf.loads(front.ART))
    example = hf.loads(rules.EXAMPLE)
    assert hf.is_unique(example)
    assert hf.rate(example).difficulty == "easy"
    targets = {(island.row, island.col): island.target for island in example.islands}
    degrees = dict.fromkeys(targets, 0)
    for a, b, _ in example.topology.edge_list():
        for end in (a, b):
            degrees[example.islands[end][:2]] += 1
    assert all(targets[cell] == 2 * degrees[cell] for cell in rules.CLEAR)


# Layout


STYLE = Style(least=7, comfort=20, most=30, most_alone=60, caption=14, gap_x=18, gap_y=16)


@given(
    st.lists(st.builds(Box, st.integers(1, 45), st.integers(1, 45), st.floats(0, 120)), min_size=1, max_size=40),
    st.builds(Leaf, st.builds(Paper, st.floats(285, 900), st.floats(285, 900)), st.just(25), st.sampled_from([0, 30])),
    st.none() | st.integers(1, 9),
)
def test_boards_are_within_the_page_and_apart(boxes: list[Box], leaf: Leaf, per_page: int | None) -> None:
    frame = Frame(leaf, 45, 20, 5)
    sheets = lay_out(boxes, frame, STYLE, per_page)
    assert [spot.which for sheet in sheets for spot in sheet.spots] == list(range(len(boxes)))
    for number, sheet in enumerate(sheets):
        assert sheet.spots
        assert per_page is None or len(sheet.spots) <= per_page
        width, height = sheet.leaf.box(sheet.turned)
        areas = []
        for spot in sheet.spots:
            box = boxes[spot.which]
            assert STYLE.least <= spot.cell <= STYLE.most_alone
            assert len(sheet.spots) == 1 or (STYLE.comfort <= spot.cell <= STYLE.most and sheet.leaf == leaf)
            right, bottom = spot.x + spot.cell * box.columns, spot.y + spot.cell * box.rows
            assert spot.left >= -1e-6 or box.caption > width
            assert spot.left <= spot.x + 1e-6
            assert right <= max(spot.left + spot.width, width) + 1e-6
            assert spot.y - STYLE.caption >= frame.top_of(number == 0) - 1e-6
            assert bottom <= height - frame.bottom + 1e-6
            areas.append((spot.left, spot.y - STYLE.caption, spot.left + spot.width, bottom))
        for i, (left, top, right, bottom) in enumerate(areas):
            for other in areas[:i]:
                assert left >= other[2] or right <= other[0] or top >= other[3] or bottom <= other[1]


def test_pages_of_a_kind_look_the_same() -> None:
    frame = Frame(Leaf(Paper(595, 842), 40), 40, 40, 0)
    sheets = lay_out([Box(7, 7, 80)] * 17, frame, STYLE, None)
    assert [len(sheet.spots) for sheet in sheets] == [12, 5]
    assert [spot[1:] for spot in sheets[1].spots] == [spot[1:] for spot in sheets[0].spots[:5]]


def test_as_many_as_asked(tmp_path: Path) -> None:
    for count in (1, 2, 5):
        book, _ = made(MANY[:10], tmp_path, per_page=count, answers="none")
        assert book.pages == 2 + -(-10 // count)


@pytest.mark.parametrize("style", [PUZZLES, ANSWERS])
def test_islands_keep_apart_and_bridges_show(style: Style) -> None:
    line = 0.06
    for cell in (style.least, style.comfort, style.most):
        assert 1 - 2 * board.RADIUS - line > 0.35 / cell  # between neighbours
    four, white = 1.5 * board.SPREAD + line, board.SPREAD - line
    assert four < board.RADIUS
    assert white > line


def test_four_bridges_are_parallel_lines() -> None:
    strokes = list(board._strokes((0, 0, 0, 3, 4), 10, 20, 30))
    assert {(x1, y1 == y2, x2) for x1, y1, x2, y2 in strokes} == {(10, True, 100)}
    middles = [y for _, y, _, _ in strokes]
    assert sum(middles) / 4 == pytest.approx(20)
    assert {round(b - a, 6) for a, b in pairwise(middles)} == {round(30 * board.SPREAD, 6)}


def test_any_rules_can_be_drawn(tmp_path: Path) -> None:
    rng = random.Random(5)
    puzzles = [solvable_puzzle(rng)[0] for _ in range(60)]
    book, _ = made(puzzles, tmp_path, allow_ambiguous=True, paper="a5")
    assert book.puzzles == 60


# What is refused


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"paper": "a44"}, "paper must be one of a3, a4, .*, trade or a width and a height of 100 to 2000 mm"),
        ({"paper": "99x200"}, "not '99x200'"),
        ({"paper": None}, "not None"),
        ({"answers": "never"}, "answers must be one of 'end', 'next', 'none', not 'never'"),
        ({"sort": "size"}, "sort must be one of 'level', 'as-is', not 'size'"),
        ({"per_page": 0}, "per_page must be a whole number from 1 up or None, not 0"),
        ({"per_page": 2.0}, "per_page must be a whole number from 1 up or None, not 2.0"),
        ({"per_page": True}, "per_page must be a whole number from 1 up or None, not True"),
        ({"title": "橋をかけろ"}, r"title: the built-in font has no '橋' \(U\+6A4B\); font takes a TrueType font"),
        ({"subtitle": "שלום"}, r"subtitle: 'ש' \(U\+05E9\) runs right to left"),
        ({"author": "a\x07"}, r"author: the built-in font has no '\\x07' \(U\+0007\)"),
        ({"subtitle": 121 * "x"}, "subtitle: expected at most 120 characters, found 121"),
        ({"title": 7}, "title must be a text, not 7"),
        ({"font": __file__}, r"font: expected a TrueType font \(.ttf\), found .*test_book.py"),
    ],
)
def test_bad_options(options: dict[str, object], message: str, tmp_path: Path) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        made(TWO, tmp_path, **options)
    assert list(tmp_path.iterdir()) == []


def test_without_reportlab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "reportlab.pdfbase", None)
    with pytest.raises(ImportError, match=r'pip install "hashi-fast\[book\]"'):
        made(TWO, tmp_path)
    (tmp_path / "two.txt").write_text(PAIR)
    assert main(["book", str(tmp_path / "two.txt"), "-o", str(tmp_path / "book.pdf")]) == 2
    assert capsys.readouterr().err == 'hashi-fast: PDF and PNG files need reportlab: pip install "hashi-fast[book]"\n'
    assert not (tmp_path / "book.pdf").exists()


# The command line


def test_book_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, path = tmp_path / "pack.json", tmp_path / "book.pdf"
    hf.pack(MANY).save(source)
    assert main(["book", str(source), "--out", str(path), "--title", "From a pack", "--paper", "a5"]) == 0
    said = capsys.readouterr()
    pages = len(pypdf.PdfReader(path).pages)
    assert (said.out, said.err) == (f"{path}: {pages} pages; 14 easy, 4 medium, 2 hard\n", "")
    assert main(["book", str(source), "-o", str(path), "--json", "--per-page", "1", "--answers", "none"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "pages": 22, "puzzles": 20, "chapters": {"Easy": 14, "Medium": 4, "Hard": 2}, "outsized": []
    }  # fmt: skip
    assert main(["book", str(source), "-o", str(path), "--per-page", "auto", "--sort", "as-is"]) == 0
    assert "20 puzzles" in capsys.readouterr().out


class Terminal(io.TextIOWrapper):
    """A stream that claims to be a terminal."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def isatty(self) -> bool:
        return True

    def shown(self) -> str:
        self.seek(0)
        return self.read()


@pytest.mark.parametrize("quiet", [(), ("--quiet",)])
@pytest.mark.parametrize("command", ["pack", "book"])
def test_progress_bars(
    command: str, quiet: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output, errors = Terminal(), Terminal()
    monkeypatch.setattr("sys.stdout", output)
    monkeypatch.setattr("sys.stderr", errors)
    monkeypatch.setattr("hashi_fast.cli.progress.PATIENCE", 0)
    monkeypatch.setattr("hashi_fast.cli.progress.INTERVAL", 0)
    source = tmp_path / "lines.jsonl"
    hf.dump(MANY, source)
    assert main([command, str(source), "-o", str(tmp_path / "product"), *quiet]) == 0
    assert ("100%|" in errors.shown()) is not bool(quiet)
    assert ("20 puzzles, " in errors.shown()) is not bool(quiet)
    assert "20" in output.shown() or "14 easy" in output.shown()


def test_book_command_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, path = tmp_path / "lines.txt", tmp_path / "book.pdf"
    source.write_text(f"{PAIR}\n{CHOICE}\n")
    assert main(["book", str(source), "-o", str(path)]) == 2
    assert capsys.readouterr().err == (
        "hashi-fast: expected exactly one solution; puzzle 2: several solutions; --allow-ambiguous accepts those "
        "with several\n"
    )
    assert main(["book", str(source), "-o", str(path), "--allow-ambiguous", "--paper", "a9"]) == 2
    source.write_text("\n")
    assert main(["book", str(source), "-o", str(path)]) == 2
    assert "no puzzles, so no book" in capsys.readouterr().err
    source.write_text("x\n60x1:2zz2\n")
    assert main(["book", str(source), "-o", str(tmp_path / "none" / "book.pdf")]) == 2
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    with pytest.raises(SystemExit) as left:
        main(["book", str(source)])
    assert left.value.code == 2
    assert not path.exists()
