"""All formats together: the registry, detection, round trips, real examples, and what cannot be expressed."""

import json
import pickle
import random

import pytest
from boards import puzzles, solvable_puzzle
from hypothesis import given
from hypothesis import strategies as st

import hashi_fast as hf
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.errors import FormatError
from hashi_fast.formats import Format, Record, detect, dumps, get, loads, loads_record, names, register

ALL = (
    "game", "json", "jsonl", "pzpr", "puzzlink", "conceptis", "janko", "sav", "tatham", "task", "compact", "has",
    "grid",
)  # fmt: skip

# The puzzles that a format can express, as options of the strategy.
CAN_SAY = {
    "game": {},
    "json": {},
    "jsonl": {},
    "pzpr": {"usual_rules": True},
    "puzzlink": {"usual_rules": True},
    "conceptis": {"usual_rules": True, "unknown": False},
    "janko": {"usual_rules": True, "unknown": False},
    "sav": {"unknown": False, "zero": False, "neighbours": False},
    "tatham": {"unknown": False, "zero": False, "neighbours": False},
    "task": {"unknown": False, "zero": False, "max_target": 8},
    "compact": {"unknown": False, "zero": False, "max_target": 8},
    "has": {"usual_rules": True, "unknown": False, "zero": False},
    "grid": {"usual_rules": True, "zero": False},
}
# A task is written as a JSON object, and so is a line of JSON Lines.
DETECTED_AS = {"jsonl": "json", "task": "json", "compact": "json"}

WITH_SOLUTIONS = [name for name in ALL if get(name).solutions]
DRAWN_IN_CELLS = ("janko", "grid")


def can_say(name, puzzle):
    says = {"usual_rules": False, "unknown": True, "zero": True, "max_target": 16, "neighbours": True, **CAN_SAY[name]}
    targets = [target for _, _, target in puzzle.islands if target is not None]
    cells = {(row, col) for row, col, _ in puzzle.islands}
    side_by_side = any((row, col + 1) in cells or (row + 1, col) in cells for row, col in cells)
    return not (
        (says["usual_rules"] and (puzzle.max_bridges != 2 or not puzzle.loops))
        or (not says["unknown"] and len(targets) < len(puzzle.islands))
        or (not says["zero"] and 0 in targets)
        or max(targets, default=0) > says["max_target"]
        or (not says["neighbours"] and side_by_side)
    )


def solvable(name, rng):
    """Return a puzzle that the format can express, and the bridges of a solution."""
    usual = {"max_bridges": 2, "loops": True} if CAN_SAY[name].get("usual_rules") else {}
    known = {} if CAN_SAY[name].get("unknown", True) else {"unknown": 0.0}
    while True:
        puzzle, bridges = solvable_puzzle(rng, **usual, **known)
        if can_say(name, puzzle):
            return puzzle, bridges


def drawable(solution):
    crossed = [broken for broken in hf.check(solution.puzzle, solution) if broken.rule == "crossing"]
    return not crossed and all(r2 - r1 + c2 - c1 > 1 for r1, c1, r2, c2, _ in solution.bridges)


