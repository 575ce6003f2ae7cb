"""Follows the README from top to bottom: every command that it tells, and its Python, in the order of the page.

    python tests/readme.py           in the root of a checkout
    python tests/readme.py outside   elsewhere, without the commands for which one needs a checkout

The reader has a virtual environment, which is active, and puzzles of their own in `puzzles.jsonl`. It takes Python and
nothing else, since at first nothing is installed. The first command that fails ends it.
"""
from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

README = Path(__file__).resolve().parent.parent / "README.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Commands stand in blocks; one that is needed for the block below it may stand in a sentence.
STEP = re.compile(rf"{BLOCK.pattern}|`(pip install [^`]+)`", re.MULTILINE | re.DOTALL)
PUZZLES = "hashi-fast generate 20 --size 7x7 --seed 1 --out puzzles.jsonl"
SHELLS = ("", "sh", "shell", "console")


class Step(NamedTuple):
    """A command for the shell, or a block of Python with what it shows."""

    line: int  # of the README
    text: str
    is_python: bool

    @property
    def needs_a_checkout(self) -> bool:
        return re.search(r"pip install \"?\.", self.text) is not None

    @property
    def waits(self) -> bool:
        """Whether it runs until Ctrl-C."""
        return self.text.startswith("hashi-fast play")


def blocks(page: str, language: str) -> list[tuple[int, str]]:
    """Return the line and the text of each block of code in this language."""
    found = BLOCK.finditer(page)
    return [(page.count("\n", 0, match.start(2)) + 1, match[2]) for match in found if match[1] == language]


def steps(page: str) -> Iterator[Step]:
    """Yield what a page tells the reader to do, in order."""
    for match in STEP.finditer(page):
        line = page.count("\n", 0, match.start()) + 1
        if match[3] is not None:
            yield Step(line, match[3], False)
        elif match[1] == "python":
            yield Step(line + 1, match[2], True)
        elif match[1] in SHELLS:
            for number, text in enumerate(match[2].splitlines(), line + 1):
                if text and not text.startswith("#"):
                    yield Step(number, text.removeprefix("$ "), False)


def follow(todo: Iterable[Step], folder: Path) -> None:
    """Do what the reader is told, in a folder. Raises CalledProcessError at the first step that fails."""
    has_puzzles = False
    for step in todo:
        print(f"README, line {step.line}: {'Python' if step.is_python else step.text}", flush=True)
        if "puzzles.jsonl" in step.text and not has_puzzles:
            _run(PUZZLES, folder)
            has_puzzles = True
        if step.is_python:
            _run_python(step.text, folder)
        elif step.waits:
            _interrupt(step.text, folder)
        else:
            _run(step.text, folder)


def _run(command: str, folder: Path) -> None:
    subprocess.run(["bash", "-c", command], cwd=folder, check=True, stdin=subprocess.DEVNULL)


def _run_python(code: str, folder: Path) -> None:
    """Run code with prompts in a fresh Python, and compare what comes out."""
    assert ">>> " in code, "nothing would be compared"
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "README.md"
        file.write_text(code)
        subprocess.run([sys.executable, "-m", "doctest", file], cwd=folder, check=True)


def _interrupt(command: str, folder: Path) -> None:
    """Run a command until its page can be read, and end it with Ctrl-C."""
    environment = {**os.environ, "BROWSER": "true"}  # which is a program that does nothing
    child = subprocess.Popen(
        ["bash", "-c", f"exec {command}"], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    try:
        assert child.stdout is not None
        said = child.stdout.readline()
        print(said, end="", flush=True)
        found = re.search(r"http://\S+", said)
        if found:
            urllib.request.urlopen(found[0]).read()
            child.send_signal(signal.SIGINT)
        if child.wait() or not found:
            raise subprocess.CalledProcessError(child.returncode, command)
    finally:
        child.kill()


if __name__ == "__main__":
    is_outside = sys.argv[1:] == ["outside"]
    follow([step for step in steps(README.read_text()) if not (is_outside and step.needs_a_checkout)], Path.cwd())
