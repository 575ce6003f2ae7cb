"""The scanner takes only lines that the reader of the json format accepts, and finds in them what that reader finds."""
import json

import numpy
import pytest
from boards import puzzles
from hypothesis import given
from hypothesis import strategies as st

import hashi_fast as hf
from hashi_fast.board.solution import edge_ends
from hashi_fast.formats._jsonl_reader import Lines
from hashi_fast.formats._jsonl_writer import solution_lines
from hashi_fast.formats.lines import BlockRecords

ISLAND = '{"r": 0, "c": 0, "target": 0}'
TAKEN = f'{{"w": 1, "h": 1, "islands": [{ISLAND}]}}'
TWO = '{"w": 3, "h": 1, "islands": [{"r": 0, "c": 0, "target": 2}, {"r": 0, "c": 2, "target": 2}]}'


def scanned(text: str) -> Lines:
    return Lines(text.encode() + b"\n")


def taken_puzzle(lines: Lines, i: int = 0) -> hf.Puzzle:
    puzzle = hf.PuzzleBatch.from_arrays(*lines.arrays())[i]
    (name,) = lines.ids(i, i + 1)
    return hf.Puzzle(
        puzzle.width, puzzle.height, puzzle.islands, max_bridges=puzzle.max_bridges, loops=puzzle.loops, id=name
    )


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text("ab1 \u00e9"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def json_texts(draw: st.DrawFn) -> str:
    """Return a puzzle as JSON, written in one of many ways, sometimes with a character changed, removed or inserted."""
    puzzle = draw(puzzles())
    fields = json.loads(hf.dumps(puzzle, "json"))
    for island in fields["islands"]:
        if draw(st.booleans()):
            island["r"] = island.pop("r")  # to the end
    if draw(st.booleans()):
        name = st.one_of(st.none(), st.integers(), st.text(), st.text("a1-_ ~!"), st.floats(allow_nan=False))
        fields["id"] = draw(name)
    if draw(st.booleans()):
        keys = st.sampled_from(["seed", "index", "rating", "solution", "save", "x", "\u00e9"])
        fields |= draw(st.dictionaries(keys, VALUES))
    if draw(st.booleans()):
        fields |= {"seed": draw(st.integers(-2, 2**64)), "index": draw(st.integers(-2, 2**64) | VALUES)}
    if draw(st.booleans()):
        ends = edge_ends(puzzle)
        chosen = draw(st.lists(st.sampled_from(ends), unique=True)) if ends else []
        if draw(st.booleans()):
            chosen.sort()
        fields["solution"] = [[*pair, draw(st.integers(0, puzzle.max_bridges))] for pair in chosen]
    items = list(fields.items())
    if draw(st.booleans()):
        items = draw(st.permutations(items))
    separators = draw(st.sampled_from([(", ", ": "), (",", ":"), (" , ", "\t: ")]))
    text = json.dumps(dict(items), separators=separators)
    if draw(st.integers(0, 2)) == 0:
        at = draw(st.integers(0, len(text)))
        character = draw(st.sampled_from('0123456789{}[],:"\\ -.eEnt\tw\u00e9'))
        text = text[:at] + draw(st.sampled_from([character, ""])) + text[at + draw(st.integers(0, 1)) :]
    return text


@given(json_texts())
def test_a_line_that_is_taken_means_what_the_reader_reads(text: str) -> None:
    lines = scanned(text)
    if len(lines):
        record = hf.loads_record(text, "json")
        puzzle = taken_puzzle(lines)
        assert (puzzle, puzzle.id) == (record.puzzle, record.puzzle.id)
        assert lines.ids(0, 1) == [record.puzzle.id]
        assert lines.record_ids(0, 1) == [json.loads(lines.id(0))] == [record.id]
        assert lines.bridges_of(0) == (None if record.solution is None else record.solution.edge_counts)
        found = BlockRecords(lines)[0]
        assert (found, found.puzzle.id) == (record, record.puzzle.id)
    else:
        assert lines.left() == [(0, 0, text.encode() + b"\n")]


@pytest.mark.parametrize("indent", [" ", "\t", " \t\r "])
def test_a_line_may_be_indented(indent: str) -> None:
    text = indent + '{"w":3,"h":1,"islands":[{"r":0,"c":0,"target":2},{"r":0,"c":2,"target":2}],"seed":1,"index":7}'
    lines = scanned(text)
    assert list(BlockRecords(lines)) == [hf.loads_record(text, "json")]


@given(puzzles())
def test_what_the_writer_writes_is_taken(puzzle: hf.Puzzle) -> None:
    plain = hf.Puzzle(puzzle.width, puzzle.height, puzzle.islands, max_bridges=puzzle.max_bridges, loops=puzzle.loops)
    assert taken_puzzle(scanned(hf.dumps(plain, "json"))) == puzzle


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("null", "null"), ("7", "7"), ("-7", "-7"), ('"a b"', '"a b"'), ('""', '""'), ("123456789012345678",) * 2,
        ("1234567890123456789", None), ("-0", None), ("007", None), ("1.5", None), ("1e5", None), ("true", None),
        ("-", None), ('"\\u0041"', None), ('"\u00e9"', None), ('"\x7f"', None), ('"\x01"', None), ("[1]", None),
    ],
)
def test_ids(name: str, kept: str | None) -> None:
    lines = scanned(TAKEN.replace("{", f'{{"id": {name}, ', 1))
    assert [lines.id(i).decode() for i in range(len(lines))] == ([] if kept is None else [kept])


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "{}", "[]", '"w"', "null", TAKEN + "x", TAKEN + TAKEN, TAKEN[:-1],
        TAKEN.replace("{", '{"w": 1, ', 1), TAKEN.replace("{", '{"loops": 1, ', 1),
        TAKEN.replace("{", '{"x": 1, "x": 1, ', 1), TAKEN.replace("{", '{"x": {"y": 1, "y": 1}, ', 1),
        TAKEN.replace("{", '{"x": 1e5, ', 1), TAKEN.replace("{", '{"x": 1234567890123456789, ', 1),
        TAKEN.replace("{", '{"x": 00, ', 1), TAKEN.replace("{", '{"x": 1., ', 1), TAKEN.replace("{", '{"x": NaN, ', 1),
        TAKEN.replace("{", '{"x": [1,], ', 1), TAKEN.replace("{", '{"x": "\\n", ', 1), TAKEN.replace("{", '{"x":, ', 1),
        TAKEN.replace("{", '{"x": [[[[[[[[[0]]]]]]]]], ', 1), TAKEN.replace("{", '{"task": "0", ', 1),
        TAKEN.replace("{", '{"save": 1, ', 1), TAKEN.replace("{", '{"hashi": "game", ', 1),
        TAKEN.replace("{", '{"seed": -0, ', 1), TAKEN.replace("{", '{"index": 1, "index": 1, ', 1),
        TAKEN.replace("{", '{"rating": 1, ', 1), TAKEN.replace("{", '{"rating": [], ', 1), "\ufeff" + TAKEN,
        TAKEN.replace("{", '{"solution": [], ', 1), TAKEN.replace("]", '], "solution": [], "h": 1'),
        TAKEN.replace("]", '], "solution": {}'), TAKEN.replace("]", '], "solution": [[0, 0, 0, 0, 1]]'),
        TAKEN.replace('"w": 1', '"w": 01'), TAKEN.replace('"w": 1', '"w": 1000000'), TAKEN.replace('"w": 1', '"w": 0'),
        TAKEN.replace('"w": 1', '"w": 1.0'), TAKEN.replace('"w": 1', '"w": -1'), TAKEN.replace('"w"', '"W"'),
        TAKEN.replace("[", "[]").replace("]]", "]"), TAKEN.replace(ISLAND, ""), TAKEN.replace(ISLAND, ISLAND + ","),
        TAKEN.replace(ISLAND, f"{ISLAND}, {ISLAND}"), TAKEN.replace('"r": 0', '"r": 1'), TAKEN.replace('"r": 0, ', ""),
        TAKEN.replace('"r": 0', '"r": 0, "r": 0'), TAKEN.replace('"r": 0', '"r": null'), TAKEN.replace(": 0}", ": 9}"),
        TAKEN.replace(": 0}", ": 300}"), TAKEN.replace("{", '{"max_bridges": 5, ', 1),
        TAKEN.replace("{", '{"max_bridges": 258, ', 1), TAKEN.replace("{", '{"loops": truefalse, ', 1),
    ],
)  # fmt: skip
def test_lines_that_are_left(text: str) -> None:
    lines = scanned(text)
    assert len(lines) == 0
    assert lines.left() == ([(0, 0, text.encode() + b"\n")] if text else [])


