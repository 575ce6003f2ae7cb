"""Shards, fleets and merging: any cut, in any order, by processes that are killed, gives the sequential run."""
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from command_line import run, run_process, start
from patience import PATIENCE, wait_until

import hashi_fast as hf
from hashi_fast.cluster.fleet import folder_of, name_of
from hashi_fast.cluster.records import lines_of_table
from hashi_fast.generation.legs import Leg
from hashi_fast.generation.production import portions
from hashi_fast.generation.spec_text import text_of_kind

pytest.importorskip("pyarrow")
pytest.importorskip("fsspec")

import pyarrow
import pyarrow.parquet as pq

EASY = hf.Spec(7, 7, difficulty="easy")
# There are few of this kind, so many candidates are earlier ones turned or mirrored.
FEW = hf.Spec(5, 5, islands=(4, 6), difficulty="easy")


def sequential(*kinds: tuple[hf.Spec, int], seed: int = 1) -> bytes:
    """Return the lines of one run over all candidates."""
    legs = [Leg(spec, count, 0, count) for spec, count in kinds]
    return b"".join(block.lines(chosen) for block, chosen, _ in portions(legs, seed=seed, most_wasted=None))


def merged_lines(folder: Path | str, to: Path, **how: Any) -> bytes:
    path = to / "merged.jsonl"
    hf.merge(folder, path, **how)
    data = path.read_bytes()
    path.unlink()
    return data


@pytest.mark.parametrize(
    "spec",
    [
        EASY,
        hf.Spec(9, 8, score=(8, 9.25), max_bridges=3, loops=False, style="open", symmetry="rotate"),
        hf.Spec(9, 9, doubles=0.25, density=(0.00001, 0.25), tatham="easy", strategy="tree", unknown_clues=0.1),
        hf.Spec(8, 8, require=("no way out",), exclude=("parity", "case split"), cycles=(0, 2)),
        hf.Spec(8, 8, islands=9, cycles=1),
    ],
    ids=repr,
)
def test_kinds_as_text_there_and_back(spec: hf.Spec) -> None:
    assert hf.Spec.parse(text_of_kind(spec)) == (spec, 1)


# Shards


def test_a_part_has_the_columns_and_says_where_it_is_from(tmp_path: Path) -> None:
    path = tmp_path / "part.parquet"
    assert hf.shard(EASY, 3, 100, 160, path) == 60
    table = pq.read_table(path)
    assert table.schema.names == ["form", "index", "level", "score", "hardest", "steps", "task", "solution"]
    types = [str(each) for each in table.schema.types]
    assert types[:2] + types[3:4] + types[5:] == ["uint64", "int64", "double", "int32", "string", "string"]
    made = list(hf.produce(60, EASY, seed=3, start=100, stop=160))
    rows = table.to_pylist()
    assert [row["index"] for row in rows] == [each.index for each in made]
    assert [row["level"] for row in rows] == ["easy"] * 60
    assert [row["score"] for row in rows] == [each.rating.score for each in made]
    assert [row["hardest"] for row in rows] == [each.rating.hardest for each in made]
    assert [row["steps"] for row in rows] == [each.rating.steps for each in made]
    assert list(hf.PuzzleBatch.from_parquet(path)) == [each.puzzle for each in made]
    assert [row["solution"] for row in rows] == ["".join(map(str, each.solution.counts)) for each in made]
    origin = json.loads(table.schema.metadata[b"hashi_fast"])
    assert {key: origin[key] for key in ("spec", "seed", "start", "stop")} == {
        "spec": "7x7 easy", "seed": 3, "start": 100, "stop": 160,
    }  # fmt: skip
    assert origin["generator"] == made[0].record().extra["generator"]


def test_a_part_that_exists_is_done(tmp_path: Path) -> None:
    path = tmp_path / "part.parquet"
    assert hf.shard(EASY, 3, 0, 20, path) == 20
    before = path.stat()
    assert hf.shard(EASY, 3, 0, 20, path) == 20
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    for spec, seed, first, stop in ((FEW, 3, 0, 20), (EASY, 4, 0, 20), (EASY, 3, 1, 20), (EASY, 3, 0, 21)):
        with pytest.raises(ValueError, match="is there already, with Origin"):
            hf.shard(spec, seed, first, stop, path)
    assert [each.name for each in tmp_path.iterdir()] == ["part.parquet"]


