"""Says which build is tested, and rejects a stale one."""
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from stale import stale_source

import hashi_fast
from hashi_fast.search import _boundary

ROOT = Path(__file__).resolve().parent.parent
LOADED = Path(_boundary.__file__).resolve()

# How long an example takes says more about the machine than about the code.
# The same examples in every run; `--hypothesis-profile exploring` looks for others.
settings.register_profile("exploring", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("any machine", settings.get_profile("exploring"), derandomize=True)
settings.load_profile("any machine")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--coelho", metavar="FILE", type=Path, help="instances of Coelho et al. as JSON Lines")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Share whole folders out among all processors; a test or a file is done sooner without."""
    if not all(os.path.isdir(argument) for argument in config.args):
        return 0
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def pytest_configure(config: pytest.Config) -> None:
    """Let Ctrl-C mean what it means to people, also in children: a shell's background jobs ignore it."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header(config: pytest.Config) -> str:
    return f"hashi_fast {hashi_fast.__version__} with kernels from {LOADED.parent.parent}"


def pytest_sessionstart(session: pytest.Session) -> None:
    package = Path(hashi_fast.__file__).resolve().parent
    if LOADED.parent.parent != package:
        raise pytest.UsageError(f"kernels from {LOADED.parent}, but the package from {package}")
    # In place, or what was installed says by itself which sources it is of.
    if package.parent == ROOT and (source := stale_source(package)):
        raise pytest.UsageError(f"{source.relative_to(ROOT)} is newer than its build: run setup.py build_ext --inplace")


@pytest.fixture
def forget_registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget after the test which engines and encodings it has registered."""
    from hashi_fast.search import engines
    from hashi_fast.search.engines import encodings

    for plugins in (engines._ENGINES, encodings._ENCODINGS):
        monkeypatch.setattr(plugins, "_made", dict(plugins._made))
    yield
    engines._made.cache_clear()
