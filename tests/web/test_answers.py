"""The questions of the page: each answered as Python itself would, bad ones refused, endless ones cut short."""
import json
from collections.abc import Iterator
from typing import Any

import pytest
from command_line import CHOICE, SPLIT
from ladder import BOARDS
from patience import PATIENCE
from serving import PUZZLE, ask, serving

import hashi_fast as hf
from hashi_fast.formats.json_ import fields_of
from hashi_fast.web import errands
from hashi_fast.web.answers import MOST_GENERATED_SIDE, QUESTIONS
from hashi_fast.web.server import PlayServer

BOARD = hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2")
SEVERAL, NONE = (fields_of(hf.loads(text)) for text in (CHOICE, SPLIT))
# That it has several solutions takes more than one slice to find out.
HOPELESS = fields_of(hf.Puzzle(30, 30, [(row, col, None) for row in range(30) for col in range(30)]))


@pytest.fixture(scope="module")
def server() -> Iterator[PlayServer]:
    with serving(budget=float(PATIENCE)) as running:
        yield running


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value))


def test_hint_is_that_of_python(server: PlayServer) -> None:
    game = hf.Game(BOARD)
    while True:
        found = ask(server, "hint", puzzle=PUZZLE, bridges=game.bridges).fields
        expected = hf.hint(game)
        texts = [expected.text(strength) for strength in (1, 2, 3)]
        assert found == as_json({**expected.to_dict(), "text": texts})
        if found["kind"] != "step":
            break
        for bridge in found["bridges"]:
            assert game.set_bridge(*bridge)
    assert game.solved


def test_hint_finds_mistakes(server: PlayServer) -> None:
    found = ask(server, "hint", puzzle=PUZZLE, bridges=[[6, 4, 6, 6, 1], [0, 0, 0, 4, 2]]).fields
    assert (found["kind"], found["wrong"]) == ("wrong", [[0, 0, 0, 4, 2]])


@pytest.mark.parametrize("name", list(BOARDS))
def test_explain_leads_to_the_solution(server: PlayServer, name: str) -> None:
    puzzle = BOARDS[name]
    answer = ask(server, "explain", puzzle=fields_of(puzzle)).fields
    counts = dict(bridge for step in answer["steps"] for bridge in step["bridges"])
    (solution,) = hf.enumerate_solutions(puzzle)
    assert answer["status"] == "unique"
    assert [counts.get(edge, 0) for edge in range(puzzle.topology.n_edges)] == list(solution.edge_counts)
    assert answer["text"] == hf.explain(puzzle)


def test_explain_without_one_solution(server: PlayServer) -> None:
    none = ask(server, "explain", puzzle=NONE).fields
    assert (none["status"], none["steps"]) == ("none", [])
    assert none["text"] == hf.explain(hf.loads(SPLIT))
    assert ask(server, "explain", puzzle=SEVERAL).fields["status"] == "multiple"


def test_check(server: PlayServer) -> None:
    (solution,) = hf.enumerate_solutions(BOARD)
    answer = ask(server, "check", puzzle=PUZZLE, bridges=solution.bridges)
    assert answer.fields == {"violations": [], "solved": True}
    answer = ask(server, "check", puzzle=PUZZLE, bridges=solution.bridges[1:])
    expected = [violation._asdict() for violation in hf.check(BOARD, solution.bridges[1:])]
    assert answer.fields == as_json({"violations": expected, "solved": False})


def test_rate(server: PlayServer) -> None:
    rating = hf.rate(BOARD)
    assert ask(server, "rate", puzzle=PUZZLE).fields == {
        "status": "rated", "level": rating.difficulty, "score": rating.score, "hardest": rating.hardest,
        "techniques": rating.counts, "tatham": rating.tatham,
    }  # fmt: skip
    several = ask(server, "rate", puzzle=SEVERAL).fields
    assert (several["status"], several["level"], several["score"]) == ("multiple", None, None)


def test_uniqueness(server: PlayServer) -> None:
    (solution,) = hf.enumerate_solutions(BOARD)
    digits = "".join(map(str, solution.edge_counts))
    assert ask(server, "uniqueness", puzzle=PUZZLE).fields == {"status": "unique", "solutions": [digits], "differs": []}
    assert ask(server, "uniqueness", puzzle=NONE).fields == {"status": "none", "solutions": [], "differs": []}
    several = ask(server, "uniqueness", puzzle=SEVERAL).fields
    one, other = several["solutions"]
    assert several["status"] == "multiple"
    assert several["differs"] == [edge for edge in range(len(one)) if one[edge] != other[edge]] != []


