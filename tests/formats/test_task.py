"""The task format: both of its forms, round trips, and errors that name the character."""

import json

import pytest
from boards import puzzles
from hypothesis import given
from hypothesis import strategies as st

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.errors import FormatError
from hashi_fast.formats import dumps, loads

SEVEN = "a4d32a4b4b2j2a3a4c4h1a2b3"
DRAWN = ".4....3\n2.4..4.\n.2.....\n.....2.\n3.4...4\n.......\n.1.2..3"


class TestGood:
    @pytest.mark.parametrize(
        "text", [f"7x7:{SEVEN}", f" 7x7:{SEVEN}\n", json.dumps({"w": 7, "h": 7, "task": SEVEN})]
    )
    @pytest.mark.parametrize("name", [None, "task"])
    def test_both_forms(self, text, name):
        assert str(loads(text, name)) == DRAWN

    def test_object_is_json_too(self):
        assert str(loads(json.dumps({"w": 7, "h": 7, "task": SEVEN}), "json")) == DRAWN

    def test_neighbours_fill_the_board(self):
        assert str(loads("3x3:232343232")) == "232\n343\n232"

    def test_rules_and_id(self):
        puzzle = loads('{"id": "x", "w": 2, "h": 1, "max_bridges": 3, "loops": false, "task": "33"}')
        assert puzzle == Puzzle(2, 1, [(0, 0, 3), (0, 1, 3)], max_bridges=3, loops=False)
        assert puzzle.id == "x"
        assert (
            dumps(puzzle, "task")
            == '{"id": "x", "w": 2, "h": 1, "max_bridges": 3, "loops": false, "task": "33"}'
        )

    @pytest.mark.parametrize(
        ("gap", "run"), [(0, ""), (1, "a"), (25, "y"), (26, "z"), (27, "za"), (52, "zz"), (60, "zzh")]
    )
    def test_runs(self, gap, run):
        puzzle = Puzzle(2 + 2 * gap, 1, [(0, 0, 1), (0, gap + 1, 2)])
        assert json.loads(dumps(puzzle, "task"))["task"] == f"1{run}2{run}"
        assert loads(f"{puzzle.width}x1:1{run}2{run}") == puzzle

    def test_runs_may_be_split(self):
        assert loads("5x1:1aaa1") == loads("5x1:1c1")

    def test_largest_board(self):
        puzzle = Puzzle(10_000, 10_000, [(0, 0, 1), (9_999, 9_999, 1)])
        assert loads(dumps(puzzle, "task")) == puzzle

    @given(puzzles(max_side=12, unknown=False, zero=False, max_target=8))
    def test_round_trip(self, puzzle):
        again = loads(dumps(puzzle, "task"))
        assert again == puzzle
        assert again.id == puzzle.id


