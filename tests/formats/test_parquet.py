"""Parquet: boards and solutions as columns of text, there and back, and files of others."""
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy
import pytest

import hashi_fast as hf
from hashi_fast.errors import FormatError
from hashi_fast.formats._columns import read_bridges, read_tasks, write_bridges, write_tasks
from hashi_fast.formats.parquet import KEY
from hashi_fast.generation.block import BlockMaker

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

SPECS = [
    hf.Spec(7, 7),
    hf.Spec(30, 20, difficulty="easy"),
    hf.Spec(7, 7, max_bridges=4, doubles=(0.6, 1)),
    hf.Spec(7, 7, unknown_clues=0.4),
    hf.Spec(1, 9, islands=(1, 4)),
    hf.Spec(60, 3, islands=(3, 6)),
]


def column(*texts: str) -> tuple[Any, Any]:
    data = "".join(texts).encode()
    ends = numpy.cumsum([0, *map(len, texts)]).astype(numpy.int32)
    return ends, numpy.frombuffer(data, dtype=numpy.uint8)


@pytest.mark.parametrize("spec", SPECS, ids=repr)
def test_columns_there_and_back(spec: hf.Spec) -> None:
    block = BlockMaker(spec, 1, 0, 20).make()
    chosen = block.all_made()[1:]
    assert len(chosen) > 5
    offsets, text = write_tasks(chosen, spec.width, spec.height, block.arrays)
    tasks = [text[a:b].tobytes().decode() for a, b in pairwise(offsets)]
    sizes = (numpy.full(len(chosen), side, dtype=numpy.int32) for side in (spec.width, spec.height))
    starts, row, col, target = read_tasks(*sizes, offsets, text)
    ends, bridges = read_bridges(*write_bridges(chosen, block.arrays))
    for i, k in enumerate(chosen.tolist()):
        made = block.puzzle(k)
        part = slice(starts[i], starts[i + 1])
        clues = [None if clue < 0 else clue for clue in target[part].tolist()]
        assert list(zip(row[part], col[part], clues, strict=True)) == list(made.puzzle.islands)
        assert bridges[ends[i] : ends[i + 1]].tolist() == list(made.solution.counts)
        if spec.max_bridges == 2 and not spec.unknown_clues:  # which is all that the format task can hold
            assert hf.loads(f"{spec.width}x{spec.height}:{tasks[i]}") == made.puzzle


@pytest.mark.parametrize(
    ("task", "message"),
    [
        ("2b2", "character 3: expected 3 cells, found more"),
        ("2a22", "character 4: expected 3 cells, found more"),
        ("2a", "character 3: expected 3 cells, found 2"),
        ("", "character 1: expected 3 cells, found 0"),
        ("2!2", "character 2: expected a digit, a letter a..z or A..G, or '?', found '!'"),
        ("2H2", "character 2: expected a digit"),
        ("z", "character 2: expected 3 cells, found more"),
    ],
)
def test_tasks_that_are_none(task: str, message: str) -> None:
    sizes = numpy.array([3, 3, 3], dtype=numpy.int32), numpy.array([1, 1, 1], dtype=numpy.int32)
    with pytest.raises(FormatError, match="task of row 1, ") as caught:
        read_tasks(*sizes, *column("2a2", task, "1a1"))
    assert message in str(caught.value)


def test_solutions_that_are_none() -> None:
    with pytest.raises(FormatError, match=r"solution of row 2: expected digits 0\.\.4, found '5'"):
        read_bridges(*column("012", "", "34541"))


def write(path: Path, **columns: Any) -> Path:
    pq.write_table(pa.table(columns), path)
    return path


