"""Solution: its two views, what it rejects, and its behaviour as a value."""

import copy
import pickle
import random

import numpy as np
import pytest
from boards import random_puzzle, solvable_puzzle

from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution

PUZZLE = Puzzle(3, 3, [(0, 0, 3), (0, 2, 2), (2, 0, 1), (2, 2, None)])
# Its edges: (0,0)-(0,2), (0,0)-(2,0), (0,2)-(2,2), (2,0)-(2,2)


def test_bridges_and_counts():
    solution = Solution(PUZZLE, [2, 1, 0, 0])
    assert solution.puzzle is PUZZLE
    assert solution.bridges == ((0, 0, 0, 2, 2), (0, 0, 2, 0, 1))
    assert solution.counts.tolist() == [2, 1, 0, 0]
    assert solution.counts.dtype == np.int8
    assert str(solution) == "3=2\n|..\n1.?"


@pytest.mark.parametrize(
    "counts",
    [
        (2, 1, 0, 0),
        bytes([2, 1, 0, 0]),
        bytearray([2, 1, 0, 0]),
        memoryview(bytes([2, 1, 0, 0])),
        np.array([2, 1, 0, 0]),
        np.array([2, 1, 0, 0], dtype=np.int8),
        iter([2, 1, 0, 0]),
    ],
)
def test_any_counts(counts):
    assert Solution(PUZZLE, counts) == Solution(PUZZLE, [2, 1, 0, 0])


def test_counts_are_read_only():
    counts = Solution(PUZZLE, [2, 1, 0, 0]).counts
    with pytest.raises(ValueError, match="read-only"):
        counts[0] = 1


def test_counts_given_are_copied():
    counts = bytearray([2, 1, 0, 0])
    solution = Solution(PUZZLE, counts)
    counts[0] = 0
    assert solution.counts.tolist() == [2, 1, 0, 0]


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([1, 1, 1], "3 counts; expected 4"),
        ([1, 1, 1, 1, 1], "5 counts; expected 4"),
        ([0, 0, 3, 0], "count 3 between row 1, column 3 and row 3, column 3; expected 0 to 2"),
        ([0, -1, 0, 0], "count -1 between row 1, column 1 and row 3, column 1; expected 0 to 2"),
        ([0, 0, 10**5000, 0], "bits between row 1, column 3 and row 3, column 3"),
        ([0, 0, True, 0], "counts must be whole numbers"),
        ([0, 0, 1.0, 0], "counts must be whole numbers"),
        ("1111", "counts must be whole numbers"),
        (None, "counts must be whole numbers"),
    ],
)
def test_refused_counts(counts, message):
    with pytest.raises(ValueError, match=message):
        Solution(PUZZLE, counts)


def test_refused_puzzle():
    with pytest.raises(TypeError, match="expected a Puzzle"):
        Solution("puzzle", [])
    with pytest.raises(TypeError, match="expected a Puzzle"):
        Solution.from_bridges(None, [])


def test_from_bridges_in_any_order():
    bridges = [(2, 0, 0, 0, 1), (0, 2, 0, 0, 1), (0, 0, 0, 2, 1), (2, 2, 2, 0, 0)]
    assert Solution.from_bridges(PUZZLE, bridges) == Solution(PUZZLE, [2, 1, 0, 0])
    assert Solution.from_bridges(PUZZLE, np.array(bridges)) == Solution(PUZZLE, [2, 1, 0, 0])


@pytest.mark.parametrize(
    ("bridges", "message"),
    [
        ([(0, 0, 2, 2, 1)], r"bridge \(0, 0, 2, 2, 1\): its ends must be two islands"),
        ([(0, 0, 0, 1, 1)], "its ends must be two islands"),
        ([(0, 0, 0, 0, 1)], "its ends must be two islands"),
        ([(0, 0, 0, 2, -1), (0, 0, 0, 2, 2)], "expected a count from 0 to 2"),
        ([(0, 0, 0, 2, 2), (0, 0, 0, 2, 1)], "count 3 between row 1, column 1 and row 1, column 3; expected 0 to 2"),
        ([(0, 0, 0, 2)], "all whole numbers"),
        ([(0, 0, 0, 2, 1.0)], "all whole numbers"),
        ([5], "all whole numbers"),
        (5, "expected .* bridges, not 5"),
    ],
)
def test_refused_bridges(bridges, message):
    with pytest.raises(ValueError, match=message):
        Solution.from_bridges(PUZZLE, bridges)


def test_counts_of_the_kernels_make_the_same_value():
    solution = Solution.of_counts(PUZZLE, bytes([2, 1, 0, 0]))
    assert solution == Solution(PUZZLE, [2, 1, 0, 0])
    assert solution.edge_counts == solution.counts.tobytes() == bytes([2, 1, 0, 0])


def test_equality_and_hash():
    one = Solution(PUZZLE, [2, 1, 0, 0])
    twin = Solution(Puzzle(3, 3, PUZZLE.islands, id="twin"), [2, 1, 0, 0])
    assert one == twin
    assert hash(one) == hash(twin)
    assert one != Solution(PUZZLE, [1, 2, 0, 0])
    assert one != Solution(Puzzle(3, 3, PUZZLE.islands, loops=False), [2, 1, 0, 0])
    assert one != one.bridges


def test_cannot_be_changed():
    solution = Solution(PUZZLE, [2, 1, 0, 0])
    with pytest.raises(AttributeError, match="puzzle"):
        solution.puzzle = PUZZLE
    with pytest.raises(AttributeError, match="edge_counts"):
        del solution.edge_counts


def test_copies_are_the_same_object():
    solution = Solution(PUZZLE, [2, 1, 0, 0])
    assert copy.copy(solution) is copy.deepcopy(solution) is solution


def test_grown_solutions_round_trip():
    rng = random.Random(4)
    for _ in range(200):
        puzzle, bridges = solvable_puzzle(rng)
        solution = Solution.from_bridges(puzzle, bridges)
        assert solution.bridges == tuple(bridges)
        assert Solution(puzzle, solution.counts) == solution
        assert eval(repr(solution)) == solution
        again = pickle.loads(pickle.dumps(solution))
        assert again == solution
        assert again.bridges == solution.bridges


def test_bridges_are_sorted_on_any_board():
    rng = random.Random(5)
    for _ in range(300):
        puzzle = random_puzzle(rng)
        solution = Solution(
            puzzle, [rng.randint(0, puzzle.max_bridges) for _ in range(puzzle.topology.n_edges)]
        )
        assert list(solution.bridges) == sorted(solution.bridges)
        assert all((r1, c1) < (r2, c2) and count for r1, c1, r2, c2, count in solution.bridges)
        assert Solution.from_bridges(puzzle, solution.bridges) == solution
