"""Puzzle: what it accepts, what it rejects and how, and its behaviour as a value."""

import copy
import pickle
import subprocess
import sys
from itertools import repeat
from pathlib import Path

import numpy as np
import pytest
from boards import puzzles
from hypothesis import given
from hypothesis import strategies as st

import hashi_fast as hf
from hashi_fast.board._symmetry import canonical_form
from hashi_fast.board.puzzle import MAX_SIDE, Island, Puzzle
from hashi_fast.errors import BudgetExceeded, FormatError, InvalidPuzzle, Unsolvable, shown

TWO = [(0, 0, 1), (0, 2, 1)]


class TestAccepted:
    def test_attributes_and_row_major_order(self):
        puzzle = Puzzle(4, 3, [(2, 1, 1), (0, 3, None), (0, 0, 8)], max_bridges=3, loops=False, id="x")
        assert puzzle.islands == (Island(0, 0, 8), Island(0, 3, None), Island(2, 1, 1))
        assert all(type(island) is Island for island in puzzle.islands)
        assert (puzzle.width, puzzle.height, puzzle.max_bridges, puzzle.loops, puzzle.id) == (
            4,
            3,
            3,
            False,
            "x",
        )

    def test_defaults(self):
        puzzle = Puzzle(3, 1, TWO)
        assert (puzzle.max_bridges, puzzle.loops, puzzle.id) == (2, True, None)

    @pytest.mark.parametrize(
        "islands",
        [
            [[0, 0, 1], [0, 2, 1]],
            iter(TWO),
            (iter(island) for island in TWO),
            np.array(TWO),
            np.array(TWO, dtype=np.uint8),
            [(np.int64(0), 0, 1), (0, np.int8(2), np.uint16(1))],
            [Island(0, 0, 1), Island(0, 2, 1)],
        ],
    )
    def test_any_iterable_of_triples(self, islands):
        puzzle = Puzzle(np.int32(3), np.int64(1), islands, max_bridges=np.int8(2), loops=np.True_)
        assert puzzle == Puzzle(3, 1, TWO)
        assert type(puzzle.width) is type(puzzle.height) is type(puzzle.max_bridges) is int
        assert type(puzzle.loops) is bool
        assert {type(number) for island in puzzle.islands for number in island} == {int}

    @pytest.mark.parametrize("target", [0, None, 1, 8])
    def test_lone_island(self, target):
        assert Puzzle(1, 1, [(0, 0, target)]).islands == ((0, 0, target),)

    def test_largest_board(self):
        corner = MAX_SIDE - 1
        assert Puzzle(MAX_SIDE, MAX_SIDE, [(corner, corner, 16)], max_bridges=4).islands[0].row == corner

    @pytest.mark.parametrize("name", [None, "", "easy-001", 0, -7, 10**600])
    def test_id_is_kept(self, name):
        assert Puzzle(3, 1, TWO, id=name).id == name

    def test_id_becomes_plain(self):
        class Name(str):
            __slots__ = ()

            def __repr__(self):
                return "unreadable"

            __str__ = __repr__

        name = Puzzle(3, 1, TWO, id=Name("first")).id
        assert (type(name), name) == (str, "first")
        assert type(Puzzle(3, 1, TWO, id=np.int64(5)).id) is int


