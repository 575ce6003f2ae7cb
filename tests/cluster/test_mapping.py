"""Data sets in Parquet, solved and rated by the functions for batches."""
from functools import partial
from pathlib import Path
from typing import Any

import numpy
import pytest

import hashi_fast as hf
from hashi_fast.levels import DIFFICULTIES

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
pytest.importorskip("fsspec")

NAMES = [technique.name for technique in hf.TECHNIQUES]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a folder with generated puzzles and with puzzles of others, in folders of their own."""
    folder = tmp_path / "source"
    (folder / "deep").mkdir(parents=True)
    hf.shard(hf.Spec(9, 9), 1, 0, 300, folder / "made.parquet")
    boards = ["3x1:2a2", "3x3:232343232", "3x3:1a1c1a1", "5x5:2a3a2e3a4a3e2a3a2"]
    columns = {
        "width": [int(board[0]) for board in boards],
        "height": [int(board[2]) for board in boards],
        "task": [board.partition(":")[2] for board in boards],
        "note": ["of others"] * 4,
    }
    pq.write_table(pa.table(columns), folder / "deep" / "others.parquet")
    return folder


def rows(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(path, partitioning=None).to_pylist()
    return found


def test_ratings_of_a_data_set(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashi_fast.cluster.mapping._ROWS", 70)
    progress: list[tuple[int, int]] = []
    how = {"on_progress": lambda *now: progress.append(now)}
    assert hf.map_batches(hf.rate_batch, source, tmp_path / "rated", **how) == 304
    assert progress == [(1, 2), (2, 2)]
    for name in ("made.parquet", "deep/others.parquet"):
        rated = hf.rate_batch(hf.PuzzleBatch.from_parquet(source / name))
        found = rows(tmp_path / "rated" / name)
        assert [row["status"] for row in found] == [hf.Status(number).name.lower() for number in rated.status]
        levels = [None if level < 0 else DIFFICULTIES[level] for level in rated.difficulty]
        assert [row["level"] for row in found] == levels
        assert [row["score"] for row in found] == [None if score < 0 else score for score in rated.score]
        assert [row["hardest"] for row in found] == [None if at < 0 else NAMES[at] for at in rated.hardest]
        assert [row["steps"] for row in found] == rated.steps.tolist()
    assert [row["index"] for row in rows(tmp_path / "rated" / "made.parquet")] == list(range(300))
    assert "index" not in rows(tmp_path / "rated" / "deep" / "others.parquet")[0]


def test_solutions_of_a_data_set(source: Path, tmp_path: Path) -> None:
    function = partial(hf.solve_batch, limit=2, threads=1)
    assert hf.map_batches(function, source / "made.parquet", tmp_path / "solved") == 300
    made, solved = rows(source / "made.parquet"), rows(tmp_path / "solved" / "made.parquet")
    assert [row["solution"] for row in solved] == [row["solution"] for row in made]
    assert {row["status"] for row in solved} == {"one"}
    assert hf.map_batches(function, source / "deep", tmp_path / "solved") == 4
    found = rows(tmp_path / "solved" / "others.parquet")
    assert [row["status"] for row in found] == ["one", "several", "none", "several"]
    assert [row["solutions_found"] for row in found] == [1, 2, 0, 2]


def test_what_is_there_is_not_made_again(source: Path, tmp_path: Path) -> None:
    calls: list[int] = []

    def rate(batch: hf.PuzzleBatch) -> hf.BatchRating:
        calls.append(len(batch))
        return hf.rate_batch(batch)

    path = tmp_path / "rated"
    assert hf.map_batches(rate, source, path) == 304
    before = (path / "made.parquet").stat().st_mtime_ns
    (path / "deep" / "others.parquet").unlink()
    assert hf.map_batches(hf.rate_batch, source, path) == 304
    assert (path / "made.parquet").stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("function", "error", "message"),
    [
        (len, TypeError, "the function returned 300; expected a BatchResult or a BatchRating"),
        ("rate", TypeError, "expected a function like rate_batch"),
        (lambda batch: hf.rate_batch(hf.PuzzleBatch.from_puzzles([batch[0]])), ValueError, "returned 1 answers"),
    ],
)
def test_functions_that_are_none(
    function: Any, error: type[Exception], message: str, source: Path, tmp_path: Path
) -> None:
    with pytest.raises(error, match=message):
        hf.map_batches(function, source / "made.parquet", tmp_path / "out")
    assert not (tmp_path / "out").exists() or list((tmp_path / "out").iterdir()) == []


def test_no_data_set(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no Parquet files there"):
        hf.map_batches(hf.rate_batch, tmp_path, tmp_path / "out")
    table = {"width": numpy.zeros(0, numpy.int32), "height": numpy.zeros(0, numpy.int32)}
    pq.write_table(pa.table(table | {"task": pa.array([], pa.string())}), tmp_path / "empty.parquet")
    assert hf.map_batches(hf.rate_batch, tmp_path, tmp_path / "out") == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda offsets: offsets + 1000,
        lambda offsets: offsets[::-1],
        lambda offsets: offsets[:-1],
        lambda offsets: numpy.concatenate(([0, 10**6], offsets[2:])),
    ],
    ids=["beyond the end", "backwards", "too few", "not ascending"],
)
def test_answers_whose_offsets_were_changed_are_refused(source: Path, tmp_path: Path, change: Any) -> None:
    def solve(batch: hf.PuzzleBatch) -> hf.BatchResult:
        result = hf.solve_batch(batch)
        return result._replace(bridge_offsets=change(result.bridge_offsets))

    with pytest.raises(ValueError, match="bridges and bridge_offsets that do not fit each other"):
        hf.map_batches(solve, source, tmp_path / "solved")
