"""The guard against testing a build that is not that of the sources."""
import os
from pathlib import Path

import pytest
from stale import stale_source

FILES = ("capi.pyx", "capi.pxd", "search/_search.pyx", "search/_search.pxd", "search/deep/_down.pyx")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package that was built in place a while ago."""
    package = tmp_path / "package"
    for name in (*FILES, "../csrc/hf_bits.h"):
        write(package / name, 100)
        if name.endswith(".pyx"):
            write(package / name.replace(".pyx", ".cpython-311-x86_64-linux-gnu.so"), 200)
    return package


def write(path: Path, time: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.utime(path, (time, time))


def test_a_fresh_build(package: Path) -> None:
    assert stale_source(package) is None


@pytest.mark.parametrize("name", [*FILES, "../csrc/hf_bits.h"])
def test_a_source_that_was_changed(package: Path, name: str) -> None:
    write(package / name, 300)
    found = stale_source(package)
    assert found is not None
    assert found.samefile(package / name)


def test_a_kernel_that_was_never_built(package: Path) -> None:
    write(package / "search" / "_new.pyx", 100)
    assert stale_source(package) == package / "search" / "_new.pyx"
