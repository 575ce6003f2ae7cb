"""The examples in the README, in the manual and in docstrings, run."""
import doctest
import pkgutil
from importlib import import_module
from pathlib import Path

import paths
import pytest

import hashi_fast

MANUAL = [paths.ROOT / "README.md", *sorted(paths.ROOT.glob("docs/**/*.md"))]
PAGES = [page for page in MANUAL if ">>>" in page.read_text()]
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(hashi_fast.__path__, "hashi_fast.")
    if not module.name.endswith("__main__")
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(paths.ROOT).as_posix())
def test_pages(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 2
    assert failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_public_names_have_examples() -> None:
    """Everything callable in `__all__` has an example, except exceptions and plain results."""
    plain = {
        "BatchRating", "BatchResult", "Conclusion", "Island", "Move", "Rating", "Result", "Stats", "Step", "Uniqueness",
        "Violation",
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