NAN = float("nan")
REFUSED_ISLANDS = [
    (
        [(0, 0, 1), (0, 3, 1)],
        "island at row 1, column 4 .counted from 1.: outside the board; expected rows 1..2, columns 1..3",
    ),
    ([(2, 0, 1)], "island at row 3, column 1 .counted from 1.: outside the board"),
    ([(-1, 0, 1)], "island at row 0, column 1 .counted from 1.: outside the board"),
    ([(0, -1, 1)], "island at row 1, column 0 .counted from 1.: outside the board"),
    ([(10**5000, 0, 1)], "column 1 .counted from 1.: outside the board"),
    ([*TWO, (0, 2, 2)], "island at row 1, column 3: given twice"),
    ([(0, 0, 0), (0, 2, 1)], "island at row 1, column 1: target 0; expected 1..8"),
    ([(0, 0, 1), (0, 2, 9)], "island at row 1, column 3: target 9; expected 1..8"),
    ([(0, 0, -1)], "island at row 1, column 1: target -1; expected 1..8"),
    ([(0, 0, 10**5000)], "island at row 1, column 1: target a whole number of 16610 bits"),
    ([(0, 0, True)], "island at row 1, column 1: target must be a whole number or None, not True"),
    ([(0, 0, np.True_)], "island at row 1, column 1: target must be a whole number or None"),
    ([(0, 0, 2.0)], "island at row 1, column 1: target must be a whole number or None, not 2.0"),
    ([(0, 0, NAN)], "island at row 1, column 1: target must be a whole number or None, not nan"),
    ([(0, 0, "3")], "island at row 1, column 1: target must be a whole number or None, not '3'"),
    ([(0, 0, [1])], r"island at row 1, column 1: target must be a whole number or None, not \[1\]"),
    ([(0, 0, 1), (True, 0, 1)], r"islands\[1\]: row must be a whole number, not True"),
    ([(0.0, 0, 1)], r"islands\[0\]: row must be a whole number, not 0.0"),
    ([(0, NAN, 1)], r"islands\[0\]: column must be a whole number, not nan"),
    ([(0, None, 1)], r"islands\[0\]: column must be a whole number, not None"),
    (np.array(TWO, dtype=float), r"islands\[0\]: row must be a whole number"),
    (np.array([[False, False, True]]), r"islands\[0\]: row must be a whole number"),
    ([(0, 0)], r"islands\[0\] must be a \(row, col, target\) triple, not \(0, 0\)"),
    ([(0, 0, 1), (0, 1, 1, 1)], r"islands\[1\] must be a \(row, col, target\) triple"),
    ([(0, 0, 1), 5], r"islands\[1\] must be a \(row, col, target\) triple, not 5"),
    (["abc"], r"islands\[0\]: row must be a whole number, not 'a'"),
    (np.array([1, 2, 3]), r"islands\[0\] must be a \(row, col, target\) triple"),
    ([], "no islands; expected at least one"),
    (None, r"islands must be \(row, col, target\) triples, not None"),
    (7, "islands must be"),
    (repeat((0, 0, 1)), "island at row 1, column 1: given twice"),
]


class TestRefused:
    @pytest.mark.parametrize(("islands", "message"), REFUSED_ISLANDS)
    def test_islands(self, islands, message):
        with pytest.raises(InvalidPuzzle, match=message):
            Puzzle(3, 2, islands)

    @pytest.mark.parametrize(
        "side", [0, -3, MAX_SIDE + 1, 10**30, 10**5000, True, 3.0, NAN, "3", None, np.True_], ids=shown
    )
    def test_sides(self, side):
        with pytest.raises(InvalidPuzzle, match="width must be a whole number from 1 to 10,000"):
            Puzzle(side, 1, TWO)
        with pytest.raises(InvalidPuzzle, match="height must be a whole number from 1 to 10,000"):
            Puzzle(3, side, TWO)

    @pytest.mark.parametrize("most", [0, 5, -1, True, 2.0, "2", None])
    def test_max_bridges(self, most):
        with pytest.raises(InvalidPuzzle, match="max_bridges must be a whole number from 1 to 4"):
            Puzzle(3, 1, TWO, max_bridges=most)

    @pytest.mark.parametrize(("most", "target"), [(1, 5), (2, 9), (3, 13), (4, 17)])
    def test_target_limit_follows_max_bridges(self, most, target):
        with pytest.raises(InvalidPuzzle, match=f"target {target}; expected 1..{target - 1}"):
            Puzzle(3, 1, [(0, 0, target), (0, 2, 1)], max_bridges=most)
        assert Puzzle(3, 1, [(0, 0, target - 1), (0, 2, 1)], max_bridges=most)

    @pytest.mark.parametrize("loops", [0, 1, None, "no"])
    def test_loops(self, loops):
        with pytest.raises(InvalidPuzzle, match="loops must be True or False"):
            Puzzle(3, 1, TWO, loops=loops)

    @pytest.mark.parametrize("name", [True, 1.5, b"x", ("a",), 10**640, -(10**640)], ids=shown)
    def test_id(self, name):
        with pytest.raises(InvalidPuzzle, match="id must"):
            Puzzle(3, 1, TWO, id=name)

    def test_values_that_cannot_be_shown(self):
        class Shy:
            def __repr__(self):
                raise RuntimeError("no")

        for value in (Shy(), [10**5000], "x" * 10_000):
            with pytest.raises(InvalidPuzzle, match=r"width must be .*, not ") as caught:
                Puzzle(value, 1, TWO)
            assert len(str(caught.value)) < 200