def test_diagnose(server: PlayServer) -> None:
    found = ask(server, "diagnose", puzzle=NONE).fields
    assert found == as_json({**hf.diagnose(hf.loads(SPLIT)).to_dict(), "differs": []})
    several = ask(server, "diagnose", puzzle=SEVERAL).fields
    ends = [(*bridge[:4],) for bridge in hf.diagnose(hf.loads(CHOICE)).differing]
    edges = {tuple(end): edge for edge, end in enumerate(_ends(hf.loads(CHOICE)))}
    assert several["differs"] == sorted(edges[end] for end in ends)


def _ends(puzzle: hf.Puzzle) -> list[tuple[int, int, int, int]]:
    cells = [(row, col) for row, col, _ in puzzle.islands]
    return [(*cells[a], *cells[b]) for a, b, _ in puzzle.topology.edge_list()]


def test_make_unique(server: PlayServer) -> None:
    answer = ask(server, "make-unique", puzzle=SEVERAL, seed=3).fields
    repaired = hf.make_unique(hf.loads(CHOICE), seed=3)
    assert answer["puzzle"] == fields_of(repaired.puzzle)
    assert answer["changes"] == [str(change) for change in repaired.changes] != []
    assert answer["entry"]["solution"] == "".join(map(str, repaired.solution.edge_counts))
    refused = ask(server, "make-unique", puzzle=NONE)
    assert (refused.status, "no solution" in refused.fields["error"]) == (400, True)


def test_make_unique_keeps_what_was_drawn(server: PlayServer) -> None:
    puzzle = hf.loads(CHOICE)
    *_, last = hf.enumerate_solutions(puzzle)
    answer = ask(server, "make-unique", puzzle=SEVERAL, bridges=last.bridges).fields
    assert answer["puzzle"] == fields_of(hf.make_unique(puzzle, last).puzzle)


@pytest.mark.parametrize("to", ["task", "tatham", "puzzlink", "pzpr", "has", "janko", "grid", "conceptis", "dimacs"])
def test_convert_to_text(server: PlayServer, to: str) -> None:
    assert ask(server, "convert", puzzle=PUZZLE, to=to).fields == {"text": hf.dumps(BOARD, to)}


@pytest.mark.parametrize("format", ["json", "task", "tatham", "puzzlink", "pzpr", "has", "janko", "grid", "conceptis"])
def test_convert_from_text(server: PlayServer, format: str) -> None:
    text = hf.dumps(BOARD.with_id("x") if format == "json" else BOARD, format)
    name = {"id": "x"} if format == "json" else {}
    expected = {"puzzle": {**name, **PUZZLE}}
    assert ask(server, "convert", text=text, to="json").fields == expected
    assert ask(server, "convert", text=text, to="json", **{"from": format}).fields == expected


