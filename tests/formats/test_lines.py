"""Two readers, one answer: the scanner with the ordinary reader behind it says what the ordinary reader alone says."""
import gzip
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from boards import puzzles
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hashi_fast as hf
from hashi_fast.errors import FormatError
from hashi_fast.formats import files, get, names
from hashi_fast.formats.files import RecordReader

TAKEN = '{"w": 1, "h": 1, "islands": [{"r": 0, "c": 0, "target": 0}]}'
MADE = [hf.dumps(made) for made in hf.produce(6, hf.Spec(5, 5), seed=3)]
SIGNS = '0123456789{}[],:"\\ -.eEnt\t\x7f\u00e9\ufeff\udcff'
OTHERS = ["", " ", "\t", "\x0b", "3x1:2a2", "2.2/...", "nonsense", "{", '{"w": 3, "h": 1, "task": "2a2"}', "\udcff"]


@st.composite
def mutated_lines(draw: st.DrawFn) -> str:
    """Return a record, as it is, with a mark before it, or with characters changed, removed, inserted or swapped."""
    made = st.sampled_from([*MADE, *OTHERS])
    line = draw(made | puzzles().map(hf.dumps))
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(line)))
        put = draw(st.sampled_from([*SIGNS, '"x": 1, ', "[0, 0, 0, 1, 1], "]))
        line = line[:at] + draw(st.sampled_from([put, ""])) + line[at + draw(st.integers(0, 2)) :]
    if draw(st.integers(0, 9)) == 0:
        line = "\ufeff" + line
    return line


def read(text: str, format: str | None, *, in_bulk: bool) -> tuple[list[Any], list[str]]:
    """Return what a stream holds, with ids, and the complaints about the rest."""
    errors: list[str] = []
    named = None if format is None else get(format)
    stream = io.StringIO(text)
    reader = RecordReader(stream, "<stream>", named, lambda line, error: errors.append(str(error)), in_bulk=in_bulk)
    return [(reader.line, record, record.puzzle.id) for record in reader.records()], errors


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(mutated_lines(), max_size=8), st.sampled_from([None, "json", "jsonl"]), st.integers(1, 2000))
def test_both_readers_give_the_same_records_and_complaints(lines: list[str], format: str | None, block: int) -> None:
    text = "\n".join([TAKEN, *lines]).replace("\r", "")
    before = files.BLOCK
    files.BLOCK = block
    try:
        assert read(text, format, in_bulk=True) == read(text, format, in_bulk=False)
    finally:
        files.BLOCK = before


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lines") / "lines.jsonl"


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(lines=st.lists(mutated_lines(), max_size=6))
def test_a_batch_has_the_same_puzzles_or_the_same_complaint(path: Path, lines: list[str]) -> None:
    path.write_text("\n".join([TAKEN, *lines]), encoding="utf-8", errors="surrogateescape")
    found: list[Any] = []
    try:
        found += [(record.puzzle, record.puzzle.id) for record in hf.iter_load(path, "jsonl")]
        complaint = None
    except FormatError as error:
        complaint = str(error)
    if complaint is None:
        batch = hf.PuzzleBatch.from_jsonl(path)
        assert [(puzzle, puzzle.id) for puzzle in batch] == found
    else:
        with pytest.raises(FormatError) as caught:
            hf.PuzzleBatch.from_jsonl(path)
        assert str(caught.value) == complaint


def test_a_mark_before_a_later_line_is_refused_by_both(tmp_path: Path) -> None:
    text = f"\ufeff{TAKEN}\n\ufeff{TAKEN}\n{TAKEN}\n"
    for in_bulk in (True, False):
        records, errors = read(text, None, in_bulk=in_bulk)
        assert len(records) == 2
        assert [error.partition(": ")[0] for error in errors] == ["<stream>, line 2"]
    path = tmp_path / "marked.jsonl"
    path.write_text(text)
    with pytest.raises(FormatError, match="line 2: "):
        hf.PuzzleBatch.from_jsonl(path)


def test_no_other_format_looks_like_a_line_that_the_scanner_takes() -> None:
    """After a line that was taken, the next one is JSON, too, unless it looks like something else."""
    others = [name for name in names() if name not in ("json", "jsonl", "task")]
    assert [name for name in others if any(get(name).detect(line) for line in (TAKEN, *MADE))] == []


def test_left_lines_keep_their_place_in_a_batch(tmp_path: Path) -> None:
    rng = random.Random(5)
    lines = []
    for number in range(300):
        fields = json.loads(rng.choice(MADE)) | {"id": number}
        if rng.random() < 0.3:
            fields["title"] = "\u00e9"
        lines.append(json.dumps(fields, ensure_ascii=False))
    path = tmp_path / "some.jsonl"
    path.write_text("\n\n".join(lines), encoding="utf-8")
    batch = hf.PuzzleBatch.from_jsonl(path)
    assert batch.ids == tuple(range(300))
    assert list(batch) == [hf.loads(line) for line in lines]
    packed = tmp_path / "some.jsonl.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert list(hf.PuzzleBatch.from_jsonl(packed)) == list(batch)
    packed.write_bytes(packed.read_bytes()[:-9])
    with pytest.raises(FormatError, match="read to its end"):
        hf.PuzzleBatch.from_jsonl(packed)


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    path.write_text("\n \n")
    assert len(hf.PuzzleBatch.from_jsonl(path)) == 0
    with pytest.raises(FileNotFoundError):
        hf.PuzzleBatch.from_jsonl(tmp_path / "missing.jsonl")
