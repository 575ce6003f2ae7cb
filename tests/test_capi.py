"""Modules and programs outside the package call it: from Cython through capi.pxd, from C through hashi_fast.h."""
import importlib.machinery
import importlib.util
import os
import random
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import numpy
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
    pytest.importorskip("Cython")
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler cc")
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


def documented(language: str) -> str:
    """The one example in this language on the page about embedding."""
    (example,) = re.findall(rf"```{language}\n(.*?)```", (paths.ROOT / "docs" / "embedding.md").read_text(), re.DOTALL)
    return str(example)


def test_the_cython_example_in_the_documentation(tmp_path: Path) -> None:
    assert built("example", documented("cython"), tmp_path).two_islands() == 1


# ---- from C

compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler cc")
STRICT = ["-Wall", "-Wextra", "-Werror", "-pedantic"]
EXTENSION = """
#define PY_SSIZE_T_CLEAN
#include <hashi_fast.h>

static const hashi_api *hashi;

static PyObject *call(PyObject *self, PyObject *arguments)
{
    const char *row, *col, *target;
    Py_ssize_t size, ignored;
    hashi_board board;
    hashi_budget budget;
    int8_t bridges[200];
    int32_t a[200], b[200], m = 0;
    int64_t limit, found = -7;
    hashi_status edges, solved, counted;
    (void)self;
    if (!PyArg_ParseTuple(arguments, "iiy#y#y#iiLLd", &board.width, &board.height, &row, &ignored, &col, &ignored,
                          &target, &size, &board.max_bridges, &board.loops, &limit, &budget.node_limit,
                          &budget.time_limit))
        return NULL;
    board.n_islands = (int32_t)size;
    board.row = (const int32_t *)row;
    board.col = (const int32_t *)col;
    board.target = (const int8_t *)target;
    Py_BEGIN_ALLOW_THREADS
    edges = hashi->edges(&board, a, b, &m);
    solved = hashi->solve(&board, budget, bridges);
    counted = hashi->count(&board, limit, budget, &found);
    Py_END_ALLOW_THREADS
    return Py_BuildValue("iiiLy#y#y#", edges, solved, counted, found, a, 4 * (Py_ssize_t)m, b, 4 * (Py_ssize_t)m,
                         bridges, (Py_ssize_t)m);
}

static PyMethodDef methods[] = {{"call", call, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "in_c", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_in_c(void)
{
    hashi = hashi_import();
    return hashi == NULL ? NULL : PyModule_Create(&module);
}
"""