def test_rules_and_unknown_clues_are_taken() -> None:
    text = '{"islands":[{"target":null,"c":0,"r":0}],"loops":false,"max_bridges":4,"h":2,"w":3}'
    assert taken_puzzle(scanned(text)) == hf.Puzzle(3, 2, [(0, 0, None)], max_bridges=4, loops=False)


@pytest.mark.parametrize(
    ("solution", "counts"),
    [
        ("null", None), ("[[0, 0, 0, 2, 2]]", b"\2"), ("[]", b"\0"), ("[ [0,0 ,0,2,1 ] ]", b"\1"),
        ("[[0, 2, 0, 0, 2]]", b""), ("[[0, 0, 0, 2, 1], [0, 0, 0, 2, 1]]", b""), ("[[0, 0, 0, 2, 0]]", b""),
        ("[[0, 0, 0, 2, 3]]", b""), ("[[0, 0, 0, 1, 1]]", b""), ("[[0, 0, 0, 2, 2],]", b""), ("[,]", b""),
        ("[[0, 0, 0, 2]]", b""), ("[[0, 0, 0, 2, 2, 2]]", b""), ("[[0, 0, 0, 2, 2]", b""), ("[[0, 0, 0, 2, -1]]", b""),
    ],
)  # fmt: skip
def test_solutions(solution: str, counts: bytes | None) -> None:
    """An empty count stands for a line that is left."""
    lines = scanned(TWO.replace("]}", f'], "solution": {solution}}}'))
    assert [lines.bridges_of(i) for i in range(len(lines))] == ([] if counts == b"" else [counts])


