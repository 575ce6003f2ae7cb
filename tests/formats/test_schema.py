"""The JSON Schemas say yes to everything that we write, and no to what is not a record or a pack."""
import json
from pathlib import Path
from typing import Any

import pytest
from boards import puzzles
from hypothesis import given
from jsonschema import Draft202012Validator

import hashi_fast as hf

RECORDS = Draft202012Validator(hf.json_schema("record"))
PACKS = Draft202012Validator(hf.json_schema("pack"))
LINE = json.loads(hf.dumps(next(hf.produce(1, hf.Spec(5, 5), seed=1))))
TASK = {"w": 3, "h": 1, "task": "2a2", "packed": "k"}


@pytest.mark.parametrize("validator", [RECORDS, PACKS])
def test_they_are_schemas(validator: Draft202012Validator) -> None:
    Draft202012Validator.check_schema(validator.schema)


@given(puzzles())
def test_puzzles(puzzle: hf.Puzzle) -> None:
    for name in (None, 7, "\u00e9"):
        RECORDS.validate(json.loads(hf.dumps(puzzle.with_id(name))))


@pytest.mark.parametrize("format", ["json", "jsonl", "task", "compact"])
@pytest.mark.parametrize("kind", ["7x7", "5x5 hard", "6x6 max_bridges=1", "7x7 loops=no", "6x6 max_bridges=3"])
def test_generated_records(kind: str, format: str) -> None:
    for made in hf.produce(5, hf.Spec.parse(kind)[0], seed=1):
        if format in ("task", "compact") and any((island.target or 9) > 8 for island in made.puzzle.islands):
            continue
        RECORDS.validate(json.loads(hf.dumps(made, format)))


def test_hidden_clues_and_ratings_of_all_kinds() -> None:
    for made in hf.produce(5, hf.Spec(7, 7, unknown_clues=0.3), seed=1):
        RECORDS.validate(json.loads(hf.dumps(made)))
    for text in ("3x3:232343232", "3x1:1a2", "1x1:1"):
        puzzle = hf.loads(text)
        RECORDS.validate(json.loads(hf.dumps(puzzle)) | {"rating": hf.rate(puzzle).to_dict()})


def test_packs(tmp_path: Path) -> None:
    path = tmp_path / "pack.json"
    hf.pack(hf.produce(20, hf.Spec(6, 6), seed=1)).save(path)
    PACKS.validate(json.loads(path.read_text()))
    PACKS.validate({})
    for wrong in ([], {"simple": []}, {"easy": {}}, {"easy": [{"w": 3}]}):
        assert not PACKS.is_valid(wrong)


@pytest.mark.parametrize(
    "changes",
    [
        {"w": 0}, {"w": "5"}, {"w": 10001}, {"h": None}, {"id": 1.5}, {"max_bridges": 5}, {"loops": 1}, {"islands": []},
        {"islands": None}, {"islands": [{"r": 0, "c": 0}]}, {"islands": [{"r": 0, "c": 0, "target": 17}]},
        {"solution": [[0, 0, 0, 1]]}, {"solution": [[0, 0, 0, 1, 1, 1]]}, {"solution": [[0, 0, 0, 1, 5]]},
        {"solution": {}}, {"rating": 5}, {"rating": {"difficulty": "simple"}}, {"rating": {"steps": -1}},
        {"task": "2a2"}, {"packed": "k"}, {"seed": -1}, {"generator": 0},
    ],
)  # fmt: skip
def test_what_is_refused(changes: dict[str, Any]) -> None:
    RECORDS.validate(LINE)
    assert not RECORDS.is_valid(LINE | changes)


def test_tasks() -> None:
    RECORDS.validate(TASK)
    for changes in ({"task": "2A2"}, {"task": ""}, {"packed": "z"}, {"packed": 1}, {"solution": []}):
        assert not RECORDS.is_valid(TASK | changes)
    for key in ("w", "h", "task"):
        assert not RECORDS.is_valid({name: value for name, value in TASK.items() if name != key})


def test_unknown_names() -> None:
    with pytest.raises(ValueError, match="name of a schema"):
        hf.json_schema("book")  # type: ignore[arg-type]
