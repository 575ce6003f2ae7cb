"""No module uses the private names of another one: those that begin with an underscore."""
import ast
from collections.abc import Iterator

import paths
import pytest

PACKAGE = paths.ROOT / "hashi_fast"

# These are public in named tuples. argparse offers no other way to list the options of a parser or to name the types of
# its parts.
OPEN = {"_asdict", "_fields", "_make", "_replace"}
ARGPARSE = {"_actions", "_ActionsContainer", "_AppendAction", "_ArgumentGroup"}


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def own_names(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module defines: functions, classes, variables, attributes of `self`, and all strings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and is_self(node.value):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value  # it may be an entry of __slots__


def is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def reaches(text: str) -> list[str]:
    """Return the private names of other modules that a module uses, each with its line."""
    tree = ast.parse(text)
    own = {name for name in own_names(tree) if is_private(name)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and not is_self(node.value):
            if node.attr not in own | OPEN:
                found.append(f"line {node.lineno}: {ast.unparse(node)}")
        elif isinstance(node, ast.ImportFrom):
            private = (alias.name for alias in node.names if is_private(alias.name))
            found += [f"line {node.lineno}: {name} of {node.module}" for name in private]
    return found


def test_no_module_reaches_for_private_names() -> None:
    files = sorted(PACKAGE.rglob("*.py"))
    assert len(files) > 90
    found = {str(file.relative_to(PACKAGE)): reaches(file.read_text()) for file in files}
    for name in ("cli/completion.py", "cli/options.py"):
        found[name] = [each for each in found[name] if each.rpartition(".")[2] not in ARGPARSE]
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize(
    "line",
    ["puzzle._fill(3, 1)", "x = Solution._trusted", "from hashi_fast.board.puzzle import _checked_id"],
)
def test_planted_reaches_are_found(line: str) -> None:
    (found,) = reaches(f'"""A module."""\n\n{line}\n')
    assert found.startswith("line 3: ")


def test_planted_names_of_ones_own_are_not() -> None:
    text = "class A:\n    def _of(self):\n        self._x = 1\n\ndef f(a: A) -> None:\n    a._of(), a._x, a._asdict()\n"
    assert reaches(text) == []