def test_records_of_the_generator_are_taken() -> None:
    for made in hf.produce(20, hf.Spec(7, 7, unknown_clues=0.2), seed=1):
        lines = scanned(hf.dumps(made))
        assert BlockRecords(lines)[0] == made.record()
        assert (lines.ids(0, 1), lines.record_ids(0, 1)) == ([None], [made.id])
        assert lines.start(0) == f'{{"id": "{made.id}", "file": null, "line": 1'.encode()
        assert json.loads(lines.rest(0))["islands"] is None


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ('"seed": 5, "index": 12', "5-12-"), ('"index": -1, "seed": 123456789012345678', "123456789012345678--1-"),
        ('"seed": 5', None), ('"index": 5', None), ('"seed": 5, "index": 1.0', None), ('"seed": "5", "index": 1', None),
        ('"seed": 5, "index": null', None), ('"seed": true, "index": 1', None), ('"seed": [5], "index": 1', None),
        ('"seed": 5, "id": null, "index": 1', "5-1-"), ('"seed": 5, "id": 7, "index": 1', 7),
    ],
)  # fmt: skip
def test_ids_of_origins(origin: str, name: str | int | None) -> None:
    text = TWO.replace("{", f"{{{origin}, ", 1)
    lines = scanned(text)
    (found,) = lines.record_ids(0, 1)
    assert found == hf.loads_record(text).id
    assert found[:-6] == name if isinstance(name, str) else found == name


def test_many_keys_are_left() -> None:
    fields = json.loads(TAKEN)
    assert len(scanned(json.dumps(fields | {f"k{i}": i for i in range(90)}))) == 1
    assert len(scanned(json.dumps(fields | {f"k{i}": i for i in range(100)}))) == 0


def test_lines_in_their_order() -> None:
    lines = scanned(f"\n{TAKEN}\nx\n  \t\n{TAKEN}\n{TAKEN}\ny")
    assert len(lines) == 3
    assert lines.left() == [(2, 1, b"x\n"), (6, 3, b"y\n")]
    with pytest.raises(ValueError, match="newline"):
        Lines(TAKEN.encode())
    assert [lines.line_of(i) for i in range(3)] == [2, 5, 6]
    assert [lines.start(i).rpartition(b" ")[2] for i in range(3)] == [b"2", b"5", b"6"]
    assert Lines(TAKEN.encode() + b"\n", before=40).line_of(0) == 41
    for ask in (lines.id, lines.line_of, lines.start, lines.bridges_of, lines.rest):
        with pytest.raises(IndexError):
            ask(3)
    for ask in (lines.ids, lines.record_ids, lines.arrays):
        with pytest.raises(IndexError):
            ask(2, 4)
    with pytest.raises(ValueError, match="do not fit"):
        solution_lines(lines, 0, 4, numpy.zeros(3, "int8"), numpy.zeros(0, "int8"), numpy.zeros(4, "int64"))
    with pytest.raises(ValueError, match="same number of edges"):
        solution_lines(lines, 0, 3, numpy.ones(3, "int8"), numpy.ones(3, "int8"), numpy.arange(4))
