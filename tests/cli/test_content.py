"""`hashi-fast content`: a manifest becomes the files of an app, again and again the same, and all is checked."""
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import hashi_fast as hf
from hashi_fast.cli import main
from hashi_fast.generation._form_set import forms_of
from hashi_fast.publishing.content import stable_id

MANIFEST = """
seed = 7
exclude = ["first.jsonl"]
[[part]]
name = "easy"
kinds = "5x5 easy 6; 6x6 easy 4"
climb = true
[[part]]
name = "mixed"
kinds = ["6x6 8"]
output = "mixed.json"
format = "pack"
[[part]]
name = "lines"
kinds = ["7x7 medium 3"]
format = "jsonl"
"""

Content = Callable[..., tuple[int, str, str]]


@pytest.fixture
def content(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Content:
    """Return a function that runs the command in this process and returns its exit code and what it wrote."""
    (tmp_path / "content.toml").write_text(MANIFEST)
    hf.dump(hf.produce(20, hf.Spec(6, 6), seed=7), tmp_path / "first.jsonl")

    def run(*words: str) -> tuple[int, str, str]:
        return main(["content", str(tmp_path / "content.toml"), *words]), *capsys.readouterr()

    return run


def all_bytes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_whole_app(tmp_path: Path, content: Content) -> None:
    code, out, said = content()
    assert (code, out) == (0, "")
    assert "total" in said
    assert "21 puzzles checked" in said
    records = hf.load(tmp_path / "content.jsonl")
    easy, mixed = hf.load(tmp_path / "easy.compact"), hf.load(tmp_path / "mixed.json")
    lines = hf.load(tmp_path / "lines.jsonl")
    assert [record.puzzle for record in easy + lines] == [record.puzzle for record in records[:10] + records[18:]]
    assert {record.puzzle for record in mixed} == {record.puzzle for record in records[10:18]}
    everything = easy + mixed + lines
    assert all(hf.check(record.puzzle, record.solution) == [] for record in everything)
    assert [record.rating.difficulty for record in lines if record.rating] == ["medium"] * 3
    forms = {record.puzzle.canonical() for record in everything}
    assert len(forms) == 21
    assert not forms & {record.puzzle.canonical() for record in hf.load(tmp_path / "first.jsonl")}
    assert len({record.puzzle.id for record in everything}) == 21
    assert hf.Pack.load(tmp_path / "mixed.json").records == tuple(mixed)


def test_ids_depend_on_the_board_alone(tmp_path: Path, content: Content) -> None:
    content()
    for record in hf.load(tmp_path / "easy.compact"):
        turned = hf.PuzzleBatch.from_puzzles([record.puzzle.transformed(5)])
        assert record.puzzle.id == stable_id(int(forms_of(turned.boards)[0]))
    golden = forms_of(hf.PuzzleBatch.from_puzzles([hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2")]).boards)
    assert stable_id(int(golden[0])) == "l5ckd332yiica"


def test_the_same_again_and_after_an_interruption(tmp_path: Path, content: Content) -> None:
    content("--quiet")
    made = all_bytes(tmp_path)
    assert content("--quiet", "--workers", "1") == (0, "", "")
    assert all_bytes(tmp_path) == made
    for name in ("easy.compact", "mixed.json", "lines.jsonl"):
        (tmp_path / name).unlink()
    records = tmp_path / "content.jsonl"
    records.write_bytes(made["content.jsonl"][:3000])
    assert content("--quiet")[0] == 0
    assert all_bytes(tmp_path) == made


def test_totals_as_json(content: Content) -> None:
    code, out, _ = content("--json")
    fields = json.loads(out)
    assert (code, fields["puzzles"], fields["problems"]) == (0, 21, [])
    assert [(part["name"], part["puzzles"]) for part in fields["parts"]] == [("easy", 10), ("mixed", 8), ("lines", 3)]
    assert fields["parts"][0]["levels"] == {"easy": 10}


@pytest.mark.parametrize(
    ("file", "change", "problem"),
    [
        ("easy.compact", lambda text: text.replace(b'"packed":"', b'"packed":"a', 1), "expected"),
        ("easy.compact", lambda text: b"".join(reversed(text.splitlines(keepends=True))), "found another one"),
        ("easy.compact", lambda text: text.split(b"\n", 1)[1], "expected 10 puzzles, found 9"),
        ("lines.jsonl", lambda text: text.replace(b'"solution": [', b'"solution": [], "x": [', 1), "its solution"),
        ("content.jsonl", lambda text: text.split(b"\n", 1)[1], "records of lines, found 2"),
        ("content.jsonl", lambda text: text + text[: text.index(b"\n") + 1], "found more"),
        ("content.jsonl", lambda text: text.replace(b'"score": ', b'"score": 1', 1), "is not its rating"),
        ("content.jsonl", lambda text: text.replace(b'"solution": [', b'"solution": [], "x": [', 1), "its solution"),
        ("first.jsonl", lambda text: text + b"TWICE", "is one of those that are excluded"),
        ("content.toml", lambda text: text + b"\n[checks]\nbytes = 100\n", "expected at most 100 bytes"),
    ],
)
def test_checks_can_fail(
    tmp_path: Path, content: Content, file: str, change: Callable[[bytes], bytes], problem: str
) -> None:
    content("--quiet")
    path = tmp_path / file
    first_line = (tmp_path / "easy.compact").read_bytes().split(b"\n", 1)[0]
    path.write_bytes(change(path.read_bytes()).replace(b"TWICE", first_line))
    code, _, said = content("--check")
    assert code == 1
    assert problem in said
    assert json.loads(content("--check", "--json")[1])["problems"]


def test_missing_outputs_are_told(tmp_path: Path, content: Content) -> None:
    content("--quiet")
    (tmp_path / "easy.compact").unlink()
    code, _, said = content("--check")
    assert code == 1
    assert "easy.compact: No such file" in said


@pytest.mark.parametrize(
    ("manifest", "problem"),
    [
        (MANIFEST.replace("seed", "sed"), "did you mean 'seed'?"),
        (MANIFEST.replace('format = "jsonl"', 'format = "json5"'), "part lines: unknown format 'json5'"),
        (MANIFEST.replace('format = "jsonl"', 'format = "janko"'), "expected a format with one puzzle per line"),
        (MANIFEST.replace('format = "jsonl"', 'format = "lp"'), "expected a format that is read and written"),
        (MANIFEST.replace("7x7 medium 3", "7x7 3 unknown_clues=0.2").replace('"jsonl"', '"compact"'), "cannot write"),
        (MANIFEST.replace("first.jsonl", "none.jsonl"), "none.jsonl: No such file"),
    ],
)
def test_bad_manifests(tmp_path: Path, content: Content, manifest: str, problem: str) -> None:
    (tmp_path / "content.toml").write_text(manifest)
    code, _, said = content()
    assert (code, problem in said) == (2, True), said
    assert not (tmp_path / "content.jsonl").exists()


def test_a_changed_manifest_is_told_apart(tmp_path: Path, content: Content) -> None:
    content("--quiet")
    made = all_bytes(tmp_path)
    (tmp_path / "content.toml").write_text(MANIFEST.replace("seed = 7", "seed = 8"))
    code, _, said = content()
    assert (code, "name another file of records" in said) == (2, True)
    assert (tmp_path / "content.jsonl").read_bytes() == made["content.jsonl"]


def test_a_kind_with_too_few_puzzles(tmp_path: Path, content: Content) -> None:
    (tmp_path / "content.toml").write_text('seed = 1\n[[part]]\nname = "a"\nkinds = "3x3 100000"\n')
    code, _, said = content()
    assert (code, "brought nothing new" in said) == (3, True)
    assert not (tmp_path / "a.compact").exists()