class TestValue:
    def test_id_takes_no_part_in_equality(self):
        one, other = Puzzle(3, 1, TWO, id="a"), Puzzle(3, 1, TWO, id="b")
        assert one == other
        assert hash(one) == hash(other)

    @pytest.mark.parametrize(
        "other",
        [
            Puzzle(4, 1, TWO),
            Puzzle(3, 2, TWO),
            Puzzle(3, 1, [(0, 0, 1), (0, 2, 2)]),
            Puzzle(3, 1, [(0, 0, 1), (0, 2, None)]),
            Puzzle(3, 1, TWO, max_bridges=3),
            Puzzle(3, 1, TWO, loops=False),
            "Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)])",
        ],
    )
    def test_all_else_does(self, other):
        assert Puzzle(3, 1, TWO) != other

    def test_cannot_be_changed(self):
        puzzle = Puzzle(3, 1, TWO)
        for name in ("width", "islands", "id", "_topology", "new"):
            with pytest.raises(AttributeError, match=name):
                setattr(puzzle, name, 1)
        with pytest.raises(AttributeError, match="width"):
            del puzzle.width

    def test_repr_shows_only_what_is_not_usual(self):
        assert repr(Puzzle(3, 1, TWO)) == "Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)])"
        assert repr(Puzzle(1, 1, [(0, 0, None)], max_bridges=1, loops=False, id=0)) == (
            "Puzzle(1, 1, [(0, 0, None)], max_bridges=1, loops=False, id=0)"
        )

    @given(puzzles())
    def test_repr_round_trip(self, puzzle):
        again = eval(repr(puzzle))
        assert again == puzzle
        assert again.id == puzzle.id

    @given(puzzles(), st.integers(0, pickle.HIGHEST_PROTOCOL))
    def test_pickle(self, puzzle, protocol):
        again = pickle.loads(pickle.dumps(puzzle, protocol))
        assert again == puzzle
        assert again.id == puzzle.id
        assert all(type(island) is Island for island in again.islands)

    def test_copies_are_the_same_object(self):
        puzzle = Puzzle(3, 1, TWO)
        assert copy.copy(puzzle) is copy.deepcopy(puzzle) is puzzle

    def test_topology_is_built_once_and_not_pickled(self):
        puzzle = Puzzle(3, 1, TWO)
        before = pickle.dumps(puzzle)
        assert puzzle.topology is puzzle.topology
        assert puzzle.topology.n_edges == 1
        assert pickle.dumps(puzzle) == before
        assert puzzle == Puzzle(3, 1, TWO)

    def test_str_is_the_board(self):
        assert str(Puzzle(3, 2, [(0, 0, 1), (0, 2, None), (1, 1, 12)], max_bridges=4)) == "1.?\n.C."

    @given(puzzles())
    def test_values_that_were_checked(self, puzzle):
        again = Puzzle.of_checked(
            puzzle.width, puzzle.height, puzzle.islands, puzzle.max_bridges, puzzle.loops, puzzle.id
        )
        assert (again, again.id) == (puzzle, puzzle.id)
        assert again.topology.n_edges == puzzle.topology.n_edges

    def test_import_without_numpy(self):
        code = "import sys, hashi_fast.board.puzzle, hashi_fast.formats; assert 'numpy' not in sys.modules"
        subprocess.run([sys.executable, "-P", "-c", code], check=True)


def composed(first, second):
    """Return the symmetry that does `first` and then `second`: mirroring reverses the turns before it."""
    turns = second + (-first if second >= 4 else first)
    return turns % 4 + 4 * ((first >= 4) != (second >= 4))


