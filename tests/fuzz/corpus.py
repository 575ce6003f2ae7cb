"""The kept inputs of each target: one a line in base64, in `corpus/TARGET.txt`.

`python tests/fuzz/corpus.py TARGET FOLDER` adds inputs of a folder, where a run has put those it found: the shortest
ones that take a way through the code which no other has taken, that is, from some line to some next one.
"""
from __future__ import annotations

import base64
import importlib
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType
from typing import Any

HERE = Path(__file__).resolve().parent
Way = tuple[str, int, int]


def kept(target: str) -> list[bytes]:
    """Return the kept inputs of a target."""
    return [base64.b64decode(line) for line in _file(target).read_text().splitlines()]


def keep(target: str, inputs: Iterable[bytes]) -> None:
    """Keep these inputs, the shortest first."""
    lines = [base64.b64encode(data).decode() for data in sorted(set(inputs), key=lambda data: (len(data), data))]
    _file(target).write_text("".join(f"{line}\n" for line in lines))


def _file(target: str) -> Path:
    return HERE / "corpus" / f"{target}.txt"


def ways(check: Callable[[bytes], None], data: bytes) -> set[Way]:
    """Return the ways through the package that an input takes: file, line, next line."""
    taken: set[Way] = set()
    last: dict[FrameType, int] = {}

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if "hashi_fast" not in frame.f_code.co_filename:
            return None
        taken.add((frame.f_code.co_filename, last.get(frame, 0), frame.f_lineno))
        last[frame] = frame.f_lineno
        if event == "return":
            del last[frame]
        return trace

    sys.settrace(trace)
    try:
        check(data)
    finally:
        sys.settrace(None)
    return taken


def main() -> None:
    target, folder = sys.argv[1:]
    check = importlib.import_module(target).check
    found = sorted({file.read_bytes() for file in Path(folder).iterdir()}, key=len)
    inputs = kept(target)
    seen: set[Way] = set().union(*(ways(check, data) for data in inputs))
    for data in found:
        if not (taken := ways(check, data)) <= seen:
            seen |= taken
            inputs.append(data)
    keep(target, inputs)
    print(f"{len(inputs)} inputs, {len(seen):,} ways")


if __name__ == "__main__":
    main()
