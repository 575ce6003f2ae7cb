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
from setuptools.command.build_ext import build_ext

DEBUG = os.environ.get("HASHI_FAST_DEBUG", "0") not in ("", "0")
SANITIZE = os.environ.get("HASHI_FAST_SANITIZE", "")
ANNOTATE = os.environ.get("HASHI_FAST_ANNOTATE", "0") not in ("", "0")
STRIPPED = sys.platform == "linux" and not (DEBUG or SANITIZE)
PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

# Cython's memoryview code would be most of a small module, so it is compiled once and shared.
SHARED = "hashi_fast.support._memoryviews"

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": False,
    "initializedcheck": DEBUG,
    "cdivision": True,
    "embedsignature": True,
    "auto_pickle": False,  # kernels hold memory of their own; what is pickled says how in Python
    "freethreading_compatible": True,  # why is in docs/decisions/threads.md
}

if sys.platform == "win32":
    COMPILE, LINK = (["/Od", "/Zi"] if DEBUG else ["/O2"]), []
else:
    COMPILE, LINK = (["-O1", "-g", "-UNDEBUG"] if DEBUG else ["-O3", "-g0"]), []
    COMPILE += ["-std=gnu11"]
    if DEBUG:
        COMPILE += ["-DHF_PLAIN_LANES"]  # so that the tests see that puzzles do not depend on it
    if SANITIZE:
        COMPILE += [f"-fsanitize={SANITIZE}", "-fno-omit-frame-pointer", "-g"]
        LINK += [f"-fsanitize={SANITIZE}"]


# Nothing here runs once per bridge, and optimising Cython's own code takes as long as ten kernels.
PLAIN = {SHARED, "hashi_fast._testing"}


def extension(name: str, source: str) -> Extension:
    return Extension(
        name,
        [source],
        include_dirs=["csrc"],
        depends=[str(header) for header in Path("csrc").glob("*.h")],
        extra_compile_args=COMPILE + (["-O1"] if name in PLAIN and sys.platform != "win32" else []),
        extra_link_args=LINK,
    )


class BuildKernels(build_ext):
    """Translates when kernels are built, not each time that pip asks for metadata."""

    def run(self) -> None:
        self.keeps_names = self.inplace or self.editable_mode  # (which `run` forgets while it builds)
        super().run()

    def build_extensions(self) -> None:
        translated = cythonize(
            self.extensions,
            shared_utility_qualified_name=SHARED,
            compiler_directives=DIRECTIVES,
            annotate=ANNOTATE,
            nthreads=PROCESSORS,
            force=DEBUG or ANNOTATE,  # what Cython translated before may have been with other directives
        )
        for kernel, in_c in zip(self.extensions, translated, strict=True):
            kernel.sources = in_c.sources
            if STRIPPED and not self.keeps_names:  # names of functions are for profilers, in a checkout
                kernel.extra_link_args = [*kernel.extra_link_args, "-Wl,-s"]
        super().build_extensions()


kernels = [
    extension(".".join(source.with_suffix("").parts), str(source))
    for source in sorted(Path("hashi_fast").rglob("*.pyx"))
]
shared = extension(SHARED, SHARED.replace(".", "/") + ".c")

setup(
    ext_modules=[shared, *kernels],
    cmdclass={"build_ext": BuildKernels},
    options={"build_ext": {"parallel": PROCESSORS}},
)
