"""What fuzzing has kept, done again without atheris."""
import importlib
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
TARGETS = ("readers", "lines", "batches", "pickles")


@pytest.mark.parametrize("target", TARGETS)
def test_kept_inputs(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(HERE), *sys.path])
    check = importlib.import_module(target).check
    inputs = importlib.import_module("corpus").kept(target)
    assert len(inputs) > 3
    for data in inputs:
        check(data)


def test_every_target_has_a_row_in_the_readme() -> None:
    text = (HERE / "README.md").read_text()
    assert all(f"| `{target}` |" in text for target in TARGETS)
    assert {file.stem for file in (HERE / "corpus").iterdir()} == set(TARGETS)
