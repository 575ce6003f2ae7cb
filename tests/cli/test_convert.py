"""`hashi-fast convert --to dimacs`: complete files, and files without earlier answers."""
from pathlib import Path

import pytest
from command_line import CHOICE, PAIR, run
from hand_made import grid, two_rings
from outside_solvers import ask

import hashi_fast as hf

pytest.importorskip("pysat")


def test_rounds_by_hand(tmp_path: Path) -> None:
    """What a user does who has a SAT solver and a shell."""
    puzzle = two_rings(4)
    board = tmp_path / "board.json"
    hf.dump(puzzle, board)
    earlier: list[str] = []
    while True:
        done = run("convert", board, "--to", "dimacs", *(word for name in earlier for word in ("--without", name)))
        assert (done.returncode, done.stderr) == (0, "")
        answer = ask("pysat", done.stdout, tmp_path)
        if not hf.check(puzzle, hf.solution_from_dimacs(puzzle, answer)):
            break
        earlier.append(str(tmp_path / f"answer{len(earlier)}"))
        Path(earlier[-1]).write_text(answer)
    assert earlier, "the first answer was a solution already"


def test_a_complete_file(tmp_path: Path) -> None:
    puzzle = two_rings(4)
    done = run("convert", "--to", "dimacs", "--connectivity", "eager", "--encoding", "direct", stdin=hf.dumps(puzzle))
    answer = ask("pysat", done.stdout, tmp_path)
    assert hf.check(puzzle, hf.solution_from_dimacs(puzzle, answer, encoding="direct")) == []


def test_without_the_solutions_in_a_file(tmp_path: Path) -> None:
    puzzles = [grid("3.3/.../3.3"), grid("2.2")]
    records = [hf.Record(puzzle, solution=hf.solve(puzzle).solution) for puzzle in puzzles]
    hf.dump(records, tmp_path / "solved.jsonl.gz")
    hf.dump(puzzles, tmp_path / "open.jsonl")
    options = ("--without", tmp_path / "solved.jsonl.gz", "--output", tmp_path / "{n}.cnf")
    done = run("convert", tmp_path / "open.jsonl", "--to", "dimacs", *options)
    assert (done.returncode, done.stderr) == (0, "")
    for number, record in enumerate(records, 1):
        expected = hf.dumps(record.puzzle, "dimacs", without=[record.solution])
        assert (tmp_path / f"{number}.cnf").read_text() == expected + "\n"


def test_files_whose_solutions_are_of_other_puzzles_are_named(tmp_path: Path) -> None:
    for name, board in {"right": "2.2", "wrong": "3.3/.../3.3"}.items():
        puzzle = grid(board)
        hf.dump([hf.Record(puzzle, solution=hf.solve(puzzle).solution)], tmp_path / name, "jsonl")
    wrong = f"--without {tmp_path / 'wrong'}"
    names = ("--without", tmp_path / "right", "--without", tmp_path / "wrong", "--quiet")
    done = run("convert", "--to", "dimacs", *names, stdin=PAIR)
    said = "it has no solution of a puzzle that was converted, so it changed nothing"
    assert (done.returncode, done.stderr) == (0, f"hashi-fast: {wrong}: {said}\n")
    assert done.stdout == run("convert", "--to", "dimacs", *names[:2], stdin=PAIR).stdout


@pytest.mark.parametrize(
    ("text", "stdin", "said"),
    [
        ("s UNSATISFIABLE\n", PAIR, "the SAT solver says that there is no answer"),
        ("v 1 0\n", PAIR, "dimacs: no value for variable 2; expected one for each of 1..2"),
        ("v 1 2 0\n", f"{PAIR}\n{PAIR}", "the answer of a SAT solver needs an input of one puzzle"),
        (PAIR, PAIR, "expected a SAT solver's answer, or puzzles with solutions; found neither"),
        ("hello", PAIR, "expected a puzzle as"),
    ],
)
def test_what_is_no_earlier_answer(tmp_path: Path, text: str, stdin: str, said: str) -> None:
    (tmp_path / "answer").write_text(text)
    output = tmp_path / "{n}.cnf"
    done = run("convert", "--to", "dimacs", "--without", tmp_path / "answer", "--output", output, stdin=stdin)
    assert done.returncode == 2
    assert said in done.stderr
    assert "--without" in done.stderr


def test_options_for_dimacs_only(tmp_path: Path) -> None:
    assert "--without needs --to dimacs" in run("convert", "--to", "lp", "--without", __file__, stdin=PAIR).stderr
    refused = run("convert", "--to", "lp", "--connectivity", "lazy", stdin=PAIR)
    assert "--connectivity needs --to dimacs" in refused.stderr
    missing = run("convert", "--to", "dimacs", "--without", tmp_path / "gone", stdin=PAIR)
    assert (missing.returncode, "gone: No such file" in missing.stderr) == (2, True)


def test_solvers_and_connectivity() -> None:
    for how in (("--solver", "cadical195"), ("--connectivity", "eager"), ("--solver", "g4", "--encoding", "direct")):
        done = run("count", "--engine", "sat", *how, stdin=CHOICE)
        assert (done.returncode, done.stdout) == (0, "line 1: 2 solutions or more\n")
    refused = run("solve", "--engine", "sat", "--solver", "zchaff", stdin=PAIR)
    assert refused.returncode == 2
    assert "solver must be one of" in refused.stderr
    assert "--solver needs --engine sat" in run("solve", "--solver", "g4", stdin=PAIR).stderr