class TestRoundTrip:
    @pytest.mark.parametrize("name", ALL)
    @given(data=st.data())
    def test_puzzle(self, name, data):
        puzzle = data.draw(puzzles(max_side=12, **CAN_SAY[name]))
        assert can_say(name, puzzle)
        text = dumps(puzzle, name)
        assert text.isascii()
        assert not text.endswith("\n")
        assert detect(text) == DETECTED_AS.get(name, name)
        changed_ends = text.replace("\n", "\r\n") + "\r\n"
        for read in (text, changed_ends, "\ufeff" + text, f"\n{text}\n\n"):
            assert loads(read) == loads(read, name) == puzzle
            assert detect(read) == DETECTED_AS.get(name, name)
        if name in ("json", "jsonl", "task", "compact"):
            assert loads(text).id == puzzle.id

    @given(puzzles())
    def test_every_format_writes_what_it_can_say_and_refuses_the_rest(self, puzzle):
        for name in ALL:
            if can_say(name, puzzle):
                assert loads(dumps(puzzle, name)) == puzzle
            else:
                with pytest.raises(FormatError, match=f"^{name} cannot write "):
                    dumps(puzzle, name)

    @pytest.mark.parametrize("name", WITH_SOLUTIONS)
    @given(seed=st.integers(0, 2**32))
    def test_solution(self, name, seed):
        puzzle, bridges = solvable(name, random.Random(seed))
        solution = Solution.from_bridges(puzzle, bridges)
        if name in DRAWN_IN_CELLS and any(r2 - r1 + c2 - c1 == 1 for r1, c1, r2, c2, _ in bridges):
            with pytest.raises(FormatError, match=f"^{name} cannot write bridges between .* neighbour"):
                dumps(Record(puzzle, solution), name)
            return
        text = dumps(Record(puzzle, solution), name)
        assert detect(text) == DETECTED_AS.get(name, name)
        again = loads_record(text)
        assert again.puzzle == puzzle
        assert again.solution == solution  # also that of an island alone, which has no bridges
        assert loads_record(text, name) == again

    @pytest.mark.parametrize("name", WITH_SOLUTIONS)
    @given(seed=st.integers(0, 2**32))
    def test_solution_that_is_wrong(self, name, seed):
        """Solutions are not checked: any number of bridges on any edge is read as it was written."""
        rng = random.Random(seed)
        puzzle, _ = solvable(name, rng)
        counts = [rng.randint(0, puzzle.max_bridges) for _ in range(puzzle.topology.n_edges)]
        solution = Solution(puzzle, counts)
        if name in DRAWN_IN_CELLS and not drawable(solution):
            with pytest.raises(FormatError, match=f"^{name} cannot write .*(neighbour|cross)"):
                dumps(Record(puzzle, solution), name)
            return
        text = dumps(Record(puzzle, solution), name)
        again = loads_record(text)
        assert again.puzzle == puzzle
        if name != "grid" or set('=|"') & set(text):
            # A drawing without bridges has no solution, unless nothing needs a bridge.
            empty = name in ("pzpr", "janko") and not any(counts) and len(puzzle.islands) > 1
            assert again.solution == (None if empty else solution)

    @pytest.mark.parametrize("text", ["?", "..?\n...", "-?-/---", "? ."])
    def test_an_island_alone_is_solved(self, text):
        record = loads_record(text, "grid")
        assert record.solution == Solution(record.puzzle, [])
        assert loads_record(dumps(record, "grid")) == record
        assert loads_record(dumps(record, "pzpr")) == record
        assert loads_record("..2", "grid").solution is None  # which needs bridges

    def test_what_has_no_place_is_left_out(self):
        puzzle = Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)], id="x")
        record = Record(puzzle, Solution(puzzle, [2]), {"score": 1}, {"seed": 7})
        for name in ("puzzlink", "conceptis", "tatham", "has"):
            again = loads_record(dumps(record, name))
            assert again == Record(puzzle)
            assert again.puzzle.id is None


EXAMPLES = [
    ("json", '{"id": "x", "w": 3, "h": 1, "islands": [{"r": 0, "c": 0, "target": 1}, {"r": 0, "c": 2, "target": 1}]}'),
    ("json", '{"w": 7, "h": 7, "task": "a4d32a4b4b2j2a3a4c4h1a2b3"}'),
    ("tatham", "7x7:a4d32a4b4b2j2a3a4c4h1a2b3"),
    ("tatham", "7x7m2:3c3a3g4b3a4b4b2j3c3a2a1a1a2"),
    ("tatham", "7:3c3a3g4b3a4b4b2j3c3a2a1a1a2"),
    ("tatham", "7x7i30e10m2d0:3c3a3g4b3a4b4b2j3c3a2a1a1a2"),
    ("tatham", "10x10m4:a2a6c9a33d4m4c4g7cDaFaBza4c2h6dAc7"),
    ("tatham", "10x10m2L:3g1b4c5c4l4b4a3e2b1j2e2a4c5b2h4a3a4b2a4a3f2"),
    ("puzzlink", "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"),
    ("puzzlink", "https://puzz.link/p?hashi/6/6/3g1g2.g.g2h.g2g.h.g4g3h4g.g2g.h2"),
    (
        "pzpr",
        "pzprv3/hashikake/5/5/4 . 2 . . /. 3 . . 2 /3 . . . . /. 3 . 1 . /3 . 4 . 3 /2 2 0 0 /0 1 1 1 /"
        "-1 0 -1 -1 /0 1 1 -1 /2 2 2 2 /2 0 0 0 0 /2 2 0 0 1 /1 2 0 -1 1 /1 0 0 -1 1 /",
    ),
    ("has", "2 3  2\r\n1 0   1 \r\n0 0 0\r\n"),
    ("janko", "begin\npuzzle hashi\nauthor X\nsource Y\nsize 3\ndepth 2\nproblem\n1 - 1\n- - -\n- - -\nend\n"),
    ("grid", "2003010/0000302/0204000/4020200/0103003/2020100/0203002"),
    ("grid", "2 . . 3 . 1 .\n. . . . 3 . 2\n. 2 . 4 . . .\n4 . 2 . 2 . .\n. 1 . 3 . . 3\n2 . 2 . 1 . .\n. 2 . 3 . . 2"),
    ("grid", '3---3=3\n".....|\n4--3=4|\n|4==2"|\n|"..."|\n|3---3|\n2-1.1-2'),
    ("conceptis", '<Hashi_Puzzle Width="9" Height="13"><Data><Island Number="0" X="0" Y="0" /></Data></Hashi_Puzzle>'),
]