def test_generate_makes_what_python_makes(server: PlayServer) -> None:
    made = hf.generate(9, 9, difficulty="hard", style="rich", symmetry="rotate", seed=2**64 - 1, index=3)
    wishes = {"level": "hard", "style": "rich", "symmetry": "rotate", "index": 3}
    entry = ask(server, "generate", w=9, h=9, seed=str(2**64 - 1), **wishes).fields["entry"]
    board = {"w": entry["w"], "h": entry["h"], "task": entry["task"]}
    assert hf.loads(json.dumps(board)) == made.puzzle
    assert (entry["level"], entry["score"], entry["style"]) == ("hard", made.rating.score, "rich")
    assert entry["id"] == f"seed:9x9-hard-rich-rotate-index-3:{2**64 - 1}"
    assert entry["title"] == f"9x9 hard rich rotate index 3, seed {2**64 - 1}"
    plain = ask(server, "generate", w=7, h=7, seed=1).fields["entry"]
    assert hf.loads(f"7x7:{plain['task']}") == hf.generate(7, 7, seed=1).puzzle


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("hint", {}),
        ("hint", {"puzzle": None}),
        ("hint", {"puzzle": []}),
        ("hint", {"puzzle": {"w": 7, "h": 7}}),
        ("hint", {"puzzle": {"w": 7, "h": 7, "task": 5}}),
        ("hint", {"puzzle": {"w": 7, "h": 7, "task": "9"}}),
        ("hint", {"puzzle": {"w": 7, "h": 7, "islands": [{"r": 9, "c": 0, "target": 1}]}}),
        ("hint", {"puzzle": {"w": "7", "h": 7, "task": "1a1"}}),
        ("hint", {"puzzle": {"w": 10_000, "h": 10_000, "task": "1a1"}}),
        ("check", {"puzzle": {"w": 500, "h": 500, "task": "1" * 5000}}),
        ("hint", {"puzzle": PUZZLE, "bridges": 5}),
        ("hint", {"puzzle": PUZZLE, "bridges": None}),
        ("hint", {"puzzle": PUZZLE, "bridges": {"a": 1}}),
        ("hint", {"puzzle": PUZZLE, "bridges": [[0, 0, 6, 6, 1]]}),
        ("check", {"puzzle": PUZZLE, "bridges": [[0, 0, 0, 4, 9]]}),
        ("convert", {"puzzle": PUZZLE}),
        ("convert", {"puzzle": PUZZLE, "to": "nonsense"}),
        ("convert", {"puzzle": PUZZLE, "to": ["json"]}),
        ("convert", {"text": 5, "to": "json"}),
        ("convert", {"text": "nonsense!", "to": "json"}),
        ("convert", {"text": "2.2", "to": "json", "from": "nonsense"}),
        ("convert", {"text": "2.2", "to": "json", "from": 7}),
        ("convert", {"puzzle": fields_of(hf.Puzzle(1, 1, [(0, 0, None)])), "to": "task"}),
        ("generate", {}),
        ("generate", {"w": 7, "h": 7}),
        ("generate", {"w": 7, "h": 7, "seed": -1}),
        ("generate", {"w": 7, "h": 7, "seed": 1.5}),
        ("generate", {"w": 7, "h": 7, "seed": True}),
        ("generate", {"w": 7, "h": 7, "seed": "9" * 5000}),
        ("generate", {"w": MOST_GENERATED_SIDE + 1, "h": 7, "seed": 1}),
        ("generate", {"w": 0, "h": 7, "seed": 1}),
        ("generate", {"w": 7, "h": 7, "seed": 1, "level": "tough"}),
        ("generate", {"w": 7, "h": 7, "seed": 1, "level": ["hard"]}),
        ("make-unique", {"puzzle": PUZZLE, "seed": "x"}),
    ],
)
def test_bad_questions_are_told_why(
    server: PlayServer, name: str, fields: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The same without a process for each of them.
    monkeypatch.setattr("hashi_fast.web.server.ask", lambda name, fields, seconds: QUESTIONS[name](fields, seconds))
    answer = ask(server, name, **fields)
    assert (answer.status, list(answer.fields)) == (400, ["error"])
    assert 5 < len(answer.fields["error"]) < 500
    assert ask(server, "check", puzzle=PUZZLE).status == 200


@pytest.mark.parametrize("name", ["hint", "explain", "rate", "uniqueness", "diagnose"])
def test_no_answer_within_the_budget(name: str) -> None:
    with serving(budget=0.0) as server:
        answer = ask(server, name, puzzle=HOPELESS)
        assert (answer.status, answer.fields) == (503, {"error": "no answer within 0 seconds", "budget": True})
        assert ask(server, "check", puzzle=PUZZLE).status == 200


@pytest.mark.parametrize("name", ["generate", "make-unique"])
def test_errands_within_the_budget(name: str) -> None:
    with serving(budget=0.01) as server:  # less than a process takes to start
        answer = ask(server, name, puzzle=PUZZLE, w=7, h=7, seed=1)
        assert (answer.status, answer.fields["budget"]) == (503, True)
        assert ask(server, "check", puzzle=PUZZLE).status == 200


@pytest.mark.parametrize(("name", "fields"), [("generate", {}), ("make-unique", {"puzzle": PUZZLE, "seed": "x"})])
def test_bad_errands_are_told_why(server: PlayServer, name: str, fields: dict[str, Any]) -> None:
    answer = ask(server, name, **fields)
    assert (answer.status, list(answer.fields)) == (400, ["error"])
    assert 5 < len(answer.fields["error"]) < 500


def test_errands_raise_what_questions_raise() -> None:
    with pytest.raises(ValueError, match="'seed' must be"):
        errands.ask("generate", {"w": 7, "h": 7}, PATIENCE)


def test_all_questions_are_asked_here() -> None:
    assert set(QUESTIONS) == {
        "hint", "explain", "check", "rate", "uniqueness", "diagnose", "make-unique", "convert", "generate",
    }  # fmt: skip
