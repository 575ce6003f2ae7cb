"""PuzzleBatch: many puzzles in arrays, what it rejects, files; and `solve_batch` beside single calls."""
import json
import pickle
import random
from collections.abc import Callable
from pathlib import Path

import numpy
import pytest
from boards import sample, solvable_puzzle
from hand_made import spoilt
from stress import at_once, memory_failures

import hashi_fast as hf

OPEN = hf.Puzzle(8, 8, [(r, c, None) for r in range(8) for c in range(8)])
PAIR = hf.Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])


@pytest.mark.parametrize("limit", [1, 2, 5, None])
@pytest.mark.parametrize("threads", [1, 3])
def test_agrees_with_single_calls(limit: int | None, threads: int) -> None:
    puzzles = [p for p in sample(300, 1) if hf.count_solutions(p, limit=5000) < 5000]
    result = hf.solve_batch(hf.PuzzleBatch.from_puzzles(puzzles), limit=limit, threads=threads)
    for i, puzzle in enumerate(puzzles):
        found = hf.count_solutions(puzzle, limit=limit)
        assert result.solutions_found[i] == found
        assert result.status[i] == min(found, 2)
        bridges = result.bridges[result.bridge_offsets[i] : result.bridge_offsets[i + 1]]
        assert len(bridges) == puzzle.topology.n_edges
        if found:
            assert hf.check(puzzle, hf.Solution(puzzle, bridges)) == []
        else:
            assert not bridges.any()


def test_result_types() -> None:
    result = hf.solve_batch(hf.PuzzleBatch.from_puzzles([PAIR]))
    assert [array.dtype.name for array in result] == ["int8", "int64", "int64", "int8", "int64", "int64", "int8"]
    assert result.bridge_offsets.tolist() == [0, 1]
    assert result.bridges.tolist() == [2]


def test_results_are_equal_if_their_arrays_are() -> None:
    pair, batch = hf.PuzzleBatch.from_puzzles([PAIR]), hf.PuzzleBatch.from_puzzles(sample(20, 4))
    for work in (hf.solve_batch, hf.rate_batch):
        one, again, other = work(batch), work(batch), work(pair)
        assert [one == again, one != again] == [True, False]
        assert [one == other, one != other] == [False, True]
        assert one != tuple(one)
        assert one._replace(status=one.status + 1) != one


def test_statistics_of_each_search() -> None:
    rng = random.Random(1)
    grown = [solvable_puzzle(rng, min_side=8, max_side=14, max_islands=60, max_bridges=4)[0] for _ in range(300)]
    batch = hf.PuzzleBatch.from_puzzles([spoilt(rng, puzzle) for puzzle in grown])
    result = hf.solve_batch(batch, limit=2)
    for puzzle, nodes, conflicts, gear in zip(batch, result.nodes, result.conflicts, result.gear, strict=True):
        stats = hf.uniqueness(puzzle).stats
        assert (nodes, conflicts, hf.Gear(gear).name.lower()) == (stats.nodes, stats.conflicts, stats.gear)
    assert set(result.gear.tolist()) == {hf.Gear.DFS, hf.Gear.LEARN}


def test_an_empty_batch() -> None:
    batch = hf.PuzzleBatch.from_puzzles([])
    assert len(batch) == 0
    result = hf.solve_batch(batch)
    assert [len(array) for array in result] == [0, 0, 0, 0, 1, 0, 0]


def test_round_trips(tmp_path: Path) -> None:
    named = [
        hf.Puzzle(p.width, p.height, p.islands, max_bridges=p.max_bridges, loops=p.loops, id=i)
        for i, p in enumerate(sample(200, 2))
    ]
    batch = hf.PuzzleBatch.from_puzzles(named)
    batch.save(tmp_path / "batch.npz")
    assert [path.name for path in tmp_path.iterdir()] == ["batch.npz"]
    lines = tmp_path / "batch.jsonl"
    lines.write_text("\n".join(hf.dumps(puzzle) for puzzle in named) + "\n\n")
    loaded = hf.PuzzleBatch.load(tmp_path / "batch.npz")
    for copy in (loaded, hf.PuzzleBatch.from_jsonl(lines), pickle.loads(pickle.dumps(batch))):
        assert len(copy) == len(named)
        assert [*copy] == named
        assert [puzzle.id for puzzle in copy] == [puzzle.id for puzzle in named]
    assert batch[-1] == named[-1]
    assert batch[numpy.int64(3)] == named[3]
    for index in (200, -201):
        with pytest.raises(IndexError):
            batch[index]


def arrays(**changes: object) -> dict[str, object]:
    good: dict[str, object] = {
        "width": [3, 3],
        "height": [1, 3],
        "offsets": [0, 2, 4],
        "row": [0, 0, 0, 2],
        "col": [0, 2, 1, 1],
        "target": [1, 1, 2, -1],
    }
    return good | changes


