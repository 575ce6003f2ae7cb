"""Builds the Cython kernels; everything else is in pyproject.toml.

HASHI_FAST_DEBUG=1 brings bounds checks and assertions back.
HASHI_FAST_SANITIZE=address (or thread, undefined) builds for that sanitizer of gcc and clang.
HASHI_FAST_ANNOTATE=1 writes Cython's annotated listing beside each kernel.
"""
import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DEBUG = os.environ.get("HASHI_FAST_DEBUG", "0") not in ("", "0")
SANITIZE = os.environ.get("HASHI_FAST_SANITIZE", "")
ANNOTATE = os.environ.get("HASHI_FAST_ANNOTATE", "0") not in ("", "0")

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": False,
    "initializedcheck": DEBUG,
    "cdivision": True,
    "embedsignature": True,
}

if sys.platform == "win32":
    COMPILE, LINK = (["/Od", "/Zi"] if DEBUG else ["/O2"]), []
else:
    COMPILE, LINK = (["-O1", "-g", "-UNDEBUG"] if DEBUG else ["-O3"]), []
    COMPILE += ["-std=gnu11"]
    if SANITIZE:
        COMPILE += [f"-fsanitize={SANITIZE}", "-fno-omit-frame-pointer", "-g"]
        LINK += [f"-fsanitize={SANITIZE}"]

extensions = [
    Extension(
        f"hashi_fast.{source.stem}",
        [str(source)],
        include_dirs=["csrc"],
        depends=[str(header) for header in Path("csrc").glob("*.h")],
        extra_compile_args=COMPILE,
        extra_link_args=LINK,
    )
    for source in sorted(Path("hashi_fast").glob("*.pyx"))
]

# What Cython translated before may have been with other directives.
setup(ext_modules=cythonize(extensions, compiler_directives=DIRECTIVES, annotate=ANNOTATE, force=DEBUG or ANNOTATE))
