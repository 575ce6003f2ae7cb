"""Drafts and growing: local changes keep a draft solved, and puzzles are sound, unique and as asked for."""
from __future__ import annotations

import random
import zlib
from typing import Any

import pytest
from boards import solvable_puzzle
from growing import make
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import all_solutions, size

import hashi_fast as hf
from hashi_fast._testing import Sketch, fail_after
from hashi_fast.generation._boundary import STRATEGIES, SYMMETRIES

Cells = set[tuple[int, int]]


def images(cells: Cells, symmetry: str | None, width: int, height: int) -> Cells:
    bottom, right = height - 1, width - 1
    return {
        {
            None: (row, col),
            "rotate": (bottom - row, right - col),
            "mirror-h": (row, right - col),
            "mirror-v": (bottom - row, col),
            "diagonal": (col, row),
        }[symmetry]
        for row, col in cells
    }


def side_by_side(cells: Cells) -> bool:
    return any((row + 1, col) in cells or (row, col + 1) in cells for row, col in cells)


def check_sound(made: hf.RatedPuzzle) -> None:
    """Assert that a puzzle is unique, and that its solution and rating are right."""
    puzzle, solution = made.puzzle, made.solution
    assert hf.check(puzzle, solution) == []
    assert hf.rate(puzzle) == made.rating
    if size(puzzle) <= 2_000:
        assert list(all_solutions(puzzle)) == [solution.bridges]
    else:
        assert hf.is_unique(puzzle)


def check_order(made: hf.RatedPuzzle, status: str, islands: tuple[int, int], order: dict[str, Any]) -> None:
    """Assert that a puzzle is sound and what the order asks for."""
    check_sound(made)
    puzzle, solution = made.puzzle, made.solution
    cells = {(row, col) for row, col, _ in puzzle.islands}
    assert islands[0] <= len(cells) <= islands[1]
    assert images(cells, order.get("symmetry"), puzzle.width, puzzle.height) == cells
    neighbours = order.get("neighbours", False)
    assert neighbours or not side_by_side(cells)
    if order.get("borders", True):
        for side, used in ((puzzle.height, {row for row, _ in cells}), (puzzle.width, {col for _, col in cells})):
            assert {0, side - 1} <= used or (side == 2 and not neighbours)
    counts = [count for count in solution.counts.tolist() if count]
    cycles, doubles = len(counts) - len(cells) + 1, sum(count > 1 for count in counts)
    low, high = order.get("doubles", (0, 65536))
    fewest, most = order.get("cycles", (0, 0))
    within = fewest <= cycles <= most and low * len(counts) <= 65536 * doubles <= high * len(counts)
    assert status == ("made" if within else "not reached")
    hidden = sum(target is None for _, _, target in puzzle.islands)
    assert hidden <= order.get("hidden", 0) * len(cells) / 65536


ORDERS: dict[str, tuple[int, int, tuple[int, int], dict[str, Any]]] = {
    "plain": (7, 7, (11, 14), {"cycles": (1, 3)}),
    "tree": (8, 6, (10, 13), {"strategy": "tree", "cycles": (0, 3)}),
    "no loops": (8, 8, (12, 16), {"loops": False}),
    "tree without loops": (9, 9, (14, 18), {"loops": False, "strategy": "tree"}),
    "one bridge per pair": (8, 8, (12, 16), {"max_bridges": 1, "cycles": (0, 4)}),
    "four bridges per pair": (7, 7, (10, 13), {"max_bridges": 4, "more_bridges": 40000, "cycles": (0, 4)}),
    "side by side": (5, 5, (10, 14), {"neighbours": True, "cycles": (0, 9)}),
    "rotate": (8, 8, (11, 15), {"symmetry": "rotate", "cycles": (0, 5)}),
    "rotate without loops": (7, 8, (10, 14), {"symmetry": "rotate", "loops": False}),
    "mirror-h": (9, 7, (10, 14), {"symmetry": "mirror-h", "cycles": (0, 5)}),
    "mirror-v": (8, 9, (10, 14), {"symmetry": "mirror-v", "cycles": (0, 5), "strategy": "tree"}),
    "diagonal": (8, 8, (10, 14), {"symmetry": "diagonal", "cycles": (0, 5)}),
    "hidden clues": (8, 8, (12, 16), {"hidden": 16384, "cycles": (0, 3)}),
    "few doubles": (10, 10, (18, 22), {"doubles": (6554, 16384), "more_bridges": 6554, "cycles": (1, 5)}),
    "many doubles": (10, 10, (18, 22), {"doubles": (39322, 52429), "more_bridges": 45875, "cycles": (1, 5)}),
    "short and near": (10, 10, (24, 28), {"closeness": 50000, "longest": 4, "cycles": (0, 9)}),
    "one row": (12, 1, (4, 5), {}),
    "two columns": (2, 9, (3, 4), {}),
    "three by three": (3, 3, (3, 5), {"cycles": (0, 1)}),
    "alone": (1, 1, (1, 1), {}),
    "larger": (20, 25, (70, 80), {"cycles": (5, 12)}),
}


