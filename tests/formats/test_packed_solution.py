"""Packed solutions and the compact format: short, exact both ways, and strict about what they read."""
import json

import pytest
from boards import puzzles
from hypothesis import given
from hypothesis import strategies as st

import hashi_fast as hf
from hashi_fast.errors import FormatError
from hashi_fast.formats.packed_solution import pack, unpack

CORNER = hf.Puzzle(3, 3, [(0, 0, 3), (0, 2, 2), (2, 0, 1)])


@given(puzzles(), st.data())
def test_round_trip(puzzle: hf.Puzzle, data: st.DataObject) -> None:
    edges = puzzle.topology.n_edges
    counts = data.draw(st.lists(st.integers(0, puzzle.max_bridges), min_size=edges, max_size=edges))
    solution = hf.Solution(puzzle, counts)
    text = pack(solution)
    assert len(text) == (edges + 1) // 2
    assert unpack(text, puzzle, "packed") == solution


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (5, "packed: expected a string of letters, found 5"),
        ("ll", "packed: expected 1 letters for 2 edges, found 2"),
        ("", "packed: expected 1 letters for 2 edges, found 0"),
        ("z", "packed, character 1: expected a letter a..y, found 'z'"),
        ("p", "packed: count 3 between row 1, column 1 and row 1, column 3; expected 0 to 2"),
    ],
)
def test_what_is_refused(text: object, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        unpack(text, CORNER, "packed")
    assert str(caught.value) == message


def test_an_odd_number_of_edges() -> None:
    two = hf.loads("3x1:2a2")
    assert unpack("k", two, "packed").bridges == ((0, 0, 0, 2, 2),)
    with pytest.raises(FormatError, match="one edge in the last letter"):
        unpack("l", two, "packed")


def test_compact_lines_are_short_and_read_back() -> None:
    for style in ("classic", "rich", "open"):
        for made in hf.produce(100, hf.Spec(7, 7, style=style), seed=2):
            record = made.record()
            named = record._replace(puzzle=made.puzzle.with_id("abcdefghijklm"))
            text = hf.dumps(named, "compact")
            assert len(text) + 1 < 120
            for format in (None, "compact", "json", "jsonl", "task"):
                found = hf.loads_record(text, format)
                assert (found.puzzle, found.puzzle.id) == (made.puzzle, "abcdefghijklm")
                assert (found.solution, found.rating, found.extra) == (made.solution, None, {})


def test_packed_and_solution_are_one_thing() -> None:
    fields = json.loads(hf.dumps(CORNER))
    assert hf.loads_record(json.dumps({**fields, "packed": "l"})).solution == hf.Solution(CORNER, [2, 1])
    with pytest.raises(FormatError, match="either the key 'solution' or the key 'packed'"):
        hf.loads_record(json.dumps({**fields, "packed": "l", "solution": []}))
    with pytest.raises(FormatError, match="extra key 'packed'"):
        hf.dumps(hf.Record(CORNER, extra={"packed": "l"}))


def test_what_compact_cannot_write() -> None:
    with pytest.raises(FormatError, match=r"compact cannot write .* unknown clue"):
        hf.dumps(hf.Puzzle(3, 1, [(0, 0, None), (0, 2, 1)]), "compact")
