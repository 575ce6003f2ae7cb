"""Lets Python started in an unbuilt checkout use the installed package, which the folder of the same name hides.

Python looks into the current folder first. There it finds the sources, and no kernels beside them.
"""
from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import module_from_spec

KERNEL = os.path.join("support", "_memoryviews")  # any of them: a build makes all


def is_built(package: str) -> bool:
    """Return whether the kernels stand beside the sources of a package's folder."""
    return any(os.path.exists(os.path.join(package, KERNEL + suffix)) for suffix in EXTENSION_SUFFIXES)


def use_installed(name: str, unbuilt: str) -> None:
    """Put the installed package in the place of the one that is being imported from an unbuilt folder."""
    spec = _find_built(name, os.path.realpath(os.path.dirname(unbuilt)))
    if spec is None or spec.loader is None:
        raise ImportError(
            f"the kernels of {name} are not built in {unbuilt}, and no built {name} is installed: "
            'run "pip install ." there first'
        )
    for module in [module for module in sys.modules if module.startswith(f"{name}.")]:
        del sys.modules[module]  # this one, which belongs to the sources
    sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])


def _find_built(name: str, checkout: str) -> ModuleSpec | None:
    elsewhere = [entry for entry in sys.path if os.path.realpath(entry) != checkout]  # "" is the current folder
    for finder in sys.meta_path:
        spec = finder.find_spec(name, elsewhere)
        if spec is not None and spec.origin is not None and is_built(os.path.dirname(spec.origin)):
            return spec
    return None
