"""smtlib and minizinc: the texts say what the flow model says, and solvers outside our code answer them rightly."""
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from boards import puzzles, random_puzzle, solvable_puzzle
from hypothesis import given

import hashi_fast as hf
from hashi_fast.search.engines.flow_model import flow_model

EDGE = re.compile(r"(x_\d+): \((\d+), (\d+)\) - \((\d+), (\d+)\)")
SPECIAL = [
    hf.Puzzle(1, 1, [(0, 0, 0)]),
    hf.Puzzle(1, 1, [(0, 0, None)]),
    hf.Puzzle(1, 1, [(0, 0, 1)]),
    hf.Puzzle(2, 2, [(0, 0, 1), (1, 1, 1)]),
    hf.Puzzle(2, 2, [(0, 0, None), (1, 1, None)], loops=False),
]

Rows = dict[str, tuple[dict[str, int], str, int]]


def expected(puzzle: hf.Puzzle) -> tuple[dict[str, tuple[int, int]], Rows]:
    """The bounds of each variable, and each row by its name: coefficients, sense and right side."""
    model = flow_model(puzzle)
    bounds = {column.name: (column.lower, column.upper) for column in model.columns}
    rows = {
        row.name: ({model.columns[i].name: factor for factor, i in row.terms}, row.sense, row.right)
        for row in model.rows
    }
    return bounds, rows


def read_smtlib(text: str) -> tuple[dict[str, tuple[int, int]], Rows]:
    text = re.sub(r"\(- (\d+)\)", r"-\1", text)
    bounds = {
        name: (int(lower), int(upper))
        for name, lower, again, upper in re.findall(
            r"^\(declare-const (\w+) Int\) \(assert \(<= (-?\d+) (\w+) (-?\d+)\)\)$", text, re.MULTILINE
        )
        if name == again
    }
    rows: Rows = {}
    for sense, total, right, name in re.findall(
        r"^\(assert \((<=|=|>=) (.*) (-?\d+)\)\) ; (\w+)$", text, re.MULTILINE
    ):
        terms = re.findall(r"\(\* (-?\d+) (\w+)\)|([a-z]\w*)", total)
        rows[name] = {name or plain: int(factor or 1) for factor, name, plain in terms}, sense, int(right)
    return bounds, rows


def read_minizinc(text: str) -> tuple[dict[str, tuple[int, int]], Rows]:
    bounds = {
        name: (int(lower), int(upper))
        for lower, upper, name in re.findall(r"^var (-?\d+)\.\.(-?\d+): (\w+);$", text, re.MULTILINE)
    }
    rows: Rows = {}
    for total, sense, right, name in re.findall(
        r"^constraint (.*) (<=|=|>=) (-?\d+); % (\w+)$", text, re.MULTILINE
    ):
        terms = re.findall(r"([+-]?) ?(?:(\d+) \* )?([a-z]\w*)", total)
        rows[name] = {name: int(f"{sign}{times or 1}") for sign, times, name in terms}, sense, int(right)
    return bounds, rows


@given(puzzles(max_side=6, max_islands=10))
def test_the_texts_say_what_the_model_says(puzzle: hf.Puzzle) -> None:
    assert read_smtlib(hf.dumps(puzzle, "smtlib")) == expected(puzzle)
    assert read_minizinc(hf.dumps(puzzle, "minizinc")) == expected(puzzle)


@pytest.mark.parametrize("format", ["smtlib", "minizinc"])
def test_every_edge_is_explained(format: str) -> None:
    puzzle = solvable_puzzle(random.Random(1), max_side=12, max_islands=30)[0]
    ends = [tuple(map(int, found[1:])) for found in EDGE.findall(hf.dumps(puzzle, format))]
    cells = [(island.row, island.col) for island in puzzle.islands]
    assert ends == [cells[a] + cells[b] for a, b, _ in puzzle.topology.edge_list()]


def test_only_written() -> None:
    for format, ending in (("smtlib", ".smt2"), ("minizinc", ".mzn")):
        assert hf.formats.get(format).endings == (ending,)
        with pytest.raises(hf.FormatError, match=f"{format} is only written, not read"):
            hf.loads("(check-sat)", format)


def sample() -> list[hf.Puzzle]:
    rng = random.Random(12)
    grown = [solvable_puzzle(rng, max_side=8, max_islands=14)[0] for _ in range(15)]
    return [*SPECIAL, *grown, *(random_puzzle(rng) for _ in range(20))]


def check_answer(puzzle: hf.Puzzle, bridges: list[tuple[int, ...]] | None) -> None:
    """Check what a program outside our code has found, or None if it says that there is no solution."""
    if bridges is None:
        assert not hf.solve(puzzle), puzzle
    else:
        assert hf.check(puzzle, bridges) == [], puzzle


@pytest.mark.skipif(shutil.which("z3") is None, reason="z3 is not installed")
@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_z3_answers_rightly(every: int, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.smt2"
    for puzzle in sample()[::every]:
        hf.dump(puzzle, path)
        # After "unsat", asking for values is an error.
        done = subprocess.run(["z3", path], capture_output=True, text=True, check=False)
        status, _, values = done.stdout.partition("\n")
        assert status in ("sat", "unsat")
        if status == "unsat":
            check_answer(puzzle, None)
            continue
        counts = dict(re.findall(r"\((x_\d+) (\d+)\)", values))
        edges = EDGE.findall(path.read_text())
        assert counts.keys() == {name for name, *_ in edges}
        check_answer(puzzle, [(*map(int, ends), int(counts[name])) for name, *ends in edges])


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="minizinc is not installed")
@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_minizinc_answers_rightly(every: int, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.mzn"
    for puzzle in sample()[::every]:
        hf.dump(puzzle, path)
        done = subprocess.run(["minizinc", "--solver", "gecode", path], capture_output=True, text=True, check=True)
        if "=====UNSATISFIABLE=====" in done.stdout:
            check_answer(puzzle, None)
        else:
            lines = done.stdout.partition("----------")[0].splitlines()
            check_answer(puzzle, [tuple(map(int, line.split())) for line in lines if line])
