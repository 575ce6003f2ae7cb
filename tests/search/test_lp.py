"""The lp format: the answers of HiGHS and other solvers to the text, and its comments."""

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from boards import puzzles, random_puzzle, solvable_puzzle
from hypothesis import given

import hashi_fast as hf
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.formats.record import Record
from hashi_fast.search.engines.flow_model import flow_model
from hashi_fast.search.engines.lp import dumps

EDGE = re.compile(r"\\ (x_\d+): \((\d+), (\d+)\) - \((\d+), (\d+)\)")

SPECIAL = [
    Puzzle(1, 1, [(0, 0, 0)]),
    Puzzle(1, 1, [(0, 0, None)]),
    Puzzle(1, 1, [(0, 0, 1)]),
    Puzzle(2, 2, [(0, 0, 1), (1, 1, 1)]),
    Puzzle(2, 2, [(0, 0, None), (1, 1, None)], loops=False),
    Puzzle(3, 3, [(0, 0, 1), (0, 2, 1), (1, 1, None)]),
]


def sample() -> list[Puzzle]:
    rng = random.Random(11)
    grown = [solvable_puzzle(rng, max_side=9, max_islands=20)[0] for _ in range(20)]
    large = solvable_puzzle(rng, max_side=40, max_islands=150, unknown=0.0)[0]
    return [*SPECIAL, *grown, large, *(random_puzzle(rng) for _ in range(20))]


def bridges_of(text: str, values: dict[str, float]) -> list[tuple[int, int, int, int, int]]:
    """Return the bridges, using only the text and the values of its variables."""
    return [
        (int(r1), int(c1), int(r2), int(c2), round(values[name])) for name, r1, c1, r2, c2 in EDGE.findall(text)
    ]


def check_answer(puzzle: Puzzle, text: str, values: dict[str, float] | None) -> None:
    if hf.solve(puzzle).status == "solved":
        assert values is not None, puzzle
        assert hf.check(puzzle, bridges_of(text, values)) == []
    else:
        assert values is None, puzzle


def test_highs_reads_and_solves_it(tmp_path: Path) -> None:
    highspy = pytest.importorskip("highspy")
    path = tmp_path / "puzzle.lp"
    for puzzle in sample():
        text = dumps(Record(puzzle))
        path.write_text(text)
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("presolve", "off")  # presolve is sometimes wrong: see hashi_fast.search.engines.ilp
        assert solver.readModel(str(path)) == highspy.HighsStatus.kOk
        model = flow_model(puzzle)
        assert (solver.getNumCol(), solver.getNumRow()) == (len(model.columns), len(model.rows))
        solver.run()
        status = solver.getModelStatus()
        assert status in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kInfeasible)
        values = None
        if status == highspy.HighsModelStatus.kOptimal:
            values = dict(zip(solver.getLp().col_names_, solver.getSolution().col_value, strict=True))
        check_answer(puzzle, text, values)


@pytest.mark.skipif(shutil.which("glpsol") is None, reason="glpsol is not installed")
def test_glpk_reads_and_solves_it(tmp_path: Path) -> None:
    path, answer = tmp_path / "puzzle.lp", tmp_path / "answer.txt"
    for puzzle in sample():
        if len(puzzle.islands) > 100:
            continue  # too slow there
        text = dumps(Record(puzzle))
        path.write_text(text)
        subprocess.run(["glpsol", "--lp", path, "-w", answer], check=True, capture_output=True)
        # What matters: "s mip <rows> <columns> <status> <objective>" and one "j <column> <value>" per column.
        lines = [line.split() for line in answer.read_text().splitlines()]
        values = None
        if any(line[:2] == ["s", "mip"] and line[4] == "o" for line in lines):
            values = dict(zip(_first_uses(text), (float(line[2]) for line in lines if line[0] == "j"), strict=True))
        check_answer(puzzle, text, values)


def _first_uses(text: str) -> list[str]:
    """Return the columns in the order in which glpsol numbers them."""
    rows = text.partition("Minimize")[2].partition("Bounds")[0]
    return list(dict.fromkeys(re.findall(r"\b(?:[xf]_\d+|y_\d+_\d+|zero)\b(?!:)", rows)))


@given(puzzles(max_side=30, max_islands=40))
def test_lines_are_short_and_ascii(puzzle: Puzzle) -> None:
    text = dumps(Record(puzzle))
    assert text.isascii()
    assert max(map(len, text.split("\n"))) <= 100


def test_every_edge_is_explained() -> None:
    puzzle = solvable_puzzle(random.Random(1), max_side=12, max_islands=30)[0]
    text = dumps(Record(puzzle))
    ends = [tuple(map(int, found[1:])) for found in EDGE.findall(text)]
    cells = [(island.row, island.col) for island in puzzle.islands]
    assert ends == [cells[a] + cells[b] for a, b, _ in puzzle.topology.edge_list()]


def test_same_puzzle_same_text() -> None:
    puzzle = Puzzle(3, 3, [(0, 0, 3), (0, 2, 2), (2, 0, 1)])
    assert dumps(Record(puzzle)) == dumps(Record(Puzzle(3, 3, [(2, 0, 1), (0, 2, 2), (0, 0, 3)], id="other")))
