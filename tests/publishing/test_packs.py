"""Packs: the order of puzzles, their ids, what is left out, and files that all readers accept."""
import gc
import gzip
import io
import json
import random
import tracemalloc
from pathlib import Path

import paths
import pytest
from boards import solvable_puzzle
from command_line import CHOICE, ENDLESS, PAIR, SPLIT, run
from ladder import BOARDS as LADDER

import hashi_fast as hf
from hashi_fast.cli import main
from hashi_fast.errors import FormatError, InvalidPuzzle
from hashi_fast.formats import Record, iter_load, load
from hashi_fast.publishing.packs import LeftOut, Pack, pack

BOARDS = paths.BOARDS
# Puzzles of all levels, and how many there are of each.
SOME = [record for side in (7, 10, 15) for record in load(BOARDS / f"tatham_{side}.jsonl")[:12]]
SOME += [Record(puzzle) for puzzle in LADDER.values()]
LEVELS = ["easy", "medium", "hard", "expert", "extreme"]
COUNTS = [24 + 4, 12 + 4, 2, 3, 2]


def pair(length: int, **fields: object) -> Record:
    """Return an easy puzzle with one solution."""
    return Record(hf.Puzzle(length, 1, [(0, 0, 2), (0, length - 1, 2)]), **fields)  # type: ignore[arg-type]


def ids(made: Pack) -> list[object]:
    return [record.puzzle.id for record in made.records]


# Order


def test_levels_in_order_and_each_by_score_and_islands() -> None:
    made = pack(SOME)
    assert list(made) == LEVELS
    assert sum(len(records) for records in made.values()) == len(made.records) == len(SOME)
    for level, records in made.items():
        ratings = [hf.rate(record.puzzle) for record in records]
        assert {rating.difficulty for rating in ratings} <= {level}
        assert [record.rating for record in records] == ratings
        keys = [(rating.score, len(record.puzzle.islands)) for rating, record in zip(ratings, records, strict=True)]
        assert keys == sorted(keys)
    assert [len(records) for records in made.values()] == COUNTS


def test_the_order_of_the_input_does_not_matter() -> None:
    rng = random.Random(1)
    # Many of these have equal scores and equal numbers of islands.
    puzzles = {p.canonical(): p for p in (solvable_puzzle(rng, max_side=4, max_islands=5)[0] for _ in range(300))}
    unique = [puzzle for puzzle in puzzles.values() if hf.is_unique(puzzle)]
    made = pack(unique)
    assert len(made.records) == len(unique) > 50
    for _ in range(3):
        rng.shuffle(unique)
        assert pack(unique) == made


def test_a_rating_that_is_there_is_believed_unless_told_otherwise() -> None:
    stored = {"difficulty": "expert", "score": 3, "votes": 7}
    assert pack([pair(3, rating=stored)])["expert"][0].rating.to_dict() == stored
    (rated,) = pack([pair(3, rating=stored)], rate_anew=True)["easy"]
    assert rated.rating == hf.rate(pair(3).puzzle)
    assert rated.rating.to_dict() == {**hf.rate(pair(3).puzzle).to_dict(), "votes": 7}


@pytest.mark.parametrize(
    "rating",
    [
        {}, {"difficulty": "expert"}, {"score": 3}, {"difficulty": "fiendish", "score": 3},
        {"difficulty": "expert", "score": "3"}, {"difficulty": "expert", "score": True},
        {"difficulty": "expert", "score": float("nan")},
    ],
)  # fmt: skip
def test_half_a_rating_is_none(rating: dict[str, object]) -> None:
    made = pack([pair(3, rating=rating)])
    assert len(made["easy"]) == 1


# What is left out


def test_what_cannot_be_rated() -> None:
    items = [hf.loads(text) for text in (PAIR, CHOICE, SPLIT, ENDLESS)]
    with pytest.raises(ValueError, match="puzzle 2: several solutions; expected exactly one; unrated='drop'"):
        pack(items)
    with pytest.raises(ValueError, match=r"puzzle 1 \(id 'x'\): no solution"):
        pack([hf.loads(SPLIT).with_id("x")])
    made = pack(items[:3], unrated="drop")
    assert len(made.records) == 1
    assert made.left_out == (LeftOut(1, "multiple"), LeftOut(2, "none"))
    assert pack(items[3:], unrated="drop", node_limit=0).left_out == (LeftOut(0, "unknown"),)


