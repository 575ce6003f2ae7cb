"""Options and the closing table of the benchmarks: `pytest benchmarks --rival PATH/TO/rival_pysat.py`."""
from __future__ import annotations

import importlib.util
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import hashi_fast
from hashi_fast.search import _boundary

# By side of the board: what was timed -> microseconds per puzzle in the fastest round, and a remark on the search.
TIMES = pytest.StashKey[defaultdict[int, dict[str, float]]]()
QUALITY = pytest.StashKey[dict[int, str]]()
# What was timed, unless it counts solutions -> the count to compare it with.
COMPARED = pytest.StashKey[dict[str, str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[TIMES] = defaultdict(dict)
    config.stash[QUALITY] = {}
    config.stash[COMPARED] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rival", metavar="FILE", help="a module with count(islands, limit, solver) to compare with")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """What is timed has the machine for itself."""
    return 0


def pytest_report_header(config: pytest.Config) -> str:
    return f"hashi_fast {hashi_fast.__version__} with kernels from {Path(_boundary.__file__).parent}"


@pytest.fixture(scope="session")
def rival(request: pytest.FixtureRequest) -> ModuleType:
    path = request.config.getoption("--rival")
    if path is None:
        pytest.skip("no --rival to compare with")
    spec = importlib.util.spec_from_file_location("rival", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def note(request: pytest.FixtureRequest, benchmark: Any) -> Callable[..., float]:
    """Return `note(batch, what, quality="", compared_with="")`, which keeps a time for the closing table."""

    def note(batch: hashi_fast.PuzzleBatch, what: str, quality: str = "", compared_with: str = "") -> float:
        side = int(batch.width[0])
        micros = 1e6 * benchmark.stats.stats.min / len(batch)
        benchmark.extra_info["microseconds per puzzle"] = round(micros, 2)
        request.config.stash[TIMES][side][what] = micros
        if quality:
            benchmark.extra_info["quality"] = request.config.stash[QUALITY][side] = quality
        if compared_with:
            request.config.stash[COMPARED][what] = compared_with
        return micros

    return note


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if not config.stash[TIMES]:
        return
    terminalreporter.write_sep("=", "microseconds per puzzle (fastest round), ratios to the best rival of this run")
    for side, times in sorted(config.stash[TIMES].items()):
        rivals = {what: micros for what, micros in times.items() if what.startswith("rival")}
        best = min(rivals.values(), default=0.0)
        parts = []
        for what, micros in times.items():
            parts.append(f"{what} {micros:.2f}")
            other = config.stash[COMPARED].get(what)
            if other in times:
                parts[-1] += f" ({micros / times[other]:.2f} times {other})"
            elif best and what not in rivals:
                parts[-1] += f" ({best / micros:.0f}x)"
        quality = f"{config.stash[QUALITY][side]}; " if side in config.stash[QUALITY] else ""
        terminalreporter.write_line(f"{side}x{side}: {quality}{', '.join(parts)}")
