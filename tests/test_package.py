"""The package as installed: names that load on first use, types, a wheel without sources, an sdist that builds."""
import argparse
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import version
from pathlib import Path

import paths
import pytest

import hashi_fast

SHOW_LOADED = "print(*sorted(name for name in sys.modules if name.startswith(('hashi_fast', 'numpy'))))"


def files(*suffixes: str) -> set[str]:
    """Return the files of the package in the checkout, at whatever depth, without listings of kernels."""
    found = (paths.ROOT / "hashi_fast").rglob("*")
    names = {path.relative_to(paths.ROOT).as_posix() for path in found if path.suffix in suffixes}
    return {name for name in names if not name.endswith(".html") or name.startswith("hashi_fast/web/")}


def python(code: str) -> str:
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_every_public_name_is_there() -> None:
    for name in hashi_fast.__all__:
        assert getattr(hashi_fast, name) is not None
    assert [name for name in dir(hashi_fast) if not name.startswith("__")] == hashi_fast.__all__
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = hashi_fast.nonsense


def test_statuses_and_techniques_are_public() -> None:
    assert {"Status", "TECHNIQUES"} <= set(hashi_fast.__all__)
    assert [(status.name, int(status)) for status in hashi_fast.Status] == [
        ("NONE", 0), ("ONE", 1), ("SEVERAL", 2), ("UNKNOWN", 3),
    ]  # fmt: skip
    assert {"full island", "search"} < {technique.name for technique in hashi_fast.TECHNIQUES}


def test_import_loads_nothing_before_it_is_used() -> None:
    assert python(f"import sys, hashi_fast\n{SHOW_LOADED}") == "hashi_fast hashi_fast._checkout hashi_fast._version"


def test_solving_needs_no_numpy() -> None:
    code = "import sys, hashi_fast as hf; print(hf.solve(hf.loads('3x1:2a2')).status, 'numpy' in sys.modules)"
    assert python(code) == "solved False"


@pytest.mark.parametrize("command", ["solve", "count", "check", "show", "convert --to json"])
def test_commands_on_a_few_puzzles_need_no_numpy(command: str, tmp_path: Path) -> None:
    (tmp_path / "pair").write_text("3x1:2a2\n")
    words = [*command.split(), str(tmp_path / "pair")]
    code = f"import sys\nfrom hashi_fast.cli import main\nprint(main({words!r}), 'numpy' in sys.modules)"
    assert python(code).splitlines()[-1] == "0 False"


def test_help_needs_no_kernels() -> None:
    code = (
        "import sys\nfrom hashi_fast.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
        + SHOW_LOADED
    )
    assert python(code).splitlines()[-1] == (
        "hashi_fast hashi_fast._checkout hashi_fast._version hashi_fast.cli hashi_fast.cli.parser hashi_fast.errors"
    )


@pytest.mark.parametrize("command", ["convert", "solve", "show", "repair"])
def test_help_of_a_command_needs_no_generator(command: str) -> None:
    code = (
        f"import sys\nfrom hashi_fast.cli import main\ntry: main(['{command}', '--help'])\nexcept SystemExit: pass\n"
        + SHOW_LOADED
    )
    loaded = python(code).splitlines()[-1].split()
    assert "hashi_fast.cli.options" in loaded
    assert "hashi_fast.generation.generator" not in loaded


def test_seeds_of_the_command_line_are_those_of_the_generator() -> None:
    from hashi_fast.cli import options
    from hashi_fast.generation.generator import MOST_INDEX

    assert options.stream(str(MOST_INDEX)) == MOST_INDEX
    with pytest.raises(argparse.ArgumentTypeError):
        options.stream(str(MOST_INDEX + 1))


def test_version_is_the_metadata_version() -> None:
    assert hashi_fast.__version__ == version("hashi-fast")


def test_types_and_interface_are_installed() -> None:
    package = Path(hashi_fast.__file__).parent
    names = {"hashi_fast/py.typed", "hashi_fast/capi.pxd", "hashi_fast/hashi_fast.h", *files(".pyi")}
    assert "hashi_fast/search/_boundary.pyi" in names
    assert [name for name in names if not (package.parent / name).is_file()] == []


def test_the_game_is_installed() -> None:
    """The page, its style, its scripts and the built-in puzzles are there, and what is served is what is installed."""
    package = Path(hashi_fast.__file__).parent
    names = {"hashi_fast/web/built_in.json.gz", *files(".html", ".css", ".js")}
    assert {"hashi_fast/web/hashi.html", "hashi_fast/web/hashi_core.js", "hashi_fast/web/core/topology.js"} < names
    assert [name for name in names if not (package.parent / name).is_file()] == []
    code = "from hashi_fast.web import built_in, page; print(len(built_in.built_in()), *page.files(), page.__file__)"
    count, *served, source = python(code).split()
    assert count == "275"
    assert Path(source).parent == package / "web"
    assert {f"hashi_fast/web/{name}" for name in served} == files(".css", ".js")


@pytest.mark.slow
def test_distributions(tmp_path: Path) -> None:
    """`python -m build` builds the wheel from the sdist, so this also shows that the sdist is complete."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path, paths.ROOT]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    (sdist,) = tmp_path.glob("*.tar.gz")
    names = zipfile.ZipFile(wheel).namelist()
    assert files(".py", ".pyi", ".toml") <= set(names)
    kernels = {name.partition(".")[0] for name in names if name.endswith((".so", ".pyd"))}
    assert kernels == {name.removesuffix(".pyx") for name in files(".pyx")} | {"hashi_fast/support/_memoryviews"}
    assert not [name for name in names if name.endswith((".c", ".pyx"))]
    assert [name for name in names if name.endswith(".h")] == ["hashi_fast/hashi_fast.h"]
    assert [name for name in names if name.endswith(".pxd")] == ["hashi_fast/capi.pxd"]
    assert "hashi_fast/py.typed" in names
    schemas = {f"hashi_fast/formats/schemas/{name}.schema.json" for name in ("record", "pack")}
    assert schemas <= set(names)
    assert files(".html", ".css", ".js") | {"hashi_fast/web/built_in.json.gz"} <= set(names)
    assert wheel.stat().st_size < 2_000_000
    assert not [name for name in names if not name.startswith(("hashi_fast/", "hashi_fast-"))]
    with tarfile.open(sdist) as archive:
        inside = {Path(name).relative_to(Path(name).parts[0]).as_posix() for name in archive.getnames()}
    assert files(".py", ".pyi", ".pyx", ".pxd", ".toml") <= inside
    assert {"csrc/hf_bits.h", "tests/oracle.py", "LICENSE"} | schemas <= inside
    assert files(".html", ".css", ".js") | {"hashi_fast/web/package.json"} <= inside
    assert not [name for name in inside if name.endswith((".c", ".so", ".pyd"))]
    assert [name for name in inside if name.endswith(".html")] == ["hashi_fast/web/hashi.html"]


def test_a_misspelt_name_is_answered_with_the_one_that_may_be_meant() -> None:
    with pytest.raises(AttributeError, match=r"has no attribute 'slove' \(did you mean 'solve'\?\)"):
        hashi_fast.slove  # noqa: B018
    with pytest.raises(AttributeError, match=r"has no attribute '__wrapped__'$"):
        hashi_fast.__wrapped__  # noqa: B018