def test_from_arrays() -> None:
    batch = hf.PuzzleBatch.from_arrays(**arrays(max_bridges=3, loops=False))
    assert batch[1] == hf.Puzzle(3, 3, [(0, 1, 2), (2, 1, None)], max_bridges=3, loops=False)
    mixed = hf.PuzzleBatch.from_arrays(**arrays(max_bridges=[1, 4], loops=[True, False]))
    assert [(p.max_bridges, p.loops) for p in mixed] == [(1, True), (4, False)]
    given = {name: numpy.array(values) for name, values in arrays().items()}
    kept = hf.PuzzleBatch.from_arrays(**given)
    given["col"][:] = 1_000_000
    assert kept.col.max() == 2
    with pytest.raises(ValueError, match="read-only"):
        kept.col[0] = 7
    with pytest.raises(AttributeError, match="cannot be changed"):
        kept.col = given["col"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"offsets": [0, 2, 5]}, "ends at 5; expected 0 and 4"),
        ({"offsets": [1, 2, 4]}, "starts at 1"),
        ({"offsets": [0, 5, 4]}, r"offsets\[2\] is 4, less than"),
        ({"offsets": [0, -1, 4]}, r"offsets\[1\] is -1"),
        ({"offsets": [0, 4]}, "2 entries; expected 3"),
        ({"offsets": [0, 0, 4]}, "puzzle 0: no islands"),
        ({"height": [1]}, "height 1"),
        ({"target": [1, 1, 2]}, "expected one per island in each"),
        ({"width": [3, 0]}, "puzzle 1: a board of 0x3"),
        ({"width": [3, 10_001]}, "10001x3"),
        ({"width": [2, 3]}, "puzzle 0, island 1 at row 1, column 3 .counted from 1.: outside"),
        ({"row": [0, 0, 0, -1]}, "puzzle 1, island 1 at row 0, column 2"),
        ({"col": [2, 0, 1, 1]}, "puzzle 0, island 1 at row 1, column 1: not after"),
        ({"col": [2, 2, 1, 1]}, "one per cell"),
        ({"target": [1, 1, 0, 1]}, "puzzle 1, island 0 at row 1, column 2: target 0"),
        ({"target": [1, 1, 9, 1]}, "target 9; expected 1..8"),
        ({"target": [1, 1, -2, 1]}, "target -2"),
        ({"target": [1, 1, 300, 1]}, r"target\[2\] is 300"),
        ({"width": [3, 2**40]}, r"width\[1\]"),
        ({"row": [0.0, 0, 0, 2]}, "whole numbers, not of float64"),
        ({"row": [True, False, False, True]}, "not of bool"),
        ({"row": [[0, 0], [0, 2]]}, "2 dimensions"),
        ({"row": [0, [0], 0, 2]}, "row must be"),
        ({"max_bridges": 5}, "max_bridges must be a whole number from 1 to 4, not 5"),
        ({"max_bridges": [2, 5]}, "puzzle 1: max_bridges 5"),
        ({"max_bridges": [2, 2, 2]}, "max_bridges has 3 entries; expected 2"),
        ({"max_bridges": [2, [2]]}, "max_bridges must be an array"),
        ({"max_bridges": [[2, 2]]}, "max_bridges has 2 dimensions; expected 1"),
        ({"max_bridges": []}, "max_bridges has 0 entries; expected 2, one per puzzle, or a single number"),
        ({"max_bridges": "two"}, "max_bridges must be a whole number from 1 to 4, not 'two'"),
        ({"max_bridges": numpy.True_}, "max_bridges must be a whole number"),
        ({"max_bridges": True}, "max_bridges"),
        ({"loops": 1}, "loops"),
        ({"loops": [[True, True]]}, "loops must be True or False, or 2 of them"),
        ({"loops": [[True], [True, False]]}, "loops must be True or False, one for all puzzles or one each"),
    ],
)
def test_lying_arrays_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(hf.InvalidPuzzle, match=message):
        hf.PuzzleBatch.from_arrays(**arrays(**changes))


