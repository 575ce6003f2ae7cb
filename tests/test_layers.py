"""Imports follow the layers: nothing in a room imports from a room above it (ARCHITECTURE.md has the picture)."""
import re
from collections.abc import Iterator
from pathlib import Path

import paths
import pytest

PACKAGE = paths.ROOT / "hashi_fast"

# From the bottom up. Rooms on one level do not import each other.
LEVELS = (
    {"_checkout", "_version", "errors", "levels"},
    {"support"},
    {"board"},
    {"formats"},
    {"search"},
    {"capi", "deduction"},
    {"coaching", "generation"},
    {"publishing", "web"},
    {"cluster"},
    {"cli"},
    {"__main__", "_testing"},
)
LEVEL = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}

# Every import statement. Imports by a string, as in tables, may point up.
IMPORT = re.compile(
    r"^\s*(?:from\s+(?P<package>hashi_fast(?:\.\w+)*)\s+(?:cimport|import)\s+(?P<names>\(?[\w, ]*)"
    r"|(?:cimport|import)\s+(?P<module>hashi_fast(?:\.\w+)*))"
)


def room_of(module: str) -> str:
    """Return the room of a module, given by its full name."""
    return module.split(".")[1]


def imported(line: str) -> Iterator[str]:
    """Yield the modules of the package that a line imports."""
    found = IMPORT.match(line)
    if found is None:
        return
    module = found["module"] or found["package"]
    if module != "hashi_fast":
        yield module
        return
    for name in re.findall(r"\w+", found["names"] or ""):
        yield f"hashi_fast.{name}"


def broken(source: Path, text: str, package: Path = PACKAGE) -> list[str]:
    """Return what is wrong with the imports of a file, each with its line."""
    room = source.relative_to(package).with_suffix("").parts[0]
    if room == "__init__":
        return []  # the table of public names
    problems = []
    documentation = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.count('"""') % 2:
            documentation = not documentation
        if documentation or ">>>" in line:
            continue
        for module in imported(line):
            other = room_of(module)
            place = f"{source.relative_to(package.parent)}, line {number}"
            if other not in LEVEL:
                problems.append(f"{place}: {module} is in no room that is known")
            elif other != room and LEVEL[other] >= LEVEL[room]:
                problems.append(f"{place}: {room} imports {module}, which is not below it")
    return problems


def sources() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".pyx", ".pxd", ".pyi"))


def test_imports_never_go_up() -> None:
    files = sources()
    assert len(files) > 150
    assert [problem for file in files for problem in broken(file, file.read_text())] == []


def test_every_room_says_what_it_is_for() -> None:
    rooms = [path for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert {room.name for room in rooms} <= set(LEVEL)
    for room in rooms:
        assert (room / "__init__.py").read_text().startswith('"""'), room


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("board/puzzle.py", "from hashi_fast.search.solver import solve"),
        ("board/puzzle.py", "    from hashi_fast.formats import loads"),
        ("board/puzzle.py", "import hashi_fast.cli"),
        ("search/_domains.pxd", "from hashi_fast.deduction._state cimport Deduction"),
        ("search/_domains.pyx", "cimport hashi_fast.generation._draft"),
        ("coaching/hints.py", "from hashi_fast.generation.spec import Spec"),
        ("generation/spec.py", "from hashi_fast.coaching.game import Game"),
        ("support/arguments.py", "from hashi_fast import board"),
        ("board/batch.py", "from hashi_fast.attic.lines import read"),
    ],
)
def test_planted_imports_are_found(file: str, line: str) -> None:
    source = PACKAGE / file
    (problem,) = broken(source, f'"""A module."""\n\n{line}\n')
    assert problem.startswith(f"hashi_fast/{file}, line 3: ")


def test_planted_examples_are_not_imports() -> None:
    text = '"""A module.\n\n>>> from hashi_fast import loads\n    from hashi_fast.cli import main\n"""\n'
    assert broken(PACKAGE / "board" / "puzzle.py", text) == []
