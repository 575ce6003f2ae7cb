"""The command line's `hint`, `explain` and `diagnose`."""
import json
from pathlib import Path

from command_line import CHOICE, PAIR, SLOW, SPLIT, run

import hashi_fast as hf

WRONG = '{"id": "w", "w": 3, "h": 3, "task": "3a2c1b", "solution": [[0, 0, 0, 2, 1], [0, 0, 2, 0, 2]]}'
BEGUN = '{"id": 7, "w": 3, "h": 3, "task": "3a2c1b", "solution": [[0, 0, 0, 2, 1]]}'


def json_lines(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


# hint


def test_hint_continues_from_the_bridges_given() -> None:
    done = run("hint", stdin=BEGUN)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "line 1, 7: full island\n"
        "The 2 at row 1, column 3 has only one open direction. Its last bridge must go to\nthe 3 on the left.\n"
        "Place one more bridge from the 2 at row 1, column 3 to the 3 at row 1, column 1.\n\n"
        "3═*═2\n· · ·\n1 · ·\n\n"
    )
    assert run("hint", "--ascii", stdin=BEGUN, COLUMNS="200").stdout.splitlines()[-4:] == ["3*2", "...", "1..", ""]


def test_strengths_of_hints() -> None:
    first = run("hint", "--strength", "1", stdin=BEGUN).stdout
    assert first == "line 1, 7: a hint\nLook at the 2 at row 1, column 3.\n\n3───2\n· · ·\n1 · ·\n\n"
    second = run("hint", "--strength", "2", stdin=BEGUN).stdout
    assert second.startswith("line 1, 7: full island\nThe 2 at row 1, column 3 has only one open direction.")
    assert "Place" not in second
    assert "3───2\n" in second
    assert run("hint", "--strength", "4", stdin=BEGUN).returncode == 2


def test_islands_to_look_at_are_coloured() -> None:
    done = run("hint", "--strength", "1", "--color", "always", stdin=BEGUN)
    assert "\x1b[1;31m3\x1b[0m" in done.stdout
    assert "\x1b[1m1\x1b[0m" in done.stdout  # the 1 has nothing to do with it


def test_hint_without_the_bridges_that_come_with_a_puzzle() -> None:
    solved = '{"w": 3, "h": 1, "task": "2a2", "solution": [[0, 0, 0, 2, 2]]}'
    assert run("hint", "--solution", stdin=solved).stdout.startswith("line 1: solved\nEvery island has its bridges")
    for words in ((), ("--unsolved",)):
        assert run("hint", *words, stdin=solved).stdout.startswith("line 1: full island\n")


def test_hint_names_mistakes() -> None:
    done = run("hint", stdin=WRONG, COLUMNS="200")
    assert done.returncode == 1
    assert done.stdout == (
        "line 1, w: a mistake\n"
        "The 1 at row 3, column 1 has two bridges, which is too many.\n"
        "Remove one of the two bridges between the 3 at row 1, column 1 and the 1 at row 3, column 1.\n\n"
        "3───2\n║*· ·\n1 · ·\n\n"
    )


def test_hint_as_json() -> None:
    done = run("hint", "--json", "--node-limit", "10000", stdin=f"{BEGUN}\n{WRONG}\n{SPLIT}\n{CHOICE}\n")
    assert done.returncode == 1
    begun, wrong, split, choice = json_lines(done.stdout)
    assert list(begun) == [
        "id", "file", "line", "kind", "technique", "where", "why", "what", "islands", "bridges", "wrong",
    ]
    assert (begun["id"], begun["kind"], begun["technique"]) == (7, "step", "full island")
    assert (begun["islands"], begun["bridges"], begun["wrong"]) == ([[0, 2], [0, 0]], [[0, 0, 0, 2, 2]], [])
    assert (wrong["kind"], wrong["wrong"]) == ("wrong", [[0, 0, 2, 0, 2]])
    assert (split["kind"], choice["kind"]) == ("unsolvable", "ambiguous")


