"""Topology: edges and crossings, compared with slow and obvious versions."""
import pickle
import random

import numpy
import pytest
from boards import puzzles, random_puzzle, solvable_puzzle
from hypothesis import given
from oracle import visible_pairs

from hashi_fast import InvalidPuzzle, Puzzle
from hashi_fast._testing import count_crossings
from hashi_fast.search._boundary import Run

ARRAYS = ("island_row", "island_col", "target", "edge_a", "edge_b", "edge_orient", "cross_start", "cross_list")


def crossing_pairs(ends: list[tuple[int, int, int, int]]) -> set[tuple[int, int]]:
    """All pairs of edges that share an inner cell, found cell by cell."""
    inner = [
        {(r, c) for r in range(r1, r2 + 1) for c in range(c1, c2 + 1)} - {(r1, c1), (r2, c2)}
        for r1, c1, r2, c2 in ends
    ]
    return {(e, f) for e in range(len(ends)) for f in range(len(ends)) if e != f and inner[e] & inner[f]}


def check_against_cells(puzzle: Puzzle) -> None:
    topology = puzzle.topology
    islands = puzzle.islands
    assert topology.island_row.tolist() == [island.row for island in islands]
    assert topology.island_col.tolist() == [island.col for island in islands]
    assert topology.target.tolist() == [-1 if island.target is None else island.target for island in islands]
    edges = list(zip(topology.edge_a.tolist(), topology.edge_b.tolist(), strict=True))
    assert edges == sorted(edges)
    assert all(a < b for a, b in edges)
    ends = [(*islands[a][:2], *islands[b][:2]) for a, b in edges]
    assert sorted(ends) == sorted(visible_pairs(puzzle))
    assert topology.edge_orient.tolist() == [int(c1 == c2) for _, c1, _, c2 in ends]
    assert topology.edge_list() == [
        (a, b, o) for (a, b), o in zip(edges, topology.edge_orient.tolist(), strict=True)
    ]
    starts, crossed = topology.cross_start.tolist(), topology.cross_list.tolist()
    assert len(starts) == len(edges) + 1
    assert starts[0] == 0
    assert starts[-1] == len(crossed)
    found = set()
    for e in range(len(edges)):
        mine = crossed[starts[e] : starts[e + 1]]
        assert mine == sorted(set(mine)) == topology.crossings(e)
        found |= {(e, f) for f in mine}
    assert found == crossing_pairs(ends)


@given(puzzles())
def test_edges_and_crossings_agree_with_cells(puzzle: Puzzle) -> None:
    check_against_cells(puzzle)


@pytest.mark.parametrize("side", [63, 64, 65, 130])
def test_boards_wider_than_a_word(side: int) -> None:
    rng = random.Random(side)
    cells = rng.sample(range(side * side), 6 * side)
    check_against_cells(Puzzle(side, side, [(*divmod(cell, side), 1) for cell in cells]))


def test_arrays_are_read_only_and_outlive_the_puzzle() -> None:
    puzzle = Puzzle(3, 3, [(0, 1, 1), (1, 0, 1), (1, 2, 1), (2, 1, 1)])
    arrays = {name: getattr(puzzle.topology, name) for name in ARRAYS}
    del puzzle
    for array in arrays.values():
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert arrays["cross_list"].tolist() == [1, 0]
    assert [array.dtype for array in arrays.values()] == [
        numpy.dtype(name) for name in ("i4", "i4", "i1", "i4", "i4", "u1", "i4", "i4")
    ]


def test_is_built_once_and_not_pickled() -> None:
    puzzle = Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)])
    assert puzzle.topology is puzzle.topology
    with pytest.raises(TypeError, match="pickle its Puzzle"):
        pickle.dumps(puzzle.topology)


def test_edge_numbers_are_checked() -> None:
    topology = Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)]).topology
    for edge in (-1, 1, 2**63, -(2**80)):
        with pytest.raises(IndexError):
            topology.crossings(edge)


def test_all_edges_cross() -> None:
    """A comb of horizontal edges through a comb of vertical ones, so that every pair crosses."""
    side = 202
    lines = range(1, side - 1)
    ends = (0, side - 1)
    islands = [(i, end, 1) for i in lines for end in ends] + [(end, i, 1) for i in lines for end in ends]
    topology = Puzzle(side, side, islands).topology
    horizontal = int((topology.edge_orient == 0).sum())
    assert len(topology.cross_list) == 2 * 200 * 200
    assert horizontal == 200 + 2 * 199


def test_too_many_crossings_are_refused_with_the_count() -> None:
    # The largest Puzzle has room for 10^8 crossings, so this needs a larger board.
    side = 32_800
    lines = range(1, side)
    cells = [(i, end) for i in lines for end in (0, side)] + [(end, i) for i in lines for end in (0, side)]
    row, col = numpy.array(sorted(cells), dtype=numpy.int32).T.copy()
    crossings = (side - 1) ** 2
    with pytest.raises(InvalidPuzzle, match=f"{2 * crossings} entries"):
        count_crossings(side + 1, row, col, numpy.ones(len(row), dtype=numpy.int8))


def test_symmetries_have_the_same_counts() -> None:
    rng = random.Random(5)
    for _ in range(50):
        puzzle = random_puzzle(rng)
        shapes = {
            (t.topology.n_edges, len(t.topology.cross_list)) for t in (puzzle.transformed(k) for k in range(8))
        }
        assert len(shapes) == 1


def test_relaxed_topologies_are_those_of_puzzles_with_fewer_numbers_and_rules() -> None:
    rng = random.Random(3)
    for _ in range(60):
        puzzle, _ = solvable_puzzle(rng, max_bridges=2, loops=rng.random() < 0.5, unknown=0)
        kept = [i for i in range(len(puzzle.islands)) if rng.random() < 0.6]
        for most, loops in ((2, puzzle.loops), (4, True)):
            triples = [(row, col, target if i in kept else None) for i, (row, col, target) in enumerate(puzzle.islands)]
            expected = Puzzle(puzzle.width, puzzle.height, triples, max_bridges=most, loops=loops)
            relaxed = puzzle.topology.relaxed(kept, max_bridges=most, loops=loops)
            assert relaxed.target.tolist() == expected.topology.target.tolist()
            assert Run(relaxed).count(300) == Run(expected.topology).count(300)


def test_relaxed_topologies_can_do_without_crossings() -> None:
    puzzle = Puzzle(3, 3, [(0, 1, 1), (1, 0, 1), (1, 2, 1), (2, 1, 1)])
    assert puzzle.topology.crossings(0) == [1]
    free = puzzle.topology.relaxed(range(4), max_bridges=2, loops=True, crossings=False)
    assert [free.crossings(edge) for edge in range(free.n_edges)] == [[]] * free.n_edges
    assert puzzle.topology.crossings(0) == [1]
    with pytest.raises(IndexError):
        puzzle.topology.relaxed([4], max_bridges=2, loops=True)
