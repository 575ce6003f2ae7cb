"""Every answer says which puzzle it belongs to: file, line and id."""
import json
from pathlib import Path

import pytest
from command_line import CHOICE, PAIR, SPLIT, run

import hashi_fast as hf
from hashi_fast.cli import main

COMMANDS = ("solve", "count", "check", "rate", "hint", "explain", "diagnose", "show", "repair")
NAMED = '{"id": "two", "w": 3, "h": 1, "task": "2a2"}'


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Lines with and without ids, a blank one, and two that are no puzzles."""
    path = tmp_path / "mixed.txt"
    path.write_text(f"3x1:2?2\n{PAIR}\n\nnonsense\n{NAMED}\n")
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_answers_in_json(command: str, mixed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, str(mixed), "--json"]) == 2
    out, err = capsys.readouterr()
    first, second = map(json.loads, out.splitlines())
    assert list(first)[:3] == ["id", "file", "line"]
    assert (first["id"], first["file"], first["line"]) == (None, str(mixed), 2)
    assert (second["id"], second["file"], second["line"]) == ("two", str(mixed), 5)
    assert f"{mixed}, line 1: " in err
    assert f"{mixed}, line 4: " in err


@pytest.mark.parametrize("words", [("solve",), ("count",), ("check",), ("rate",), ("rate", "-j", "2"), ("show",)])
def test_answers_as_text(words: tuple[str, ...], mixed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([*words, str(mixed)])
    out = capsys.readouterr().out
    assert out.startswith("line 2")
    assert "\nline 5, two" in out
    main([*words, str(mixed), PAIR])  # with several files, their names are needed, too
    out = capsys.readouterr().out
    assert out.startswith(f"{mixed}, line 2")
    assert f"\n{mixed}, line 5, two" in out
    assert "\nargument 2" in out


def test_standard_input_and_packs(tmp_path: Path) -> None:
    answers = run("count", "--json", stdin=f"\n{PAIR}\n").stdout
    assert json.loads(answers) == {"id": None, "file": "<stdin>", "line": 2, "status": "complete", "count": 1}
    path = tmp_path / "pack.json"
    hf.pack([hf.loads(PAIR), hf.loads("4x1:1b1")]).save(path)
    for line in run("count", path, "--json").stdout.splitlines():
        answer = json.loads(line)
        assert f'"id": "{answer["id"]}"' in path.read_text().splitlines()[answer["line"] - 1]
    pretty = tmp_path / "pretty.json"
    pretty.write_text(json.dumps(json.loads(path.read_text()), indent=2))
    for line in run("count", pretty, "--json").stdout.splitlines():
        answer = json.loads(line)
        lines = pretty.read_text().splitlines()
        assert "{" in lines[answer["line"] - 1]
        assert answer["id"] in lines[answer["line"]]


def test_many_lines_at_a_time_say_the_same(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    plain = hf.dumps(hf.loads(PAIR))
    made, named = plain[:-1] + ', "seed": 3, "index": 4}', plain.replace('{"w"', '{"id": 7, "w"')
    lines = [plain, "", made, "nonsense", named] * 500
    path.write_text("\n".join(lines))
    answers = [json.loads(line) for line in run("solve", path, "--json").stdout.splitlines()]
    assert [answer["line"] for answer in answers] == [n for n, line in enumerate(lines, 1) if line.startswith("{")]
    assert {answer["file"] for answer in answers} == {str(path)}
    assert [answer["id"] for answer in answers[:3]] == [None, "3-4-9b09c7", 7]


def test_generated_puzzles_have_ids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "made.jsonl"
    # All steps of a climb begin with the same index.
    assert main(["generate", "12", "--size", "6", "--climb", "--seed", "5", "-q", "-o", str(path)]) == 0
    ids = [record.id for record in hf.load(path)]
    assert len(set(ids)) == 12
    assert all(str(name).startswith("5-") for name in ids)
    assert main(["rate", str(path), "--json"]) == 0
    assert [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()] == ids
    assert '"id"' not in path.read_text()  # derived when reading, so the bytes of generated files stay the same


def test_what_is_left_out_of_a_pack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "in.txt"
    path.write_text(f"{PAIR}\n{CHOICE}\n{NAMED}\n")
    assert main(["pack", str(path), "--json", "-o", str(tmp_path / "pack.json")]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["left_out"] == [
        {"id": None, "file": str(path), "line": 2, "reason": "multiple"},
        {"id": "two", "file": str(path), "line": 3, "reason": "duplicate"},
    ]
    assert "line 3, two: the same as line 1, turned or mirrored; left out" in err


@pytest.mark.parametrize(
    "words",
    [("convert", "--to", "has"), ("show",), ("solve", "--to", "grid"), ("solve", "-j2", "--to", "grid"), ("repair",)],
)
def test_files_have_the_number_of_their_puzzle(words: tuple[str, ...], tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_text(f"{PAIR}\nnonsense\n\n4x1:1b1\n3x1:2?2\n{CHOICE}\n")
    folder = tmp_path / "out"
    folder.mkdir()
    ending = "svg" if words == ("show",) else "txt"
    assert main([*words, str(source), "-q", "-o", str(folder / f"{{n:02}}.{ending}")]) == 2
    assert sorted(path.stem for path in folder.iterdir()) == ["01", "03", "05"]


def test_files_of_several_solutions_are_counted(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_text(f"{CHOICE}\nnonsense\n{SPLIT}\n{PAIR}\n")
    folder = tmp_path / "out"
    folder.mkdir()
    assert main(["solve", "--limit", "2", "--to", "grid", str(source), "-q", "-o", str(folder / "{n}.txt")]) == 2
    puzzles = [hf.load(folder / f"{n}.txt")[0].puzzle for n in (1, 2, 3, 4)]
    assert puzzles == [hf.loads(text) for text in (CHOICE, CHOICE, SPLIT, PAIR)]