@pytest.mark.parametrize("name", ORDERS)
def test_puzzles_are_sound_unique_and_as_asked(name: str) -> None:
    width, height, islands, order = ORDERS[name]
    made = make(12, width, height, islands, seed=3, **order)
    assert set(made.status) == {"made"}
    for solution in made.puzzles:
        assert solution is not None
        check_order(solution, "made", islands, order)
    assert len({solution.puzzle for solution in made.puzzles if solution}) > 6 or width * height < 20


@st.composite
def orders(draw: st.DrawFn) -> tuple[int, int, tuple[int, int], dict[str, Any]]:
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    symmetry = draw(st.sampled_from(sorted(SYMMETRIES, key=str)))
    if symmetry == "diagonal":
        height = width
    fewest = draw(st.integers(1, max(1, width * height // 4)))
    cycles, doubles = draw(st.integers(0, 3)), draw(st.integers(0, 40000))
    most_bridges, loops = draw(st.integers(1, 4)), draw(st.booleans())
    order = {
        "max_bridges": most_bridges,
        "loops": loops,
        "neighbours": draw(st.booleans()),
        "borders": draw(st.booleans()),
        "symmetry": symmetry,
        "strategy": draw(st.sampled_from(sorted(STRATEGIES))),
        "cycles": (cycles, cycles + draw(st.integers(0, 5))) if loops else (0, 0),
        "doubles": draw(st.sampled_from([(0, 65536), (doubles, doubles + 20000)])) if most_bridges > 1 else (0, 65536),
        "more_bridges": draw(st.integers(0, 65536)),
        "closeness": draw(st.sampled_from([0, 30000, 65536])),
        "longest": draw(st.sampled_from([0, 3, 5])),
        "hidden": draw(st.sampled_from([0, 20000])),
        "seed": draw(st.integers(0, 2**64 - 1)),
    }
    return width, height, (fewest, min(width * height, fewest + draw(st.integers(0, 4)))), order


@settings(derandomize=True, max_examples=100, deadline=None)
@given(orders())
def test_any_order_is_filled_or_refused(wanted: tuple[int, int, tuple[int, int], dict[str, Any]]) -> None:
    width, height, islands, order = wanted
    made = make(2, width, height, islands, **order)
    for status, solution in zip(made.status, made.puzzles, strict=True):
        if status == "nothing grows":
            if solution is not None:  # the fullest board that grew
                check_sound(solution)
        else:
            assert solution is not None
            check_order(solution, status, islands, order)


# Tatham's mean number of islands, and denser.
@pytest.mark.parametrize(
    ("side", "islands"),
    [(7, 12), (10, 20), (15, 36), (20, 53), (25, 72), (30, 90), (40, 143), (50, 400), (10, 30), (15, 66), (25, 180)],
)
def test_islands_asked_for_are_reached(side: int, islands: int) -> None:
    count = 30 if side < 20 else 3
    made = make(count, side, side, (islands, islands), seed=1, cycles=(0, side * side))
    assert made.status == ["made"] * count
    assert all(len(solution.puzzle.islands) == islands for solution in made.puzzles if solution)


def test_a_large_board() -> None:
    made = make(1, 100, 100, (1500, 1600), seed=1, cycles=(0, 300), work_limit=1 << 24)
    assert made.status == ["made"]
    assert made.puzzles[0] is not None
    assert hf.check(made.puzzles[0].puzzle, made.puzzles[0].solution) == []
    assert hf.is_unique(made.puzzles[0].puzzle)


@pytest.mark.parametrize(
    ("board", "islands", "order", "status"),
    [
        ((2, 2), (2, 2), {}, "nothing grows"),  # islands would stand side by side
        ((5, 5), (16, 16), {}, "nothing grows"),
        ((6, 6), (8, 8), {"symmetry": "mirror-h"}, "nothing grows"),  # only two columns can be used
        ((5, 5), (2, 2), {}, "nothing grows"),
        ((9, 1), (1, 1), {}, "nothing grows"),
        ((9, 9), (14, 16), {"loops": False, "cycles": (1, 3)}, "not reached"),
        ((3, 1), (2, 2), {"doubles": (0, 0), "more_bridges": 65536, "max_bridges": 1}, "made"),
    ],
)
def test_what_cannot_be(board: tuple[int, int], islands: tuple[int, int], order: dict[str, Any], status: str) -> None:
    assert set(make(5, *board, islands, seed=1, **order).status) == {status}


def test_what_comes_closest_is_rated_as_it_is() -> None:
    made = make(3, 7, 7, (11, 13), seed=1, hidden=65536, cycles=(0, 3), work_limit=1 << 14)
    assert made.status == ["not reached"] * 3
    for closest in made.puzzles:
        assert closest is not None
        assert hf.rate(closest.puzzle) == closest.rating


@pytest.mark.parametrize("mended", [False, True])
def test_something_comes_closest_though_no_draft_came_right(mended: bool) -> None:
    # Large boards with single bridges are never easy.
    order = {"level": 0, "doubles": (0, 0), "more_bridges": 0, "mended": mended, "work_limit": 1 << 16}
    made = make(3, 20, 20, (55, 60), seed=1, **order)
    assert made.status == ["not reached"] * 3
    for closest in made.puzzles:
        assert closest is not None
        check_sound(closest)
        assert len(closest.puzzle.islands) >= 55


def test_the_fullest_board_comes_closest_where_nothing_grows() -> None:
    # Limited by work, and by the number of attempts.
    for work_limit, least in ((1 << 12, 15), (1 << 20, 19)):
        made = make(3, 7, 7, (25, 25), seed=1, work_limit=work_limit, cycles=(0, 9))
        assert made.status == ["nothing grows"] * 3
        for closest in made.puzzles:
            assert closest is not None
            check_sound(closest)
            assert least <= len(closest.puzzle.islands) < 25


def test_an_island_alone_cannot_be_hard() -> None:
    assert make(2, 1, 1, (1, 1), seed=1, level=2, work_limit=1 << 14).status == ["not reached"] * 2


def lines(count: int, **order: Any) -> list[str]:
    made = make(count, **order)
    return [hf.dumps(solution.puzzle, "json") for solution in made.puzzles if solution is not None]


SMALL: dict[str, Any] = {"width": 7, "height": 7, "islands": (11, 14), "cycles": (1, 3), "seed": 2026}


def test_a_puzzle_depends_on_its_index_alone() -> None:
    whole = lines(40, **SMALL)
    assert len(set(whole)) == 40
    assert lines(10, first=15, **SMALL) == whole[15:25]
    assert [lines(1, first=index, **SMALL)[0] for index in (3, 39)] == [whole[3], whole[39]]
    assert lines(40, **(SMALL | {"seed": 2027})) != whole


def test_a_puzzle_does_not_depend_on_threads() -> None:
    order = SMALL | {"hidden": 8192}
    whole = lines(60, **order)
    for threads in (2, 5):
        assert lines(60, threads=threads, **order) == whole


def test_golden_puzzles() -> None:
    """The same on every machine. A change of random numbers or of their order needs a new generator version."""
    assert [hf.dumps(hf.loads(line), "task") for line in lines(3, **SMALL)] == GOLDEN_TASKS
    found = {
        name: zlib.crc32("\n".join(lines(12, width=width, height=height, islands=islands, seed=7, **order)).encode())
        for name, (width, height, islands, order) in ORDERS.items()
    }
    assert found == GOLDEN_SUMS


def test_out_of_memory_is_an_exception() -> None:
    failures = 0
    for reservations in range(16):
        fail_after(reservations)
        try:
            make(3, 20, 20, (50, 60), seed=1, hidden=8192, cycles=(0, 9))
        except MemoryError:
            failures += 1
        finally:
            fail_after(-1)
    assert failures >= 6


# ---- drafts

def check_draft(sketch: Sketch, puzzle: hf.Puzzle, symmetry: str | None, neighbours: bool) -> hf.Puzzle:
    """Assert that a draft is a solved board and its counts are right; return its puzzle."""
    islands, bridges, (n, pairs, doubles, hidden) = sketch.state()
    assert sketch.copied() == sketch.state()
    derived = hf.Puzzle(
        puzzle.width, puzzle.height, islands, max_bridges=puzzle.max_bridges, loops=puzzle.loops
    )
    solution = hf.Solution(derived, bridges)
    assert hf.check(derived, solution) == []
    used = [count for count in bridges if count]
    assert (n, pairs, doubles) == (len(islands), len(used), sum(count > 1 for count in used))
    assert hidden == sum(target is None for _, _, target in islands)
    cells = {(row, col) for row, col, _ in islands}
    assert neighbours or not side_by_side(cells)
    assert images(cells, symmetry, puzzle.width, puzzle.height) == cells
    return derived


CHANGES = ("split", "set", "link", "cut", "reach", "hide")


@pytest.mark.parametrize("symmetry", sorted(SYMMETRIES, key=str))
def test_local_changes_keep_a_draft_solved(symmetry: str | None) -> None:
    rng = random.Random(f"changes {symmetry}")
    done = dict.fromkeys(CHANGES, 0)
    for turn in range(50):
        if symmetry is None:
            puzzle, laid = solvable_puzzle(rng, max_side=8, max_islands=14)
            solution = hf.Solution.from_bridges(puzzle, laid)
        else:
            order = {"symmetry": symmetry, "loops": turn % 3 > 0, "cycles": (0, 9), "max_bridges": 1 + turn % 4}
            grown = make(1, 7 + turn % 2, 7 + turn % 2, (6, 10), seed=turn, **order).puzzles[0]
            assert grown is not None
            puzzle, solution = grown.puzzle, grown.solution
        cells = {(row, col) for row, col, _ in puzzle.islands}
        neighbours = side_by_side(cells)
        room = min(len(cells) + 8, puzzle.width * puzzle.height)
        sketch = Sketch(puzzle.topology, solution.counts.tobytes(), room, neighbours, SYMMETRIES[symmetry])
        for _ in range(60):
            what = rng.choice(CHANGES)
            before = sketch.state()
            row, col, _ = rng.choice(before[0])
            if what == "split":
                row, col = rng.randrange(puzzle.height), rng.randrange(puzzle.width)
            count = rng.randint(what != "hide", puzzle.max_bridges)
            changed = sketch.change(what, row, col, rng.randrange(4), count, rng.randint(1, 4))
            done[what] += changed
            if not changed:
                assert sketch.state() == before
                continue
            check_draft(sketch, puzzle, symmetry, neighbours)
    assert min(done.values()) > 3, done


def moved_on(place: int, size: int, lines: int, *, upwards: bool) -> int:
    """Return where a row or column is once some lines have moved to the last one, or to the first one."""
    if upwards:
        return place + (place >= size - 1 - lines)
    return place - (place <= lines)


def test_a_draft_stretches_to_an_empty_border() -> None:
    rng = random.Random(11)
    right, left, down, up = range(4)
    for _ in range(300):
        small, laid = solvable_puzzle(rng, min_side=2, max_side=7, max_islands=14)
        cells = [(row + 1, col + 1, target) for row, col, target in small.islands]
        puzzle = hf.Puzzle(small.width + 2, small.height + 2, cells, max_bridges=small.max_bridges, loops=small.loops)
        bridges = [(r1 + 1, c1 + 1, r2 + 1, c2 + 1, count) for r1, c1, r2, c2, count in laid]
        solution = hf.Solution.from_bridges(puzzle, bridges)
        sketch = Sketch(puzzle.topology, solution.counts.tobytes(), len(cells), True, SYMMETRIES[None])
        slot = rng.randrange(4)
        size = puzzle.width if slot < down else puzzle.height
        lines = rng.randint(1, size - 2)
        assert sketch.change("stretch", 0, 0, slot, length=lines)
        check_draft(sketch, puzzle, None, True)
        assert sketch.state()[0] == [
            (row, moved_on(col, size, lines, upwards=slot == right), target) if slot in (left, right) else
            (moved_on(row, size, lines, upwards=slot == down), col, target)
            for row, col, target in cells
        ]
        edge = {right: size - 1, left: 0, down: size - 1, up: 0}[slot]
        used = any((col if slot < down else row) == edge for row, col, _ in sketch.state()[0])
        assert sketch.change("stretch", 0, 0, slot, length=1) == (not used)
        # A layout with a symmetry is left alone.
        turned = Sketch(puzzle.topology, solution.counts.tobytes(), len(cells), True, SYMMETRIES["rotate"])
        assert not turned.change("stretch", 0, 0, slot, length=1)


GOLDEN_TASKS = [
    '{"w": 7, "h": 7, "task": "3a6a3k5a5a2k2i2a5a4a1"}',
    '{"w": 7, "h": 7, "task": "3a5a6a3g2a2h3a4g1h3a4a4"}',
    '{"w": 7, "h": 7, "task": "a1a5b3g2b6b4g2g1a3c2e3"}',
]
GOLDEN_SUMS = {
    "plain": 3524884952,
    "tree": 1085379668,
    "no loops": 37893918,
    "tree without loops": 2754095808,
    "one bridge per pair": 2206771374,
    "four bridges per pair": 2511668110,
    "side by side": 4218553744,
    "rotate": 2551885720,
    "rotate without loops": 4281509741,
    "mirror-h": 94449787,
    "mirror-v": 2472352960,
    "diagonal": 1700196430,
    "hidden clues": 2127106310,
    "few doubles": 3554499917,
    "many doubles": 3664329816,
    "short and near": 301883135,
    "one row": 1275439060,
    "two columns": 3399871283,
    "three by three": 3264105298,
    "alone": 976567778,
    "larger": 491944454,
}
