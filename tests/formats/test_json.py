"""The json format: round trips, all parts of a record, and every kind of bad text."""

import json
from contextlib import suppress
from typing import ClassVar

import pytest
from boards import puzzles
from hypothesis import given
from hypothesis import strategies as st

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.errors import FormatError
from hashi_fast.formats import Record, dumps, json_, loads, loads_record

ISLAND = '{"r": 0, "c": 0, "target": 1}'


def text_of(**changes):
    fields = {"w": 3, "h": 1, "islands": [{"r": 0, "c": 0, "target": 1}, {"r": 0, "c": 2, "target": 1}]}
    return json.dumps({**fields, **changes})


class TestGood:
    def test_canonical_form(self):
        puzzle = Puzzle(3, 1, [(0, 0, 2), (0, 2, None)], id="easy-001")
        islands = '[{"r": 0, "c": 0, "target": 2}, {"r": 0, "c": 2, "target": null}]'
        text = f'{{"id": "easy-001", "w": 3, "h": 1, "islands": {islands}}}'
        assert dumps(puzzle) == dumps(puzzle, "json") == text
        assert loads(text) == puzzle

    def test_rules_are_written_when_not_usual(self):
        puzzle = Puzzle(1, 1, [(0, 0, 16)], max_bridges=4, loops=False, id=7)
        assert json.loads(dumps(puzzle)) == {
            "id": 7,
            "w": 1,
            "h": 1,
            "max_bridges": 4,
            "loops": False,
            "islands": [{"r": 0, "c": 0, "target": 16}],
        }

    @given(puzzles())
    def test_round_trip(self, puzzle):
        for again in (loads(dumps(puzzle)), loads(dumps(puzzle), "json"), loads(dumps(puzzle, "jsonl"), "jsonl")):
            assert again == puzzle
            assert again.id == puzzle.id

    def test_lone_surrogate_in_id(self):
        puzzle = Puzzle(1, 1, [(0, 0, 0)], id="\ud800")
        assert dumps(puzzle).isascii()
        assert loads(dumps(puzzle)).id == "\ud800"

    def test_other_keys_do_not_change_the_puzzle(self):
        more = {"seed": 7, "rating": {"score": 1.5}, "solution": [[0, 0, 0, 2, 1]], "id": None}
        assert loads(text_of(**more)) == loads(text_of())

    def test_white_space_and_byte_order_mark(self):
        assert loads("\ufeff \n\t" + text_of() + "\r\n") == loads(text_of())

    def test_islands_in_any_order(self):
        fields = json.loads(text_of())
        fields["islands"].reverse()
        assert loads(json.dumps(fields)) == loads(text_of())


class TestRecord:
    MORE: ClassVar = {"seed": 7, "index": 3, "generator": "x/1", "note": {"a": [1, {"b": None}]}}

    def test_everything_is_read(self):
        record = loads_record(text_of(solution=[[0, 2, 0, 0, 1]], rating={"score": 1.5}, **self.MORE))
        assert record.puzzle == loads(text_of())
        assert record.solution == Solution.from_bridges(record.puzzle, [(0, 0, 0, 2, 1)])
        assert (record.rating.score, record.rating.to_dict()) == (1.5, {"score": 1.5})
        assert record.extra == self.MORE

    def test_everything_is_written_again(self):
        text = text_of(solution=[[0, 0, 0, 2, 1]], rating={"score": 1.5}, **self.MORE)
        assert dumps(loads_record(text)) == text

    def test_nothing_is_there(self):
        record = loads_record(text_of(solution=None, rating=None))
        assert (record.solution, record.rating, record.extra) == (None, None, {})
        assert dumps(record) == text_of()

    def test_solution_without_bridges(self):
        text = '{"w": 1, "h": 1, "islands": [{"r": 0, "c": 0, "target": 0}], "solution": []}'
        assert loads_record(text).solution == Solution(Puzzle(1, 1, [(0, 0, 0)]), [])

    def test_wrong_solutions_are_read_all_the_same(self):
        assert loads_record(text_of(solution=[[0, 0, 0, 2, 2]])).solution.bridges == ((0, 0, 0, 2, 2),)

    def test_a_task_may_have_it_all(self):
        fields = {"w": 3, "h": 1, "task": "1a1", "solution": [[0, 0, 0, 2, 1]], "rating": {}, "seed": 7}
        record = loads_record(json.dumps(fields))
        assert json.loads(dumps(record, "task")) == fields
        assert loads_record(dumps(record, "task"), "task") == record

    @pytest.mark.parametrize(
        ("extra", "message"),
        [
            ({"w": 5}, "json cannot write the extra key 'w'"),
            ({"solution": []}, "json cannot write the extra key 'solution'"),
            ({5: 5}, "json cannot write the extra key 5"),
            ({"x": {1, 2}}, "json cannot write the values in 'rating' or 'extra'"),
            ({"x": float("nan")}, "json cannot write the values in 'rating' or 'extra'"),
        ],
    )
    def test_extra_that_cannot_be_written(self, extra, message):
        with pytest.raises(FormatError, match=message):
            dumps(Record(loads(text_of()), extra=extra))

    def test_extra_within_itself(self):
        loop: dict[str, object] = {}
        loop["x"] = loop
        with pytest.raises(FormatError, match="json cannot write the values in"):
            dumps(Record(loads(text_of()), extra=loop))

    @pytest.mark.parametrize(
        "text",
        [
            text_of(id="a:b"),
            text_of(id="\\u003a"),
            text_of(rating={"score": 1, "steps": [{"a": {}}, {"b:": ":"}]}),
            text_of(note=[[[]], {"a": {"b": {"c": 1}}}]),
            "  " + text_of(),
        ],
    )
    def test_texts_that_are_read_slowly_are_read_the_same(self, text):
        assert json_._parse_quickly(text) == json_.parse_object(text) == json.loads(text)