def test_hint_and_a_budget_that_runs_out() -> None:
    done = run("hint", "--node-limit", "0", stdin=PAIR)
    assert (done.returncode, done.stdout) == (3, "line 1: unknown, the budget ran out\n")
    done = run("hint", "--json", "--node-limit", "0", stdin=PAIR)
    assert done.returncode == 3
    assert json_lines(done.stdout) == [{"id": None, "file": "<stdin>", "line": 1, "kind": "unknown"}]


# explain


def test_explain_tells_the_way(tmp_path: Path) -> None:
    done = run("explain", "-o", tmp_path / "way.txt", stdin=PAIR)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    text = (tmp_path / "way.txt").read_text()
    assert text == f"line 1: exactly one solution\n\n{hf.explain(hf.loads(PAIR))}\n\n"
    assert "\n    2=2\n" in run("explain", "--ascii", stdin=PAIR).stdout


def test_explain_without_exactly_one_solution() -> None:
    done = run("explain", stdin=f"{SPLIT}\n{CHOICE}\n", COLUMNS="120")
    assert done.returncode == 1
    assert "line 1: no solution\n\nThere is no solution.\n" in done.stdout
    assert "This follows from" in done.stdout
    assert "line 2: several solutions\n" in done.stdout
    assert "\n    2═══3───2    2═══3───2\n" in done.stdout
    done = run("explain", "--time-limit", "0", stdin=hf.dumps(SLOW))
    assert done.returncode == 3
    assert "The budget ran out here" in done.stdout


def test_explain_as_json() -> None:
    text = "7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2"
    way, none = json_lines(run("explain", "--json", stdin=f"{text}\n{SPLIT}\n").stdout)
    rating = hf.rate(hf.loads(text))
    assert (way["status"], way["reason"]) == ("unique", None)
    assert sum(len(round["steps"]) for round in way["rounds"]) == rating.steps
    assert set(way["rounds"][0]["steps"][0]) == {"why", "islands", "conclusions"}
    solution = {bridge[:4]: bridge[4] for bridge in hf.solve(hf.loads(text)).solution.bridges}
    for round in way["rounds"]:
        for step in round["steps"]:
            for *ends, least, most in step["conclusions"]:
                assert least <= solution.get(tuple(ends), 0) <= most
    assert (none["status"], none["rounds"]) == ("none", [])
    assert none["reason"].endswith("the rule that all islands must be connected.")


# diagnose


def test_diagnose_draws_what_matters() -> None:
    done = run("diagnose", stdin=f"{PAIR}\n{SPLIT}\n{CHOICE}\n", COLUMNS="150")
    assert done.returncode == 1
    assert done.stdout.startswith("line 1: exactly one solution\nline 2: no solution\nSuppose there were ")
    assert "\n    ? · 1\n    · · ·\n    1 · ?\n" in done.stdout
    assert "line 3: several solutions\nThere can be two bridges between " in done.stdout
    assert "\n    2═══3───2    2═══3───2\n" in done.stdout
    assert "\n    ?.1\n    ...\n    1.?\n" in run("diagnose", "--ascii", stdin=SPLIT).stdout


def test_diagnose_as_json() -> None:
    pair, split, choice = json_lines(run("diagnose", "--json", stdin=f"{PAIR}\n{SPLIT}\n{CHOICE}\n").stdout)
    assert (pair["status"], pair["islands"]) == ("unique", [])
    assert (split["status"], split["islands"], split["rules"], split["irreducible"]) == (
        "none", [[0, 2], [2, 0]], ["connected"], True,
    )
    assert choice["status"] == "multiple"
    assert [hf.check(hf.loads(CHOICE), solution) for solution in choice["solutions"]] == [[], []]
    done = run("diagnose", "--json", "--node-limit", "0", stdin=PAIR)
    assert done.returncode == 3
    assert json_lines(done.stdout) == [{"id": None, "file": "<stdin>", "line": 1, "status": "unknown"}]
