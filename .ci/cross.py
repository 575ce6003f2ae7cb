"""Compiles and links every kernel for another system, with the compiler of the package ziglang.

    python cross.py windows SOURCE OUT PYTHON    SOURCE: the project, its kernels translated to C by a build
    python cross.py macos SOURCE OUT             OUT: the folder for the modules
    python cross.py arm SOURCE OUT ROOT          PYTHON: the unpacked source of CPython, which has headers for Windows
                                                 ROOT: the files of an ARM Linux with Python 3.13 and its headers

It shows that no kernel uses what the other system does not have: a missing declaration is an error, and so is a symbol
that neither the system nor Python exports.
"""
from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ZIG = [sys.executable, "-m", "ziglang"]
TARGETS = {"windows": "x86_64-windows-gnu", "macos": "aarch64-macos", "arm": "aarch64-linux-gnu.2.17"}
ENDINGS = {"windows": ".pyd", "macos": ".so", "arm": ".cpython-313-aarch64-linux-gnu.so"}
STRICT = [
    "-Werror=implicit-function-declaration", "-Werror=implicit-int", "-Werror=int-conversion",
    "-Werror=incompatible-pointer-types",
]  # fmt: skip
FLAGS = ["-std=gnu11", "-O3", "-g0", "-fPIC", "-shared", *STRICT]
HEADERS = "#include <Python.h>\n#include <frameobject.h>\n"


def zig(*arguments: str | Path) -> str:
    """Run the compiler and return what it printed; it stops the script if it fails."""
    done = subprocess.run([*ZIG, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"zig {' '.join(map(str, arguments))}\n{done.stderr}")
    return done.stdout


def for_windows(python: Path, scratch: Path) -> list[str]:
    """Return the flags for Windows: headers, and a library to link with that has what the headers declare as imported."""
    (scratch / "pyconfig.h").write_text((python / "PC" / "pyconfig.h.in").read_text())
    include = [f"-I{scratch}", f"-I{python / 'Include'}"]
    (scratch / "all.c").write_text(HEADERS)
    declared = zig("cc", "-target", TARGETS["windows"], "-E", "-P", *include, scratch / "all.c")
    functions, variables = imported(declared)
    version = re.search(r'"python(3\d+)\.lib"', (scratch / "pyconfig.h").read_text())
    assert version is not None, "pyconfig.h no longer names the library"
    name = f"python{version[1]}"
    exports = sorted(functions) + [f"{each} DATA" for each in sorted(variables)]
    (scratch / f"{name}.def").write_text("\n".join([f"LIBRARY {name}.dll", "EXPORTS", *exports, ""]))
    zig("dlltool", "-m", "i386:x86-64", "-d", scratch / f"{name}.def", "-l", scratch / f"lib{name}.a")
    return [*include, f"-L{scratch}", f"-l{name}"]


def imported(declared: str) -> tuple[set[str], set[str]]:
    """Return the functions and variables that preprocessed headers declare as imported from a library."""
    functions, variables = set(), set()
    for each in re.findall(r"dllimport\s*\)+([^;{]*)[;{]", re.sub(r"\s+", " ", declared)):
        if function := re.search(r"\b(_?Py\w+)\s*\(", each):
            functions.add(function[1])
        elif variable := re.search(r"\b(_?Py\w+)\s*(?:\[[^\]]*\])?\s*$", each):
            variables.add(variable[1])
    return functions, variables


def for_macos() -> list[str]:
    """Return the flags for macOS, where symbols of Python are found when a module is loaded."""
    return [f"-I{sysconfig.get_path('include')}", "-undefined", "dynamic_lookup"]


def for_arm(root: Path) -> list[str]:
    """Return the flags for Linux on ARM."""
    return [f"-I{root / 'usr/include/python3.13'}", f"-I{root / 'usr/include'}"]


def main(system: str, source: Path, out: Path, *more: Path) -> None:
    kernels = sorted((source / "hashi_fast").rglob("*.c"))
    expected = 1 + len(list((source / "hashi_fast").rglob("*.pyx")))  # and Cython's shared module
    assert len(kernels) == expected, f"{len(kernels)} files in C, expected {expected}: build the project first"
    with tempfile.TemporaryDirectory() as folder:
        if system == "windows":
            flags = for_windows(*more, Path(folder))
        else:
            flags = for_macos() if system == "macos" else for_arm(*more)

        def build(kernel: Path) -> int:
            module = out / kernel.relative_to(source).with_name(kernel.stem + ENDINGS[system])
            module.parent.mkdir(parents=True, exist_ok=True)
            zig("cc", "-target", TARGETS[system], *FLAGS, f"-I{source / 'csrc'}", kernel, "-o", module, *flags)
            return module.stat().st_size

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            sizes = list(pool.map(build, kernels))
    print(f"{len(sizes)} kernels compiled and linked for {TARGETS[system]}, {sum(sizes) / 1e6:.1f} MB")


if __name__ == "__main__":
    main(sys.argv[1], *map(Path, sys.argv[2:]))