def test_bad_files(tmp_path: Path) -> None:
    lines = tmp_path / "bad.jsonl"
    lines.write_text(hf.dumps(PAIR) + "\n\n{}\n")
    with pytest.raises(hf.FormatError, match="line 3"):
        hf.PuzzleBatch.from_jsonl(lines)
    with pytest.raises(FileNotFoundError):
        hf.PuzzleBatch.load(tmp_path / "missing.npz")
    for name, content in (("text", b"nonsense"), ("empty", b"")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(hf.FormatError, match="written by PuzzleBatch"):
            hf.PuzzleBatch.load(tmp_path / name)
    good = hf.PuzzleBatch.from_puzzles([PAIR])
    good.save(tmp_path / "good.npz")
    fields = dict(numpy.load(tmp_path / "good.npz"))
    for name, value, error in (("version", numpy.array(99), "version"), ("offsets", numpy.array([0, 7]), "offsets")):
        numpy.savez(tmp_path / "changed.npz", **(fields | {name: value}))
        with pytest.raises(hf.FormatError, match=f"changed.npz: .*{error}"):
            hf.PuzzleBatch.load(tmp_path / "changed.npz")
    for ids in (["a", "b"], [[]], {}):
        text = numpy.frombuffer(json.dumps(ids).encode(), dtype=numpy.uint8)
        numpy.savez(tmp_path / "changed.npz", **(fields | {"ids": text}))
        with pytest.raises(hf.FormatError, match=r"changed.npz: (expected 1 ids or none|id must be)"):
            hf.PuzzleBatch.load(tmp_path / "changed.npz")
    with pytest.raises(hf.InvalidPuzzle, match="puzzle 1: expected a Puzzle"):
        hf.PuzzleBatch.from_puzzles([PAIR, "3x1:2a2"])


def test_budgets_are_for_each_puzzle() -> None:
    puzzles = [PAIR, OPEN, PAIR, OPEN, PAIR]
    batch = hf.PuzzleBatch.from_puzzles(puzzles)
    counted = hf.solve_batch(batch, limit=None, threads=2, node_limit=5)
    assert counted.status.tolist() == [1, 3, 1, 3, 1]
    for seconds in (0.3, 3, 30):  # a busy machine may let nobody do anything for a while
        timed = hf.solve_batch(batch, limit=None, threads=2, time_limit=seconds)
        if timed.status.tolist() == [1, 3, 1, 3, 1] and (timed.solutions_found[[1, 3]] > 0).all():
            break
    assert timed.status.tolist() == [1, 3, 1, 3, 1]
    assert (timed.solutions_found[[1, 3]] > 0).all()
    first = timed.bridges[timed.bridge_offsets[1] : timed.bridge_offsets[2]]
    assert hf.check(OPEN, hf.Solution(OPEN, first)) == []


def test_node_limits_do_not_depend_on_threads() -> None:
    batch = hf.PuzzleBatch.from_puzzles(sample(200, 3))
    for node_limit in (1, 3, 20):
        results = [hf.solve_batch(batch, limit=7, threads=threads, node_limit=node_limit) for threads in (1, 2, 5)]
        for other in results[1:]:
            for mine, theirs in zip(results[0], other, strict=True):
                assert mine.tolist() == theirs.tolist()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"limit": 0}, "limit"),
        ({"limit": True}, "limit"),
        ({"threads": 0}, "threads"),
        ({"threads": 1.5}, "threads"),
        ({"node_limit": -1}, "node_limit"),
        ({"time_limit": float("nan")}, "time_limit"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        hf.solve_batch(hf.PuzzleBatch.from_puzzles([PAIR]), **arguments)


def test_batches_of_whatever_has_puzzles() -> None:
    made = hf.generate(5, 5, seed=1)
    items = [PAIR, made, made.record()]
    batch = hf.PuzzleBatch(items)
    assert list(batch) == list(hf.PuzzleBatch.from_puzzles(items)) == [PAIR, made.puzzle, made.puzzle]
    assert hf.solve_batch(items) == hf.solve_batch(iter(items)) == hf.solve_batch(batch)
    assert hf.rate_batch(items) == hf.rate_batch(batch)
    assert len(hf.PuzzleBatch([])) == 0


@pytest.mark.parametrize("call", [hf.solve_batch, hf.rate_batch])
def test_what_is_no_batch(call: Callable[[object], object]) -> None:
    name = call.__name__
    with pytest.raises(TypeError, match=rf"{name} takes several puzzles, not Puzzle\(.*; {name[:-6]} takes one"):
        call(PAIR)
    with pytest.raises(TypeError, match=f"{name} takes a PuzzleBatch or several puzzles, not 7"):
        call(7)
    with pytest.raises(TypeError, match=r"not 'p.jsonl'; PuzzleBatch.from_jsonl reads files"):
        call("p.jsonl")
    with pytest.raises(hf.InvalidPuzzle, match=r"puzzle 1: expected a Puzzle, found 7$"):
        call([PAIR, 7])
    with pytest.raises(hf.InvalidPuzzle, match=r"puzzle 0: expected a Puzzle, found '3x1:2a2'; loads\('3x1:2a2'\)"):
        call(["3x1:2a2"])


def test_eight_threads_on_one_puzzle_and_one_batch() -> None:
    puzzle = hf.loads("3x3:232343232")
    batch = hf.PuzzleBatch.from_puzzles(sample(100, 4))
    expected = hf.solve_batch(batch, limit=50, threads=1)

    def hammer() -> None:
        fresh = hf.Puzzle(puzzle.width, puzzle.height, puzzle.islands)
        for _ in range(20):
            assert hf.count_solutions(puzzle, limit=None) == 31
            assert hf.count_solutions(fresh, limit=None) == 31
            result = hf.solve_batch(batch, limit=50, threads=2)
            assert all(numpy.array_equal(a, b) for a, b in zip(result, expected, strict=True))

    at_once(hammer)


def test_out_of_memory_is_an_exception() -> None:
    batch = hf.PuzzleBatch.from_puzzles(sample(50, 5))
    assert memory_failures(lambda: hf.solve_batch(batch, threads=1), range(40)) >= 4
