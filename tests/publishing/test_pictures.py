"""Pictures of single puzzles and answers: SVG, PNG and PDF of the same size, in bulk."""
import io
import sys
from pathlib import Path

import pypdf
import pytest
from command_line import PAIR, SPLIT
from PIL import Image

import hashi_fast as hf
from hashi_fast.publishing.endings import ending_of
from hashi_fast.publishing.pictures import make_pictures, picture

PUZZLE = hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2")
ANSWER = hf.solve(PUZZLE).solution
assert ANSWER is not None
STARTS = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def test_endings() -> None:
    assert [ending_of(name) for name in ("a.svg", "b.c/a.PNG", Path("a.pdf"), "a.svg.gz", "svg", "")] == [
        "svg", "png", "pdf", None, None, None
    ]  # fmt: skip


def test_svg_is_that_of_the_puzzle() -> None:
    assert picture(PUZZLE).decode() == PUZZLE.to_svg()
    assert picture(PUZZLE, ANSWER.bridges).decode() == ANSWER.to_svg()
    assert 'width="166.299pt" height="166.299pt"' in picture(PUZZLE, cell="8mm").decode()


def test_png() -> None:
    data = picture(PUZZLE, ANSWER.bridges, "png", cell="0.25in", dpi=400)
    image = opened(data)
    assert (image.format, image.mode, image.size) == ("PNG", "L", (730, 730))
    assert image.info["dpi"] == pytest.approx((400, 400), abs=0.1)
    assert picture(PUZZLE, ANSWER.bridges, "png", cell="0.25in", dpi=400) == data
    assert image.getpixel((0, 0)) == 255


def test_islands_and_bridges_are_where_they_belong() -> None:
    image = opened(picture(PUZZLE, ANSWER.bridges, "png", cell="1in", dpi=100))

    def grey(row: float, col: float) -> object:
        return image.getpixel((round(100 * (col + 0.65)), round(100 * (row + 0.65))))

    for row, col, _ in PUZZLE.islands:
        assert grey(row - 0.39, col) == 0  # the ring
        assert grey(row - 0.32, col) == 255
    for r1, c1, r2, c2, count in ANSWER.bridges:
        middle, across = ((r1 + r2) / 2, (c1 + c2) / 2), r1 == r2
        offset = 0 if count == 1 else 0.085
        assert grey(*((middle[0] + offset, middle[1]) if across else (middle[0], middle[1] + offset))) == 0
        assert grey(*((middle[0] + 0.2, middle[1]) if across else (middle[0], middle[1] + 0.2))) == 255
    # Without bridges or grid, nothing is between the islands; a grid is pale.
    assert opened(picture(PUZZLE, (), "png", dpi=100, cell="1in")).getpixel((115, 65)) == 255
    lined = opened(picture(PUZZLE, (), "png", dpi=100, cell="1in", grid=True))
    assert any(lined.getpixel((120, y)) not in (0, 255) for y in (64, 65))


def test_pdf_ends_where_the_board_ends() -> None:
    reader = pypdf.PdfReader(io.BytesIO(picture(PUZZLE, ANSWER.bridges, "pdf", cell="20pt")))
    (page,) = reader.pages
    assert [float(side) for side in page.mediabox] == pytest.approx([0, 0, 146, 146])
    assert sorted(page.extract_text().split()) == sorted(str(target) for _, _, target in PUZZLE.islands)
    for font in page["/Resources"]["/Font"].values():
        assert "/FontFile2" in font["/FontDescriptor"]
    assert len(picture(PUZZLE, ANSWER.bridges, "pdf")) > len(picture(PUZZLE, (), "pdf"))


@pytest.mark.parametrize("ending", STARTS)
def test_in_bulk(ending: str, tmp_path: Path) -> None:
    items = [hf.loads(PAIR), PUZZLE, hf.Record(PUZZLE, ANSWER)]
    count = make_pictures(items, tmp_path / f"p_{{n:03}}.{ending}", tmp_path / f"a_{{n}}.{ending}")
    assert count == 3
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"a_{n}.{ending}" for n in (1, 2, 3)] + [f"p_00{n}.{ending}" for n in (1, 2, 3)]
    for path in tmp_path.iterdir():
        assert path.read_bytes().startswith(STARTS[ending])
    assert (tmp_path / f"a_2.{ending}").read_bytes() == (tmp_path / f"a_3.{ending}").read_bytes()
    assert (tmp_path / f"a_2.{ending}").read_bytes() != (tmp_path / f"p_002.{ending}").read_bytes()


def test_one_picture_needs_no_number(tmp_path: Path) -> None:
    assert make_pictures([PUZZLE], tmp_path / "one.png") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["one.png"]
    with pytest.raises(ValueError, match=r"several puzzles, but a file holds one; expected \{n\} in the name"):
        make_pictures([PUZZLE, PUZZLE], tmp_path / "two.png")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cell": "1pt"}, "cell must be from 3pt to 720pt, not '1pt'"),
        ({"cell": "wide"}, "cell must be a length such as"),
        ({"dpi": 29}, "dpi must be a whole number from 30 to 2,400, not 29"),
        ({"ending": "gif"}, "ending must be one of 'svg', 'png', 'pdf', not 'gif'"),
        ({"ending": "svg", "grid": True}, "grid needs a PNG or PDF picture"),
        ({"ending": "pdf", "theme": "dark"}, "theme 'dark' needs an SVG picture"),
        ({"cell": "720pt", "dpi": 2400}, "pixels; expected at most 100 million, so smaller cells or fewer dpi"),
    ],
)
def test_pictures_that_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        picture(PUZZLE, **{"ending": "png", **options})  # type: ignore[arg-type]


def test_boards_that_are_too_large_for_a_pdf() -> None:
    with pytest.raises(ValueError, match=r"a board of 9000 by 1 cells of '9.525mm' is too large for a PDF"):
        picture(hf.Puzzle(9000, 1, [(0, 0, 1), (0, 8999, 1)]), ending="pdf")


def test_bulk_that_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"expected a name that ends in .svg, .png or .pdf, found '.*a.gif'"):
        make_pictures([PUZZLE], tmp_path / "a.gif")
    with pytest.raises(ValueError, match=r"puzzle 1 \(id 'x'\): no solution, so no picture of an answer"):
        make_pictures([hf.loads(SPLIT).with_id("x")], tmp_path / "a.svg", tmp_path / "b.svg")
    monkeypatch.setitem(sys.modules, "reportlab.pdfbase", None)
    with pytest.raises(ImportError, match=r'pip install "hashi-fast\[book\]"'):
        make_pictures([PUZZLE], tmp_path / "a.png")
