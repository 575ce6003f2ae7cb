"""Runs a target of this folder under atheris: `python tests/fuzz/run.py TARGET [options of libFuzzer] [FILE]`."""
from __future__ import annotations

import importlib
import sys
import tempfile
from pathlib import Path

import atheris

HERE = Path(__file__).resolve().parent
LIMITS = ("-timeout=60", "-rss_limit_mb=3000", "-max_len=4096", "-print_final_stats=1")


def main() -> None:
    target, *options = sys.argv[1:]
    sys.path.insert(0, str(HERE))
    with atheris.instrument_imports(include=["hashi_fast"]):
        check = importlib.import_module(target).check
        hashi_fast = sys.modules["hashi_fast"]
        for name in hashi_fast.__all__:
            getattr(hashi_fast, name)  # loaded now, or it would be loaded later and not be instrumented
    if not options or not Path(options[-1]).exists():
        options.append(unpacked(target))
    atheris.Setup([sys.argv[0], *LIMITS, *options], check)
    atheris.Fuzz()


def unpacked(target: str) -> str:
    """Put the kept inputs of a target into a new folder, where new ones go, too."""
    from corpus import kept

    folder = Path(tempfile.mkdtemp(prefix=f"fuzz-{target}-"))
    for number, data in enumerate(kept(target)):
        (folder / f"kept-{number}").write_bytes(data)
    print(f"new inputs go to {folder}", flush=True)
    return str(folder)


if __name__ == "__main__":
    main()
