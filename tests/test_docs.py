"""Every example is run: Python in the README, in docs/ and in docstrings; commands as far as their options go."""
import doctest
import pkgutil
import re
import shlex
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

import paths
import pytest
from readme import SHELLS, blocks

import hashi_fast
from hashi_fast.cli import COMMANDS, command_parser

PAGES = sorted(chain(paths.ROOT.glob("*.md"), paths.ROOT.glob("docs/**/*.md")))
MODULES = sorted(
    ["hashi_fast", *(module.name for module in pkgutil.walk_packages(hashi_fast.__path__, "hashi_fast."))]
)
PROMPT = re.compile(r"^\s*>>> ", re.MULTILINE)
# What examples import from extras: some Pythons have no wheels of these.
NEEDED = {
    "docs/engines-and-exports.md": ("pysat", "highspy"),
    "docs/guides/cluster.md": ("duckdb",),
    "docs/guides/research.md": ("pysat", "highspy"),
    "hashi_fast.search.engines": ("pysat",),
    "hashi_fast.search.engines.ilp": ("highspy",),
    "hashi_fast.search.engines.pysat_solvers": ("pysat",),
    "hashi_fast.search.engines.sat": ("pysat",),
    "hashi_fast.search.results": ("pysat",),
}


def need(what: str) -> None:
    """Skip the test, by the name of what is missing, if the examples of a page or module cannot be run."""
    for package in NEEDED.get(what, ()):
        pytest.importorskip(package)


def run_page(page: str, name: str, names: dict[str, Any]) -> int:
    """Run the Python of a page from top to bottom with these names known, and return how many examples there were.

    With prompts, what is shown has to come out; without, that nothing is raised is all there is to see.
    """
    runner = doctest.DocTestRunner(verbose=False)
    count = 0
    for line, code in blocks(page, "python"):
        if PROMPT.search(code):
            examples = doctest.DocTestParser().get_doctest(code, names, name, name, line - 1)
            failed, tried = runner.run(examples, clear_globs=False)
            assert (failed, tried) == (0, len(PROMPT.findall(code))), f"{name}, line {line}"
            names.update(examples.globs)
            count += tried
        else:
            exec(compile("\n" * (line - 1) + code, name, "exec"), names)
            count += 1
    return count


def solver_of_the_reader(clauses: str) -> str:
    """Answer clauses in DIMACS's format as SAT solvers do."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver("glucose4", bootstrap_with=CNF(from_string=clauses)) as solver:
        if not solver.solve():
            return "s UNSATISFIABLE\n"
        return f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"


@pytest.mark.usefixtures("forget_registered")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(paths.ROOT).as_posix())
def test_examples_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need(page.relative_to(paths.ROOT).as_posix())
    monkeypatch.chdir(tmp_path)  # where examples may write
    text = page.read_text()
    count = run_page(text, page.name, {"your_sat_solver": solver_of_the_reader})
    assert count >= text.count("```python")


def test_the_readme_has_examples() -> None:
    assert len(PROMPT.findall((paths.ROOT / "README.md").read_text())) > 5


@pytest.mark.parametrize(
    "page",
    [
        "```python\n>>> 1 + 1\n3\n\n```\n",
        "```python\n>>> 1 + 1\n2\n\n```\n\n```python\nundefined\n```\n",
        "```python\nassert False\n```\n",
    ],
)
def test_wrong_examples_are_seen(page: str) -> None:
    with pytest.raises((AssertionError, NameError)):
        run_page(page, "page", {})


def commands(page: str) -> list[str]:
    """Return the lines that call hashi-fast in the blocks for a shell."""
    code = "\n".join(text for language in SHELLS for _, text in blocks(page, language))
    lines = code.replace("\\\n", " ").splitlines()
    return [line.removeprefix("$ ") for line in lines if line.removeprefix("$ ").startswith("hashi-fast ")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(paths.ROOT).as_posix())
def test_commands_of_a_page_have_options_that_exist(page: Path) -> None:
    rows = {row.name: row for row in COMMANDS}
    for line in commands(page.read_text()):
        name, *arguments = shlex.split(re.split(r" [|>&]", line)[0], comments=True)[1:]
        if name in rows:
            parser = command_parser(rows[name], import_module(f"hashi_fast.cli.{rows[name].module}"))
            parser.parse_args(arguments)
        else:
            assert name in ("help", "--version", "--completion", "--help"), line


def source_of(name: str) -> str:
    """Return the source of a module, also of a kernel that is installed without."""
    path = paths.ROOT / Path(*name.split("."))
    candidates = (path / "__init__.py", path.with_suffix(".py"), path.with_suffix(".pyx"))
    return next((candidate.read_text() for candidate in candidates if candidate.exists()), "")


def test_all_rooms_are_looked_into() -> None:
    sources = [path for suffix in ("py", "pyx") for path in (paths.ROOT / "hashi_fast").rglob(f"*.{suffix}")]
    with_examples = [path for path in sources if PROMPT.search(path.read_text())]
    assert len(with_examples) == sum(bool(PROMPT.search(source_of(name))) for name in MODULES) > 50


@pytest.mark.usefixtures("forget_registered")
@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    need(name)
    failed, tried = doctest.testmod(import_module(name))
    assert failed == 0
    assert tried >= len(PROMPT.findall(source_of(name)))  # those of a kernel may be found by two ways


def test_public_names_have_examples() -> None:
    """Everything callable in `__all__` has an example, except exceptions and plain results."""
    plain = {
        "BatchRating", "BatchResult", "Conclusion", "Fleet", "Island", "Merged", "Move", "Rating", "Result", "Stats",
        "Step", "Uniqueness", "Violation",
    }  # fmt: skip
    missing = [
        name
        for name in hashi_fast.__all__
        if callable(value := getattr(hashi_fast, name))
        and not (isinstance(value, type) and issubclass(value, Exception))
        and name not in plain
        and ">>>" not in (value.__doc__ or "")
    ]
    assert missing == []