@pytest.mark.parametrize(("name", "text"), EXAMPLES)
def test_examples(name, text):
    """Real texts: each puzzle has exactly one solution, and a solution in the text is that one."""
    assert detect(text) == name
    record = loads_record(text)
    assert record == loads_record(text, name)
    assert hf.is_unique(record.puzzle)
    if record.solution is not None:
        assert hf.check(record.puzzle, record.solution) == []
    for other in ALL:
        if can_say(other, record.puzzle):
            assert loads(dumps(record, other)) == record.puzzle


def test_solved_examples_have_their_solutions():
    solved = [text for _, text in EXAMPLES if loads_record(text).solution is not None]
    assert [text[:8] for text in solved] == ["pzprv3/h", "3---3=3\n"]


class TestDetection:
    @pytest.mark.parametrize("text", ["", "   ", "hello", "[]", "x" * 10_000, "(1)", "%", "%1\n", "\n\n", "7x7", "a:b"])
    def test_nothing_looks_like_it(self, text):
        assert detect(text) is None
        with pytest.raises(FormatError, match="character 1: expected a puzzle as game, json, jsonl, pzpr") as caught:
            loads(text)
        assert len(str(caught.value)) < 250

    @pytest.mark.parametrize("text", [None, 7, b"{}", ["{}"]])
    def test_only_text_is_read(self, text):
        for read in (loads, loads_record, detect):
            with pytest.raises(FormatError, match="expected a puzzle as text"):
                read(text)

    @pytest.mark.parametrize("name", ["xyz", "", 5, ["json"]])
    def test_unknown_format(self, name):
        for call in (lambda: loads("{}", name), lambda: dumps(Puzzle(1, 1, [(0, 0, 0)]), name), lambda: get(name)):
            with pytest.raises(FormatError, match=r"unknown format .*; expected one of game, json, jsonl"):
                call()

    def test_three_numbers_that_fit_are_an_instance(self):
        assert detect("1 3 2\n1 0 1") == "has"
        assert loads("1 3 2\n1 0 1") == Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)])

    def test_three_numbers_that_do_not_fit_are_a_grid_where_that_is_possible(self):
        assert detect("1 3 2\n1 0 0") == "grid"
        assert loads("1 3 2\n1 0 0").height == 2

    def test_three_numbers_that_are_nothing_are_an_instance_with_a_mistake(self):
        with pytest.raises(FormatError, match="has, line 1: expected 2, the number of islands in the rows, found 3"):
            loads("1 4 3\n1 0 0 1")