BAD = [
    ("{", "json, character 2: "),
    (text_of(solution={}), "json, solution: expected a list of "),
    (text_of(solution="x"), "json, solution: expected a list of "),
    (text_of(solution=[5]), "json, solution: bridge 5: expected "),
    (text_of(solution=[[0, 0, 0, 2]]), "json, solution: bridge .* expected "),
    (text_of(solution=[[0, 0, 0, 1, 1]]), "json, solution: bridge .* two islands that see each other"),
    (text_of(solution=[[0, 0, 0, 2, 3]]), "json, solution: count 3 between row 1, column 1 and .*; expected 0 to 2"),
    (text_of(solution=[[0, 0, 0, 2, True]]), "json, solution: bridge"),
    (text_of(rating=5), "json, rating: expected an object, found 5"),
    ('{"w": 3,\n "h": 1,\n oops}', "json, line 3, column 2: "),
    (text_of() + "x", "json, character .*: Extra data"),
    ("{}", "json: expected the key 'islands'"),
    (f'{{"h": 1, "islands": [{ISLAND}]}}', "json: expected the key 'w'"),
    (f'{{"w": 1, "islands": [{ISLAND}]}}', "json: expected the key 'h'"),
    (text_of(w=0), "json: width must be a whole number from 1 to 10,000, not 0"),
    (text_of(w=10**100), "json: width must be"),
    (text_of(w="3"), "json: width must be a whole number from 1 to 10,000, not '3'"),
    (text_of(w=None), "json: width must be"),
    (text_of(h=1.0), "json: height must be a whole number from 1 to 10,000, not 1.0"),
    (text_of(h=True), "json: height must be"),
    (text_of(h=[1]), "json: height must be"),
    (text_of(islands=None), "json, islands: expected a list of objects, found None"),
    (text_of(islands={}), "json, islands: expected a list of objects"),
    (text_of(islands="r"), "json, islands: expected a list of objects"),
    (text_of(islands=[]), "json: no islands; expected at least one"),
    (text_of(islands=[[0, 0, 1]]), r"json, islands\[0\]: expected an object with 'r', 'c' and 'target'"),
    (text_of(islands=[{"r": 0, "c": 0, "target": 1}, None]), r"json, islands\[1\]: expected an object"),
    (text_of(islands=["r"]), r"json, islands\[0\]: expected an object"),
    (
        text_of(islands=[{"r": 0, "c": 0}]),
        r"json, islands\[0\]: expected an object with 'r', 'c' and 'target'",
    ),
    (
        text_of(islands=[{"r": None, "c": 0, "target": 1}]),
        r"json: islands\[0\]: row must be a whole number, not None",
    ),
    (
        text_of(islands=[{"r": 0, "c": "0", "target": 1}]),
        r"json: islands\[0\]: column must be a whole number",
    ),
    (text_of(islands=[{"r": 0, "c": 3, "target": 1}]), "json: island at row 1, column 4 .counted from 1.: outside"),
    (
        text_of(islands=[{"r": 0, "c": 2, "target": 9}]),
        "json: island at row 1, column 3: target 9; expected 1..8",
    ),
    (
        text_of(islands=[{"r": 0, "c": 2, "target": 1.5}]),
        "json: island at row 1, column 3: target must be a whole",
    ),
    (
        text_of(islands=[{"r": 0, "c": 2, "target": False}]),
        "json: island at row 1, column 3: target must be a whole",
    ),
    (text_of(islands=[{"r": 0, "c": 2, "target": 10**400}]), "json: island at row 1, column 3: target"),
    (
        text_of(islands=2 * [{"r": 0, "c": 2, "target": 1}]),
        "json: island at row 1, column 3: given twice",
    ),
    (text_of(max_bridges=5), "json: max_bridges must be a whole number from 1 to 4, not 5"),
    (text_of(max_bridges=None), "json: max_bridges must be"),
    (text_of(loops=0), "json: loops must be True or False, not 0"),
    (text_of(id=1.5), "json: id must be a string, a whole number or None, not 1.5"),
    (text_of(id=["a"]), "json: id must be"),
    (text_of(id=True), "json: id must be"),
    (text_of(task="1a1"), "json: expected either the key 'islands' or the key 'task', found both"),
    (text_of(x=float("nan")), "json, character 98: expected a finite number of reasonable size, found 'NaN'"),
    (text_of(x=77).replace("77", "-1.5e999"), "json, character 98: expected a finite number .*, found '-1.5"),
    (text_of(w=float("inf")), "json, character 7: expected a finite number of reasonable size, found 'Infinity'"),
    ('{"NaN": "\\\\\\"",\n"w": ' + "9" * 5000 + "}", "json, line 2, column 6: expected a finite number of "),
    ('{"w": 3, "h": 1, "w": 3, "islands": []}', "json: expected every key once, found 'w' twice"),
    (
        '{"w": 3, "h": 1, "islands": [' + ISLAND + ', {"r": 0, "c": 2, "r": 0, "target": 1}]}',
        r"json, islands\[1\]: expected every key once, found 'r' twice",
    ),
    ('{"a": {"b": 1, "b": 2}, "a": 3}', "json: expected every key once, found 'a' twice"),
    ('{"x": [[[[[[[{"' + "k" * 90 + '": {"b": 1, "b": 2}}]]]]]]]}', r"json, \.\.\.(\[0\]){4}, k{40}: expected every"),
    ('{"a": ' + "[" * 100_000, "json, character 1: .*nested too deep"),
    ('{"a":' * 100_000, "json, character 1: .*nested too deep"),
]


