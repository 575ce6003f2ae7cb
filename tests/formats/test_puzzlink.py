"""URLs of puzz.link and similar sites."""

import pytest

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.errors import FormatError
from hashi_fast.formats import detect, dumps, loads

FIVE = "5/5/4g2i3h23k3g1g3g4g3"
DRAWN = "4.2..\n.3..2\n3....\n.3.1.\n3.4.3"


@pytest.mark.parametrize(
    "start",
    [
        "https://puzz.link/p?hashi/",
        "http://puzz.link/p?hashikake/",
        "https://www.puzz.link/p?bridges/",
        "puzz.link/p?hashi_edit/",
        "https://pzv.jp/p.html?hashi_play/",
        "pzv.jp/p.html?hashi/",
        "https://pzprxs.vercel.app/p?hashi/v:/",
        "pzprxs.vercel.app/p?bridges_play/v:x/",
        "http://localhost:8000/p.html?hashi/",
        "hashi/",
        " hashikake_edit/v:/",
    ],
)
def test_addresses(start):
    text = f"{start}{FIVE}\n"
    assert detect(text) == "puzzlink"
    assert str(loads(text)) == str(loads(text, "puzzlink")) == DRAWN


def test_written():
    assert dumps(loads(FIVE.join(["hashi/", ""])), "puzzlink") == f"https://puzz.link/p?hashi/{FIVE}"


def test_unknown_clues():
    assert loads("hashi/3/1/.g.") == Puzzle(3, 1, [(0, 0, None), (0, 2, None)])


def test_two_digits():
    assert loads("hashi/3/1/-02g-08") == Puzzle(3, 1, [(0, 0, 2), (0, 2, 8)])


@pytest.mark.parametrize(("body", "islands"), [("1", 1), ("1/", None), ("1g1", 2), ("g1", 1)])
def test_a_body_that_ends_early_leaves_the_rest_empty(body, islands):
    if islands is None:
        with pytest.raises(FormatError, match="puzzlink, character 12: expected a hexadecimal digit"):
            loads(f"hashi/5/5/{body}")
    else:
        assert len(loads(f"hashi/5/5/{body}").islands) == islands


@pytest.mark.parametrize(("gap", "run"), [(0, ""), (1, "g"), (19, "y"), (20, "z"), (21, "zg"), (41, "zzg")])
def test_runs(gap, run):
    puzzle = Puzzle(gap + 2, 1, [(0, 0, 1), (0, gap + 1, 2)])
    assert dumps(puzzle, "puzzlink") == f"https://puzz.link/p?hashi/{gap + 2}/1/1{run}2"
    assert loads(dumps(puzzle, "puzzlink")) == puzzle


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://puzz.link/p?slither/5/5/1", "puzzlink, character 21: expected the puzzle 'hashi' and '/', found"),
        ("https://example.com/", "puzzlink, character 1: expected the puzzle 'hashi' and '/'"),
        ("hashi/", "puzzlink, character 7: expected columns and rows like '5/5/', found ''"),
        ("hashi/5", "puzzlink, character 7: expected columns and rows"),
        ("hashi/-5/5/1", "puzzlink, character 7: expected columns and rows"),
        ("hashi/v:/x/5/1", "puzzlink, character 10: expected columns and rows"),
        ("hashi/0/5/1", "puzzlink, character 7: width must be a whole number from 1 to 10,000, not 0"),
        ("hashi/5/99999/1", "puzzlink, character 7: height must be"),
        ("hashi/5/5", "puzzlink: no islands; expected at least one"),
        ("hashi/5/5/", "puzzlink: no islands; expected at least one"),
        ("hashi/3/1/1G1", "puzzlink, character 12: expected a hexadecimal digit, .* or a letter g..z"),
        ("hashi/3/1/1-0", "puzzlink, character 12: expected a hexadecimal digit"),
        ("hashi/3/1/1g9", "puzzlink, character 13: expected a clue of at most 8, found '9'"),
        ("hashi/3/1/1g-ff", "puzzlink, character 13: expected a clue of at most 8, found '-ff'"),
        ("hashi/3/1/1g11", "puzzlink, character 14: expected the end, found '1' \\(1 cell\\)"),
        ("hashi/3/1/1z", "puzzlink, character 12: expected at most 2 more cells, found 'z' \\(20 cells\\)"),
        ("hashi/3/1/1g0", "puzzlink: island at row 1, column 3: target 0"),
    ],
)
def test_bad_text(text, message):
    for name in (None, "puzzlink"):
        with pytest.raises(FormatError, match=message):
            loads(text, name)


@pytest.mark.parametrize("most", [1, 3, 4])
def test_other_numbers_of_bridges_cannot_be_said(most):
    with pytest.raises(FormatError, match=f"puzzlink cannot write max_bridges={most}: only 2"):
        dumps(Puzzle(1, 1, [(0, 0, 1)], max_bridges=most), "puzzlink")


def test_forbidden_loops_cannot_be_said():
    with pytest.raises(FormatError, match="puzzlink cannot write loops=False"):
        dumps(Puzzle(1, 1, [(0, 0, 1)], loops=False), "puzzlink")