def test_parts_are_the_same_however_many_make_them_and_need_not_have_rows(tmp_path: Path) -> None:
    for workers in (1, 2, None):
        hf.shard(FEW, 1, 0, 300, tmp_path / f"{workers}.parquet", workers=workers)
    one, two, many = (pq.read_table(tmp_path / f"{workers}.parquet") for workers in (1, 2, None))
    assert one.equals(two)
    assert one.equals(many)
    assert hf.shard(EASY, 1, 5, 5, tmp_path / "none.parquet") == 0
    # Many candidates in a row that bring nothing new do not end it.
    rare = hf.Spec(4, 4, islands=3, difficulty="easy")
    assert hf.shard(rare, 1, 0, 3000, tmp_path / "rare.parquet") == 3


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("7x7", 1, 0, 5), TypeError), ((EASY, -1, 0, 5), ValueError), ((EASY, 1, 5, 4), ValueError),
        ((EASY, 1, 0, 2**63), ValueError), ((EASY, 1, 0.5, 5), TypeError),
    ],
)  # fmt: skip
def test_arguments_of_shards(arguments: tuple[Any, ...], error: type[Exception], tmp_path: Path) -> None:
    with pytest.raises(error):
        hf.shard(*arguments, tmp_path / "part.parquet")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_shard_leaves_nothing(number: int, tmp_path: Path) -> None:
    code = f"import hashi_fast as hf; hf.shard(hf.Spec(7, 7), 1, 0, 10**9, {str(tmp_path / 'part.parquet')!r})"
    child = subprocess.Popen([sys.executable, "-P", "-c", code])
    from patience import has_opened

    wait_until(lambda: child.poll() is not None or has_opened(child.pid, tmp_path))
    child.send_signal(number)
    assert child.wait(PATIENCE) == -number
    assert list(tmp_path.iterdir()) == []


def test_object_stores_are_the_same(tmp_path: Path) -> None:
    import fsspec

    system = fsspec.filesystem("memory")
    try:
        made = hf.fleet([(FEW, 300), (EASY, 100)], "memory://bucket/run", seed=1, shard=80)
        names = [path.rpartition("/")[2] for path in system.find("/bucket")]
        assert len(names) == 6
        assert all(name.startswith("part-") for name in names)
        assert hf.fleet([(FEW, 300), (EASY, 100)], "memory://bucket/run", seed=1).before == made.candidates
        assert merged_lines("memory://bucket/run", tmp_path) == sequential((FEW, 300), (EASY, 100))
        hf.merge("memory://bucket/run", "memory://bucket/merged")
        assert merged_lines("memory://bucket/merged", tmp_path) == sequential((FEW, 300), (EASY, 100))
        hf.merge("memory://bucket/run", "memory://bucket/all.jsonl")
        assert system.cat("/bucket/all.jsonl") == sequential((FEW, 300), (EASY, 100))
        assert hf.map_batches(hf.rate_batch, "memory://bucket/run", "memory://bucket/rated") == made.puzzles
    finally:
        system.rm("/bucket", recursive=True)


# Fleets


def test_a_fleet_goes_on_with_shards_of_any_size(tmp_path: Path) -> None:
    for count, shard in ((50, 20), (90, 7), (400, 1000), (333, 10)):
        hf.fleet([(FEW, count)], tmp_path / "fleet", seed=1, shard=shard)
    assert hf.fleet([(FEW, 400)], tmp_path / "fleet", seed=1) == (400, 400, 0)
    assert merged_lines(tmp_path / "fleet", tmp_path) == sequential((FEW, 400))


def test_holes_are_filled(tmp_path: Path) -> None:
    hf.fleet([(FEW, 100), (EASY, 30)], tmp_path / "fleet", seed=1, shard=10)
    parts = sorted((tmp_path / "fleet").rglob("*.parquet"))
    for part in random.Random(1).sample(parts, 6):
        part.unlink()
    progress: list[tuple[int, int, int]] = []
    hf.fleet(
        [(FEW, 100), (EASY, 30)], tmp_path / "fleet", seed=1, shard=15, on_progress=lambda *now: progress.append(now)
    )
    assert progress[0][:2] == (70, 130)
    assert progress[-1][:2] == (130, 130)
    assert merged_lines(tmp_path / "fleet", tmp_path) == sequential((FEW, 100), (EASY, 30))


@pytest.mark.parametrize(
    ("kinds", "error"),
    [([], ValueError), ("", ValueError), (["9x"], ValueError), ([7], TypeError), ([(EASY, -1)], ValueError)],
)
def test_kinds_that_are_none(kinds: Any, error: type[Exception], tmp_path: Path) -> None:
    with pytest.raises(error):
        hf.fleet(kinds, tmp_path / "fleet", seed=1)
    assert not (tmp_path / "fleet").exists()