def test_puzzles_of_others(tmp_path: Path) -> None:
    boards = {"width": [3, 4], "height": [1, 1], "task": ["2a2", "1b1"]}
    path = write(tmp_path / "a.parquet", **boards)
    assert list(hf.PuzzleBatch.from_parquet(path)) == [hf.loads("3x1:2a2"), hf.loads("4x1:1b1")]
    write(tmp_path / "b.parquet", **boards, max_bridges=[3, 4], loops=[True, False])
    batch = hf.PuzzleBatch.from_parquet(tmp_path)  # all of them
    assert [(each.max_bridges, each.loops) for each in batch] == [(2, True), (2, True), (3, True), (4, False)]
    assert len(batch) == 4
    assert [len(each.islands) for each in batch] == [2] * 4
    # Whatever type the texts have.
    write(path, **boards | {"task": pa.array(boards["task"]).dictionary_encode()})
    assert len(hf.PuzzleBatch.from_parquet(path)) == 2
    write(path, **{name: pa.array([], pa.string() if name == "task" else pa.int64()) for name in boards})
    assert len(hf.PuzzleBatch.from_parquet(path)) == 0


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"width": [3], "height": [1]}, "expected a column 'task', found width, height"),
        ({"task": ["2a2"]}, "expected a column 'width', or the size of the boards in hashi-fast's metadata"),
        ({"width": [3, None], "height": [1, 1], "task": ["2a2", "2a2"]}, "expected a value in every row"),
        ({"width": [3.5], "height": [1], "task": ["2a2"]}, "expected whole numbers in the column 'width'"),
        ({"width": [3, 3], "height": [1, 1], "task": ["2a2", None]}, "expected a text in every row"),
        ({"width": [3, 3], "height": [1, 1], "task": ["2a2", "2a"]}, "task of row 1, character 3"),
        ({"width": [3], "height": [1], "task": [[1]]}, "expected texts in the column 'task', found list"),
        ({"width": [-3], "height": [-1], "task": ["2a2"]}, "expected 0 to 10000 in the column 'width', found -3 to -3"),
        ({"width": [2**32 + 3], "height": [1], "task": ["2a2"]}, "expected 0 to 10000 in the column 'width'"),
        ({"width": [3], "height": [0], "task": ["2a2"]}, "row 0: a board of 3x0; expected sides from 1 to 10000"),
        ({"width": [3], "height": [1], "task": ["2a2"], "max_bridges": [258]}, "0 to 4 in the column 'max_bridges'"),
        ({"width": [3], "height": [1], "task": ["2a2"], "loops": [2]}, "0 to 1 in the column 'loops'"),
    ],
)
def test_files_that_are_none(columns: dict[str, Any], message: str, tmp_path: Path) -> None:
    path = write(tmp_path / "bad.parquet", **columns)
    with pytest.raises(FormatError) as caught:
        hf.PuzzleBatch.from_parquet(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


@pytest.mark.parametrize("board", [[1], {"width": "3", "height": 1}, {"width": -3, "height": -1}, {"width": None}, 7])
def test_metadata_that_is_none(board: Any, tmp_path: Path) -> None:
    schema = pa.schema([("task", pa.string())], {KEY: json.dumps({"board": board}).encode()})
    pq.write_table(pa.table({"task": ["2a2"]}, schema=schema), tmp_path / "bad.parquet")
    with pytest.raises(FormatError, match=r"bad\.parquet: expected a .*hashi-fast's metadata"):
        hf.PuzzleBatch.from_parquet(tmp_path / "bad.parquet")


def test_what_is_no_parquet_file(tmp_path: Path) -> None:
    path = tmp_path / "text.parquet"
    path.write_text("3x1:2a2")
    with pytest.raises(FormatError, match="expected a Parquet file"):
        hf.PuzzleBatch.from_parquet(path)
    with pytest.raises(FileNotFoundError):
        hf.PuzzleBatch.from_parquet(tmp_path / "none.parquet")
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileNotFoundError, match="no Parquet files"):
        hf.PuzzleBatch.from_parquet(tmp_path / "empty")
    write(path, width=[3], height=[1], task=["9a9"])
    with pytest.raises(hf.InvalidPuzzle, match="puzzle 0, island 0 at row 1, column 1: target 9"):
        hf.PuzzleBatch.from_parquet(path)


def test_without_pyarrow_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'hashi-fast\[parquet\]'"):
        hf.PuzzleBatch.from_parquet(tmp_path / "any.parquet")
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'hashi-fast\[parquet\]'"):
        hf.shard(hf.Spec(7, 7), 1, 0, 5, tmp_path / "any.parquet")
