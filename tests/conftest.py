"""Says which build is tested, and rejects a stale one."""
from pathlib import Path

import pytest

import hashi_fast
from hashi_fast.search import _boundary

ROOT = Path(__file__).resolve().parent.parent
LOADED = Path(_boundary.__file__).resolve()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--coelho", metavar="FILE", type=Path, help="instances of Coelho et al. as JSON Lines")


def pytest_report_header(config: pytest.Config) -> str:
    return f"hashi_fast {hashi_fast.__version__} with kernels from {LOADED.parent.parent}"


def pytest_sessionstart(session: pytest.Session) -> None:
    package = Path(hashi_fast.__file__).resolve().parent
    if LOADED.parent.parent != package:
        raise pytest.UsageError(f"kernels from {LOADED.parent}, but the package from {package}")
    if package.parent == ROOT:
        # Built in place: no binary may be older than its source.
        for source in package.rglob("*.pyx"):
            built = [path for path in source.parent.glob(f"{source.stem}.*") if path.suffix in (".so", ".pyd")]
            if not built or max(path.stat().st_mtime for path in built) < source.stat().st_mtime:
                raise pytest.UsageError(f"{source.name} is newer than its build: run setup.py build_ext --inplace")