# Merging


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of several kinds with duplicates within kinds and across them, cut at random."""
    folder = tmp_path_factory.mktemp("cut")
    rng = random.Random(1)
    for number, (spec, count) in enumerate(KINDS):
        ends = sorted({0, count, *(rng.randrange(count) for _ in range(6))})
        ranges = list(pairwise(ends))
        rng.shuffle(ranges)
        place = folder / folder_of(number, spec, 1)
        place.mkdir()
        for first, stop in ranges:
            hf.shard(spec, 1, first, stop, place / name_of(first, stop))
    return folder


KINDS = [(FEW, 500), (EASY, 200), (hf.Spec(5, 5, islands=(5, 6), difficulty="easy"), 300)]


@pytest.mark.parametrize("engine", ["native", "duckdb", None])
def test_any_cut_becomes_the_sequential_run(cut: Path, engine: Any, tmp_path: Path) -> None:
    if engine == "duckdb":
        pytest.importorskip("duckdb")
    expected = sequential(*KINDS)
    assert merged_lines(cut, tmp_path, engine=engine) == expected
    merged = hf.merge(cut, tmp_path / "merged", engine=engine)
    assert merged.puzzles == expected.count(b"\n")
    assert merged.duplicates > 150
    assert merged_lines(tmp_path / "merged", tmp_path) == expected
    assert hf.merge(tmp_path / "merged", tmp_path / "again") == (merged.puzzles, 0, merged.parts)


def test_packs_books_and_compressed_lines(cut: Path, tmp_path: Path) -> None:
    expected = sequential(*KINDS)
    hf.merge(cut, tmp_path / "all.jsonl.gz")
    (tmp_path / "all.jsonl").write_bytes(expected)
    records = hf.load(tmp_path / "all.jsonl")
    assert hf.load(tmp_path / "all.jsonl.gz") == records
    hf.merge(cut, tmp_path / "pack.json")
    hf.pack(records).save(tmp_path / "expected.json")
    assert (tmp_path / "pack.json").read_bytes() == (tmp_path / "expected.json").read_bytes()
    pytest.importorskip("reportlab")
    hf.fleet([(EASY, 20)], tmp_path / "few", seed=1)
    hf.merge(tmp_path / "few", tmp_path / "book.pdf")
    assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF")


def test_what_cannot_be_merged(cut: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no parts of shards there; expected the folder of a fleet"):
        hf.merge(tmp_path, tmp_path / "out")
    with pytest.raises(ValueError, match="is where the shards are"):
        hf.merge(cut, cut)
    with pytest.raises(ValueError, match="needs the client of a cluster"):
        hf.merge(cut, tmp_path / "out", engine="dask")
    with pytest.raises(ValueError, match="engine must be one of"):
        hf.merge(cut, tmp_path / "out", engine="sql")


# The command line


def test_the_commands(tmp_path: Path) -> None:
    fleet = ("fleet", f"{text_of_kind(FEW).replace('easy', 'easy 300')}", "7x7 easy 50", "--seed", "1", "--shard", "90")
    done = run(*fleet, "--out", tmp_path / "fleet", "--json")
    assert done.returncode == 0
    summary = json.loads(done.stderr)
    assert (summary["candidates"], summary["before"]) == (350, 0)
    done = run(*fleet, "--out", tmp_path / "fleet")
    assert done.stderr == "hashi-fast: 350 candidates, 350 of them before; 0 new puzzles\n"
    expected = sequential((FEW, 300), (EASY, 50))
    done = run("merge", tmp_path / "fleet", "--out", tmp_path / "all.jsonl")
    assert (tmp_path / "all.jsonl").read_bytes() == expected
    dropped = summary["puzzles"] - expected.count(b"\n")
    left = expected.count(b"\n")
    assert done.stderr == f"hashi-fast: {left:,} puzzles in 5 parts; {dropped} duplicates dropped\n"
    for bad in (
        ("fleet", "7x7 weird 5", "--seed", "1", "--out", tmp_path / "bad"),
        ("merge", tmp_path / "none", "--out", tmp_path / "bad"),
        ("fleet", "7x7 5", "--seed", "1", "--out", tmp_path / "bad", "--dask", "nonsense"),
    ):
        done = run(*bad)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert not (tmp_path / "bad").exists()


def test_generate_stops_where_a_range_ends(tmp_path: Path) -> None:
    path = tmp_path / "range.jsonl"
    command = ("generate", "1000000", "--size", "7x7", "--difficulty", "easy", "--seed", "1", "-q")
    for how in ((), ("--resume",)):
        assert run(*command, "--start", "20", "--stop", "50", "--out", path, *how).returncode == 0
        assert [record.extra["index"] for record in hf.load(path)] == list(range(20, 50))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:7]) + lines[7][:30])
    assert run(*command, "--start", "20", "--stop", "50", "--out", path, "--resume").returncode == 0
    assert path.read_bytes() == b"".join(lines)
    said = run(*command, "--start", "20", "--stop", "40", "--out", path, "--resume").stderr
    assert "line 21: index 40; expected one before 40, where --stop ends the run" in said
    for bad in (("--start", "9", "--stop", "8"), ("--climb", "--stop", "8")):
        assert run(*command, *bad).returncode == 2


# Clusters


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Any]:
    pytest.importorskip("distributed")
    from dask_cluster import Cluster

    with Cluster(tmp_path, 2) as found:
        yield found


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_fleet_whose_workers_are_killed_stopped_and_restarted(cluster: Any, tmp_path: Path) -> None:
    fleet = ("fleet", "7x7 easy 60000", "10x10 hard 2000", "--seed", "1", "--shard", "1000", "-q")
    folder = tmp_path / "fleet"
    rng = random.Random(1)
    goal = 0
    for turn in range(4):
        child = start(*fleet, "--dask", cluster.address, "--out", folder, stderr=subprocess.PIPE)
        goal += rng.randrange(2, 12)
        wait_until(lambda goal=goal, child=child: child.poll() is not None or len(parts(folder)) >= goal)
        if turn < 2:
            cluster.workers.pop(0).kill()
            cluster.add_worker()
        elif turn == 2:
            cluster.stop_busy_worker()
            goal += 5
            wait_until(lambda goal=goal: len(parts(folder)) >= goal)
            cluster.wake_workers()
        child.send_signal([signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGKILL][turn])
        child.communicate(timeout=PATIENCE)
    done = run_process(*fleet, "--dask", cluster.address, "--out", folder, "--json")
    assert done.returncode == 0, done.stderr
    assert len(parts(folder)) == 62
    assert [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".parquet"] == []
    expected = sequential((EASY, 60_000), (hf.Spec(10, 10, difficulty="hard"), 2000))
    assert merged_lines(folder, tmp_path) == expected
    # The same by a shuffle over the cluster.
    assert merged_lines(folder, tmp_path, client=cluster.client) == expected
    merged = hf.merge(folder, tmp_path / "merged", client=cluster.client)
    assert merged.puzzles == expected.count(b"\n")
    assert merged_lines(tmp_path / "merged", tmp_path) == expected
    rated = hf.map_batches(hf.rate_batch, tmp_path / "merged", tmp_path / "rated", client=cluster.client)
    assert rated == merged.puzzles


def parts(folder: Path) -> list[Path]:
    return list(folder.rglob("*.parquet")) if folder.exists() else []


def test_progress_of_a_fleet_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    from hashi_fast.cli import main

    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("hashi_fast.cli.progress.PATIENCE", 0)
    monkeypatch.setattr("hashi_fast.cli.progress.INTERVAL", 0)
    out = os.fspath(tmp_path / "fleet")
    assert main(["fleet", "7x7 easy 100", "5x5 easy 100", "--seed", "1", "--shard", "50", "--out", out]) == 0
    assert " 50%|" in screen.getvalue()
    assert "| 200 candidates, " in screen.getvalue()
    screen.truncate(0)
    assert main(["merge", out, "--out", os.fspath(tmp_path / "all.jsonl")]) == 0
    assert "| 4 parts, " in screen.getvalue()
    assert "/s, looking for duplicates [" in screen.getvalue()
    assert "/s, writing [" in screen.getvalue()


@pytest.mark.parametrize(
    ("column", "change", "message"),
    [
        ("solution", lambda text: text[1:], "a count for each edge of its board"),
        ("solution", lambda text: "4" * len(text), "expected 0 to 2 bridges on each edge"),
        ("task", lambda text: re.sub("[1-9]", "?", text), "and a rating"),
    ],
    ids=["edges", "bridges", "several solutions"],
)
def test_a_part_that_was_changed_is_refused(tmp_path: Path, column: str, change: Any, message: str) -> None:
    part = tmp_path / "part.parquet"
    hf.shard(EASY, 1, 0, 20, part)
    table = pq.read_table(part)
    at = table.schema.get_field_index(column)
    other = pyarrow.array([change(text) for text in table.column(column).to_pylist()])
    with pytest.raises(hf.FormatError, match=f"part.parquet, rows from 0 on: .*{message}"):
        b"".join(lines_of_table(table.set_column(at, table.schema.field(at), other), str(part)))
