"""Whether a build in place is that of the sources beside it."""
from __future__ import annotations

from pathlib import Path


def stale_source(package: Path) -> Path | None:
    """Return a source in this package, at whatever depth, that is newer than what was built of it.

    Which kernels a `.pxd` goes into is not known here; after a build there is one that is newer.
    """
    newest_build = 0.0
    for source in sorted(package.rglob("*.pyx")):
        builds = [path for path in source.parent.glob(f"{source.stem}.*") if path.suffix in (".so", ".pyd")]
        built = max((path.stat().st_mtime for path in builds), default=0.0)
        if built < source.stat().st_mtime:
            return source
        newest_build = max(newest_build, built)
    shared = [*package.rglob("*.pxd"), *package.parent.glob("csrc/*.h")]
    return next((path for path in sorted(shared) if path.stat().st_mtime > newest_build), None)