class TestPointers:
    @pytest.mark.parametrize("name", ["p.jsonl", "some/where/P.JSON", "p.jsonl.gz", "a b.txt", "board.has", "p.sav.gz"])
    def test_names_of_files(self, name):
        with pytest.raises(FormatError) as caught:
            loads(name)
        assert str(caught.value).endswith(f"found {name!r}; load({name!r}), not loads, reads files")

    def test_a_file_of_any_name(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        (tmp_path / "mine").write_text("3x1:2a2")
        with pytest.raises(FormatError, match=r"; load\('mine'\), not loads, reads files$"):
            loads("mine")

    @pytest.mark.parametrize("text", ["hello", "p.docx", "p.jsonl\np.jsonl", "p" * 5000 + ".jsonl"])
    def test_other_texts(self, text):
        with pytest.raises(FormatError) as caught:
            loads(text)
        assert "not loads" not in str(caught.value)

    def test_paths_and_texts_of_puzzles(self, tmp_path):
        with pytest.raises(FormatError, match=r"; load, not loads, reads files$"):
            loads(tmp_path / "p.jsonl")
        for read in (hf.load, lambda text: list(hf.iter_load(text))):
            with pytest.raises(FileNotFoundError, match="loads, not load, takes a puzzle as text: '3x1:2a2'"):
                read("3x1:2a2")


class TestWriting:
    @pytest.mark.parametrize("item", [None, "3x1:2a2", (1, 2), {}])
    def test_only_puzzles_and_records_are_written(self, item):
        with pytest.raises(FormatError, match="expected a Puzzle or a Record, not "):
            dumps(item)

    def test_solution_of_another_puzzle(self):
        one, other = Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]), Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)])
        for solution in (Solution(other, [1]), "x", [(0, 0, 0, 2, 1)]):
            with pytest.raises(FormatError, match="the solution of a record must belong to its puzzle"):
                dumps(Record(one, solution))

    def test_json_is_usual(self):
        puzzle = Puzzle(1, 1, [(0, 0, 0)])
        assert dumps(puzzle) == dumps(Record(puzzle)) == dumps(puzzle, "json") == dumps(puzzle, "jsonl")
        assert json.loads(dumps(puzzle)) == {"w": 1, "h": 1, "islands": [{"r": 0, "c": 0, "target": 0}]}


class TestRecord:
    def test_parts(self):
        puzzle = Puzzle(1, 1, [(0, 0, 0)])
        record = Record(puzzle)
        assert record == (puzzle, None, None, {})
        assert record.extra is not Record(puzzle).extra
        assert repr(record) == "Record(puzzle=Puzzle(1, 1, [(0, 0, 0)]), solution=None, rating=None, extra={})"

    def test_changed_and_pickled(self):
        puzzle = Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])
        record = Record(puzzle)._replace(solution=Solution(puzzle, [2]))
        assert isinstance(record, Record)
        assert pickle.loads(pickle.dumps(record)) == record
        assert isinstance(pickle.loads(pickle.dumps(record)), hf.Record)


class TestRegistry:
    def test_names(self):
        assert names() == (*ALL, "dimacs", "lp", "smtlib", "minizinc")
        assert all(get(name).reads and get(name).writes and get(name).name == name for name in ALL)
        assert WITH_SOLUTIONS == ["game", "json", "jsonl", "pzpr", "janko", "sav", "task", "compact", "grid"]

    def test_endings_are_those_of_one_format(self):
        endings = [ending for name in names() for ending in get(name).endings]
        assert len(endings) == len(set(endings))

    def test_a_new_format_is_one_row(self, monkeypatch):
        monkeypatch.setattr("hashi_fast.formats.registry._FORMATS", {})
        lone = Puzzle(1, 1, [(0, 0, 0)])
        register(Format("lone", lambda text: text == "o", lambda text: Record(lone), lambda record: "o"))
        assert loads("o") is lone
        assert dumps(lone, "lone") == "o"
        with pytest.raises(ValueError, match="the format 'lone' already exists"):
            register(get("lone"))

    def test_formats_of_one_direction(self, monkeypatch):
        monkeypatch.setattr("hashi_fast.formats.registry._FORMATS", {})
        register(Format("out", lambda text: False, None, lambda record: "o"))
        register(Format("in", lambda text: text == "i", lambda text: Record(Puzzle(1, 1, [(0, 0, 0)])), None))
        assert (get("out").reads, get("out").writes, get("in").reads, get("in").writes) == (False, True, True, False)
        with pytest.raises(FormatError, match="out is only written, not read"):
            loads("o", "out")
        with pytest.raises(FormatError, match="in is only read, not written"):
            dumps(loads("i"), "in")


def test_text_that_is_the_name_of_a_file() -> None:
    with pytest.raises(FormatError, match=r"; load\('puzzles.jsonl'\), not loads, reads files$"):
        loads("puzzles.jsonl")


@pytest.mark.parametrize("name", ["\udcff" * 100, "\x01" * 100, "a" * 300])
def test_a_long_name_is_not_repeated(name: str) -> None:
    with pytest.raises(FormatError, match=r"; load, not loads, reads files$") as caught:
        loads(f"{name}.txt")
    assert len(str(caught.value)) < 300
