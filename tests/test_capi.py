"""An extension module outside the package cimports the installed hashi_fast.capi."""
import importlib.util
import random
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import paths
import pytest
from boards import random_puzzle, solvable_puzzle

import hashi_fast as hf

CONSUMER = """
# cython: language_level=3
from libc.stdint cimport int8_t, int32_t, int64_t
from hashi_fast.capi cimport hashi_board, hashi_budget, hashi_count, hashi_edges, hashi_solve, hashi_status

def call(width, height, islands, max_bridges=2, loops=1, int64_t limit=-1, node_limit=-1, time_limit=-1.0):
    cdef int32_t row[100]
    cdef int32_t col[100]
    cdef int8_t target[100]
    cdef int32_t a[200]
    cdef int32_t b[200]
    cdef int8_t bridges[200]
    cdef int32_t m = 0
    cdef int64_t found = -7
    cdef hashi_board board
    cdef hashi_budget budget
    cdef hashi_status edges, solved, counted
    for i, (r, c, t) in enumerate(islands):
        row[i], col[i], target[i] = r, c, -1 if t is None else t
    board.width, board.height, board.n_islands = width, height, len(islands)
    board.max_bridges, board.loops = max_bridges, loops
    board.row, board.col, board.target = row, col, target
    budget.node_limit, budget.time_limit = node_limit, time_limit
    with nogil:
        edges = hashi_edges(&board, a, b, &m)
        solved = hashi_solve(&board, budget, bridges)
        counted = hashi_count(&board, limit, budget, &found)
    ends = [(a[e], b[e]) for e in range(m)]
    return edges, solved, counted, found, ends, [bridges[e] for e in range(m)]
"""
SETUP = """
from Cython.Build import cythonize
from setuptools import Extension, setup
# The path is where Python finds the package; Cython looks there anyway, but does not follow an editable install.
setup(name="consumer", ext_modules=cythonize([Extension({name!r}, [{name!r} + ".pyx"])], include_path=[{path!r}]))
"""
FOUND, NONE, NODE_LIMIT, TIME_LIMIT, BAD_BOARD = range(5)


def built(name: str, source: str, folder: Path) -> ModuleType:
    """Return the extension module of this source, built as a project outside the package would."""
    (folder / f"{name}.pyx").write_text(source)
    (folder / "setup.py").write_text(SETUP.format(name=name, path=str(Path(hf.__file__).parent.parent)))
    build = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert build.returncode == 0, build.stdout + build.stderr
    (library,) = [path for path in folder.iterdir() if path.suffix in (".so", ".pyd")]
    spec = importlib.util.spec_from_file_location(name, library)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def consumer(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return built("consumer", CONSUMER, tmp_path_factory.mktemp("consumer"))


def test_the_example_in_the_documentation(tmp_path: Path) -> None:
    (example,) = re.findall(r"```cython\n(.*?)```", (paths.ROOT / "docs" / "embedding.md").read_text(), re.DOTALL)
    assert built("example", example, tmp_path).two_islands() == 1


def test_agrees_with_python(consumer: ModuleType) -> None:
    rng = random.Random(8)
    for turn in range(200):
        puzzle = random_puzzle(rng) if turn % 2 else solvable_puzzle(rng)[0]
        edges, solved, counted, found, ends, bridges = consumer.call(
            puzzle.width, puzzle.height, puzzle.islands, puzzle.max_bridges, puzzle.loops, limit=50
        )
        assert found == hf.count_solutions(puzzle, limit=50)
        assert (edges, solved, counted) == (FOUND, FOUND if found else NONE, FOUND)
        assert ends == [(a, b) for a, b, _ in puzzle.topology.edge_list()]
        if found:
            assert hf.check(puzzle, hf.Solution(puzzle, bridges)) == []


def test_budgets(consumer: ModuleType) -> None:
    open_board = 10, 10, [(r, c, None) for r in range(10) for c in range(10)]
    assert consumer.call(*open_board, node_limit=5)[1:4] == (NODE_LIMIT, NODE_LIMIT, 0)
    assert consumer.call(*open_board, limit=3)[1:4] == (FOUND, FOUND, 3)
    _, solved, counted, found, *_ = consumer.call(*open_board, time_limit=1)
    assert (solved, counted) == (FOUND, TIME_LIMIT)
    assert found > 0


@pytest.mark.parametrize(
    ("width", "height", "islands", "rules"),
    [
        (0, 1, [(0, 0, 1)], {}),
        (1, 10_001, [(0, 0, 1)], {}),
        (3, 1, [], {}),
        (3, 1, [(0, 0, 1), (0, 3, 1)], {}),
        (3, 1, [(0, -1, 1), (0, 2, 1)], {}),
        (3, 1, [(0, 2, 1), (0, 0, 1)], {}),
        (3, 1, [(0, 2, 1), (0, 2, 1)], {}),
        (3, 1, [(0, 0, 0), (0, 2, 1)], {}),
        (3, 1, [(0, 0, 9), (0, 2, 1)], {}),
        (3, 1, [(0, 0, -2), (0, 2, 1)], {}),
        (3, 1, [(0, 0, 1), (0, 2, 1)], {"max_bridges": 0}),
        (3, 1, [(0, 0, 1), (0, 2, 1)], {"max_bridges": 5}),
    ],
)
def test_what_is_no_board(
    consumer: ModuleType, width: int, height: int, islands: list[tuple[int, int, int]], rules: dict[str, int]
) -> None:
    assert consumer.call(width, height, islands, **rules)[:3] == (BAD_BOARD,) * 3