@pytest.mark.parametrize(("text", "message"), BAD, ids=range(len(BAD)))
def test_bad_text(text, message):
    with pytest.raises(FormatError, match=message) as caught:
        loads(text)
    assert len(str(caught.value)) < 300
    with pytest.raises(FormatError, match=message):
        loads(text, "json")


@pytest.mark.parametrize("text", ["[]", "null", "3", '"{}"', "[{}]"])
def test_json_that_is_no_object(text):
    with pytest.raises(FormatError, match="json, character 1: expected an object"):
        loads(text, "json")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["w", "h", "r", "c", "target", "islands", "task", "id"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "w": json_values | st.integers(1, 9),
            "h": json_values | st.integers(1, 9),
            "task": json_values | st.text("123abz", max_size=9),
            "max_bridges": json_values,
            "loops": json_values,
            "id": json_values,
            "islands": json_values
            | st.lists(
                st.fixed_dictionaries({"r": json_values, "c": json_values, "target": json_values}), max_size=3
            ),
        },
    )
)
def test_any_object_is_a_puzzle_or_a_format_error(fields):
    try:
        puzzle = loads(json.dumps(fields))
    except FormatError:
        return
    assert loads(dumps(puzzle)) == puzzle


@given(st.text(max_size=40) | st.text('{}[]":,wh0123456789xabcz islandtrgk', max_size=40))
def test_any_text_is_a_puzzle_or_a_format_error(text):
    for name in (None, "json", "task"):
        with suppress(FormatError):
            assert isinstance(loads(text, name), Puzzle)

