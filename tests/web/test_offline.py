"""Pages without a server: following their hints solves every puzzle, and their words are those of `hint`."""
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ladder import BOARDS
from patience import PATIENCE

import hashi_fast as hf
from hashi_fast.coaching.budget import Budget
from hashi_fast.formats import Record
from hashi_fast.web.built_in import built_in
from hashi_fast.web.entries import entry_of
from hashi_fast.web.steps import follow

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no node")

FIELDS = ("technique", "where", "why", "what", "islands", "bridges")


def played(records: list[Record]) -> list[dict[str, Any]]:
    """Return what a page without a server makes of puzzles."""
    entries = [entry_of(record, "x", walkthrough=True) for record in records]
    command = ["node", Path(__file__).with_name("offline.mjs")]
    text = json.dumps(entries).encode()
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, timeout=PATIENCE, check=True)
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    assert len(answers) == len(records)
    return answers


def check_played(records: list[Record]) -> None:
    for record, answer in zip(records, played(records), strict=True):
        assert answer["solved"], record.puzzle.id
        expected = follow(record.puzzle, Budget(None, None))
        found = [{field: step[field] for field in FIELDS} for step in answer["steps"]]
        assert found == [{field: step[field] for field in FIELDS} for step in expected], record.puzzle.id
        # Who follows hints from the empty board goes the way of the walkthrough.
        assert answer["techniques"] == [step["technique"] for step in expected], record.puzzle.id


def test_boards_of_every_technique() -> None:
    check_played([Record(puzzle) for puzzle in BOARDS.values()])


def test_a_sample_of_the_built_in_puzzles() -> None:
    check_played(built_in()[::11])


@pytest.mark.slow
def test_all_built_in_puzzles() -> None:
    check_played(built_in())


def test_boards_of_all_rules() -> None:
    rules: list[dict[str, Any]] = [
        {"loops": False},
        {"max_bridges": 1},
        {"max_bridges": 3},
        {"max_bridges": 4, "loops": False},
        {"unknown_clues": 0.2},
    ]
    check_played([hf.generate(8, 8, seed=5, index=index, **rule).record() for rule in rules for index in range(3)])
