"""Makers by name: the package's own, registered ones and entry points of other packages."""
from pathlib import Path

import pytest

from hashi_fast.support.plugins import Plugins

GROUP = "hashi_fast.tests"


def plugins() -> Plugins[type]:
    return Plugins[type]("colour", GROUP, {"red": "fractions:Fraction", "blue": "no_such_module:Blue"})


def install(folder: Path, name: str, entries: str, group: str = GROUP) -> None:
    """Write what makes a package look installed in a folder of `sys.path`."""
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[{group}]\n{entries}\n")


def test_own_ones_are_imported_on_first_use() -> None:
    colours = plugins()
    assert colours.own == colours.names() == ("red", "blue")
    assert colours.get("red").__name__ == "Fraction"
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        colours.get("blue")


def test_registered_ones() -> None:
    colours = plugins()
    colours.register("green", int)
    assert colours.get("green") is int
    assert colours.names() == ("red", "blue", "green")
    for taken in ("red", "green"):
        with pytest.raises(ValueError, match=f"the colour '{taken}' already exists"):
            colours.register(taken, int)
    with pytest.raises(TypeError, match="must be a text, not None"):
        colours.register(None, int)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="by its class or a function, not 'int'"):
        colours.register("grey", "int")  # type: ignore[arg-type]


def test_entry_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "paint", "red = builtins:str\nwhite = decimal:Decimal")
    monkeypatch.syspath_prepend(tmp_path)
    colours = plugins()
    assert colours.names() == ("red", "blue", "white")
    assert colours.get("white").__name__ == "Decimal"
    assert colours.get("red").__name__ == "Fraction", "an entry point has replaced what is there"


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("nowhere:Pink", "ModuleNotFoundError: No module named 'nowhere'"),
        ("decimal:Pink", "AttributeError: module 'decimal' has no attribute 'Pink'"),
        ("faulty:Pink", "ZeroDivisionError: division by zero"),
        ("decimal:MAX_EMAX", "expected a class or a function, found [0-9]+"),
    ],
)
def test_broken_entry_points(value: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "paint", f"pink = {value}")
    (tmp_path / "faulty.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    where = rf"the entry point 'pink = {value}' in the group 'hashi_fast\.tests' of paint 1\.0"
    with pytest.raises(ImportError, match=f"^the colour 'pink' cannot be loaded: {where}: {problem}$"):
        plugins().get("pink")
    assert "pink" in plugins().names()


@pytest.mark.parametrize("name", ["pink", "", None, 3])
def test_unknown_names(name: str) -> None:
    with pytest.raises(ValueError, match="colour must be one of 'red', 'blue', not "):
        plugins().get(name)
