"""Paper: sizes by name, in millimetres and in inches; margins that mirror each other at the binding."""
import pytest

from hashi_fast.publishing.book.paper import LARGE_PRINT, MILLIMETRE, Leaf, Paper, leaf_of, length_of, paper_of


def test_papers() -> None:
    assert paper_of("Letter") == pytest.approx(Paper(612, 792))
    assert paper_of("152.4x228.6") == pytest.approx(Paper(432, 648))
    inches = ("6x9in", '6x9"', " 6 x 9 in ", "6in x 9in", "6inx9", "152.4mm x 9in")
    for same in (*inches, "15.24x22.86cm", "432x648pt", "trade", "152.4x228.6mm"):
        assert paper_of(same) == pytest.approx(Paper(432, 648))
    assert paper_of("100x2000") == pytest.approx(Paper(100 * MILLIMETRE, 2000 * MILLIMETRE))
    assert paper_of("a5").margin >= 9 * MILLIMETRE


@pytest.mark.parametrize("name", ["a9", "6x9ft", "99x200", "100x2001", "6in", "", "x", "-6x9in", 7, None])
def test_papers_that_are_none(name: object) -> None:
    with pytest.raises(ValueError, match=r"paper must be one of a3, .* or a width and a height of 100 to 2000 mm"):
        paper_of(name)


def test_lengths() -> None:
    assert [length_of("gutter", same) for same in ("1in", 25.4, "2.54 cm", "72pt")] == pytest.approx([72] * 4)
    assert length_of("gutter", 0) == length_of("gutter", "0") == 0
    for wrong in ("-3mm", "3ft", "mm", -1, True, None, float("nan"), float("inf")):
        with pytest.raises(ValueError, match=r"gutter must be a length such as '12mm', '0.5in' or '36pt', not "):
            length_of("gutter", wrong)


def test_margins_mirror_each_other() -> None:
    leaf = Leaf(Paper(400, 600), margin=30, gutter=20)
    assert leaf.box() == (320, 540)
    assert [leaf.corner(page) for page in (1, 2, 3)] == [(50, 30), (30, 30), (50, 30)]
    # On both pages the outer margin is the plain one.
    assert 400 - 50 - 320 == leaf.corner(2)[0] == 30


def test_a_page_that_is_held_sideways_has_its_binding_above_or_below() -> None:
    leaf = Leaf(Paper(400, 600), margin=30, gutter=20).landscape
    assert (leaf.paper, leaf.box(turned=True)) == (Paper(600, 400), (540, 320))
    assert [leaf.corner(page, turned=True) for page in (1, 2)] == [(30, 50), (30, 30)]


def test_leaves() -> None:
    usual = leaf_of("a4", None, 0, 0, False)
    assert usual == Leaf(paper_of("a4"), paper_of("a4").margin)
    assert not usual.is_bound
    leaf = leaf_of("6x9in", "0.5in", "10mm", "3mm", True)
    assert (leaf.margin, leaf.gutter, leaf.bleed) == pytest.approx((36, 10 * MILLIMETRE, 3 * MILLIMETRE))
    assert leaf.magnify == LARGE_PRINT
    assert leaf.is_bound
    assert leaf_of("a4", None, 0, "3mm", False).is_bound


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        (("a5", "5mm", 0, 0), "margin must be at least 6 mm, not '5mm'"),
        (("a5", "30mm", "20mm", 0), "margin and gutter must leave at least 70 mm of the paper, not 68 mm"),
        (("a5", None, 0, "26mm"), "bleed must be at most 25 mm, not '26mm'"),
        (("a5", "wide", 0, 0), "margin must be a length such as '12mm'"),
        (("a5", None, "wide", 0), "gutter must be a length such as '12mm'"),
        (("a5", None, 0, "wide"), "bleed must be a length such as '12mm'"),
    ],
)
def test_leaves_without_room(sizes: tuple[object, object, object, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        leaf_of(*sizes, False)