class TestSymmetries:
    BOARD = Puzzle(3, 2, [(0, 0, 1), (0, 1, 2), (1, 2, 3)])

    @pytest.mark.parametrize(
        ("k", "drawing"),
        [
            (0, "12.\n..3"),
            (1, ".1\n.2\n3."),
            (2, "3..\n.21"),
            (3, ".3\n2.\n1."),
            (4, ".21\n3.."),
            (5, "3.\n.2\n.1"),
            (6, "..3\n12."),
            (7, "1.\n2.\n.3"),
        ],
    )
    def test_each(self, k, drawing):
        assert str(self.BOARD.transformed(k)) == drawing

    @pytest.mark.parametrize("k", [-1, 8, True, 1.0, "1", None])
    def test_no_other(self, k):
        with pytest.raises(ValueError, match="from 0 to 7"):
            self.BOARD.transformed(k)

    @given(puzzles())
    def test_they_form_a_group(self, puzzle):
        images = [puzzle.transformed(k) for k in range(8)]
        assert images[0] == puzzle
        for first in range(8):
            for second in range(8):
                assert images[first].transformed(second) == images[composed(first, second)]

    @given(puzzles(), st.integers(0, 7))
    def test_everything_else_is_kept(self, puzzle, k):
        image = puzzle.transformed(k)
        assert (image.id, image.max_bridges, image.loops) == (puzzle.id, puzzle.max_bridges, puzzle.loops)
        rules = {"max_bridges": image.max_bridges, "loops": image.loops}
        assert image == Puzzle(image.width, image.height, image.islands, **rules)
        assert image.islands == tuple(sorted(image.islands, key=lambda island: island[:2]))

    @given(puzzles(), st.integers(0, 7))
    def test_canonical_is_the_same_for_all(self, puzzle, k):
        least = puzzle.canonical()
        assert puzzle.transformed(k).canonical() == least
        assert least in [puzzle.transformed(i) for i in range(8)]
        assert least.id == puzzle.id

    @given(puzzles())
    def test_canonical_is_the_least(self, puzzle):
        def order(p):
            return p.width, p.height, [(r, c, -1 if t is None else t) for r, c, t in p.islands]

        assert order(puzzle.canonical()) == min(order(puzzle.transformed(k)) for k in range(8))

    @given(puzzles(max_side=3, max_islands=3), puzzles(max_side=3, max_islands=3))
    def test_equal_forms_are_equal_puzzles_but_for_a_turn(self, one, other):
        same = other in [one.transformed(k) for k in range(8)]
        assert (one.canonical() == other.canonical()) is same
        assert (canonical_form(one)[0] == canonical_form(other)[0]) is same

    @given(puzzles(), st.none() | st.integers() | st.text(max_size=8))
    def test_with_another_id(self, puzzle, name):
        renamed = puzzle.with_id(name)
        assert (renamed, renamed.id) == (puzzle, name)
        assert repr(renamed.with_id(puzzle.id)) == repr(puzzle)
        with pytest.raises(InvalidPuzzle, match="id must be"):
            puzzle.with_id(1.5)

    def test_unknown_is_less_than_any_target(self):
        assert str(Puzzle(3, 1, [(0, 0, 1), (0, 2, None)]).canonical()) == "?\n.\n1"


class TestErrors:
    def test_family(self):
        assert issubclass(InvalidPuzzle, ValueError)
        assert issubclass(FormatError, InvalidPuzzle)
        assert issubclass(Unsolvable, ValueError)
        assert issubclass(BudgetExceeded, RuntimeError)

    def test_budget_exceeded_pickles(self):
        error = BudgetExceeded(
            "time_limit ran out; 3 solutions had been found", found=3, solutions=("a", "b")
        )
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.found, again.solutions) == (str(error), 3, ("a", "b"))
        assert "time_limit" in str(again)


@pytest.mark.parametrize(
    "call",
    [
        hf.solve,
        hf.count_solutions,
        hf.is_unique,
        hf.uniqueness,
        hf.common_bridges,
        hf.enumerate_solutions,
        lambda puzzle: hf.solve(puzzle, engine="sat"),
        lambda puzzle: hf.check(puzzle, []),
        hf.rate,
        hf.hint,
        hf.explain,
        hf.diagnose,
        hf.make_unique,
        hf.Game,
        lambda puzzle: hf.Solution(puzzle, []),
        lambda puzzle: hf.solution_from_dimacs(puzzle, "s UNSATISFIABLE"),
    ],
)
def test_what_has_a_puzzle_is_none(call):
    record = hf.loads_record("3x1:2a2")
    remedies = ((record, r"Record\(.*; its .puzzle is one"), ("3x1:2a2", r"'3x1:2a2'; loads\('3x1:2a2'\) makes"))
    for wrong, found in remedies:
        with pytest.raises(TypeError, match=f"expected (a Game or )?a Puzzle, not {found}"):
            call(wrong)


def test_many_islands_are_checked_fast():
    islands = [(i // 577, i % 577, 1 + i % 8) for i in range(0, 6 * 50_000, 6)]
    puzzle = Puzzle(577, 577, reversed(islands))
    assert puzzle.islands == tuple(islands)


@pytest.mark.parametrize(
    "call", [hf.solve, hf.count_solutions, hf.uniqueness, hf.rate, hf.hint, hf.explain, hf.diagnose, hf.Game]
)
def test_what_is_no_puzzle_is_told_how_to_become_one(call):
    made = hf.generate(5, 5, seed=1)
    for value, remedy in (
        ("7x7:2a2", r"not '7x7:2a2'; loads\('7x7:2a2'\) makes a Puzzle of a text"),
        (Path("p.jsonl"), r"; load\(path\) reads the records of a file, and each has a \.puzzle"),
        (made.record(), r"; its \.puzzle is one"),
        ([made.puzzle], "; solve_batch and rate_batch take several"),
    ):
        with pytest.raises(TypeError, match=f"{remedy}$"):
            call(value)
