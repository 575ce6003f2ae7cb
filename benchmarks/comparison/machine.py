"""The machine and the versions that the figures come from."""
from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import hashi_fast
from hashi_fast.search import _boundary


def describe(distributions: Iterable[str]) -> dict[str, str]:
    """Return what matters for speed, by name."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "load when the run began": _load(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "hashi_fast": hashi_fast.__version__,
        "compiler and flags": _compiler(),
        **{name: _version(name) for name in dict.fromkeys(distributions)},
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _load() -> str:
    return f"{os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else "unknown"


def _compiler() -> str:
    """Return what the compiler wrote into the kernels: its version and, from gcc with -g, its flags."""
    binary = Path(_boundary.__file__).read_bytes()
    for pattern in (rb"GNU C\d\d [^\0]+", rb"GCC: [^\0]+", rb"clang version [^\0]+"):
        if signed := re.search(pattern, binary):
            return " ".join(dict.fromkeys(signed.group().decode(errors="replace").split()))
    return "unknown"


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "not installed"
