"""The quick way through JSON Lines accepts what the reader accepts, and answers as the slow way does."""
import gzip
import json
import random
from pathlib import Path

import numpy
import pytest
from boards import puzzles, random_puzzle
from command_line import ENDLESS, run
from hypothesis import given
from hypothesis import strategies as st

import hashi_fast as hf
from hashi_fast.cli import bulk, main
from hashi_fast.formats._jsonl_reader import Lines
from hashi_fast.formats._jsonl_writer import solution_lines

ISLAND = '{"r": 0, "c": 0, "target": 0}'
TAKEN = f'{{"w": 1, "h": 1, "islands": [{ISLAND}]}}'


def scanned(text: str) -> Lines:
    return Lines(text.encode() + b"\n")


def taken_puzzle(lines: Lines, i: int = 0) -> hf.Puzzle:
    puzzle = hf.PuzzleBatch.from_arrays(*lines.arrays())[i]
    name = json.loads(lines.id(i))
    return hf.Puzzle(
        puzzle.width, puzzle.height, puzzle.islands, max_bridges=puzzle.max_bridges, loops=puzzle.loops, id=name
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
    if draw(st.integers(0, 9)) == 0:
        fields["seed"] = 1
    items = draw(st.permutations(list(fields.items())))
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
        assert record[1:] == (None, None, {})
    else:
        assert lines.left() == [(0, 0, text.encode() + b"\n")]


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
        TAKEN.replace("{", '{"w": 1, ', 1), TAKEN.replace("{", '{"loops": 1, ', 1), TAKEN.replace("{", '{"x": 1, ', 1),
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


def test_lines_in_their_order() -> None:
    lines = scanned(f"\n{TAKEN}\nx\n  \t\n{TAKEN}\n{TAKEN}\ny")
    assert len(lines) == 3
    assert lines.left() == [(2, 1, b"x\n"), (6, 3, b"y\n")]
    with pytest.raises(ValueError, match="newline"):
        Lines(TAKEN.encode())
    with pytest.raises(IndexError):
        lines.id(3)
    numbers = [lines.start(i).rpartition(b" ")[2] for i in range(3)]
    assert numbers == [b"2", b"5", b"6"]
    with pytest.raises(ValueError, match="do not fit"):
        solution_lines(lines, 0, 4, numpy.zeros(3, "int8"), numpy.zeros(0, "int8"), numpy.zeros(4, "int64"))
    with pytest.raises(ValueError, match="same number of edges"):
        solution_lines(lines, 0, 3, numpy.ones(3, "int8"), numpy.ones(3, "int8"), numpy.arange(4))


# From file to file


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return lines of all kinds, enough of them for the quick way."""
    rng = random.Random(4)
    lines = []
    for number in range(1000):
        puzzle = random_puzzle(rng, max_side=9, max_islands=20, unknown=0.0)
        fields = json.loads(hf.dumps(puzzle, "json"))
        fields["id"] = rng.choice([number, f"p{number}", "\u00e9\\", None])
        if rng.random() < 0.1:
            fields["islands"].reverse()
        if rng.random() < 0.1:
            fields["seed"] = number
        lines.append(json.dumps(fields))
        if rng.random() < 0.05:
            others = ["", "  ", "nonsense", '{"w": 3}', "3x1:2a2", lines[-1][:-3], "2=2", lines[-1] + "}"]
            lines.append(rng.choice(others))
    lines[500] = ENDLESS
    path = tmp_path_factory.mktemp("bulk") / "mixed.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines).encode() + b"\r\n\xff\n" + TAKEN.encode())
    assert path.stat().st_size > bulk.LEAST_FILE
    return path


@pytest.mark.parametrize(
    "arguments", [("solve",), ("solve", "-j", "3"), ("count",), ("count", "--limit", "5"), ("count", "-j", "3")]
)
def test_both_ways_give_the_same_lines(
    mixed: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    used = []
    quick = bulk.answer_lines

    def watched(*given: object, **how: object) -> None:
        used.append(True)
        quick(*given, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(bulk, "answer_lines", watched)
    for least in (bulk.LEAST_FILE, 1 << 40):
        monkeypatch.setattr(bulk, "LEAST_FILE", least)
        code = main([*arguments, str(mixed), "--json", "--node-limit", "300"])
        said.append((code, *capsys.readouterr()))
    assert used == [True]
    (code, out, err), slow = said
    assert code == 2
    assert (out, _reasons(err)) == (slow[1], _reasons(slow[2]))
    assert {answer["status"] for answer in map(json.loads, out.splitlines())} >= {"unknown"}


def _reasons(errors: str) -> list[str]:
    """Return the complaints without the place in the line: both ways know it, but count from different starts."""
    return [line.split(": ")[1] for line in errors.splitlines()]


def test_from_pipes_and_packed_files(mixed: Path, tmp_path: Path) -> None:
    expected = run("count", mixed, "--json", "--node-limit", "300")
    piped = run("count", "--json", "--node-limit", "300", stdin=mixed.read_bytes())
    assert (piped.returncode, piped.stdout.replace("<stdin>", str(mixed))) == (expected.returncode, expected.stdout)
    assert expected.stdout.count("\n") > 900
    assert piped.stderr == expected.stderr.replace(str(mixed), "<stdin>")
    path = tmp_path / "mixed.jsonl.gz"
    noise = "".join(random.Random(1).choices("abcdefghij", k=600_000))  # so that it is large when packed
    path.write_bytes(gzip.compress(mixed.read_bytes() + b"\n" + noise.encode()))
    packed = run("count", path, "--json", "--node-limit", "300")
    assert packed.stdout.replace(str(path), str(mixed)) == expected.stdout
    path.write_bytes(path.read_bytes()[:-1000])
    cut = run("count", path, "--json", "--node-limit", "300")
    assert cut.returncode == 2
    assert "expected text in UTF-8 that can be read to its end" in cut.stderr


def test_strict_stops_there_too(mixed: Path, tmp_path: Path) -> None:
    done = run("solve", mixed, "--json", "--strict", "-o", tmp_path / "out")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_line_beyond_all_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hashi_fast.cli import source

    monkeypatch.setattr(source, "_LONGEST_LINE", 100)
    path = tmp_path / "long.jsonl"
    path.write_bytes(b"x" * 1000 + b"\nshort\n" + b"y" * 1000)
    opened = source.Source(str(path))
    opened.block_size = 64
    with opened:
        blocks = b"".join(opened.blocks())
    assert [line[:1] for line in blocks.splitlines()] == [b"x", b"s", b"y"]
    assert len(blocks) < 500