def test_duplicates() -> None:
    puzzle = hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2")
    for k in range(8):
        with pytest.raises(ValueError, match="puzzle 3: the same as puzzle 1, turned or mirrored"):
            pack([puzzle, hf.loads(PAIR), puzzle.transformed(k)])
        made = pack([puzzle, hf.loads(PAIR), puzzle.transformed(k)], duplicates="drop")
        assert made.left_out == (LeftOut(2, "duplicate", 0),)
        assert made["medium"][0].puzzle == puzzle
    assert len(pack([puzzle, puzzle.transformed(3)], duplicates="keep")["medium"]) == 2
    # Other rules make another puzzle.
    assert len(pack([puzzle, hf.Puzzle(7, 7, puzzle.islands, max_bridges=3)], unrated="drop").left_out) < 2
    trees = [hf.Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)], loops=loops) for loops in (True, False)]
    assert len(pack(trees).records) == 2


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"unrated": "keep"}, ValueError, "unrated must be one of 'refuse', 'drop', not 'keep'"),
        ({"duplicates": None}, ValueError, "duplicates must be one of 'refuse', 'drop', 'keep', not None"),
        ({"ids": 7}, TypeError, "ids must be a text that new ids begin with, or None, not 7"),
        ({"time_limit": -1}, ValueError, "time_limit"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        pack([], **arguments)  # type: ignore[arg-type]


def test_what_the_generator_makes_is_taken(tmp_path: Path) -> None:
    made = list(hf.produce(5, hf.Spec(7, 7), seed=3))
    records = [each.record() for each in made]
    assert pack(made) == pack(hf.produce(5, hf.Spec(7, 7), seed=3)) == pack(records)
    assert Pack({"hard": made}) == Pack({"hard": records})
    assert hf.dumps(made[0]) == hf.dumps(records[0])
    one, many = tmp_path / "one.jsonl", tmp_path / "many.jsonl"
    assert (hf.dump(made[0], one), hf.dump(iter(made), many)) == (1, 5)
    assert (load(one), load(many)) == (records[:1], records)
    assert hf.dumps(hf.generate(5, 5, seed=1), "tatham").startswith("5x5")
    with pytest.raises(InvalidPuzzle, match="puzzle 1: expected a Puzzle or a Record, found 7"):
        Pack({"hard": [7]})  # type: ignore[list-item]


def test_items_that_are_no_puzzles() -> None:
    with pytest.raises(InvalidPuzzle, match="puzzle 2: expected a Puzzle or a Record, found '3x1:2a2'"):
        pack([hf.loads(PAIR), PAIR])  # type: ignore[list-item]


# Ids


def test_ids_where_there_are_none() -> None:
    given = [pair(3), pair(4), pair(5)]
    assert ids(pack(given)) == ["easy-001", "easy-002", "easy-003"]
    named = [given[0]._replace(puzzle=given[0].puzzle.with_id("easy-001")), *given[1:]]
    assert sorted(map(str, ids(pack(named)))) == ["easy-001", "easy-002", "easy-003"]
    assert ids(pack([pair(3)._replace(puzzle=pair(3).puzzle.with_id(7))])) == [7]


def test_new_ids_for_all() -> None:
    named = [record._replace(puzzle=record.puzzle.with_id("same")) for record in (pair(3), pair(4))]
    with pytest.raises(ValueError, match="two puzzles have the id 'same'"):
        pack(named)
    assert ids(pack(named, ids="")) == ["easy-001", "easy-002"]
    assert ids(pack(named, ids="vol 2, ")) == ["vol 2, easy-001", "vol 2, easy-002"]
    with pytest.raises(ValueError, match="two puzzles have the id"):
        pack([pair(3)._replace(puzzle=pair(3).puzzle.with_id(7)), pair(4)._replace(puzzle=pair(4).puzzle.with_id("7"))])


def test_ids_are_as_wide_as_there_are_puzzles() -> None:
    made = pack((pair(length) for length in range(3, 1003)), ids="")
    assert ids(made)[0] == "easy-0001"
    assert ids(made)[-1] == "easy-1000"


def test_a_solution_stays_with_its_puzzle() -> None:
    solved = pair(3)
    solved = solved._replace(solution=hf.solve(solved.puzzle).solution, extra={"seed": 5})
    (record,) = pack([solved]).records
    assert (record.solution, record.extra) == (solved.solution, {"seed": 5})
    assert hf.loads_record(hf.dumps(record)) == record


# Values and files


def test_a_pack_by_hand() -> None:
    made = Pack({"hard": [pair(3)]})
    assert made["hard"] == (pair(3),)
    assert made["easy"] == ()
    assert repr(Pack({})) == "<Pack of 0 puzzles>"
    with pytest.raises(ValueError, match=r"expected levels out of easy, .* extreme, found 'fiendish'"):
        Pack({"fiendish": []})  # type: ignore[dict-item]
    with pytest.raises(KeyError):
        made["fiendish"]  # type: ignore[index]


@pytest.mark.parametrize("name", ["pack.json", "pack.json.gz"])
def test_saved_and_loaded(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    made = pack(SOME)
    made.save(path)
    raw = path.read_bytes()
    fields = json.loads(gzip.decompress(raw) if name.endswith(".gz") else raw)
    assert list(fields) == LEVELS
    assert [len(fields[level]) for level in LEVELS] == COUNTS
    assert Pack.load(path) == made
    assert load(path) == list(made.records)
    made.save(path)
    assert path.read_bytes() == raw
    assert list(tmp_path.iterdir()) == [path]


def test_a_pack_that_cannot_be_written_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "pack.json"
    path.write_text("before")
    with pytest.raises(FormatError):
        Pack({"easy": [pair(3, extra={"w": 1})]}).save(path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_load_needs_levels(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    hf.dump([pair(3)], path)
    with pytest.raises(FormatError, match=r"puzzles.jsonl: puzzle 1: expected a rating with a difficulty, found None"):
        Pack.load(path)


PLAIN = '{"w": 3, "h": 1, "task": "2a2"}'
RATED = '{"w": 4, "h": 1, "task": "2b2", "rating": {"difficulty": "easy", "score": 2}}'


@pytest.mark.parametrize("indent", [None, 0, 2])
@pytest.mark.parametrize("chunk", [7, 1 << 16])
def test_any_layout_is_read(indent: int | None, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashi_fast.formats.pack._CHUNK", chunk)
    fields = {"hard": [json.loads(PLAIN), json.loads(RATED)], "extreme": [], "easy": [json.loads(PLAIN)]}
    for text in (json.dumps(fields, indent=indent), f"\ufeff\n {json.dumps(fields, indent=indent)} \n\n"):
        for format in (None, "json"):
            records = list(iter_load(io.StringIO(text), format))
            assert [record.puzzle.width for record in records] == [3, 4, 3]
            # The level that a puzzle is listed under counts.
            assert [record.rating.to_dict() for record in records if record.rating] == [
                {"difficulty": "hard"}, {"difficulty": "hard", "score": 2}, {"difficulty": "easy"}
            ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"easy": []', "line 1: pack, after easy: expected ',' or '}', found the end"),
        ('{"easy": [], ', "line 1: pack: expected one of the levels easy, medium"),
        ('{"easy": [],\n"fiendish": []}', "line 2: pack: expected one of the levels .*, found 'fiendish'"),
        ('{"easy": [],\n7: []}', "line 2: pack: expected one of the levels .*, found 7"),
        ('{"easy": [], "easy": []}', "pack: expected every level once, found 'easy' twice"),
        ('{"easy": [], "hard": {}}', "pack, hard: expected '\\[', found '{'"),
        ('{"easy": [], "hard" []}', "pack, hard: expected ':', found '\\['"),
        (f'{{"easy": [{PLAIN}\n{PLAIN}]}}', "line 2: pack, easy\\[0\\], after it: expected ',' or '\\]', found '{'"),
        (f'{{"easy": [{PLAIN},\n{{]}}', "line 2: pack, easy\\[1\\]: expected a puzzle, found none: Expecting property"),
        ('{"easy": [' + "[" * 100_000, "pack, easy\\[0\\]: expected a puzzle, found brackets nested too deep"),
        (f'{{"easy": [{PLAIN}]}} x', "pack: expected nothing after its end, found 'x'"),
    ],
)
def test_packs_that_are_broken(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=f"<stream>, {message}" if message.startswith("line") else message):
        load(io.StringIO(text))
    errors: list[str] = []
    list(iter_load(io.StringIO(text), on_error=lambda line, error: errors.append(str(error))))
    assert len(errors) == 1


def test_a_bad_puzzle_does_not_hide_the_others() -> None:
    text = f'{{"easy": [\n{PLAIN},\n{{"w": 3}},\n7,\n{PLAIN}], "hard": [{{"w": 3, "h": 1, "task": "2?2"}}, {PLAIN}]}}'
    errors: list[tuple[int, str]] = []
    records = list(iter_load(io.StringIO(text), on_error=lambda line, error: errors.append((line, str(error)))))
    assert len(records) == 3
    assert [line for line, _ in errors] == [3, 4, 5]
    assert errors[0][1].startswith("<stream>, line 3: pack, easy[1]: json: expected the key 'islands'")
    assert errors[2][1].startswith("<stream>, line 5: pack, hard[0]: task, key 'task', character 2")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "pack.json"
    path.write_bytes(b'{"easy": [{"id": "\xff", "w": 3, "h": 1, "task": "2a2"}, ' + PLAIN.encode() + b"]}")
    errors: list[str] = []
    assert len(list(iter_load(path, on_error=lambda line, error: errors.append(str(error))))) == 1
    assert errors == [f"{path}, line 1: pack, easy[0]: character 9: expected text in UTF-8"]


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    def peak(name: str, count: int) -> tuple[int, int]:
        """The size of a pack of so many puzzles, and the memory that it takes to read it."""
        path = tmp_path / name
        Pack({"easy": [pair(3, extra={"note": 500 * "x"})] * count}).save(path)
        next(iter_load(path))  # what is loaded on first use does not count
        gc.collect()
        tracemalloc.start()
        try:
            assert sum(1 for _ in iter_load(path)) == count
            return path.stat().st_size, tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    small, low = peak("small.json", 1_000)
    large, high = peak("large.json", 4_000)
    assert large - small > 1_800_000
    assert high - low < 300_000


# The command line


def test_pack_command(tmp_path: Path) -> None:
    path = tmp_path / "pack.json"
    lines = f"{PAIR}\n7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2\n{CHOICE}\n{SPLIT}\n1x3:2a2\nnonsense\n"
    done = run("pack", "--out", path, stdin=lines)
    assert done.returncode == 2
    assert " ".join(done.stdout.split()) == "easy 1 medium 1 hard 0 expert 0 extreme 0 total 2"
    said = done.stderr.splitlines()
    assert said[0].startswith("hashi-fast: <stdin>, line 6: ")
    assert said[1:] == [
        "hashi-fast: line 3: several solutions; left out",
        "hashi-fast: line 4: no solution; left out",
        "hashi-fast: line 5: the same as line 1, turned or mirrored; left out",
        "hashi-fast: 1 refused, 5 read",
    ]
    assert ids(Pack.load(path)) == ["easy-001", "medium-001"]
    # All commands read it.
    assert run("convert", path, "--to", "task").stdout.count("task") == 2
    assert run("count", path).stdout == "line 2, easy-001: 1 solution\nline 5, medium-001: 1 solution\n"


def test_pack_command_for_machines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, path = BOARDS / "tatham_7.jsonl", tmp_path / "pack.json.gz"
    arguments = [str(source), "-o", str(path), "--json", "--ids", "new-"]
    assert main(["pack", *arguments]) == 0
    answer = json.loads(capsys.readouterr().out)
    counts = dict(zip(LEVELS, [500, 0, 0, 0, 0], strict=True))
    assert answer == {"puzzles": 500, "levels": counts, "left_out": []}
    assert ids(Pack.load(path))[0] == "new-easy-001"
    assert main(["pack", str(source), *arguments]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["left_out"]) == answer["puzzles"] == 500
    assert answer["left_out"][0] == {
        "id": "tatham-7-000", "file": str(source), "line": 1, "reason": "duplicate",
    }
    assert main(["pack", str(source), *arguments, "--keep-duplicates", "--rate-anew"]) == 0
    assert json.loads(capsys.readouterr().out)["puzzles"] == 1000


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("typo.jsonl", "typo.jsonl: No such file or directory"),
        ("empty.txt", ""),
        ("bad.txt", "bad.txt: character 1: expected a puzzle"),
        ("split.txt", "line 1: no solution; left out"),
    ],
)
def test_without_puzzles_what_is_there_stays(
    name: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file, text in (("empty.txt", ""), ("bad.txt", "nonsense\n"), ("split.txt", SPLIT)):
        Path(file).write_text(text)
    keep = Path("keep.json")
    pack([pair(3)]).save(keep)
    before = keep.read_bytes()
    assert main(["pack", name, "--out", "keep.json"]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.endswith("hashi-fast: no puzzles, so no pack; keep.json is not written\n")
    assert keep.read_bytes() == before
    # One readable puzzle is enough for a pack, and what could not be read is reported.
    Path("good.txt").write_text(PAIR)
    assert main(["pack", "good.txt", "typo.jsonl", "--out", "new.json"]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == "hashi-fast: 1 refused, 1 read"
    assert len(Pack.load("new.json").records) == 1


def test_pack_command_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, lines = tmp_path / "pack.json", tmp_path / "lines.txt"
    lines.write_text(f"{PAIR}\n{CHOICE}\n")
    assert main(["pack", str(lines), "-o", str(path)]) == 1
    lines.write_text(f"{PAIR}\n{ENDLESS}\n")
    assert main(["pack", str(lines), "-o", str(path), "--node-limit", "0"]) == 3
    lines.write_text('{"id": 1, "w": 3, "h": 1, "task": "2a2"}\n{"id": 1, "w": 4, "h": 1, "task": "2b2"}')
    capsys.readouterr()
    assert main(["pack", str(lines), "-o", str(path)]) == 2
    said = "two puzzles have the id 1; expected different or new ids: --ids PREFIX"
    assert capsys.readouterr().err == f"hashi-fast: {said}\n"
    assert main(["pack", str(lines), "-o", str(tmp_path / "none" / "pack.json")]) == 2
    assert "does not exist" in capsys.readouterr().err
    with pytest.raises(SystemExit) as left:
        main(["pack", str(lines)])
    assert left.value.code == 2
