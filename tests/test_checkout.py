"""The root of an unbuilt checkout: Python finds the installed package, though the sources stand before it."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import paths
import pytest

import hashi_fast

INSTALLED = Path(hashi_fast.__file__).resolve().parent
SOLVE = "import hashi_fast as hf; print(hf.__file__); print(hf.solve(hf.loads('3x1:2a2')).solution)"


@pytest.fixture(scope="module")
def unbuilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the root of a checkout in which nothing is built."""
    root = tmp_path_factory.mktemp("checkout")
    made = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__")
    shutil.copytree(paths.ROOT / "hashi_fast", root / "hashi_fast", ignore=made)
    return root


def run(root: Path, *arguments: str, site: bool = True) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with or without what is installed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH" or site}
    flags = [] if site else ["-S"]
    return subprocess.run(
        [sys.executable, *flags, *arguments], cwd=root, env=environment, capture_output=True, text=True, check=False
    )


def test_the_sources_come_first(unbuilt: Path) -> None:
    code = "from importlib.machinery import PathFinder; print(PathFinder.find_spec('hashi_fast').origin)"
    assert Path(run(unbuilt, "-c", code).stdout.strip()) == unbuilt / "hashi_fast" / "__init__.py"


def test_a_line_of_python(unbuilt: Path) -> None:
    done = run(unbuilt, "-c", SOLVE)
    assert done.stderr == ""
    file, board = done.stdout.splitlines()
    assert Path(file).resolve().parent == INSTALLED
    assert board == "2=2"


def test_the_module_as_a_command(unbuilt: Path) -> None:
    done = run(unbuilt, "-m", "hashi_fast", "demo")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("An everyday ")


def test_nothing_of_the_sources_is_left(unbuilt: Path) -> None:
    code = (
        "import sys, hashi_fast as hf; hf.rate(hf.loads('3x1:2a2')); "
        "print(*{m.__file__ for n, m in sys.modules.items() if n.startswith('hashi_fast')}, sep='\\n')"
    )
    files = run(unbuilt, "-c", code).stdout.splitlines()
    assert files
    assert not [file for file in files if Path(file).is_relative_to(unbuilt)]


def test_nothing_installed(unbuilt: Path) -> None:
    done = run(unbuilt, "-c", SOLVE, site=False)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: the kernels of hashi_fast are not built in ")
    assert last.endswith('run "pip install ." there first')
