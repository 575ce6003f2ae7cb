"""A fresh process loads what it needs: numpy takes longer to load than making or rating thousands of puzzles."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE

RATE = "hf.rate(hf.Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]), path=True)"
GENERATE = "made = hf.generate(7, 7, seed=1); made.puzzle, made.solution, made.rating"
NOT_REACHED = """
try:
    hf.generate(7, 7, seed=1, difficulty="extreme", islands=9)
except hf.TargetNotReached as error:
    error.closest
"""


def loaded(code: str, *arguments: str) -> set[str]:
    """Return the modules that a fresh process has loaded after running some code."""
    code = f"import sys\nimport hashi_fast as hf\n{code}\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("code", [RATE, GENERATE, NOT_REACHED], ids=["rate", "generate", "not reached"])
def test_neither_numpy_nor_all_formats(code: str) -> None:
    modules = loaded(code)
    assert "hashi_fast.deduction._boundary" in modules
    assert not modules & {"numpy", "hashi_fast.formats.registry", "multiprocessing", "asyncio"}


def test_the_command_rate(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text("3x1:2a2\n")
    modules = loaded("from hashi_fast.cli import main\nassert main(sys.argv[1:]) == 0", "rate", str(file))
    assert "hashi_fast.deduction.rating" in modules
    assert "numpy" not in modules


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("to_file", [False, True], ids=["standard output", "file"])
def test_the_command_generate(tmp_path: Path, to_file: bool, workers: int) -> None:
    file = tmp_path / "puzzles.jsonl"
    output = ["--out", str(file)] if to_file else []
    command = ["generate", "3", "--size", "7x7", "--seed", "1", "--workers", str(workers), "--quiet", *output]
    modules = loaded("from hashi_fast.cli import main\nassert main(sys.argv[1:]) == 0", *command)
    assert "hashi_fast.generation.production" in modules
    assert not modules & {"numpy", "asyncio", "multiprocessing", "hashi_fast.cluster.dask_crew"}
    assert not to_file or len(file.read_text().splitlines()) == 3
