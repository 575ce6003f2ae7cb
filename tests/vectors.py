"""Shared vectors: boards and positions in JSON files, with what Python says about them.

`tests/web/make_vectors.py` chooses the boards and positions and writes the files. `tests/web/test_vectors.py` asks
Python again and `tests/web/vectors.test.mjs` asks JavaScript: both must give the answers in the files. So the page and
the package cannot disagree without a test that says so.
"""
from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from paths import TESTS

import hashi_fast as hf
from hashi_fast.board.solution import edge_ends
from hashi_fast.deduction.techniques import NAMES, WEIGHTS
from hashi_fast.errors import FormatError
from hashi_fast.formats.json_ import fields_of
from hashi_fast.formats.record import Record
from hashi_fast.web.entries import digits

Json = dict[str, Any]

FOLDER = TESTS / "web" / "vectors"

# The techniques that the page has in JavaScript.
IN_JAVASCRIPT = (
    "completion", "full island", "one each way", "limited directions", "limited neighbours", "forbidden pair",
    "no way out", "group isolation", "no loop", "only way out",
)  # fmt: skip
WRITTEN = ("json", "task", "tatham", "puzzlink")


def puzzle_of(board: Json) -> hf.Puzzle:
    """Return the puzzle of the fields that `board_of` made."""
    return hf.loads(json.dumps(board))


def solution_of(puzzle: hf.Puzzle) -> bytes:
    """Return the solution of a puzzle that has one, as one count per edge."""
    solution = hf.solve(puzzle).solution
    assert solution is not None
    return solution.edge_counts


# Each function takes a case that `make_vectors.py` has chosen, without answers, and returns it with answers.


def topology_answer(case: Json) -> Json:
    """Add the edges [a, b, orient], the edges that cross each of them, and the number of solutions, up to two."""
    topology = puzzle_of(case["board"]).topology
    edges = topology.edge_list()
    crossings = [topology.crossings(edge) for edge in range(len(edges))]
    solutions = hf.count_solutions(puzzle_of(case["board"]))
    return {"board": case["board"], "edges": [list(edge) for edge in edges], "crossings": crossings, "count": solutions}


def moves_answer(case: Json) -> Json:
    """Add the outcome of each move and, at the end, totals, groups, broken rules and whether the puzzle is solved.

    A move is [edge, count], or [edge, "next"] or [edge, "back"] for a cycle; an outcome is [count after it, reason].
    """
    puzzle = puzzle_of(case["board"])
    game = hf.Game(puzzle, strict=case["strict"])
    ends = edge_ends(puzzle)
    outcomes = []
    for edge, what in case["moves"]:
        if isinstance(what, int):
            move = game.set_bridge(*ends[edge], what)
        else:
            move = game.cycle(*ends[edge], backward=what == "back")
        outcomes.append([move.after, move.reason])
    return {
        **{key: case[key] for key in ("board", "strict", "moves")},
        "outcomes": outcomes,
        "counts": digits(game.counts),
        "totals": list(game.totals),
        "groups": game.components,
        "violations": [[broken.rule, broken.message] for broken in game.violations()],
        "solved": game.solved,
    }


def hints_answer(case: Json) -> Json:
    """Add the only solution, and the hint for each position, with islands and edges by number.

    Hints that need a technique which the page does not have are given without words: the page takes them from the
    walkthrough. `bridges` are those to place, or those that are wrong.
    """
    puzzle = puzzle_of(case["board"])
    numbers = {(row, col): i for i, (row, col, _) in enumerate(puzzle.islands)}
    ends = edge_ends(puzzle)
    edges = {pair: edge for edge, pair in enumerate(ends)}
    positions = []
    for position in case["positions"]:
        counts = position["counts"]
        placed = [(*pair, int(count)) for pair, count in zip(ends, counts, strict=True)]
        found = hf.hint(puzzle, placed)
        ours = found.kind != "step" or all(step.technique in IN_JAVASCRIPT for step in found.steps)
        known: Json = {"counts": counts, "kind": found.kind, "technique": found.technique}
        if ours and found.technique != "search":
            known["words"] = [found.where, found.why, found.what]
            known["islands"] = [numbers[cell] for cell in found.islands]
            known["bridges"] = [[edges[bridge[:4]], bridge[4]] for bridge in found.bridges or found.wrong]
        positions.append(known)
    return {"board": case["board"], "solution": digits(solution_of(puzzle)), "positions": positions}


def reading_answer(case: Json) -> Json:
    """Add the board that a text means, or the message that says what is wrong with it."""
    try:
        puzzle = hf.loads(case["text"])
    except FormatError as error:
        return {"text": case["text"], "error": str(error)}
    return {"text": case["text"], "board": fields_of(puzzle)}


def writing_answer(case: Json) -> Json:
    """Add the text of a board in every format, or the message that says why the format cannot hold it."""
    puzzle = puzzle_of(case["board"])
    texts = {}
    for name in WRITTEN:
        try:
            text = hf.dumps(Record(puzzle), name)
            texts[name] = {"text": text if name in ("tatham", "puzzlink") else json.loads(text)}
        except FormatError as error:
            texts[name] = {"error": str(error)}
    return {"board": case["board"], "texts": texts}


def technique_answer(case: Json) -> Json:
    """Add the weight of a technique that the page has, and its place on the ladder."""
    name = case["name"]
    return {"name": name, "weight": WEIGHTS[name], "rung": NAMES.index(name)}


ANSWERS: dict[str, Callable[[Json], Json]] = {
    "topology": topology_answer,
    "moves": moves_answer,
    "hints": hints_answer,
    "reading": reading_answer,
    "writing": writing_answer,
    "techniques": technique_answer,
}


def stored(name: str) -> list[Json]:
    """Return the cases of a file, with their answers."""
    cases: list[Json] = json.loads((FOLDER / f"{name}.json").read_text())
    return cases