BAD = [
    ("3x1:1?1", "task, character 6: expected a digit 1..8 or a letter a..z, found '\\?'"),
    ("3x1:1 1", "task, character 6: expected a digit 1..8 or a letter a..z, found ' '"),
    ("3x1:1A1", "task, character 6: expected a digit 1..8 or a letter a..z, found 'A'"),
    ("3x1:901", "task, character 5: expected a digit 1..8 or a letter a..z, found '9'"),
    ("3x1:1a0", "task, character 7: expected a digit 1..8 or a letter a..z, found '0'"),
    ("3x1:1a\u0661", "task, character 7: expected a digit 1..8 or a letter a..z"),
    ("3x1:1\u00e41", "task, character 6: expected a digit 1..8 or a letter a..z"),
    ("3x1:1a11", "task, character 8: expected the end, found '1' \\(1 cell\\)"),
    ("3x1:1c", "task, character 6: expected at most 2 more cells, found 'c' \\(3 cells\\)"),
    ("3x1:11z", "task, character 7: expected at most 1 more cell, found 'z' \\(26 cells\\)"),
    ("3x1:111a", "task, character 8: expected the end, found 'a' \\(1 cell\\)"),
    ("3x1:1a", "task, character 7: expected 3 cells, found the end after 2"),
    ("3x1:", "task, character 5: expected 3 cells, found the end after 0"),
    ("3x1:c", "task: no islands; expected at least one"),
    ("0x1:1", "task: width must be a whole number from 1 to 10,000, not 0"),
    ("1x10001:1", "task: height must be a whole number from 1 to 10,000, not 10001"),
    ("999999999x999999999:1", "task: width must be"),
    ('{"w": 3, "h": 1, "task": 5}', "task, key 'task': expected a string, found 5"),
    ('{"w": 3, "h": 1, "task": null}', "task, key 'task': expected a string, found None"),
    ('{"w": 3, "h": 1, "task": "1?1"}', "task, key 'task', character 2: expected a digit 1..8"),
    ('{"w": 3, "h": 1, "task": "1a1 "}', "task, key 'task', character 4: expected a digit 1..8"),
    ('{"w": 3, "h": 1, "task": "1a"}', "task, key 'task', character 3: expected 3 cells"),
    ('{"h": 1, "task": "1a1"}', "task: expected the key 'w'"),
    ('{"w": 3, "task": "1a1"}', "task: expected the key 'h'"),
    ('{"w": "3", "h": 1, "task": "1a1"}', "task: width must be a whole number from 1 to 10,000, not '3'"),
    ('{"w": 3, "h": 1.0, "task": "1a1"}', "task: height must be"),
    (
        '{"w": 3, "h": 1, "task": "5a5", "max_bridges": 1}',
        "task: island at row 1, column 1: target 5; expected 1..4",
    ),
    ('{"w": 3, "h": 1, "task": "1a1", "loops": 1}', "task: loops must be True or False"),
    ('{"w": 3, "h": 1, "task": "1a1", "id": {}}', "task: id must be"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_bad_text(text, message):
    with pytest.raises(FormatError, match=message):
        loads(text, "task")
    # Without a named format, one word is read as a game ID, which has more signs.
    with pytest.raises(FormatError, match=message if text.startswith("{") else "tatham"):
        loads(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "task, character 1: expected size and cells like '3x1:2a2', found ''"),
        ("1a1", "task, character 1: expected size and cells"),
        ("3x:1a1", "task, character 1: expected size and cells"),
        ("-3x1:1a1", "task, character 1: expected size and cells"),
        ("9" * 5000 + "x1:1", "task, character 1: expected size and cells"),
        ("\u0663x1:1a1", "task, character 1: expected size and cells"),
        ("{}", "task: expected the key 'task'"),
        ('{"w": 1, "h": 1, "islands": []}', "task: expected the key 'task'"),
        ("{", "task, character 2: "),
    ],
)
def test_bad_text_for_task_alone(text, message):
    with pytest.raises(FormatError, match=message):
        loads(text, "task")


@pytest.mark.parametrize(
    ("islands", "most", "feature"),
    [
        ([(0, 0, 1), (2, 1, None)], 2, "island at row 3, column 2 with an unknown clue"),
        ([(0, 0, 1), (2, 1, 9)], 3, "island at row 3, column 2 with the target 9"),
        ([(0, 0, 16), (2, 1, 1)], 4, "island at row 1, column 1 with the target 16"),
        ([(2, 2, 0)], 2, "island at row 3, column 3 with the target 0"),
    ],
)
def test_what_task_cannot_say(islands, most, feature):
    with pytest.raises(FormatError, match=f"task cannot write the {feature}: only targets 1..8"):
        dumps(Puzzle(3, 3, islands, max_bridges=most), "task")


@given(st.integers(0, 12), st.integers(0, 12), st.text("12345678abcdez90 .", max_size=12))
def test_any_cells_are_a_puzzle_or_a_format_error(width, height, cells):
    try:
        puzzle = loads(f"{width}x{height}:{cells}", "task")
    except FormatError:
        return
    assert loads(dumps(puzzle, "task")) == puzzle