def compile_c(source: str, target: Path, *options: str) -> None:
    """Compile a C source with all warnings as errors, except those about Python.h."""
    Path(f"{target}.c").write_text(source)
    include = sysconfig.get_paths()["include"]
    command = ["cc", *STRICT, f"{target}.c", "-o", str(target), "-isystem", include, f"-I{hf.capi.get_include()}"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    library = tmp_path_factory.mktemp("in_c") / "in_c"
    compile_c(EXTENSION, library, "-shared", "-fPIC")
    loader = importlib.machinery.ExtensionFileLoader("in_c", str(library))
    spec = importlib.util.spec_from_loader("in_c", loader)
    assert spec is not None
    return importlib.util.module_from_spec(spec)


def call_c(module: ModuleType, puzzle: hf.Puzzle, limit: int, node_limit: int = -1) -> tuple[int, ...]:
    row, col = (numpy.array([island[k] for island in puzzle.islands], dtype=numpy.int32).tobytes() for k in (0, 1))
    target = bytes(255 if island.target is None else island.target for island in puzzle.islands)
    rules = puzzle.max_bridges, int(puzzle.loops)
    limits = limit, node_limit, -1.0
    answer: tuple[int, ...] = module.call(puzzle.width, puzzle.height, row, col, target, *rules, *limits)
    return answer


@compiler
def test_c_agrees_with_python(in_c: ModuleType) -> None:
    rng = random.Random(9)
    for turn in range(200):
        puzzle = random_puzzle(rng) if turn % 2 else solvable_puzzle(rng)[0]
        edges, solved, counted, found, a, b, bridges = call_c(in_c, puzzle, 50)
        assert found == hf.count_solutions(puzzle, limit=50)
        assert (edges, solved, counted) == (FOUND, FOUND if found else NONE, FOUND)
        ends = zip(*(numpy.frombuffer(side, dtype=numpy.int32).tolist() for side in (a, b)), strict=True)
        assert list(ends) == [(a, b) for a, b, _ in puzzle.topology.edge_list()]
        if found:
            assert hf.check(puzzle, hf.Solution(puzzle, bridges)) == []
    assert call_c(in_c, hf.loads("3x1:2a2"), -1, node_limit=0)[1:4] == (NODE_LIMIT, NODE_LIMIT, 0)


@compiler
def test_the_c_example_in_the_documentation(tmp_path: Path) -> None:
    folder, library = sysconfig.get_config_var("LIBDIR"), sysconfig.get_config_var("LDLIBRARY") or ""
    if not (Path(folder or "") / library).exists() or not library.endswith((".so", ".dylib")):
        pytest.skip("this Python cannot be embedded: there is no libpython to link with")
    link = [f"-L{folder}", f"-lpython{sysconfig.get_config_var('LDVERSION')}", f"-Wl,-rpath,{folder}"]
    compile_c(documented("c"), tmp_path / "example", *link)
    # An embedded Python has no program that says where its packages are.
    places = [str(Path(hf.__file__).parents[1]), *filter(None, sys.path)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
    done = subprocess.run([tmp_path / "example"], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "solved: 2 bridges\n"), done.stderr


@compiler
def test_another_version_of_the_interface_is_refused(tmp_path: Path) -> None:
    header = (Path(hf.capi.get_include()) / "hashi_fast.h").read_text()
    newer = header.replace("HASHI_API_VERSION 1 ", "HASHI_API_VERSION 99 ")
    compile_c(EXTENSION.replace("#include <hashi_fast.h>", newer), tmp_path / "in_c", "-shared", "-fPIC")
    loader = importlib.machinery.ExtensionFileLoader("in_c", str(tmp_path / "in_c"))
    spec = importlib.util.spec_from_loader("in_c", loader)
    assert spec is not None
    with pytest.raises(ImportError, match="has version 1 of its C interface; this was compiled for version 99"):
        importlib.util.module_from_spec(spec)


@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler c++")
def test_the_header_is_c_plus_plus_too(tmp_path: Path) -> None:
    source = tmp_path / "example.cpp"
    source.write_text("#include <hashi_fast.h>\nconst hashi_api *imported() { return hashi_import(); }\n")
    include = sysconfig.get_paths()["include"]
    command = ["c++", *STRICT, "-fsyntax-only", source, "-isystem", include, f"-I{hf.capi.get_include()}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_cython_and_c_declare_the_same() -> None:
    """The status codes and the fields of all structs, by name, type and order."""
    package = Path(hf.__file__).parent
    cython, c = (package / "capi.pxd").read_text(), (package / "hashi_fast.h").read_text()
    in_cython = re.findall(r"^    (HASHI_\w+) = (\d+)", cython, re.MULTILINE)
    assert len(in_cython) == 7
    assert re.findall(r"^    (HASHI_\w+) = (\d+)", c, re.MULTILINE) == in_cython
    for struct in ("hashi_board", "hashi_budget"):
        (there,) = re.findall(rf"ctypedef struct {struct}:\n(.*?)\n\n", cython, re.DOTALL)
        (here,) = re.findall(rf"typedef struct {struct} {{\n(.*?)}}", c, re.DOTALL)
        fields = re.findall(r"^    (\S.*?\w)  +#", there, re.MULTILINE)
        assert re.findall(r"^    (\S.*?\w);", here, re.MULTILINE) == fields
        assert len(fields) == {"hashi_board": 8, "hashi_budget": 2}[struct]


# ---- from Cython


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
    for seconds in (0.3, 3, 30):  # a busy machine may let nobody do anything for a while
        _, solved, counted, found, *_ = consumer.call(*open_board, time_limit=seconds)
        if found:
            break
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
