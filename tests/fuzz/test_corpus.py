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
    files = sorted((HERE / "corpus" / target).iterdir())
    assert len(files) > 3
    for file in files:
        check(file.read_bytes())


def test_every_target_has_a_row_in_the_readme() -> None:
    text = (HERE / "README.md").read_text()
    assert all(f"| `{target}` |" in text for target in TARGETS)
    assert {folder.name for folder in (HERE / "corpus").iterdir()} == set(TARGETS)
