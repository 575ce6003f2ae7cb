"""dimacs: files are written, solved by a solver outside our code, and read back, round by round."""
import random
import re
from pathlib import Path

import pytest
from boards import random_puzzle, solvable_puzzle
from hand_made import grid, two_rings
from outside_solvers import OUTSIDE, ask

import hashi_fast as hf

pytest.importorskip("pysat")

ENCODINGS = ("order", "pb", "direct")
PAIR = hf.loads("3x1:2a2")


def solve_by_rounds(puzzle: hf.Puzzle, encoding: str, solver: str, folder: Path) -> tuple[hf.Solution | None, int]:
    """Write, solve outside, read back, and repeat without the answers so far until one is a solution."""
    answers: list[hf.Solution] = []
    while True:
        text = hf.dumps(puzzle, "dimacs", encoding=encoding, without=answers)
        try:
            answers.append(hf.solution_from_dimacs(puzzle, ask(solver, text, folder), encoding=encoding))
        except hf.Unsolvable:
            return None, len(answers)
        if not hf.check(puzzle, answers[-1]):
            return answers[-1], len(answers)


@pytest.mark.parametrize("solver", OUTSIDE)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_solved_by_a_solver_outside(encoding: str, solver: str, tmp_path: Path) -> None:
    rng = random.Random(encoding)
    puzzles = [grid("22/22/../22/22"), two_rings(4), grid("2.2/.../2.2", loops=False), grid("1.1/.../1.1")]
    puzzles += [random_puzzle(rng) for _ in range(10)]
    puzzles += [solvable_puzzle(rng, max_side=12, max_islands=40)[0] for _ in range(10)]
    rounds = 0
    for puzzle in puzzles:
        solution, answers = solve_by_rounds(puzzle, encoding, solver, tmp_path)
        assert (solution is not None) is (hf.solve(puzzle).status == "solved"), puzzle
        rounds += max(0, answers - 1)
    assert rounds > 0, "no board took more than one answer"


def test_solutions_are_counted_by_leaving_them_out(tmp_path: Path) -> None:
    puzzle = grid("?.?/.../?.2", loops=False)
    found: list[hf.Solution] = []
    faulty: list[hf.Solution] = []
    while True:
        text = hf.dumps(puzzle, "dimacs", without=found + faulty)
        try:
            answer = hf.solution_from_dimacs(puzzle, ask("pysat", text, tmp_path))
        except hf.Unsolvable:
            break
        (faulty if hf.check(puzzle, answer) else found).append(answer)
    assert len(set(found)) == len(found) == hf.count_solutions(puzzle, limit=None)


def test_the_comments_map_variables_to_bridges() -> None:
    puzzle = grid("3.3/.../3.3", max_bridges=3, loops=False)
    lines = hf.dumps(puzzle, "dimacs", encoding="pb").splitlines()
    assert lines[0] == "c A Hashi puzzle: width 3, height 3, islands 4, max_bridges 3, loops forbidden."
    assert "an answer may leave several groups of islands or have loops" in lines[1]
    assert lines[2] == 'c Encoding "pb", variables of an edge: just 1, just 2, just 3, any bridges.'
    assert lines[3] == "c Variables from 17 on are auxiliary."
    assert lines[5:7] == ["c 1 2 3 4: (0, 0) - (0, 2)", "c 5 6 7 8: (0, 0) - (2, 0)"]
    assert lines[7:9] == ["c 9 10 11 12: (0, 2) - (2, 2)", "c 13 14 15 16: (2, 0) - (2, 2)"]
    kind, form, variables, clauses = lines[9].split()
    assert (kind, form) == ("p", "cnf")
    rows = [[int(token) for token in line.split()] for line in lines[10:]]
    assert len(rows) == int(clauses)
    assert all(row[-1] == 0 and 0 not in row[:-1] for row in rows)
    assert max(abs(literal) for row in rows for literal in row) == int(variables)


@pytest.mark.parametrize(
    "text",
    [
        "s SATISFIABLE\nv 1 2 0\n",
        "c chatter\n\ns SATISFIABLE\nv 1\nv 2\nv 0\n",
        "v 1 2 3 0",
        "SAT\n1 2 0\n",
        "SAT\r\n1 2 0\r\n",
        "s SATISFIABLE\nv 2 1 0\nwhatever comes after 0",
    ],
)
def test_answers_of_all_kinds(text: str) -> None:
    assert hf.solution_from_dimacs(PAIR, text).counts.tolist() == [2]


@pytest.mark.parametrize("text", ["s UNSATISFIABLE\n", "UNSAT\n", "c so sad\ns UNSATISFIABLE"])
def test_no_answer_at_all(text: str) -> None:
    with pytest.raises(hf.Unsolvable):
        hf.solution_from_dimacs(PAIR, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"v 1 2 0", "dimacs: expected an answer as text (str), not b'v 1 2 0'"),
        ("", "dimacs: no value for variable 1; expected one for each of 1..2"),
        ("s SATISFIABLE\nv 1 0", "dimacs: no value for variable 2; expected one for each of 1..2"),
        ("v 1 -1 2 0", "dimacs, line 1: both 1 and -1; expected one of them"),
        ("v -1 2 0", "dimacs: not an answer to the clauses of this puzzle in the encoding 'order'"),
        ("v one 0", "dimacs, line 1: expected a literal or 0, found 'one'"),
        ("v 1 --2 0", "dimacs, line 1: expected a literal or 0, found '--2'"),
        ("v 12345678901 0", "dimacs, line 1: expected a literal or 0, found '12345678901'"),
        ("1 2 0", "dimacs, line 1: expected one of s SATISFIABLE, SAT, s UNSATISFIABLE, UNSAT or a line of literals"),
        ("\ns UNKNOWN", "dimacs, line 2: expected one of s SATISFIABLE, SAT, s UNSATISFIABLE, UNSAT"),
        ("SAT\nabc", "dimacs, line 2: expected one of s SATISFIABLE, SAT, s UNSATISFIABLE, UNSAT"),
    ],
)
def test_bad_answers(text: str, message: str) -> None:
    with pytest.raises(hf.FormatError, match=re.escape(message)):
        hf.solution_from_dimacs(PAIR, text)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"encoding": "log"}, "encoding must be one of 'order', 'pb', 'direct', not 'log'"),
        ({"without": [PAIR]}, "dimacs: 'without' takes answers to this puzzle, not Puzzle"),
        ({"without": [hf.Solution(hf.loads("4x1:2b2"), [2])]}, "dimacs: 'without' takes answers to this puzzle, not S"),
        ({"without": [hf.Solution(PAIR, [1])]}, "dimacs: 'without' takes answers that satisfy the clauses; this one"),
        ({"colour": 1}, "dimacs has no option 'colour'; expected encoding or connectivity or without"),
    ],
)
def test_bad_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hf.dumps(PAIR, "dimacs", **options)


def test_options_of_formats_that_have_none(tmp_path: Path) -> None:
    with pytest.raises(hf.FormatError, match="json has no option 'encoding'; expected none"):
        hf.dumps(PAIR, "json", encoding="order")
    with pytest.raises(hf.FormatError, match="task has no option 'encoding'; expected none"):
        hf.dump(PAIR, tmp_path / "a.task", encoding="order")
    assert hf.dump(PAIR, tmp_path / "a.cnf", encoding="direct") == 1
    assert (tmp_path / "a.cnf").read_text() == hf.dumps(PAIR, "dimacs", encoding="direct") + "\n"
    with pytest.raises(hf.FormatError, match="dimacs is only written, not read"):
        hf.loads((tmp_path / "a.cnf").read_text(), "dimacs")
