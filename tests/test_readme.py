"""The README, followed from top to bottom. `.ci/run` does that with all that it tells to install, too."""
import os
import subprocess
import sys
from pathlib import Path

import pytest
from readme import README, follow, steps

if sys.platform == "win32":
    pytest.skip("there may be no bash, and Ctrl-C cannot be sent", allow_module_level=True)


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a reader who has installed the package that is tested."""
    command = tmp_path / "bin" / "hashi-fast"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m hashi_fast "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(command.parent), os.environ["PATH"]]))
    return tmp_path


@pytest.mark.slow
def test_what_it_tells_works(reader: Path) -> None:
    pytest.importorskip("reportlab")
    todo = [step for step in steps(README.read_text()) if not step.text.startswith("pip install ")]
    assert sum(step.is_python for step in todo) == 1
    assert len(todo) > 6
    # The usual port may be taken by a game that somebody plays.
    texts = [step.text.replace("hashi-fast play", "hashi-fast play --port 0") for step in todo]
    follow([step._replace(text=text) for step, text in zip(todo, texts, strict=True)], reader)
    assert {path.name for path in reader.iterdir()} == {"bin", "puzzles.jsonl", "hard.jsonl", "book.pdf"}


def test_nothing_is_passed_over() -> None:
    page = README.read_text()
    told = [step.text for step in steps(page)]
    assert told[:3] == ["pip install hashi-fast", "pip install . && hashi-fast demo", 'pip install ".[test]" && pytest']
    assert [step.needs_a_checkout for step in steps(page)][:4] == [False, True, True, False]
    assert 'pip install "hashi-fast[book]"' in told
    lines = page.splitlines()
    assert all(step.text.splitlines()[0] in lines[step.line - 1] for step in steps(page))
    assert len([line for line in lines if line.startswith("hashi-fast ")]) == sum(
        text.startswith("hashi-fast ") for text in told
    )


@pytest.mark.parametrize(
    "page",
    [
        "```shell\nhashi-fast help\nhashi-fast nonsense 2>/dev/null\n```\n",
        "```python\n>>> 1 + 1\n3\n\n```\n",
        "```shell\nhashi-fast play nothing-there 2>/dev/null\n```\n",
    ],
)
def test_what_does_not_work_is_noticed(page: str, reader: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        follow(steps(page), reader)
